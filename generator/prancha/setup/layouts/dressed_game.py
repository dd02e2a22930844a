"""Give a family of a game the drawing of a layout in a look: its files, its palette and fonts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.catalogue import load_game
from prancha.catalogue.splice import SpliceError, add_keys
from prancha.faces.placed_art import ENDINGS
from prancha.faces.placed_icons import IconSet
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Family
from prancha.model.units import Mm
from prancha.setup.layouts.filled_layout import fill_layout
from prancha.setup.layouts.layout_files import Layout, Look, find_layout, find_look
from prancha.setup.layouts.list_slots import ListSlots, fitting_layout, slots_of
from prancha.system import program_folders
from prancha.system.atomic_files import write_whole
from prancha.system.signals import temporary_folder

AUTO = "auto"
"""The layout that suits the columns."""
PLAIN_LOOK = "parchment"
_BACK = "back.svg.j2"
"""The back that the cards of a new game have in common."""
_FONTS = "fonts: {title: Josefin Sans, body: Alegreya Sans}"
"""Those of a new game, unless its list needs other letters."""


_PALETTE = re.compile(r"(?ms)^palette:.*?(?=^\S|\Z)")
_COLOUR = re.compile(r'^  (\w+): "(#\w+)"', re.MULTILINE)
_TEXT = re.compile(r"(?m)^  (\w+): \{.*\}\n?")
"""A text of a new game, each on its line."""


_WITH_ART = ("classic", "full-art", "hero", "economy", "minimal")
_WITHOUT_ART = ("economy", "classic", "minimal", "hero")
"""Layouts that are tried one after the other, the one with most room for texts early."""


_TOO_LONG = {"text-overflow", "text-fit"}
_GOES_ON = "continue: card                   # texts too long for their box go on on a second card\n"


class Dressed(Struct, frozen=True):
    """What was written: files, the layout chosen, the fields it does not show, and a note on these."""

    files: tuple[Path, ...]
    layout: str
    notes: tuple[str, ...]
    lost: tuple[str, ...] = ()


def dress(
    project: Path,
    game_id: str,
    family_id: str,
    layout: str,
    look: str,
    fresh: bool = True,
    roles: Mapping[str, str] = {},
) -> Dressed:
    """Write the drawing of a layout for a family and name it there; a `fresh` game gets the look's colours.

    An older game keeps its colours and fonts, and gets those it lacks.  `roles` are what fields were asked
    to be.  Raises Failure.
    """
    folder = project / "components" / game_id
    templates = project / "templates" / game_id
    family, found = _read(project, game_id, family_id, roles)
    chosen = find_look(look or PLAIN_LOOK)
    plan = find_layout(_names(found, family)[0] if layout == AUTO else layout)
    refuse_outline(family, plan)
    written = write_drawings(templates, family, plan, chosen, found)
    file = folder / f"{family_id}.yaml"
    before = file.read_text(encoding="utf-8")
    names = {"template": f"{family_id}.svg"}
    if f"{family_id}-back.svg" in {path.name for path in written}:
        names["back"] = f"{family_id}-back.svg"
    write_whole(file, _with_names(before, names).encode())
    head = folder / "game.yaml"
    text = head.read_text(encoding="utf-8")
    if fresh:
        for name in {family.template, family.back or ""} - {*names.values(), _BACK, ""}:
            (templates / name).unlink(missing_ok=True)
        if (templates / _BACK).is_file():
            back = (templates / _BACK).read_text(encoding="utf-8")
            weight = f"weight={chosen.weights['title']}"
            write_whole(templates / _BACK, back.replace("weight=700", weight).encode())
        every = (*templates.glob("*.svg"), *templates.glob("*.j2"))
        said = "".join(path.read_text(encoding="utf-8") for path in every)
        text = _in_look(text, chosen, said)
    else:
        text = _with_colours(text, head, chosen)
    write_whole(head, text.encode())
    lost = unshown(found, written)
    return Dressed((*written, file, head), plan.name, tuple(_notes(lost)), tuple(lost))


def dress_to_print(
    project: Path,
    game_id: str,
    family_id: str,
    look: str,
    fresh: bool = True,
    roles: Mapping[str, str] = {},
) -> tuple[Dressed, tuple[Diagnostic, ...]]:
    """Dress a family in the layout that suits its columns, or in the next that prints all they hold.

    Returns what was written and the errors of a build: where no layout does, that which prints most.
    """
    family, found = _read(project, game_id, family_id, roles)
    before = _Saved(project, game_id)
    worth: dict[str, tuple[int, int]] = {}
    for name in _names(found, family):
        dressed = dress(project, game_id, family_id, layout=name, look=look, fresh=fresh, roles=roles)
        faults = printing_faults(project, game_id)
        worth[name] = (len(faults), len(dressed.lost))
        if not faults and not dressed.lost:
            return dressed, faults
        before.restore()
    best = min(worth, key=lambda name: worth[name])
    dressed = dress(project, game_id, family_id, layout=best, look=look, fresh=fresh, roles=roles)
    faults = printing_faults(project, game_id)
    file = project / "components" / game_id / f"{family_id}.yaml"
    text = file.read_text(encoding="utf-8")
    if faults and {one.code for one in faults} <= _TOO_LONG and family.stock == "card":
        write_whole(file, f"{text.rstrip()}\n{_GOES_ON}".encode())
        rest = printing_faults(project, game_id)
        if not rest:
            note = "texts that are too long go on on a second card (continue: card; size: may be larger)"
            return replace(dressed, notes=(*dressed.notes, note)), rest
        write_whole(file, text.encode())
    return dressed, faults


class _Saved:
    """The files of a game that dressing changes, to be put back."""

    def __init__(self, project: Path, game_id: str) -> None:
        self._folders = [project / where / game_id for where in ("components", "templates")]
        self._files = {path: path.read_bytes() for path in self._paths()}

    def _paths(self) -> list[Path]:
        return [path for folder in self._folders for path in folder.glob("*.*") if path.is_file()]

    def restore(self) -> None:
        for path in self._paths():
            if path not in self._files:
                path.unlink()
        for path, data in self._files.items():
            write_whole(path, data)


def resize(project: Path, game_id: str, family_id: str, size: tuple[Mm, Mm]) -> None:
    """Give a family another size, before it is dressed."""
    width, height = size
    written = f"{width:g} mm" if width == height else f"{width:g} x {height:g} mm"
    file = project / "components" / game_id / f"{family_id}.yaml"
    text = file.read_text(encoding="utf-8")
    write_whole(file, re.sub(r"(?m)^size:.*$", f"size: {written}", text, count=1).encode())


def _read(project: Path, game_id: str, family_id: str, roles: Mapping[str, str]) -> tuple[Family, ListSlots]:
    game = load_game(project / "components" / game_id, project)
    family = game.family(family_id)
    templates = project / "templates" / game_id
    pictures = frozenset(
        path.stem for path in (templates / "art").glob("*") if path.suffix.lower() in ENDINGS
    )
    found = slots_of(game, family, _icons(project), pictures, roles)
    return family, _with_ending(found, family, templates)


def _names(found: ListSlots, family: Family) -> list[str]:
    """The layouts for a list, that which suits it best first."""
    if not family.outline.is_box:
        return ["token"]
    size = family.outline.width, family.outline.height
    first = fitting_layout(found.fields.slots, len(found.fields.stats), size, found.longest)
    if first == "token" or "answer" in found.fields.slots:
        return [first]
    others = _WITH_ART if "art" in found.fields.slots else _WITHOUT_ART
    return [first, *(name for name in others if name != first)]


def use_drawing(project: Path, game_id: str, family_id: str, drawing: Path) -> Dressed:
    """Copy a drawing of the user's as the template of a family, and name it there.  Raises Failure."""
    try:
        data = drawing.read_bytes()
    except OSError as problem:
        message = f"cannot read the drawing: {problem.strerror}"
        hint = "name an SVG file, such as --drawing card.svg"
        raise Failure([Diagnostic(Place(drawing.as_posix()), "no-drawing", message, hint=hint)]) from None
    family = load_game(project / "components" / game_id, project).family(family_id)
    templates = project / "templates" / game_id
    copy, file = templates / f"{family_id}.svg", project / "components" / game_id / f"{family_id}.yaml"
    write_whole(copy, data)
    write_whole(file, _with_names(file.read_text(encoding="utf-8"), {"template": copy.name}).encode())
    (templates / family.template).unlink(missing_ok=True)
    return Dressed((copy, file), drawing.name, ())


