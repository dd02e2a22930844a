"""Games with faces drawn by hand, so that tests of the checks need no templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from prancha.checks.artwork import Printed, Used
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.face import Face
from prancha.model.game import Family, Game, Item
from prancha.model.outline import Outline, rectangle

LIBRARY = Path(__file__).parents[4] / "templates" / "_library"
BOOK = FontBook((LIBRARY,))
SYMBOLS = {
    "i-dot-00000000": '<symbol id="i-dot-00000000" viewBox="0 0 10 10" fill="currentColor">'
    '<circle cx="5" cy="5" r="4"/></symbol>',
    "i-duo-00000000": '<symbol id="i-duo-00000000" viewBox="0 0 10 10" fill="currentColor">'
    '<rect width="10" height="10"/><circle cx="5" cy="5" r="3" fill="#000000"/></symbol>',
}
CARD = rectangle(60, 80)
Look = Callable[..., list[Diagnostic]]


def text(
    content: str, x: float = 10, y: float = 40, pt: float = 10, fill: str = "#000000", more: str = ""
) -> str:
    size = pt * 25.4 / 72
    style = f'font-family="Alegreya Sans" font-size="{size:.4f}" fill="{fill}"{more}'
    return f'<text x="{x}" y="{y}" {style}>{content}</text>'


def icon(
    x: float, y: float, size: float = 10, colour: str = "#000000", name: str = "dot", more: str = ""
) -> str:
    half = size / 2
    return (
        f'<use href="#i-{name}-00000000" x="{x - half}" y="{y - half}" width="{size}" height="{size}"'
        f' color="{colour}"{more}/>'
    )


@dataclass
class Set:
    """A family of items with the SVG of their fronts, and what was used to draw them."""

    fronts: Mapping[str, str]
    outline: Outline = CARD
    safe: float = 3.0
    fields: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    read: frozenset[str] = frozenset()
    backs: Mapping[str, str] = field(default_factory=dict)
    game: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    def printed(self) -> Printed:
        items = tuple(self._item(name, line) for line, name in enumerate(self.fronts, start=1))
        family = Family(
            "cards", {"en": "Cards"}, "card", self.outline, 3, self.safe, 0, "card.svg.j2", None, "cards",
            items, Place("cards.yaml"),
        )  # fmt: skip
        values = {
            "id": "toy", "folder": Path("toy"), "title": "Toy", "subtitle": {}, "languages": ("pt-BR", "en"),
            "designers": (), "artists": (), "publisher": "", "licence": "", "rulebook": "", "players": (2,),
            "revision": "1", "palette": {}, "fonts": {}, "texts": {}, "tables": {}, "assumed": {},
            "supplied": (), "cover": {}, "families": (family,), "place": Place("game.yaml", 1, 1),
            **self.game,
        }  # fmt: skip
        used = Used({"cards": self.read}, frozenset(), frozenset(), frozenset(), frozenset(), frozenset())
        more = {"used": used, **self.more}
        return Printed(
            Game(**values),
            {f"cards/{name}": self._face(name, svg, "front") for name, svg in self.fronts.items()},
            {f"cards/{name}": self._face(name, svg, "back") for name, svg in self.backs.items()},
            SYMBOLS,
            BOOK,
            **more,
        )

    def _item(self, name: str, line: int) -> Item:
        at = Place("cards.yaml", 10 * line, 5)
        fields = self.fields.get(name, {})
        places = {key: Place("cards.yaml", 10 * line + k, 5) for k, key in enumerate(fields, start=1)}
        return Item(name, "cards", 1, fields, "stated", "", {}, at, places)

    def _face(self, name: str, inside: str, side: Any) -> Face:
        wide, high = self.outline.width, self.outline.height
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide + 6}mm" height="{high + 6}mm"'
            f' viewBox="-3 -3 {wide + 6} {high + 6}">{inside}</svg>'
        )
        line = 10 * (list(self.fronts).index(name) + 1)
        digest = blake2b(svg.encode(), digest_size=16).hexdigest()
        return Face(
            svg, digest, self.outline, 3, side, f"cards/{name}", "card.svg.j2", Place("cards.yaml", line, 5)
        )


@dataclass(frozen=True)
class Written:
    """A rules file; entry n of a list stands on line n + 1."""

    data: Any

    def place(self, path: tuple[str | int, ...], /) -> Place:
        lines = [step for step in path if isinstance(step, int)]
        return Place("rules.yaml", lines[0] + 1 if lines else 0, len(path))
