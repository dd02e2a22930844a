"""Pages of the program's own, filled from top to bottom with lines of text and small pictures."""

from __future__ import annotations

from hashlib import blake2b
from html import escape

from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Place
from prancha.model.face import Face
from prancha.model.outline import rectangle
from prancha.model.sheet import Paper
from prancha.model.units import PT_PER_MM, Mm, Pt

FONT = "Alegreya Sans"
EDGE: Mm = 14.0
INK, GREY = "#1b1b1f", "#5a5a62"


class ListPages:
    """Pages that fill from top to bottom; `y` is where the next thing goes."""

    def __init__(self, paper: Paper, book: FontBook) -> None:
        self._paper, self._book = paper, book
        self._done: list[str] = []
        self._parts: list[str] = []
        self.y: Mm = EDGE

    @property
    def width(self) -> Mm:
        """Between the margins."""
        return self._paper.width - 2 * EDGE

    @property
    def height(self) -> Mm:
        """Between the margins."""
        return self._paper.height - 2 * EDGE

    def room(self, height: Mm) -> None:
        """Begin a page when `height` does not fit on this one."""
        if self.y + height > self._paper.height - EDGE + 1e-6 and self._parts:
            self._turn()

    def text(
        self, content: str, size: Pt = 9, weight: int = 400, fill: str = INK, indent: Mm = 0.0, gap: Mm = 0.0
    ) -> None:
        """Lines of text over the whole width, then a `gap`."""
        for line in self.wrapped(content, self.width - indent, size, weight):
            self.room(self._step(size))
            self.put(line, EDGE + indent, top=self.y, size=size, weight=weight, fill=fill)
            self.y += self._step(size)
        self.y += gap

    def put(self, line: str, x: Mm, top: Mm, size: Pt, weight: int = 400, fill: str = INK) -> None:
        """One line of text with its top at `top`."""
        em = size / PT_PER_MM
        self._parts.append(
            f'<text x="{x:.3f}" y="{top + 0.95 * em:.3f}" font-family="{FONT}" font-weight="{weight}"'
            f' font-size="{em:.4f}" fill="{fill}">{escape(self._known(line, weight))}</text>'
        )

    def draw(self, svg: str, x: Mm, y: Mm, scale: float) -> None:
        """A drawing whose origin goes to (x, y)."""
        self._parts.append(f'<g transform="translate({x:.4f} {y:.4f}) scale({scale:.6f})">{svg}</g>')

    def rule(self) -> None:
        """A thin line across the page."""
        self._parts.append(
            f'<rect x="{EDGE}" y="{self.y:.3f}" width="{self.width:.3f}" height="0.2" fill="{GREY}"/>'
        )
        self.y += 2.5

    def wrapped(self, content: str, width: Mm, size: Pt, weight: int = 400) -> list[str]:
        """`content` in lines no wider than `width`; a word that is wider is broken."""
        lines, line = [], ""
        for word in content.split():
            longer = f"{line} {word}".strip()
            if self._wide(longer, size, weight) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            while self._wide(word, size, weight) > width and len(word) > 1:
                cut = len(word) - 1
                while cut > 1 and self._wide(word[:cut], size, weight) > width:
                    cut -= 1
                lines.append(word[:cut])
                word = word[cut:]
            line = word
        return [*lines, line] if line else lines

    def faces(self) -> tuple[Face, ...]:
        """All pages."""
        if self._parts:
            self._turn()
        outline = rectangle(self._paper.width, self._paper.height)
        faces = []
        for inside in self._done:
            w, h = outline.width, outline.height
            svg = (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:g}mm" height="{h:g}mm"'
                f' viewBox="0 0 {w:g} {h:g}">{inside}</svg>'
            )
            digest = blake2b(svg.encode(), digest_size=16).hexdigest()
            faces.append(
                Face(
                    svg,
                    digest,
                    outline=outline,
                    bleed=0.0,
                    side="front",
                    item="",
                    template="changes",
                    place=Place(""),
                )
            )
        return tuple(faces)

    def _turn(self) -> None:
        self._done.append("\n".join(self._parts))
        self._parts, self.y = [], EDGE

    def _step(self, size: Pt) -> Mm:
        return 1.25 * size / PT_PER_MM

    def _wide(self, text: str, size: Pt, weight: int) -> Mm:
        font = self._book.font(FONT, weight)
        return font.shape(text).advance / font.units_per_em * size / PT_PER_MM

    def _known(self, text: str, weight: int) -> str:
        # A value may be in a script that this font lacks; the report still is to be read.
        missing = self._book.font(FONT, weight).shape(text).missing
        return "".join("?" if character in missing else character for character in text)
