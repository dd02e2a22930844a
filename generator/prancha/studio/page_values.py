"""Values for the page as JSON: a game (lengths in mm), the counts of `stats`, earlier states.

Snapshots are known to a room beside this one; the command line passes them in as an `Earlier`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta, Struct

from prancha.checks.inventory.statistics import cross_table, draw_table, family_statistics, values_of
from prancha.model.component_kinds import KINDS
from prancha.model.diagnostic import Diagnostic, Place, fold
from prancha.model.face import Side
from prancha.model.game import Family, Game, Item
from prancha.model.outline import Panel
from prancha.model.table_layout import flat_panel
from prancha.model.units import Mm
from prancha.studio.guard import token

Json = dict[str, Any]


def game_json(game: Game) -> Json:
    """Return all of a game that the page shows, but its pictures and findings."""
    return {
        "id": token(game.id),
        "name": game.id,
        "title": game.title,
        "subtitle": to_json_value(game.subtitle),
        "languages": game.languages,
        "incomplete": [lang for lang in game.languages if game.missing(lang)],
        "revision": game.revision,
        "palette": to_json_value(game.palette),
        "players": game.players,
        "designers": game.designers,
        "rulebook": to_json_value(game.rulebook),
        "book": game.book is not None,
        "supplied": to_json_value(game.supplied),
        "place": place_json(game.place),
        "families": [_family(family) for family in game.families],
    }


def _family(family: Family) -> Json:
    outline = family.outline
    stands_as = KINDS[family.kind].stands_as if family.kind else ""
    seen: Sequence[Panel | None] = ()
    if family.net is not None and stands_as:
        seen = family.net.panels if stands_as == "die" else [flat_panel(family.net, family.kind)]
    # The middle, width, height and turn of each side of a die, or of the front of a stand-up, in its net.
    panels = [[one.x, one.y, one.width, one.height, one.turn] for one in seen if one is not None]
    return {
        "id": family.id,
        "title": to_json_value(family.title),
        "note": to_json_value(family.note),
        "stock": family.stock,
        "make": family.make,
        "kind": family.kind,
        "standsAs": stands_as,
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
        "panels": panels,
        "folds": family.net.folds if family.net is not None else (),
        "place": place_json(family.place),
        "items": [_item(item) for item in family.items],
    }


def _item(item: Item) -> Json:
    return {
        "t": token(item.key),
        "id": item.id,
        "copies": item.copies,
        "source": item.source,
        "fields": to_json_value(item.fields),
        "assumed": to_json_value(item.assumed),
        "place": place_json(item.place),
    }


def findings_json(found: Iterable[Diagnostic], elsewhere: Container[Diagnostic] = ()) -> list[Json]:
    """Return findings, each with the token of its component where it is about one.

    Those alike are folded as `check` folds them: the first has `more`, the words on the others, and their
    `count`, itself included; the others have a count of 0, or are left out if they are told `elsewhere`.
    """
    told = []
    for folded in fold(sorted(set(found))):
        told.append(_finding_json(folded.first, folded.more, 1 + len(folded.others)))
        told += [_finding_json(other, "", 0) for other in folded.others if other not in elsewhere]
    return told


def _finding_json(one: Diagnostic, more: str, count: int) -> Json:
    return {
        "place": place_json(one.place),
        "code": one.code,
        "message": one.message,
        "more": more,
        "count": count,
        "hint": one.hint,
        "severity": one.severity,
        "item": one.item,
        "t": token(one.item) if one.item else "",
    }


def place_json(place: Place) -> list[Any]:
    """Return file, line and column."""
    return [place.file, place.line, place.column]


def to_json_value(value: Any) -> Any:
    """Return a value of a catalogue as JSON has it, other types as text."""
    if isinstance(value, Mapping):
        return {str(key): to_json_value(each) for key, each in value.items()}
    if isinstance(value, (list, tuple, frozenset)):
        return [to_json_value(each) for each in value]
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return str(value)


MOST_DRAWN = 500
"""The most pieces in a draw: the odds are exact, and no hand is larger."""
MOST_KINDS = 10
"""The most fields that a hit may be told by."""


def statistics(game: Game, lang: str) -> list[Any]:
    """Return each family with all its fields."""
    return [msgspec.to_builtins(family_statistics(game, family, lang)) for family in game.families]


def cross_fields(game: Game, asked: Mapping[str, Any]) -> Any:
    """Count copies of a family by two fields; raises LookupError for unknown names."""
    family = _asked_family(game, asked)
    down, across = (_field(family, asked.get(name)) for name in ("down", "across"))
    return msgspec.to_builtins(cross_table(family, down, across))


class DrawRequest(Struct, frozen=True):
    """A draw of pieces, and the values of fields that make a hit."""

    draw: Annotated[int, Meta(ge=1, le=MOST_DRAWN)]
    where: Annotated[dict[str, list[str]], Meta(min_length=1, max_length=MOST_KINDS)]
    replace: bool = False


def draw_odds(game: Game, asked: Mapping[str, Any]) -> Any:
    """Return the odds of a draw; raises LookupError, ValidationError for what cannot be drawn."""
    family, wanted = _asked_family(game, asked), msgspec.convert(asked, DrawRequest)
    if wanted.draw > family.copies and not wanted.replace:
        raise LookupError("draw")
    hits = {_field(family, name): values for name, values in wanted.where.items()}
    return msgspec.to_builtins(draw_table(family, hits, wanted.draw, replaced=wanted.replace))


def _asked_family(game: Game, asked: Mapping[str, Any]) -> Family:
    for family in game.families:
        if family.id == asked.get("family"):
            return family
    raise LookupError("family")


def _field(family: Family, name: object) -> str:
    if not isinstance(name, str) or not any(values_of(item, name) for item in family.items):
        raise LookupError("field")
    return name


class Earlier(Protocol):
    """Snapshots of games, and their faces; see `prancha.changes.face_pages`."""

    def names(self, game: str) -> Sequence[str]:
        """Return the snapshots of a game."""

    def sizes(self, game: str, name: str) -> Mapping[str, tuple[Mm, Mm]]:
        """Return width and height of each family as it was; raises Failure."""

    def keys(self, game: str, name: str) -> Sequence[str]:
        """Return the keys of all items as they were; raises Failure."""

    def page(self, game: str, name: str, key: str, lang: str, side: Side) -> bytes:
        """Return a PDF of one page with a face, cut at its trim; raises Failure, LookupError."""

    def forget(self) -> None:
        """Read snapshots anew."""


def snapshot_page(earlier: Earlier, game: str, number: int, item: str, lang: str, side: Side) -> bytes:
    """Return a face of a snapshot, by its index and its item's token; raises LookupError, Failure."""
    name = earlier.names(game)[number]
    for key in earlier.keys(game, name):
        if token(key) == item:
            return earlier.page(game, name, key, lang, side)
    raise LookupError(item)
