"""Measure an exported folder: its files, and the order with every copy once; a report of what is wrong."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

from msgspec import Struct
from msgspec.structs import asdict

from prancha.checks.proof.folder_files import (
    RECORD,
    ExportRecord,
    OrderFacts,
    check_files,
    check_kinds,
    check_looks,
    file_fault,
    read_record,
)
from prancha.checks.proof.folder_tables import check_table
from prancha.checks.proof.proof_report import count_faults
from prancha.model.diagnostic import Diagnostic

LIST = "order.csv"
PLAN = "tgc.json"
STOCKS = ("(S27) Smooth", "(S30) Standard Smooth", "(S33) Superior Smooth", "(M31) Linen", "(P10) Plastic")
"""Those of MakePlayingCards, as mpc-autofill writes them; plastic comes last."""
MOST_CARDS = 612


_Told = Iterator[tuple[str, str]]
"""Files, and what is wrong with them."""


def check_order(folder: Path, told: ExportRecord, order: OrderFacts) -> Iterator[Diagnostic]:
    """Contradictions between the game, its files and the order lists."""
    for message in _compare_copies(told, order):
        yield file_fault(RECORD, "export-copies", message)
    lists: dict[str, Callable[[Path, OrderFacts], _Told]] = {LIST: _check_csv, PLAN: _check_plan}
    lists |= {path.name: _check_slots for path in sorted(folder.glob("order-*.xml"))}
    parts = [_check_references(order), _check_pages(order)]
    parts += [
        _check_list(look, folder / name, order) for name, look in lists.items() if (folder / name).is_file()
    ]
    for name, message in chain.from_iterable(parts):
        yield file_fault(name, "export-order", message)
    yield from _check_fronts(folder, order)


def _check_list(look: Callable[[Path, OrderFacts], _Told], path: Path, order: OrderFacts) -> _Told:
    """Faults that `look` finds in a list; one fault for a list that cannot be read."""
    try:
        yield from list(look(path, order))
    except (ValueError, KeyError, TypeError, ElementTree.ParseError, csv.Error) as problem:
        yield path.name, f"it cannot be read: {problem or type(problem).__name__}"


def _compare_copies(told: ExportRecord, order: OrderFacts) -> Iterator[str]:
    meant = told.meant
    ordered: Counter[str] = Counter()
    families: Counter[str] = Counter()
    for piece in order.pieces:
        ordered[piece.key] += piece.copies
        families[piece.family] += piece.copies
    for key in sorted({*meant, *ordered}):
        if meant.get(key, 0) != ordered[key]:
            yield f"{key}: {ordered[key]} are ordered, expected {meant.get(key, 0)}"
    for lot in order.lots:
        if families[lot.family] != lot.copies:
            yield f"{lot.family}: {families[lot.family]} are ordered, expected {lot.copies}"


def _check_references(order: OrderFacts) -> _Told:
    used = {name.partition("#")[0] for piece in order.pieces for name in (piece.front, piece.back) if name}
    for name in sorted(used - order.files.keys()):
        yield name, "it is ordered and not among the files of the order"
    for name in sorted(order.files.keys() - used):
        if order.files[name].blank is not True:
            yield name, "it is written and nothing of the order uses it"


def _check_pages(order: OrderFacts) -> _Told:
    """Every page of a PDF is of some design, or meant to be blank."""
    told: dict[str, set[int]] = {}
    for piece in order.pieces:
        for where in (piece.front, piece.back):
            name, is_page, numbers = where.partition("#")
            if is_page:
                told.setdefault(name, set()).update(map(int, numbers.split(",")))
    for name, pages in sorted(told.items()):
        meant = order.files.get(name)
        blank = meant.blank if meant is not None and isinstance(meant.blank, list) else []
        if meant is not None and pages | {*blank} != {*range(1, meant.pages + 1)}:
            yield name, f"{meant.pages} pages, and designs stand on {len(pages)} of them"


def _check_fronts(folder: Path, order: OrderFacts) -> Iterator[Diagnostic]:
    """One picture for every front of a family is most likely a mistake."""
    fronts: dict[str, dict[str, str]] = {}
    for piece in order.pieces:
        path = folder / piece.front
        if path.is_file():
            fronts.setdefault(piece.family, {})[piece.id] = sha256(path.read_bytes()).hexdigest()
    for family, digests in fronts.items():
        if len(digests) > 1 and len({*digests.values()}) == 1:
            message = f"{family}: all {len(digests)} fronts are one and the same picture"
            yield file_fault(RECORD, "export-order", message, severity="warning")


def _check_csv(path: Path, order: OrderFacts) -> _Told:
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))
    listed = [(row["family"], row["id"], row["copies"], row["front"], row["back"]) for row in rows]
    if listed != [(one.family, one.id, str(one.copies), one.front, one.back) for one in order.pieces]:
        yield LIST, "its lines are not the pieces of the order"


def _check_plan(path: Path, order: OrderFacts) -> _Told:
    tree = json.loads(path.read_bytes())
    cards = [
        (card["face"], card["back"], card["quantity"])
        for component in tree["components"]
        for card in component["cards"]
    ]
    if cards != [(one.front, one.back, one.copies) for one in order.pieces]:
        yield PLAN, "its cards are not the pieces of the order"
    if tree["files"] != sorted({name for face, back, _ in cards for name in (face, back) if name}):
        yield PLAN, "its files are not those of its cards"


def _check_slots(path: Path, order: OrderFacts) -> _Told:
    """An order of mpc-autofill: what it can order, and slots filled once each with what belongs together."""
    name = path.name
    root = ElementTree.fromstring(path.read_text("utf-8"))
    stock, foil = root.findtext("details/stock") or "", root.findtext("details/foil") or ""
    if stock not in STOCKS:
        yield name, f'there is no stock "{stock}", expected one of {", ".join(STOCKS)}'
    if foil not in ("true", "false"):
        yield name, f'its foil is "{foil}", expected true or false'
    if foil == "true" and stock == STOCKS[-1]:
        yield name, f"{stock} takes no foil"
    quantity = int(root.findtext("details/quantity") or 0)
    if quantity > MOST_CARDS:
        yield name, f"it has {quantity} cards, and an order {MOST_CARDS} at most"
    fronts, backs = (_read_slots(root, side) for side in ("fronts", "backs"))
    if sorted(slot for slot, _ in fronts) != list(range(quantity)):
        yield name, f"its fronts do not fill the slots 0 to {quantity - 1} once each"
    back_of = dict(backs)
    common = root.findtext("cardback") or ""
    pairs = {(piece.front, piece.back) for piece in order.pieces}
    for slot, front in fronts:
        back = back_of.get(slot, common)
        blank = back in order.files and order.files[back].blank is True
        if (front, "" if blank else back) not in pairs:
            yield name, f"slot {slot}: {front} with {back} is no piece of the order"
    for file in sorted({front for _, front in fronts} | {back for _, back in backs} | {common}):
        if not (path.parent / file).is_file():
            yield name, f"{file} is not there"


def _read_slots(root: ElementTree.Element, side: str) -> list[tuple[int, str]]:
    return [
        (int(slot), card.findtext("id") or "")
        for card in root.findall(f"{side}/card")
        for slot in (card.findtext("slots") or "").split(",")
    ]


class FolderReport(Struct, frozen=True):
    """Counts and faults of a folder; `laid_out` of the copies are on a virtual table."""

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
        return all(one.severity != "error" for one in self.faults)


def proof_folder(folder: Path) -> FolderReport:
    """Measure all files of an export by its export.json; raises Failure for a folder without one."""
    told = read_record(folder)
    faults = list(check_files(folder, told))
    laid_out, wrong = check_table(folder, told)
    faults += wrong
    order = told.order
    if order is not None:
        faults += check_kinds(folder, order)
        faults += check_order(folder, told, order)
        faults += check_looks(folder, order)
    kinds = list(order.files.values()) if order else []
    return FolderReport(
        str(folder),
        told.game,
        target=told.target,
        shop=order.title if order else "",
        checked=order.checked if order else "",
        files=len(told.files) + 1,
        pictures=sum(one.kind != "pdf" for one in kinds),
        pages=sum(one.pages for one in kinds),
        copies=sum(told.meant.values()),
        laid_out=laid_out,
        faults=tuple(sorted(set(faults))),
    )


def folder_as_text(report: FolderReport) -> str:
    """A line for each fault, then what was measured."""
    table = "" if report.laid_out is None else f", {report.laid_out} of them on the table"
    rows = [
        ("export", f"{report.game} to {report.target}"),
        ("files", f"{report.files}, with the bytes that were written"),
        ("copies", f"{report.copies}{table}"),
        ("faults", count_faults(report.faults)),
    ]
    if report.shop:
        measured = [f"{report.pictures} pictures"] * (report.pictures > 0)
        measured += [f"{report.pages} pages"] * (report.pages > 0)
        rows[2:2] = [("measured", ", ".join(measured)), ("figures", f"of {report.shop}, {report.checked}")]
    lines = [str(one) for one in report.faults]
    return "\n".join([*lines, report.folder, *(f"  {name:24} {value}" for name, value in rows)])


def folder_as_json(report: FolderReport) -> str:
    """The same as JSON."""
    faults = [
        {"file": one.place.file, "code": one.code, "message": one.message, "severity": one.severity}
        for one in report.faults
    ]
    facts = {name: value for name, value in asdict(report).items() if name != "faults"}
    if report.laid_out is None:
        del facts["laid_out"]
    return json.dumps({"clean": report.clean, **facts, "faults": faults}, ensure_ascii=False, indent=1)
