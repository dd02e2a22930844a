"""Everything `prancha check` looks at in a game, and what it found there the last time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from prancha.building.order import Progress, silent
from prancha.building.recalling import recalled
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.face import Ink

if TYPE_CHECKING:
    from prancha.checks.artwork import Inspection


class Checkup(Struct, frozen=True):
    """What was found, what was waived in words, and on how many texts and icons contrast cannot be told."""

    findings: tuple[Diagnostic, ...]
    waived: tuple[str, ...] = ()
    unknown: int = 0


def examine(project: Path, name: str, faces: bool, progress: Progress = silent, ink: Ink = "full") -> Checkup:
    """Check a game's catalogue, and with `faces` what is printed of it in every language, in `ink`.

    Where program and all files of the game are those of an earlier check, its findings
    are told again.
    """
    asked = "check", str(faces), ink
    return recalled(project, name, asked, Checkup, lambda: _examine(project, name, faces, progress, ink))


def _examine(project: Path, name: str, faces: bool, progress: Progress, ink: Ink) -> tuple[Checkup, bool]:
    """What there is to tell, and whether nothing stopped the look before its end."""
    from prancha.building import loading  # an unchanged game needs nothing that reads and draws

    try:
        read = loading.read_game(project, name)
        findings = (*loading.check_rules(read), *loading.untranslated(read.game))
    except Failure as failure:
        return Checkup(failure.diagnostics), False
    if not faces:
        return Checkup(findings), True
    from prancha.building import pipeline

    try:
        seen: Inspection = pipeline.inspect_game(read, progress, ink)
    except Failure as failure:
        return Checkup((*findings, *failure.diagnostics)), False
    return Checkup((*findings, *seen.findings), tuple(map(str, seen.waived)), seen.unknown), True
