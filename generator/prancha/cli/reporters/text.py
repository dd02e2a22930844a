"""Findings as lines of text, each with its place, code, component and likely fix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from prancha.cli.reporters.condense import condense
from prancha.cli.reporters.report import Report
from prancha.model.diagnostic import KNOWN, Diagnostic

_LONG = 200
"""Characters of a list of names that is told once."""


def write(report: Report) -> str:
    """The findings, one after another; nothing where there are none."""
    return "\n".join(lines(report.findings))


def lines(findings: Iterable[Diagnostic]) -> Iterator[str]:
    """Each finding with its hint, and at the end how many were left out."""
    condensed = condense(findings)
    told: set[str] = set()
    for one in condensed.told:
        line = one.line
        again = len(line.hint) > _LONG and line.hint.startswith(KNOWN) and line.hint in told
        told.add(line.hint)
        yield str(replace(line, hint=f"{KNOWN}as above") if again else line)
    if condensed.left_out:
        yield condensed.left_out
