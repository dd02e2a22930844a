"""Rules that count pieces: in total, by value, by player, and what a set-up needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prancha.checks.rules.rule import Number, Rule, rule_check
from prancha.checks.rules.rule_selection import (
    SELECTING,
    Limits,
    Tally,
    column,
    field_of,
    items_of,
    limits,
    limits_in,
    noun,
    same,
    select,
    selects_nothing,
    tally,
    values,
    wrong_value,
)
from prancha.checks.rules.scope import freeze, is_number, list_names, plural, reader, show, with_copies
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Item


@rule_check("total", SELECTING | {"is", "min", "max", "of"})
def check_total(rule: Rule) -> Iterator[Diagnostic]:
    """The number of pieces selected is what the rulebook says.

    The first thing a player does with a new kit is to count it; a deck of 29 cards where the book says 30
    cannot be played, and nobody sees which card is missing.
    """
    of, wanted, items = rule.of(), limits(rule), items_of(rule)
    if not items and wanted.exact != 0:
        raise selects_nothing(rule)
    found = sum(item.copies for item in items) if of == "copies" else len(items)
    if not wanted.hold(found):
        where = rule.given.get("where")
        what = f" of {show(rule.given['family'])}" + (f" with {show(where)}" if where else "")
        message = f"expected {wanted.expect(noun(of))}{what}, found {found}: {with_copies(items)}"
        yield rule.finding(message, items, "copies")


@rule_check("count", SELECTING | {"field", "is", "values", "complete", "of"})
def check_count(rule: Rule) -> Iterator[Diagnostic]:
    """The pieces per value of a field are what the rulebook says, and no other value occurs.

    A total can be right while one colour is short and another long; a value written wrong ("gren") hides in
    every other check.
    """
    of = rule.of()
    path, groups = tally(rule, of)
    wanted, closed = _wanted(rule, groups)
    for key, (value, number) in wanted.items():
        group = groups.get(key, Tally(value))
        if not same(group.number, number):
            message = (
                f"expected {plural(number, noun(of))} with {path} {show(value)}, found {group.number}"
                + (f": {with_copies(group.items, path)}" if group.items else "")
            )
            yield rule.finding(message, group.items, "copies")
    if closed:
        for key, group in groups.items():
            if key not in wanted:
                yield wrong_value(rule, path, group, [value for value, _ in wanted.values()])


def _wanted(rule: Rule, groups: Mapping[Any, Tally]) -> tuple[dict[Any, tuple[Any, Number]], bool]:
    """Each frozen value with the value and its number, and whether others are refused."""
    complete = rule.flag("complete", True)
    if isinstance(rule.need("is"), Mapping):
        listed = {value: rule.as_number("is", number) for value, number in rule.mapping("is").items()}
        return {freeze(value): (value, number) for value, number in listed.items()}, complete
    number = rule.number("is")
    if "values" in rule.given:
        return {freeze(value): (value, number) for value in rule.list("values")}, complete
    return {key: (group.value, number) for key, group in groups.items()}, False


WORDS = ("exact", "min", "max", "share", "tolerance")


@rule_check("distribution", SELECTING | {"field", "values", "each", "of"})
def check_distribution(rule: Rule) -> Iterator[Diagnostic]:
    """The pieces per value of a field are within limits: exact, at least, at most, or a share of all.

    Rulebooks often fix the kinds but not their numbers ("every kind at least once", "about a third red"); the
    limits hold what is known without inventing what is not.
    """
    of = rule.of()
    path, groups = tally(rule, of)
    listed = rule.mapping("values") if "values" in rule.given or "each" not in rule.given else {}
    wanted = {freeze(value): (value, limit) for value, limit in listed.items()}
    each = rule.given.get("each")
    for key in groups:
        if key not in wanted and each is not None:
            wanted[key] = (groups[key].value, each)
    everything = sum(group.number for group in groups.values())
    for key, (value, limit) in wanted.items():
        yield from _one(
            rule, path, group=groups.get(key, Tally(value)), limit=limit, everything=everything, word=noun(of)
        )
    for key, group in groups.items():
        if key not in wanted:
            yield wrong_value(rule, path, group, [value for value, _ in wanted.values()])


def _one(rule: Rule, path: str, group: Tally, limit: Any, everything: int, word: str) -> Iterator[Diagnostic]:
    key = "values" if "values" in rule.given else "each"
    if not isinstance(limit, Mapping) or not limit:
        message = f"the limit of {show(group.value)} must be a mapping, found {show(limit)}"
        raise rule.bad(
            "bad-value", key, message, "write {exact: n}, {min: n, max: n} or {share: s, tolerance: t}"
        )
    for name in limit:
        if name not in WORDS:
            raise rule.bad("unknown-key", key, f'unknown limit "{name}"', suggestion(str(name), WORDS))
    if "share" in limit:
        yield from _share(rule, path, group, limit, everything)
        return
    if "tolerance" in limit:
        raise rule.bad("missing-key", key, '"tolerance" belongs to "share"', 'add "share:"')
    limits = limits_in(rule, key, limit)
    if not limits.hold(group.number):
        yield rule.finding(_message(path, group, limits, word), group.items, "copies")


def _message(path: str, group: Tally, limits: Limits, word: str) -> str:
    found = f", found {group.number}" + (f": {with_copies(group.items, path)}" if group.items else "")
    return f"expected {limits.expect(word)} with {path} {show(group.value)}{found}"


def _share(
    rule: Rule, path: str, group: Tally, limit: Mapping[Any, Any], everything: int
) -> Iterator[Diagnostic]:
    if set(limit) - {"share", "tolerance"}:
        raise rule.bad("bad-value", "values", '"share" stands beside a number of pieces', "keep one of them")
    share: Number = rule.as_number("values", limit["share"])
    tolerance: Number = rule.as_number("values", limit.get("tolerance", 0))
    found = group.number / everything if everything else 0.0
    if abs(found - share) > tolerance + 1e-9:
        message = (
            f"expected a share of {share:.1%} ± {tolerance:.1%} with {path} {show(group.value)}, "
            f"found {found:.1%} ({group.number} of {everything})"
            + (f": {with_copies(group.items, path)}" if group.items else "")
        )
        yield rule.finding(message, group.items, "copies")


@rule_check("per_player", SELECTING | {"by", "fields", "groups"})
def check_per_player(rule: Rule) -> Iterator[Diagnostic]:
    """Every player gets the same set.

    Sets are copied by hand from one player to the next; the one that differs is found at the table, mid-game.
    """
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


@rule_check("supply", SELECTING | {"needs", "has", "players"})
def check_supply(rule: Rule) -> Iterator[Diagnostic]:
    """For every number of players, the box holds what the set-up needs.

    A kit that is enough for two can be short for four; the rulebook's table of players is checked row by row.
    """
    items: Sequence[Item] = select(rule) if "family" in rule.given else ()
    if "has" not in rule.given and "family" not in rule.given:
        raise rule.bad("missing-key", "family", 'supply needs "family" or "has"', 'add "family:"')
    counts = rule.list("players") if "players" in rule.given else rule.scope.game.players
    needs = rule.need("needs")
    if isinstance(needs, Mapping):
        _same_counts(rule, counts, needs)
    for n in counts:
        extra = {"n": n, "items": items}
        needed = rule.as_number("needs", needs[n] if isinstance(needs, Mapping) else needs, extra)
        has: Number = rule.number("has", extra) if "has" in rule.given else sum(item.copies for item in items)
        if needed > has:
            held = f": {with_copies(items)}" if items else ""
            message = f"expected at least {show(needed)} for {n} players, found {show(has)}{held}"
            yield rule.finding(message, items, "copies")


def _same_counts(rule: Rule, counts: Sequence[object], needs: Mapping[object, object]) -> None:
    if not all(is_number(n) for n in needs) or set(needs) != set(counts):
        message = f'"needs" is for {show(list(needs))} players, the game for {show(list(counts))}'
        raise rule.bad("bad-value", "needs", message, "give a number for every player count")
