"""The Layout view: objects of the drawing behind a card, changes of one of them, and pictures of trials.

What is tried is drawn from changed bytes in memory; what is changed is written into the drawing's file.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from prancha.faces.art_places import read_focus
from prancha.faces.drawing_tools import DRAWN_ELSEWHERE
from prancha.faces.framing import sides, template_of
from prancha.faces.svg_templates.drawing_objects import marks_of
from prancha.faces.svg_templates.object_edits import ObjectEditError, ObjectMoves
from prancha.faces.svg_templates.object_structure import (
    NewKind,
    NewObjects,
    ObjectStructure,
    Restructured,
    Step,
)
from prancha.faces.svg_templates.object_styles import ObjectStyles
from prancha.faces.svg_templates.placed_objects import ItemWords, PlacedObject
from prancha.faces.svg_templates.placing import TargetPiece
from prancha.faces.templates.source_map import written_objects
from prancha.graphics.svg.svg_markup import DrawingFault, ExternalMarkupFault
from prancha.model.diagnostic import Diagnostic, Failure, Place, UserError
from prancha.model.face import Side
from prancha.model.game import Family, Item
from prancha.model.units import Mm
from prancha.studio.file_history import FileHistory, refused
from prancha.studio.game_view import GameView
from prancha.studio.guard import token
from prancha.studio.page_values import Json, findings_json

KEPT_TRIALS = 24_000_000
"""Maximum size in bytes of the pages of trials that are kept."""
MOST_CHOSEN = 500
"""The most objects that are changed at once."""
_COPY: tuple[Mm, Mm] = (2.0, 2.0)
"""The distance of a copy from its original, across and down."""
_FIELD = re.compile(r"\{\{\s*(?:item\.)?([^\W\d]\w*)")
_Number = Annotated[float, Meta(ge=-5000, le=5000)]
_Words = Annotated[str, Meta(max_length=400)]


class Restyle(Struct, frozen=True):
    """A change of the look of one object, by its number: a property, an option or a kind of mark."""

    object: int
    style: tuple[_Words, _Words] | None = None
    option: tuple[_Words, _Words] | None = None
    marks: tuple[_Words, tuple[_Words, ...]] | None = None
    """A kind of mark in the name, such as `if`, and what all of them say."""


class LayoutChange(Struct, frozen=True):
    """A request of the page: a card as it knows it, objects of its drawing, and one change of them.

    `digest` is that of the file as the page knows it.  Places are in mm on the face, `turn` is in degrees.
    A change that only one object can have is of the first.
    """

    lang: _Words
    item: _Words
    side: Side
    digest: _Words
    objects: Annotated[tuple[int, ...], Meta(max_length=MOST_CHOSEN)] = ()
    moves: Annotated[tuple[tuple[_Number, _Number], ...], Meta(max_length=MOST_CHOSEN)] | None = None
    """How far each of the objects is moved."""
    frame: tuple[_Number, _Number, _Number, _Number] | None = None
    turn: _Number | None = None
    style: tuple[_Words, _Words] | None = None
    option: tuple[_Words, _Words] | None = None
    name: _Words | None = None
    marks: tuple[_Words, tuple[_Words, ...]] | None = None
    restyles: Annotated[tuple[Restyle, ...], Meta(max_length=2 * MOST_CHOSEN)] = ()
    """New looks of several objects, all written or none."""
    arrange: Literal[Step, "delete", "duplicate", "group", "ungroup"] | None = None
    add: tuple[NewKind, _Words, _Number, _Number] | None = None
    """What is added, the field that it shows or "", and its middle."""
    ghost: _Words = ""
    """The card that a trial is drawn for, by its token; "" for the one above."""
    ghost_lang: _Words = ""


class _Sheet(Struct, frozen=True):
    """The drawing behind one side of a card: its file, the folder that it must lie in, and its name."""

    path: Path
    root: Path
    name: str
    place: Place
    item: Item
    piece: TargetPiece


class LayoutDesk:
    """Shows and changes drawings of the games of one project; one thread alone uses it."""

    def __init__(self, project: Path, may_edit: bool) -> None:
        self._project, self._may_edit = project, may_edit
        self._history = FileHistory(project)
        self._trials: OrderedDict[str, bytes] = OrderedDict()
        self._read_last: tuple[tuple[object, ...], ObjectMoves] | None = None

    def objects(self, view: GameView, lang: str, item: str, side: Side) -> Json:
        """Return what the template of a side of an item draws; raises LookupError, Failure."""
        sheet = self._sheet(view, item, side)
        undo, redo = self._history.counts
        told = {"file": sheet.place.file, "undo": undo, "redo": redo}
        data = self._read(sheet)
        if not sheet.name.endswith(DRAWN_ELSEWHERE):
            written = written_objects(data.decode(errors="replace"))
            rows = [{"line": one.line, "kind": one.kind, "words": one.words} for one in written]
            return {**told, "drawing": False, "edit": False, "objects": rows}
        placed = self._moves(view, lang, sheet, data).placed
        extremes, words = _Extremes(view, lang, sheet, side), view.drawer(lang).words_on(sheet.item.key)
        return {
            **told,
            "drawing": True,
            "edit": self._may_edit,
            "digest": _digest(data),
            "icons": words.icons.names(),
            "objects": [
                {**_object(one), "extremes": extremes.of(one), "picture": _picture(one, words)}
                for one in placed.objects.values()
            ],
        }

    def change(self, view: GameView, told: LayoutChange) -> Json:
        """Change one object in its file; raises LookupError, Failure."""
        sheet = self._sheet(view, told.item, told.side)
        before = self._known(sheet, told)
        done = self._changed(view, sheet, told, before)
        if done.data != before:
            after = done.data
            self._history.write(sheet.path, sheet.root, before, after, place=sheet.place, item=sheet.item.key)
        return {**self._counts(_digest(done.data)), "chosen": done.chosen}

    def undo(self) -> Json:
        """Undo the last change; raises Failure."""
        self._history.undo()
        return self._counts("")

    def redo(self) -> Json:
        """Redo the change that was undone last; raises Failure."""
        self._history.redo()
        return self._counts("")

    def try_change(self, view: GameView, told: LayoutChange) -> Json:
        """Draw a card with a change that is not written; raises LookupError, Failure.

        The answer names the picture, or has the findings of a card that cannot be drawn then, such as that
        a text does not fit.  It has neither where the file is another than the page knows.
        """
        sheet = self._sheet(view, told.item, told.side)
        data = self._read(sheet)
        if _digest(data) != told.digest:
            return {"trial": "", "findings": []}
        after = self._changed(view, sheet, told, data).data
        ghost, lang = told.ghost or told.item, told.ghost_lang or told.lang
        key, draw = view.item(ghost).key, view.drawer(lang).try_drawing(sheet.name, after)
        try:
            page = draw(key, told.side)
        except Failure as failure:
            return {"trial": "", "findings": findings_json(failure.diagnostics)}
        name = token(_digest(page))
        self._trials[name] = page
        self._trials.move_to_end(name)
        while sum(map(len, self._trials.values())) > KEPT_TRIALS and len(self._trials) > 1:
            self._trials.popitem(last=False)
        return {"trial": name, "findings": []}

    def trial(self, name: str) -> bytes:
        """Return the page of a trial; raises LookupError."""
        return self._trials[name]

    def _counts(self, digest: str) -> Json:
        undo, redo = self._history.counts
        return {"undo": undo, "redo": redo, "digest": digest}

    def _sheet(self, view: GameView, item: str, side: Side) -> _Sheet:
        """Return the template behind a side of an item; raises LookupError."""
        found, game = view.item(item), view.game
        assert game is not None
        family = game.family(found.family)
        name = template_of(family, dict(sides(family))[side], found)
        root = self._project / "templates"
        path = root / game.id / name
        place = Place(path.relative_to(self._project).as_posix(), 1, 1)
        outline = family.outline if side == "front" else family.outline.mirrored()
        piece = TargetPiece(outline.width, outline.height, family.bleed)
        return _Sheet(path, root, name, place, item=found, piece=piece)

    def _read(self, sheet: _Sheet) -> bytes:
        if not sheet.path.is_file():
            message = f"{sheet.name} is not in the folder of this game: it is shared, or not there"
            raise refused(sheet.place, sheet.item.key, message, "change it where it lies")
        return self._history.read(sheet.path, sheet.root, sheet.place, sheet.item.key)

    def _known(self, sheet: _Sheet, told: LayoutChange) -> bytes:
        """Return the content of a drawing as the page knows it; raises Failure where it is another."""
        data = self._read(sheet)
        if not sheet.name.endswith(DRAWN_ELSEWHERE):
            message = "a template in the template language is not moved here"
            raise refused(sheet.place, sheet.item.key, message, "change it in the file, at the line shown")
        if _digest(data) != told.digest:
            message = "another program saved the file meanwhile: that version stays"
            raise refused(sheet.place, sheet.item.key, message, "look at it again, and then change it")
        return data

    def _changed(self, view: GameView, sheet: _Sheet, told: LayoutChange, data: bytes) -> Restructured:
        """Return the file with one change, and which objects were changed, by their numbers in it."""
        moves = self._moves(view, told.lang, sheet, data)
        numbers, known = told.objects, moves.placed.objects
        line = known[numbers[0]].line if numbers else 1
        try:
            if told.arrange is not None or told.add is not None:
                return self._restructured(sheet, told, data, moves)
            if told.restyles:
                return Restructured(self._restyled(view, sheet, told, data), numbers)
            return Restructured(_edited(told, data, moves), numbers)
        except ObjectEditError as error:
            place = Place(sheet.place.file, line, 1)
            raise refused(place, sheet.item.key, error.message, error.hint) from None

    def _restyled(self, view: GameView, sheet: _Sheet, told: LayoutChange, data: bytes) -> bytes:
        """Return a file with new looks of objects, one after another; what does not change them is left out.

        Raises ObjectEditError, LookupError.
        """
        for one in told.restyles:
            styles = ObjectStyles(data, self._moves(view, told.lang, sheet, data).placed)
            data = _restyle(styles, one)
        return data

    def _restructured(
        self, sheet: _Sheet, told: LayoutChange, data: bytes, moves: ObjectMoves
    ) -> Restructured:
        structure, numbers = ObjectStructure(data, moves), told.objects
        if told.add is not None:
            kind, field, x, y = told.add
            page = (sheet.piece.width, sheet.piece.height)
            return structure.add(
                NewObjects(data, moves.placed, page, moves.fonts).markup(kind, field, (x, y))
            )
        if told.arrange == "delete":
            return structure.delete(numbers)
        if told.arrange == "duplicate":
            return structure.duplicate(numbers, _COPY)
        if told.arrange == "group":
            return structure.group(numbers)
        if told.arrange == "ungroup":
            return structure.ungroup(numbers[0])
        assert told.arrange is not None
        return structure.reorder(numbers, told.arrange)

    def _moves(self, view: GameView, lang: str, sheet: _Sheet, data: bytes) -> ObjectMoves:
        """Read the objects of a drawing, once for all places of a drag; raises Failure."""
        name = (view.token, view.revision, lang, sheet.path, sheet.item.key, sheet.piece, data)
        if self._read_last is not None and self._read_last[0] == name:
            return self._read_last[1]
        words = view.drawer(lang).words_on(sheet.item.key)
        try:
            moves = ObjectMoves(data, sheet.piece, words.fonts, words.width)
            self._read_last = name, moves
            return moves
        except DrawingFault as fault:
            raise Failure([_told(sheet, each) for each in fault]) from None
        except UserError as error:
            raise refused(sheet.place, sheet.item.key, error.message, error.hint) from None


def _edited(told: LayoutChange, data: bytes, moves: ObjectMoves) -> bytes:
    """Return a file with numbers or names of some objects changed.  Raises ObjectEditError, LookupError."""
    if not told.objects:
        raise LookupError("objects")
    if told.moves is not None and len(told.moves) == len(told.objects):
        return moves.move(dict(zip(told.objects, told.moves, strict=True)))
    number, styles = told.objects[0], ObjectStyles(data, moves.placed)
    if told.frame is not None:
        return moves.resize(number, told.frame)
    if told.turn is not None:
        return moves.turn(number, told.turn)
    if told.name is not None:
        return styles.rename(number, told.name)
    return _restyle(styles, Restyle(number, told.style, told.option, told.marks))


def _restyle(styles: ObjectStyles, one: Restyle) -> bytes:
    """Return a file with a new look of one object.  Raises ObjectEditError, LookupError."""
    if one.style is not None:
        return styles.style(one.object, *one.style)
    if one.option is not None:
        return styles.set_option(one.object, *one.option)
    if one.marks is not None:
        return styles.mark(one.object, *one.marks)
    raise LookupError("change")


def _told(sheet: _Sheet, fault: DrawingFault) -> Diagnostic:
    line = fault.line if isinstance(fault, ExternalMarkupFault) else 1
    place = Place(sheet.place.file, line, 1)
    return Diagnostic(place, "svg-template", fault.message, sheet.item.key, fault.hint)


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def _object(one: PlacedObject) -> Json:
    """Return an object as the page knows it, lengths in mm and type in pt."""
    look = None
    if one.look is not None:
        look = {
            "font": one.look.font,
            "size": round(one.look.size, 3),
            "weight": one.look.weight,
            "italic": one.look.italic,
            "align": one.look.align,
            "fill": one.look.fill,
        }
    return {
        "object": one.number,
        "line": one.line,
        "tag": one.tag,
        "kind": one.kind,
        "name": one.name,
        "fields": one.fields,
        "words": one.words,
        "within": one.within,
        "frame": None if one.frame is None else [round(side, 4) for side in one.frame],
        "turn": round(one.turn, 4) + 0.0,
        "fixed": one.fixed,
        "sizable": one.sizable,
        "square": one.sized.element.tag == "circle",
        "look": look,
        "fill": one.sized.element.get("fill", ""),
        "options": _options(one.name),
        "marks": {kind: marks_of(one.name, kind) for kind in ("if", "fill", "stroke")},
        "leading": None if one.look is None else one.look.leading,
    }


def _picture(one: PlacedObject, words: ItemWords) -> Json | None:
    """Return the size of the picture that an object shows, and the point of it that is kept; None for none.

    The point is None where a field says it.
    """
    options = _options(one.name)
    size = words.picture_size(one.fields[0], options.get("ending", "")) if one.kind == "art" else None
    if size is None:
        return None
    try:
        focus = read_focus(options.get("focus", "").replace(",", " ") or None)
    except ValueError:
        focus = None
    return {"size": size, "focus": focus}


def _options(name: str) -> dict[str, str]:
    """Return the options in the name of an object."""
    return dict(re.findall(r"(?<=\s)(\w+)=(\S+)", name))


class _Extremes:
    """Finds the cards with the shortest and the longest text of an object, in every language."""

    def __init__(self, view: GameView, lang: str, sheet: _Sheet, side: Side) -> None:
        game = view.game
        assert game is not None
        family: Family = game.family(sheet.item.family)
        usual = dict(sides(family))[side]
        self._items = [one for one in family.items if template_of(family, usual, one) == sheet.name]
        self._languages = [lang, *(one for one in game.languages if one != lang and not game.missing(one))]

    def of(self, one: PlacedObject) -> list[Json]:
        """Return cards, each with its language and why it is shown; none for what shows no text."""
        fields = list(one.fields[:1] if one.kind == "text" and one.name else ()) or _FIELD.findall(one.words)
        if not fields or one.look is None:
            return []
        return [found for lang in self._languages for found in self._in_language(fields, lang)]

    def _in_language(self, fields: list[str], lang: str) -> Iterator[Json]:
        lengths = {
            item.key: sum(len(_said(item.fields.get(field.partition(".")[0]), lang)) for field in fields)
            for item in self._items
        }
        full = {key: size for key, size in lengths.items() if size}
        if not full:
            return
        ends: tuple[tuple[Literal["longest", "shortest"], str], ...] = (
            ("longest", max(full, key=lambda key: full[key])),
            ("shortest", min(full, key=lambda key: full[key])),
        )
        for which, key in ends:
            yield {"which": which, "lang": lang, "t": token(key), "key": key}


def _said(value: Any, lang: str) -> str:
    """Return the text of a field in one language."""
    if isinstance(value, Mapping):
        value = value.get(lang, "")
    return "" if value is None else str(value)
