"""Guesses about a list: its fields, their types, and the use of each, with the reason.

Of a column also the roles that fit it, and whether it stands on the back of cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from keyword import iskeyword
from typing import Any

from msgspec import Struct, field

from prancha.catalogue.file_keys import MOST_COPIES
from prancha.catalogue.items import RESERVED
from prancha.catalogue.spreadsheet import slug, unnamed_column
from prancha.catalogue.spreadsheet.cells import count_of, is_count
from prancha.catalogue.spreadsheet.table_columns import field_name
from prancha.model.diagnostic import Diagnostic, Failure, Place, excerpt, nearest, suggestion
from prancha.setup.new_game.headings import Part, languages_of, normalized_heading, place_of, rank_of
from prancha.setup.new_game.list_meanings import (
    NAMES,
    PICTURES,
    SPOKEN,
    ColumnLanguages,
    counts_up,
    icon_name,
    is_number,
    is_picture,
    is_translated,
    is_whole,
    texts_in,
    tint_of,
    unfold,
)


class Proposed(Struct):
    """One field: the columns that fill it (name -> language or ""), its type, what it is for and why.

    `cells` holds its value on each card, "" for none, and `values` those there are.  `out` says why it is
    left out.  `plain` texts hold no markup; `replace` are letters to be written otherwise, `icons` those
    that its texts name.  `dark` is the ground below pale drawings.
    """

    name: str
    label: str
    columns: dict[str, str] = field(default_factory=dict)
    cells: list[Any] = field(default_factory=list)
    type: str = "auto"
    role: str = "line"
    why: str = ""
    out: str = ""
    plain: bool = False
    replace: dict[str, str] = field(default_factory=dict)
    translated: bool = False
    icons: set[str] = field(default_factory=set)
    several: bool = False
    """Whether its cells are lists, of which the first entry counts."""
    dark: bool = False
    tallest: float = 0.0
    """Height of its tallest picture over the width; 0 for none."""
    behind: bool = False
    """Whether it stands on the back."""
    asked: bool = False
    """Whether its role, or that it is left out, was asked for."""

    def says(self, part: Part) -> bool:
        """Return whether its heading, in some language, says that it is the `part` of a card."""
        return any(languages_of(word, part) for word in (self.name, self.heading))

    def place(self, part: Part) -> int:
        """Return how late in the table the heading of a `part` stands, the surest first."""
        return min(place_of(word, part) for word in (self.name, self.heading) if languages_of(word, part))

    def holds(self, card: int) -> bool:
        """Return whether a card has a value."""
        return self.cells[card] not in ("", None, [])

    @property
    def values(self) -> list[Any]:
        """The values there are."""
        return [cell for cell in self.cells if cell not in ("", [])]

    @property
    def gaps(self) -> bool:
        """Whether some card has no value."""
        return len(self.values) < len(self.cells)

    @property
    def longest(self) -> int:
        """Characters of the longest value."""
        return max((len(str(text)) for value in self.values for text in _shown(value)), default=0)

    @property
    def average(self) -> float:
        """Characters of a value on average."""
        return sum(len(" ".join(map(str, _shown(value)))) for value in self.values) / max(len(self.values), 1)

    @property
    def heading(self) -> str:
        """The column's heading as its author wrote it."""
        return next(iter(self.columns), self.label)


def fields_of(
    header: Sequence[str],
    rows: Sequence[Sequence[Any]],
    languages: Sequence[str],
    called: Mapping[str, str] = {},
) -> list[Proposed]:
    """Return the typed fields that the columns become; `called` are words for columns without a name."""
    fields: dict[str, Proposed] = {}
    spoken = ColumnLanguages(header, rows)
    for index, name in enumerate(header):
        values = [row[index] if index < len(row) else "" for row in rows]
        values = [value.strip() if isinstance(value, str) else value for value in values]
        if not name:
            continue
        for part in unfold(name, values):
            bare, language = spoken.split(called.get(part.name, part.name), languages)
            one = _field_for(fields, bare, language)
            one.columns[part.name] = language
            if name == unnamed_column(index) and name not in called:
                one.label = ""  # it is no word for players
            if not language or language == languages[0] or not one.values:
                one.cells = part.values
            one.out = one.out or part.left_out or ("" if one.values else "empty so far")
    found = list(fields.values())
    for one in found:
        if is_translated(one.values):
            one.translated = True
            for card, cell in enumerate(one.cells):
                texts = cell or {}
                one.cells[card] = texts.get(languages[0]) or next(filter(None, texts.values()), "")
        one.type = "text" if one.translated or any(one.columns.values()) else _type(one.values)
    return found


