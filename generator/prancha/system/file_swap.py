"""New files in the place of old ones, or the old ones whole again."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path

from prancha.system.signals import whole


class Stuck(OSError):
    """A file that could not be moved; its `filename` is the final one."""


def exchange(unfinished: Path, folder: Path, names: Sequence[str]) -> None:
    """Move complete files from `unfinished` over those of `folder`, in the order given.

    The last one tells of the others: the old one is taken away first, the new one comes last.
    Raises OSError, and then the old files are there as before; where one of them could not be
    put back, Stuck says so, and no file tells of the others.
    """
    *others, last = names
    old = unfinished / ".old"
    if others:
        old.mkdir()
    kept = {name for name in others if _keep(folder / name, old / name)}
    changed: list[str] = []
    with whole():
        try:
            if others:
                if os.path.lexists(folder / last):
                    _move(folder / last, old / last, folder / last)
                    kept.add(last)
                changed.append(last)
                _settle(folder)
            for name in others:
                _move(unfinished / name, folder / name, folder / name)
                changed.append(name)
            if others:
                _settle(folder)
            _move(unfinished / last, folder / last, folder / last)
        except OSError as problem:
            lost = _put_back(old, folder, changed, kept)
            if lost:
                reason = problem.strerror or str(problem)
                reason += (
                    f"; {', '.join(lost)} could not be put back, so there is no {last} till the next build"
                )
                raise Stuck(problem.errno, reason, problem.filename) from problem
            raise


def _keep(path: Path, kept: Path) -> bool:
    """Give an old file a second name, to be put back by: under its own it must not be missing meanwhile.

    Returns whether there is one.
    """
    try:
        os.link(path, kept, follow_symlinks=False)
    except FileNotFoundError:
        return False
    except (OSError, NotImplementedError):  # a file system that knows no such names, or another user's file
        import shutil

        try:
            shutil.copy2(path, kept, follow_symlinks=False)
        except OSError as problem:
            raise _stuck(problem, path) from problem
    return True


def _move(path: Path, target: Path, final: Path) -> None:
    try:
        path.replace(target)
    except OSError as problem:
        raise _stuck(problem, final) from problem


def _stuck(problem: OSError, path: Path) -> Stuck:
    return Stuck(problem.errno, problem.strerror or str(problem), str(path))


def _put_back(old: Path, folder: Path, changed: Sequence[str], kept: Collection[str]) -> list[str]:
    """Undo what was `changed`, the first at last; returns the names of what is not as before."""
    lost: list[str] = []
    for name in reversed(changed):
        try:
            if name == changed[0]:
                if lost:  # it would tell of files that are others now
                    break
                _settle(folder)
            if name in kept:
                (old / name).replace(folder / name)
            else:
                (folder / name).unlink(missing_ok=True)
        except OSError:
            lost.append(name)
    return lost


def _settle(folder: Path) -> None:
    """Let the folder's names reach the disk before those that come: power may fail too."""
    if os.name == "nt":  # where a folder cannot be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems cannot; there the names go in the order they may
            os.fsync(handle)
    finally:
        os.close(handle)
