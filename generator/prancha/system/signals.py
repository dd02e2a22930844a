"""Ctrl-C and SIGTERM: end at once, say so in a line, leave nothing behind.

An exception can be swallowed or printed by whatever library it passes
through; so the signal itself ends the program, unless outputs are just being
moved into place, which is finished first.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from prancha.system import machine

TYPE_CHECKING = False  # importing typing is slow
if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import Popen
    from types import FrameType
    from typing import NoReturn

MESSAGE = "interrupted; nothing half-written was left"
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM") if hasattr(signal, name))
TEMPORARY = "prancha-temporary-"
"""Prefix of temporary folders, not used by anything else."""
LOOK = 0.5
"""Seconds between checks of a stopped process."""
STOPPED_LOOKS = 60
"""Looks after which a stopped process is not waited for any more.  Looks are counted, not seconds: while
Ctrl-Z stops all of us nobody looks."""
FORKED = machine.FORKS and sys.platform != "darwin"
"""Whether worker processes are forked from this one; a Mac's libraries do not outlive that."""


class _Signals:
    """State of the signal handlers of this process."""

    def __init__(self) -> None:
        self.busy = 0
        self.pending = 0
        self.worker = self.quiet = False
        self.process = 0
        self.asides: list[Path] = []
        self.attended: list[Popen[str]] = []


_STATE = _Signals()


def install() -> None:
    """Install handlers that end the program with 128 + the signal number."""
    _begin(worker=False)
    for number in SIGNALS:
        signal.signal(number, _stop)


def install_in_worker(parent: int, leads: bool = False) -> None:
    """The same for a process that builds for another: only its parent, `parent`, stops it.

    One that `leads` has processes of its own, which end with it.

    Ctrl-C reaches every process of a terminal; the parent answers it.
    A worker whose parent was killed ends too.
    """
    _begin(worker=not leads)
    _STATE.quiet = True
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else _stop)
    import threading

    threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def tell(line: str) -> None:
    """Write a line to the standard error, past every buffer: from a handler or a thread."""
    with suppress(OSError, ValueError):
        os.write(2, f"{line}\n".encode())


def _begin(*, worker: bool) -> None:
    """Forget the files and processes of the parent after a fork; they are not ours to remove."""
    _STATE.worker, _STATE.process = worker, os.getpid()
    _STATE.asides, _STATE.attended = [], []


def _follow(parent: int) -> None:
    import time

    while os.getppid() == parent:
        time.sleep(0.3)
    os._exit(1)


def uninstall() -> None:
    """Ignore signals while Python shuts down."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def signals_delayed() -> Iterator[None]:
    """Delay signals until the block is done."""
    _STATE.busy += 1
    try:
        yield
    finally:
        _STATE.busy -= 1
        if _STATE.pending and not _STATE.busy:
            _end(_STATE.pending)


@contextmanager
def removed_at_end(path: Path) -> Iterator[None]:
    """Remove `path`, a file or folder, when the block or the program ends."""
    _STATE.asides.append(path)
    try:
        yield
    finally:
        with signals_delayed():  # another process may reuse the path at once
            _remove(path)
            _STATE.asides.remove(path)


@contextmanager
def ended_with_program(process: Popen[str]) -> Iterator[Popen[str]]:
    """End `process`, a command started here, when the program ends before it."""
    _STATE.attended.append(process)
    try:
        yield process
    finally:
        _STATE.attended.remove(process)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder of its own among the system's temporary ones, gone when the block or the program ends.

    It is locked meanwhile.  Those that are not are of programs that were killed, and are removed.
    """
    from pathlib import Path
    from tempfile import gettempdir, mkdtemp

    for left in Path(gettempdir()).glob(f"{TEMPORARY}????????"):
        with ExitStack() as stack:
            if _lock(left, stack):
                _remove(left)
    with ExitStack() as stack:
        with signals_delayed():
            folder = Path(mkdtemp(prefix=TEMPORARY))
            # Before it was locked, a sweeping process may have removed it as abandoned.
            while machine.LOCKS_FOLDERS and not _lock(folder, stack):
                folder = Path(mkdtemp(prefix=TEMPORARY))
            stack.enter_context(removed_at_end(folder))
        yield folder


def _lock(folder: Path, stack: ExitStack) -> bool:
    """Lock a temporary folder of this user until `stack` ends; False where that cannot be done."""
    if not machine.LOCKS_FOLDERS:  # abandoned folders stay until the system clears them
        return False
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)
        stack.callback(os.close, handle)
        if not machine.lock(handle):
            return False
        own, there = os.fstat(handle), folder.stat(follow_symlinks=False)
        return os.path.samestat(own, there) and own.st_uid == os.geteuid() and own.st_mode & 0o777 == 0o700
    return False


def _stop(number: int, _: FrameType | None) -> None:
    if _STATE.process != os.getpid():  # a worker that was just forked and has no handlers of its own yet
        os._exit(128 + number)
    if _STATE.busy:
        _STATE.pending = number
        return
    _end(number)


def _end(number: int) -> NoReturn:
    for each in SIGNALS:  # it may arrive twice: from the terminal and from the parent
        signal.signal(each, signal.SIG_IGN)
    _end_children()
    for path in reversed(_STATE.asides):
        _remove(path)
    if not _STATE.quiet:
        # A progress bar hides the cursor.
        show = "\r\x1b[2K\x1b[?25h" if sys.stderr.isatty() else ""
        tell(f"{show}{MESSAGE}")
    os._exit(128 + number)


def _end_children() -> None:
    if not _STATE.worker:
        for process in _STATE.attended:
            process.terminate()
    # A signal may come while the module is imported: it has no children then, and not this function yet.
    active_children = getattr(sys.modules.get("multiprocessing"), "active_children", None)
    if active_children is None or _STATE.worker:
        return
    children = active_children()
    for child in children:
        child.terminate()
    for child in children:
        child.join(0.5)
        if child.is_alive():
            child.kill()


def _remove(path: Path) -> None:
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            import shutil

            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
