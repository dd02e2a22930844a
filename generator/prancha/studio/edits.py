"""Edit values and cards in their files, one at a time, undo that, and write notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from prancha import catalogue
from prancha.building import game_loading
from prancha.catalogue import SpliceError, is_there, replace_cell_value, replace_value
from prancha.catalogue.card_changes import copy_card, delete_card, move_card
from prancha.catalogue.splice import Load, add_keys, change_text, line_end, quote
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Item
from prancha.studio.file_history import KEPT, FileEdit, FileHistory, refused
from prancha.system.atomic_files import write_whole
from prancha.system.file_contents import Refused, regular_bytes

EDITABLE = (".yaml", ".csv", ".tsv", ".txt")
"""Endings of files in which a value can be found again; a workbook is written by its own program."""
LONGEST = 20_000

Value = Annotated[str, Meta(max_length=LONGEST)] | int | float | bool | None
ValuePath = Annotated[list[str | int], Meta(min_length=1, max_length=20)]
_Change = Callable[[bytes, Item, Load], bytes]
"""Returns the content of an item's file after a change; raises SpliceError, UnicodeError."""


class KnownCard(Struct, frozen=True):
    """A card as the page knows it: its key, and where it stands."""

    key: str
    file: str
    line: int


class EditRequest(KnownCard, frozen=True):
    """A request to change the value at `path` of a card from `old` to `new`."""

    path: ValuePath
    old: Value
    new: Value


class CopyRequest(KnownCard, frozen=True):
    """A request for a copy behind a card, with an id, and with values by their paths in place of its own.

    The id is "" where ids are made of other values.
    """

    id: Annotated[str, Meta(max_length=64)]
    values: Annotated[list[tuple[ValuePath, Value]], Meta(max_length=200)] = []


class MoveRequest(KnownCard, frozen=True):
    """A request to move a card to the place of the card `to`."""

    to: str


class ColourRequest(Struct, frozen=True):
    """A request for a colour of the palette as "#rrggbb", by its name; `old` is None for a new one."""

    name: Annotated[str, Meta(pattern=r"\A[^\W\d][\w-]{0,40}\Z")]
    old: Annotated[str, Meta(max_length=40)] | None
    new: Annotated[str, Meta(pattern=r"\A#[0-9a-f]{6}\Z")]


