"""Read files of a project safely: regular files only, no links out of it, large ones when written.

Names that Windows reserves for devices are refused on every system, since a project is copied from one to
another (Microsoft, "Naming Files, Paths, and Namespaces").
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from prancha.model.diagnostic import Diagnostic, Failure, Place, UserError
from prancha.model.face import Content, FileContent

if TYPE_CHECKING:
    from _hashlib import HASH


_INSIDE = ("", "fonts", "icons", ".snapshots")
"""Folders of a game, or of what games share, that are listed or walked."""
Begun: TypeAlias = "tuple[HASH, int]"
"""The SHA-256 of the first parts of a content, and how many these are."""


class Refused(UserError):
    """A file that must not be opened; the message says why."""


class TooLarge(Refused):
    """A file that exceeds the size limit."""


def is_file(path: Path) -> bool:
    """Return whether a file exists; False for impossible names, such as one of 300 letters."""
    return os.path.isfile(path)  # noqa: PTH113 (pathlib raises what the system says of such a name)


def is_folder(path: Path) -> bool:
    """The same for a folder."""
    return os.path.isdir(path)  # noqa: PTH112 (as above)


def regular_bytes(path: Path, most: int, below: Path | None = None) -> bytes:
    """The bytes of a regular file of at most `most`; a pipe or device is never waited for.

    Raises Refused for any other, for one whose real place is not below the
    folder `below`, and for one that cannot be read.
    """
    try:
        if below is not None and leads_out(path, below):
            raise Refused("is a link to a place outside its folder")
        _refuse_special(path.stat())  # before opening, which alone triggers some devices
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            _refuse_special(os.fstat(handle))
            data = file.read(most + 1)
    except OSError as error:
        raise Refused(f"cannot be read: {error.strerror}") from None
    if len(data) > most:
        raise TooLarge(f"is larger than {most // 1_000_000} MB")
    return data


def _refuse_special(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise Refused("is not a regular file")


def leads_out(path: Path, folder: Path) -> bool:
    """Return whether `path` resolves to a place outside `folder`."""
    real, home = os.path.realpath(path), os.path.realpath(folder)
    return real != home and not real.startswith(os.path.join(home, ""))  # noqa: PTH118 (a third of the time)


def refuse_links(project: Path, game: str) -> None:
    """Raise Failure when a folder that `game` is read from is a link out of the project."""
    found = [
        Diagnostic(
            Place(path.relative_to(project).as_posix()),
            "unreadable",
            "this is a link to a place outside the project",
            hint="copy what it leads to here",
        )
        for path in _folders(project, game)
        if leads_out(path, project)
    ]
    if found:
        raise Failure(found)


def refuse_linked_output(project: Path, folder: Path) -> None:
    """Raise Failure when `folder`, the project's own for what is built, is a link out of it."""
    if leads_out(folder, project):
        message = f"cannot write: {folder.relative_to(project).as_posix()} is a link out of the project"
        hint = "name the folder where kits go with --out"
        raise Failure([Diagnostic(Place(str(folder)), "not-written", message, hint=hint)])


def _folders(project: Path, game: str) -> Iterator[Path]:
    for top in (project / "components", project / "templates"):
        yield top
        for folder in (top / game, *sorted(top.glob("_*"))):
            for inside in _INSIDE:
                path = folder / inside
                if inside == "" or path.is_symlink():
                    yield path


def format_path(file: Path) -> str:
    """A path as messages show it: relative to the working folder when it lies inside."""
    try:
        return file.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return file.as_posix()


def bytes_of(content: Content) -> bytes:
    """The bytes of a content.  Raises Failure where a file is not what it was when it was looked at."""
    if isinstance(content, bytes):
        return content
    with suppress(Refused):
        data = regular_bytes(Path(content.path), content.size)
        if len(data) == content.size and sha256(data).hexdigest() == content.sha256:
            return data
    raise Failure([_changed(content)])


def sha256_of(content: Content) -> str:
    """The digest of a content in hexadecimal; of a file as it was when it was looked at."""
    return sha256(content).hexdigest() if isinstance(content, bytes) else content.sha256


def _changed(content: FileContent) -> Diagnostic:
    message = f'the picture "{content.name}" changed or disappeared while it was printed'
    return Diagnostic(Place(content.path), "picture-changed", message, hint="build again")


class Chunks:
    """Bytes in parts, some of which lie in files: iterating reads one after another.

    `begun` is known of those that were read before.
    """

    def __init__(self, parts: Sequence[Content], begun: Begun | None = None) -> None:
        self._parts = tuple(parts)
        self._length = sum(map(len, self._parts))
        self._begun = begun or (sha256(), 0)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[bytes]:
        return map(bytes_of, self._parts)

    @cached_property
    def sha256(self) -> str:
        """The digest of all, in hexadecimal."""
        begun, count = self._begun
        total = begun.copy()
        for part in self._parts[count:]:
            total.update(bytes_of(part))
        return total.hexdigest()


DEVICE_HINT = (
    "choose another name: Windows keeps this one for a device, so the project could not be copied there"
)
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
)


def is_device(name: str) -> bool:
    """Return whether `name` is reserved on Windows, such as `con` or `Nul.json`."""
    return name.partition(".")[0].rstrip().casefold() in _DEVICES
