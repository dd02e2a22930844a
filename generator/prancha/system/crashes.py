"""Diagnostics for unexpected exceptions and for processes that were killed or crashed.

Files of strangers are read by many libraries, and each can fail in ways that nobody listed.  The stages
of a game run within `caught`, so that one such failure is a line with its place, and other games go on.
With --debug nothing is caught.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure, Place
from prancha.system import limits, signals
from prancha.system.environment import MOST_SECONDS
from prancha.system.limits import Work, stage, work_of

CODE = "our-fault"
REPORT = "this is our fault, not yours; run again with --debug and send us what it prints"
NO_MEMORY = 77
"""Exit code of a process that ran out of memory and cannot report it otherwise."""
MORE = "if you trust this project, PRANCHA_LIMITS={} gives each piece of work {} seconds"
LIFT = "if you trust this project, PRANCHA_LIMITS=off lifts the limit"


@contextmanager
def caught(place: Place, what: str) -> Iterator[None]:
    """Run a stage and turn unexpected exceptions into findings; `what` ("reading the catalogue") names it.

    Raises Failure for every exception but those that tell of the whole program: no memory, no room for
    what is printed, an interruption.
    """
    stage(place, what)
    try:
        yield
    except (Failure, MemoryError, BrokenPipeError):
        raise
    except OSError as problem:
        if problem.filename is None:  # not about a file of the project, such as a full standard output
            raise
        raise Failure([_system_finding(problem, place, what)]) from problem
    except Exception as problem:
        if _STATE.through:
            raise
        raise Failure([describe_exception(problem, place, what)]) from problem


def describe_exception(
    problem: Exception, place: Place = NOWHERE, what: str = "running the command"
) -> Diagnostic:
    """Diagnostic for an unexpected exception, at the work it was raised in, else at `place`."""
    work = _work_at(problem, place, what)
    if isinstance(problem, RecursionError):
        message = f"this is nested too deeply for the program ({work.what})"
        return Diagnostic(work.place, "too-deep", message, work.item, "use fewer levels of nesting")
    said = f"{type(problem).__name__}: {problem}".replace("\n", " ")
    message = f"prancha itself failed, {work.what}: {said}"
    return Diagnostic(work.place, CODE, message, work.item, REPORT)


class _Debugging:
    """Whether unexpected exceptions are raised with their tracebacks."""

    def __init__(self) -> None:
        self.through = False


_STATE = _Debugging()


def pass_exceptions(wanted: bool) -> None:
    """Let unexpected exceptions pass from now on, for --debug, or catch them again."""
    _STATE.through = wanted


def _system_finding(problem: OSError, place: Place, what: str) -> Diagnostic:
    work = _work_at(problem, place, what)
    reason = problem.strerror or type(problem).__name__
    message = f'{work.what}: "{problem.filename}" cannot be used: {reason}'
    return Diagnostic(work.place, "unreadable", message, work.item, "is it there, and may you read it?")


def _work_at(problem: Exception, place: Place, what: str) -> Work:
    return work_of(problem) or Work(str(place), "", what)


def describe_exit(work: Work, code: int) -> Diagnostic:
    """Diagnostic for a process that ended during `work` with `code`, as in `Process.exitcode`.

    That is minus the number of the signal that ended it, or 128 and the number where it answered the signal.
    """
    what = work.what or "this"
    number = code - 128 if is_told_to_end(code) and code > 0 else -code
    if code == NO_MEMORY:
        return describe_out_of_memory(work)
    if number == getattr(signal, "SIGXCPU", None):
        message = f"{what} takes more than {work.seconds} seconds of processor time"
        more = min(6 * work.seconds, MOST_SECONDS)
        hint = LIFT if work.seconds == limits.ALL_SECONDS else MORE.format(more, more)
        return Diagnostic(work.place, "too-slow", message, work.item, hint)
    if number == getattr(signal, "SIGKILL", None):
        message = f"the system ended the program while it was {what}, most likely because memory ran out"
        return Diagnostic(work.place, "too-much-memory", message, work.item)
    if is_told_to_end(code):
        message = f"the program was ended from outside ({signal.Signals(number).name}) while it was {what}"
        return Diagnostic(work.place, "stopped", message, work.item)
    how = f"exit code {code}" if number <= 0 else signal.Signals(number).name
    message = f"{what} made a library crash ({how})"
    hint = "the file named here is most likely damaged; save it again, or leave it out"
    return Diagnostic(work.place, "crashed", message, work.item, hint)


def is_told_to_end(code: int) -> bool:
    """Return whether a process ended with `code` because of SIGINT or SIGTERM, handled or not."""
    return any(code in (-number, 128 + number) for number in signals.SIGNALS)


def describe_stopped(work: Work) -> Diagnostic:
    """Diagnostic for a process that was stopped, did not resume and was killed."""
    message = f"the program was stopped from outside while it was {work.what}, and did not resume"
    hint = "it was ended after a while of waiting; give the command again"
    return Diagnostic(work.place, "stopped", message, work.item, hint)


def describe_out_of_memory(work: Work) -> Diagnostic:
    """Diagnostic for a MemoryError during `work`, in a process with the limits of this one."""
    what = work.what or "this"
    if (lower := limits.session_memory()) is not None:
        message = f"{what} takes more memory than this session allows: {lower // 1024**2} MB"
        hint = "ulimit -d unlimited; ulimit -v unlimited lifts that limit in a shell"
        return Diagnostic(work.place, "too-much-memory", message, work.item, hint)
    message = f"{what} takes more than {limits.MEMORY // 1024**3} GB of memory"
    return Diagnostic(work.place, "too-much-memory", message, work.item, LIFT)
