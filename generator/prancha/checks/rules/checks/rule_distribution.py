"""The pieces per value of a field are within limits: exact, at least, at most, or a share of all.

Rulebooks often fix the kinds but not their numbers ("every kind at least once", "about a third red");
the limits hold what is known without inventing what is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.rules.rule import Number, Rule
from prancha.checks.rules.rule_selection import SELECTING, Limits, Tally, limits_in, noun, tally, wrong_value
from prancha.checks.rules.scope import freeze, show, with_copies
from prancha.model.diagnostic import Diagnostic, suggestion

CODE = "rule-distribution"
PARAMETERS = SELECTING | {"field", "values", "each", "of"}
WORDS = ("exact", "min", "max", "share", "tolerance")


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding per value outside its limit, and per value without a limit."""
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
