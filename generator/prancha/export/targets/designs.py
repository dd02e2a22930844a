"""Families as virtual tables take them: their role, and each face as a picture with a name and a size."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from prancha.export.face_pictures import FacePictures, pixel_size
from prancha.export.pixels_and_bytes import Size, pixels, png
from prancha.export.target import File, Plan, Steps, find_clashes
from prancha.model.component_kinds import KINDS
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.face import Side
from prancha.model.kit_components import Component, ComponentFace, ComponentFamily, ComponentKit
from prancha.model.outline import Panel
from prancha.model.table_layout import flat_panel
from prancha.model.units import MM_PER_INCH, Mm
from prancha.system.file_contents import is_device

DEFAULT = "{family}/{id}-{side}"
FIELDS = ("game", "family", "id", "side", "lang", "title", "revision")
COMMON = "common"
"""The id under which a back that a whole family shares is filed."""
_LONGEST = 120


class NamedFace(Struct, frozen=True):
    """A picture to make: the face, the first component that has it, and its name without ending."""

    name: str
    face: ComponentFace
    component: Component
    family: ComponentFamily
    common: bool = False


def slug(text: str) -> str:
    """Reduce `text` to letters, digits, - and _ of ASCII: `Coração do sol` is `Coracao-do-sol`."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_.]+", "-", bare).strip("-.")[:_LONGEST]


def named_faces(kit: ComponentKit, pattern: str = DEFAULT) -> tuple[NamedFace, ...]:
    """Return every front and every back; a back that a family shares once, under the id `common`."""
    return tuple(_named(kit, pattern))


def _named(kit: ComponentKit, pattern: str) -> Iterator[NamedFace]:
    for family in kit.families:
        back = family.common_back
        for one in family.components:
            yield NamedFace(_name(kit, pattern, one, one.id, "front"), one.front, one, family)
            if one.back is not None and back is None:
                yield NamedFace(_name(kit, pattern, one, one.id, "back"), one.back, one, family)
        if back is not None:
            first = family.components[0]
            yield NamedFace(_name(kit, pattern, first, COMMON, "back"), back, first, family, True)


def _name(kit: ComponentKit, pattern: str, one: Component, name: str, side: Side) -> str:
    values = {
        "game": kit.game,
        "family": one.family,
        "id": name,
        "side": side,
        "lang": kit.lang,
        "title": name if name == COMMON else one.title,
        "revision": kit.revision,
    }
    return pattern.format_map({key: slug(value) or "x" for key, value in values.items()})


def pattern_error(pattern: str) -> Diagnostic | None:
    """Return the error of a pattern of names; None when there is none."""
    hint = f'such as "{DEFAULT}"; known: ' + ", ".join(f"{{{name}}}" for name in FIELDS)
    try:
        parts = list(string.Formatter().parse(pattern))
    except ValueError as problem:
        return _wrong(f'--names "{pattern}" is no pattern: {problem}', hint)
    for literal, name, form, turn in parts:
        if name is not None and (name not in FIELDS or form or turn):
            return _wrong(f'--names "{pattern}": there is no field "{name}"', hint)
        if re.search(r'[\\:*?"<>|\x00-\x1f]', literal) or any(p in ("..", ".") for p in literal.split("/")):
            return _wrong(f'--names "{pattern}" has signs that no file may have in its name', hint)
    if pattern.startswith("/") or pattern.endswith("/"):
        return _wrong(f'--names "{pattern}" begins or ends with a folder', hint)
    return None


def name_errors(names: Sequence[str], hint: str = "") -> Iterator[Diagnostic]:
    """Yield errors for names that are equal on some disks, or reserved for devices by Windows."""
    for one, other in find_clashes(names):
        same = "two files would be called" if one == other else f'"{one}" would be the same file as'
        yield _wrong(
            f'{same} "{other}"' + ("" if one == other else " on a disk that is blind to capitals"),
            hint or "give the components other ids, or another --names, such as {family}/{id}-{side}",
        )
    for name in names:
        if any(is_device(part) for part in name.split("/")):
            yield _wrong(
                f'"{name}": Windows keeps this name for a device', "give another pattern with --names"
            )


def _wrong(message: str, hint: str) -> Diagnostic:
    return Diagnostic(Place(""), "export-names", message, hint=hint)


Draw = Callable[[FacePictures], Image.Image]
Make = Callable[[FacePictures], bytes]
"""A function that returns the bytes of a file."""


def as_png(draw: Draw, dpi: float) -> Make:
    """Return a function that encodes a drawn picture as PNG."""
    return lambda pictures: png(draw(pictures), dpi)


def plan_files(
    files: Sequence[tuple[str, Make | bytes]],
    steps: Steps,
    wrong: Iterable[Diagnostic] = (),
    told: Iterable[str] = (),
    left_out: tuple[str, ...] = (),
) -> Plan:
    """Plan files in their order; names that are not possible on every disk are errors too."""
    names = tuple(name for name, _ in files)

    def write(pictures: FacePictures) -> Iterator[File]:
        for name, made in files:
            yield name, made if isinstance(made, bytes) else made(pictures)

    errors = (*name_errors(names), *wrong)
    return Plan(names, write, steps, wrong=errors, told=tuple(told), left_out=left_out)


Role = Literal["card", "tile", "token", "board", "standee", "die", "box"]
BOARD: Mm = 100.0
"""The longer side of the smallest board."""
LONGEST_CARD = 2.5
"""Length by width; programs that shrink cards to a common height make longer ones too narrow to read."""


