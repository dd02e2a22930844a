"""Side notes in the outer margin, level with the text that they follow.

A note hangs on the strip that it is level with.  The strips beside it are kept together, so that a page never
ends in a note; text that a note stands beside waits until the note above it has ended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from prancha.book.strips import Strip, column_of
from prancha.model.units import Mm

_APART = 0.6
"""The gap between two notes, in lines."""


def height_of(strips: Sequence[Strip]) -> Mm:
    """The height of strips below each other."""
    return sum(strip.height for strip in strips) + sum(strip.before for strip in strips[1:])


def hang_notes(
    strips: Sequence[Strip], notes: Sequence[tuple[int, Sequence[Strip]]], line: Mm
) -> list[Strip]:
    """The strips with the notes beside them; each note has the index of the strip that it is level with.

    An empty strip follows the text beside a note that is longer, where a page, another note or nothing comes
    next.
    """
    found: list[Strip] = []
    levels: dict[int, list[Sequence[Strip]]] = {}
    for level, note in notes:
        levels.setdefault(level, []).append(note)
    left: Mm = 0.0
    for index, strip in enumerate([*strips, Strip(0.0, (), strips[-1].place)]):
        breaks = strip.opens or strip.whole or index == len(strips)
        if left > 0 and (breaks or _is_kept_with_note(strips, index, levels)):
            found.append(Strip(left, (), strip.place, kept=True))
            left = 0.0
        if left > 0:
            strip = replace(strip, kept=True)
            left -= strip.before
        down: Mm = 0.0
        for note in levels.get(index, ()):
            placed = ((one.y, one.strip) for one in column_of(note, y=down))
            strip = replace(strip, notes=(*strip.notes, *placed))
            down += height_of(note) + line * _APART
            left = down
        left -= strip.height
        if index < len(strips) or strip.notes:
            found.append(strip)
    if left > 0:
        found.append(Strip(left, (), strips[-1].place, kept=True))
    return found


def _is_kept_with_note(strips: Sequence[Strip], index: int, levels: Mapping[int, object]) -> bool:
    """Return whether a note hangs on a strip, or on one kept with it, such as the text below a heading."""
    while index not in levels:
        index += 1
        if index >= len(strips) or not strips[index].kept:
            return False
    return True
