"""Guesses about the columns of a list: the roles that fit and why, and what stands on the back of cards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from prancha.catalogue.file_keys import MOST_COPIES
from prancha.catalogue.spreadsheet.cells import count_of, is_count
from prancha.model.diagnostic import Diagnostic, Failure, Place, excerpt, suggestion
from prancha.setup.new_game.headings import Part, languages_of, normalized_heading, rank_of
from prancha.setup.new_game.list_meanings import PICTURES, SPOKEN, icon_name, is_picture, tint_of
from prancha.setup.new_game.proposal import Proposed

OUT = "out"
"""The role of a column that is left out."""
ROLES = ("title", "text", "line", "number", "copies", "type", "colour", "icon", "art", OUT)
"""Roles that can be asked for; a `line` is a word at the foot of the card."""
MOST_KINDS = 10
"""Maximum number of different words in a column that decides on the colour of a card."""
_LONGEST_KIND = 34
"""Maximum length of such a word."""
_BADGE, _BADGE_LABEL = 6, 24
"""Maximum lengths of a number in a badge and of the words below it."""
_SAMPLES, _SAMPLE = 3, 60
"""How many values of a column are shown, and the maximum length of each."""
_WHY = {
    "number": "short numbers",
    "text": "its name says so, or its texts are long",
    "line": "short words, for the foot of the card",
    "flag": "yes or no",
    "id": "its name says so",
    "focus": "points of pictures",
}
"""Reasons for roles that the output of the command does not explain."""


class GuessedColumn(Struct, frozen=True):
    """A column: its headings (one a language), its field, its role and the reason.

    `samples` are its first different values, `fitting` the roles that it can be asked to have.
    """

    headings: tuple[str, ...]
    field: str
    role: str
    why: str
    samples: tuple[str, ...]
    fitting: tuple[str, ...]


class Guessed(Struct, frozen=True):
    """What was guessed about the files of a game; "" and () for what does not apply.

    `size` is that of a component, as in catalogues; `grid` and `backs` are those of the pages of a PDF.
    """

    columns: tuple[GuessedColumn, ...] = ()
    languages: tuple[str, ...] = ()
    size: str = ""
    grid: str = ""
    backs: str = ""


def kinds_of(one: Proposed) -> int:
    """Return how many different values there are."""
    return len({str(value) for value in one.values})


def fits_badge(one: Proposed) -> bool:
    """Return whether values are numbers that fit into a badge, with the words below them."""
    return one.type in ("whole", "number") and one.longest <= _BADGE and len(one.label) <= _BADGE_LABEL


def fitting_roles(one: Proposed, icons: Collection[str]) -> tuple[str, ...]:
    """Return the roles of `ROLES` that a column can have, by its values."""
    if not one.values:
        return (OUT,)
    found = {"title", "text", "line", OUT, *([one.role] if one.role in ROLES and not one.out else [])}
    if fits_badge(one):
        found.add("number")
    if all(map(is_count, one.values)) and max(map(count_of, one.values)) <= MOST_COPIES:
        found.add("copies")
    if all(map(is_picture, one.values)):
        found.add("art")
    if not one.translated and not any(one.columns.values()):
        if kinds_of(one) <= MOST_KINDS and one.longest <= _LONGEST_KIND:
            found.add("type")
        if all(map(tint_of, one.values)):
            found.add("colour")
        if {icon_name(value) for value in one.values} <= set(icons):
            found.add("icon")
    return tuple(role for role in ROLES if role in found)


def give_asked(fields: Sequence[Proposed], roles: Mapping[str, str], icons: Collection[str]) -> None:
    """Give fields the roles asked for, by their headings.  Raises Failure for what no such column can be."""
    known = {name: one for one in fields for name in one.columns}
    wrong = []
    for heading, role in roles.items():
        one = known.get(heading)
        if one is None:
            message = f'there is no column "{heading}"'
            wrong.append(Diagnostic(Place(""), "unknown-column", message, hint=suggestion(heading, known)))
        elif role not in (fitting := fitting_roles(one, icons)):
            message = f'the column "{heading}" cannot be "{role}": its values do not fit'
            hint = f"it can be: {', '.join(fitting)}"
            wrong.append(Diagnostic(Place(""), "wrong-type", message, hint=hint))
        else:
            one.asked = True
            if role == OUT:
                one.out = "asked for"
            else:
                one.role, one.why, one.out = role, "asked for", ""
    if wrong:
        raise Failure(wrong)


def guessed_columns(fields: Sequence[Proposed], icons: Collection[str]) -> Iterator[GuessedColumn]:
    """Yield what each field was taken for."""
    for one in fields:
        shown = dict.fromkeys(excerpt(str(value), _SAMPLE).strip('"') for value in one.values)
        yield GuessedColumn(
            tuple(one.columns),
            one.name,
            role=OUT if one.out else one.role,
            why=one.out or one.why or _WHY.get(one.role, ""),
            samples=tuple(shown)[:_SAMPLES],
            fitting=fitting_roles(one, icons),
        )


def give_sides(fields: Sequence[Proposed]) -> list[str]:
    """Put the columns whose headings name the back there, if others remain for the front; returns notes."""
    shown = [one for one in fields if not one.out]
    back = {one.name: rest for one in shown if (rest := _beside(one, "back")) is not None}
    others = [one for one in shown if one.name not in back and rank_of(one.heading) != "sure"]
    if not back or all(one.name == "id" or one.says("id") for one in others):
        return []
    for one in shown:
        pictures = bool(one.values) and all(map(is_picture, one.values))
        front = _beside(one, "front")
        rest = back.get(one.name, front)
        if rest is None:
            continue
        one.behind = one.name in back
        one.role = "art" if pictures else "title" if languages_of(rest, "title") else "text"
        one.why = f"its name says so; on the {'back' if one.behind else 'front'}"
    words = ", ".join(f'"{one.heading}"' for one in shown if one.behind)
    return [f"back: {words} (by the headings; for the front, move it in the drawings)"]


def _beside(one: Proposed, side: Part) -> str | None:
    """Return what a heading says besides its `side`, "" for nothing; None where it names no such side."""
    words = normalized_heading(one.heading).split()
    if languages_of(" ".join(words), side):
        return ""
    for word, rest in ((words[0], words[1:]), (words[-1], words[:-1])) if len(words) > 1 else ():
        said = " ".join(rest)
        known = any(languages_of(said, part) for part in SPOKEN) or said in PICTURES
        if known and languages_of(word, side):
            return said
    return None
