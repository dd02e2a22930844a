"""What becomes of every drawing by every route, and what must become of it.

A file `expected.yaml` has a line for each drawing.  A word alone is what must be, and is, by every
route that the drawing can go.  Otherwise `must` names all that may be and `now` what is, for all routes
or for each; where `now` is nothing that may be, the feature is not done yet.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from msgspec import Struct

from prancha.model.diagnostic import Diagnostic
from tests.conformance import reference
from tests.conformance.drawings import CARD, HERE, SAVED, Drawing, drawings, saved
from tests.conformance.measure import (
    SHADE,
    SHADE_IN_EFFECTS,
    STRAY,
    STRAY_IN_EFFECTS,
    STRAY_IN_TYPE,
    Picture,
    likeness,
)
from tests.conformance.project import Printed, Show, pixels, print_all
from tests.conformance.routes import ROUTES

MEANING = {"right": "right", "refused": "refused", "effect": "told", "told": "told"}
"""The words of `must`, and the outcome that each of them is.  An effect is told with the extra alone."""
OUTCOMES = ("right", "told", "refused", "refused at the card", "failed", "wrong, told", "wrong")
"""What may become of a drawing; the last is the column that must be empty."""

FINER = 4
"""How much finer the reference is drawn where it seems to differ."""


class Expected(Struct, frozen=True):
    """What must become of a drawing, and what becomes of it by each route it can go."""

    must: tuple[str, ...]
    now: Mapping[str, str]

    @property
    def open(self) -> Mapping[str, str]:
        """What is not as it must be, by route."""
        wanted = {MEANING[word] for word in self.must}
        return {route: outcome for route, outcome in self.now.items() if outcome not in wanted}


class Suite(Struct, frozen=True):
    """Drawings, and the file that says what is expected of them."""

    drawings: Mapping[str, Drawing]
    path: Path

    def routes_of(self, drawing: Drawing) -> Sequence[str]:
        """The routes that a drawing can go: a saved file is no part of a template, and needs its size."""
        if drawing.path.is_relative_to(SAVED):
            return ("art", "template") if drawing.size == CARD else ("art",)
        return [route for route, template in ROUTES.items() if template(drawing) is not None]

    def going(self, route: str) -> Sequence[Drawing]:
        """The drawings that can go a route."""
        return [drawing for drawing in self.drawings.values() if route in self.routes_of(drawing)]

    def expected(self) -> Mapping[str, Expected]:
        """The lines of the file by drawing; those of drawings that are gone are left out."""
        if not self.path.exists():
            return {}
        found = yaml.safe_load(self.path.read_text(encoding="utf-8"))
        return {n: self._read(entry, self.drawings[n]) for n, entry in found.items() if n in self.drawings}

    def _read(self, entry: str | Mapping[str, object], drawing: Drawing) -> Expected:
        routes = self.routes_of(drawing)
        if isinstance(entry, str):
            return Expected((entry,), dict.fromkeys(routes, MEANING[entry]))
        now = entry["now"]
        return Expected(
            tuple(str(entry["must"]).split(" or ")),
            {route: str(now[route] if isinstance(now, Mapping) else now) for route in routes},
        )


@cache
def small_suite() -> Suite:
    """The small drawings."""
    return Suite(drawings(), HERE / "expected.yaml")


@cache
def saved_suite() -> Suite:
    """The saved cards."""
    return Suite(saved(), SAVED / "expected.yaml")


def written(expected: Mapping[str, Expected]) -> str:
    """The text of an expected.yaml below its head."""
    return "".join(f"{name}: {_written(one)}\n" for name, one in sorted(expected.items()))


def _written(one: Expected) -> str:
    outcomes = set(one.now.values())
    if len(one.must) == 1 and outcomes <= {MEANING[one.must[0]]}:
        return one.must[0]
    now = ", ".join(f"{route}: {_quoted(outcome)}" for route, outcome in one.now.items())
    told = _quoted(outcomes.pop()) if len(outcomes) == 1 else f"{{{now}}}"
    return f"{{must: {' or '.join(one.must)}, now: {told}}}"


def _quoted(outcome: str) -> str:
    return f'"{outcome}"' if "," in outcome else outcome


def outcomes(
    route: str, chosen: Iterable[Drawing], show: Show | None = None, doubtful: Collection[str] | None = None
) -> Mapping[str, str]:
    """Print drawings by one route that they can go; returns what became of each, by name.

    `show` draws a page; `doubtful` are the names of those that may be refused, None if any may.
    """
    by_size: dict[tuple[float, float], list[Drawing]] = {}
    for drawing in chosen:
        by_size.setdefault(drawing.size, []).append(drawing)
    found = {}
    for size, same in by_size.items():
        templates = {d.id: template for d in same if (template := ROUTES[route](d)) is not None}
        doubts = {d.id for d in same if doubtful is None or d.name in doubtful}
        with TemporaryDirectory() as folder:
            printed = print_all(Path(folder), templates, doubts, show, size)
        found.update((drawing.name, _outcome(drawing, printed)) for drawing in same)
    return found


def _outcome(drawing: Drawing, printed: Printed) -> str:
    if drawing.id in printed.failed:
        return "failed"
    if drawing.id in printed.refused:
        placed = any(_names(one, drawing) for one in printed.refused[drawing.id])
        return "refused" if placed else "refused at the card"
    told = bool(printed.told[drawing.id])
    bars = (STRAY_IN_TYPE if drawing.size == CARD else STRAY, SHADE)
    if any("is printed as a picture" in note.message for note in printed.told[drawing.id]):
        bars = (STRAY_IN_EFFECTS, SHADE_IN_EFFECTS)
    face = printed.faces[drawing.id]
    # Few need the finer picture, which takes its time.
    pictures = (wanted(drawing.path, drawing.size, finer) for finer in (1, FINER))
    same = any(sought is not None and likeness(sought, face).same(*bars) for sought in pictures)
    return ("told" if told else "right") if same else ("wrong, told" if told else "wrong")


def _names(one: Diagnostic, drawing: Drawing) -> bool:
    """Whether a diagnostic stands at a line of the drawing's file, or names the file in its words."""
    placed = Path(one.place.file).name.startswith(f"{drawing.id}.svg") and one.place.line > 0
    return placed or re.search(rf"/{re.escape(drawing.id)}\.svg\b", one.message) is not None


@cache
def wanted(path: Path, size: tuple[float, float], finer: int = 1) -> Picture | None:
    """What a drawing looks like; None where the reference renderer cannot read it."""
    try:
        return reference.picture(Drawing("", path, "", path.read_bytes()).reference, pixels(size), finer)
    except ValueError:
        return None
