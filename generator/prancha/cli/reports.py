"""Report findings as text or in the formats of `report_formats`, condensed to what can be read.

A value quoted whole can be a megabyte, and one missing translation is missing on ten thousand cards.  So
long values are cut, findings that differ in nothing but their place become one with a count, and of more
than MOST the rest is counted; errors come before warnings when some must be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.diagnostic import KNOWN, Diagnostic, Place

MOST = 100
"""Maximum number of findings reported one by one."""
MOST_PLACES = 100
"""Maximum number of places listed for one finding."""
LONGEST_VALUE = 80
_LONGEST_WORD = 300
"""Maximum length of a word outside quotes; file paths may be long."""
_LONGEST_ITEM = 140
_LONGEST_MESSAGE, _LONGEST_HINT = 600, 2000
_LONGEST_PATH = _LONGEST_COMMAND = 1000
_VALUE = re.compile(r'"[^"]*"')
_WORD = re.compile(f"\\S{{{_LONGEST_WORD + 1},}}")
_COUNTED = re.compile(r"\b(row|line|entry) \d+")
"""Parts of a message that only name a place."""
_LONG = 200
"""Length above which a list of names is printed only once."""


class CondensedFinding(Struct, frozen=True):
    """A reported finding, and the others like it."""

    finding: Diagnostic
    others: tuple[Diagnostic, ...] = ()

    @property
    def count(self) -> int:
        """How many findings this is."""
        return 1 + len(self.others)

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the others, no more than MOST_PLACES."""
        return tuple(other.place for other in self.others[:MOST_PLACES])

    @property
    def line(self) -> Diagnostic:
        """The finding, its message saying how many others there are and on which lines."""
        if not self.others:
            return self.finding
        message = f"{self.finding.message} (and {len(self.others)} more like it{_lines(self.others)})"
        return replace(self.finding, message=message)


class Condensed(Struct, frozen=True):
    """The reported findings, and the number of errors and warnings left out."""

    told: tuple[CondensedFinding, ...]
    errors: int = 0
    warnings: int = 0

    @property
    def left_out(self) -> str:
        """`and 552 more: 550 errors, 2 warnings`; "" when all are told."""
        counts = ((self.errors, "error"), (self.warnings, "warning"))
        parts = [_number_of(number, word) for number, word in counts if number]
        return f"and {self.errors + self.warnings} more: {', '.join(parts)}" if parts else ""


def _number_of(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def condense(findings: Iterable[Diagnostic]) -> Condensed:
    """Shorten, group and count `findings`, in the given order."""
    alike: dict[tuple[str, ...], list[Diagnostic]] = {}
    for each in findings:
        said = _COUNTED.sub(r"\1", each.message)  # alike in everything but their places
        alike.setdefault((each.severity, each.code, each.place.file, said, each.hint), []).append(each)
    told = [CondensedFinding(shorten(same[0]), tuple(same[1:])) for same in alike.values()]
    ranked = sorted(range(len(told)), key=lambda number: told[number].finding.severity != "error")
    chosen, left = ranked[:MOST], [told[number] for number in ranked[MOST:]]
    errors = sum(one.count for one in left if one.finding.severity == "error")
    warnings = sum(one.count for one in left) - errors
    return Condensed(tuple(told[number] for number in sorted(chosen)), errors, warnings)


def shorten(finding: Diagnostic) -> Diagnostic:
    """Shorten the values in a finding."""
    file = finding.place.file
    hints = [
        # A command to type is not shortened.
        line if "prancha " in line and len(line) <= _LONGEST_COMMAND else shorten_text(line, _LONGEST_HINT)
        for line in finding.hint.split("\n")
    ]
    return replace(
        finding,
        place=replace(finding.place, file=_middle_cut(file, _LONGEST_PATH)),
        item=_middle_cut(finding.item, _LONGEST_ITEM),
        message=shorten_text(finding.message),
        hint=_middle_cut("\n".join(hints), 2 * _LONGEST_HINT),
    )


def shorten_text(text: str, most: int = _LONGEST_MESSAGE) -> str:
    """`text` with quoted values of at most LONGEST_VALUE characters, and no more than `most` in all."""
    if len(text) <= LONGEST_VALUE:
        return text
    # Shorten first: patterns must not run over megabytes.
    text = _middle_cut(text, 100 * most)
    text = _VALUE.sub(
        lambda value: value[0] if len(value[0]) <= LONGEST_VALUE + 2 else f'{value[0][:LONGEST_VALUE]}…"',
        text,
    )
    text = _WORD.sub(lambda found: _middle_cut(found[0], _LONGEST_WORD), text)
    return _middle_cut(text, most)


def _middle_cut(text: str, most: int) -> str:
    """The beginning and end of what is longer than `most`: a message ends with what was expected."""
    if len(text) <= most:
        return text
    end = most // 5
    return f"{text[: most - end - 1]}…{text[-end:]}"


def _lines(others: Sequence[Diagnostic]) -> str:
    """`: lines 12, 15, 20, …`."""
    numbers = list(dict.fromkeys(other.place.line for other in others if other.place.line))
    if not numbers:
        return ""
    shown = ", ".join(map(str, numbers[:10])) + (", …" if len(numbers) > 10 else "")
    return f": line{'s' * (len(numbers) > 1)} {shown}"


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
        found = f"{_number_of(self.errors, 'error')}, {_number_of(self.warnings, 'warning')}"
        return f"{_number_of(len(self.games), 'game')} checked: {found}"

    @property
    def verdict(self) -> str:
        """The summary, and how many findings are only counted."""
        left = self.condensed.left_out
        return f"{self.summary} ({left}, not listed)" if left else self.summary


def write_text(report: Report) -> str:
    """The findings, one after another; nothing where there are none."""
    return "\n".join(text_lines(report.findings))


def text_lines(findings: Iterable[Diagnostic]) -> Iterator[str]:
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
