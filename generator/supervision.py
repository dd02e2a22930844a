"""A run in a process of its own, so that whatever ends it is told in one line.

A library in C that hangs or crashes on a damaged file cannot be caught from within.  So the
program forks before it reads anything (1 to 2 ms): the child works, held to its `limits`, and
the parent only waits, passes signals on, and says what the child was at when it died.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress

from generator import limits, stopping
from generator.cli_output import FINDINGS, OUR_FAULT, print_findings
from generator.limits import Work
from generator.model.diagnostic import Diagnostic, Place

MORE = "if you trust this project, PRANCHA_LIMITS={} gives each piece of work {} seconds"
LIFT = "if you trust this project, PRANCHA_LIMITS=off lifts the limit"


def supervised(run: Callable[[], int]) -> int:
    """Return the exit code of `run`; when it takes too long or crashes, say at what.

    Where processes cannot be forked (Windows), and with PRANCHA_LIMITS=off, it is simply run.
    """
    given = os.environ.get("PRANCHA_LIMITS", "")
    if given.lower() == "off" or not hasattr(os, "fork"):
        return run()
    board = limits.new_board()
    ours, theirs = os.pipe()
    # A signal between the fork and its handlers must neither be lost nor end one of the two alone.
    signal.pthread_sigmask(signal.SIG_BLOCK, stopping.SIGNALS)
    child = os.fork()
    if child == 0:
        os.close(theirs)
        _end_with(ours)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, stopping.SIGNALS)
        limits.hold(board, int(given) if given.isdecimal() and int(given) else limits.SECONDS)
        return run()
    for number in stopping.SIGNALS:
        signal.signal(number, lambda sent, _: _pass_on(child, sent))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, stopping.SIGNALS)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status):
        return os.WEXITSTATUS(status)
    code, told = told_of(limits.said(board), os.WTERMSIG(status))
    print_findings([told])
    return code


def told_of(work: Work, number: int) -> tuple[int, Diagnostic]:
    """The exit code and finding for a process that signal `number` ended at its `work`."""
    place = Place(work.where)
    if number == getattr(signal, "SIGXCPU", None):
        message = f"{work.what} takes more than {work.seconds} seconds of processor time"
        hint = LIFT if work.seconds == limits.ALL_SECONDS else MORE.format(6 * work.seconds, 6 * work.seconds)
        return FINDINGS, Diagnostic(place, "too-slow", message, work.item, hint)
    if number == signal.SIGKILL:
        message = f"the system ended the program while it was {work.what}, most likely for want of memory"
        return FINDINGS, Diagnostic(place, "too-much-memory", message, work.item)
    message = f"{work.what} made a library crash ({signal.Signals(number).name})"
    hint = "the file named here is most likely damaged; save it anew, or leave it out"
    return OUR_FAULT, Diagnostic(place, "crashed", message, work.item, hint)


def out_of_memory() -> Diagnostic:
    """The finding for a MemoryError of this process."""
    work = limits.work()
    message = f"{work.what or 'this'} takes more than {limits.MEMORY // 1024**3} GB of memory"
    return Diagnostic(Place(work.where), "too-much-memory", message, work.item, LIFT)


def _pass_on(child: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(child, number)


def _end_with(pipe: int) -> None:
    """Let the kernel end this process when the other end of `pipe` closes: its parent is dead."""
    import fcntl

    if hasattr(fcntl, "F_SETSIG"):
        fcntl.fcntl(pipe, fcntl.F_SETSIG, signal.SIGKILL)
    else:  # macOS, where SIGIO by itself does nothing
        signal.signal(signal.SIGIO, lambda *_: os._exit(1))
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
