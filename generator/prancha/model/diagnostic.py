"""Places in files and what is wrong there: diagnostics, groups of them, their errors, and excerpts."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct


class UserError(Exception):
    """A fault and its likely fix, in words for the user; the caller adds the place.

    `Failure` carries finished diagnostics, with their places.  Errors of templates that Jinja must know
    as its own have a message and a hint as well, but cannot have this base.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


Severity = Literal["error", "warning"]


class Place(Struct, frozen=True, order=True):
    """A position in a text file; line and column count from 1."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        line = f":{self.line}" if self.line else ""
        return f"{self.file}{line}:{self.column}" if line and self.column else f"{self.file}{line}"


NOWHERE = Place("")


class Diagnostic(Struct, frozen=True, order=True):
    """One finding: where, which component, what was expected, what to do.

    `code` is a stable word such as `unknown-key`; `item` names the component
    (`grid/star-white`) when there is one; `hint` is the likely fix.
    """

    place: Place
    code: str
    message: str
    item: str = ""
    hint: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place.file else ""
        card = f" [{self.item}]" if self.item else ""
        # A name or value with an end of line in it must not look like another finding.
        line = f"{where}{self.severity} {self.code}{card}: {self.message}".replace("\n", "\\n")
        return line + ("\n    " + self.hint.replace("\n", "\n    ") if self.hint else "")


def make_warning(place: Place, code: str, message: str, hint: str = "", item: str = "") -> Diagnostic:
    """Return a finding that is no error."""
    return Diagnostic(place, code, message, item, hint, severity="warning")


class Failure(UserError):
    """A stage cannot go on; carries every diagnostic of that stage, sorted."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(sorted(set(diagnostics)))
        super().__init__("\n".join(map(str, self.diagnostics)))


KNOWN = "known: "
_TOLD = 30
"""Names listed in a hint; of 190 icons nobody reads all."""
_LONGEST_NAME = 200


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The one of `known` that is most like `word`; "" when none is.

    To compare takes the square of their lengths, and a very long word is near to none.
    """
    if len(word) > _LONGEST_NAME:
        return ""
    alike = [one for one in known if len(one) <= _LONGEST_NAME and _likeness(word, one) >= cutoff]
    if not alike:
        return ""
    from difflib import get_close_matches  # only mistakes need it

    near = get_close_matches(word, alike, n=3, cutoff=cutoff)
    # Of names that are as like, the one of the same letters was mistyped.
    return next((one for one in near if sorted(one) == sorted(word)), near[0]) if near else ""


def _likeness(word: str, other: str) -> float:
    """The most that difflib can find two words alike: by how many letters they share, wherever these are."""
    letters = len(word) + len(other)
    return 2.0 * sum(min(word.count(c), other.count(c)) for c in set(word)) / letters if letters else 1.0


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return `did you mean "x"? ` or the list of what is known, for a hint."""
    known = sorted(known)
    near = nearest(word, known)
    if near:
        return f'did you mean "{near}"?'
    more = f", ... ({len(known)} in all)" if len(known) > _TOLD else ""
    return KNOWN + ", ".join(known[:_TOLD]) + more if known else ""


_WINDOWS = os.name == "nt"


def excerpt(text: str, limit: int = 40) -> str:
    """The beginning of `text` on one line, in quotes, for a message."""
    line = " ".join(text.split())
    return f'"{line}"' if len(line) <= limit else f'"{line[: limit - 1].rstrip()}…"'


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 face`, `2 faces`, `3 entries`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun[:-1]}ies" if noun.endswith("y") else f"{number} {noun}s"


def first_of(names: Sequence[str], most: int = 5) -> str:
    """The first of some names and the number of the others: `a, b, c, d, e and 2 more`."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def as_typed(word: str) -> str:
    """A `word` of a command as it is typed, where needed in quotes, which Windows knows too."""
    if word and all(sign.isalnum() or sign in "-_./:,\\" for sign in word) and ("\\" not in word or _WINDOWS):
        return word
    if not set(word) & set('"$`!%') and ("\\" not in word or _WINDOWS) and word.isprintable() and word:
        return f'"{word}"'
    return shlex.quote(word)


Path = tuple[str | int, ...]
"""Keys and list positions from the top of the document: ("rules", 0, "count")."""


class Document(Protocol):
    """A parsed YAML file whose every value remembers its place."""

    @property
    def data(self) -> Any:
        """Plain mappings, lists and scalars."""

    def place(self, path: Path, /) -> Place:
        """The place of the value at `path`."""


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
