"""Run a command in a child process, so that limits and crashes are reported in one line.

A library in C that hangs or crashes on a damaged file cannot be caught from within.  So the child works,
held to its limits, and the parent waits, passes signals on, and says what the child was at when it died.
It forks before anything is imported: with all of the program loaded, copying pages of memory took 10 ms.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from mmap import mmap

from prancha.system import machine, signals
from prancha.system.environment import VariableError, limit_seconds

BOARD = 2048
"""Bytes of shared memory where the child says what it works on, still there when the child is not."""

ANSWER = 2.0
"""Seconds that a child has to end after an interrupt."""


def supervised(run: Callable[[], int], alone: bool = False) -> int:
    """Return the exit code of `run`; when it takes too long or crashes, say at what.

    `alone`, where processes cannot be forked (Windows), and with PRANCHA_LIMITS=off, it is simply run.
    """
    try:
        seconds = limit_seconds()
    except VariableError:
        seconds = None  # the usual limit, until the command says what is wrong
    if alone or seconds == 0 or not machine.FORKS:
        return _last_work(run)
    board = mmap(-1, BOARD)
    ours, theirs = os.pipe()
    # A signal between the fork and its handlers must neither be lost nor end one of the two alone.
    signal.pthread_sigmask(signal.SIG_BLOCK, signals.SIGNALS)
    child = os.fork()
    if child == 0:
        os.close(theirs)
        _end_with(ours)
        from prancha.system import limits

        limits.hold(board, seconds or limits.SECONDS)
        return _last_work(run)
    interrupt = _Interrupt(child)
    for number in signals.SIGNALS:
        signal.signal(number, interrupt.pass_on)
    signal.signal(signal.SIGALRM, interrupt.end)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signals.SIGNALS)
    status, describe_stopped = _wait(child)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signals.uninstall()
    if os.WIFEXITED(status):
        return os.WEXITSTATUS(status)
    if interrupt.unheard:
        signals.tell(f"interrupted; the program did not answer for {ANSWER:g} s and was ended")
        return 128 + interrupt.sent
    return _report_end(board, None if describe_stopped else os.WTERMSIG(status))


class _Interrupt:
    """Passes a signal on to `child`, and kills it when it does not end within `ANSWER` seconds.

    A library that loops in C never comes back to Python, where the handler of the child would run.
    """

    def __init__(self, child: int) -> None:
        self._child = child
        self.sent = 0
        self.unheard = False

    def pass_on(self, number: int, _: object) -> None:
        """Pass one on; the first starts the clock."""
        if not self.sent:
            self.sent = number
            signal.setitimer(signal.ITIMER_REAL, ANSWER)
        with suppress(ProcessLookupError):
            os.kill(self._child, number)
            os.kill(self._child, signal.SIGCONT)  # a stopped process could not react

    def end(self, *_: object) -> None:
        """Kill the child."""
        self.unheard = True
        with suppress(ProcessLookupError):
            os.kill(self._child, signal.SIGKILL)


def _wait(child: int) -> tuple[int, bool]:
    """Wait for `child`; returns its status, and whether it was killed because it stayed stopped.

    Ctrl-Z stops parent and child, and the shell continues both.  A child that is stopped alone would do
    nothing and never end.
    """
    looks = 0
    while True:
        found, status = os.waitpid(child, os.WUNTRACED | (os.WNOHANG | os.WCONTINUED if looks else 0))
        if found and not (os.WIFSTOPPED(status) or os.WIFCONTINUED(status)):
            return status, False
        looks = 0 if found and os.WIFCONTINUED(status) else looks + 1
        if looks > signals.STOPPED_LOOKS:
            os.kill(child, signal.SIGKILL)
            return os.waitpid(child, 0)[1], True
        if looks:
            time.sleep(signals.LOOK)


def _last_work(run: Callable[[], int]) -> int:
    signals.install()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals.SIGNALS)
    try:
        return run()
    finally:
        signals.uninstall()


def _report_end(board: mmap, number: int | None) -> int:
    """Tell what signal `number` ended, or with None what was stopped for good; returns the exit code."""
    from prancha.cli.output import FINDINGS, OUR_FAULT, print_findings, ready_streams
    from prancha.system.crashes import describe_exit, describe_stopped
    from prancha.system.limits import last_work

    ready_streams()
    work = last_work(board)
    told = describe_stopped(work) if number is None else describe_exit(work, -number)
    print_findings([told])
    return OUR_FAULT if told.code == "crashed" else FINDINGS


def _end_with(pipe: int) -> None:
    """Let the kernel end this process when the other end of `pipe` closes: its parent is dead."""
    import fcntl

    if hasattr(fcntl, "F_SETSIG"):
        fcntl.fcntl(pipe, fcntl.F_SETSIG, signal.SIGKILL)
    else:  # macOS, where SIGIO by itself does nothing
        signal.signal(signal.SIGIO, lambda *_: os._exit(1))
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
