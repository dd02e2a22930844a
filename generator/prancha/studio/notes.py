"""Notes to components, written as the page gives them; the catalogue reads them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from prancha import catalogue
from prancha.catalogue.splice import quoted
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system.atomic_files import write_whole

HEAD = "# Notes to components, kept by prancha studio.\n"
LONGEST = 2_000
MOST = 50


def write(project: Path, game: str, key: str, notes: Sequence[str]) -> catalogue.Notes:
    """Keep `notes` to one item instead of those there were; returns all.

    Raises Failure where something in the file would be lost, such as a comment.
    """
    before = catalogue.read_notes(project, game)
    path = catalogue.notes_file(project, game)
    if catalogue.is_there(path) and path.read_text(encoding="utf-8") != _text(before):
        message = "this file was written by hand: comments or order would be lost"
        hint = "add the note there, or let the studio begin a new file"
        raise Failure([Diagnostic(Place(f"components/{game}/notes.yaml"), "bad-notes", message, hint=hint)])
    after = {**before, key: tuple(notes)}
    after = {name: after[name] for name in sorted(after) if after[name]}
    try:
        write_whole(path, _text(after).encode())
    except Failure as failure:
        told, hint = (
            failure.diagnostics[0].message,
            "the notes are as they were; try again when that is mended",
        )
        raise Failure(
            [Diagnostic(Place(f"components/{game}/notes.yaml"), "bad-notes", told, hint=hint)]
        ) from None
    return after


def taken(game: str) -> Failure:
    """What is wrong where a family of the game is called as the file of notes."""
    message = "a family of this game is called notes: its file is where notes would be kept"
    hint = "give the family another name to keep notes to components"
    return Failure([Diagnostic(Place(f"components/{game}/notes.yaml"), "bad-notes", message, hint=hint)])


def _text(notes: catalogue.Notes) -> str:
    return HEAD + "".join(_line(key) + "".join(map(_note, found)) for key, found in notes.items())


def _line(key: str) -> str:
    return f"{quoted(key)}:\n"


def _note(text: str) -> str:
    """A text as JSON has it, which is YAML too."""
    return f"  - {quoted(text)}\n"
