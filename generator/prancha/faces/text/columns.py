"""Lines dealt out to columns of even height; paragraphs leave no single line behind if it can be helped."""

from __future__ import annotations

import math
from collections.abc import Sequence

from prancha.faces.text.line_breaking import EPSILON

STEP = 0.25
"""Heights of columns are tried in steps of this many lines."""


def lines_per_column(
    counts: Sequence[int], gaps: Sequence[float], columns: int, room: float, strict: bool = False
) -> list[int] | None:
    """How many lines stand in each column, at most `room` lines high from first baseline to last.

    `counts` are the lines of each paragraph, `gaps` the lines left before it.
    None when they need more columns, or, if `strict`, would leave a line alone.
    """
    steps = [1 + gap if not k else 1.0 for count, gap in zip(counts, gaps, strict=True) for k in range(count)]
    # A break before the second or last line of a paragraph leaves one line alone.
    loose = [k == 0 or (count > 3 and 1 < k < count - 1) for count in counts for k in range(count)]
    found: list[int] = []
    start = 0
    while start < len(steps):
        end, height = start + 1, 0.0
        while end < len(steps) and height + steps[end] <= room + EPSILON:
            height += steps[end]
            end += 1
        if end < len(steps):
            whole = next((k for k in range(end, start, -1) if loose[k]), None)
            if whole is None and strict:
                return None
            end = whole or end
        found.append(end - start)
        start = end
    return found if len(found) <= columns else None


def shortest(
    counts: Sequence[int], gaps: Sequence[float], columns: int, most: float = math.inf
) -> tuple[list[int], float]:
    """The lines of each column, and the room they need, where columns are as low as can be.

    A line is left alone only where `most` lines of room need it.
    """
    if columns == 1:
        return [sum(counts)], sum(counts) - 1 + sum(gaps)
    found, room = _lowest(counts, gaps, columns, strict=True)
    if room > most + EPSILON:
        found, room = _lowest(counts, gaps, columns, strict=False)
    return found, room


def _lowest(
    counts: Sequence[int], gaps: Sequence[float], columns: int, strict: bool
) -> tuple[list[int], float]:
    room = max(0.0, (sum(counts) - 1 + sum(gaps)) / columns - 1)
    while (found := lines_per_column(counts, gaps, columns, room, strict)) is None:
        room += STEP
    return found, room
