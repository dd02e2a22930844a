"""Cricut machines: Print then Cut prints the sheet and its marks itself, so it is given pictures.

A picture is transparent outside its pieces, and Design Space cuts along its edges; the SVG has the folds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from PIL import Image, ImageDraw

from prancha.export.cut_files import PLAIN, Layers, curve_point, cut_svg
from prancha.export.face_pictures import FINER, FacePictures
from prancha.export.pixels_and_bytes import Size, pixels
from prancha.export.target import Export, LaidSheets, Plan, Steps, Target, steps_in_words
from prancha.export.targets.cutters import page_ranges, remarks, sheets_of
from prancha.export.targets.designs import Make, as_png, plan_files
from prancha.model.box import Box
from prancha.model.cutting import NO_MARKS, CutLayout, Machine
from prancha.model.sheet import Stroke
from prancha.model.units import MM_PER_INCH, Mm, number

AREA: tuple[Mm, Mm] = (6.75 * MM_PER_INCH, 9.25 * MM_PER_INCH)
"""The largest Print then Cut of older machines; newer ones are said to take more."""
GUTTER: Mm = 4.0
"""Room for the bleed that Design Space adds around each piece."""
CHORD = 24
"""Chords of a curve of a contour in the mask."""
LAYERS = Layers(None, PLAIN.score, PLAIN.cut)


def machine(options: Mapping[str, Any]) -> Machine:
    """Return the area of a Print then Cut, without marks."""
    return Machine(
        name="cricut", paper="", duplex="none", gutter=options["gutter"], marking=NO_MARKS, area=AREA
    )


def plan(export: Export) -> Plan:
    """Plan a picture of each sheet, and the lines of each layout of cuts."""
    sheets, dpi = sheets_of(export), export.options["dpi"]
    cuts = [f"cut-{number}.svg" for number in range(1, len(sheets.layouts) + 1)]
    files: list[tuple[str, Make | bytes]] = []
    for count, one in enumerate(sheets.sheets, 1):
        draw = partial(_drawn, sheets, one.page, sheets.layouts[one.layout], dpi)
        files.append((f"sheet-{count:02}.png", as_png(draw, dpi)))
    for name, layout in zip(cuts, sheets.layouts, strict=True):
        files.append((name, cut_svg(layout, LAYERS, f"{export.kit.title} {name}", layout.box)))
    return plan_files(files, _steps(sheets, cuts), told=remarks(sheets))


def _drawn(sheets: LaidSheets, page: int, layout: CutLayout, dpi: int, pictures: FacePictures) -> Image.Image:
    """Draw the pieces of a sheet, transparent around them."""
    box = layout.box
    size = pixels(box[2] - box[0], dpi), pixels(box[3] - box[1], dpi)
    picture = pictures.draw_page(sheets.pages, page, box, size)
    picture.putalpha(_mask(layout, box, size))
    return picture


def _mask(layout: CutLayout, box: Box, size: Size) -> Image.Image:
    """Return how much of each pixel of a box of a sheet lies within pieces: 0 to 255."""
    fine = Image.new("1", (size[0] * FINER, size[1] * FINER))
    pen = ImageDraw.Draw(fine)
    across, down = fine.width / (box[2] - box[0]), fine.height / (box[3] - box[1])
    for one in layout.contours:
        points = [((x - box[0]) * across - 0.5, (y - box[1]) * down - 0.5) for x, y in _chords(one.stroke)]
        pen.polygon(points, fill=1)
    return fine.convert("L").reduce(FINER)


def _chords(stroke: Stroke) -> Iterator[tuple[Mm, Mm]]:
    x, y = stroke[0]
    for step in stroke[1:]:
        if len(step) == 6:
            one, other, end = ((step[k], step[k + 1]) for k in (0, 2, 4))
            yield from (curve_point(k / CHORD, (x, y), one, other, end) for k in range(1, CHORD))
        x, y = step[-2:]
        yield x, y


def _steps(sheets: LaidSheets, cuts: Sequence[str]) -> Steps:
    boxes = [layout.box for layout in sheets.layouts]
    sizes = [
        f"{name} {number(round(box[2] - box[0], 2))} x {number(round(box[3] - box[1], 2))} mm"
        for name, box in zip(cuts, boxes, strict=True)
    ]
    pages = [
        [k for k, one in enumerate(sheets.sheets, 1) if one.layout == layout] for layout in range(len(cuts))
    ]

    def fill(texts: Mapping[str, str], _: str) -> Mapping[str, object]:
        files = [
            texts["file"].format(file=name, sheets=page_ranges(each))
            for name, each in zip(cuts, pages, strict=True)
        ]
        return {"sizes": "; ".join(sizes), "files": "; ".join(files)}

    return steps_in_words("cricut", fill)


TARGET = Target(
    "cricut",
    "pictures for Print then Cut on Cricut machines, and the lines they are cut and folded along",
    {"dpi": 300, "gutter": GUTTER},
    plan,
    machine,
)
