"""The files of a new game: their names, words in its languages, writing without overwriting."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from prancha.catalogue.file_keys import LANGUAGE
from prancha.catalogue.game_folders import OTHER_FILES
from prancha.catalogue.splice import quote
from prancha.catalogue.spreadsheet import slug
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.setup.schemas import json_schema
from prancha.system.atomic_files import write_whole
from prancha.system.file_contents import DEVICE_HINT, is_device, is_file

_PLAIN = re.compile(r"[^\W\d_][\w ();.!/+%-]*\Z")
"""Words that mean themselves between braces too, where a comma ends them and some readers refuse a "?"."""
_COMMENTS = 32
"""Characters before a comment."""
_MEANT = frozenset("true false null yes no on off y n".split())

Word: TypeAlias = Callable[[str], str]
"""A function that returns a text for the code of a language."""


def in_languages(word: Word | str, languages: Sequence[str]) -> str:
    """Return a YAML mapping of `word` in each of `languages`."""
    texts = {language: word if isinstance(word, str) else word(language) for language in languages}
    return "{" + ", ".join(f"{language}: {scalar(text)}" for language, text in texts.items()) + "}"


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


def refuse_links(project: Path) -> None:
    """Raise Failure where a game would be written through a link that leads out of its project."""
    root = project.resolve()
    for name in ("components", "templates", "components/_schema"):
        path = project / name
        if not path.resolve().is_relative_to(root):
            message = f"{path.as_posix()} is a link that leads out of the project; nothing is written there"
            raise refusal("leads-out", message, "replace the link with a folder")


_PATH = re.compile(r"\A(?:\.{0,2}/|~/|[A-Za-z]:[/\\])|\\|/\Z")
"""Beginnings and ends that only paths have; a title may have a slash in it."""


def game_id(name: str) -> str:
    """Return the folder of a game called `name`; raises Failure for one that gives none and for a path."""
    if _PATH.search(name):
        last = re.split(r"[/\\]", name.rstrip("/\\"))[-1]
        hint = f"go to the folder of the project first, and write the name alone, such as {last or 'fox'}"
        raise refusal("bad-id", f'"{name}" is a path, and a game needs a name', hint)
    game = slug(name)[:64].strip("-")
    if not game:
        raise refusal("bad-id", f'"{name}" does not give a folder name', "use letters a to z and digits")
    if is_device(game):
        raise refusal("bad-id", f'"{game}" cannot be a folder on Windows', DEVICE_HINT)
    return game


def distinct_languages(languages: Sequence[str]) -> tuple[str, ...]:
    """Return the languages asked for, each once; raises Failure for one that is no code."""
    for language in languages:
        if not LANGUAGE.match(language):
            message = f'"{language}" is not a language'
            raise refusal("bad-language", message, "write codes such as en or pt-BR")
    return tuple(dict.fromkeys(languages))


class GameFiles:
    """Writes the files of a game, or of one more family in it, and takes them back when that fails."""

    def __init__(self, project: Path, folders: Mapping[str, Path]) -> None:
        self._project, self.folders = project, folders
        self.head = self.folders["components"] / "game.yaml"
        self.before = self.head.read_bytes() if is_file(self.head) else None
        self._written: list[Path] = []
        self._around: list[Path] = []

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Take everything back when the block fails, of a new game what was written around it too."""
        schemas = _schemas(self._project)
        around = (self._project / ".gitignore", *schemas.values(), schemas["game"].parent)
        parents = (*(folder.parent for folder in self.folders.values()), self._project)
        new = [path for path in (*around, *parents) if self.before is None and not path.exists()]
        try:
            yield
        except BaseException:
            self.take_back()
            for path in new:
                with suppress(OSError):  # it was not written, or others have put something into it
                    path.rmdir() if path.is_dir() else path.unlink()
            raise

    def write(self, files: Files, pictures: Mapping[str, Path], head: bytes = b"") -> list[Path]:
        """Write files, and `head` into the game.yaml of an existing game; returns all.  Raises Failure."""
        refuse_links(self._project)
        try:
            for name, path in _schemas(self._project).items():  # for editors
                if not path.exists():
                    self._around.append(_write(path, json_schema(name).encode()))
            ignored = self._project / ".gitignore"
            # It is there, or the game alone may be written: neither keeps a game from beginning.
            with suppress(OSError):
                if self.before is None and not ignored.is_symlink():
                    self._around.append(_write(ignored, b"output/\n"))
            for (where, file), data in files.items():
                self._written.append(_write(self.folders[where] / file, data))
            for name, path in pictures.items():
                self._written.append(_write(self.folders["templates"] / name, path.read_bytes()))
        except OSError as problem:
            place = Place(Path(problem.filename or self._project).as_posix())
            message = f"cannot write: {problem.strerror or problem}"
            hint = "go to a folder that you may write to, or name one with --project"
            raise Failure([Diagnostic(place, "not-written", message, hint=hint)]) from None
        if self.before is None:
            return [*self._written, *self._around]
        write_whole(self.head, head)
        return [*self._written, *self._around, self.head]

    def take_back(self) -> None:
        """Take back what was written for the game; nothing else."""
        if self.before is None:
            for folder in self.folders.values():  # neither was there before
                shutil.rmtree(folder, ignore_errors=True)
        else:
            for path in self._written:
                path.unlink(missing_ok=True)
            if self.head.read_bytes() != self.before:
                write_whole(self.head, self.before)
        self._written.clear()


def _schemas(project: Path) -> dict[str, Path]:
    folder = project / "components" / "_schema"
    return {name: folder / f"{name}.schema.json" for name in ("family", *OTHER_FILES)}


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
    stem = file.removesuffix(".yaml")
    schema = stem if stem in OTHER_FILES else "family"
    lines = [f"# yaml-language-server: $schema=../_schema/{schema}.schema.json\n"]
    for line in text.splitlines():
        # Comments at the ends of lines are aligned where there is room.
        written, _, comment = line.partition("  #")
        if written.strip() and comment and written.count('"') % 2 == 0:
            line = f"{written.rstrip():{_COMMENTS}}  # {comment.strip()}"
        lines.append(line + "\n")
    return "".join(lines).encode()
