"""Edit values of items in their files, one at a time, undo that, and write notes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from prancha import catalogue
from prancha.building import game_loading
from prancha.catalogue import SpliceError, replace_cell_value, replace_value
from prancha.catalogue.splice import quote
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Item
from prancha.system.atomic_files import write_whole
from prancha.system.file_contents import Refused, regular_bytes

EDITABLE = (".yaml", ".csv", ".tsv", ".txt")
"""Endings of files in which a value can be found again; a workbook is written by its own program."""
LARGEST = 20_000_000
LONGEST = 20_000
_BOM = b"\xef\xbb\xbf"


class _Edit(Struct, frozen=True):
    """A file before and after a value was changed."""

    path: Path
    before: bytes
    after: bytes


Value = Annotated[str, Meta(max_length=LONGEST)] | int | float | bool | None


class EditRequest(Struct, frozen=True):
    """What the page asks for: an item as it knows it, the `path` of a value in it, that value and another."""

    key: str
    file: str
    line: int
    path: Annotated[list[str | int], Meta(min_length=1, max_length=20)]
    old: Value
    new: Value


class Editor:
    """Writes only to files that items stand in, and only what changes one value."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._done: list[_Edit] = []

    def change(self, game: str, told: EditRequest) -> dict[str, int]:
        """Change one value of an item; returns how many edits can be undone.  Raises Failure.

        The game is read anew for it: what the page was told may be gone, or stand elsewhere by now.
        """
        item = self._find_item(game, told)
        place = item.place
        path = self._project / place.file
        if path.suffix.lower() not in EDITABLE:
            message = f"{path.suffix or 'this file'} is read only here"
            raise _refused(
                place, item, message, "change it where it was written; the studio sees it when it is saved"
            )
        before = self._read(path, place, item)
        # Once more: had the file changed before it was read, its lines would be others.
        item = self._find_item(game, told)
        try:
            if path.suffix == ".yaml":
                plain = before.removeprefix(_BOM)
                after = before[: len(before) - len(plain)]
                after += replace_value(plain.decode(), item.place, told.path, told.old, told.new).encode()
            else:
                read = partial(game_loading.load, self._project, game)
                after = replace_cell_value(
                    before, read, root=self._project, key=item.key, path=told.path, old=told.old, new=told.new
                )
        except UnicodeError:
            raise _refused(place, item, "the file is not UTF-8", "save the file as UTF-8 text") from None
        except SpliceError as problem:
            raise _refused(place, item, problem.message, problem.hint) from None
        self._write(path, before, after, place, item)
        self._done = [*self._done[-99:], _Edit(path, before, after)]
        return {"undo": len(self._done)}

    def _find_item(self, game: str, told: EditRequest) -> Item:
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

    def undo(self) -> dict[str, int]:
        """Undo the last edit if its file is as it was left; returns how many are left.  Raises Failure."""
        if self._done:
            edit = self._done.pop()
            place = Place(edit.path.relative_to(self._project).as_posix())
            self._write(edit.path, edit.after, edit.before, place, None)
        return {"undo": len(self._done)}

    def _read(self, path: Path, place: Place, item: Item | None) -> bytes:
        try:
            inside = path.suffix == ".yaml"  # a list may lie elsewhere in the project
            return regular_bytes(path, LARGEST, self._project / "components" if inside else self._project)
        except Refused as problem:
            raise _refused(place, item, f"the file {problem}", "") from None

    def _write(self, path: Path, before: bytes, after: bytes, place: Place, item: Item | None) -> None:
        if self._read(path, place, item) != before:
            message = "the file was changed meanwhile"
            raise _refused(place, item, message, "look at the value again, and then change it")
        try:
            write_whole(path, after)
        except Failure as failure:
            told = failure.diagnostics[0].message
            raise _refused(place, item, told, "the file is as it was; try again when that is fixed") from None


def _refused(place: Place, item: Item | None, message: str, hint: str) -> Failure:
    return Failure([Diagnostic(place, "not-changed", message, item.key if item else "", hint)])


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
    if catalogue.is_there(path) and path.read_text(encoding="utf-8") != _text(before):
        message = "this file was written by hand: comments or order would be lost"
        hint = "add the note there, or let the studio begin a new file"
        raise Failure([Diagnostic(place, "bad-notes", message, hint=hint)])
    after = {**before, key: tuple(notes)}
    after = {name: after[name] for name in sorted(after) if after[name]}
    try:
        write_whole(path, _text(after).encode())
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