def printing_faults(project: Path, game_id: str) -> tuple[Diagnostic, ...]:
    """Build a game and keep nothing of it; returns the errors."""
    with temporary_folder() as out:
        try:
            pipeline.build_game(Order(project, out=out), game_id)
        except Failure as failure:
            return tuple(one for one in failure.diagnostics if one.severity == "error")
    return ()


def refuse_outline(family: Family, layout: Layout) -> None:
    """Raise Failure where the corners of a layout would be cut off."""
    if not family.outline.is_box and not (family.outline.shape == "circle" and layout.name == "token"):
        place = family.places.get("outline", family.place)
        message = f"the layout {layout.name} is for rectangles, the outline is {family.outline.shape}"
        hint = "leave out --layout; a circle takes --layout token"
        raise Failure([Diagnostic(place, "bad-layout", message, hint=hint)])


def write_drawings(folder: Path, family: Family, layout: Layout, look: Look, found: ListSlots) -> list[Path]:
    """Write front and, where the list has answers, back of a family; returns the files."""
    size = family.outline.width, family.outline.height
    written = []
    for side in ("front", "back") if layout.back and "answer" in found.fields.slots else ("front",):
        drawing = layout.drawing(*size, side).read_text(encoding="utf-8")
        path = folder / (f"{family.id}.svg" if side == "front" else f"{family.id}-back.svg")
        write_whole(path, fill_layout(drawing, size, found.fields, look).encode())
        written.append(path)
    return written


