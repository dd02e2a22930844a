"""Components whose texts go on: on their backs, or on further components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from prancha.building.drawing import open_pack, prepare_faces, save_pack
from prancha.building.order import Order
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.game import Family, Game, Item
from prancha.model.printing import Duplex


def continued(order: Order, game: Game, lang: str) -> Game:
    """The game with the parts that texts in `lang` need, in families with `continue:`.

    Their fronts are drawn to see it; what cannot be drawn stays as it is, and drawing it tells why.
    """
    if not any(family.continues for family in game.families):
        return game
    pack = open_pack(order, game, lang)
    maker, _, _ = prepare_faces(order.project, game, lang, pack)
    parts = maker.parts()
    save_pack(pack, order.project, game, lang, part=True)
    families = (replace(family, items=tuple(_parted(family, parts))) for family in game.families)
    return replace(game, families=tuple(families)) if parts else game


def _parted(family: Family, parts: Mapping[str, int]) -> Iterator[Item]:
    for item in family.items:
        count = parts.get(item.key, 1)
        yield replace(item, parts=count)
        if family.continues == "card":
            for part in range(2, count + 1):
                yield replace(item, id=f"{item.id}.{part}", part=part, parts=count)


def refuse_unprinted(game: Game, duplex: Duplex) -> None:
    """Raise Failure where texts continue on backs that `duplex` does not print: they would be lost."""
    if duplex.printed:
        return
    wrong = []
    for family in game.families:
        if family.continues == "back" and (names := _named(family)):
            message = f"the texts of {names} continue on their backs, and this prints no backs"
            hint = f'write continue: card, or print backs ("--duplex {duplex.name}" prints none)'
            place = family.places.get("continue", family.place)
            wrong.append(Diagnostic(place, "text-unprinted", message, hint=hint))
    if wrong:
        raise Failure(wrong)


def _named(family: Family) -> str:
    """The components of a family that go on, the first of them by name; "" where none does."""
    found = [item.id for item in family.items if item.parts > 1 and item.part == 1 and item.copies]
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return ", ".join(found[:_NAMED]) + more


def continuing_remarks(game: Game, lang: str) -> Iterator[str]:
    """Which components of each family go on, and where, for whoever printed it."""
    for family in game.families:
        names = _named(family)
        if not names:
            continue
        if family.continues == "back":
            where = "on their backs, which tells them from the others in a face-down deck"
        else:
            added = sum(item.copies for item in family.items if item.part > 1)
            where = f"on {added} further {'components' if added > 1 else 'component'}"
        yield f"{family.title[lang]}: texts of {names} continue {where}"


_NAMED = 5
