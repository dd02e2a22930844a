"""Outlines of polyominoes: shapes made of unit squares joined edge to edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prancha.faces.geometry import n
from prancha.model.units import Mm

Corner = tuple[int, int]


def polyomino(cells: Iterable[Sequence[int]], x: Mm, y: Mm, cell: Mm, inset: Mm = 0) -> str:
    """Path data of the outline of unit cells `[[col, row], ...]`, cell (0, 0) at (x, y).

    `inset` mm moves the line inwards.  Holes come out as loops the other way
    round, so any fill rule leaves them open.  ValueError for no cells or odd ones.
    """
    drawn = []
    for loop in outlines(cells):
        moved = (
            (x + cell * cx + inset * dx, y + cell * cy + inset * dy) for (cx, cy), (dx, dy) in _corners(loop)
        )
        drawn.append("M" + "L".join(f"{n(px)} {n(py)}" for px, py in moved) + "Z")
    return "".join(drawn)


def outlines(cells: Iterable[Sequence[int]]) -> list[list[Corner]]:
    """The closed lattice loops round `cells`, clockwise outside and anticlockwise round holes."""
    filled = _filled(cells)
    leaving: dict[Corner, list[Corner]] = {}
    for c, r in sorted(filled):
        ring = ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))
        outside = ((c, r - 1), (c + 1, r), (c, r + 1), (c - 1, r))
        for k in range(4):
            if outside[k] not in filled:
                leaving.setdefault(ring[k], []).append(ring[(k + 1) % 4])
    loops = []
    while leaving:
        loops.append(_walk(leaving, min(leaving)))
    return loops


def _walk(leaving: dict[Corner, list[Corner]], start: Corner) -> list[Corner]:
    """Follow edges from `start` back to it, using them up; squares that touch at a corner stay apart."""
    loop, here, heading = [start], start, (0, 0)
    while True:
        exits = leaving[here]
        # At a corner where two squares touch, the right turn stays on the same square.
        right = (here[0] - heading[1], here[1] + heading[0])
        target = right if right in exits else exits[0]
        exits.remove(target)
        if not exits:
            del leaving[here]
        heading = (target[0] - here[0], target[1] - here[1])
        here = target
        if here == start:
            return loop
        loop.append(here)


def _corners(loop: list[Corner]) -> list[tuple[Corner, Corner]]:
    """The loop without straight vertices; each corner with the direction that points inwards."""
    kept = []
    for k, (x, y) in enumerate(loop):
        (px, py), (qx, qy) = loop[k - 1], loop[(k + 1) % len(loop)]
        before, after = (x - px, y - py), (qx - x, qy - y)
        if before != after:
            # The inside lies to the right of each edge: (dx, dy) turned clockwise is (-dy, dx).
            kept.append(((x, y), (-before[1] - after[1], before[0] + after[0])))
    return kept


def _filled(cells: Iterable[Sequence[int]]) -> set[Corner]:
    filled = set()
    for cell in cells:
        if isinstance(cell, str) or len(cell) != 2 or not all(isinstance(v, int) for v in cell):
            raise ValueError(f"a polyomino cell is [column, row] in whole numbers, not {cell!r}")
        filled.add((cell[0], cell[1]))
    if not 1 <= len(filled) <= 10_000:
        raise ValueError("a polyomino needs at least one cell, such as [[0, 0], [1, 0]]")
    return filled
