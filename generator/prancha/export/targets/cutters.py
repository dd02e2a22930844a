"""Cutting machines: a PDF of sheets with marks to print, and a file of the cuts of each, as SVG or DXF.

Most differ by a row of a table alone; Silhouette machines have marks of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.export.cut_files import PLAIN, REGMARKS, Layer, Layers, cut_dxf, cut_svg, missing_library
from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, LaidSheets, Plan, Steps, Target, steps_in_words
from prancha.export.targets.designs import Make, plan_files
from prancha.model.cutting import CutLayout, Machine, Marking
from prancha.model.printing import DuplexName
from prancha.model.units import Mm, number
from prancha.system.words import words

PRINT = "print.pdf"
GUTTER: Mm = 1.0
"""Gap between pieces, in mm: no line is cut twice, and a shifted print shows no neighbour."""
CROSSES = Marking(3, 10.0, (3.0,), 0.25, crosses=True)
"""Three crosses, their middles 10 mm from the edges: for programs that align a file by points or by eye."""
OPTIONS: Mapping[str, Any] = MappingProxyType({"paper": "a4", "duplex": "long", "gutter": GUTTER})
LIGHTBURN = Layers(
    Layer("T1", "T1 targets", "#F36926"),
    Layer("C01", "C01 score", "#0000FF"),
    Layer("C02", "C02 cut", "#FF0000"),
)
"""Colours of LightBurn's palette: a tool layer, which is never burnt, and the second and third layers."""


class Cutter(Struct, frozen=True):
    """A machine or program that takes sheets with three crosses.

    `area` is what it reaches, width and height in mm, where that is less than a sheet may be; `confirmed`:
    its maker says so.  `kind` is the format of its files, "svg" or "dxf"; `layers` name marks, folds, cuts.
    The steps of its READ-ME are under its name in the program's words.
    """

    name: str
    summary: str
    area: tuple[Mm, Mm] | None = None
    confirmed: bool = True
    layers: Layers = PLAIN
    kind: str = "svg"

    def machine(self, options: Mapping[str, Any], marking: Marking = CROSSES) -> Machine:
        """Return what its sheets must be."""
        duplex: DuplexName = options["duplex"]
        return Machine(
            name=self.name,
            paper=options["paper"],
            duplex=duplex,
            gutter=options["gutter"],
            marking=marking,
            area=self.area,
            confirmed=self.confirmed,
        )

    def plan(self, export: Export) -> Plan:
        """Plan the PDF and its cut files."""
        return cut_plan(export, self.layers, self.kind, steps_in_words(self.name))

    def target(self) -> Target:
        """Return the target of this machine."""
        return Target(self.name, self.summary, dict(OPTIONS), self.plan, self.machine)


CUTTERS = (
    Cutter(  # a mat of 12 x 12 inches
        "scanncut",
        "sheets and SVG for Brother ScanNCut machines",
        area=(296.0, 298.0),
        confirmed=False,
    ),
    Cutter("lightburn", "sheets, and SVG in the colours of LightBurn's layers", layers=LIGHTBURN),
    Cutter(  # of its bed 19.5 x 11 inches are reached
        "glowforge",
        "sheets, and SVG in a colour for each step of a Glowforge",
        area=(279.0, 495.0),
        confirmed=False,
    ),
    Cutter("svg", "sheets, and what is cut of them as SVG, for any machine"),
    Cutter("dxf", "sheets, and what is cut of them as DXF, for any machine", kind="dxf"),
)


def cut_plan(export: Export, layers: Layers, kind: str, own: Steps) -> Plan:
    """Plan `print.pdf`, and a file of a `kind` ("svg", "dxf") for each layout of cuts.

    `own` are the steps of the machine, after those that all have.
    """
    sheets = sheets_of(export)
    missing = missing_library() if kind == "dxf" else None
    names = [f"cut-{number}.{kind}" for number in range(1, len(sheets.layouts) + 1)]

    files: list[tuple[str, Make | bytes]] = [
        (PRINT, lambda pictures: pictures.pages_pdf(sheets.pages, sheets.flip))
    ]
    for name, layout in zip(names, sheets.layouts, strict=True):
        title = f"{export.kit.title} {name}"
        files.append((name, partial(_cuts, layout, layers, kind, title)))

    def steps(lang: str) -> Sequence[str]:
        texts = words(lang, "exports")["cutters"]
        return (*_print_steps(sheets, names, texts), *own(lang))

    return plan_files(files, steps, [missing] if missing else (), remarks(sheets))


