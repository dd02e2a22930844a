"""The kinds of component a new project may begin with: size, outline, stock, and a drawing."""

from __future__ import annotations

from msgspec import Struct


class StarterKind(Struct, frozen=True):
    """A family to begin with; `keys` are the lines of its YAML that give size and outline."""

    family: str
    title: dict[str, str]
    keys: str
    stock: str
    size: tuple[float, float]

    def keys_of(self, width: float, height: float) -> str:
        """The keys with another size of the component."""
        if (width, height) == self.size:
            return self.keys
        lines = self.keys.splitlines(keepends=True)
        square = lines[0].count(" x ") == 0
        size = f"{width:g} mm" if square else f"{width:g} x {height:g} mm"
        return "".join([f"size: {size}\n", *lines[1:]])


KINDS: dict[str, StarterKind] = {
    "cards": StarterKind(
        "cards",
        {
            "en": "Cards",
            "pt": "Cartas",
            "de": "Karten",
            "fr": "Cartes",
            "es": "Cartas",
            "it": "Carte",
            "nl": "Kaarten",
            "sv": "Kort",
            "da": "Kort",
            "fi": "Kortit",
        },
        "size: 63 x 88 mm                 # the cut card; other sizes: 57 x 87 mm, 44 x 68 mm, 70 x 120 mm\n"
        "outline: rounded\nradius: 3 mm\n",
        "card",
        (63, 88),
    ),
    "tiles": StarterKind(
        "tiles",
        {
            "en": "Tiles",
            "pt": "Peças",
            "de": "Plättchen",
            "fr": "Tuiles",
            "es": "Losetas",
            "it": "Tessere",
            "nl": "Tegels",
            "sv": "Brickor",
            "da": "Brikker",
            "fi": "Laatat",
        },
        "size: 50 x 50 mm\noutline: rectangle\n",
        "board",
        (50, 50),
    ),
    "hexes": StarterKind(
        "hexes",
        {
            "en": "Hexes",
            "pt": "Hexágonos",
            "de": "Sechsecke",
            "fr": "Hexagones",
            "es": "Hexágonos",
            "it": "Esagoni",
            "nl": "Zeshoeken",
            "sv": "Sexhörningar",
            "da": "Sekskanter",
            "fi": "Kuusikulmiot",
        },
        "size: 50 mm                      # from flat side to flat side\noutline: hexagon\n"
        "orientation: pointy              # or flat\n",
        "board",
        (50, 50),
    ),
    "tokens": StarterKind(
        "tokens",
        {
            "en": "Tokens",
            "pt": "Fichas",
            "de": "Marker",
            "fr": "Jetons",
            "es": "Fichas",
            "it": "Segnalini",
            "nl": "Fiches",
            "sv": "Markörer",
            "da": "Markører",
            "fi": "Merkit",
        },
        "size: 30 mm                      # diameter\noutline: circle\n",
        "board",
        (30, 30),
    ),
    "board": StarterKind(
        "board",
        {
            "en": "Board",
            "pt": "Tabuleiro",
            "de": "Spielplan",
            "fr": "Plateau",
            "es": "Tablero",
            "it": "Tabellone",
            "nl": "Speelbord",
            "sv": "Spelplan",
            "da": "Spilleplade",
            "fi": "Pelilauta",
        },
        "size: 240 x 240 mm               # larger than the paper: printed in parts, with marks\n"
        "outline: rectangle\n",
        "board",
        (240, 240),
    ),
}
