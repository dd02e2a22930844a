"""Fill pages with strips, column after column, so that what belongs together stays together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prancha.book.book_style import BookStyle
from prancha.book.strips import Column, PlacedStrip, Strip
from prancha.book.text_strips import CODE
from prancha.model.diagnostic import Diagnostic
from prancha.model.units import Mm

_EPSILON = 1e-6
_STEP = 0.5
"""The step, in lines, in which columns of a last page are made equally high."""


class Filler:
    """Fills pages with `strips`; what is taller than a page is told in `found`."""

    def __init__(self, strips: Sequence[Strip], style: BookStyle, found: list[Diagnostic]) -> None:
        self._strips, self._style, self._found = strips, style, found

    def pages(self) -> Iterator[list[Column]]:
        """Yield the columns of each page; strips across the page are a column of their own."""
        strips, style = self._strips, self._style
        at = 0
        page = 0
        while at < len(strips):
            columns: list[Column] = []
            top = style.top
            if strips[at].whole:
                end = at
                while end < len(strips) and strips[end].whole and (end == at or not strips[end].opens):
                    end += 1
                title = self._column(at, end, style.margin, top)
                columns.append(title)
                top = title[-1].y + title[-1].strip.height + style.space * 1.6
                at = end
                if at == len(strips) or strips[at].opens:
                    yield columns
                    page += 1
                    continue
            ends = self._ends(at, style.bottom - top)
            ends = self._balanced(at, ends, style.bottom - top)
            is_left = style.is_left(page)
            first = style.margin + (style.notes + style.gap if style.notes and is_left else 0.0)
            for number, end in enumerate(ends):
                column = style.columns - 1 - number if style.rtl else number
                left = first + column * (style.column + style.gap)
                columns.append(self._column(at, end, left, top))
                at = end
            outer = style.margin if is_left else style.width - style.margin - style.notes
            columns += filter(None, [self._notes(columns, outer)])
            yield columns
            page += 1

    def _ends(self, at: int, room: Mm) -> list[int]:
        """The end of each column of a page, as the index of the strip after it; `at` begins the first."""
        ends: list[int] = []
        for _ in range(self._style.columns):
            start = ends[-1] if ends else at
            if start == len(self._strips) or (ends and self._strips[start].opens):
                break
            ends.append(self._end(start, room))
        return ends

    def _end(self, at: int, room: Mm) -> int:
        """The index of the strip after the column that begins with the strip `at`, which it has at least."""
        strips = self._strips
        head = strips[at].head
        height = head.height if head is not None else 0.0
        end = at
        while end < len(strips):
            strip = strips[end]
            if end > at and (strip.opens or strip.whole):
                return end
            height += strip.height + (strip.before if end > at else 0.0)
            if height > room + _EPSILON:
                break
            end += 1
        if end == len(strips):
            return end
        # What is kept together and is taller than a page must be broken all the same.
        return next((k for k in range(end, at, -1) if not strips[k].kept), max(end, at + 1))

    def _balanced(self, at: int, ends: list[int], room: Mm) -> list[int]:
        """The same strips in columns about as high as each other, where what follows begins a page."""
        strips = self._strips
        last = ends[-1]
        if self._style.columns == 1 or not (last == len(strips) or strips[last].opens):
            return ends
        step = self._style.body.line * _STEP
        height = self._height(at, last) / self._style.columns * 0.9
        while height < room:
            tried = self._ends(at, height)
            tallest = max(self._height(start, end) for start, end in zip([at, *tried], tried, strict=False))
            if tried[-1] == last and tallest <= height + _EPSILON:
                return tried
            height += step
        return ends

    def _notes(self, columns: Sequence[Column], left: Mm) -> Column:
        """The notes of a page in its outer margin; those of several columns move down below each other."""
        found: Column = []
        for one in (one for column in columns for one in column):
            for down, note in one.strip.notes:
                y = one.y + down
                if found:
                    y = max(y, found[-1].y + found[-1].strip.height)
                if y + note.height > self._style.bottom + _EPSILON:
                    message = "the side note goes beyond the foot of the page"
                    hint = "shorten it, or move it up"
                    self._found.append(Diagnostic(note.place, CODE, message, hint=hint))
                found.append(PlacedStrip(note, left, y))
        return found

    def _height(self, at: int, end: int) -> Mm:
        head = self._strips[at].head
        before = sum(strip.before for strip in self._strips[at + 1 : end])
        return (head.height if head else 0.0) + before + sum(strip.height for strip in self._strips[at:end])

    def _column(self, at: int, end: int, left: Mm, top: Mm) -> Column:
        """The strips from `at` to `end` below each other; a table that goes on begins with its head."""
        strips, bottom = self._strips[at:end], self._style.bottom
        found: Column = []
        y = top
        if strips[0].head is not None:
            found.append(PlacedStrip(strips[0].head, left, y, repeated=True))
            y += strips[0].head.height
        for number, strip in enumerate(strips):
            y += strip.before if number else 0.0
            if y + strip.height > bottom + _EPSILON:
                room = bottom - self._style.top
                message = f"needs {strip.height:.1f} mm in height, a page has {room:.1f} mm"
                hint = "make it smaller, as with width=, or break it into parts"
                self._found.append(Diagnostic(strip.place, CODE, message, hint=hint))
            found.append(PlacedStrip(strip, left, y))
            y += strip.height
        return found
