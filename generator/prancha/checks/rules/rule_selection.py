"""Which components a rule looks at: `family` and `where`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from prancha.checks.rules.rule import BadRuleError, Rule
from prancha.checks.rules.scope import (
    MISSING,
    OWN,
    FieldReader,
    at_place,
    freeze,
    is_list,
    list_names,
    name_items,
    reader,
    show,
    with_places,
)
from prancha.model.diagnostic import suggestion
from prancha.model.game import Item
from prancha.model.values import line

SELECTING = frozenset({"family", "where"})

Test = Callable[[Item], bool]


def select(rule: Rule) -> tuple[Item, ...]:
    """The items a rule is about; BadRuleError for an unknown family or field, or when there are none."""
    items = items_of(rule)
    if not items:
        raise selects_nothing(rule)
    return items


def items_of(rule: Rule) -> tuple[Item, ...]:
    """The items a rule is about, which may be none."""
    items = pool(rule)
    if "where" not in rule.given:
        return items
    tests = [_test(rule, str(path), wanted) for path, wanted in rule.mapping("where").items()]
    if len(tests) == 1:
        return tuple(filter(tests[0], items))
    return tuple(item for item in items if all(test(item) for test in tests))


def pool(rule: Rule) -> tuple[Item, ...]:
    """All items of the rule's families, before `where`."""
    found: list[Item] = []
    for name in rule.texts("family"):
        entries = rule.scope.entries(name)
        if entries is None:
            hint = suggestion(name, rule.scope.selectable())
            message = f'there is no family "{name}"' + table_place(rule, name)
            raise rule.bad("rule-unknown-family", "family", message, hint)
        found.extend(entries)
    return tuple(found)


def table_place(rule: Rule, name: str) -> str:
    """The place where an absent table would be."""
    head, _, rest = name.partition(".")
    family = rule.scope.families.get(head)
    place = family.places.get("tables", family.place) if family else rule.scope.place(name)
    named = (rest if family else name).startswith("tables.")
    return f"; tables are at {line(place)}" if named and line(place) else ""


def selects_nothing(rule: Rule) -> BadRuleError:
    """Fail a rule that selects nothing."""
    where = rule.given.get("where")
    what = f"no component of {show(rule.given['family'])}" + (f" has {show(where)}" if where else "")
    near = _nearly(rule) if where else ""
    hint = "correct the selection; for components that must not exist write total: {..., is: 0}"
    return rule.bad("rule-selects-nothing", "where", f"{what}, so nothing was checked{near}", hint)


def _nearly(rule: Rule) -> str:
    """The items that miss one of several conditions."""
    items = pool(rule)
    tests = {str(path): _test(rule, str(path), wanted) for path, wanted in rule.mapping("where").items()}
    failed = {item.key: [path for path, test in tests.items() if not test(item)] for item in items}
    near = [(item, failed[item.key][0]) for item in items if len(failed[item.key]) == 1 < len(tests)]
    names = (name_items(item, path, f"has {path} {show(reader(path)(item))}") for item, path in near)
    return f"; nearest: {list_names(names)}" if near else ""


def field_of(rule: Rule, key: str = "field") -> tuple[str, FieldReader]:
    """The field that parameter `key` names, known to at least one item of the families."""
    path = rule.text(key)
    return path, known_field(rule, key, path)


def known_field(rule: Rule, key: str, path: str) -> FieldReader:
    """A reader of the field `path`; BadRuleError when no item of the families has it."""
    items, read = pool(rule), reader(path)
    if items and all(read(item) is MISSING for item in items):
        names = {name for item in items[:200] for name in item.fields}
        hint = (
            f"{suggestion(path, names | set(OWN))}; looked at {list_names(at_place(i, path) for i in items)}"
        )
        raise rule.bad(
            "rule-unknown-field",
            key,
            f'no component of {show(rule.given["family"])} has a field "{path}"',
            hint,
        )
    return read


def values(rule: Rule, items: Iterable[Item], path: str, read: FieldReader) -> list[tuple[Item, Any]]:
    """Each item with its value; BadRuleError when there are items without the field."""
    found = [(item, read(item)) for item in items]
    without = [item for item, value in found if value is MISSING]
    if without:
        raise items_without(rule, without, path)
    return found


def items_without(rule: Rule, items: Sequence[Item], path: str) -> BadRuleError:
    """Items without a field that their rule looks at."""
    finding = rule.finding(f'expected a field "{path}", found none in {with_places(items)}', items)
    advice = f"add the field, or leave such items out with where: {{{path}: {{exists: true}}}}"
    return BadRuleError(replace(finding, hint=f"{advice}; {finding.hint}"))


def _test(rule: Rule, path: str, wanted: Any) -> Test:
    read = known_field(rule, "where", path)
    if isinstance(wanted, Mapping) and len(wanted) == 1:
        ((word, operand),) = wanted.items()
        if word == "exists" and isinstance(operand, bool):
            return lambda item: (read(item) is not MISSING) is operand
        if word == "not":
            unwanted = _any_of(operand)
            return lambda item: freeze(read(item)) not in unwanted
    if isinstance(wanted, Mapping):
        message = f'"where" compares {path} with {show(wanted)}'
        hint = "write a value, a list of values, {not: value} or {exists: true}"
        raise rule.bad("bad-value", "where", message, hint)
    accepted = _any_of(wanted)
    if len(accepted) == 1 and isinstance(wanted, str):
        return lambda item: bool(read(item) == wanted)
    return lambda item: freeze(read(item)) in accepted


def _any_of(wanted: Any) -> frozenset[Any]:
    return frozenset(map(freeze, wanted)) if is_list(wanted) else frozenset((freeze(wanted),))
