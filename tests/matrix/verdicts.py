"""What was recorded of the cells, and who judges those that resvg draws otherwise.

`recorded.yaml` holds a letter for each cell and route; `kept.webp` the pictures of the cells that resvg does
not judge, each as large as a face, in rows; `judged.yaml` says of which classes these are, and why.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import yaml
from msgspec import Struct
from PIL import Image

from tests.conformance.measure import Picture
from tests.matrix.cells import AXES, Cell, cells
from tests.matrix.outcomes import PIXELS, REFUSED, RIGHT, ROUTES

HERE = Path(__file__).parent
RECORDED, KEPT, JUDGED = HERE / "recorded.yaml", HERE / "kept.webp", HERE / "judged.yaml"
UNKNOWN = "?"
ACROSS = 30
"""Pictures in a row of the sheet."""
JUDGES = ("chromium", "look", "fault")
WIDE = 100
HEAD = """\
# Written by python -m tests.matrix.record.  A letter for each cell, in their order:
#   p printed rightly, r refused at its line, x refused without a line, w wrong, f failed, ? not recorded yet
# first: which cells printed rightly at revision 409b186a, a bit for each; they must go on to.
# kept: the cells whose pictures are in kept.webp.
"""


class Class(Struct, frozen=True):
    """Cells with one of the values named for each axis; `judge` draws them rightly, for a `reason`.

    Where `look` is the judge, the print itself was looked at, and is kept; a `fault` is known to be wrong.
    """

    when: Mapping[str, Sequence[str]]
    judge: str
    reason: str

    def has(self, cell: Cell) -> bool:
        return all(getattr(cell, axis) in values for axis, values in self.when.items())


class Recorded(Struct, frozen=True):
    """Letters by route, cells that printed at first by route, and kept pictures by cell."""

    letters: Mapping[str, str]
    first: Mapping[str, frozenset[int]]
    kept: Mapping[int, Picture]

    def doubtful(self) -> Mapping[str, frozenset[int]]:
        """The cells of each route that were not printed."""
        return {
            route: frozenset(number for number, letter in enumerate(letters) if letter not in "pw?")
            for route, letters in self.letters.items()
        }


@cache
def digest() -> str:
    """A digest of all cells as they are drawn and as they should look: letters hold of these alone."""
    whole = hashlib.sha256()
    for cell in cells():
        whole.update("\0".join((cell.svg(), cell.svg(plain=True), cell.inline())).encode())
    return whole.hexdigest()[:16]


@cache
def classes() -> Sequence[Class]:
    """The classes of judged.yaml.  Raises ValueError where one names what no axis has."""
    found = []
    for entry in yaml.safe_load(JUDGED.read_text(encoding="utf-8")):
        when = {
            axis: [str(one) for one in (values if isinstance(values, list) else [values])]
            for axis, values in entry["when"].items()
        }
        for axis, values in when.items():
            if not set(values) <= set(AXES[axis]):
                raise ValueError(f"judged.yaml: {axis} has no {set(values) - set(AXES[axis])}")
        if entry["judge"] not in JUDGES:
            raise ValueError(f"judged.yaml: {entry['judge']} is no judge")
        found.append(Class(when, entry["judge"], entry["reason"]))
    return found


def judges(cell: Cell) -> set[str]:
    """Who may judge a cell beside resvg."""
    return {one.judge for one in classes() if one.has(cell)}


@cache
def recorded() -> Recorded:
    """What stands in recorded.yaml.  Raises ValueError if it is of other cells."""
    found = yaml.safe_load(RECORDED.read_text(encoding="utf-8"))
    if found["cells"] != digest():
        raise ValueError("the cells are others than those recorded: python -m tests.matrix.record")
    letters = {route: "".join(found["now"][route].split()) for route in ROUTES}
    first = {route: _from_bits("".join(found["first"][route].split())) for route in ROUTES}
    return Recorded(letters, first, dict(_pictures(found["kept"])))


def write(
    letters: Mapping[str, str], first: Mapping[str, Iterable[int]], kept: Mapping[int, Picture]
) -> None:
    """Write recorded.yaml and kept.webp."""
    lines = [f"cells: {digest()}", "first:"]
    for route in ROUTES:
        lines += [f"  {route}: >-", *_folded(_to_bits(first[route]))]
    lines.append("now:")
    for route in ROUTES:
        lines += [f"  {route}: >-", *_folded(letters[route])]
    lines += ["kept: [", *(f"  {line}" for line in _listed(sorted(kept))), "]"]
    RECORDED.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    wide, high = PIXELS
    rows = -(-len(kept) // ACROSS) or 1
    sheet = np.full((rows * high, ACROSS * wide, 3), 255, np.uint8)
    for place, number in enumerate(sorted(kept)):
        top, left = place // ACROSS * high, place % ACROSS * wide
        sheet[top : top + high, left : left + wide] = kept[number]
    Image.fromarray(sheet).save(KEPT, lossless=True, quality=100, method=6)


def told(letters: Mapping[str, str]) -> str:
    """How much prints, by route."""
    count = len(cells())
    if any(UNKNOWN in text for text in letters.values()):
        count = min(len(text.replace(UNKNOWN, "")) for text in letters.values())
    return "\n".join(
        f"{route}: prints {text.count(RIGHT)} of {count} cells, refuses {text.count(REFUSED)}, "
        f"{count - text.count(RIGHT) - text.count(REFUSED)} are faults"
        for route, text in letters.items()
    )


def _pictures(kept: Sequence[int]) -> Iterable[tuple[int, Picture]]:
    wide, high = PIXELS
    with Image.open(KEPT) as image:
        sheet = np.asarray(image.convert("RGB"))
    for place, number in enumerate(kept):
        top, left = place // ACROSS * high, place % ACROSS * wide
        yield number, sheet[top : top + high, left : left + wide]


def _to_bits(numbers: Iterable[int]) -> str:
    value = sum(1 << number for number in numbers)
    return f"{value:0{-(-len(cells()) // 4)}x}"


def _from_bits(text: str) -> frozenset[int]:
    value = int(text, 16)
    return frozenset(number for number in range(len(cells())) if value >> number & 1)


def _folded(text: str) -> Iterable[str]:
    return (f"    {text[at : at + WIDE]}" for at in range(0, len(text), WIDE))


def _listed(numbers: Sequence[int]) -> Iterable[str]:
    return (", ".join(map(str, numbers[at : at + 18])) + "," for at in range(0, len(numbers), 18))
