"""What all exports for cutting machines have alike: the PDF to print, and the files of what is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from prancha.export.cut_files import Layers, cut_dxf, cut_svg, missing_library
from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, LaidSheets, Plan
from prancha.model.cutting import Machine, Marking
from prancha.model.diagnostic import Diagnostic
from prancha.model.printing import DuplexName
from prancha.model.units import Mm, number

PRINT = "print.pdf"
GUTTER: Mm = 1.0
"""So that no knife goes twice along a line, and a print that is a little off shows no neighbour."""
CROSSES = Marking(3, 10.0, (3.0,), 0.25, crosses=True)
"""Three crosses, their middles 10 mm from the edges: for programs that align a file by points or by eye."""
OPTIONS: Mapping[str, Any] = MappingProxyType({"paper": "a4", "duplex": "long", "gutter": GUTTER})
Steps = Mapping[str, Sequence[str]]


def machine_for(
    name: str, options: Mapping[str, Any], marking: Marking = CROSSES,
    area: tuple[Mm, Mm] | None = None, confirmed: bool = True,
) -> Machine:  # fmt: skip
    """What sheets for a machine must be, by the options of its target."""
    duplex: DuplexName = options["duplex"]
    return Machine(
        name=name, paper=options["paper"], duplex=duplex, gutter=options["gutter"], marking=marking,
        area=area, confirmed=confirmed,
    )  # fmt: skip


def cut_plan(export: Export, layers: Layers, kind: str, steps: Callable[[LaidSheets], Steps]) -> Plan:
    """`print.pdf`, and a file of a `kind` ("svg", "dxf") for each way in which its sheets are cut."""
    sheets = laid(export)
    wrong: list[Diagnostic] = []
    if kind == "dxf" and (missing := missing_library()):
        wrong.append(missing)
    names = [f"cut-{number}.{kind}" for number in range(1, len(sheets.layouts) + 1)]

    def write(pictures: FacePictures) -> Iterator[File]:
        yield PRINT, pictures.pages_pdf(sheets.pages, sheets.flip)
        for name, layout in zip(names, sheets.layouts, strict=True):
            title = f"{export.kit.title} {name}"
            yield name, cut_dxf(layout) if kind == "dxf" else cut_svg(layout, layers, title)

    own, belongs = steps(sheets), pairs(sheets, names)
    told = {lang: (*own[lang][:1], belongs[lang], *own[lang][1:]) for lang in own}
    return Plan(
        names=(PRINT, *names), write=write, steps=told, wrong=tuple(wrong), told=tuple(remarks(sheets))
    )


def laid(export: Export) -> LaidSheets:
    """The sheets of an export for a machine."""
    assert export.sheets is not None, "a target with a machine is given sheets"
    return export.sheets


def pairs(sheets: LaidSheets, names: Sequence[str]) -> Mapping[str, str]:
    """Which pages are cut with which file, in words by language."""
    pages = [[one.page + 1 for one in sheets.sheets if one.layout == number] for number in range(len(names))]
    return {
        lang: head
        + "; ".join(
            f"{name} {several if len(each) > 1 else one} {page_ranges(each)}"
            for name, each in zip(names, pages, strict=True)
        )
        + tail
        for lang, head, one, several, tail in (
            ("pt", f"Cada arquivo de corte é de folhas certas de {PRINT}: ", "para a página",
             "para as páginas", ". Cada folha traz embaixo o nome do seu."),
            ("en", f"Each cut file belongs to certain sheets of {PRINT}: ", "for page", "for pages",
             ". Each sheet names its own at the bottom."),
        )
    }  # fmt: skip


def page_ranges(pages: Sequence[int]) -> str:
    """Numbers in order, as `1-4, 7`; every second one as `1, 3, 5`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def remarks(sheets: LaidSheets) -> Iterator[str]:
    """What whoever asked should know: how many sheets there are, and what is not sure."""
    papers, cuts, machine = len(sheets.sheets), len(sheets.layouts), sheets.machine
    yield (
        f"{papers} {'sheet' if papers == 1 else 'sheets'} to print, {cuts} "
        f"{'cut file' if cuts == 1 else 'cut files'}; nothing was tried on a machine: cut plain paper first"
    )
    if sheets.dropped:
        yield "backs are left out: these sheets are printed on one side"
    if machine.area is not None and not machine.confirmed:
        width, height = machine.area
        yield f"that {machine.name} takes {width:g} x {height:g} mm is not confirmed by its maker"


def print_steps(sheets: LaidSheets) -> Mapping[str, str]:
    """How the PDF is printed, in words by language."""
    both = sheets.flip == "none"
    edge = {"long": ("borda longa", "long edge"), "short": ("borda curta", "short edge")}.get(sheets.flip)
    pt, en = ("", "") if both or edge is None else (
        f", frente e verso, virando pela {edge[0]}", f", on both sides, flipped on the {edge[1]}"
    )  # fmt: skip
    return {
        "pt": f"Imprima {PRINT} a 100 % (tamanho real){pt}. Meça uma peça antes de cortar.",
        "en": f"Print {PRINT} at 100 % (actual size){en}. Measure a piece before you cut.",
    }


def mm(value: Mm, lang: str) -> str:
    """A length in words of a language."""
    return number(value).replace(".", "," if lang == "pt" else ".") + " mm"
