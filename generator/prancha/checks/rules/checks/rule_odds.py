"""The rule on chances of draws and dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.rules.rule import Rule, rule_check
from prancha.checks.rules.rule_selection import items_of, pool
from prancha.checks.rules.scope import is_list, show
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Item
from prancha.model.odds import (
    TooManyStatesError,
    Wanted,
    draw_odds,
    hands,
    hit_odds,
    least_and_most,
    read_dice,
    sum_odds,
)

DRAWN = frozenset({"of", "draw", "where", "kinds", "replace", "holds", "hands", "seed"})
ROLLED = frozenset({"dice", "faces"})
NUMBERS = ("at_least", "at_most", "exactly")
HANDS = 10_000
MOST_HANDS = 100_000
MOST_NUMBER = 10_000


class _Kind(Struct, frozen=True):
    """Some of a deck, how many of them a draw is to hold, and that in words."""

    items: tuple[Item, ...]
    wanted: Wanted
    words: str

    @property
    def keys(self) -> frozenset[str]:
        """The names of its items in the game."""
        return frozenset(item.key for item in self.items)


class _Draw(Struct, frozen=True):
    """A deck, how many pieces are drawn of it, and whether each goes back before the next."""

    deck: tuple[Item, ...]
    count: int
    returned: bool

    @property
    def size(self) -> int:
        """The pieces in the deck."""
        return sum(item.copies for item in self.deck)


@rule_check("odds", DRAWN | ROLLED | {*NUMBERS, "between"})
def check_odds(rule: Rule) -> Iterator[Diagnostic]:
    """The odds of a draw or of a roll lie between two bounds.

    "About every second hand has a fox" is a decision about numbers of copies that no count shows; after a
    change of the deck it is silently another game. The odds are exact, by counting; only what has no formula
    is played out, with a seed, so that the same catalogue always gives the same figure.
    """
    low, high = _bounds(rule)
    if ("dice" in rule.given) == ("draw" in rule.given):
        raise rule.bad("bad-value", "draw", 'odds are of a draw or of dice: write "draw" or "dice"')
    rolled = "dice" in rule.given
    for key in sorted((DRAWN if rolled else ROLLED) & set(rule.given)):
        message = f'"{key}" belongs to {"draw" if rolled else "dice"}'
        raise rule.bad("bad-value", key, message, f'take "{key}" out')
    if rolled:
        what, found = _rolled(rule)
        yield from _judged(rule, what, found, low, high)
    elif "holds" in rule.given:
        yield from _played(rule, _draw(rule), low, high)
    else:
        yield from _counted(rule, _draw(rule), low, high)


def _bounds(rule: Rule) -> tuple[Fraction, Fraction]:
    given = rule.list("between")
    low, *rest = (Fraction(str(rule.as_number("between", each))) for each in given)
    if len(rest) != 1 or not 0 <= low <= rest[0] <= 1:
        message = f'"between" is {show(given)}, not two probabilities in rising order'
        raise rule.bad("bad-value", "between", message, "write numbers from 0 to 1, such as [0.4, 0.6]")
    return low, rest[0]


def _whole(rule: Rule, key: str, low: int, high: int, default: int | None = None) -> int:
    number = default if key not in rule.given and default is not None else rule.number(key)
    if number != int(number) or not low <= number <= high:
        message = f'"{key}" is {show(number)}, not a whole number from {low} to {high}'
        raise rule.bad("bad-value", key, message)
    return int(number)


def _draw(rule: Rule) -> _Draw:
    deck = pool(_of(rule, rule))
    returned = rule.flag("replace", False)
    pieces = sum(item.copies for item in deck)
    if not pieces:
        raise rule.bad("rule-selects-nothing", "of", f"{show(rule.given['of'])} has no pieces to draw")
    if not returned and rule.number("draw") > pieces:
        message = f"{show(rule.given['draw'])} are drawn of {pieces} pieces"
        raise rule.bad(
            "bad-value", "draw", message, "draw fewer, or write replace: true where each goes back"
        )
    return _Draw(deck, _whole(rule, "draw", 1, MOST_NUMBER), returned)


def _of(rule: Rule, part: Rule) -> Rule:
    """A rule that selects of the deck as others do of a family."""
    rule.need("of")
    where = {"where": part.given["where"]} if "where" in part.given else {}
    return replace(part, given={"family": rule.given["of"], **where})


def _counted(rule: Rule, draw: _Draw, low: Fraction, high: Fraction) -> Iterator[Diagnostic]:
    kinds = _kinds(rule)
    members = [kind.keys for kind in kinds]
    sizes: Counter[frozenset[int]] = Counter()
    for item in draw.deck:
        sizes[frozenset(k for k, keys in enumerate(members) if item.key in keys)] += item.copies
    wanted = [kind.wanted for kind in kinds]
    try:
        found = draw_odds(sizes, draw.count, wanted, replaced=draw.returned)
    except TooManyStatesError as error:
        hint = 'ask for fewer kinds at once, or have hands played out with "holds"'
        raise rule.bad("bad-value", "kinds", f"the odds have {error}", hint) from None
    what = f"{' and '.join(kind.words for kind in kinds)} in {draw.count} of {draw.size}"
    hint = _advice(draw, kinds[0], low, high) if len(kinds) == 1 else ""
    items = tuple({item.key: item for kind in kinds for item in kind.items}.values())
    yield from _judged(rule, what, found=found, low=low, high=high, items=items, hint=hint)


def _kinds(rule: Rule) -> tuple[_Kind, ...]:
    if "kinds" not in rule.given:
        return (_kind(rule, rule),)
    for key in ("where", *NUMBERS):
        if key in rule.given:
            raise rule.bad("bad-value", key, f'"{key}" stands beside "kinds"', "write it in one of the kinds")
    found = []
    for k, given in enumerate(rule.list("kinds")):
        if not isinstance(given, Mapping):
            raise rule.bad("bad-value", "kinds", f'"kinds" must hold mappings, found {show(given)}')
        for key in given:
            if key not in ("where", *NUMBERS):
                hint = suggestion(str(key), ("where", *NUMBERS))
                raise rule.bad("unknown-key", "kinds", f'unknown key "{key}" in kinds', hint)
        found.append(_kind(rule, replace(rule, given=given, path=(*rule.path, "kinds", k))))
    return tuple(found)


def _kind(rule: Rule, part: Rule) -> _Kind:
    items = items_of(_of(rule, part))
    wanted, words = _wanted(part)
    where = part.given.get("where")
    return _Kind(items, wanted, f"{words} with {show(where)}" if where else words)


def _wanted(rule: Rule, least: int = 0) -> tuple[Wanted, str]:
    given = [key for key in NUMBERS if key in rule.given]
    if not given:
        raise rule.bad(
            "missing-key",
            "at_least",
            f'{rule.kind} needs "at_least", "at_most" or "exactly"',
            'add "at_least:"',
        )
    if "exactly" in given and len(given) > 1:
        raise rule.bad("bad-value", "exactly", '"exactly" stands beside another number', "keep one of them")
    number = {key: _whole(rule, key, least, MOST_NUMBER) for key in given}
    if "exactly" in number:
        return Wanted(number["exactly"], number["exactly"]), f"exactly {number['exactly']}"
    low, high = number.get("at_least"), number.get("at_most")
    if low is not None and high is not None and low > high:
        raise rule.bad("bad-value", "at_least", f'"at_least" {low} is above "at_most" {high}')
    words = [f"at least {low}"] * (low is not None) + [f"at most {high}"] * (high is not None)
    return Wanted(low, high), " and ".join(words)


def _advice(draw: _Draw, kind: _Kind, low: Fraction, high: Fraction) -> str:
    """The number of pieces of the kind that would fit, with the others unchanged."""
    now = sum(item.copies for item in kind.items)
    others = draw.size - now

    def fits(number: int) -> bool:
        deck = {frozenset((0,)): number, frozenset[int](): others}
        enough = number + others >= draw.count if not draw.returned else number + others > 0
        return enough and low <= draw_odds(deck, draw.count, [kind.wanted], replaced=draw.returned) <= high

    run = least_and_most(fits, now, max(2 * draw.size, 10)) if draw.size <= 500 else None
    if run is None:
        return ""
    least, most = run
    number = str(least) if least == most else f"{least} to {most}"
    return f"it holds with {number} such pieces instead of {now}, the other {others} staying"


def _played(rule: Rule, draw: _Draw, low: Fraction, high: Fraction) -> Iterator[Diagnostic]:
    for key in ("where", "kinds", *NUMBERS):
        if key in rule.given:
            raise rule.bad(
                "bad-value", key, f'"{key}" stands beside "holds"', "say all of it in the expression"
            )
    text, times, seed = (
        rule.text("holds"),
        _whole(rule, "hands", 100, MOST_HANDS, HANDS),
        _whole(rule, "seed", 0, 2**31, 1),
    )
    holds = rule.program("holds", text, ("hand",))
    sizes = [item.copies for item in draw.deck]
    good = 0
    for hand in hands(sizes, draw.count, times, seed, replaced=draw.returned):
        good += bool(holds({"hand": tuple(draw.deck[design] for design in hand)}))
    what = f"{text} in {draw.count} of {draw.size}"
    found = Fraction(good, times)
    yield from _judged(rule, what, found, low, high, note=f" in {times:,} hands played with seed {seed}")


def _rolled(rule: Rule) -> tuple[str, Fraction]:
    text = rule.text("dice")
    wanted, words = _wanted(rule, -MOST_NUMBER)
    try:
        dice, added = read_dice(text)
        if "faces" not in rule.given:
            odds, what = sum_odds(dice, added), f"a sum of {words} with {text}"
        else:
            faces = rule.list("faces")
            if added or min(min(die) for die in dice) < 0:
                message = "dice whose faces are counted are only added to each other"
                raise rule.bad("bad-value", "dice", message, "write them such as 3d6 or 2d6 + d8")
            odds, what = hit_odds(dice, _sides(rule, faces)), f"{words} of {show(list(faces))} with {text}"
    except ValueError as error:
        raise rule.bad("bad-value", "dice", str(error)) from None
    return what, sum((share for number, share in odds.items() if wanted.holds(number)), Fraction(0))


def _sides(rule: Rule, faces: Sequence[Any]) -> tuple[int, ...]:
    numbers = [rule.as_number("faces", face) for face in faces]
    if any(number != int(number) for number in numbers) or not is_list(faces):
        raise rule.bad("bad-value", "faces", f'"faces" must be whole numbers, found {show(list(faces))}')
    return tuple(int(number) for number in numbers)


def _judged(
    rule: Rule,
    what: str,
    found: Fraction,
    low: Fraction,
    high: Fraction,
    items: Sequence[Item] = (),
    hint: str = "",
    note: str = "",
) -> Iterator[Diagnostic]:
    if low <= found <= high:
        return
    wanted = f"{_percent(low)} to {_percent(high)}" if low < high else _percent(low)
    message = f"expected odds of {wanted} for {what}, found {_percent(found)}{note}"
    yield rule.finding(message, items, "copies", hint)


def _percent(share: Fraction) -> str:
    return f"{float(share):.1%}"
