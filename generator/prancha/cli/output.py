"""Output of commands: exit codes, diagnostics, progress, tables of kits."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn, TextIO

from prancha.building.order import PROGRESS_LINE, WRITE, print_sentences
from prancha.model.diagnostic import Diagnostic, Failure, Place, counted
from prancha.system import crashes
from prancha.system.environment import progress_lines

if TYPE_CHECKING:
    from pathlib import Path

    from prancha.building.order import Kit, Progress

FINE, FINDINGS, USAGE, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 130


_CONTROL = (
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufeff\U000e0000-\U000e007f]"
)
"""Control characters except newline, surrogates, and characters that reorder, break or hide text.

Joiners and direction marks are not among them: names in Arabic or Hindi need them."""

USAGE_CODES = (
    "not-written no-game no-family no-item no-topic no-language no-printer wrong-paper no-engine "
    "bad-variable no-folder no-port stats-option no-target export-option export-folder export-names"
).split()
"""Codes of wrong requests, which are no fault of a game."""


def refuse(code: str, message: str, hint: str) -> NoReturn:
    """Raise Failure for what was asked for."""
    raise Failure([Diagnostic(Place(""), code, message, hint=hint)])


def exit_code(wrong: Iterable[Diagnostic]) -> int:
    """The exit code for what is wrong with a game, with what was asked for, or with the program itself."""
    wrong = tuple(wrong)
    if any(one.code == crashes.CODE for one in wrong):
        return OUR_FAULT
    # The codes of paper and sheet with a place are faults of a profile or a catalogue.
    asked = (
        one.code in USAGE_CODES or (one.code in ("no-paper", "no-sheet") and not one.place.file)
        for one in wrong
    )
    return USAGE if any(asked) else FINDINGS


def print_kits(kits: Sequence[Kit]) -> None:
    """Print warnings and remarks on kits, then their tables."""
    for kit in kits:
        print_findings(kit.notes)
        for remark in kit.remarks:
            say(f"{kit.game}: {remark}", file=sys.stderr)
    _table(kits)


def print_origins(project: Path, games: Sequence[str]) -> None:
    """Lists that were copied into `games`, all when empty, and have changed since where they came from."""
    from prancha.setup.user_settings import changed_origins

    for line in changed_origins(project, games):
        say(line, file=sys.stderr)


def print_findings(diagnostics: Iterable[Diagnostic], file: TextIO | None = None) -> None:
    """Print findings to standard error, or to `file`, condensed as in reports."""
    diagnostics = tuple(diagnostics)
    if not diagnostics:
        return
    from prancha.cli.reports import text_lines  # loaded only when there is something to tell

    for line in text_lines(diagnostics):
        say(line, file=file or sys.stderr)


def ready_streams() -> None:
    """Make both outputs take any letter: what the terminal's encoding lacks is written as `\\u0151`.

    The parent process may have closed them; output is dropped then.
    """
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def silence(*streams: TextIO) -> None:
    """Discard the buffered output of streams that are full or closed."""
    for stream in streams:
        with suppress(OSError, ValueError):  # a stream without a file descriptor, as in a test
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _nowhere() -> TextIO:
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def write_output(text: str) -> None:
    """Write a document for programs: UTF-8 with \\n, whatever the terminal's encoding is."""
    data = text.encode("utf-8", "backslashreplace")
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        print(data.decode(), end="")


def say(text: object, file: TextIO | None = None, flush: bool = False) -> None:
    """Print for people, with control characters of project files made visible."""
    print(escape_controls(str(text)), file=file or sys.stdout, flush=flush)


def say_slow(path: Path, minutes: str) -> None:
    """Tell of a font before it is converted, so that nobody waits without knowing why."""
    say(f"{path.name}: converting it takes {minutes}", sys.stderr, flush=True)


def escape_controls(text: str) -> str:
    """`text` with `\\u202e` in place of signs that a terminal obeys or that turn the direction of reading."""
    if text.replace("\n", "").isprintable():  # the usual case, without compiling the pattern
        return text
    return re.sub(_CONTROL, lambda sign: ascii(sign[0])[1:-1], text)


@contextmanager
def progress_bar(quiet: bool = False) -> Iterator[Progress]:
    """A progress bar on a terminal; elsewhere one log line per game, or nothing when `quiet`.

    A program that asks for lines (PRANCHA_PROGRESS) gets one for each hundredth besides.
    """
    if progress_lines():
        yield _LineProgress()
        return
    if not sys.stderr.isatty():
        yield print_sentences if quiet else _log
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def advance(game: str, step: str, done: int, total: int) -> None:
            if not total:
                bar.console.print(escape_controls(f"{game}: {step}"), markup=False, highlight=False)
                return
            if game not in tasks:
                tasks[game] = bar.add_task(game, total=total)
            bar.update(tasks[game], description=f"{game}: {step}", completed=done, total=total)

        yield advance


class _LineProgress:
    """Tells each hundredth of a step once, and logs."""

    def __init__(self) -> None:
        self._told = "", 0

    def __call__(self, game: str, step: str, done: int, total: int) -> None:
        if total and self._told != (told := (step, 100 * done // total)):
            self._told = told
            say(f"{PROGRESS_LINE}{step}: {done} {total}", file=sys.stderr, flush=True)
        _log(game, step, done, total)


def _log(game: str, step: str, done: int, total: int) -> None:
    if not total:
        say(f"{game}: {step}", file=sys.stderr, flush=True)
    elif done == total and step != WRITE:
        # Includes covers, labels and rulers; tables count only the faces of components.
        say(f"{game}: {total} faces and pages drawn", file=sys.stderr)


def _table(kits: Sequence[Kit]) -> None:
    """Family, different faces, copies, sheets, seconds; a line per kit with pages, seconds and the file."""
    for kit in kits:
        width = max(len("family"), *(len(row.title) for row in kit.rows), 0)
        say(f"\n{kit.title}")
        say(f"  {'family':{width}}  faces  copies  sheets  seconds")
        for row in kit.rows:
            took = "" if kit.unchanged else f"{row.seconds:7.2f}"
            say(f"  {row.title:{width}}  {row.faces:5}  {row.copies:6}  {row.sheets:6}  {took}".rstrip())
        files = str(kit.pdf) if kit.backs is None else f"{kit.pdf} and {kit.backs.name}"
        took = "unchanged" if kit.unchanged else f"in {kit.seconds:.2f} s"
        say(f"  {counted(kit.pages, 'page')} {took}: {files}")
