"""Every name on a component exists, and, if asked, everything that exists is used.

A card that names an icon, a family or a table entry that is not there prints nonsense; an entry nobody
names is a component forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prancha.checks.rules.rule import Rule
from prancha.checks.rules.rule_selection import (
    SELECTING,
    Tally,
    column,
    select,
    table_place,
    wrong_value,
)
from prancha.checks.rules.scope import MISSING, freeze, is_list, list_names, reader, show, singles, spread
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Item

CODE = "rule-reference"
PARAMETERS = SELECTING | {"field", "to", "by", "tokens", "all_used"}
TOKEN = re.compile(r"(?<!\\)\{([^{}:]+)(?::[^{}]*)?\}")
"""`{coin}` and `{coin:#c0392b}`, but not `\\{`; docs/templates.md, Text."""


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding per unknown name, and one for all unused names."""
    targets = _targets(rule)
    names = {freeze(name) for name in targets}
    used: dict[Any, Tally] = {}
    fields: dict[Any, str] = {}
    for item, path, at, name in _uses(rule):
        used.setdefault(freeze(name), Tally(name)).add(item, at, 1)
        fields.setdefault(freeze(name), path)
    for key, group in used.items():
        if key not in names:
            yield wrong_value(rule, fields[key], group, targets)
    if rule.flag("all_used", False):
        unused = [name for name in targets if freeze(name) not in used]
        if unused:
            what = list_names(show(name) for name in unused)
            yield rule.finding(
                f"expected every name of {rule.given['to']} to be used, found no use of {what}"
            )


def _uses(rule: Rule) -> Iterator[tuple[Item, str, str, Any]]:
    tokens = rule.flag("tokens", False)
    for path in rule.texts("field"):
        for item, value in column(rule, select(rule), "field", path):
            found = [(path, name) for name in _tokens(value)] if tokens else spread(item, path, value)
            for at, name in found:
                yield item, path, at, name


def _tokens(value: Any) -> list[str]:
    """The icons named in a text, in every language, or in a list of texts."""
    if isinstance(value, str):
        return TOKEN.findall(value)
    inner: Sequence[Any] = ()
    if isinstance(value, Mapping):
        inner = tuple(value.values())
    elif is_list(value):
        inner = value
    return [name for part in inner for name in _tokens(part)]


def _targets(rule: Rule) -> list[Any]:
    """The names that exist, in the order of the catalogue."""
    to, scope = rule.text("to"), rule.scope
    if to == "icons":
        if scope.icons is None:
            raise rule.bad("bad-value", "to", "the icons of this game were not read")
        return sorted(scope.icons)
    if to in ("palette", "texts"):
        return list(getattr(scope.game, to))
    table = scope.table(to)
    if "by" not in rule.given:
        if isinstance(table, Mapping):
            return list(table)
        if is_list(table):
            return list(table)
    entries = scope.entries(to)
    if entries is None:
        hint = suggestion(to, [*scope.selectable(), "icons", "palette", "texts"])
        message = f'there is no family or table "{to}"' + table_place(rule, to)
        raise rule.bad("rule-unknown-family", "to", message, hint)
    path = rule.text("by") if "by" in rule.given else "id"
    read = reader(path)
    found = [read(entry) for entry in entries]
    names = [name for value in found if value is not MISSING for name in singles(value)]
    if not names:
        raise rule.bad("rule-unknown-field", "by", f'no entry of {to} has a field "{path}"')
    return names
