"""Additions of a page to a game, never over another file, and another size for one of its families.

A family of a kind, a font or a picture is added.  Another size is written as `size:` in the file of the
family, and the numbers of its drawings change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated
from xml.etree import ElementTree

from msgspec import Meta, Struct

from prancha.building import game_loading
from prancha.catalogue.splice import SpliceError, add_keys, change_text, compose_data, replace_value
from prancha.catalogue.yaml_parser import read_yaml
from prancha.faces.drawing_tools import DRAWN_ELSEWHERE
from prancha.faces.framing import sides, template_of
from prancha.faces.placed_art import ENDINGS as PICTURES
from prancha.faces.placed_art import FOLDER as ART
from prancha.faces.svg_templates.placing import TargetPiece, page_matrix
from prancha.graphics import pictures
from prancha.graphics.svg.external import ExternalDrawing, read
from prancha.graphics.svg.svg_markup import DrawingFault, tag_places
from prancha.graphics.svg.tag_splice import Change, Tag, splice
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Family
from prancha.model.units import Mm
from prancha.setup.font_adding import add_font
from prancha.setup.layouts.filled_layout import scale_drawing
from prancha.setup.new_game.finished_faces import read_size
from prancha.setup.new_game.plain_game import DRAWN_KINDS
from prancha.setup.new_game.project import start
from prancha.setup.new_game.project_files import refusal
from prancha.setup.new_game.starter_kinds import KINDS
from prancha.system.atomic_files import write_whole
from prancha.system.file_contents import Refused, is_file, leads_out, refuse_links, regular_bytes

Json = dict[str, object]
_MOST_NAMES = 999


class Addition(Struct, frozen=True):
    """An addition to `game`: a family of a `kind`, or the one file that was given."""

    game: Annotated[str, Meta(max_length=100)]
    kind: Annotated[str, Meta(max_length=40)] = ""


def add_family(project: Path, asked: Addition) -> Json:
    """Add a family of a kind to a game, with components to begin with; raises Failure."""
    refuse_links(project, asked.game)
    if asked.kind not in KINDS and asked.kind not in DRAWN_KINDS:
        raise refusal("bad-kind", f'"{asked.kind}" is not a kind of component', "choose one of the list")
    family = DRAWN_KINDS[asked.kind].family if asked.kind in DRAWN_KINDS else KINDS[asked.kind].family
    file = project / "components" / asked.game / f"{family}.yaml"
    if not is_file(file.with_name("game.yaml")):
        raise refusal("no-game", f"there is no game {asked.game} any more", "look at the games again")
    if file.exists() or file.is_symlink():
        message = f"the game has a family {family} already"
        raise refusal("exists", message, "add cards to it, or rename its file and its line in families:")
    started = start(project, asked.game, asked.kind)
    files = [path.relative_to(project).as_posix() for path in started.files]
    return {"family": family, "files": files, "notes": list(started.notes)}


def add_given_font(project: Path, asked: Addition, files: Path) -> Json:
    """Add the given font to a game, and name it in game.yaml where that names none; raises Failure."""
    given = _only_file(files)
    folder = project / "templates" / asked.game / "fonts"
    refuse_links(project, asked.game)
    _refuse_way_out(folder, project)
    there = set(folder.rglob("*"))
    added = add_font(project, str(given), asked.game)
    line = added.lines.get(asked.game, "")
    head = project / "components" / asked.game / "game.yaml"
    place = head.relative_to(project).as_posix()
    written = False
    try:
        before = regular_bytes(head, 20_000_000, project / "components")
        names = {"body": f'"{added.family}"'}

        def named(text: str) -> str:
            has_fonts = "fonts" in (compose_data(text, place) or ())
            return text if has_fonts else add_keys(text, place, "fonts", names)

        after = change_text(before, named)
        if after != before:
            write_whole(head, after)
            written = True
    except (SpliceError, UnicodeError):
        pass  # the page shows the line to write
    new = [path.relative_to(project).as_posix() for path in added.files if path not in there]
    told = {"family": added.family, "files": new, "notes": list(added.notes)}
    return {**told, "line": "" if written else line}


def add_picture(project: Path, asked: Addition, files: Path) -> Json:
    """Copy the picture that was given to those of a game, under a name that is free there; raises Failure.

    `files` has it where it was copied: a picture of the same bytes and name is used as it is.
    """
    given = _only_file(files)
    refuse_links(project, asked.game)
    folder = project / "templates" / asked.game / ART
    _refuse_way_out(folder, project)
    if given.suffix.lower() not in PICTURES:
        message = f"{given.name} is no picture that can be dropped here"
        raise refusal("unreadable", message, f"give one of {', '.join(PICTURES)}")
    data = regular_bytes(given, pictures.MAX_BYTES, files)
    try:
        pictures.look(data, given.name)
    except DrawingFault as fault:
        raise refusal("unreadable", fault.message, fault.hint) from None
    for number in range(1, _MOST_NAMES):
        name = given.name if number == 1 else f"{given.stem}-{number}{given.suffix}"
        path = folder / name
        if path.is_symlink():
            continue
        if not path.exists():
            write_whole(path, data)
            return {"name": name, "files": [path.relative_to(project).as_posix()]}
        if is_file(path) and path.stat().st_size == len(data) and path.read_bytes() == data:
            return {"name": name, "files": []}
    raise refusal("exists", f"there are {_MOST_NAMES} pictures called {given.stem}", "give it another name")


def _only_file(files: Path) -> Path:
    """Return the one file of a batch; raises Failure for none or several."""
    found = sorted(path for path in files.rglob("*") if path.is_file())
    if len(found) != 1:
        raise refusal("missing-file", f"{len(found)} files were given", "give one file")
    return found[0]


def _refuse_way_out(folder: Path, project: Path) -> None:
    """Raise Failure for a folder that is a link, or lies behind one, to a place outside the project."""
    if leads_out(folder, project):
        place = Place(folder.relative_to(project).as_posix())
        message = "this is a link to a place outside the project"
        raise Failure([Diagnostic(place, "unreadable", message, hint="copy what it leads to here")])


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
            place, path = Place(family.place.file), ("size",)
            after = change_text(before, lambda text: replace_value(text, place, path, old, asked.size))
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
    for at, element, known in elements:
        changed = {name: value for name, value in element.attrib.items() if known.get(name) != value}
        if changed:
            tag = Tag(data, at)
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
