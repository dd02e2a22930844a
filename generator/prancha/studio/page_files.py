"""Files that the page gives to begin a game with, kept in a temporary folder until the studio ends.

A batch is what was given at once: a folder by the name that the page chose, with the files as they lay below
each other.  Nothing of the project is touched.
"""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.studio.guard import RefusalError
from prancha.system.file_contents import is_device

LARGEST = {".zip": 300_000_000, ".pdf": 200_000_000}
"""Maximum sizes of files in bytes, by their endings: those of `prancha new --from`."""
LARGEST_OTHER = 50_000_000
MOST_BYTES, MOST_FILES = 900_000_000, 2_100
"""Maximum size of all batches, and number of files in one."""
_DEEPEST, _LONGEST = 8, 200
"""Maximum number of folders above a file, and length of a name in bytes."""
_CHUNK = 1 << 16
_BATCH = re.compile(r"[0-9a-f]{16}\Z")
_FORBIDDEN = re.compile(r'[\\:*?"<>|]')


class PageFiles:
    """Keeps given files in a folder; for the threads of the server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._sizes: dict[str, int] = {}
        self._counts: dict[str, int] = {}

    def keep(self, batch: str, name: str, size: int, read: Callable[[int], bytes]) -> None:
        """Keep a file of `size` bytes, which `read` returns by and by; raises RefusalError."""
        if not _BATCH.match(batch):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "batch: 16 digits were expected")
        path = self._folder / batch / Path(*safe_parts(name))
        most = LARGEST.get(path.suffix.lower(), LARGEST_OTHER)
        if size > most:
            message = f"{path.name} has {size} bytes, at most {most} are taken"
            raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)
        self._make_room(batch, size)
        try:
            self._write(path, name, size, read)
        except RefusalError:
            with self._lock:
                self._count(batch, -size, -1)
            raise

    def _write(self, path: Path, name: str, size: int, read: Callable[[int], bytes]) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as stream:
                left = size
                while left:
                    data = read(min(left, _CHUNK))
                    if not data:
                        raise RefusalError(HTTPStatus.BAD_REQUEST, f"{path.name} came in part alone")
                    stream.write(data)
                    left -= len(data)
        except FileExistsError:
            raise RefusalError(HTTPStatus.CONFLICT, f"{name} was given twice") from None
        except (OSError, RefusalError) as problem:
            with suppress(OSError):
                path.unlink()
            if isinstance(problem, RefusalError):
                raise
            message = f"{path.name} cannot be kept: {problem.strerror or 'it took too long'}"
            raise RefusalError(HTTPStatus.INSUFFICIENT_STORAGE, message) from None

    def _make_room(self, batch: str, size: int) -> None:
        """Count a file, and delete the oldest other batches if there would be too much."""
        with self._lock:
            if self._counts.get(batch, 0) >= MOST_FILES:
                message = f"at most {MOST_FILES} files are taken at once"
                raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)
            while sum(self._sizes.values()) + size > MOST_BYTES:
                oldest = next((name for name in self._sizes if name != batch), None)
                if oldest is None:
                    message = f"at most {MOST_BYTES} bytes are taken at once"
                    raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)
                del self._sizes[oldest], self._counts[oldest]
                shutil.rmtree(self._folder / oldest, ignore_errors=True)
            self._count(batch, size, 1)

    def _count(self, batch: str, size: int, files: int) -> None:
        self._sizes[batch] = self._sizes.get(batch, 0) + size
        self._counts[batch] = self._counts.get(batch, 0) + files


def given_folder(folder: Path) -> Path:
    """Return where batches are kept, in the temporary folder of a studio."""
    return folder / "given"


def batch_folder(folder: Path, batch: str) -> Path:
    """Return where a batch is kept; raises LookupError for no name of one, Failure for one that is gone."""
    if not _BATCH.match(batch):
        raise LookupError(batch)
    if not (folder / batch).is_dir():
        message, hint = "the files that were given are not kept any more", "give them once more"
        raise Failure([Diagnostic(Place(""), "missing-file", message, hint=hint)])
    return folder / batch


def safe_parts(name: str) -> list[str]:
    """Return folders and name of a file as the page gives them, `art/fox.png`; raises RefusalError."""
    parts = name.split("/")
    for part in parts:
        fine = part.isprintable() and not part.startswith(".") and not part.endswith((" ", "."))
        if (
            not part
            or not fine
            or _FORBIDDEN.search(part)
            or is_device(part)
            or len(part.encode()) > _LONGEST
        ):
            message = f'"{part[:80]}" cannot be the name of a file here: rename it, and give it again'
            raise RefusalError(HTTPStatus.BAD_REQUEST, message.replace("\n", " "))
    if len(parts) > _DEEPEST:
        raise RefusalError(HTTPStatus.BAD_REQUEST, f"{parts[-1]} lies more than {_DEEPEST} folders deep")
    return parts
