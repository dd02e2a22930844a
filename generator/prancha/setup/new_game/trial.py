"""The first build of a new game, before anyone is told to build it; what it finds is mended if it can be."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.setup.new_game.from_sheet import FamilyDraft, Remedy
from prancha.system.signals import temporary_folder

_WHERE = re.compile(r"""leave it out with where: "(\w+) != (?:null|'(.*?)')"; """)
_MOST = 12
"""Builds that are tried."""
_TOO_LONG = ("text-overflow", "text-fit")


class Tried(Struct, frozen=True):
    """The draft that prints, or the last that was tried; its files, what is still wrong, and how many sheets
    it takes, 0 where it does not print."""

    draft: FamilyDraft
    files: Sequence[Path]
    wrong: tuple[Diagnostic, ...]
    sheets: int = 0


def try_out(project: Path, game: str, attempt: Callable[[Remedy], tuple[FamilyDraft, list[Path]]]) -> Tried:
    """Write the game by `attempt` and build it, with remedies for what the build finds until it prints."""
    remedy = Remedy()
    for _ in range(_MOST):
        drafted, files = attempt(remedy)
        wrong, sheets = _built(project, game)
        better = _remedied(remedy, drafted, wrong) if wrong else None
        if better is None:
            break
        remedy = better
    return Tried(drafted, files, wrong, sheets)


def _built(project: Path, game: str) -> tuple[tuple[Diagnostic, ...], int]:
    """What keeps the game from being built, and how many sheets it takes; nothing of the build is kept."""
    with temporary_folder() as out:
        try:
            kit = pipeline.build_game(Order(project, out=out), game)
        except Failure as failure:
            return tuple(one for one in failure.diagnostics if one.severity == "error"), 0
    return (), sum(row.sheets for row in kit.rows)


def _remedied(remedy: Remedy, drafted: FamilyDraft, wrong: Sequence[Diagnostic]) -> Remedy | None:
    """What to try next; None where nothing here helps."""
    codes = {one.code for one in wrong}
    totals = tuple(
        (found[1], found[2] or "")
        for one in wrong
        if one.code == "total-row" and (found := _WHERE.search(one.hint))
    )
    if totals and not remedy.totals:
        return replace(remedy, totals=totals)
    if codes & set(_TOO_LONG) and drafted.step + 1 < drafted.steps:
        return replace(remedy, larger=remedy.larger + 1)
    return None
