"""The kinds of component that a new project may begin with, and the size and type they need."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from prancha.model.outline import Outline, circle, hexagon, rectangle
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

    def keys_of(self, width: float, height: float, is_drawn: bool = False) -> str:
        """Return the keys with another size of the component; `is_drawn` if a drawing has it as its page."""
        if (width, height) == self.size and not is_drawn:
            return self.keys
        lines = self.keys.splitlines(keepends=True)
        square = lines[0].count(" x ") == 0
        size = f"{width:g} mm" if square else f"{width:g} x {height:g} mm"
        told = "           # that of the page of its drawing" if is_drawn else ""
        return "".join([f"size: {size}{told}\n", *lines[1:]])

    def outline(self, size: Size) -> Outline:
        """Return the outline of a component of a size; of round and hexagonal ones its width counts."""
        if self.family == "hexes":
            return hexagon(size.width)
        if self.family == "tokens":
            return circle(size.width)
        return rectangle(size.width, size.height)


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


CARDS = (Size(63, 88), Size(70, 120, "tarot"), Size(105, 148, "A6"), Size(148, 210, "A5"))
_LARGER = (1.0, 1.3, 1.7, 2.2)


def sizes_of(kind: StarterKind) -> tuple[Size, ...]:
    """Return the sizes of a kind, the usual one first."""
    if kind.family == "cards":
        return CARDS
    width, height = kind.size
    return tuple(Size(round(width * by), round(height * by)) for by in _LARGER)
