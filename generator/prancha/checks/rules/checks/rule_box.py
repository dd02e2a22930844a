"""The rule that a box holds the pieces of a kit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prancha.checks.rules.rule import Rule, rule_check
from prancha.checks.set_ups import stays_in_box
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Family, Game
from prancha.model.packing import Stack, TooMuchWorkError, fit, smallest_tuck_box, stack_of
from prancha.model.units import Mm, parse_size


@rule_check("box", frozenset({"fits", "family", "sleeves"}))
def check_box(rule: Rule) -> Iterator[Diagnostic]:
    """The pieces of a kit fit into the box that they are sold in.

    A game that grew by a deck, thicker board or sleeves may not go into its box any more, which is seen when
    the box is ordered, or on the table of whoever bought it. Pieces lie flat, in stacks and layers.
    """
    game = rule.scope.game
    box = _box(rule)
    sleeve = _sleeve(rule)
    stacks = [stack_of(game.stocks, family, sleeve) for family in _families(rule, game) if family.copies]
    try:
        found = fit(stacks, box)
    except TooMuchWorkError:
        message = f"{len(stacks)} families are too many to try all ways to pack them"
        raise rule.bad("bad-value", "family", message, "name the largest ones under family:") from None
    if found is None:
        size = " x ".join(f"{side:g}" for side in box)
        message = f"expected the pieces to fit into {size} mm lying flat, found {_listed(stacks)}"
        yield rule.finding(message, hint=_advice(stacks))


def _box(rule: Rule) -> tuple[Mm, Mm, Mm]:
    try:
        first, second, third = re.split("[x×]", rule.text("fits"))
        width, height = parse_size(f"{first} x {third}")
        depth, _ = parse_size(f"{second} x {third}")
    except ValueError:
        message = f'"{rule.text("fits")}" is not the size of a box'
        raise rule.bad("bad-value", "fits", message, "write fits: 160 x 110 x 40 mm") from None
    return width, depth, height


def _sleeve(rule: Rule) -> tuple[Mm, Mm] | None:
    if "sleeves" not in rule.given:
        return None
    try:
        short, long = sorted(parse_size(rule.text("sleeves")))
    except ValueError as error:
        raise rule.bad("bad-value", "sleeves", str(error), "write sleeves: 66 x 91 mm") from None
    return short, long


def _families(rule: Rule, game: Game) -> list[Family]:
    """The families of the rule, or all but boxes."""
    if "family" not in rule.given:
        return [one for one in game.families if not stays_in_box(one)]
    known = {one.id: one for one in game.families}
    for name in rule.texts("family"):
        if name not in known:
            hint = suggestion(name, known)
            raise rule.bad("rule-unknown-family", "family", f'there is no family "{name}"', hint)
    return [known[name] for name in rule.texts("family")]


def _listed(stacks: list[Stack]) -> str:
    shown = sorted(stacks, key=lambda one: -one.width * one.depth * one.height)
    parts = [f"{one.family} {one.width:.4g} x {one.depth:.4g} x {one.height:.3g}" for one in shown[:6]]
    return "; ".join(parts) + (f" and {len(shown) - 6} more" if len(shown) > 6 else "")


def _advice(stacks: list[Stack]) -> str:
    grams = sum(one.grams for one in stacks)
    short, long, deep = smallest_tuck_box(stacks)
    return (
        f"on each other they need {long:.4g} x {short:.4g} x {deep:.4g} mm, and weigh {grams:.0f} g; "
        "take a larger box, thinner stocks: or fewer copies"
    )
