"""Show cells as resvg, Chromium and the three routes draw them, in this order; messages go to the screen.

    python -m tests.matrix.show PICTURE.png CELL...

A CELL is a number, or `axis=value`: cells of that value that resvg does not draw like the print.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import numpy as np
from PIL import Image

from tests.matrix import chromium
from tests.matrix.cells import cells
from tests.matrix.outcomes import FINER, PIXELS, ROUTES, outcomes, wanted
from tests.matrix.verdicts import recorded

MOST = 12
"""Cells of a value that are shown."""


def main(picture: str, *chosen: str) -> None:
    """Print the cells and write the picture."""
    numbers = dict.fromkeys(number for one in chosen for number in _numbers(one))
    numbered = {number: cells()[number] for number in numbers}
    found = outcomes(numbered, dict.fromkeys(ROUTES, numbered))
    drawn = dict(chromium.pictures(numbered)) if chromium.available() else {}
    rows = []
    for number, cell in numbered.items():
        by_route = found[number]
        print(number, cell.name, *(f"{route}: {one.letter} {one.why}" for route, one in by_route.items()))
        for said in dict.fromkeys(str(one) for outcome in by_route.values() for one in outcome.said):
            print(f"    {said}")
        pictures = [wanted(cell, "art", FINER), drawn.get(number), *(by_route[r].face for r in ROUTES)]
        grey = np.full((PIXELS[1], PIXELS[0], 3), 128, np.uint8)
        tiles = [grey if one is None else one for one in pictures]
        rows.append(np.hstack([np.pad(tile, ((3, 3), (3, 3), (0, 0))) for tile in tiles]))
    if len(rows) > 4:
        rows += [np.zeros_like(rows[0])] * (len(rows) % 2)
        rows = [np.hstack(rows[at : at + 2]) for at in range(0, len(rows), 2)]
    Image.fromarray(np.vstack(rows)).save(picture)


def _numbers(chosen: str) -> Iterable[int]:
    axis, _, value = chosen.partition("=")
    if not value:
        return [int(chosen)]
    was = recorded()
    wrong = {n for text in was.letters.values() for n, letter in enumerate(text) if letter not in "pr"}
    some = [n for n in sorted(wrong | was.kept.keys(), reverse=True) if getattr(cells()[n], axis) == value]
    return some[:MOST]


if __name__ == "__main__":
    main(*sys.argv[1:])
