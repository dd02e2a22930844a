"""A folder that is always whole: filled aside, then put in the place of the old one."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prancha.model.diagnostic import Failure
from prancha.system.atomic_files import diagnose, only_writer
from prancha.system.signals import aside, whole


class FolderWriter:
    """Takes the files of a folder, one after another."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.size = 0

    def write(self, name: str, data: bytes) -> None:
        """Add a file; `name` may have folders, with / between them.  Raises OSError."""
        path = self._folder.joinpath(*name.split("/"))
        path.parent.mkdir(parents=True, exist_ok=True)
        self.size += len(data)
        with path.open("xb") as file:
            file.write(data)


@contextmanager
def new_folder(folder: Path) -> Iterator[FolderWriter]:
    """Fill a folder that takes the place of `folder` when the block ends, and is gone when it fails.

    Its files are kept nowhere but on the disk, however many they are.  The parent is locked meanwhile.
    Raises Failure, and then `folder` is as it was.
    """
    parent = folder.parent
    writer: FolderWriter | None = None
    try:
        parent.mkdir(parents=True, exist_ok=True)
        with only_writer(parent):
            unfinished = parent / f".prancha-{os.getpid()}-{time.time_ns()}"
            with aside(unfinished):
                new = unfinished / "new"
                new.mkdir(parents=True)
                writer = FolderWriter(new)
                yield writer
                _swap(new, folder, unfinished / "old")
    except OSError as problem:
        raise Failure([diagnose(folder, writer.size if writer else 0, problem)]) from None


def _swap(new: Path, folder: Path, old: Path) -> None:
    with whole():
        there = os.path.lexists(folder)
        if there:
            folder.replace(old)
        try:
            new.replace(folder)
        except OSError:
            if there:
                old.replace(folder)
            raise
    shutil.rmtree(old, ignore_errors=True)
