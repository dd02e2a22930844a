"""The kinds of component that a new project may begin with, and the size and type they need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from prancha.checks.artwork.text_size import OPTIONS
from prancha.setup.new_game.proposal import Proposed, with_role
from prancha.system.words import FALLBACK, language_of, words


class StarterKind(Struct, frozen=True):
    """A starter family; `keys` are the lines of its YAML that give size and outline.

    `family` is the kind of its pieces, and what it is called unless it is `called` otherwise, with a `title`.
    """

    family: str
    keys: str
    stock: str
    size: tuple[float, float]
    called: str = ""
    title: str = ""

    @property
    def id(self) -> str:
        """The id of the family."""
        return self.called or self.family

    def keys_of(self, width: float, height: float) -> str:
        """Return the keys with another size of the component."""
        if (width, height) == self.size:
            return self.keys
        lines = self.keys.splitlines(keepends=True)
        square = lines[0].count(" x ") == 0
        size = f"{width:g} mm" if square else f"{width:g} x {height:g} mm"
        return "".join([f"size: {size}\n", *lines[1:]])


KINDS: dict[str, StarterKind] = {
    kind.family: kind
    for kind in (
        StarterKind(
            "cards",
            "size: 63 x 88 mm                 # the cut card; other sizes: "
            "57 x 87 mm, 44 x 68 mm, 70 x 120 mm\noutline: rounded\nradius: 3 mm\n",
            "card",
            (63, 88),
        ),
        StarterKind("tiles", "size: 50 x 50 mm\noutline: rectangle\n", "board", (50, 50)),
        StarterKind(
            "hexes",
            "size: 50 mm                      # from flat side to flat side\noutline: hexagon\n"
            "orientation: pointy              # or flat\n",
            "board",
            (50, 50),
        ),
        StarterKind(
            "tokens", "size: 30 mm                      # diameter\noutline: circle\n", "board", (30, 30)
        ),
        StarterKind(
            "board",
            "size: 240 x 240 mm               # larger than the paper: printed in parts, with marks\n"
            "outline: rectangle\n",
            "board",
            (240, 240),
        ),
    )
}
_TITLES: Mapping[str, Mapping[str, str]] = {
    language: dict(zip(KINDS, titles.split(), strict=True))
    for language, titles in {
        "de": "Karten Plättchen Sechsecke Marker Spielplan",
        "fr": "Cartes Tuiles Hexagones Jetons Plateau",
        "it": "Carte Tessere Esagoni Segnalini Tabellone",
        "nl": "Kaarten Tegels Zeshoeken Fiches Speelbord",
        "sv": "Kort Brickor Sexhörningar Markörer Spelplan",
        "da": "Kort Brikker Sekskanter Markører Spilleplade",
        "fi": "Kortit Laatat Kuusikulmiot Merkit Pelilauta",
    }.items()
}
"""Titles of families, by kind, in languages of which the program has no other words."""


def kind_title(kind: str, language: str) -> str:
    """Return the title of a family of `kind` in `language`, else in English."""
    own = _TITLES.get(language.split("-")[0], {})
    return own[kind] if kind in own else str(words(language, "new_game")["titles"][kind])


def has_title(kind: str, language: str) -> bool:
    """Return whether the program has a word for `kind` in `language`."""
    base = language.split("-")[0]
    return base == FALLBACK or kind in _TITLES.get(base, {}) or language_of(language) != FALLBACK


class Size(Struct, frozen=True):
    """Width and height in mm; `name` is the common name of the size."""

    width: float
    height: float
    name: str = ""


CARDS = (
    Size(63, 88),
    Size(70, 120, "tarot"),
    Size(105, 148, "A6"),
    Size(148, 210, "A5"),
)
_LARGER = (1.0, 1.3, 1.7, 2.2)
_ROW, _ROW_CHARACTERS = 3.0, 0.72
"""mm of a row of running text at 7 points, and its characters for each mm of its width."""
FOOT_ROW, _FOOT_CHARACTERS = 3.2, 0.95
"""mm of a row at the foot of a card, and its characters for each mm of its width."""
_SMALLER = 0.7
"""Share of the room at 7 points that the same text takes in the smallest type."""
FLOOR: float = OPTIONS["error"]
"""The smallest type of what is proposed, in pt, below which a check errs."""
MOST_BADGES, _BADGE_ROW = 10, 13.0
"""Numbers in badges, and mm of a row of them."""
_ACROSS, _LETTER, _BESIDE = 5, 1.15, 0.6
"""Badges in a row at most; mm of a letter below one in the smallest type, and of what parts two words."""
_SHARE_OF_OUTLIERS = 10
"""One card in so many may have a text so long that it goes on on a second card."""


def sizes_of(kind: StarterKind) -> tuple[Size, ...]:
    """Return the sizes of a kind, the usual one first."""
    if kind.family == "cards":
        return CARDS
    width, height = kind.size
    return tuple(Size(round(width * by), round(height * by)) for by in _LARGER)


def first_size(kind: StarterKind, fields: Sequence[Proposed], outliers: bool = False) -> int:
    """Return the index of the smallest size whose texts probably fit; without those of a few `outliers`."""
    sizes = sizes_of(kind)
    if kind.family != "cards":
        return 0
    fits = (
        k
        for k, size in enumerate(sizes)
        if room(fields, size) >= _SMALLER * needed(fields, size, outliers) - 0.1
    )
    return next(fits, len(sizes) - 1)


def with_roles(fields: Sequence[Proposed], *roles: str) -> list[Proposed]:
    """Return the fields of some roles that are shown, in the order of the roles."""
    return [one for role in roles for one in fields if one.role == role and not one.out]


def badges(fields: Sequence[Proposed]) -> list[Proposed]:
    """Return the numbers in badges."""
    return with_roles(fields, "number")[:MOST_BADGES]


def badge_rows(fields: Sequence[Proposed], size: Size) -> list[list[Proposed]]:
    """Return the badges in one row or two, which share them, so that the words below them have room."""
    numbers = badges(fields)
    longest = max((len(word) for one in numbers for word in one.label.split()), default=1)
    across = min(_ACROSS, max(1, int((size.width - 12) / (longest * _LETTER + _BESIDE))))
    rows = 1 if len(numbers) <= across else 2
    each = -(-len(numbers) // rows)
    return [numbers[at : at + each] for at in range(0, len(numbers), each or 1)]


def shorten_labels(fields: Sequence[Proposed], size: Size) -> Iterator[str]:
    """Abbreviate words that are wider than their badge has room; returns notes."""
    for row in badge_rows(fields, size):
        most = int(((size.width - 12) / len(row) - _BESIDE) / _LETTER)
        for one in row:
            words = [word if len(word) <= most else f"{word[: most - 1]}." for word in one.label.split()]
            if (short := " ".join(words)) != one.label:
                yield f'label: "{one.label}" is "{short}" (it has no room; texts: in game.yaml)'
                one.label = short


def foot_lines(fields: Sequence[Proposed]) -> list[Proposed]:
    """Return the words at the foot, the type before the others."""
    lines = with_roles(fields, "type", "colour", "line", "flag")
    return lines + with_roles(fields, "number")[MOST_BADGES:]


def foot_height(fields: Sequence[Proposed], size: Size) -> float:
    """Return the height of the foot of a card, mm."""
    lines = foot_lines(fields)
    if not lines:
        return 6.5
    return 7.0 + FOOT_ROW * max(1, min(_foot_rows(lines, size), int(size.height * 0.4 / FOOT_ROW)))


def room(fields: Sequence[Proposed], size: Size) -> float:
    """Return the height (mm) left for running text on a card without picture; may be negative."""
    lines = foot_lines(fields)
    over = (_foot_rows(lines, size) * FOOT_ROW - size.height * 0.4) if lines else 0.0
    art = 21.0 if with_role(fields, "art") is not None else 0.0
    numbers = _BADGE_ROW * len(badge_rows(fields, size))
    return size.height - 20 - art - foot_height(fields, size) - numbers - max(over, 0.0) * 2


def needed(fields: Sequence[Proposed], size: Size, outliers: bool = False) -> float:
    """Return the height of the running texts of the fullest card, at 7 points, mm; without `outliers`."""
    across = (size.width - 14) * _ROW_CHARACTERS
    rows = [0] * len(fields[0].cells if fields else ())
    for one in with_roles(fields, "text"):
        for card, cell in enumerate(one.cells):
            text = "\n".join(map(str, cell)) if isinstance(cell, list) else str(cell)
            rows[card] += sum(int(len(part) / across) + 1 for part in text.split("\n")) if text else 0
    few = len(rows) // _SHARE_OF_OUTLIERS if outliers else 0
    return (sorted(rows)[-1 - few] if rows else 0) * _ROW


def _foot_rows(lines: Sequence[Proposed], size: Size) -> int:
    across = (size.width - 16) * _FOOT_CHARACTERS
    counts = [
        sum(len(one.label) + len(str(one.cells[k])) + 5 for one in lines if one.cells[k] != "")
        for k in range(len(lines[0].cells))
    ]
    return int(max(counts, default=0) / across) + 1
