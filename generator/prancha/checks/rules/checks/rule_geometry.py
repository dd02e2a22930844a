"""A board's number of cells agrees with its shape.

A hexagon of side n has 3n(n-1)+1 cells (centred hexagonal numbers), a grid rows times columns, and a score
track must reach the highest score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prancha.checks.rules.rule import Number, Rule
from prancha.checks.rules.rule_selection import SELECTING, same, select
from prancha.checks.rules.scope import name_items, show
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item

CODE = "rule-geometry"
NUMBERS: Mapping[str, tuple[str, ...]] = {
    "hexagon": ("side", "cells"),
    "grid": ("rows", "columns", "cells"),
    "track": ("cells", "covers"),
}
PARAMETERS = SELECTING | {"shape"} | {name for names in NUMBERS.values() for name in names}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding where the cells do not fit the shape, per selected item or once."""
    rule.need("shape")
    shape = rule.choice("shape", tuple(NUMBERS), "")
    for key in rule.given:
        if key not in SELECTING and key != "shape" and key not in NUMBERS[shape]:
            message = f'a {shape} has no "{key}"'
            raise rule.bad("unknown-key", key, message, f"it has {', '.join(NUMBERS[shape])}")
    items: Sequence[Item | None] = select(rule) if "family" in rule.given else (None,)
    for item in items:
        extra: dict[str, Any] = {} if item is None else {"item": item, "items": items}
        numbers = {name: rule.number(name, extra) for name in NUMBERS[shape]}
        message = _HOLDS[shape](numbers)
        if message:
            where = f": {name_items(item)}" if item else ""
            yield rule.finding(message + where, [item] if item else [])


def _hexagon(given: Mapping[str, Number]) -> str:
    side, cells = given["side"], given["cells"]
    expected = 3 * side * (side - 1) + 1
    if side < 1 or not same(cells, expected):
        return f"expected {show(expected)} cells in a hexagon of side {show(side)}, found {show(cells)}"
    return ""


def _grid(given: Mapping[str, Number]) -> str:
    rows, columns, cells = given["rows"], given["columns"], given["cells"]
    if same(rows * columns, cells):
        return ""
    return (
        f"expected {show(rows * columns)} cells in {show(rows)} rows of {show(columns)}, found {show(cells)}"
    )


def _track(given: Mapping[str, Number]) -> str:
    if given["cells"] >= given["covers"]:
        return ""
    return f"expected a track up to at least {show(given['covers'])}, found {show(given['cells'])}"


_HOLDS = {"hexagon": _hexagon, "grid": _grid, "track": _track}
