"""Write files and folders whole: aside first, then moved over their final names together.

The process that writes holds a lock, so what is unfinished while nobody holds it was left by a dead
build; the next one sweeps it.
"""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system import machine
from prancha.system.file_contents import Chunks
from prancha.system.signals import removed_at_end, signals_delayed

LOCK = ".prancha.lock"
PATIENCE = 30.0
"""Seconds to wait for another build that is writing to the same folder."""
_UNFINISHED = r"\.prancha-\d+-\d+\Z"


class StuckError(OSError):
    """A file that could not be moved; its `filename` is the final one."""


def swap_files(unfinished: Path, folder: Path, names: Sequence[str]) -> None:
    """Move complete files from `unfinished` over those of `folder`, in the order given.

    The last one tells of the others: the old one is taken away first, the new one comes last.
    Raises OSError, and then the old files are there as before; where one of them could not be
    put back, Stuck says so, and no file tells of the others.
    """
    *others, last = names
    old = unfinished / ".old"
    if others:
        old.mkdir()
    kept = {name for name in others if _name_old(folder / name, old / name)}
    changed: list[str] = []
    with signals_delayed():
        try:
            if others:
                if os.path.lexists(folder / last):
                    _move(folder / last, old / last, folder / last)
                    kept.add(last)
                changed.append(last)
                machine.sync_folder(folder)
            for name in others:
                _move(unfinished / name, folder / name, folder / name)
                changed.append(name)
            if others:
                machine.sync_folder(folder)
            _move(unfinished / last, folder / last, folder / last)
        except OSError as problem:
            lost = _put_back(old, folder, changed, kept)
            if lost:
                reason = problem.strerror or str(problem)
                reason += (
                    f"; {', '.join(lost)} could not be restored, so there is no {last} until the next build"
                )
                raise StuckError(problem.errno, reason, problem.filename) from problem
            raise


def _name_old(path: Path, kept: Path) -> bool:
    """Give an old file a second name for a rollback, so that it is never missing under its own.

    Returns whether there is one.
    """
    try:
        machine.second_name(path, kept)
    except FileNotFoundError:
        return False
    except OSError as problem:
        raise _stuck_error(problem, path) from problem
    return True


def _move(path: Path, target: Path, final: Path) -> None:
    try:
        path.replace(target)
    except OSError as problem:
        raise _stuck_error(problem, final) from problem


def _stuck_error(problem: OSError, path: Path) -> StuckError:
    return StuckError(problem.errno, problem.strerror or str(problem), str(path))


def _put_back(old: Path, folder: Path, changed: Sequence[str], kept: Collection[str]) -> list[str]:
    """Roll back what was `changed` in reverse order; returns the names that could not be restored."""
    lost: list[str] = []
    for name in reversed(changed):
        try:
            if name == changed[0]:
                if lost:  # it would describe files that were replaced
                    break
                machine.sync_folder(folder)
            if name in kept:
                (old / name).replace(folder / name)
            else:
                (folder / name).unlink(missing_ok=True)
        except OSError:
            lost.append(name)
    return lost


