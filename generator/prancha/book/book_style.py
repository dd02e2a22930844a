"""The style of a rulebook: page, type, colours and templates, from game.yaml or by default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from prancha.faces.colour import chroma, contrast, mix
from prancha.faces.text.paragraphs import RTL_LANGUAGES
from prancha.faces.text.role_fonts import roles_of
from prancha.graphics.fonts import FontBook
from prancha.model.game import Game
from prancha.model.rulebook import BookDesign
from prancha.model.units import PT_PER_MM, Mm, Pt

_BOLD = 700
_LIGHTEST = 100
"""The least weight of a font: headings of it or more are bold as a whole."""
_READABLE, _VISIBLE = 4.5, 3.0
"""The least contrast with the page, of letters and of large letters and ornaments (WCAG 2.1)."""
_HEADS: Mapping[int, float] = {1: 2.7, 2: 1.65, 3: 1.22, 4: 1.05, 5: 1.0, 6: 1.0}
"""Sizes of headings by level, in sizes of running text."""
PALETTE_ROLES = frozenset({"ink", "accent"})
"""Colours of a palette that covers and rulebooks use by their names."""
TEMPLATES: Mapping[str, str] = {
    "page": "_library/book/page.svg.j2",
    "title": "_library/book/title.svg.j2",
    "box": "_library/book/box.svg.j2",
    "table": "_library/book/table.svg.j2",
}


class TextLook(Struct, frozen=True):
    """The look of lines: size in pt, `leading` in sizes, and a role or family of fonts.

    A family without `italics` has bold letters in their place.  `bold` is the weight of bold letters; bold
    words have the colour of links where the family has none heavier than `weight`.
    """

    size: Pt
    leading: float
    font: str = "body"
    weight: int = 400
    italic: bool = False
    fill: str = "#000000"
    align: str = "start"
    hyphenate: bool = False
    italics: bool = True
    bold: int = 700

    @property
    def strong(self) -> TextLook:
        """The same look in bold."""
        return replace(self, weight=self.bold)

    @property
    def line(self) -> Mm:
        """The distance from line to line in mm."""
        return self.size * self.leading / PT_PER_MM


class BookStyle(Struct, frozen=True):
    """A page of `width` x `height` mm with its text area, the look of texts, colours and template names.

    With `rtl` columns, lists and tables run from right to left.  `notes` is the width of side notes in the
    outer margin, 0 where they stand in the text.  `looks` are those of paragraphs that name one, `begins` is
    the top of the text area where another drawing takes the page above it.
    """

    width: Mm
    height: Mm
    margin: Mm
    foot: Mm
    columns: int
    gap: Mm
    body: TextLook
    colours: Mapping[str, str]
    templates: Mapping[str, str]
    heads: Mapping[int, TextLook]
    rtl: bool = False
    notes: Mm = 0.0
    looks: Mapping[str, TextLook] = MappingProxyType({})
    begins: Mm | None = None

    @property
    def column(self) -> Mm:
        """The width of a column."""
        beside = self.notes + self.gap if self.notes else 0.0
        return (self.inside - beside - (self.columns - 1) * self.gap) / self.columns

    def is_left(self, number: int) -> bool:
        """Return whether a page, counted from 0, lies at the left of a spread: its outer margin is there."""
        return (number % 2 == 1) != self.rtl

    @property
    def inside(self) -> Mm:
        """The width of the text area."""
        return self.width - 2 * self.margin

    @property
    def top(self) -> Mm:
        """The upper edge of the text area in mm, below the running head."""
        return self.margin if self.begins is None else self.begins

    @property
    def bottom(self) -> Mm:
        """The lower edge of the text area in mm, above the page number."""
        return self.height - self.foot

    @property
    def caption(self) -> TextLook:
        """The look of the words under a picture."""
        body, muted = self.body, self.colours["muted"]
        return replace(body, size=body.size * 0.85, leading=1.2, align="center", fill=muted)

    @property
    def space(self) -> Mm:
        """The gap between two paragraphs."""
        return self.body.line * 0.45


def style_of(game: Game, book: FontBook, design: BookDesign, half: tuple[Mm, Mm], lang: str) -> BookStyle:
    """The style of a game's rulebook in a language; `half` is the page where the design names none."""
    width, height = design.width or half[0], design.height or half[1]
    colours = _colours(game, design)
    roles = roles_of(game, book)
    family = roles.get("body", "")
    weights = (book.weights(family) if family else ()) or (400,)
    body = TextLook(
        design.size,
        design.leading,
        weight=min(weights, key=lambda one: abs(one - 400)),
        fill=colours["ink"],
        align="justify" if design.justify else "start",
        hyphenate=design.hyphenate,
        italics=bool(family and book.weights(family, True)),
        bold=_heavy(weights),
    )
    title = "title" if "title" in roles else "body"
    titles = book.weights(roles[title]) if roles.get(title) else ()
    heads = {
        level: TextLook(
            design.size * times,
            1.12 if level < 3 else 1.2,
            title if level < 3 else "body",
            _heavy(titles if level < 3 else weights),
            fill=colours["accent"] if level < 4 else colours["ink"],
            bold=_LIGHTEST,
        )
        for level, times in _HEADS.items()
    }
    return BookStyle(
        width,
        height,
        design.margin,
        foot=max(design.margin, 12.0),
        columns=design.columns,
        gap=design.gap,
        body=body,
        colours=colours,
        templates={**TEMPLATES, **design.templates},
        heads=heads,
        rtl=lang.split("-")[0] in RTL_LANGUAGES,
        notes=design.notes,
    )


def _heavy(weights: Sequence[int]) -> int:
    """The boldest of some weights up to bold."""
    bold = [weight for weight in weights if weight <= _BOLD]
    return bold[-1] if bold else (weights[0] if weights else 400)


def _colours(game: Game, design: BookDesign) -> Mapping[str, str]:
    """Colours by role: those of the design, else those of the palette that can be read, else plain ones."""
    palette = game.palette
    page = "#ffffff"
    ink = palette.get("ink", "")
    if not ink or contrast(ink, page) < 7:
        ink = "#1b1b1f"
    vivid = sorted((c for c in palette.values() if contrast(c, page) >= _READABLE), key=chroma)
    accent = palette.get("accent", "")
    if not accent or contrast(accent, page) < _READABLE:
        accent = vivid[-1] if vivid else ink
    found = {
        "ink": ink,
        "accent": accent,
        "muted": mix(ink, page, 0.35),
        "line": mix(accent, page, 0.6),
        "tint": mix(accent, page, 0.9),
        "paper": page,
    }
    return {**found, **design.colours}
