"""Give the families of a game the drawings of layouts in a look: their files, the palette and the fonts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

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
from prancha.setup.new_game.project import Started, try_build
from prancha.system import program_folders
from prancha.system.atomic_files import write_whole

AUTO = "auto"
"""The name that asks for the layout that suits the columns."""
PLAIN_LOOK = "parchment"
_BACK = "back.svg.j2"
"""The back that the cards of a new game have in common."""
_FONTS = "fonts: {title: Josefin Sans, body: Alegreya Sans}"
"""The line on fonts in the file of a new game, unless its list needs other letters."""
_PALETTE = re.compile(r"(?ms)^palette:.*?(?=^\S|\Z)")
_COLOUR = re.compile(r'^  (\w+): "(#\w+)"', re.MULTILINE)
_TEXT = re.compile(r"(?m)^  (\w+): \{.*\}\n?")
"""A text in the file of a new game, which has one in each line."""
_WITH_ART = ("classic", "full-art", "hero", "economy", "minimal")
_WITHOUT_ART = ("economy", "classic", "minimal", "hero")
"""Layouts that are tried one after the other, the ones with most room for texts early."""
_TOO_LONG = {"text-overflow", "text-fit"}
_GOES_ON = "continue: card                   # texts too long for their box go on on a second card\n"


class Dressed(Struct, frozen=True):
    """What was written: files, the layout chosen, a note on the `lost` fields, which it does not show."""

    files: tuple[Path, ...]
    layout: str
    notes: tuple[str, ...]
    lost: tuple[str, ...] = ()


class GameDresser:
    """Changes the drawings of the families of one game, and builds it to see whether it prints."""

    def __init__(
        self, project: Path, game: str, look: str = "", fresh: bool = True, roles: Mapping[str, str] = {}
    ) -> None:
        """Dress a game in a look, whose colours a `fresh` game gets; an older one gets only those it lacks.

        `look` "" is the plain one; `roles` are those that fields were asked to have, by their names.
        """
        self._project, self._game = project, game
        self._folder, self._templates = (project / where / game for where in ("components", "templates"))
        self._look, self._fresh, self._roles = look or PLAIN_LOOK, fresh, roles
        self._faults: tuple[Diagnostic, ...] | None = None

    def dress(self, family_id: str, layout: str) -> Dressed:
        """Write the drawing of a layout, or of `AUTO`, for a family and name it there.  Raises Failure."""
        self._faults = None
        family, found = self._read(family_id)
        chosen = find_look(self._look)
        plan = find_layout(_names(found, family)[0] if layout == AUTO else layout)
        _refuse_outline(family, plan)
        written = _write_drawings(self._templates, family, plan, chosen, found)
        names = {"template": f"{family_id}.svg"}
        if f"{family_id}-back.svg" in {path.name for path in written}:
            names["back"] = f"{family_id}-back.svg"
        file, head = self._name_drawings(family_id, names), self._folder / "game.yaml"
        text = head.read_text(encoding="utf-8")
        if self._fresh:
            for name in {family.template, family.back or ""} - {*names.values(), _BACK, ""}:
                (self._templates / name).unlink(missing_ok=True)
            if (self._templates / _BACK).is_file():
                back = (self._templates / _BACK).read_text(encoding="utf-8")
                weight = f"weight={chosen.weights['title']}"
                write_whole(self._templates / _BACK, back.replace("weight=700", weight).encode())
            every = (*self._templates.glob("*.svg"), *self._templates.glob("*.j2"))
            said = "".join(path.read_text(encoding="utf-8") for path in every)
            text = _in_look(text, chosen, said)
        else:
            text = _with_colours(text, head, chosen)
        write_whole(head, text.encode())
        lost = _unshown(found, written)
        return Dressed((*written, file, head), plan.name, tuple(_notes(lost)), tuple(lost))

    def dress_to_print(self, family_id: str) -> Dressed:
        """Dress a family in the layout that suits its columns, or in the next that prints all they hold.

        Where none does it gets the one that prints most.  Raises Failure.
        """
        family, found = self._read(family_id)
        before = _Saved((self._folder, self._templates))
        worth: dict[str, tuple[int, int]] = {}
        faults: dict[str, tuple[Diagnostic, ...]] = {}
        for name in _names(found, family):
            dressed = self.dress(family_id, name)
            faults[name] = self.faults()
            worth[name] = (len(faults[name]), len(dressed.lost))
            if worth[name] == (0, 0):
                return dressed
            before.restore()
        best = min(worth, key=lambda name: worth[name])
        dressed = self.dress(family_id, best)
        self._faults = faults[best]
        if not faults[best] or {one.code for one in faults[best]} - _TOO_LONG or family.stock != "card":
            return dressed
        file = self._file(family_id)
        text = file.read_text(encoding="utf-8")
        write_whole(file, f"{text.rstrip()}\n{_GOES_ON}".encode())
        self._faults = None
        if self.faults():
            write_whole(file, text.encode())
            self._faults = faults[best]
            return dressed
        note = "texts that are too long go on on a second card (continue: card; size: may be larger)"
        return replace(dressed, notes=(*dressed.notes, note))

    def use_drawing(self, family_id: str, drawing: Path) -> Dressed:
        """Copy a drawing of the user's as the template of a family, and name it there.  Raises Failure."""
        self._faults = None
        try:
            data = drawing.read_bytes()
        except OSError as problem:
            message = f"cannot read the drawing: {problem.strerror}"
            hint = "name an SVG file, such as --drawing card.svg"
            raise Failure([Diagnostic(Place(drawing.as_posix()), "no-drawing", message, hint=hint)]) from None
        family = self._family(family_id)
        copy = self._templates / f"{family_id}.svg"
        write_whole(copy, data)
        file = self._name_drawings(family_id, {"template": copy.name})
        (self._templates / family.template).unlink(missing_ok=True)
        return Dressed((copy, file), drawing.name, ())

    def resize(self, family_id: str, size: tuple[Mm, Mm]) -> None:
        """Give a family another size, before it is dressed."""
        self._faults = None
        width, height = size
        written = f"{width:g} mm" if width == height else f"{width:g} x {height:g} mm"
        file = self._file(family_id)
        text = file.read_text(encoding="utf-8")
        write_whole(file, re.sub(r"(?m)^size:.*$", f"size: {written}", text, count=1).encode())

    def takes(self, family_id: str, layout: str) -> bool:
        """Return whether a layout takes the outline of a family.  Raises Failure for an unknown one."""
        return _takes(self._family(family_id), find_layout(layout))

    def faults(self) -> tuple[Diagnostic, ...]:
        """Return the errors of a build of the game as it is; it is built once after a change."""
        if self._faults is None:
            self._faults, _ = try_build(self._project, self._game)
        return self._faults

    def _file(self, family_id: str) -> Path:
        return self._folder / f"{family_id}.yaml"

    def _family(self, family_id: str) -> Family:
        return load_game(self._folder, self._project).family(family_id)

    def _read(self, family_id: str) -> tuple[Family, ListSlots]:
        game = load_game(self._folder, self._project)
        family = game.family(family_id)
        art = (self._templates / "art").glob("*")
        pictures = frozenset(path.stem for path in art if path.suffix.lower() in ENDINGS)
        found = slots_of(game, family, _icons(self._project), pictures, self._roles)
        return family, _with_ending(found, family, self._templates)

    def _name_drawings(self, family_id: str, names: Mapping[str, str]) -> Path:
        """Name other drawings in the file of a family, where comments behind them stay; returns the file."""
        file = self._file(family_id)
        text = file.read_text(encoding="utf-8")
        for key, name in names.items():
            text, count = re.subn(rf"(?m)^{key}:[ \t]*\S+", f"{key}: {name}", text)
            if not count:
                text = f"{text.rstrip()}\n{key}: {name}\n"
        write_whole(file, text.encode())
        return file


