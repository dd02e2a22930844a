"""Files that the page changed, written whole, with undo and redo of every change."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system.atomic_files import write_whole
from prancha.system.file_contents import Refused, regular_bytes

LARGEST = 20_000_000
KEPT = 200_000_000
"""Maximum size in bytes of the contents that are kept to undo changes, thousands of a usual drawing."""


class _Edit(Struct, frozen=True):
    """A file before and after a change; it must lie below `root`."""

    path: Path
    root: Path
    before: bytes
    after: bytes


class FileHistory:
    """Writes files of a project that did not change since they were read, and undoes and redoes that."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._done: list[_Edit] = []
        self._undone: list[_Edit] = []

    @property
    def counts(self) -> tuple[int, int]:
        """The number of changes that can be undone, and of those that can be done again."""
        return len(self._done), len(self._undone)

    def read(self, path: Path, root: Path, place: Place, item: str) -> bytes:
        """Return the content of a file that lies below `root`; raises Failure at `place`, about `item`."""
        try:
            return regular_bytes(path, LARGEST, root)
        except Refused as problem:
            raise refused(place, item, f"the file {problem}", "") from None

    def write(self, path: Path, root: Path, before: bytes, after: bytes, place: Place, item: str) -> None:
        """Replace the content `before` of a file; raises Failure if it is another by now."""
        edit = _Edit(path, root, before, after)
        self._replace(edit, before, after, place, item)
        self._done.append(edit)
        self._undone.clear()
        while len(self._done) > 1 and sum(len(one.before) + len(one.after) for one in self._done) > KEPT:
            del self._done[0]

    def undo(self) -> None:
        """Undo the last change; forgets it and raises Failure if its file was changed since."""
        if self._done:
            edit = self._done.pop()
            self._replace(edit, edit.after, edit.before, self._place(edit), "")
            self._undone.append(edit)

    def redo(self) -> None:
        """Redo the change undone last; forgets it and raises Failure if its file was changed since."""
        if self._undone:
            edit = self._undone.pop()
            self._replace(edit, edit.before, edit.after, self._place(edit), "")
            self._done.append(edit)

    def _place(self, edit: _Edit) -> Place:
        return Place(edit.path.relative_to(self._project).as_posix())

    def _replace(self, edit: _Edit, before: bytes, after: bytes, place: Place, item: str) -> None:
        if self.read(edit.path, edit.root, place, item) != before:
            message = "the file was changed meanwhile"
            raise refused(place, item, message, "look at it again, and then change it")
        try:
            write_whole(edit.path, after)
        except Failure as failure:
            told = failure.diagnostics[0].message
            raise refused(place, item, told, "the file is as it was; try again when that is fixed") from None


def refused(place: Place, item: str, message: str, hint: str) -> Failure:
    """Return the failure of a change of a file, about the item of a key or ""."""
    return Failure([Diagnostic(place, "not-changed", message, item, hint)])
