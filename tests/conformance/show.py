"""Show drawings beside their reference: what was wanted, what is printed, where they differ.

    python -m tests.conformance.show ROUTE PICTURE.png NAME...

A NAME may end in a star: `clips/*`.  Messages go to the screen.
"""

from __future__ import annotations

import sys
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

from tests.conformance.drawings import Drawing
from tests.conformance.measure import Picture, likeness
from tests.conformance.project import Printed, pixels, print_all
from tests.conformance.routes import ROUTES
from tests.conformance.table import FINER, saved_suite, small_suite, wanted

BESIDE = 2
"""Drawings in a row of the picture."""
LOUDER = 8
"""How much a difference is made stronger."""


def main(route: str, picture: str, *names: str) -> None:
    """Print the drawings of these names by one route, and write the picture."""
    known = [*small_suite().going(route), *saved_suite().going(route)]
    chosen = [drawing for drawing in known if any(fnmatch(drawing.name, name) for name in names)]
    rows = []
    for size in sorted({drawing.size for drawing in chosen}):
        same = [drawing for drawing in chosen if drawing.size == size]
        templates = {d.id: template for d in same if (template := ROUTES[route](d)) is not None}
        with TemporaryDirectory() as folder:
            printed = print_all(Path(folder), templates, doubtful=templates, size=size)
        tiles = [_tile(drawing, printed) for drawing in same]
        tiles += [np.full_like(tiles[0], 128)] * (-len(tiles) % BESIDE)
        rows += [np.hstack(tiles[at : at + BESIDE]) for at in range(0, len(tiles), BESIDE)]
    wide = max(row.shape[1] for row in rows)
    whole = [np.pad(row, ((0, 6), (0, wide - row.shape[1]), (0, 0)), constant_values=128) for row in rows]
    Image.fromarray(np.vstack(whole)).save(picture)


def _tile(drawing: Drawing, printed: Printed) -> Picture:
    """Three pictures in a row; the printed one is grey where there is none."""
    sought = wanted(drawing.path, drawing.size, FINER)
    face = printed.faces.get(drawing.id)
    likely = likeness(sought, face) if sought is not None and face is not None else "not printed"
    print(drawing.name, likely, printed.failed.get(drawing.id, ""))
    for told in (*printed.refused.get(drawing.id, ()), *printed.told.get(drawing.id, ())):
        print(f"    {told}")
    wide, high = pixels(drawing.size)
    grey = np.full((high, wide, 3), 128, np.uint8)
    sought, face = (grey if one is None else one for one in (sought, face))
    gap = np.abs(sought.astype(np.int16) - face) * LOUDER
    three = np.hstack([sought, face, np.minimum(gap, 255).astype(np.uint8)])
    return np.pad(three, ((0, 0), (0, 6), (0, 0)), constant_values=128)


if __name__ == "__main__":
    main(*sys.argv[1:])
