"""Another size for a family of a game: `size:` in its file, and its drawings, whose numbers change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated
from xml.etree import ElementTree

from msgspec import Meta, Struct

from prancha.building import game_loading
from prancha.catalogue.splice import SpliceError, change_text, replace_top_value
from prancha.catalogue.yaml_parser import read_yaml
from prancha.faces.drawing_tools import DRAWN_ELSEWHERE
from prancha.faces.framing import sides, template_of
from prancha.faces.svg_templates.placing import TargetPiece, page_matrix
from prancha.graphics.svg.external import ExternalDrawing, read
from prancha.graphics.svg.svg_markup import DrawingFault, tag_places
from prancha.graphics.svg.tag_splice import Change, Tag, splice
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Family
from prancha.model.units import Mm
from prancha.setup.layouts.scaled_layout import scale_drawing
from prancha.setup.new_game.finished_faces import read_size
from prancha.setup.new_game.project_files import refusal
from prancha.system.atomic_files import write_whole
from prancha.system.file_contents import Refused, refuse_links, regular_bytes

LARGEST = 20_000_000
NEAR: Mm = 0.5
LIKE = 0.002
"""Share by which proportions may differ to be the same."""
_PLAIN = re.compile(r"\s*(?:(?:translate|rotate)\([^()]*\)\s*)?\Z")
"""Transforms that a drawing is scaled with."""


class Resize(Struct, frozen=True):
    """A wish for another size of a family, as `size:` has it."""

    game: Annotated[str, Meta(max_length=100)]
    family: Annotated[str, Meta(max_length=100)]
    size: Annotated[str, Meta(max_length=40)]


def resize_family(project: Path, asked: Resize) -> dict[str, object]:
    """Write another size, and scale the drawings of the family to it; raises Failure and then writes nothing.

    What stands beyond the trim does so by as much as before, and type keeps its proportions.
    """
    refuse_links(project, asked.game)
    read_size(asked.size)  # refuses what is none, before it is called a fault of the file
    game = game_loading.load(project, asked.game)
    family = next((one for one in game.families if one.id == asked.family), None)
    if family is None:
        raise refusal("no-family", f"there is no family {asked.family} any more", "look at the game again")
    head = project / family.place.file
    try:
        before = regular_bytes(head, LARGEST, project / "components")
        old = read_yaml(head, project).data.get("size")
        if not isinstance(old, (str, int, float)):
            message = f"{head.name} has no size: of its own, for example because its kind has one"
            raise refusal("no-size", message, "write size: there")
        after = before
        if old != asked.size:
            file, path = family.place.file, ("size",)
            after = change_text(before, lambda text: replace_top_value(text, file, path, old, asked.size))
        sized = game_loading.load(project, asked.game, {head.name: after}).family(family.id)
        files = {head: after, **dict(_drawings(project / "templates", asked.game, family, sized))}
    except SpliceError as problem:
        raise refusal("not-changed", problem.message, problem.hint) from None
    except (Refused, UnicodeError) as problem:
        raise refusal("unreadable", f"{family.place.file}: {problem}", "save it as UTF-8 text") from None
    _write(files)
    return {"files": [], "size": f"{sized.outline.width:g} x {sized.outline.height:g} mm"}


def _drawings(root: Path, game: str, before: Family, family: Family) -> Iterator[tuple[Path, bytes]]:
    """Yield the drawings that have another size than the family now, scaled; raises Failure."""
    names = {
        (side, template_of(family, usual, item)) for side, usual in sides(family) for item in family.items
    }
    for side, name in sorted(names):
        path = root / game / name
        if not name.endswith(DRAWN_ELSEWHERE):
            continue
        if not path.is_file():
            message = f"{name} is not in the folder of this game: it is shared, or not there"
            raise refusal("not-changed", message, "copy it to the game first")
        pieces = [
            TargetPiece(outline.width, outline.height, one.bleed)
            for one in (before, family)
            for outline in (one.outline if side == "front" else one.outline.mirrored(),)
        ]
        data = regular_bytes(path, LARGEST, root)
        try:
            yield path, scaled_drawing(data, *pieces)
        except DrawingFault as fault:
            place = Place(f"templates/{game}/{name}", 1, 1)
            raise Failure([Diagnostic(place, "not-changed", fault.message, hint=fault.hint)]) from None


def scaled_drawing(data: bytes, was: TargetPiece, piece: TargetPiece) -> bytes:
    """Return a drawing for components of one size as one for those of another; raises DrawingFault.

    A drawing in mm is scaled object by object.  Any other one is enlarged as a whole, which takes the same
    proportions.
    """
    drawing = read(data)
    try:
        page_matrix(drawing, piece)
        return data  # it has this size already
    except DrawingFault:
        pass
    size = drawing.size or (drawing.box[2], drawing.box[3])
    is_full = all(abs(a - b) <= NEAR for a, b in zip(size, was.full, strict=True)) and was.bleed > 0
    wanted = piece.full if is_full else (piece.width, piece.height)
    root = ElementTree.fromstring(data)  # what it must not hold was refused by `read`
    places = [start for start, _ in tag_places(data)]
    elements = list(root.iter())
    after = b""
    if _is_in_mm(drawing) and len(elements) == len(places) and all(map(_is_plain, elements)):
        known = [dict(one.attrib) for one in elements]
        try:
            scale_drawing(root, wanted)
            after = splice(data, _changes(data, zip(places, elements, known, strict=True)))
        except ValueError:  # a length with a unit
            after = b""
    alike = abs(size[0] / size[1] * wanted[1] / wanted[0] - 1) <= LIKE
    if not after and alike:
        tag = Tag(data, places[0])
        sides_ = zip(("width", "height"), wanted, strict=True)
        changes = [tag.replace(name, f"{side:g}mm") for name, side in sides_]
        if "viewBox" not in tag:
            changes.append(tag.replace("viewBox", " ".join(f"{side:g}" for side in drawing.box)))
        after = splice(data, changes)
    if not after:
        message = f"the drawing cannot be scaled here to {wanted[0]:g} x {wanted[1]:g} mm"
        hint = "it is not in mm, or has transforms; give its page this size where it was drawn"
        raise DrawingFault(message, hint)
    page_matrix(read(after), piece)
    return after


def _is_in_mm(drawing: ExternalDrawing) -> bool:
    x, y, width, height = drawing.box
    size = drawing.size or (0.0, 0.0)
    return (x, y) == (0, 0) and abs(width - size[0]) < 0.01 and abs(height - size[1]) < 0.01


def _is_plain(element: ElementTree.Element) -> bool:
    """Return whether an element is scaled by its numbers alone."""
    return bool(_PLAIN.match(element.get("transform", "")))


def _changes(
    data: bytes, elements: Iterator[tuple[int, ElementTree.Element, Mapping[str, str]]]
) -> Iterator[Change]:
    """Yield the attributes that are other ones than `known`."""
    for start, element, known in elements:
        changed = {name: value for name, value in element.attrib.items() if known.get(name) != value}
        if changed:
            tag = Tag(data, start)
            written = {name.rpartition(":")[2]: name for name in tag.names}
            for name, value in changed.items():
                local = name.rpartition("}")[2]
                yield tag.replace(written.get(local, local), value)


def _write(files: Mapping[Path, bytes]) -> None:
    """Write all files, or none; raises Failure."""
    before = {path: path.read_bytes() for path in files}
    written: list[Path] = []
    try:
        for path, data in files.items():
            if data != before[path]:
                write_whole(path, data)
                written.append(path)
    except Failure:
        for path in written:
            write_whole(path, before[path])
        raise