class _LockTimeoutError(OSError):
    """Another build held the lock for too long."""


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` so that `path` holds the old file or the new one, never a part.

    Raises Failure when the folder cannot be made or written, or the disk is full.
    """
    write_set(path.parent, {path.name: data})


def write_set(folder: Path, files: Mapping[str, bytes | Chunks]) -> None:
    """Write files that belong together: all complete first, then moved in the order given.

    The last one, a manifest, tells of the others: it is taken away before the
    first of them is moved, and put back last.  So wherever the writing ends, a
    manifest that is there is that of the files beside it.  Waits while another
    build writes to `folder`.  Raises Failure, and then no file has changed: a
    folder cannot be made or written, the disk is full, a program has an old
    file open.  Where one could not even be put back, the Failure says so.
    """
    size = sum(map(len, files.values()))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in files:
            if (folder / name).is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with folder_lock(folder):
            _write_files(folder, files)
    except OSError as problem:
        lock = folder / LOCK
        # Without a lock file the folder itself is not writable: deleting the lock would not help.
        if (
            problem.filename == str(lock)
            and os.path.lexists(lock)
            and not isinstance(problem, _LockTimeoutError)
        ):
            raise Failure([_lock_problem(lock, problem)]) from None
        raise Failure([write_problem(folder / next(iter(files)), size, problem)]) from None


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of `folder`, which is there, and sweep what dead builds left in it.

    Raises OSError where another build holds it too long.
    """
    with _locked(folder):
        _sweep_locked(folder)
        yield


def refuse_unwritable(folder: Path, names: Sequence[str]) -> None:
    """Raise the Failure of `write_set` early where it can be foreseen, to save useless work.

    Creates nothing; writing may still fail later.
    """
    lock = folder / LOCK
    if os.path.lexists(lock) and (lock.is_symlink() or not lock.is_file()):
        raise Failure([_lock_problem(lock)])
    reason = _foreseen_error(folder, names)
    if reason:
        problem = OSError(reason, os.strerror(reason))
        raise Failure([write_problem(folder / names[0], 0, problem)])


def _foreseen_error(folder: Path, names: Sequence[str]) -> int:
    """The errno that writing `names` would end with; 0 if none is foreseen."""
    # A dangling link is in the way, too.
    there = next(path for path in (folder, *folder.parents) if os.path.lexists(path))
    if not there.is_dir():
        return errno.EEXIST if there == folder else errno.ENOTDIR
    if not os.access(there, os.W_OK | os.X_OK):
        sealed = hasattr(os, "statvfs") and os.statvfs(there).f_flag & os.ST_RDONLY
        return errno.EROFS if sealed else errno.EACCES
    try:
        return errno.EISDIR if any((folder / name).is_dir() for name in names) else 0
    except OSError as problem:  # a name too long for the file system
        return problem.errno or errno.EINVAL


def _write_files(folder: Path, files: Mapping[str, bytes | Chunks]) -> None:
    unfinished = folder / f".prancha-{os.getpid()}-{time.time_ns()}"
    with removed_at_end(unfinished):
        unfinished.mkdir(mode=0o777)
        for name, data in files.items():
            with (unfinished / name).open("xb") as file:
                file.writelines([data] if isinstance(data, bytes) else data)
                file.flush()
                os.fsync(file.fileno())
        swap_files(unfinished, folder, tuple(files))


def sweep(folder: Path) -> None:
    """Remove leftovers of dead builds in `folder`; does not wait for a build that is writing."""
    with suppress(OSError), ExitStack() as lock:
        left = any(name == LOCK or re.match(_UNFINISHED, name) for name in _names(folder))
        if left and _try_lock(lock, folder / LOCK):
            _sweep_locked(folder)


def _sweep_locked(folder: Path) -> None:
    """Remove unfinished files in `folder` while holding its lock: their process has ended.

    It may have run on another machine or in a container, whose processes cannot be examined.
    """
    for name in _names(folder):
        if re.match(_UNFINISHED, name):
            import shutil

            shutil.rmtree(folder / name, ignore_errors=True)


def _names(folder: Path) -> list[str]:
    return os.listdir(folder)  # noqa: PTH208 (only names are wanted)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the lock of `folder`, waiting for other builds; the lock file is removed with it."""
    path, deadline = folder / LOCK, time.monotonic() + PATIENCE
    with ExitStack() as lock:
        while not _try_lock(lock, path):
            if time.monotonic() > deadline:
                waited = f"another build has been writing here for {PATIENCE:g} s"
                raise _LockTimeoutError(errno.EBUSY, waited, str(path))
            time.sleep(0.02)
        yield


def _try_lock(lock: ExitStack, path: Path) -> bool:
    """Try to lock the file at `path` until `lock` ends; False while another build holds it."""
    with signals_delayed(), ExitStack() as opened:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        opened.callback(os.close, handle)
        if not (machine.lock(handle) and _is_same_file(handle, path)):
            return False
        held, there = opened.pop_all(), removed_at_end(path)
        # Removed while held: a waiting process sees that the file it opened is gone, and makes a new one.
        for part in (held, there) if machine.REMOVES_OPEN_FILES else (there, held):
            lock.enter_context(part)
        return True


def _is_same_file(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def write_problem(path: Path, size: int, problem: OSError) -> Diagnostic:
    """Diagnostic for `size` bytes that could not be written to `path`."""
    reason = problem.strerror or str(problem)
    hint = "free some space, or choose another folder"
    if isinstance(problem, NotADirectoryError | FileExistsError):
        hint = "there is a file where a folder is needed: choose another folder"
    elif problem.errno in (errno.ENOSPC, errno.EDQUOT):
        import shutil

        with suppress(OSError):
            free = shutil.disk_usage(path.parent).free
            reason += f" ({_kilobytes(size)} to write, {_kilobytes(free)} free)"
    elif isinstance(problem, _LockTimeoutError):
        hint = "wait for it to end, or choose another folder"
    elif isinstance(problem, StuckError):
        path = Path(problem.filename or path)
        # Windows if a viewer has the old file open, Linux if something is mounted there.
        if problem.errno in (errno.EACCES, errno.EPERM, errno.EBUSY):
            hint = "close it in the program that shows it, and build again"
    return Diagnostic(Place(str(path)), "not-written", f"cannot write: {reason}", hint=hint)


def _lock_problem(lock: Path, problem: OSError | None = None) -> Diagnostic:
    """Diagnostic for a lock file that cannot be used."""
    why = "is not a regular file" if problem is None else f"cannot be opened: {problem.strerror}"
    message = f"cannot write: the lock that builds hold while they write {why}"
    return Diagnostic(Place(str(lock)), "not-written", message, hint="delete it, and build again")


def _kilobytes(size: int) -> str:
    return f"{-(-size // 1000)} kB"


class FolderWriter:
    """Writes the files of a new folder one by one."""

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
        with folder_lock(parent):
            unfinished = parent / f".prancha-{os.getpid()}-{time.time_ns()}"
            with removed_at_end(unfinished):
                new = unfinished / "new"
                new.mkdir(parents=True)
                writer = FolderWriter(new)
                yield writer
                _swap_folders(new, folder, unfinished / "old")
    except OSError as problem:
        raise Failure([write_problem(folder, writer.size if writer else 0, problem)]) from None


def _swap_folders(new: Path, folder: Path, old: Path) -> None:
    with signals_delayed():
        there = os.path.lexists(folder)
        if there:
            folder.replace(old)
        try:
            new.replace(folder)
        except OSError:
            if there:
                old.replace(folder)
            raise
    import shutil  # only exports need it

    shutil.rmtree(old, ignore_errors=True)
