"""Files that are always whole: written aside, then moved over the final name."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from generator.model.diagnostic import Diagnostic, Failure, Place


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` so that `path` holds the old file or the new one, never a part.

    Raises Failure when the folder cannot be made or written, or the disk is full.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            # mkstemp makes private files; a kit is as public as any new file.
            umask = os.umask(0)
            os.umask(umask)
            Path(aside).chmod(0o666 & ~umask)
            Path(aside).replace(path)
        except BaseException:
            Path(aside).unlink(missing_ok=True)
            raise
    except OSError as problem:
        reason = problem.strerror or str(problem)
        hint = "free some space, or give another folder with --out"
        raise Failure(
            [Diagnostic(Place(str(path)), "not-written", f"cannot write: {reason}", hint=hint)]
        ) from None
