"""Sheets and SVG for any machine: layers Mark, Score and Cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prancha.export.cut_files import PLAIN
from prancha.export.target import Export, LaidSheets, Plan, Target
from prancha.export.targets.cutters import OPTIONS, cut_plan, machine_for, print_steps
from prancha.model.cutting import Machine


def machine(options: Mapping[str, Any]) -> Machine:
    """Sheets with three crosses."""
    return machine_for("svg", options)


def plan(export: Export) -> Plan:
    """The PDF and its cut files."""
    return cut_plan(export, PLAIN, "svg", _steps)


def _steps(sheets: LaidSheets) -> Mapping[str, Sequence[str]]:
    prints = print_steps(sheets)
    return {
        "pt": (
            prints["pt"],
            "Abra o SVG no programa da máquina sem mudar o tamanho: a página do arquivo é o papel, em "
            "milímetros.",
            "Camadas, na ordem do trabalho: Mark (cinza) tem as cruzes e não se corta; Score (azul), "
            "dobras; Cut (vermelha), "
            "contornos, um caminho fechado por peça.",
            "Alinhe pelas três cruzes impressas, a 10 mm das bordas.",
        ),
        "en": (
            prints["en"],
            "Open the SVG in the machine's program without changing its size: its page is the paper, in "
            "millimetres.",
            "Layers, in the order of work: Mark (grey) has the crosses and is not cut; Score (blue) folds; "
            "Cut (red) outlines, "
            "a closed path for each piece.",
            "Align by the three printed crosses, 10 mm from the edges.",
        ),
    }  # fmt: skip


TARGET = Target(
    "svg", "sheets, and what is cut of them as SVG, for any machine", dict(OPTIONS), plan, machine
)
