"""Silhouette Cameo and Portrait: registration marks on the sheets, and a file of what is cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from prancha.export.cut_files import PLAIN, REGMARKS, Layers
from prancha.export.target import Export, LaidSheets, Plan, Target
from prancha.export.targets.cutters import OPTIONS, cut_plan, laid, machine_for, mm, print_steps
from prancha.model.cutting import Machine, Marking
from prancha.model.units import Mm

INSET: Mm = 10.0
FEEDER_INSET: Mm = 15.9
"""From which on the automatic sheet feeder works."""
ARMS: tuple[Mm, ...] = (20.0, 10.0, 5.0)
LINE: Mm = 0.3
SQUARE: Mm = 5.0
AREA: tuple[Mm, Mm] = (305.0, 610.0)
"""A mat of 12 x 24 inches; Portrait machines take less."""


def machine(options: Mapping[str, Any]) -> Machine:
    """Sheets with three marks or four."""
    arms = (options["arm"],) if options["arm"] else ARMS
    marking = Marking(
        options["marks"], options["inset"], arms, LINE, SQUARE if options["marks"] == 3 else 0.0
    )
    return machine_for("silhouette", options, marking, AREA, confirmed=False)


def plan(export: Export) -> Plan:
    """The PDF with its marks and the cut files."""
    made = cut_plan(export, Layers(REGMARKS, PLAIN.score, PLAIN.cut), export.options["format"], _steps)
    told = list(made.told)
    if export.options["format"] == "svg":
        told.append(
            "the free edition of Silhouette Studio opens DXF and no SVG: --format dxf (not confirmed)"
        )
    if laid(export).machine.marking.inset < FEEDER_INSET:
        told.append(f"the automatic sheet feeder wants --inset {FEEDER_INSET:g} or more")
    return replace(made, told=tuple(told))


def _steps(sheets: LaidSheets) -> Mapping[str, Sequence[str]]:
    marking, prints = sheets.machine.marking, print_steps(sheets)
    numbers = {
        lang: [mm(value, lang) for value in (marking.inset, sheets.arm, marking.line)]
        for lang in ("pt", "en")
    }
    kind = marking.count == 3
    square = {
        lang: f", {word} {mm(marking.square, lang)}" if kind else ""
        for lang, word in (("pt", "quadrado"), ("en", "square"))
    }
    pt, en = numbers["pt"], numbers["en"]
    return {
        "pt": (
            prints["pt"],
            f"No Silhouette Studio, em Configurar página, escolha o papel {sheets.paper.upper()} em retrato "
            "e ligue as "
            f"marcas de registro ({'três marcas: quadrado e dois cantos' if kind else 'quatro cantos'}) com: "
            f"recuo {pt[0]} dos quatro lados, comprimento {pt[1]}, espessura {pt[2]}"
            f"{square['pt']}. São os números impressos em cada folha.",
            "Abra o arquivo de corte e confira que o desenho cai sobre a página, marcas sobre marcas. As "
            "marcas do "
            "arquivo servem só para isso: ponha a camada Regmarks (MARK) em Não cortar.",
            "Camada Score: dobras, com vinco ou corte raso, antes. Camada Cut: contornos, por último.",
            "Carregue a folha em retrato, com a marca de cima à esquerda entrando primeiro. Corte antes uma "
            "em papel comum.",
            "Com inkscape-silhouette, abra o SVG no Inkscape: as marcas já têm os nomes que ele procura.",
        ),
        "en": (
            prints["en"],
            f"In Silhouette Studio, in Page Setup, choose paper {sheets.paper.upper()} in portrait and turn "
            "registration "
            f"marks on ({'three marks: a square and two corners' if kind else 'four corners'}) with: inset "
            f"{en[0]} on all four sides, length {en[1]}, thickness {en[2]}"
            f"{square['en']}. These numbers are printed on every sheet.",
            "Open the cut file and see that the drawing lies on the page, marks on marks. The marks in the "
            "file are for "
            "that alone: set the layer Regmarks (MARK) to No Cut.",
            "Layer Score: folds, creased or cut lightly, first. Layer Cut: outlines, last.",
            "Load the sheet in portrait, the upper left mark going in first. Cut one of plain paper before.",
            "With inkscape-silhouette, open the SVG in Inkscape: the marks have the names it looks for.",
        ),
    }  # fmt: skip


TARGET = Target(
    "silhouette",
    "sheets with registration marks for Silhouette machines, and what they cut",
    {**OPTIONS, "format": "svg", "marks": 3, "inset": INSET, "arm": 0.0},
    plan,
    machine,
    choices={"format": ("svg", "dxf")},
)
