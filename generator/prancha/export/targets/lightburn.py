"""Lasers with LightBurn: an SVG in the colours of its layers, and three targets for Print and Cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prancha.export.cut_files import Layer, Layers
from prancha.export.target import Export, LaidSheets, Plan, Target
from prancha.export.targets.cutters import OPTIONS, cut_plan, machine_for, print_steps
from prancha.model.cutting import Machine

LAYERS = Layers(
    Layer("T1", "T1 targets", "#F36926"),
    Layer("C01", "C01 score", "#0000FF"),
    Layer("C02", "C02 cut", "#FF0000"),
)
"""Colours of LightBurn's palette: a tool layer, which is never burnt, and the second and third layers."""


def machine(options: Mapping[str, Any]) -> Machine:
    """Sheets with three crosses."""
    return machine_for("lightburn", options)


def plan(export: Export) -> Plan:
    """The PDF and its cut files."""
    return cut_plan(export, LAYERS, "svg", _steps)


def _steps(sheets: LaidSheets) -> Mapping[str, Sequence[str]]:
    prints = print_steps(sheets)
    return {
        "pt": (
            prints["pt"],
            "Importe o SVG no LightBurn. As cores viram camadas: T1 (ferramenta, não queima) tem as cruzes, "
            "C01 azul as dobras, "
            "C02 vermelha os contornos. Deixe as duas últimas no modo Linha.",
            "Ponha a folha na mesa e alinhe com Print and Cut: escolha duas cruzes em T1 e leve o laser a "
            "elas na folha.",
            "Na lista de camadas, C01 vem antes de C02: dobras com pouca potência, depois contornos. Teste "
            "antes em sobra do mesmo "
            "papel; largura do corte (kerf) não é compensada.",
        ),
        "en": (
            prints["en"],
            "Import the SVG in LightBurn. Colours become layers: T1 (a tool layer, never burnt) has the "
            "crosses, C01 blue the "
            "folds, C02 red the outlines. Leave the latter two in Line mode.",
            "Put the sheet on the bed and align it with Print and Cut: select two crosses of T1 and move "
            "the laser to them on the sheet.",
            "In the list of layers C01 stands before C02: folds with little power, then outlines. Try on a "
            "scrap of the same paper "
            "first; the width of the cut (kerf) is not made up for.",
        ),
    }  # fmt: skip


TARGET = Target(
    "lightburn", "sheets, and SVG in the colours of LightBurn's layers", dict(OPTIONS), plan, machine
)
