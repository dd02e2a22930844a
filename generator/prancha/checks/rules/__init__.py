"""Check a catalogue against the rules its game states as data; docs/rules.md is the format."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from prancha.checks.rules.checks import CHECKS
from prancha.checks.rules.rule import BadRuleError, Rule
from prancha.checks.rules.rule_reading import free, read
from prancha.checks.rules.rule_sharing import uses_sets
from prancha.checks.rules.scope import RuleScope, is_list
from prancha.model.diagnostic import Diagnostic, Document
from prancha.model.game import Game
from prancha.system.limits import work_on

__all__ = ["Document", "check", "free", "uses_sets"]


def check(
    game: Game,
    document: Document,
    icons: Collection[str] | None = None,
    sets: Mapping[str, Document] | None = None,
) -> tuple[Diagnostic, ...]:
    """Everything in which `game` breaks the rules of `document`, and every broken rule, sorted.

    `icons` are the names of the icons the game's templates can draw; without them a rule that refers to
    icons is itself a finding.  `sets` are the rule sets games may share, by name.
    """
    rules, wrong = read(document, RuleScope(game, icons), sets or {})
    return tuple(sorted({*wrong, *(finding for rule in rules for finding in _findings(rule))}))


def _findings(rule: Rule) -> Iterator[Diagnostic]:
    for part in _per_field(rule):
        try:
            with work_on(rule.place, "", "checking this rule"):
                yield from CHECKS[rule.kind].check(part)
        except BadRuleError as bad:
            yield bad.diagnostic


def _per_field(rule: Rule) -> Iterator[Rule]:
    """The rule, or one for each of several fields; names used in any of a reference's fields are used."""
    fields = rule.given.get("field")
    if not is_list(fields) or not fields or rule.kind == "reference":
        yield rule
        return
    for field in fields:
        yield replace(rule, given={**rule.given, "field": field}, read=[])
