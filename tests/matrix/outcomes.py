"""What becomes of cells by each route: printed rightly, refused, or wrong.

The routes are compared with each other, and with resvg; where resvg is known to be wrong (`judged.yaml`),
with the picture that Chromium drew when the cells were recorded.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.diagnostic import Diagnostic
from tests.conformance import reference
from tests.conformance.drawings import SQUARE
from tests.conformance.measure import (
    SHADE,
    SHADE_IN_EFFECTS,
    STRAY_IN_EFFECTS,
    STRAY_IN_TYPE,
    Picture,
    likeness,
)  # fmt: skip
from tests.conformance.project import Printed, Template, pixels, print_all
from tests.matrix.axes import LANGUAGE
from tests.matrix.cells import SIDE, Cell

os.environ["PRANCHA_CACHE"] = "off"  # what is recorded is drawn now
ROUTES = ("inline", "art", "template")
"""Written into a template, shown by `art()`, as the template."""
RIGHT, REFUSED, UNPLACED, WRONG, FAILED = "prxwf"
"""Refused at its line with the name of what is refused; refused otherwise; raised what no user should see."""
SMALLER = SQUARE[0] / SIDE
"""Strays lie along edges, whose share of all pixels grows as the picture shrinks; bars are of the SQUARE."""
FINER = 4
FONTS = Path(__file__).parents[1] / "fonts" / "DejaVu Sans"
SIZE = (SIDE, SIDE)
_WORD, _RULES = re.compile(r"[\w-]{3,}"), re.compile(r"<style>(.*?)</style>", re.DOTALL)
PIXELS = pixels(SIZE)


class Outcome(Struct, frozen=True):
    """What became of a cell by one route: a letter, the face if there is one, and what was said."""

    letter: str
    face: Picture | None = None
    said: Sequence[Diagnostic] = ()
    why: str = ""

    def judged_by(self, picture: Picture) -> Outcome:
        """The same, right if the face shows what a picture shows."""
        gap = self.unlike(picture)
        return Outcome(WRONG if gap else RIGHT, self.face, self.said, gap)

    def unlike(self, picture: Picture) -> str:
        """How far a face is from a picture; nothing where they show the same."""
        assert self.face is not None
        effects = any("is printed as a picture" in note.message for note in self.said)
        stray, shade = (STRAY_IN_EFFECTS, SHADE_IN_EFFECTS) if effects else (STRAY_IN_TYPE, SHADE)
        found = likeness(picture, self.face)
        return "" if found.same(stray * SMALLER, shade) else str(found)


def template(cell: Cell, route: str) -> Template:
    """A cell as the template of a component."""
    if route == "inline":
        return Template(".svg.j2", cell.inline().encode())
    return Template(".svg", cell.svg().encode(), picture=route == "art")


def print_cells(
    numbered: Mapping[int, Cell], route: str, doubtful: Collection[int]
) -> Iterator[tuple[int, Printed]]:
    """Print cells by a route, those of one language together; `doubtful` ones may be refused."""
    by_lang: dict[str, list[int]] = {}
    for number, cell in numbered.items():
        by_lang.setdefault(LANGUAGE[cell.language].game, []).append(number)
    for lang, numbers in by_lang.items():
        with TemporaryDirectory() as folder:
            shutil.copytree(FONTS, Path(folder, "templates/_library/fonts", FONTS.name))
            templates = {f"c{number}": template(numbered[number], route) for number in numbers}
            doubts = {f"c{number}" for number in numbers if number in doubtful}
            printed = print_all(Path(folder), templates, doubts, size=SIZE, lang=lang)
        yield from ((number, printed) for number in numbers)


def outcomes(
    numbered: Mapping[int, Cell],
    doubtful: Mapping[str, Collection[int]],
    kept: Mapping[int, Picture] | None = None,
) -> Mapping[int, Mapping[str, Outcome]]:
    """What becomes of cells by each route; `kept` has pictures of those that resvg does not judge."""
    printed = {route: dict(print_cells(numbered, route, doubtful.get(route, ()))) for route in ROUTES}
    found = {}
    for number, cell in numbered.items():
        found[number] = {
            route: _outcome(
                number, cell, route, printed[route][number], (kept or {}).get(judged_as(number, cell, route))
            )
            for route in ROUTES
        }
    return found


def _outcome(number: int, cell: Cell, route: str, printed: Printed, judge: Picture | None) -> Outcome:
    name = f"c{number}"
    if name in printed.failed:
        return Outcome(FAILED, why=printed.failed[name])
    if name in printed.refused:
        said = printed.refused[name]
        placed = any(_names(one, name, template(cell, route).content) for one in said)
        return Outcome(REFUSED if placed else UNPLACED, said=said)
    printed_face = Outcome(RIGHT, printed.faces[name], printed.told[name])
    if judge is not None:
        return printed_face.judged_by(judge)
    found = replace(printed_face, letter=WRONG, why="resvg draws nothing")
    for finer in (1, FINER):
        sought = wanted(cell, route, finer)
        if sought is not None:
            found = printed_face.judged_by(sought)
        if found.letter == RIGHT:
            break
    return found


def apart(by_route: Mapping[str, Outcome]) -> bool:
    """Whether the routes that print a cell print different things."""
    printed = [one for one in by_route.values() if one.face is not None]
    return any(printed[0].unlike(other.face) for other in printed[1:] if other.face is not None)


def in_units(cell: Cell, route: str) -> bool:
    """Whether a cell's millimetres are units: then it looks otherwise than by the other routes."""
    return route == "inline" and cell.on_paper


def judged_as(number: int, cell: Cell, route: str) -> int:
    """The number of the picture that a cell is judged by: another where its millimetres are units."""
    return ~number if in_units(cell, route) else number


def wanted(cell: Cell, route: str, finer: int = 1) -> Picture | None:
    """What resvg makes of a cell; None where it refuses it."""
    return _drawn(cell, in_units(cell, route), finer)


@lru_cache(4)  # the routes are judged one after the other
def _drawn(cell: Cell, units: bool, finer: int) -> Picture | None:
    svg = cell.svg(plain=True)
    if units:
        svg = cell.inline(plain=True).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    try:
        return reference.picture(svg.encode(), PIXELS, finer)
    except ValueError:
        return None
    except BaseException as error:  # what PyO3 raises where Rust panics is no Exception
        if type(error).__name__ == "PanicException":
            return None
        raise


def _names(one: Diagnostic, name: str, content: bytes) -> bool:
    """Whether a message stands at a line of the drawing and names something of that line, or of its class."""
    if not Path(one.place.file).name.startswith(f"{name}.svg") or one.place.line < 1:
        return False
    text = content.decode()
    written = text.split("\n")[one.place.line - 1] + "".join(_RULES.findall(text))
    return bool(set(_WORD.findall(written)) & set(_WORD.findall(one.message)))
