"""Every selected item has the stated values in its fields.

Most of what a rulebook says of one component is a list of numbers: sides, cells, points, costs.  Each is
compared by itself, so that the finding stands at the one that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.rules.rule import Rule
from prancha.checks.rules.rule_selection import SELECTING, known_field, select
from prancha.checks.rules.scope import MISSING, at_place, freeze, is_list, reader, show
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item

CODE = "rule-values"
PARAMETERS = SELECTING | {"are"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding per item and field whose value is another."""
    wanted = {str(path): value for path, value in rule.mapping("are").items()}
    items = select(rule)
    for path in wanted:
        known_field(rule, "are", path)
    for item in items:
        for path, value in wanted.items():
            yield from compare_field(rule, item, path, value)


def compare_field(rule: Rule, item: Item, path: str, wanted: Any) -> Iterator[Diagnostic]:
    """Yield a finding when the field is not `wanted`; null means an absent field."""
    found = reader(path)(item)
    if found is MISSING and wanted is None:
        return
    if freeze(found) != freeze(wanted):
        where, expected, value = first_difference(path, wanted, found)
        at = where if found is not MISSING else path
        message = f"expected {where} {show(expected)}, found {show(value)}: {at_place(item, at)}"
        yield rule.finding(message, [item], at)


def first_difference(path: str, wanted: Any, found: Any) -> tuple[str, Any, Any]:
    """The path of the first difference between two values, and both values there."""
    while True:
        steps: list[Any] = []
        if is_list(wanted) and is_list(found) and len(wanted) == len(found):
            steps = list(range(len(found)))
        elif isinstance(wanted, Mapping) and isinstance(found, Mapping) and wanted.keys() == found.keys():
            steps = list(wanted)
        step = next((step for step in steps if freeze(wanted[step]) != freeze(found[step])), None)
        if step is None:
            return path, wanted, found
        path, wanted, found = f"{path}.{step}", wanted[step], found[step]
