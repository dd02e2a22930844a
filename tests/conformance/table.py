"""What becomes of every drawing by every route, and what must become of it.

`expected.yaml` has a line for each drawing.  A word alone is what must be, and is, by every route that
the drawing can go.  Otherwise `must` names all that may be and `now` what is, for all routes or for
each; where `now` is nothing that may be, the feature is not done yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from msgspec import Struct

from generator.model.diagnostic import Diagnostic
from tests.conformance import reference
from tests.conformance.drawings import Drawing, drawings
from tests.conformance.measure import Picture, likeness
from tests.conformance.project import Printed, Show, print_all
from tests.conformance.routes import ROUTES

EXPECTED = Path(__file__).parent / "expected.yaml"
MEANING = {"right": "right", "refused": "refused", "effect": "told", "told": "told"}
"""The words of `must`, and the outcome that each of them is.  An effect is told with the extra alone."""
OUTCOMES = ("right", "told", "refused", "refused at the card", "wrong, told", "wrong")
"""What may become of a drawing; the last is the column that must be empty."""


class Expected(Struct, frozen=True):
    """What must become of a drawing, and what becomes of it by each route it can go."""

    must: tuple[str, ...]
    now: Mapping[str, str]

    @property
    def open(self) -> Mapping[str, str]:
        """What is not as it must be, by route."""
        wanted = {MEANING[word] for word in self.must}
        return {route: outcome for route, outcome in self.now.items() if outcome not in wanted}


def routes_of(drawing: Drawing) -> Sequence[str]:
    """The routes that a drawing can go."""
    return [route for route, template in ROUTES.items() if template(drawing) is not None]


@cache
def read_expected() -> Mapping[str, Expected]:
    """The lines of expected.yaml by drawing."""
    found = yaml.safe_load(EXPECTED.read_text(encoding="utf-8"))
    return {name: _read(entry, drawings()[name]) for name, entry in found.items()}


def _read(entry: str | Mapping[str, object], drawing: Drawing) -> Expected:
    routes = routes_of(drawing)
    if isinstance(entry, str):
        return Expected((entry,), dict.fromkeys(routes, MEANING[entry]))
    now = entry["now"]
    return Expected(
        tuple(str(entry["must"]).split(" or ")),
        {route: str(now[route] if isinstance(now, Mapping) else now) for route in routes},
    )


def write_expected(expected: Mapping[str, Expected]) -> str:
    """The text of expected.yaml below its head."""
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


def outcomes(route: str, chosen: Sequence[Drawing], show: Show | None = None) -> Mapping[str, str]:
    """Print drawings by one route; returns what became of each, by name.  `show` draws a page."""
    templates = {d.id: template for d in chosen if (template := ROUTES[route](d)) is not None}
    with TemporaryDirectory() as folder:
        printed = print_all(Path(folder), templates, show)
    return {drawing.name: _outcome(drawing, printed) for drawing in chosen if drawing.id in templates}


def _outcome(drawing: Drawing, printed: Printed) -> str:
    if drawing.id in printed.refused:
        placed = any(_names(one, drawing) for one in printed.refused[drawing.id])
        return "refused" if placed else "refused at the card"
    wanted = _wanted(drawing.name)
    same = wanted is not None and likeness(wanted, printed.faces[drawing.id]).same
    told = bool(printed.told.get(drawing.id))
    return ("told" if told else "right") if same else ("wrong, told" if told else "wrong")


def _names(one: Diagnostic, drawing: Drawing) -> bool:
    """Whether a diagnostic stands at a line of the file in which the drawing is."""
    return Path(one.place.file).name.startswith(f"{drawing.id}.svg") and one.place.line > 0


@cache
def _wanted(name: str) -> Picture | None:
    """What a drawing looks like; None where the reference renderer cannot read it."""
    try:
        return reference.picture(drawings()[name].reference)
    except ValueError:
        return None
