"""What is said of a run that was ended, by its ceilings or by a library that crashed."""

from __future__ import annotations

import signal

from prancha.cli.output import FINDINGS, OUR_FAULT
from prancha.model.diagnostic import Diagnostic
from prancha.system import limits
from prancha.system.environment import MOST_SECONDS
from prancha.system.limits import Work

MORE = "if you trust this project, PRANCHA_LIMITS={} gives each piece of work {} seconds"
LIFT = "if you trust this project, PRANCHA_LIMITS=off lifts the limit"


def told_of(work: Work, number: int) -> tuple[int, Diagnostic]:
    """The exit code and finding for a process that signal `number` ended at its `work`.

    0 stands for one that was stopped, not ended, and did not go on.
    """
    place = work.place
    if number == 0:
        message = f"the program was stopped from outside while it was {work.what}, and did not go on"
        hint = "it was ended after a while of waiting; give the command again"
        return FINDINGS, Diagnostic(place, "stopped", message, work.item, hint)
    if number == getattr(signal, "SIGXCPU", None):
        message = f"{work.what} takes more than {work.seconds} seconds of processor time"
        more = min(6 * work.seconds, MOST_SECONDS)
        hint = LIFT if work.seconds == limits.ALL_SECONDS else MORE.format(more, more)
        return FINDINGS, Diagnostic(place, "too-slow", message, work.item, hint)
    if number == signal.SIGKILL:
        message = f"the system ended the program while it was {work.what}, most likely for want of memory"
        return FINDINGS, Diagnostic(place, "too-much-memory", message, work.item)
    message = f"{work.what} made a library crash ({signal.Signals(number).name})"
    hint = "the file named here is most likely damaged; save it anew, or leave it out"
    return OUR_FAULT, Diagnostic(place, "crashed", message, work.item, hint)


def out_of_memory() -> Diagnostic:
    """The finding for a MemoryError of this process."""
    work, what = limits.work(), limits.work().what or "this"
    if (lower := limits.session_memory()) is not None:
        message = f"{what} takes more memory than this session allows: {lower // 1024**2} MB"
        hint = "ulimit -d unlimited; ulimit -v unlimited lifts that limit in a shell"
        return Diagnostic(work.place, "too-much-memory", message, work.item, hint)
    message = f"{what} takes more than {limits.MEMORY // 1024**3} GB of memory"
    return Diagnostic(work.place, "too-much-memory", message, work.item, LIFT)
