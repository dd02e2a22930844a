"""Brother ScanNCut: it takes SVG, by way of CanvasWorkspace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prancha.export.cut_files import PLAIN
from prancha.export.target import Export, LaidSheets, Plan, Target
from prancha.export.targets.cutters import OPTIONS, cut_plan, machine_for, print_steps
from prancha.model.cutting import Machine
from prancha.model.units import Mm

AREA: tuple[Mm, Mm] = (296.0, 298.0)
"""What is cut on a mat of 12 x 12 inches."""


def machine(options: Mapping[str, Any]) -> Machine:
    """Sheets with three crosses."""
    return machine_for("scanncut", options, area=AREA, confirmed=False)


def plan(export: Export) -> Plan:
    """The PDF and its cut files."""
    return cut_plan(export, PLAIN, "svg", _steps)


def _steps(sheets: LaidSheets) -> Mapping[str, Sequence[str]]:
    prints = print_steps(sheets)
    return {
        "pt": (
            prints["pt"],
            "Importe o SVG no CanvasWorkspace (ou na máquina, por USB) sem mudar o tamanho: a página do "
            "arquivo é o papel.",
            "Cole a folha impressa na base, digitalize o fundo na máquina e ponha as três cruzes do arquivo "
            "sobre as impressas "
            "(este caminho não foi confirmado; depois apague as cruzes).",
            "Azul: dobras, com a ferramenta de vinco. Vermelho: contornos, por último.",
        ),
        "en": (
            prints["en"],
            "Import the SVG in CanvasWorkspace (or on the machine, from USB) without changing its size: its "
            "page is the paper.",
            "Put the printed sheet on the mat, scan the background on the machine and lay the three crosses "
            "of the file on "
            "the printed ones (this way is not confirmed; delete the crosses then).",
            "Blue: folds, with the creasing tool. Red: outlines, last.",
        ),
    }  # fmt: skip


TARGET = Target("scanncut", "sheets and SVG for Brother ScanNCut machines", dict(OPTIONS), plan, machine)
