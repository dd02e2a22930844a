"""Sheets and DXF for any machine: layers MARK, SCORE and CUT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prancha.export.cut_files import PLAIN
from prancha.export.target import Export, LaidSheets, Plan, Target
from prancha.export.targets.cutters import OPTIONS, cut_plan, machine_for, print_steps
from prancha.model.cutting import Machine


def machine(options: Mapping[str, Any]) -> Machine:
    """Sheets with three crosses."""
    return machine_for("dxf", options)


def plan(export: Export) -> Plan:
    """The PDF and its cut files."""
    return cut_plan(export, PLAIN, "dxf", _steps)


def _steps(sheets: LaidSheets) -> Mapping[str, Sequence[str]]:
    prints = print_steps(sheets)
    return {
        "pt": (
            prints["pt"],
            "Abra o DXF (AutoCAD 2000) em milímetros: a origem é o canto de baixo à esquerda do papel.",
            "Camadas, na ordem do trabalho: MARK tem as cruzes e não se corta; SCORE, dobras; CUT, "
            "contornos, uma polilinha fechada "
            "por peça, com arcos nas partes redondas.",
            "Alinhe pelas três cruzes impressas, a 10 mm das bordas.",
        ),
        "en": (
            prints["en"],
            "Open the DXF (AutoCAD 2000) in millimetres: its origin is the lower left corner of the paper.",
            "Layers, in the order of work: MARK has the crosses and is not cut; SCORE folds; CUT outlines, "
            "a closed polyline for "
            "each piece, with arcs where it is round.",
            "Align by the three printed crosses, 10 mm from the edges.",
        ),
    }  # fmt: skip


TARGET = Target(
    "dxf", "sheets, and what is cut of them as DXF, for any machine", dict(OPTIONS), plan, machine
)