class Editor:
    """Writes only to files that items stand in, and only what changes one value or one card."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._history = FileHistory(project)

    def change(self, game: str, told: EditRequest) -> dict[str, Any]:
        """Change one value of an item; returns how many edits can be undone.  Raises Failure.

        The game is read anew for it: what the page was told may be gone, or stand elsewhere by now.
        """

        def changed(before: bytes, item: Item, load: Load) -> bytes:
            if Path(item.place.file).suffix.lower() != ".yaml":
                key, old = item.key, told.old
                return replace_cell_value(
                    before, load, self._project, key=key, path=told.path, old=old, new=told.new
                )
            return change_text(
                before, lambda text: replace_value(text, item.place, told.path, told.old, told.new)
            )

        return self._write(game, told, changed)

    def copy(self, game: str, told: CopyRequest) -> dict[str, Any]:
        """Write a copy of a card behind it; returns its key and what can be undone.  Raises Failure."""
        made = ""

        def changed(before: bytes, item: Item, load: Load) -> bytes:
            nonlocal made
            values = {tuple(path): new for path, new in told.values}
            after, name = copy_card(before, load, self._project, item.key, name=told.id, values=values)
            made = f"{item.family}/{name}"
            return after

        return {**self._write(game, told, changed), "key": made}

    def delete(self, game: str, told: KnownCard) -> dict[str, Any]:
        """Delete a card; returns what can be undone.  Raises Failure."""
        return self._write(
            game, told, lambda before, item, load: delete_card(before, load, self._project, item.key)
        )

    def move(self, game: str, told: MoveRequest) -> dict[str, Any]:
        """Move a card to the place of another; returns what can be undone.  Raises Failure."""
        return self._write(
            game, told, lambda before, item, load: move_card(before, load, self._project, item.key, told.to)
        )

    def colour(self, game: str, told: ColourRequest) -> dict[str, Any]:
        """Change or add a colour in `palette:` of game.yaml; returns what can be undone.  Raises Failure."""
        root = self._project / "components"
        path = root / game / "game.yaml"
        place = Place(path.relative_to(self._project).as_posix(), 1, 1)
        before = self._history.read(path, root, place, "")

        def changed(text: str) -> str:
            if told.old is not None:
                return replace_value(text, Place(place.file), ("palette", told.name), told.old, told.new)
            after = add_keys(text, place.file, "palette", {told.name: quote(told.new)})
            if after == text:
                raise SpliceError(f"there is a colour {told.name} already", "choose another name")
            return after

        try:
            data = change_text(before, changed)
            game_loading.load(self._project, game, {path.name: data})
        except UnicodeError:
            raise refused(place, "", "the file is not UTF-8", "save the file as UTF-8 text") from None
        except SpliceError as problem:
            raise refused(place, "", problem.message, problem.hint) from None
        except Failure as failure:
            message = f"the game could not be read with this change: {failure.diagnostics[0].message}"
            raise refused(place, "", message, "change it in the file") from None
        self._history.write(path, root, before, data, place=place, item="")
        return {"undo": self._history.counts[0]}

    def _write(self, game: str, told: KnownCard, changed: _Change) -> dict[str, Any]:
        """Write the file of a card with a change; raises Failure."""
        item = self._find_item(game, told)
        place = item.place
        path = self._project / place.file
        if path.suffix.lower() not in EDITABLE:
            message = f"{path.suffix or 'this file'} is read only here"
            raise refused(
                place,
                item.key,
                message,
                "change it where it was written; the studio sees it when it is saved",
            )
        inside = path.suffix == ".yaml"  # a list may lie elsewhere in the project
        root = self._project / "components" if inside else self._project
        before = self._history.read(path, root, place, item.key)
        # Once more: had the file changed before it was read, its lines would be others.
        item = self._find_item(game, told)
        try:
            after = changed(before, item, partial(game_loading.load, self._project, game))
        except UnicodeError:
            raise refused(place, item.key, "the file is not UTF-8", "save the file as UTF-8 text") from None
        except SpliceError as problem:
            raise refused(place, item.key, problem.message, problem.hint) from None
        self._history.write(path, root, before, after, place=place, item=item.key)
        return {"undo": self._history.counts[0]}

    def _find_item(self, game: str, told: KnownCard) -> Item:
        """Return the item that the page means, if it still is where the page knows it; raises Failure."""
        place = Place(told.file, told.line)
        try:
            read = game_loading.load(self._project, game)
        except Failure as failure:
            first = failure.diagnostics[0]
            message = f"nothing is changed while the files cannot be read: {first.message}"
            where = f" at {first.place}" if first.place.file else ""
            raise Failure(
                [Diagnostic(place, "not-changed", message, told.key, f"fix it first{where}")]
            ) from None
        items = (item for family in read.families for item in family.items if item.key == told.key)
        item = next(items, None)
        if item is not None and (item.place.file, item.place.line) == (told.file, told.line):
            return item
        message = f"there is no {told.key} any more: it was renamed or deleted"
        if item is not None:
            message = f"{told.key} stands at {item.place.file}:{item.place.line} now"
        hint = "look at the card again, and then change it"
        raise Failure([Diagnostic(place, "not-changed", message, told.key, hint)])

    def contents(self, files: Sequence[Path]) -> dict[Path, bytes | None]:
        """Return what files of the project hold before something is added; None for those not there."""
        found: dict[Path, bytes | None] = {}
        for path in files:
            with suppress(Refused):  # of what cannot be read nothing is undone
                found[path] = regular_bytes(path, KEPT, self._root(path)) if is_there(path) else None
        return found

    def note_added(
        self, before: Mapping[Path, bytes | None], added: Sequence[Path], with_last: bool = False
    ) -> dict[str, Any]:
        """Keep an addition, to be undone: files as they were `before`, and those that were not there.

        With `with_last` it is undone together with the last edit.  Returns what can be undone.
        """
        was = {**dict.fromkeys(added), **before}
        now = self.contents(tuple(was))
        edits = [FileEdit(one, self._root(one), was[one], now[one]) for one in was if one in now]
        self._history.note(edits, with_last)
        return {"undo": self._history.counts[0]}

    def _root(self, path: Path) -> Path:
        return self._project / path.relative_to(self._project).parts[0]

    def undo(self) -> dict[str, Any]:
        """Undo the last edit if its files are as they were left; returns how many are left.

        Raises Failure.
        """
        self._history.undo()
        return {"undo": self._history.counts[0]}


HEAD = "# Notes to components, kept by prancha studio.\n"
LONGEST_NOTE = 2_000
MOST_NOTES = 50


def write_notes(
    project: Path, game: str, key: str, notes: Sequence[str], is_taken: bool = False
) -> catalogue.Notes:
    """Replace the notes to one item; returns all notes.

    Raises Failure where the file `is_taken` by a family, or something in it would be lost, such as a comment.
    """
    place = Place(f"components/{game}/notes.yaml")
    if is_taken:
        message = "a family of this game is called notes: its file is where notes would be kept"
        hint = "give the family another name to keep notes to components"
        raise Failure([Diagnostic(place, "bad-notes", message, hint=hint)])
    before = catalogue.read_notes(project, game)
    path = catalogue.notes_file(project, game)
    after = {**before, key: tuple(notes)}
    after = {name: after[name] for name in sorted(after) if after[name]}

    def changed(text: str) -> str:
        end = line_end(text)
        if text and text != _text(before).replace("\n", end):
            message = "this file was written by hand: comments or order would be lost"
            hint = "add the note there, or let the studio begin a new file"
            raise Failure([Diagnostic(place, "bad-notes", message, hint=hint)])
        return _text(after).replace("\n", end)

    data = change_text(path.read_bytes() if catalogue.is_there(path) else b"", changed)
    try:
        write_whole(path, data)
    except Failure as failure:
        told, hint = (
            failure.diagnostics[0].message,
            "the notes are as they were; try again when that is fixed",
        )
        raise Failure([Diagnostic(place, "bad-notes", told, hint=hint)]) from None
    return after


def _text(notes: catalogue.Notes) -> str:
    """Return the file of notes; JSON strings are YAML too."""
    lines = (
        f"{quote(key)}:\n" + "".join(f"  - {quote(note)}\n" for note in found) for key, found in notes.items()
    )
    return HEAD + "".join(lines)
