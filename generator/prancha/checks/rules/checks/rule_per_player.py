"""Every player gets the same set.

Sets are copied by hand from one player to the next; the one that differs is found at the table, mid-game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from prancha.checks.rules.rule import Rule
from prancha.checks.rules.rule_selection import SELECTING, column, field_of, select, values
from prancha.checks.rules.scope import freeze, list_names, plural, reader, show, with_copies
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item

CODE = "rule-per-player"
PARAMETERS = SELECTING | {"by", "fields", "groups"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding per set that differs from what most have, and for a wrong number of sets."""
    by, read = field_of(rule, "by")
    items, fields = select(rule), rule.texts("fields") if "fields" in rule.given else ()
    owners = values(rule, items, by, read)
    columns = [column(rule, items, "fields", path) for path in fields]
    names: dict[Any, Any] = {}
    sets: dict[Any, Counter[Any]] = {}
    members: dict[Any, list[Item]] = {}
    shown: dict[Any, str] = {}
    for (item, owner), *row in zip(owners, *columns, strict=True):
        key, raw = freeze(owner), [value for _, value in row]
        names[key] = owner
        shown[freeze(raw)] = " ".join(map(show, raw)) or "pieces"
        sets.setdefault(key, Counter())[freeze(raw)] += item.copies
        members.setdefault(key, []).append(item)
    model, _ = Counter(frozenset(found.items()) for found in sets.values()).most_common(1)[0]
    usual = Counter(dict(model))
    for key, found in sets.items():
        if found != usual:
            odd = [item for item in members[key] if _odd(item, usual, found, fields)]
            message = (
                f"expected {by} {show(names[key])} to have the set of the others, "
                f"found {_difference(usual, found, shown)}: {with_copies(odd or members[key])}"
            )
            yield rule.finding(message, odd, "copies")
    groups = rule.optional("groups")
    if groups is not None and len(sets) != groups:
        what = list_names(show(name) for name in names.values())
        yield rule.finding(
            f"expected {plural(groups, 'set')} by {by}, found {len(sets)}: {what}; {with_copies(items)}"
        )


def _odd(item: Item, usual: Counter[Any], found: Counter[Any], fields: tuple[str, ...]) -> bool:
    key = freeze([reader(path)(item) for path in fields])
    return usual[key] != found[key]


def _difference(usual: Counter[Any], found: Counter[Any], shown: dict[Any, str]) -> str:
    keys = [key for key in shown if usual[key] != found[key]]
    return list_names(f"{found[key]} instead of {usual[key]} of {shown[key]}" for key in keys)
