"""Fold findings that differ in nothing but their place, and warnings that differ in their quoted values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic

VALUE = re.compile(r'"[^"]*"')
"""A value as messages quote it."""
_COUNTED = re.compile(r"\b(row|line|entry) \d+")
"""Parts of a message that only name a place."""
_APART = 3
"""Warnings alike but for their quoted values that are still told one by one."""
_NAMED = 10
"""Values or lines of others that are named."""


class FoldedFinding(Struct, frozen=True):
    """A finding and those like it; `more` says how many these are, and where: "" for none.

    `hint` is that of all, "" where they have several.
    """

    first: Diagnostic
    others: tuple[Diagnostic, ...]
    more: str
    hint: str


def fold(findings: Iterable[Diagnostic]) -> list[FoldedFinding]:
    """Fold `findings`, in the order of the first of each group."""
    alike: dict[tuple[str, ...], list[Diagnostic]] = {}
    for each in findings:
        said = _COUNTED.sub(r"\1", each.message)
        alike.setdefault((each.severity, each.code, each.place.file, said, each.hint), []).append(each)
    found = []
    for first, *others in _groups(alike):
        hint = first.hint if all(other.hint == first.hint for other in others) else ""
        found.append(FoldedFinding(first, tuple(others), _more(first, others), hint))
    return found


def _groups(alike: Mapping[tuple[str, ...], list[Diagnostic]]) -> Iterator[list[Diagnostic]]:
    """Yield groups of findings; more than _APART of warnings that differ in quoted values become one."""
    folded: dict[tuple[str, ...], list[list[Diagnostic]]] = {}
    for (severity, code, file, said, hint), group in alike.items():
        values = ("", "") if severity == "warning" else (said, hint)
        folded.setdefault((severity, code, file, VALUE.sub('""', said), *values), []).append(group)
    for groups in folded.values():
        if len(groups) <= _APART:
            yield from groups
            continue
        yield [each for group in groups for each in group]


def _more(first: Diagnostic, others: Sequence[Diagnostic]) -> str:
    """`(and 3 more like it: lines 4, 5)`."""
    if not others:
        return ""
    numbers = list(dict.fromkeys(other.place.line for other in others if other.place.line))
    where = _other_values(first, others)
    if not where and numbers:
        where = f": line{'s' * (len(numbers) > 1)} {_listed(map(str, numbers))}"
    return f"(and {len(others)} more like it{where})"


def _other_values(first: Diagnostic, others: Sequence[Diagnostic]) -> str:
    """Return the quoted values of `others`, "" where they are those of the first."""
    said = set(VALUE.findall(first.message))
    values = (value for other in others for value in VALUE.findall(other.message) if value not in said)
    names = list(dict.fromkeys(values))
    return f": {_listed(names)}" if names else ""


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    return ", ".join(every[:_NAMED]) + (", …" if len(every) > _NAMED else "")
