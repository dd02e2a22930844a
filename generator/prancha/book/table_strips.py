"""Tables as strips: a row each, columns as wide as their words ask, the head repeated where a page ends."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from prancha.book.book_blocks import Inlines, Table
from prancha.book.book_style import BookStyle, TextLook
from prancha.book.strips import Ground, Strip, stacked
from prancha.book.text_strips import CODE, TextFlow
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.rulebook import Tag
from prancha.model.units import PT_PER_MM, Mm

_WHOLE = 0.4
"""Tables up to this share of a page are not broken."""
_STRETCHED = 0.55
"""A table that needs this share of its column takes all of it."""


def table_strips(
    block: Table,
    width: Mm,
    tag: Tag,
    x: Mm,
    text: TextFlow,
    style: BookStyle,
    look: TextLook,
    found: list[Diagnostic],
) -> list[Strip]:
    """The rows of a table, `width` wide at most from `x`; a table that is wider is told in `found`."""
    look = replace(look, size=look.size * 0.95, align="start")
    strong = replace(look.strong, fill=style.colours["accent"])
    pad = look.size / PT_PER_MM * 0.45
    rows = [*([block.head] if block.head else []), *block.rows]
    widths = _widths(block, rows, width, text=text, look=look, strong=strong, pad=pad, found=found)
    if not widths:
        return []
    whole = sum(widths)
    listed = Tag("Table", tag)
    if style.rtl:
        x += width - whole
    lefts = [x + sum(widths[:column]) for column in range(len(widths))]
    if style.rtl:
        lefts = [2 * x + whole - left - wide for left, wide in zip(lefts, widths, strict=True)]
    shown = widths[::-1] if style.rtl else widths
    ground = Ground("table", x, whole, {"columns": tuple(round(one, 3) for one in shown)})
    made = []
    for number, (row, place) in enumerate(zip(rows, block.places, strict=True)):
        head = bool(block.head) and number == 0
        tr = Tag("TR", listed)
        cells = []
        columns = zip(row, widths, lefts, block.align, strict=False)
        for column, (cell, wide, left, align) in enumerate(columns):
            named = head or (not block.head and column == 0)
            td = Tag("TH" if named else "TD", tr)
            td.head = head
            style_ = replace(strong if head else look, align="start" if align == "left" else align)
            cells.append(text.lines(cell, wide - 2 * pad, style_, tag=td, place=place, x=left + pad))
        high = max(sum(height for height, _ in lines) for lines in cells) or look.line
        parts = [part for lines in cells for part in stacked(lines, y=pad)]
        made.append(
            Strip(
                high + 2 * pad,
                tuple(parts),
                place,
                kept=number == (1 if block.head else -1),
                grounds=(ground,),
                mark="head" if head else "row",
            )
        )
    if block.head:
        made[1:] = [replace(strip, head=made[0]) for strip in made[1:]]
    if sum(strip.height for strip in made) <= _WHOLE * (style.bottom - style.top):
        made[1:] = [replace(strip, kept=True) for strip in made[1:]]
    return made


def _widths(
    block: Table,
    rows: Sequence[Sequence[Inlines]],
    width: Mm,
    text: TextFlow,
    look: TextLook,
    strong: TextLook,
    pad: Mm,
    found: list[Diagnostic],
) -> list[Mm]:
    """The width of each column: as wide as its words on one line, or shared out between least and wish."""
    count = max(map(len, rows))
    wish, least = [0.0] * count, [0.0] * count
    places: list[Place] = [block.place] * count
    for row, place in zip(rows, block.places, strict=True):
        style = strong if block.head and row is rows[0] else look
        for column, cell in enumerate(row):
            wish[column] = max(wish[column], text.width(cell, style, place) + 2 * pad)
            narrow = text.least_width(cell, style, place) + 2 * pad
            if narrow > least[column]:
                least[column], places[column] = narrow, place
    if sum(least) > width:
        wide = max(range(count), key=lambda column: least[column])
        message = f"the table needs {sum(least):.1f} mm in width, its column is {width:.1f} mm wide"
        hint = f"column {wide + 1} has the widest word: shorten it, or leave a column out"
        found.append(Diagnostic(places[wide], CODE, message, hint=hint))
        return []
    total = sum(wish)
    if block.filled and (rest := width - sum(wish[1:])) >= least[0]:
        return [rest, *wish[1:]]
    if total <= width:
        if total < _STRETCHED * width:
            return wish
        return [one + (width - total) / count for one in wish]
    room, asked = width - sum(least), total - sum(least)
    return [low + (high - low) * room / asked for low, high in zip(least, wish, strict=True)]
