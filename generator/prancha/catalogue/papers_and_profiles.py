"""Paper sizes, sheet profiles and print shops: data in the YAML files of components/_sheets."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from prancha.catalogue.game_folders import find_misnamed, is_there
from prancha.catalogue.yaml_document import Findings, read_length, read_sides
from prancha.catalogue.yaml_document import KeyPath as Keys
from prancha.catalogue.yaml_parser import read_yaml
from prancha.model import outline as shapes
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.kit_components import Product, Service
from prancha.model.outline import SQRT3, Outline
from prancha.model.sheet import Cell, Marks, Paper, Profile
from prancha.model.units import MM_PER_INCH, Mm, number, parse_length, parse_size

if TYPE_CHECKING:
    from prancha.catalogue.file_keys import (
        GridFile,
        MarksFile,
        PaperFile,
        PapersFile,
        ProductFile,
        ProfileFile,
        ProfilesFile,
        ServiceFile,
        ServicesFile,
        SlotFile,
    )


Entry = TypeVar("Entry")
PAPERS_FILE = "papers.yaml"
SMALLEST: Mm = 50.0
LARGEST: Mm = 2000.0
PROFILES_FILE = "profiles.yaml"
TOUCH: Mm = 0.01
"""Labels may touch; sizes are written to a hundredth of a millimetre."""


def load_entries(
    folders: Sequence[Path],
    name: str,
    keys: str,
    read: Callable[[Findings, Any], dict[str, Entry]],
    found: Iterable[Diagnostic] = (),
) -> dict[str, Entry]:
    """Return what `read` makes of the files called `name` in `folders`; of equal keys the first folder wins.

    `keys` is the class in `file_keys` of such a file.  Raises Failure with `found` and all that is wrong.
    """
    # A command that reads no such file does without these.
    from prancha.catalogue import file_keys
    from prancha.catalogue.validation_messages import validate

    wrong = [*found]
    entries: dict[str, Entry] = {}
    for folder in folders:
        root = folder.parent.parent
        wrong += find_misnamed(folder, root, (name.removesuffix(".yaml"),))
        if not is_there(folder / name):
            continue
        try:
            findings = Findings(read_yaml(folder / name, root))
            file: Any = validate(getattr(file_keys, keys), findings)
            if file is not None:
                entries = {**read(findings, file), **entries}
            wrong += findings.found
        except Failure as failure:
            wrong += failure.diagnostics
    if wrong:
        raise Failure(wrong)
    return entries


def load_papers(folders: Sequence[Path]) -> Mapping[str, Paper]:
    """Return the papers in `folders` by name; the first folder that has a name wins.

    Raises Failure for wrong files, and when no folder holds papers.yaml.
    """
    found = []
    if not any(is_there(folder / PAPERS_FILE) for folder in folders):
        message = "there is no papers.yaml in " + ", ".join(folder.as_posix() for folder in folders)
        found.append(Diagnostic(Place(PAPERS_FILE), "no-papers", message))
    papers = load_entries(folders, PAPERS_FILE, keys="PapersFile", read=_read_papers, found=found)
    return MappingProxyType(dict(sorted(papers.items())))


def _read_papers(findings: Findings, file: PapersFile) -> dict[str, Paper]:
    margin = _read_length(findings, ("margin",), file.margin, 0, SMALLEST / 2)
    return {name: _read_paper(findings, name, one, margin) for name, one in file.papers.items()}


def _read_paper(findings: Findings, name: str, one: PaperFile, margin: Mm) -> Paper:
    """Return one paper; invalid after an error is reported, which `load_entries` then raises."""
    path = ("papers", name, "size")
    sides = read_sides(findings, path, one.size)
    if sides is None:
        return Paper(name, 0, 0, 0)
    width, height = sides
    if not SMALLEST <= width <= height <= LARGEST:
        message = f'"{one.size}" must be portrait and between {SMALLEST:g} mm and {LARGEST:g} mm'
        hint = "write the shorter side first" if width > height else ""
        findings.error(path, "out-of-range", message, hint)
    if one.margin is not None:
        margin = _read_length(findings, ("papers", name, "margin"), one.margin, 0, SMALLEST / 2)
    return Paper(name, width, height, margin)


OWN_MARGIN: Mm = 8.0
"""Margin of a paper that is named by its size: most home printers leave less blank."""


def paper_of_size(text: str) -> Paper | None:
    """Return the paper of a size, `200 x 280 mm`, None for other words; raises Failure for extremes."""
    try:
        width, height = sorted(parse_size(text))
    except ValueError:
        return None
    if not SMALLEST <= width <= height <= LARGEST:
        message = f'the paper "{text}" is not between {SMALLEST:g} mm and {LARGEST:g} mm'
        raise Failure([Diagnostic(Place(""), "out-of-range", message, hint="such as 200 x 280 mm")])
    return Paper(f"{number(width)}x{number(height)}mm", width, height, OWN_MARGIN)


def load_profiles(folders: Sequence[Path], papers: Mapping[str, Paper]) -> Mapping[str, Profile]:
    """Return the sheet profiles in `folders` by name; the first folder that has a name wins.

    Raises Failure for wrong files: units, unknown papers, places off the paper or over each other.
    """

    def read(findings: Findings, file: ProfilesFile) -> dict[str, Profile]:
        return {name: _read_profile(findings, name, one, papers) for name, one in file.profiles.items()}

    profiles = load_entries(folders, PROFILES_FILE, keys="ProfilesFile", read=read)
    return MappingProxyType(dict(sorted(profiles.items())))


def _read_profile(findings: Findings, name: str, one: ProfileFile, papers: Mapping[str, Paper]) -> Profile:
    """Return one profile; invalid after an error is reported, which `load_entries` then raises."""
    path: Keys = ("profiles", name)
    if one.paper and one.paper not in papers:
        hint = suggestion(one.paper, papers)
        findings.error((*path, "paper"), "no-paper", f'there is no paper "{one.paper}"', hint)
    margin = _read_length(findings, (*path, "margin"), one.margin, 0, 25) if one.margin is not None else None
    bleed = _read_length(findings, (*path, "bleed"), one.bleed, 0, 10)
    cells: tuple[Cell, ...] = ()
    if one.grid is not None and one.slots is not None:
        message = "a profile has either a grid or a list of slots"
        findings.error((*path, "slots"), "unused-key", message, "delete one of them", key=True)
    elif one.grid is not None or one.slots is not None:
        key = "grid" if one.grid is not None else "slots"
        if not one.paper:
            hint = "add a line such as paper: a4"
            findings.error((*path, key), "missing-key", f'{key} needs the key "paper"', hint, key=True)
        cells = tuple(_read_cells(findings, path, one))
        if one.paper in papers and not findings.found:
            paper = papers[one.paper]
            _check_places(findings, (*path, key), cells, paper, paper.margin if margin is None else margin)
    marks = one.marks
    style = "none" if cells and (marks is None or "style" not in marks.written) else None
    return Profile(
        name,
        one.paper,
        margin=margin,
        marks=_read_marks(findings, (*path, "marks"), marks, style),
        bleed=bleed,
        cells=cells,
    )


def _read_marks(findings: Findings, path: Keys, marks: MarksFile | None, style: str | None) -> Marks:
    if marks is None:
        return Marks(style="none") if style else Marks()
    colour = marks.colour
    return Marks(
        "none" if style else marks.style,
        _read_length(findings, (*path, "length"), marks.length, 1, 30),
        distance=_read_length(findings, (*path, "distance"), marks.distance, 0, 20),
        weight=_read_length(findings, (*path, "weight"), marks.weight, 0.02, 2),
        colour=colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:]),
        backs=marks.backs,
        light=marks.light,
    )


def _read_cells(findings: Findings, path: Keys, one: ProfileFile) -> Iterator[Cell]:
    if one.grid is not None:
        yield from _read_grid(findings, (*path, "grid"), one.grid)
    for index, slot in enumerate(one.slots or ()):
        here = (*path, "slots", index)
        outline = _read_outline(findings, here, slot)
        x, y = _read_corner(findings, here, slot)
        if outline is not None:
            yield Cell(index + 1, x + outline.width / 2, y + outline.height / 2, outline)


def _read_grid(findings: Findings, path: Keys, grid: GridFile) -> Iterator[Cell]:
    outline = _read_outline(findings, path, grid)
    x, y = _read_corner(findings, path, grid)
    step = read_sides(findings, (*path, "step"), grid.step) if grid.step else (0.0, 0.0)
    if outline is None or step is None:
        return
    across, down = step[0] or outline.width, step[1] or outline.height
    for row in range(grid.rows):
        for column in range(grid.columns):
            centre = x + column * across + outline.width / 2, y + row * down + outline.height / 2
            yield Cell(row * grid.columns + column + 1, *centre, outline)


def _read_outline(findings: Findings, path: Keys, slot: GridFile | SlotFile) -> Outline | None:
    """Return the outline of a place; the size of a circle or hexagon is one length."""
    single = slot.shape in ("circle", "hexagon")
    if single:
        length = _read_length(findings, (*path, "size"), slot.size, 2, 2000)
        return (shapes.circle if slot.shape == "circle" else shapes.hexagon)(length) if length else None
    sides = read_sides(findings, (*path, "size"), slot.size)
    if sides is None:
        return None
    width, height = sides
    if min(width, height) < 2:
        findings.error((*path, "size"), "out-of-range", f'"{slot.size}" is smaller than 2 mm')
        return None
    radius = 0.0
    if slot.shape == "rounded":
        if slot.radius is None:
            hint = "add radius: 3 mm"
            findings.error((*path, "shape"), "missing-key", 'shape: rounded needs the key "radius"', hint)
            return None
        radius = _read_length(findings, (*path, "radius"), slot.radius, 0.1, min(width, height) / 2)
    elif slot.radius is not None:
        message = f'"radius" is only for shape: rounded, and this is {slot.shape}'
        findings.error((*path, "radius"), "unused-key", message, "delete radius", key=True)
    return shapes.rectangle(width, height, radius)


def _read_corner(findings: Findings, path: Keys, slot: GridFile | SlotFile) -> tuple[Mm, Mm]:
    return (
        _read_length(findings, (*path, "x"), slot.x, 0, 2000),
        _read_length(findings, (*path, "y"), slot.y, 0, 2000),
    )


def _check_places(findings: Findings, path: Keys, cells: Sequence[Cell], paper: Paper, margin: Mm) -> None:
    """Report places outside the printable area, and the first pair that overlaps."""
    for cell in cells:
        w, h = cell.outline.width / 2, cell.outline.height / 2
        room = min(cell.x - w, cell.y - h, paper.width - cell.x - w, paper.height - cell.y - h)
        if room < margin - TOUCH:
            where = f"{room:.4g} mm from the edge of {paper.name}, in its margin of {margin:g} mm"
            message = f"slot {cell.number} ends {where}"
            hint = "give the profile a smaller margin, if your printer reaches that far"
            findings.error(path, "off-paper", message, hint)
            return
    for k, one in enumerate(cells):
        for other in cells[k + 1 :]:
            if _do_overlap(one, other):
                message = f"slots {one.number} and {other.number} overlap"
                findings.error(path, "overlap", message)
                return


def _do_overlap(one: Cell, other: Cell) -> bool:
    dx, dy = abs(one.x - other.x), abs(one.y - other.y)
    if one.outline.shape == other.outline.shape == "circle":
        return math.hypot(dx, dy) < (one.outline.width + other.outline.width) / 2 - TOUCH
    if one.outline.shape == other.outline.shape == "hexagon":
        # Equal upright hexagons overlap if closer than flat to flat in all three directions.
        turned = (dx, dx / 2 + dy * SQRT3 / 2, abs(dx / 2 - dy * SQRT3 / 2))
        return max(turned) < (one.outline.width + other.outline.width) / 2 - TOUCH
    across, down = (
        (one.outline.width + other.outline.width) / 2,
        (one.outline.height + other.outline.height) / 2,
    )
    return dx < across - TOUCH and dy < down - TOUCH


def _read_length(findings: Findings, path: Keys, text: str, low: Mm, high: Mm) -> Mm:
    """Return the length in mm; 0 after reporting what is wrong with it."""
    return read_length(findings, path, text, low, high) or 0.0


SERVICES_FILE = "services.yaml"
_PIXELS = re.compile(r"\s*(\d+)\s*[x×]\s*(\d+)\s*px\s*\Z")
_PIXEL = re.compile(r"\s*(\d+(?:\.\d+)?)\s*px\s*\Z")


def load_services(folders: Sequence[Path]) -> Mapping[str, Service]:
    """Return the print shops in `folders` by name, in file order; the first folder with a name wins.

    Raises Failure for wrong files.
    """

    def read(findings: Findings, file: ServicesFile) -> dict[str, Service]:
        return {name: _read_service(findings, name, one) for name, one in file.services.items()}

    return MappingProxyType(load_entries(folders, SERVICES_FILE, keys="ServicesFile", read=read))


def _read_service(findings: Findings, name: str, one: ServiceFile) -> Service:
    path = ("services", name)
    bleed = _read_length_or_pixels(findings, (*path, "bleed"), one.bleed, one.dpi)
    safe = _read_length_or_pixels(findings, (*path, "safe"), one.safe, one.dpi)
    border = (
        _read_length_or_pixels(findings, (*path, "border"), one.border, one.dpi)
        if one.border is not None
        else 0.0
    )
    products = tuple(
        _read_product(findings, (*path, "products", key), key, of=one, made=made, usual=(bleed, safe))
        for key, made in one.products.items()
    )
    same = "checked source kind dpi colour ink pages naming repeat back_word largest unconfirmed".split()
    return Service(
        name,
        one.title,
        **{key: getattr(one, key) for key in same},
        site=one.site or "",
        bleed=bleed,
        safe=safe,
        products=products,
        standard=one.standard or "",
        note=MappingProxyType(dict(one.note)),
        border=border,
    )


def _read_product(
    findings: Findings, path: Keys, name: str, of: ServiceFile, made: ProductFile, usual: tuple[Mm, Mm]
) -> Product:
    bleed, safe = usual
    if made.bleed is not None:
        bleed = _read_length_or_pixels(findings, (*path, "bleed"), made.bleed, of.dpi)
    if made.safe is not None:
        safe = _read_length_or_pixels(findings, (*path, "safe"), made.safe, of.dpi)
    trim, pixels = _read_size(findings, path, made, bleed=bleed, dpi=of.dpi)
    return Product(
        name,
        made.shape,
        stock=made.stock,
        trim=trim,
        pixels=pixels,
        bleed=bleed,
        safe=safe,
        most=made.most,
        unconfirmed=made.unconfirmed or of.unconfirmed,
        automatic=made.automatic,
    )


def _read_size(
    findings: Findings, path: Keys, made: ProductFile, bleed: Mm, dpi: int
) -> tuple[tuple[Mm, Mm], tuple[int, int]]:
    """Return the trim in mm and the pixels of the file; zeros for a free product.

    One is computed from the other, to the nearest pixel; shops that round differently give both, which must
    agree to 1.5 pixels.
    """
    given = 2 - [made.file, made.trim].count(None)
    if (given > 0) == (made.shape == "free"):
        message = "a product has a file in pixels or a trim, and a free one neither"
        findings.error(path, "bad-value", message, "write file: 825 x 1125 px or trim: 63 x 88 mm")
        return (0.0, 0.0), (0, 0)
    width = height = wide = high = 0.0
    found = _PIXELS.match(made.file or "")
    if made.file is not None and found is None:
        message = f'"{made.file}" is not a size in pixels'
        findings.error((*path, "file"), "bad-length", message, "825 x 1125 px")
        return (0.0, 0.0), (0, 0)
    if made.trim is not None:
        sides = read_sides(findings, (*path, "trim"), made.trim)
        if sides is None:
            return (0.0, 0.0), (0, 0)
        width, height = sides
    if found is not None:
        wide, high = int(found[1]), int(found[2])
        room = tuple(v * MM_PER_INCH / dpi - 2 * bleed for v in (wide, high))
        if made.trim is None:
            width, height = room
            if min(room) <= 0:
                findings.error((*path, "file"), "out-of-range", "the file has only bleed")
        elif any(abs(a - b) > 1.5 * MM_PER_INCH / dpi for a, b in zip(room, (width, height), strict=True)):
            message = (
                f"file and trim do not go together: the file has room for {room[0]:.2f} x {room[1]:.2f} mm"
            )
            findings.error((*path, "file"), "out-of-range", message, "write one of them, or another bleed")
    elif made.trim is not None:
        wide, high = ((v + 2 * bleed) * dpi / MM_PER_INCH + 0.5 for v in (width, height))
    return (round(width, 4), round(height, 4)), (int(wide), int(high))


def _read_length_or_pixels(findings: Findings, path: Keys, text: str, dpi: int) -> Mm:
    """Return a length in mm, given in mm, in, pt or pixels of `dpi`; report what is wrong."""
    found = _PIXEL.match(text)
    try:
        length = float(found[1]) * MM_PER_INCH / dpi if found else parse_length(text)
    except ValueError as error:
        findings.error(path, "bad-length", str(error))
        return 0.0
    if not 0 <= length <= 50:
        findings.error(path, "out-of-range", f'"{text}" must be from 0 to 50 mm')
    return length
