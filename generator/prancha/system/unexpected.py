"""The last catch of a stage: what no code foresaw becomes a finding that names what was worked on.

Files of strangers are read by many libraries, and each can fail in ways that nobody listed.  The stages of
a game run within `caught`, so that one such failure is a line with its place, and other games go on.
With --debug nothing is caught.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure, Place
from prancha.system.limits import Work, stage, work_of

CODE = "our-fault"
REPORT = "this is our fault, not yours; run again with --debug and send us what it prints"


@contextmanager
def caught(place: Place, what: str) -> Iterator[None]:
    """Say that a stage begins and run it: `what` ("reading the catalogue") of what stands at `place`.

    Raises Failure for every exception but those that tell of the whole program: no memory, no room for
    what is printed, an interruption.
    """
    stage(place, what)
    try:
        yield
    except (Failure, MemoryError, BrokenPipeError):
        raise
    except OSError as problem:
        if problem.filename is None:  # of no file of the project, such as a full standard output
            raise
        raise Failure([_of_system(problem, place, what)]) from problem
    except Exception as problem:
        if _STATE.through:
            raise
        raise Failure([finding(problem, place, what)]) from problem


def finding(problem: Exception, place: Place = NOWHERE, what: str = "running the command") -> Diagnostic:
    """What is told of an exception that nothing foresaw: at the work it was raised in, else at `place`."""
    work = _work(problem, place, what)
    if isinstance(problem, RecursionError):
        message = f"what is written here is nested deeper than the program can follow ({work.what})"
        return Diagnostic(work.place, "too-deep", message, work.item, "use fewer levels of nesting")
    said = f"{type(problem).__name__}: {problem}".replace("\n", " ")
    message = f"prancha itself failed, {work.what}: {said}"
    return Diagnostic(work.place, CODE, message, work.item, REPORT)


class _Debugging:
    """Whether exceptions go through with their tracebacks."""

    def __init__(self) -> None:
        self.through = False


_STATE = _Debugging()


def let_through(wanted: bool) -> None:
    """Catch nothing from now on, for --debug, or catch again."""
    _STATE.through = wanted


def _of_system(problem: OSError, place: Place, what: str) -> Diagnostic:
    work = _work(problem, place, what)
    reason = problem.strerror or type(problem).__name__
    message = f'{work.what}: "{problem.filename}" cannot be used: {reason}'
    return Diagnostic(work.place, "unreadable", message, work.item, "is it there, and may you read it?")


def _work(problem: Exception, place: Place, what: str) -> Work:
    return work_of(problem) or Work(str(place), "", what)
