"""Choosing where lines end and which column they go to: numbers only, in units of the type size (em)."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

Align = Literal["left", "center", "right", "justify"]

EPSILON = 1e-6
SHRINK = 0.12
"""How much of each space a justified line may give up."""

_KERNING = 1.0
"""Hyphens and kerning may move neighbouring breaks past each other by less than this, em."""
_NEVER = float("inf")
_LINE = 1e6
_CONSECUTIVE = 8.0
_WIDOW = 30.0
_WIDOW_WIDTH = 0.25


class LineBreaks(Struct, frozen=True):
    """Places where a line may end.  Break 0 is the paragraph's start, the last its end.

    On one endless line, in em, `end[k]` is where a line that ends at break k ends, hyphen included, and
    `start[k]` where the next one starts.  `last[k]` and `first[k]` are the words there, equal inside a word.
    `penalty[k]` is added to the badness.
    """

    start: tuple[float, ...]
    end: tuple[float, ...]
    first: Sequence[int]
    last: Sequence[int]
    penalty: tuple[float, ...]


def fewest(breaks: LineBreaks, width: float) -> int | None:
    """The least number of lines of `width` em; None when a piece is wider than that."""
    ends = _fullest(breaks, width)
    return None if ends is None else len(ends)


def _fullest(breaks: LineBreaks, width: float) -> list[int] | None:
    """The break that ends each line where every line takes all it can; None when a piece is wider."""
    start, end = breaks.start, breaks.end
    final, at = len(end) - 1, 0
    found = []
    while at < final:
        after = bisect_right(end, start[at] + width + EPSILON, at + 1) - 1
        if after <= at:
            return None
        found.append(at := after)
    return found


def widest(breaks: LineBreaks) -> tuple[float, int]:
    """Width of the widest piece that cannot be broken, and the break it ends at."""
    return max((breaks.end[k] - breaks.start[k - 1], k) for k in range(1, len(breaks.end)))


def choose(
    breaks: LineBreaks, width: float, align: Align, space: float, short: bool = True
) -> tuple[int, ...]:
    """The breaks that end each line: the most even lines, after Knuth and Plass (1981).

    With `short`, no more lines than needed.  `space` is that of one in em.  ValueError: a piece is too wide.
    """
    start, end, first, last, penalty = breaks.start, breaks.end, breaks.first, breaks.last, breaks.penalty
    final = len(end) - 1
    cost = [0.0] + [_NEVER] * final
    before = [0] * (final + 1)
    justify = align == "justify"
    give = SHRINK * space if justify else 0.0
    scale = 0.0 if justify else 10 / width
    line = _LINE if short else 0.0
    quick = short and not justify and not any(penalty)
    for b, starts in _fewest_lines(breaks, width) if quick else ((b, range(b)) for b in range(1, final + 1)):
        ends, until, hyphened, is_last = width - end[b], last[b], penalty[b], b == final
        best, chosen = _NEVER, 0
        if quick and not is_last:
            for a in reversed(starts):
                slack = ends + start[a]
                if slack < -EPSILON:
                    break
                total = cost[a] + slack * slack * scale * scale
                if total < best:
                    best, chosen = total, a
            starts = range(0)
        for a in reversed(starts):
            slack = ends + start[a]
            room = slack + give * (until - first[a])
            if room < -EPSILON:
                if room < -_KERNING:
                    break
                continue
            total = cost[a]
            if hyphened and penalty[a]:
                total += _CONSECUTIVE
            if is_last and align != "center":
                total += _last_badness(slack, until - first[a], width, give, a == 0)
            elif justify:
                ratio = slack / (space * ((until - first[a]) or 1))
                total += ratio * ratio if ratio > 0 else (ratio / SHRINK) ** 2
            else:
                total += slack * slack * scale * scale
            if total < best:
                best, chosen = total, a
        cost[b], before[b] = best + line + hyphened, chosen
    if cost[final] == _NEVER:
        raise ValueError("a piece is wider than the line")
    found = [final]
    while before[found[-1]]:
        found.append(before[found[-1]])
    return tuple(reversed(found))


def _fewest_lines(breaks: LineBreaks, width: float) -> Iterator[tuple[int, range]]:
    """Yield the breaks that may end a line where there are as few lines as any, when all words are whole.

    With each come the breaks after which its line may start.
    """
    start, end = breaks.start, breaks.end
    b = len(end) - 1
    found = [range(b, b + 1)]
    for latest in reversed((_fullest(breaks, width) or [])[:-1]):
        b = bisect_left(start, end[b] - width - EPSILON, 0, b)
        found.append(range(b, latest + 1))
    starts = range(1)
    for ends in reversed(found):
        for b in ends:
            yield b, starts
        starts = ends


def loosest(breaks: LineBreaks, ends: tuple[int, ...], width: float, align: Align, space: float) -> float:
    """How loose the worst line but the last is: 1 and more is worth a hyphen.

    Ragged: empty thirds of the width; justified: a space grown to three.
    """
    worst, at = 0.0, 0
    for b in ends[:-1]:
        slack = width - breaks.end[b] + breaks.start[at]
        gaps = breaks.last[b] - breaks.first[at]
        loose = slack / (2 * space * max(gaps, 1)) if align == "justify" else 3 * slack / width
        worst, at = max(worst, loose), b
    return worst


def _last_badness(slack: float, gaps: int, width: float, give: float, is_only: bool) -> float:
    """Badness of a last line, which may be short, but not squeezed nor one short word."""
    if slack < 0:
        return (slack / (give * gaps)) ** 2 if give * gaps else 0.0
    widow = not is_only and gaps == 0 and slack > (1 - _WIDOW_WIDTH) * width
    return _WIDOW if widow else 0.0


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
