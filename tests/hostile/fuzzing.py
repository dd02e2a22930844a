"""Changed files with a fixed seed, read by commands in this process: each is read or refused, and soon.

A command may end with 0 (fine), 1 (findings) or 2 (wrong use); 3 is an unexpected error.  No traceback and
no log of a library may reach the standard error, and every error has its place.
"""

from __future__ import annotations

import io
import os
import random
import re
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

from fuzzed_kinds import KINDS, Kind
from running import INNOCENT, run_here

PATIENCE = 5
"""Seconds of processor time for one file."""
NUMBERS = b"0 -1 0.0001 1e999 99999999999999999999 00 1.5 3".split()
WHOLE = frozenset(
    ("encoding", "unreadable", "too-large", "bad-spreadsheet", "no-sheet", "no-items", "too-many")
)
"""What is wrong with a file as a whole."""
Change = Callable[[bytes, random.Random], bytes]


class TooSlowError(BaseException):
    """A file takes too long; no `except Exception` on the way may hold it."""


def mutated(data: bytes, chance: random.Random, words: tuple[str, ...]) -> bytes:
    """`data` with one to four changes: bits, cuts, copies, numbers, and words of its language."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at = chance.randrange(len(made) + 1)
        longest = max(1, len(made) // 6)
        length = min(chance.choice((1, 1, 2, 4, 16, 64, 256)), longest, len(made) - at)
        match chance.randrange(7):
            case 0 if at < len(made):
                made[at] ^= 1 << chance.randrange(8)
            case 1:
                del made[at : at + length]
            case 2:
                made[at:at] = made[at : at + length] * chance.choice((1, 2, 9))
            case 3:
                other = chance.randrange(len(made) + 1)
                made[at : at + length] = made[other : other + length]
            case 4 | 5 if words:
                made[at:at] = chance.choice(words).encode("utf-8", "surrogatepass")
            case 6 if words and (number := re.search(rb"\d+(?:\.\d+)?", made[at:])):
                made[at + number.start() : at + number.end()] = chance.choice(NUMBERS)
            case _:
                made[at : at + length] = chance.randbytes(length)
    return bytes(made[: len(made) if chance.random() < 0.97 else chance.randrange(len(made) + 1)])


def deflated(change: Change) -> Change:
    """Change what is inside a workbook, in most of the cases, rather than its container."""
    import zipfile

    def mutate(data: bytes, chance: random.Random) -> bytes:
        if chance.random() < 0.4:
            return change(data, chance)
        held = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(held, "w") as new:
            chosen = chance.choice(old.namelist())
            for name in old.namelist():
                inside = old.read(name)
                new.writestr(name, change(inside, chance) if name == chosen else inside)
        return held.getvalue()

    return mutate


@contextmanager
def in_time() -> Iterator[None]:
    """Fail when the block takes more processor time than it may."""

    def ring(*_: object) -> NoReturn:
        raise TooSlowError(f"more than {PATIENCE} s")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def libraries_quiet() -> Iterator[None]:
    """Fail when a library in C writes to the standard error of the process, past Python."""
    kept = os.dup(2)
    with tempfile.TemporaryFile() as written:
        os.dup2(written.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        written.seek(0)
        assert not (said := written.read()), said


def misplaced(said: str, kind: Kind) -> list[str]:
    """The errors that name no file, or no line of a changed file that has lines and could be read."""
    wrong = []
    for line in said.splitlines():
        found = re.match(r"(?:(?P<place>\S.*?): )?error (?P<code>[a-z-]+)(?: \[|:)", line)
        if found is None:
            continue
        whole = found["place"] == kind.file and kind.lined and found["code"] not in WHOLE
        if whole or not (found["place"] or Path(kind.file).name in line):
            wrong.append(line)
    return wrong


def fuzz(name: str, times: int, seed: int, place: Path) -> int:
    """Try the good files of a kind and `times` changed ones; returns how many of these were refused.

    AssertionError names each bad file, which is kept.  `place` is a folder for the project.
    """
    kind = KINDS[name]
    base = place / "base"
    shutil.copytree(INNOCENT, base)
    goods = kind.lay_out(base)
    plain = partial(mutated, words=kind.words)
    change: Change = deflated(plain) if kind.inside else plain
    refused, bad = 0, []
    for number in range(-len(goods), times):
        chance = random.Random(f"{name} {seed} {number}")
        data = goods[number] if number < 0 else change(chance.choice(goods), chance)
        try:
            refused += attempt(kind, base, place / "project", data, good=number < 0)
        except (AssertionError, TooSlowError) as error:
            kept = place / f"{name}-{seed}-{number}{Path(kind.file).suffix}"
            kept.write_bytes(data)
            bad.append(f"{kept}: {error!r}")
    assert not bad, "\n".join([f"{len(bad)} of {times} went wrong", *bad[:9]])
    return refused


def attempt(kind: Kind, base: Path, project: Path, data: bytes, good: bool) -> bool:
    """Read `data` in a copy of the project `base`; whether it was refused.  AssertionError, TooSlowError."""
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(base, project)
    path = project / kind.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    settings = patch.dict(os.environ, PRANCHA_CONFIG=str(project / "config"))
    with settings, in_time(), libraries_quiet():
        code, said = run_here(project, kind.command)
    assert code in ((0,) if good else (0, 1, 2)), (code, said)
    assert "Traceback" not in said, said
    assert "our-fault" not in said, said
    assert code != 1 or not misplaced(said, kind), misplaced(said, kind)
    return code != 0
