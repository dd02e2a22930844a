"""What a check found, and the formats it can be told in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module

from msgspec import Struct

from prancha.cli.reporters.condense import Condensed, condense
from prancha.model.diagnostic import Diagnostic

FORMATS = ("text", "json", "github", "sarif", "junit", "markdown")


class Report(Struct, frozen=True, dict=True):
    """The games that were checked, what was found in them, and why each code is raised.

    `findings` are sorted and each there once; a `strict` report fails on warnings too.
    """

    games: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    rationales: Mapping[str, str]
    strict: bool = False

    @cached_property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return len(self.findings) - self.errors

    @cached_property
    def condensed(self) -> Condensed:
        """The findings as every format tells them."""
        return condense(self.findings)

    @property
    def fails(self) -> bool:
        """Whether the check is not passed."""
        return bool(self.errors or (self.strict and self.findings))

    @property
    def summary(self) -> str:
        """One line: `5 games checked: 0 errors, 2 warnings`."""
        counts = ((len(self.games), "game"), (self.errors, "error"), (self.warnings, "warning"))
        games, errors, warnings = (f"{number} {word}{'s' * (number != 1)}" for number, word in counts)
        return f"{games} checked: {errors}, {warnings}"

    @property
    def verdict(self) -> str:
        """The summary, and how many findings are only counted."""
        left = self.condensed.left_out
        return f"{self.summary} ({left}, not listed)" if left else self.summary


def render(report: Report, format: str) -> str:
    """The report in one of FORMATS, without a newline at its end."""
    write: Callable[[Report], str] = import_module(f"prancha.cli.reporters.{format}").write
    return write(report)
