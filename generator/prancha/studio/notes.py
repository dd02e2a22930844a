"""Notes to components, in `components/GAME/notes.yaml`: a list of texts by key of an item."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from prancha import catalogue
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system.atomic_files import write_whole
from prancha.system.safe_open import refuse_links

HEAD = "# Notes to components, kept by prancha studio.\n"
LONGEST = 2_000
MOST = 50
Notes = Mapping[str, Sequence[str]]


def read(project: Path, game: str) -> Notes:
    """All notes of a game, raises Failure for a file of another shape."""
    path = _path(project, game)
    refuse_links(project, game)
    if not catalogue.is_there(path):
        return {}
    document = catalogue.read_yaml(path, project)
    data = {} if document.data is None else document.data
    if not isinstance(data, dict) or not all(map(_is_list, data.values())):
        hint = f"write:\n{_line('cards/owl')}{_note('too strong')}"
        raise Failure(
            [
                Diagnostic(
                    document.place(), "bad-notes", "a list of texts for each component is expected", hint=hint
                )
            ]
        )
    return {str(key): tuple(found) for key, found in data.items()}


def write(project: Path, game: str, key: str, notes: Sequence[str]) -> Notes:
    """Keep `notes` to one item instead of those there were; returns all.

    Raises Failure where something in the file would be lost, such as a comment.
    """
    before = read(project, game)
    path = _path(project, game)
    if catalogue.is_there(path) and path.read_text(encoding="utf-8") != _text(before):
        message = "this file was written by hand: comments or order would be lost"
        hint = "add the note there, or let the studio begin a new file"
        raise Failure([Diagnostic(Place(f"components/{game}/notes.yaml"), "bad-notes", message, hint=hint)])
    after = {**before, key: tuple(notes)}
    after = {name: after[name] for name in sorted(after) if after[name]}
    write_whole(path, _text(after).encode())
    return after


def taken(game: str) -> Failure:
    """What is wrong where a family of the game is called as the file of notes."""
    message = "a family of this game is called notes: its file is where notes would be kept"
    hint = "give the family another name to keep notes to components"
    return Failure([Diagnostic(Place(f"components/{game}/notes.yaml"), "bad-notes", message, hint=hint)])


def _path(project: Path, game: str) -> Path:
    return project / "components" / game / f"{catalogue.NOTES}.yaml"


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _text(notes: Notes) -> str:
    return HEAD + "".join(_line(key) + "".join(map(_note, found)) for key, found in notes.items())


def _line(key: str) -> str:
    return f"{json.dumps(key, ensure_ascii=False)}:\n"


def _note(text: str) -> str:
    """A text as JSON has it, which is YAML too."""
    return f"  - {json.dumps(text, ensure_ascii=False)}\n"