def role(family: ComponentFamily) -> Role:
    """Return how pieces of this family are handled: a `tile` has a simple outline, a `token` any other.

    A `box` is what holds the others.  Tables have no place for its net.
    """
    outline = family.outline
    kind = KINDS[family.kind] if family.kind else None
    if kind is not None and kind.size == "held":
        return "box"
    if kind is not None and kind.stands_as:
        return kind.stands_as
    long, short = max(outline.width, outline.height), min(outline.width, outline.height)
    if family.stock == "board" and long >= BOARD:
        return "board"
    if outline.is_box and family.stock != "board" and not _is_folded(family) and long <= short * LONGEST_CARD:
        return "card"
    return "tile" if outline.is_box or outline.shape == "circle" else "token"


def families_of(kit: ComponentKit, *roles: Role) -> tuple[str, ...]:
    """Return the families of a kit whose pieces are handled as one of `roles`."""
    return tuple(family.id for family in kit.families if role(family) in roles)


def is_flattened(family: ComponentFamily) -> bool:
    """Return whether pieces are folded on paper, but lie flat on this table."""
    return _is_folded(family) and role(family) not in ("die", "standee", "box")


def _is_folded(family: ComponentFamily) -> bool:
    return family.net is not None and bool(family.net.folds)


def shown_faces(kit: ComponentKit) -> list[ComponentFace]:
    """Return what a picture of the game shows: fronts of the first families, flat ones if it can."""
    fronts = [(family.net is None, family.components[0].front) for family in kit.families]
    return [face for flat, face in fronts if flat][:4] or [face for _, face in fronts][:4]


class TableFace(Struct, frozen=True):
    """A picture: `name` is that of its file; of a folded piece it shows a `panel` of its net."""

    name: str
    face: ComponentFace
    size: Size
    panel: Panel | None = None


class TableDesign(Struct, frozen=True):
    """A design and its copies; `back` is None for pieces with one side."""

    id: str
    title: str
    copies: int
    front: TableFace
    back: TableFace | None
    item: str = ""
    """Its id in the catalogue, of which `id` is what files allow."""

    @property
    def faces(self) -> tuple[TableFace, ...]:
        """Front, and back where there is one."""
        return (self.front,) if self.back is None else (self.front, self.back)

    @property
    def words(self) -> str:
        """The text printed on it."""
        return " / ".join(one.face.words for one in self.faces if one.face.words)


def table_designs(family: ComponentFamily, dpi: float, most: int) -> tuple[TableDesign, ...]:
    """Return the designs of a family in order, no side of a picture longer than `most` pixels."""
    return tuple(_designs(family, min(dpi, most * MM_PER_INCH / _longest(family))))


def _designs(family: ComponentFamily, dpi: float) -> Iterator[TableDesign]:
    start = slug(family.id)
    which = COMMON if family.common_back is not None else ""
    for one in family.components:
        name = slug(one.id)
        front = TableFace(f"{start}-{name}-front.png", one.front, pixel_size(one.front, 0.0, dpi))
        back = None
        if one.back is not None:
            back = TableFace(f"{start}-{which or name}-back.png", one.back, pixel_size(one.back, 0.0, dpi))
        yield TableDesign(name, one.title, one.copies, front, back, item=one.id)


def flat_designs(family: ComponentFamily, dpi: float, most: int) -> tuple[TableDesign, ...]:
    """Return the designs of a family as flat pieces: a stand-up with front and back, a die with one side."""
    front = flat_panel(family.net, family.kind)
    designs = table_designs(family, dpi, most)
    if front is None or family.net is None:
        return designs
    back = next((panel for panel in family.net.panels if panel.name == "back"), None)

    def shown(face: TableFace, panel: Panel, side: str) -> TableFace:
        name = face.name.replace("-front.png", f"-{side}.png")
        return TableFace(name, face.face, (pixels(panel.width, dpi), pixels(panel.height, dpi)), panel)

    return tuple(
        replace(
            one,
            front=shown(one.front, front, "front"),
            back=None if back is None else shown(one.front, back, "back"),
        )
        for one in designs
    )


def _longest(family: ComponentFamily) -> float:
    return max(family.outline.width, family.outline.height)


def shrunk_families(families: Iterable[ComponentFamily], dpi: float, most: int) -> Iterator[str]:
    """Yield which families are drawn with fewer pixels an inch than asked for."""
    small = [one.id for one in families if max(pixel_size(one.components[0].front, 0.0, dpi)) > most]
    if small:
        yield f"{', '.join(small)}: drawn with fewer than {dpi:g} dpi, {most} pixels at most"


def every_face(designs: Iterable[TableDesign]) -> tuple[TableFace, ...]:
    """Yield every picture once, in order."""
    return tuple({face.name: face for design in designs for face in design.faces}.values())


def draw_cut_out(pictures: FacePictures, face: TableFace, dpi: float) -> bytes:
    """Draw a face as PNG, transparent outside its outline."""
    return png(pictures.cut_out(face.face, face.size), dpi)


def draw_box(pictures: FacePictures, face: TableFace, dpi: float) -> bytes:
    """Draw the trim box of a face as PNG, coloured to its corners."""
    return png(pictures.draw(face.face, (0.0, 0.0), face.size), dpi)