def unshown(found: ListSlots, drawings: list[Path]) -> list[str]:
    """The fields of a list that no drawing shows, as their columns are called."""
    labels = " ".join(
        re.findall(r'label="([^"]*)"', "".join(path.read_text(encoding="utf-8") for path in drawings))
    )
    shown = set(re.findall(r"(?:text|art|icon|fill|stroke|repeat|qr|count)[:=]([\w.]+)", labels))
    options = ("focus", "ending")
    every = (
        *(field for slot, field in found.fields.slots.items() if slot not in options),
        *(field for field, _ in found.fields.stats),
        *found.left,
    )
    return [field for field in every if field not in shown]


def _notes(lost: list[str]) -> list[str]:
    if not lost:
        return []
    names = ", ".join(f'"{field}"' for field in lost)
    return [f"not on the cards: {names} (the layout has no place for it; name an object text:{lost[0]})"]


def _with_ending(found: ListSlots, family: Family, templates: Path) -> ListSlots:
    """The slots with the ending of the pictures that the list names without it."""
    slots = found.fields.slots
    names = {str(item.fields.get(slots["art"], "")) for item in family.items} if "art" in slots else set()
    bare = [name for name in names if name and not name.lower().endswith(ENDINGS)]
    for ending in ENDINGS:
        if any((templates / "art" / f"{name}{ending}").is_file() for name in bare):
            fields = replace(found.fields, slots={**slots, "ending": ending.removeprefix(".")})
            return replace(found, fields=fields)
    return found


def _icons(project: Path) -> frozenset[str]:
    return frozenset(IconSet([folder / "icons" for folder in program_folders.libraries(project)]).names())


def _with_names(text: str, names: Mapping[str, str]) -> str:
    """A family's file with other drawings; comments behind them stay."""
    for key, name in names.items():
        text, count = re.subn(rf"(?m)^{key}:[ \t]*\S+", f"{key}: {name}", text)
        if not count:
            text = f"{text.rstrip()}\n{key}: {name}\n"
    return text


def _in_look(text: str, look: Look, said: str) -> str:
    """A new game's file in a look: its fonts, and the colours and texts that its templates, `said`, name."""
    old = dict(_COLOUR.findall("".join(_PALETTE.findall(text))))
    named = {*re.findall(r"palette\.(\w+)", said)}
    colours = {name: value for name, value in {**old, **look.palette}.items() if name in named}
    lines = "".join(f'  {name}: "{colour}"\n' for name, colour in colours.items())
    about = f"# of the look {look.name}; a drawing says fill:palette.ink"
    palette = f"palette:                          {about}\n{lines}"
    text = _PALETTE.sub("", text)
    words = {*re.findall(r"texts\.(\w+)", said)}
    text = _TEXT.sub(lambda found: found[0] if found[1] in words else "", text)
    text = re.sub(r"(?m)^texts:.*\n(?![ \t])", "", text)
    fonts = ", ".join(f"{role}: {name}" for role, name in look.fonts.items())
    return text.replace("fonts:", f"{palette}fonts:", 1).replace(_FONTS, f"fonts: {{{fonts}}}")


def _with_colours(text: str, file: Path, look: Look) -> str:
    try:
        return add_keys(text, file.as_posix(), "palette", {k: f'"{v}"' for k, v in look.palette.items()})
    except SpliceError as problem:
        message = f"the colours of the look {look.name} cannot be added: {problem}"
        raise Failure([Diagnostic(Place(file.as_posix()), "not-written", message)]) from None
