"""The folder of a game, and the project around it, as the only places its data files may come from."""

from __future__ import annotations

import os
import stat
from itertools import dropwhile
from pathlib import Path, PurePosixPath, PureWindowsPath

from prancha.catalogue.text_file import shown_path
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.user_error import UserError
from prancha.system.cache import Store

MAX_BYTES = 20_000_000
ENDINGS = (".csv", ".tsv", ".txt", ".xlsx", ".ods", ".json", ".jsonl", ".ndjson")


class RefusedFileError(UserError):
    """A file that may not or cannot be read; `code` and `hint` as in a Diagnostic."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        """Say what is wrong with the name that was given."""
        super().__init__(message, hint)
        self.code = code


class DataFolder:
    """Reads files under `folder`, and with `../` others under `root`; gathers warnings in `notes`.

    Files are shown relative to `root`, the project.
    """

    def __init__(self, folder: Path, root: Path, store: Store | None = None) -> None:
        """Read files of `folder`; rows of long lists are kept in `store`, if there is one."""
        self.folder, self.root, self.store = folder, root, store
        self.notes: list[Diagnostic] = []
        self._read: dict[str, bytes] = {}

    def shown(self, name: str) -> str:
        """Return how messages name the file `name` of this folder."""
        return shown_path(self.folder / name, self.root)

    def give(self, name: str, data: bytes) -> None:
        """Let `data` be what file `name` holds, which need not be there."""
        self._read[name] = data

    def read(self, name: str) -> bytes:
        """Return the bytes of the file `name`; raises RefusedFileError."""
        if name not in self._read:
            self._read[name] = self._open(name)
        return self._read[name]

    def _open(self, name: str) -> bytes:
        pure = PurePosixPath(name)
        if not name.strip() or "\x00" in name or pure.is_absolute() or "\\" in name:
            raise RefusedFileError("bad-path", f'"{name}" is not a file of this folder', _INSIDE)
        if PureWindowsPath(name).drive:
            raise RefusedFileError("bad-path", f'"{name}" leads out of the folder of the game', _INSIDE)
        inner = tuple(dropwhile(lambda part: part == "..", pure.parts))
        if ".." in inner:
            message = f'"{name}" has .. behind the name of a folder'
            raise RefusedFileError("bad-path", message, "write all ../ at the beginning")
        if pure.suffix.lower() not in ENDINGS:
            message = f'"{name}" ends in none of {", ".join(ENDINGS)}'
            raise RefusedFileError("bad-path", message, "save the table as .csv")
        steps_out = len(pure.parts) - len(inner)
        if steps_out > len(self.folder.relative_to(self.root).parts):
            message = f'"{name}" leads out of the project'
            raise RefusedFileError("bad-path", message, "copy the file into the project")
        around, place = (self.root, "project") if steps_out else (self.folder, "folder of the game")
        path = [self.folder, *self.folder.parents][steps_out].joinpath(*inner)
        try:
            if not path.resolve().is_relative_to(around.resolve()):
                message = f'"{name}" is a link that leads out of the {place}'
                raise RefusedFileError("bad-path", message, f"copy the file into the {place.split()[0]}")
            return self._bytes(path, name)
        except FileNotFoundError:
            hint = "was it moved? Name it where it is now" if steps_out else suggestion(name, self._files())
            where = "" if steps_out else " in this folder"
            raise RefusedFileError("missing-file", f'there is no file "{name}"{where}', hint) from None
        except (OSError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or "its links lead in a circle"
            raise RefusedFileError("unreadable", f'"{name}" cannot be read: {reason}') from None

    def _bytes(self, path: Path, name: str) -> bytes:
        if not stat.S_ISREG(path.stat().st_mode):
            raise RefusedFileError("unreadable", f'"{name}" is not a regular file')
        # A pipe put there in between must not hang the build.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            message = f'"{name}" has more than {MAX_BYTES // 1_000_000} MB'
            raise RefusedFileError("too-large", message, "take pictures out of it, or split it")
        return data

    def _files(self) -> list[str]:
        return sorted(
            entry.name for entry in self.folder.iterdir() if entry.suffix.lower() in ENDINGS
        )  # fmt: skip


_INSIDE = "put the file beside the family file and write its name, such as cards.csv"