def id_pattern(fields: Sequence[Proposed], rows: int, wanted: str = "") -> tuple[str, str]:
    """Return the `id:` that gives each row its own, "" when a column id does; and the column it is of.

    `wanted` is the heading of the column it should be of.
    """
    order = sorted(
        fields,
        key=lambda one: (one.heading != wanted, one.name != "id", not one.says("id"), one.role != "title"),
    )
    for one in order:
        plain = [str(value) for value in one.values]
        if one.name == "id" and not one.gaps and one.heading == (wanted or one.heading):
            fit = all(slug(value) == value and len(value) <= 64 for value in plain)
            if len(set(plain)) == rows and fit:
                return "", one.heading
        slugs = {slug(value)[:64].strip("-") for value in plain}
        own = len(slugs) == rows and "" not in slugs and not one.gaps and len(plain) == rows
        fit = one.role not in ("copies", "art", "number") and (one.role != "text" or one.says("front"))
        if one.role == "number" and all(map(is_whole, one.values)):
            # Numbers that are those of the cards: 1, 2, 3, or called so.
            numbers = [int(value) for value in one.values]
            word = one.label.strip("#.°º ").casefold()
            called = word in ("", "no", "nr", "number", "key", "code", "card no") or one.says("id")
            fit = called or counts_up(numbers)
        if own and (one.heading == wanted or (fit and not one.out)):
            return "{" + one.name + "}", one.heading
    title = next((one for one in fields if one.role == "title" and not one.gaps), None)
    if title is not None and all(slug(str(value)) for value in title.values):
        return "{" + title.name + "}-{row}", title.heading
    return "row-{row}", ""


def _field_for(fields: dict[str, Proposed], bare: str, language: str) -> Proposed:
    """Return the field a column belongs to: its own, or one shared with other languages."""
    label = bare.strip()
    name = field_name(bare).replace(".", "_")
    if not name.isidentifier() or iskeyword(name.capitalize()) or iskeyword(name):
        name = f"f_{name}" if f"f_{name}".isidentifier() else "field"
    if name in RESERVED and name not in ("id", "copies"):
        name = f"{name}_text"
    if name not in RESERVED and nearest(name, ("copies", "assumed"), 0.8):
        name = f"{name}_field"
    others = fields[name].columns.values() if name in fields else ()
    if language and others and all(others) and language not in others:
        return fields[name]
    wanted, number = name, 2
    while name in fields:
        name, number = f"{wanted}_{number}", number + 1
    fields[name] = Proposed(name, _label(label) or name)
    return fields[name]


def _label(name: str) -> str:
    """Return the word for a column on a card: `set.name` is its set, `stats.attack` its attack."""
    parts = [part for part in name.split(".") if part] if " " not in name else [name]
    while len(parts) > 1 and parts[-1] in NAMES:
        parts.pop()
    return parts[-1].replace("_", " ").strip() if parts else ""


def _type(values: Sequence[Any]) -> str:
    if not values:
        return "auto"
    if all(isinstance(value, bool) for value in values):
        return "boolean"
    words = {str(value).lower() for value in values}
    if words <= {"true", "false"} or (words <= {"yes", "no"} and len(words) == 2):
        return "boolean"
    numbers = [value for value in values if is_number(value)]
    if len(numbers) == len(values):
        return "whole" if all(map(is_whole, values)) else "number"
    if any(isinstance(value, list) for value in values):
        return "list"
    return "auto" if numbers or any(isinstance(value, bool) for value in values) else "text"


def _shown(value: Any) -> list[Any]:
    return list(texts_in(value)) if isinstance(value, list) else [value]


def with_role(fields: Sequence[Proposed], role: str) -> Proposed | None:
    """Return the first field of a role; None when there is none."""
    return next((one for one in fields if one.role == role and not one.out), None)


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
    """Guesses about the files of a game; "" and () for those that do not apply.

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
