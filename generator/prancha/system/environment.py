"""Environment variables that the program reads, each with its type and range.

An empty variable counts as not set.  Whatever a variable holds that is not of its kind is an error that
names it: a limit or folder that somebody asked for must not be replaced by another in silence.  `check`
reads all of them before a command begins; nothing heavy is imported here, because the supervisor reads
PRANCHA_LIMITS before anything else is loaded.
"""

from __future__ import annotations

import errno
import os
import stat

from prancha.model.diagnostic import UserError

TYPE_CHECKING = False  # importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable

    from prancha.model.diagnostic import Failure

MOST_SECONDS = 86_400
MOST_MEGABYTES = 1_000_000
LAST_SECOND = 253_402_300_799
"""The end of the year 9999: the last that a date in a PDF can name."""
_FOREIGN = ("RL_", "EVAL_DEBUG")
"""Prefixes of variables that change how ReportLab works."""
_NEVER = (errno.ENAMETOOLONG, errno.ELOOP)
"""Errors of paths that can never be folders; a missing folder may be created."""
_PATH = "write the path of a folder, or unset it"
_SYSTEM = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA")


class VariableError(UserError):
    """A variable with an invalid value; `hint` says what to write."""

    def __init__(self, name: str, message: str, hint: str) -> None:
        """Say what is wrong with the value of `name`."""
        super().__init__(message, hint)
        self.name = name


def limit_seconds() -> int | None:
    """PRANCHA_LIMITS: seconds of processor time for one piece of work; 0 for `off`, None when not set.

    Raises VariableError.
    """
    if _read("PRANCHA_LIMITS").lower() == "off":
        return 0
    return _read_number("PRANCHA_LIMITS", 1, MOST_SECONDS, "a number of seconds", ", nor off")


def cache_megabytes() -> int | None:
    """PRANCHA_CACHE_MB: how much the cache may take; None when not set.  Raises VariableError."""
    return _read_number("PRANCHA_CACHE_MB", 0, MOST_MEGABYTES, "a number of megabytes")


def cache_named() -> str:
    """PRANCHA_CACHE: the folder of the cache, `off`, or "" when not set.  Raises VariableError."""
    given = _read("PRANCHA_CACHE")
    return "off" if given.lower() == "off" else _read_folder("PRANCHA_CACHE")


def config_named() -> str:
    """PRANCHA_CONFIG: the folder of printers, "" when not set.  Raises VariableError."""
    return _read_folder("PRANCHA_CONFIG")


def build_second() -> int | None:
    """SOURCE_DATE_EPOCH: the second since 1970 that a PDF is dated with; None when not set.

    Source: https://reproducible-builds.org/specs/source-date-epoch/.  Raises VariableError.
    """
    return _read_number("SOURCE_DATE_EPOCH", 0, LAST_SECOND, "a number of seconds since 1970")


def system_folder(name: str) -> str:
    """A variable of the system that names a folder, such as HOME; "" when not set.

    What is not there, or no folder, is told where it is used: services have such homes.  Raises
    VariableError for what can be no path at all.
    """
    given = _read(name)
    try:
        if given:
            os.stat(given)  # noqa: PTH116 (the supervisor is loaded before pathlib)
    except OSError as problem:
        if problem.errno in _NEVER:
            raise VariableError(name, f'"{given}" cannot be a folder: {problem.strerror}', _PATH) from None
    return given


def progress_lines() -> bool:
    """PRANCHA_PROGRESS: whether progress is told in lines for the program that started this one (`lines`).

    Raises VariableError.
    """
    if (given := _read("PRANCHA_PROGRESS")) not in ("", "lines"):
        raise VariableError("PRANCHA_PROGRESS", f'"{given}" is not lines', "write lines, or unset it")
    return bool(given)


def check() -> None:
    """Read every variable; raises Failure with all that are wrong."""
    wrong: list[VariableError] = []
    for read in (*_READERS, *(lambda name=name: system_folder(name) for name in _SYSTEM)):
        try:
            read()
        except VariableError as problem:
            wrong.append(problem)
    if wrong:
        raise failure(wrong)


def failure(wrong: Iterable[VariableError]) -> Failure:
    """The Failure that reports invalid variables."""
    from prancha.model.diagnostic import Diagnostic, Failure, Place

    return Failure(Diagnostic(Place(one.name), "bad-variable", str(one), hint=one.hint) for one in wrong)


def forget_foreign() -> None:
    """Unset variables that change how libraries work: a kit depends only on its project."""
    for name in [name for name in os.environ if name.startswith(_FOREIGN)]:
        del os.environ[name]


def _read(name: str) -> str:
    return os.environ.get(name, "").strip()


def _read_number(name: str, least: int, most: int, what: str, other: str = "") -> int | None:
    given = _read(name)
    if not given:
        return None
    # Refuse huge numbers by their length: int() raises for thousands of digits.
    if given.isascii() and given.isdecimal() and len(given) <= len(str(most)) and least <= int(given) <= most:
        return int(given)
    message = f'"{given}" is not {what} from {least} to {most}{other}'
    raise VariableError(name, message, f"write a whole number such as {name}={max(60, least)}, or unset it")


def _read_folder(name: str) -> str:
    given = _read(name)
    if not given:
        return ""
    try:
        found = os.stat(given)  # noqa: PTH116 (as above)
    except FileNotFoundError:
        return given  # it is created on first use
    except OSError as problem:
        raise VariableError(name, f'"{given}" cannot be a folder: {problem.strerror}', _PATH) from None
    if not stat.S_ISDIR(found.st_mode):
        raise VariableError(name, f'"{given}" is not a folder', _PATH)
    return given


_READERS = (limit_seconds, cache_megabytes, cache_named, config_named, build_second, progress_lines)
