"""What is said of a run that was ended, by its ceilings or by a library that crashed."""

from __future__ import annotations

import signal

from generator import limits
from generator.cli_output import FINDINGS, OUR_FAULT
from generator.limits import Work
from generator.model.diagnostic import Diagnostic, Place

MORE = "if you trust this project, PRANCHA_LIMITS={} gives each piece of work {} seconds"
LIFT = "if you trust this project, PRANCHA_LIMITS=off lifts the limit"


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