class _Saved:
    """The files in some folders, to be put back."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self._folders = folders
        self._files = {path: path.read_bytes() for path in self._paths()}

    def _paths(self) -> list[Path]:
        return [path for folder in self._folders for path in folder.glob("*.*") if path.is_file()]

    def restore(self) -> None:
        for path in self._paths():
            if path not in self._files:
                path.unlink()
        for path, data in self._files.items():
            write_whole(path, data)


def dress_started(
    project: Path,
    started: Started,
    layout: str,
    look: str,
    fresh: bool = True,
    roles: Mapping[str, str] = {},
    size: tuple[Mm, Mm] | None = None,
    drawing: Path | None = None,
    tried: bool = True,
) -> Started:
    """Dress all families that were begun with lists in a layout; "" is the one that suits each.

    A family whose outline the layout does not take becomes a token or keeps its template.  `roles` are those
    that columns were asked to have, by their headings; `size` is another size of the components, and a
    `drawing` of the user's replaces the layout.  `tried` builds the game once to see whether it prints.
    Raises Failure.
    """
    fields = {
        one.field: roles[name] for one in started.guessed.columns for name in one.headings if name in roles
    }
    dresser = GameDresser(project, started.game, look, fresh, fields)
    guesses, notes, written = list(started.guesses), list(started.notes), list(started.files)
    if size:
        guesses = [line for line in guesses if "size: " not in line]
    several = len(started.families) > 1
    for family in started.families:
        mark = f"{family}: " if several else ""
        if size:
            dresser.resize(family, size)
        own = layout or AUTO
        if several and not drawing and own != AUTO and not dresser.takes(family, own):
            own = "token"
            if not dresser.takes(family, own):
                notes.append(f"{mark}keeps its template, for no layout has its outline")
                continue
        if drawing:
            dressed = dresser.use_drawing(family, drawing)
        else:
            dressed = dresser.dress_to_print(family) if own == AUTO else dresser.dress(family, own)
            if own == AUTO or own != layout:
                guesses.append(f"{mark}layout: {dressed.layout} (by the columns)")
        written += dressed.files
        notes += [mark + note for note in dressed.notes]
    return replace(
        started,
        files=tuple(dict.fromkeys(path for path in written if path.exists())),
        notes=tuple(notes),
        guesses=tuple(guesses),
        wrong=dresser.faults() if tried else (),
    )


def _names(found: ListSlots, family: Family) -> list[str]:
    """Return the layouts for a list, the one that suits it best first."""
    if not family.outline.is_box:
        return ["token"]
    size = family.outline.width, family.outline.height
    first = fitting_layout(found.fields.slots, len(found.fields.stats), size, found.longest)
    if first == "token" or "answer" in found.fields.slots:
        return [first]
    others = _WITH_ART if "art" in found.fields.slots else _WITHOUT_ART
    return [first, *(name for name in others if name != first)]


def _takes(family: Family, layout: Layout) -> bool:
    return family.outline.is_box or (family.outline.shape == "circle" and layout.name == "token")


def _refuse_outline(family: Family, layout: Layout) -> None:
    """Raise Failure where the corners of a layout would be cut off."""
    if not _takes(family, layout):
        place = family.places.get("outline", family.place)
        message = f"the layout {layout.name} is for rectangles, the outline is {family.outline.shape}"
        hint = "leave out --layout; a circle takes --layout token"
        raise Failure([Diagnostic(place, "bad-layout", message, hint=hint)])


def _write_drawings(folder: Path, family: Family, layout: Layout, look: Look, found: ListSlots) -> list[Path]:
    """Write the front and, where the list has answers, the back of a family; returns the files."""
    size = family.outline.width, family.outline.height
    written = []
    for side in ("front", "back") if layout.back and "answer" in found.fields.slots else ("front",):
        drawing = layout.drawing(*size, side).read_text(encoding="utf-8")
        path = folder / (f"{family.id}.svg" if side == "front" else f"{family.id}-back.svg")
        write_whole(path, fill_layout(drawing, size, found.fields, look).encode())
        written.append(path)
    return written


def _unshown(found: ListSlots, drawings: list[Path]) -> list[str]:
    """Return the fields of a list that no drawing shows."""
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
    """Return the slots with the ending of the pictures, if the list names them without it."""
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


def _in_look(text: str, look: Look, said: str) -> str:
    """Return a new game's file with the fonts of a look, and the colours and texts that `said` names.

    `said` are its templates.
    """
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
