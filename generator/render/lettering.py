"""Text elements as PDF glyph runs, shaped by HarfBuzz."""

from __future__ import annotations

from functools import lru_cache

from generator.fonts import Font, FontBook, FontError
from generator.render.numbers import n
from generator.render.shelf import Shelf
from generator.svg.errors import Fault
from generator.svg.numbers import finite, length
from generator.svg.style import Style

_WEIGHTS = {"normal": 400, "bold": 700}


class Letterer:
    """Turns text with a style into `BT ... ET` operators, and notes the glyphs used."""

    def __init__(self, book: FontBook, shelf: Shelf) -> None:
        self._book, self._shelf = book, shelf
        self._word = lru_cache(maxsize=65536)(self._shape)
        self._font = lru_cache(maxsize=256)(self._find)

    def _find(self, family: str, weight: str, slant: str) -> Font:
        try:
            number = _WEIGHTS.get(weight) or int(weight)
        except ValueError:
            raise Fault(f'font-weight="{weight}" is not a number such as 400 or 700') from None
        name = family.split(",")[0].strip().strip("'\"")
        try:
            return self._book.font(name, number, slant in ("italic", "oblique"))
        except FontError as problem:
            raise Fault(problem.message, problem.hint) from problem

    def _set(self, font: Font, text: str, size: float, rtl: bool) -> tuple[str, float, int]:
        """Operators that show the glyphs (kerning included), the advance in em, and how many glyphs."""
        split = text.split(" ")
        if rtl:
            split.reverse()
        words = [self._word(font, word, size, rtl) for word in split]
        space = self._word(font, " ", size, False) if len(words) > 1 else ("", 0.0, 0)
        self._shelf.spoken.update((font.key, word, rtl) for word in split)
        if len(words) > 1:
            self._shelf.spoken.add((font.key, " ", False))
        gaps = len(words) - 1
        # Strings that meet become one: inside a string both parentheses are escaped.
        operand = space[0].join(word[0] for word in words).replace(")(", "")
        advance = sum(word[1] for word in words) + gaps * space[1]
        # A word with a text of its own closes the array before it and opens one behind it.
        shown = f"[{operand}] TJ".removeprefix("[] TJ ").removesuffix(" [] TJ")
        return shown, advance, sum(word[2] for word in words) + gaps * space[2]

    def _shape(self, font: Font, word: str, size: float, rtl: bool) -> tuple[str, float, int]:
        """One word's strings and shifts, its advance in em and its glyphs; notes them as used."""
        _refuse_missing(font, word)
        parts: list[str] = []
        pending = bytearray()
        per_em = 1000 / font.units_per_em
        run = font.shape(word, rtl)
        self._shelf.use_word(font, word, rtl, [(glyph.gid, glyph.text) for glyph in run.glyphs])

        def shift(units: float) -> None:
            if abs(units) >= 0.5:
                flush()
                parts.append(str(round(units)))

        def flush() -> None:
            if pending:
                parts.append(literal(pending))
                pending.clear()

        for glyph in run.glyphs:
            shift(-glyph.x_offset * per_em)
            raised = glyph.y_offset / font.units_per_em
            if raised:  # a mark set above its letter: TJ cannot rise, so it is shown on its own
                flush()
                code = literal(glyph.gid.to_bytes(2, "big"))
                parts.append(f"] TJ {n(raised * size)} Ts [{code}] TJ 0 Ts [")
            else:
                pending += glyph.gid.to_bytes(2, "big")
            shift((font.advance(glyph.gid) - glyph.advance + glyph.x_offset) * per_em)
        flush()
        # A shift at the end must not run into the number that may follow.
        end = " " if parts and not parts[-1].endswith((")", "[")) else ""
        shown = "".join(parts) + end
        # Readers put letters from right to left in order themselves, and would turn this back again.
        if not rtl and not word.isascii() and "".join(glyph.text for glyph in run.glyphs) != word:
            text = word.encode("utf-16-be").hex()
            shown = f"] TJ /Span <</ActualText <feff{text}>>> BDC [{shown}] TJ EMC ["
        return shown, run.advance / font.units_per_em, len(run.glyphs)

    def require(self, text: str, style: Style) -> None:
        """Fault when the font or a glyph that `text` needs is not at hand, or CairoSVG cannot set it."""
        if style.get("direction") == "rtl" or any("\u0590" <= c < "\u1100" for c in text):
            raise Fault(
                f'"{text[:30]}" needs its letters joined, which CairoSVG cannot do',
                "draw the part without what needs CairoSVG, such as patterns, masks and classes",
            )
        _refuse_missing(self._styled(text, style), text)

    def _styled(self, text: str, style: Style) -> Font:
        family = style.get("font-family", "")
        if not family:
            raise Fault(f'the text "{text[:30]}" has no font-family', "use label() or paragraph()")
        return self._font(family, style.get("font-weight", "400"), style.get("font-style", "normal"))

    def operators(self, text: str, attributes: dict[str, str], style: Style) -> tuple[str, float]:
        """`/Font size Tf ... TJ` for one run at its x and y, and its measured advance in mm.

        Colour is the caller's affair.
        """
        font = self._styled(text, style)
        size = length({"font-size": style.get("font-size", "")}, "font-size")
        track = length(style, "letter-spacing") if style.get("letter-spacing", "normal") != "normal" else 0.0
        rtl = style.get("direction") == "rtl"
        glyphs, advance, count = self._set(font, text, size, rtl)
        x, y = _first(attributes, "x"), _first(attributes, "y")
        anchor = style.get("text-anchor", "start")
        width = advance * size + track * count
        if anchor != "start" or rtl:
            x -= width * (0.5 if anchor == "middle" else (anchor == "start") == rtl)
        spacing = (f"{n(track)} Tc ", " 0 Tc") if track else ("", "")
        shown = f"BT /{font.key} {n(size)} Tf {spacing[0]}1 0 0 -1 {n(x)} {n(y)} Tm {glyphs}{spacing[1]} ET"
        return shown, width


def _refuse_missing(font: Font, text: str) -> None:
    missing = font.missing(text)
    if missing:
        names = ", ".join(f'"{c}" (U+{ord(c):04X})' for c in missing)
        raise Fault(
            f"{font.family} has no glyph for {names}", "use another font, or write the text otherwise"
        )


_ESCAPES = str.maketrans({"\\": "\\\\", "(": "\\(", ")": "\\)", "\r": "\\r"})


def literal(codes: bytes | bytearray) -> str:
    """Glyph codes as a PDF string; half the size of hexadecimal once deflated."""
    return "(" + codes.decode("latin-1").translate(_ESCAPES) + ")"


def _first(attributes: dict[str, str], name: str) -> float:
    text = attributes.get(name, "0")
    try:
        return finite(float(text), text)
    except ValueError:
        raise Fault(f'{name}="{text}" is not a number') from None
