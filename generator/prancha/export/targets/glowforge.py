"""Glowforge lasers: an SVG whose colours are its steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prancha.export.cut_files import PLAIN
from prancha.export.target import Export, LaidSheets, Plan, Target
from prancha.export.targets.cutters import OPTIONS, cut_plan, machine_for, print_steps
from prancha.model.cutting import Machine
from prancha.model.units import Mm

AREA: tuple[Mm, Mm] = (279.0, 495.0)
"""What is reached of the bed: 19.5 x 11 inches."""


def machine(options: Mapping[str, Any]) -> Machine:
    """Sheets with three crosses."""
    return machine_for("glowforge", options, area=AREA, confirmed=False)


def plan(export: Export) -> Plan:
    """The PDF and its cut files."""
    return cut_plan(export, PLAIN, "svg", _steps)


def _steps(sheets: LaidSheets) -> Mapping[str, Sequence[str]]:
    prints = print_steps(sheets)
    return {
        "pt": (
            prints["pt"],
            "Envie o SVG ao aplicativo da Glowforge. Cada cor é um passo: cinza (cruzes) Ignorar; azul "
            "(dobras) Marcar; vermelha "
            "(contornos) Cortar.",
            "Ponha o passo azul acima do vermelho: a ordem em que o aplicativo os lista não foi confirmada.",
            "Ponha a folha na mesa e mova o desenho, sem mudar o tamanho, até as três cruzes caírem sobre "
            "as impressas na câmera.",
        ),
        "en": (
            prints["en"],
            "Upload the SVG to the Glowforge app. Each colour is a step: grey (crosses) Ignore; blue "
            "(folds) Score; red (outlines) Cut.",
            "Put the blue step above the red one: the order in which the app lists them is not confirmed.",
            "Put the sheet on the bed and move the drawing, without changing its size, until the three "
            "crosses lie on the printed "
            "ones in the camera's picture.",
        ),
    }  # fmt: skip


TARGET = Target(
    "glowforge", "sheets, and SVG in a colour for each step of a Glowforge", dict(OPTIONS), plan, machine
)
