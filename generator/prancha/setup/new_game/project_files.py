"""The files of a new game: their names, words in its languages, writing without overwriting."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from prancha.catalogue.splice import quote
from prancha.catalogue.spreadsheet import slug
from prancha.model.device_names import HINT, is_device
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.setup.new_game.list_pictures import copy_pictures
from prancha.setup.schemas import json_schema

_PLAIN = re.compile(r"[^\W\d_][\w ();.!/+%-]*\Z")
"""Words that mean themselves between braces too, where a comma ends them and some readers refuse a "?"."""
_COMMENTS = 32
"""Characters before a comment."""
_MEANT = frozenset("true false null yes no on off y n".split())

Word: TypeAlias = Callable[[str], str]
"""What is written in each language, by its code."""


def align_comments(text: str) -> str:
    """Align the comments at the ends of lines of YAML, where there is room."""
    lines = []
    for line in text.splitlines():
        written, _, comment = line.partition("  #")
        if written.strip() and comment and written.count('"') % 2 == 0:
            line = f"{written.rstrip():{_COMMENTS}}  # {comment.strip()}"
        lines.append(line + "\n")
    return "".join(lines)


def in_languages(word: Word, languages: Sequence[str]) -> str:
    """Return a YAML mapping of `word` in each of `languages`."""
    return "{" + ", ".join(f"{language}: {scalar(word(language))}" for language in languages) + "}"


def same_in_all(text: str) -> Word:
    """Return `text` for every language."""
    return lambda _language: text


def scalar(text: str) -> str:
    """Return `text` as YAML, in quotes where it would mean something else without."""
    if _PLAIN.match(text) and text == text.strip() and text.lower() not in _MEANT:
        return text
    return quote(text)


Files: TypeAlias = Mapping[tuple[str, str], bytes]
"""Bytes by "components" or "templates" and the name in the game's folder there."""


def game_title(name: str) -> str:
    """Return the title of a game that was asked for as `name`."""
    return name.strip() if slug(name) != name else name.replace("-", " ").title()


def new_folders(project: Path, game: str) -> dict[str, Path]:
    """Return the folders of a game."""
    return {where: project / where / game for where in ("components", "templates")}


def refuse_taken(folders: Mapping[str, Path]) -> None:
    """Raise Failure where a folder of a new game exists already."""
    for folder in folders.values():
        if folder.exists() or folder.is_symlink():
            message = f"{folder.as_posix()} exists already; nothing is overwritten"
            raise refusal("exists", message, "choose another name")


def game_id(name: str) -> str:
    """Return the folder of a game called `name`; raises Failure for a name that gives none."""
    game = slug(name)[:64].strip("-")
    if not game:
        raise refusal("bad-id", f'"{name}" does not give a folder name', "use letters a to z and digits")
    if is_device(game):
        raise refusal("bad-id", f'"{game}" cannot be a folder on Windows', HINT)
    return game


def write_files(
    project: Path, folders: Mapping[str, Path], files: Files, pictures: Mapping[str, Path], there: list[Path]
) -> list[Path]:
    """Write the files of a game and add them to `there`; raises Failure."""
    with _writing(project):
        for (where, file), data in files.items():
            there.append(_write(folders[where] / file, data))
        there += copy_pictures(pictures, folders["templates"])
    return [*there]


def write_around(project: Path, first: bool) -> list[Path]:
    """Write the schemas and .gitignore that the project lacks; returns those files.  Raises Failure.

    That is what editors check files with, and for a game that is the `first` of its name, what keeps its
    output out of version control.
    """
    ignored = _ignore_output(project) if first else []
    with _writing(project):
        return [*_write_schemas(project), *ignored]


@contextmanager
def undo_on_failure(project: Path, folders: Mapping[str, Path]) -> Iterator[None]:
    """Remove a new game, and what was written around it, when the block fails."""
    around = (project / ".gitignore", *_schemas(project).values())
    parents = (*(folder.parent for folder in folders.values()), project)
    new = [path for path in (*around, around[-1].parent, *parents) if not path.exists()]
    try:
        yield
    except BaseException:
        for folder in folders.values():  # neither was there before
            shutil.rmtree(folder, ignore_errors=True)
        for path in new:
            with suppress(OSError):  # it was not written, or others have put something into it
                path.rmdir() if path.is_dir() else path.unlink()
        raise


@contextmanager
def _writing(project: Path) -> Iterator[None]:
    """Raise Failure where the system refuses to write."""
    try:
        yield
    except OSError as problem:
        place = Place(Path(problem.filename or project).as_posix())
        message = f"cannot write: {problem.strerror or problem}"
        hint = "go to a folder that you may write to, or name one with --project"
        raise Failure([Diagnostic(place, "not-written", message, hint=hint)]) from None


def _write_schemas(project: Path) -> list[Path]:
    """Write the schemas that editors need to complete and check the files without a network."""
    lacking = {name: path for name, path in _schemas(project).items() if not path.exists()}
    return [_write(path, json_schema(name).encode()) for name, path in lacking.items()]


def _schemas(project: Path) -> dict[str, Path]:
    folder = project / "components" / "_schema"
    return {name: folder / f"{name}.schema.json" for name in ("game", "family", "rules")}


def _ignore_output(project: Path) -> list[Path]:
    """Keep output out of version control; returns the file written, if there was none."""
    path = project / ".gitignore"
    try:
        return [] if path.is_symlink() else [_write(path, b"output/\n")]
    except OSError:  # it is there, or the game alone may be written: neither keeps a game from beginning
        return []


def _write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as stream:
        stream.write(data)
    return path


def refusal(code: str, message: str, hint: str) -> Failure:
    """Return the Failure of a game that cannot be created."""
    return Failure([Diagnostic(Place(""), code, message, hint=hint)])


def ready_file(file: str, text: str) -> bytes:
    """Return the bytes of a file; YAML names its schema in the first line, for editors."""
    if not file.endswith(".yaml"):
        return text.encode()
    schema = file.removesuffix(".yaml") if file in ("game.yaml", "rules.yaml") else "family"
    modeline = f"# yaml-language-server: $schema=../_schema/{schema}.schema.json\n"
    return (modeline + align_comments(text)).encode()
