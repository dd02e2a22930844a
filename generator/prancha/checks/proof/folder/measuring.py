"""Measure a folder again: what is wrong with it, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

from msgspec import Struct

from prancha.checks.proof.folder.files import wrong_files, wrong_kinds
from prancha.checks.proof.folder.looks import wrong_looks
from prancha.checks.proof.folder.orders import wrong_order
from prancha.checks.proof.folder.tables import wrong_table
from prancha.checks.proof.folder.told import read_told
from prancha.model.diagnostic import Diagnostic


class FolderReport(Struct, frozen=True):
    """What was measured, and the faults of its files; `laid_out` of the copies are on a virtual table."""

    folder: str
    game: str
    target: str
    shop: str
    checked: str
    files: int
    pictures: int
    pages: int
    copies: int
    laid_out: int | None
    faults: tuple[Diagnostic, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing but warnings was found."""
        return all(fault.severity != "error" for fault in self.faults)


def proof_folder(folder: Path) -> FolderReport:
    """Measure all files of an export by its export.json; raises Failure for a folder without one."""
    told = read_told(folder)
    faults = list(wrong_files(folder, told))
    laid_out, wrong = wrong_table(folder, told)
    faults += wrong
    order = told.order
    if order is not None:
        faults += wrong_kinds(folder, order)
        faults += wrong_order(folder, told, order)
        faults += wrong_looks(folder, order)
    kinds = list(order.files.values()) if order else []
    return FolderReport(
        str(folder), told.game, target=told.target, shop=order.title if order else "",
        checked=order.checked if order else "", files=len(told.files) + 1,
        pictures=sum(one.kind != "pdf" for one in kinds), pages=sum(one.pages for one in kinds),
        copies=sum(told.meant.values()), laid_out=laid_out, faults=tuple(sorted(set(faults))),
    )  # fmt: skip


def folder_as_text(report: FolderReport) -> str:
    """A line for each fault, then what was measured."""
    errors = sum(fault.severity == "error" for fault in report.faults)
    warnings = len(report.faults) - errors
    rows = [
        ("export", f"{report.game} to {report.target}"),
        ("files", f"{report.files}, with the bytes that were written"),
        ("copies", _laid_out(report)),
        ("faults", f"{errors}, {warnings} warning{'s' * (warnings != 1)}"),
    ]
    if report.shop:
        measured = [f"{report.pictures} pictures"] * (report.pictures > 0)
        measured += [f"{report.pages} pages"] * (report.pages > 0)
        rows[2:2] = [("measured", ", ".join(measured)), ("figures", f"of {report.shop}, {report.checked}")]
    lines = [str(fault) for fault in report.faults]
    return "\n".join([*lines, report.folder, *(f"  {name:24} {value}" for name, value in rows)])


def _laid_out(report: FolderReport) -> str:
    if report.laid_out is None:
        return str(report.copies)
    return f"{report.copies}, {report.laid_out} of them on the table"


def folder_as_json(report: FolderReport) -> str:
    """The same as JSON."""
    faults = [
        {"file": one.place.file, "code": one.code, "message": one.message, "severity": one.severity}
        for one in report.faults
    ]
    facts = {name: getattr(report, name) for name in report.__struct_fields__ if name != "faults"}
    if report.laid_out is None:
        del facts["laid_out"]
    return json.dumps({"clean": report.clean, **facts, "faults": faults}, ensure_ascii=False, indent=1)
