"""Components whose texts go on: on their backs, or on further components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from prancha.building.drawing import open_pack, prepare_faces, save_pack
from prancha.building.order import Order
from prancha.model.game import Family, Game, Item


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


def continuing_remarks(game: Game, lang: str) -> Iterator[str]:
    """Which components of each family go on, and where, for whoever printed it."""
    for family in game.families:
        found = [item for item in family.items if item.parts > 1 and item.part == 1 and item.copies]
        if not found:
            continue
        names = ", ".join(item.id for item in found[:_NAMED])
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        if family.continues == "back":
            where = "on their backs, which tells them from the others in a face-down deck"
        else:
            added = sum((item.parts - 1) * item.copies for item in found)
            where = f"on {added} further {'components' if added > 1 else 'component'}"
        yield f"{family.title[lang]}: texts of {names}{more} go on {where}"


_NAMED = 5
