"""Files that the page changed or added, written whole, with undo and redo of every change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system.atomic_files import write_whole
from prancha.system.file_contents import Refused, regular_bytes

LARGEST = 20_000_000
KEPT = 200_000_000
"""Maximum size in bytes of the contents that are kept to undo changes, thousands of a usual drawing."""


class FileEdit(Struct, frozen=True):
    """A file before and after a change, None where there was none; it must lie below `root`."""

    path: Path
    root: Path
    before: bytes | None
    after: bytes | None

    @property
    def size(self) -> int:
        """The bytes that are kept for it."""
        return len(self.before or b"") + len(self.after or b"")

    def undone(self) -> FileEdit:
        """Return the change back."""
        return FileEdit(self.path, self.root, self.after, self.before)


Change = tuple[FileEdit, ...]
"""Files that are changed together."""


class FileHistory:
    """Writes files of a project that did not change since they were read, and undoes and redoes that."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._done: list[Change] = []
        self._undone: list[Change] = []

    @property
    def counts(self) -> tuple[int, int]:
        """The number of changes that can be undone, and of those that can be done again."""
        return len(self._done), len(self._undone)

    def read(self, path: Path, root: Path, place: Place, item: str, most: int = LARGEST) -> bytes:
        """Return the content of a file that lies below `root`; raises Failure at `place`, about `item`."""
        try:
            return regular_bytes(path, most, root)
        except Refused as problem:
            raise refused(place, item, f"the file {problem}", "") from None

    def write(self, path: Path, root: Path, before: bytes, after: bytes, place: Place, item: str) -> None:
        """Replace the content `before` of a file; raises Failure if it is another by now."""
        change = (FileEdit(path, root, before, after),)
        self._apply(change, place, item)
        self._keep(change)

    def note(self, edits: Iterable[FileEdit], with_last: bool = False) -> None:
        """Keep what another process wrote as a change, or `with_last` as a part of the last one."""
        change = tuple(one for one in edits if one.before != one.after)
        if with_last and self._done:
            change = (*self._done.pop(), *change)
        if change:
            self._keep(change)

    def undo(self) -> None:
        """Undo the last change; forgets it and raises Failure if one of its files was changed since."""
        if self._done:
            change = self._done.pop()
            self._apply(tuple(one.undone() for one in reversed(change)))
            self._undone.append(change)

    def redo(self) -> None:
        """Redo the change undone last; forgets it and raises Failure if a file of it was changed since."""
        if self._undone:
            change = self._undone.pop()
            self._apply(change)
            self._done.append(change)

    def _keep(self, change: Change) -> None:
        self._done.append(change)
        self._undone.clear()
        while len(self._done) > 1 and sum(one.size for each in self._done for one in each) > KEPT:
            del self._done[0]

    def _apply(self, change: Change, place: Place | None = None, item: str = "") -> None:
        """Write all files of a change, or none; raises Failure where one is not as it was left."""
        places = [place or Place(one.path.relative_to(self._project).as_posix()) for one in change]
        for one, at in zip(change, places, strict=True):
            if self._content(one, at, item) != one.before:
                message = "the file was changed meanwhile"
                raise refused(at, item, message, "look at it again, and then change it")
        for number, (one, at) in enumerate(zip(change, places, strict=True)):
            try:
                self._replace(one)
            except Failure as failure:
                _put_back(change[:number])
                hint = "the file is as it was; try again when that is fixed"
                raise refused(at, item, failure.diagnostics[0].message, hint) from None

    def _content(self, one: FileEdit, place: Place, item: str) -> bytes | None:
        if one.before is None and not one.path.is_symlink() and not one.path.exists():
            return None
        most = max(LARGEST, len(one.before or b""))  # a font or picture that was added may be larger
        return self.read(one.path, one.root, place, item, most)

    def _replace(self, one: FileEdit) -> None:
        if one.after is not None:
            write_whole(one.path, one.after)
            return
        try:
            one.path.unlink()
        except OSError as problem:
            place = Place(one.path.relative_to(self._project).as_posix())
            message = f"it cannot be deleted: {problem.strerror}"
            raise Failure([Diagnostic(place, "not-written", message)]) from None
        for folder in one.path.parents:
            if folder.parent == one.root or not folder.is_relative_to(one.root):
                break  # folders of games stay
            with suppress(OSError):  # there is something in it
                folder.rmdir()


def _put_back(written: Sequence[FileEdit]) -> None:
    """Give back what was written of a change that cannot be written whole."""
    for one in reversed(written):
        with suppress(Failure, OSError):
            if one.before is None:
                one.path.unlink()
            else:
                write_whole(one.path, one.before)


def refused(place: Place, item: str, message: str, hint: str) -> Failure:
    """Return the failure of a change of a file, about the item of a key or ""."""
    return Failure([Diagnostic(place, "not-changed", message, item, hint)])
