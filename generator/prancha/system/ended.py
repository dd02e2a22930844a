"""The finding for a process that did not end by itself: a ceiling, a library that crashed, or a signal."""

from __future__ import annotations

import signal

from prancha.model.diagnostic import Diagnostic
from prancha.system import limits, signals
from prancha.system.environment import MOST_SECONDS
from prancha.system.limits import Work

NO_MEMORY = 77
"""Exit code of a process that met a MemoryError and has no other way to tell."""
MORE = "if you trust this project, PRANCHA_LIMITS={} gives each piece of work {} seconds"
LIFT = "if you trust this project, PRANCHA_LIMITS=off lifts the limit"


def ended(work: Work, code: int) -> Diagnostic:
    """The finding for a process that left at its `work` with `code`, as `Process.exitcode` has it.

    That is minus the number of the signal that ended it, or 128 and the number where it answered the signal.
    """
    what = work.what or "this"
    number = code - 128 if told_to_end(code) and code > 0 else -code
    if code == NO_MEMORY:
        return out_of_memory(work)
    if number == getattr(signal, "SIGXCPU", None):
        message = f"{what} takes more than {work.seconds} seconds of processor time"
        more = min(6 * work.seconds, MOST_SECONDS)
        hint = LIFT if work.seconds == limits.ALL_SECONDS else MORE.format(more, more)
        return Diagnostic(work.place, "too-slow", message, work.item, hint)
    if number == getattr(signal, "SIGKILL", None):
        message = f"the system ended the program while it was {what}, most likely for want of memory"
        return Diagnostic(work.place, "too-much-memory", message, work.item)
    if told_to_end(code):
        message = f"the program was ended from outside ({signal.Signals(number).name}) while it was {what}"
        return Diagnostic(work.place, "stopped", message, work.item)
    how = f"exit code {code}" if number <= 0 else signal.Signals(number).name
    message = f"{what} made a library crash ({how})"
    hint = "the file named here is most likely damaged; save it anew, or leave it out"
    return Diagnostic(work.place, "crashed", message, work.item, hint)


def told_to_end(code: int) -> bool:
    """Whether a process left with `code` because of SIGINT or SIGTERM, answered or not."""
    return any(code in (-number, 128 + number) for number in signals.SIGNALS)


def stopped(work: Work) -> Diagnostic:
    """The finding for a process that was stopped, did not go on and was killed for it."""
    message = f"the program was stopped from outside while it was {work.what}, and did not go on"
    hint = "it was ended after a while of waiting; give the command again"
    return Diagnostic(work.place, "stopped", message, work.item, hint)


def out_of_memory(work: Work) -> Diagnostic:
    """The finding for a MemoryError at `work`, in a process with the limits of this one."""
    what = work.what or "this"
    if (lower := limits.session_memory()) is not None:
        message = f"{what} takes more memory than this session allows: {lower // 1024**2} MB"
        hint = "ulimit -d unlimited; ulimit -v unlimited lifts that limit in a shell"
        return Diagnostic(work.place, "too-much-memory", message, work.item, hint)
    message = f"{what} takes more than {limits.MEMORY // 1024**3} GB of memory"
    return Diagnostic(work.place, "too-much-memory", message, work.item, LIFT)