def _cuts(layout: CutLayout, layers: Layers, kind: str, title: str, _: FacePictures) -> bytes:
    return cut_dxf(layout) if kind == "dxf" else cut_svg(layout, layers, title)


def sheets_of(export: Export) -> LaidSheets:
    """Return the sheets of an export for a machine."""
    assert export.sheets is not None, "a target with a machine is given sheets"
    return export.sheets


def _print_steps(sheets: LaidSheets, names: Sequence[str], texts: Mapping[str, str]) -> Iterator[str]:
    """Yield how the PDF is printed, and which pages are cut with which file."""
    yield texts["print"].format(sides="" if sheets.flip == "none" else texts[sheets.flip])
    pages = [[one.page + 1 for one in sheets.sheets if one.layout == layout] for layout in range(len(names))]
    files = [
        texts["pages" if len(each) > 1 else "page"].format(file=name, pages=page_ranges(each))
        for name, each in zip(names, pages, strict=True)
    ]
    yield texts["files"].format(files="; ".join(files))


def page_ranges(pages: Sequence[int]) -> str:
    """Format numbers in order, as `1-4, 7`; every second one as `1, 3, 5`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def remarks(sheets: LaidSheets) -> Iterator[str]:
    """Yield remarks for the user: how many sheets there are, and what is not certain."""
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


INSET: Mm = 10.0
FEEDER_INSET: Mm = 15.9
"""Least inset for the automatic sheet feeder of Silhouette machines."""
ARMS: tuple[Mm, ...] = (20.0, 10.0, 5.0)
LINE: Mm = 0.3
SQUARE: Mm = 5.0
_SILHOUETTE = Cutter(  # a mat of 12 x 24 inches; Portrait machines take less
    "silhouette",
    "sheets with registration marks for Silhouette machines, and what they cut",
    area=(305.0, 610.0),
    confirmed=False,
    layers=Layers(REGMARKS, PLAIN.score, PLAIN.cut),
)


def silhouette_machine(options: Mapping[str, Any]) -> Machine:
    """Return sheets with three marks or four."""
    arms = (options["arm"],) if options["arm"] else ARMS
    square = SQUARE if options["marks"] == 3 else 0.0
    return _SILHOUETTE.machine(options, Marking(options["marks"], options["inset"], arms, LINE, square))


def plan_silhouette(export: Export) -> Plan:
    """Plan the PDF with its marks and the cut files."""
    kind = export.options["format"]
    made = cut_plan(export, _SILHOUETTE.layers, kind, _silhouette_steps(sheets_of(export)))
    told = list(made.told)
    if kind == "svg":
        told.append(
            "the free edition of Silhouette Studio opens DXF and no SVG: --format dxf (not confirmed)"
        )
    if sheets_of(export).machine.marking.inset < FEEDER_INSET:
        told.append(f"the automatic sheet feeder wants --inset {FEEDER_INSET:g} or more")
    return replace(made, told=tuple(told))


def _silhouette_steps(sheets: LaidSheets) -> Steps:
    """Return the settings of the marks for its program, and the rest."""
    marking = sheets.machine.marking

    def fill(texts: Mapping[str, str], lang: str) -> Mapping[str, object]:
        point = words(lang, "paper")["point"]

        def mm(value: Mm) -> str:
            return number(value).replace(".", point) + " mm"

        return {
            "paper": sheets.paper.upper(),
            "marks": texts[f"marks_{marking.count}"],
            "inset": mm(marking.inset),
            "arm": mm(sheets.arm),
            "line": mm(marking.line),
            "square": texts["square"].format(side=mm(marking.square)) if marking.count == 3 else "",
        }

    return steps_in_words("silhouette", fill)


SILHOUETTE = Target(
    _SILHOUETTE.name,
    _SILHOUETTE.summary,
    {**OPTIONS, "format": "svg", "marks": 3, "inset": INSET, "arm": 0.0},
    plan_silhouette,
    silhouette_machine,
    choices={"format": ("svg", "dxf")},
)
TARGETS = tuple(cutter.target() for cutter in CUTTERS)
