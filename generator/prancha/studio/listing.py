"""A game as the page in the browser gets it: plain values for JSON, lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from prancha.model.component_kinds import KINDS
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.game import Family, Game, Item
from prancha.studio.tokens import token

Json = dict[str, Any]


def game_json(game: Game) -> Json:
    """All of a game that the page shows, but its pictures and findings."""
    return {
        "id": token(game.id),
        "name": game.id,
        "title": game.title,
        "subtitle": plain(game.subtitle),
        "languages": game.languages,
        "incomplete": [lang for lang in game.languages if game.missing(lang)],
        "revision": game.revision,
        "players": game.players,
        "designers": game.designers,
        "rulebook": plain(game.rulebook),
        "supplied": plain(game.supplied),
        "place": place_json(game.place),
        "families": [_family(family) for family in game.families],
    }


def _family(family: Family) -> Json:
    outline = family.outline
    return {
        "id": family.id,
        "title": plain(family.title),
        "note": plain(family.note),
        "stock": family.stock,
        "make": family.make,
        "kind": family.kind,
        "shape": outline.shape,
        "width": outline.width,
        "height": outline.height,
        "bleed": family.bleed,
        "safe": family.safe,
        "back": family.back is not None,
        "templates": [one for one in (family.template, family.back) if one],
        "copies": family.copies,
        "trim": [outline.path(), outline.mirrored().path()],
        "inner": [outline.path(-family.safe), outline.mirrored().path(-family.safe)],
        "panels": _panels(family),
        "folds": family.net.folds if family.net is not None else (),
        "place": place_json(family.place),
        "items": [_item(item) for item in family.items],
    }


def _panels(family: Family) -> list[list[Any]]:
    """Middle, width, height and turn of each side of a die, as it lies in its net."""
    if family.net is None or KINDS[family.kind].stands_as != "die":
        return []
    return [[one.x, one.y, one.width, one.height, one.turn] for one in family.net.panels]


def _item(item: Item) -> Json:
    return {
        "t": token(item.key),
        "id": item.id,
        "copies": item.copies,
        "source": item.source,
        "fields": plain(item.fields),
        "assumed": plain(item.assumed),
        "place": place_json(item.place),
    }


def folded(found: Mapping[str, Sequence[Diagnostic]]) -> Iterator[Diagnostic]:
    """What was found of items, by their keys: the same on many once, on the first, as `check` tells it."""
    same: dict[tuple[str, str, str], dict[str, Diagnostic]] = {}
    for key, some in found.items():
        for one in some:
            same.setdefault((one.code, one.message, one.hint), {}).setdefault(key, one)
    for items in same.values():
        first, others = next(iter(items.values())), len(items) - 1
        more = f" (and {others} more)" if others and first.item else ""
        yield structs.replace(first, message=first.message + more)


def findings_json(found: Iterable[Diagnostic]) -> list[Json]:
    """Findings, each with the token of its component where it is about one."""
    return [
        {
            "place": place_json(one.place),
            "code": one.code,
            "message": one.message,
            "hint": one.hint,
            "severity": one.severity,
            "item": one.item,
            "t": token(one.item) if one.item else "",
        }
        for one in sorted(set(found))
    ]


def place_json(place: Place) -> list[Any]:
    """File, line and column."""
    return [place.file, place.line, place.column]


def plain(value: Any) -> Any:
    """A value of a catalogue as JSON has it; what it has not is told in words."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple, frozenset)):
        return [plain(each) for each in value]
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return str(value)
