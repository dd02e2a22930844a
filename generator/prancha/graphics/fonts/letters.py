"""Texts of drawings measured as they will be printed: fonts by SVG style, advances of clusters, baselines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

from prancha.graphics.fonts.book import FontBook, family_names, named_font
from prancha.graphics.fonts.character_scripts import breaks, is_cursive, parted, stretches
from prancha.graphics.fonts.font import Chain, Font, words_of
from prancha.graphics.fonts.sfnt import FontError
from prancha.model.units import FontMeasures, LentFont, StandIn

_WEIGHTS = {"normal": 400, "bold": 700}
LOST = "\ufffd"
"""What programs write for a letter that they could not read."""
GENERIC = {
    **dict.fromkeys(
        "sans-serif sans serif monospace mono system-ui ui-sans-serif ui-serif ui-monospace".split(), "body"
    ),
    **dict.fromkeys("ui-rounded -apple-system blinkmacsystemfont".split(), "body"),
    **dict.fromkeys(("cursive", "fantasy"), "title"),
}
"""Roles by the generic names that CSS and programs use in place of a family."""
STAND_INS = ("DejaVu Sans", "Noto Emoji")
"""Shipped families for characters that the fonts of a text lack: letters and signs, then emoji."""


def add_font(family: str) -> str:
    """The command that adds a family to the project."""
    return f'prancha font add "{family}"'


def role_meant(families: str) -> str:
    """The role that the first generic name of a CSS list means; "" for a list without one."""
    names = (name.lower() for name in family_names(families))
    return next((GENERIC[name] for name in names if name in GENERIC), "")


class Letters:
    """Finds the fonts of a book by SVG styles, and measures texts in them."""

    def __init__(self, book: FontBook, stands_in: bool = False) -> None:
        """With `stands_in`, texts in fonts that are absent are measured in the role that stands for these."""
        self._book, self._stands_in = book, stands_in
        self._font = lru_cache(maxsize=256)(self._find)
        self._chain = lru_cache(maxsize=256)(self._chained)

    def font(self, style: Mapping[str, str]) -> Font:
        """The font of a style: the first family of its list that the book has.  Raises FontError."""
        font = self._font(
            style.get("font-family", ""), style.get("font-weight", "400"), style.get("font-style", "normal")
        )
        return font.as_drawn if style.get("font-variant-numeric") == "normal" else font

    def _find(self, families: str, weight: str, slant: str) -> Font:
        if not families.strip(" ,'\""):
            raise FontError("a text has no font-family", "use label() or paragraph()")
        roles = self._book.roles
        found = named_font(families, {*self._book.families(), *roles})
        if found is None:
            if self._stands_in and roles:
                number = _WEIGHTS.get(weight) or round(float(weight))
                family = roles[role_meant(families) or "body"]
                return self._book.nearest(family, number, slant in ("italic", "oblique"))
            return self._book.font(family_names(families)[0])  # which says what is there in its place
        family, named, slanted = found
        family = roles.get(family, family)
        try:
            number = _WEIGHTS.get(weight) or round(float(weight))
        except ValueError:
            raise FontError(f'font-weight="{weight}" is not a number such as 400 or 700') from None
        number = named if number == 400 else number
        return self._book.font(family, number, slanted or slant in ("italic", "oblique"))

    def stand_in(self, style: Mapping[str, str]) -> StandIn | None:
        """What stands for the font of a style; None where that is there.  Raises FontError."""
        families = style.get("font-family", "")
        if named_font(families, self._book.families()):
            return None
        font = self.font(style)
        named = family_names(families)[0]
        other = f'fonts: {{"{named}": {font.family}}} in game.yaml'
        role, meant = role_meant(families), named_font(families, self._book.roles) is not None
        if meant:
            why = ""
        elif role:
            why = f'the font "{named}" is set in {role}, {font.family}, and {other} names another'
        else:
            why = (
                f'there is no font "{named}", and {font.family} stands for it; {add_font(named)}, or {other}'
            )
        hint = f"{add_font(named)}, or say what stands for it: {other}"
        return StandIn(
            named,
            font.family,
            weight=font.weight,
            italic=font.italic,
            why=why,
            hint=hint,
            meant=meant or bool(role),
        )

    def lent(self, text: str, style: Mapping[str, str]) -> Sequence[tuple[int, LentFont | None]]:
        """Runs of `text`, and the font that each is lent where that of `style` lacks letters; () for none.

        Raises FontError.
        """
        font = self.font(style)
        if font.covers(text) or LOST in text:  # which is told, not drawn
            return ()
        found: list[tuple[int, LentFont | None]] = []
        for word in words_of(text, False):
            for run, letters in self._chain(font).runs(word) if word != " " else ((font, word),):
                lender = None
                if run is not font:
                    shipped = run.family in STAND_INS and run.family not in self._book.lenders
                    told = f'what the fonts of its texts lack is set in "{run.family}"' if shipped else ""
                    lender = LentFont(run.family, run.weight, run.italic, told)
                found.append((len(letters), lender))
        return found

    def _chained(self, font: Font) -> Chain:
        book = self._book
        names = (*book.lenders, *(each for each in STAND_INS if each in book.families()))
        return Chain(font, [partial(book.nearest, name, font.weight, font.italic) for name in names])

    def clusters(self, text: str, style: Mapping[str, str]) -> Sequence[tuple[int, float]]:
        """Characters and advance of each cluster of `text` in reading order, letter spacing included.

        Letters of cursive scripts are not spaced.
        """
        if not text:
            return ()
        font = self.font(style)
        em = float(style["font-size"]) / font.units_per_em
        track = _tracking(style)
        found: list[tuple[int, float]] = []
        for part, level in parted(text, style.get("direction") == "rtl"):
            clusters, width = [], 0
            for glyph in font.shape(part, bool(level % 2), bool(track)).glyphs:
                width += glyph.advance
                if glyph.cluster:  # it stands at the last glyph of several
                    spacing = track if track and not is_cursive(glyph.cluster) else 0.0
                    clusters.append((len(glyph.cluster), width * em + spacing))
                    width = 0
            # Of a part that shows nothing at all, such as a zero-width space, there is no glyph.
            lost = len(part) - sum(count for count, _ in clusters)
            found += [(lost, 0.0)] if lost else []
            found += reversed(clusters) if level % 2 else clusters
        return found

    def line_starts(self, text: str) -> frozenset[int]:
        """Positions in `text` before which a line may begin without a space before them."""
        return breaks(text)

    def is_spaced(self, letter: str) -> bool:
        """Return whether letter spacing follows a letter: not in cursive scripts."""
        return not is_cursive(letter)

    def measures(self, style: Mapping[str, str]) -> FontMeasures:
        """Measures of the font of a style.  Raises FontError."""
        return measures_of(self.font(style), float(style["font-size"]))

    def outline(self, text: str, style: Mapping[str, str]) -> str:
        """Path data of a run of text as `style` (a plain text's attributes) sets it.  Raises FontError."""
        font = self.font(style)
        em = float(style["font-size"]) / font.units_per_em
        rtl = style.get("direction") == "rtl"
        track = _tracking(style)
        runs = [font.shape(part, turned, bool(track)) for part, turned in stretches(text, rtl)]
        glyphs = [glyph for run in runs for glyph in run.glyphs]
        spacings = [
            track if track and glyph.cluster and not is_cursive(glyph.cluster) else 0.0 for glyph in glyphs
        ]
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[style.get("text-anchor", "start")]
        whole = sum(run.advance for run in runs) * em + sum(spacings)
        whole -= track if text and not is_cursive(text[-1]) else 0.0  # nothing follows to keep it apart from
        x = float(style.get("x", "0")) - whole * (1 - share if rtl else share)
        y, parts = float(style.get("y", "0")), list[str]()
        for glyph, spacing in zip(glyphs, spacings, strict=True):
            pen = _OutlinePen(parts, x + glyph.x_offset * em, y - glyph.y_offset * em, em)
            font.draw(glyph.gid, pen)
            x += glyph.advance * em + spacing
        return "".join(parts)


def measures_of(font: Font, size: float) -> FontMeasures:
    """Measures of a font at a size, in the unit of that."""
    em = size / font.units_per_em
    told = font.metrics
    return FontMeasures(
        ascent=told.typographic[0] * em,
        descent=-told.typographic[1] * em,
        x_height=font.x_height * em,
        subscript=told.subscript * em,
        superscript=told.superscript * em,
        underline=(told.underline[0] * em, told.underline[1] * em),
        strikeout=(told.strikeout[0] * em, told.strikeout[1] * em),
    )


def _tracking(style: Mapping[str, str]) -> float:
    """Letter spacing in user units."""
    spacing = style.get("letter-spacing", "normal")
    return 0.0 if spacing == "normal" else float(spacing)


class _OutlinePen:
    """Writes outlines as path data, y down: a pen as fontTools and HarfBuzz know it."""

    def __init__(self, parts: list[str], x: float, y: float, em: float) -> None:
        self._parts, self._x, self._y, self._em = parts, x, y, em

    def _write(self, command: str, *points: tuple[float, float]) -> None:
        placed = (f"{self._x + x * self._em:.5f} {self._y - y * self._em:.5f}" for x, y in points)
        self._parts.append(command + " ".join(placed))

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 (the name that is called)
        """Begin a ring."""
        self._write("M", point)

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        """Draw a straight line."""
        self._write("L", point)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        """Draw a cubic curve."""
        self._write("C", *points)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        """Draw a quadratic curve."""
        self._write("Q", *points)

    def closePath(self) -> None:  # noqa: N802
        """End a ring."""
        self._parts.append("Z")
