"""Write what becomes of every cell into recorded.yaml, and what is wrong to the screen.

    python -m tests.matrix.record [--list]

Cells that are not as resvg draws them are drawn by Chromium too, where it is installed.  One that Chromium
draws like the print, and whose class judged.yaml names with a reason, is right from then on; so is one of a
class whose print was looked at (`judge: look`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from multiprocessing import get_context

from tests.conformance.measure import Picture
from tests.matrix import chromium
from tests.matrix.cells import Cell, cells
from tests.matrix.outcomes import RIGHT, ROUTES, WRONG, Outcome, judged_as, outcomes
from tests.matrix.verdicts import RECORDED, judges, recorded, told, write

PARTS = 16


def record() -> None:
    """Print and judge all cells, and write the files."""
    with get_context("spawn").Pool(2) as pool:
        found: dict[int, Mapping[str, Outcome]] = {}
        for part in pool.imap_unordered(_part, range(PARTS)):
            found.update(part)
            print(f"{len(found)} of {len(cells())} cells", file=sys.stderr)
    other = {n: cells()[n] for n in sorted(found) if any(o.letter == WRONG for o in found[n].values())}
    drawn = dict(chromium.pictures(other)) if chromium.available() else {}
    kept: dict[int, Picture] = {}
    unjudged = []
    for number in other:
        for place in (number, ~number):
            same = {
                route: o for route, o in found[number].items()
                if o.face is not None and judged_as(number, cells()[number], route) == place
            }  # fmt: skip
            if not any(o.letter == WRONG for o in same.values()):
                continue
            judge, picture = _judged(cells()[number], same, drawn.get(place))
            if picture is not None:
                kept[place] = picture
                found[number] = {
                    **found[number], **{route: o.judged_by(picture) for route, o in same.items()}
                }  # fmt: skip
            elif judge:
                unjudged.append(number)
    letters = {route: "".join(found[n][route].letter for n in range(len(cells()))) for route in ROUTES}
    first = recorded().first if RECORDED.exists() else {r: _right(text) for r, text in letters.items()}
    write(letters, first, kept)
    print(told(letters))
    print(f"{len(kept)} cells are judged by kept pictures")
    for number in unjudged:
        print(f"{number} {cells()[number].name}: as Chromium draws it, but of no class of judged.yaml")
    if "--list" in sys.argv:
        for number in sorted(found):
            text = "".join(o.letter for o in found[number].values())
            if set(text) - set("pr"):
                print(number, cells()[number].name, text, *{o.why for o in found[number].values() if o.why})


def _part(part: int) -> Mapping[int, Mapping[str, Outcome]]:
    chosen = {n: cell for n, cell in enumerate(cells()) if n % PARTS == part}
    doubtful = recorded().doubtful() if RECORDED.exists() else dict.fromkeys(ROUTES, chosen)
    return outcomes(chosen, doubtful)


def _judged(cell: Cell, by_route: Mapping[str, Outcome], drawn: Picture | None) -> tuple[str, Picture | None]:
    """Who judges a cell that is not as resvg draws it, and its picture, if its class has a judge."""
    may, faces = judges(cell), list(by_route.values())
    if drawn is not None and not all(o.unlike(drawn) for o in faces):
        return "chromium", drawn if "chromium" in may else None
    if "look" in may:
        return "look", faces[0].face
    return "", None


def _right(text: str) -> frozenset[int]:
    return frozenset(number for number, letter in enumerate(text) if letter == RIGHT)


if __name__ == "__main__":
    record()
