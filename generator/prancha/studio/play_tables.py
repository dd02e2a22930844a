"""Set-ups of a game for the page's table: those of table.yaml, or all families in rows of stacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from prancha.catalogue.game_loader import TABLE_FILE
from prancha.catalogue.table_file import usual_seats
from prancha.checks.set_ups import stays_in_box
from prancha.model.component_kinds import KINDS
from prancha.model.game import Family, Game
from prancha.model.play_table import PlayTable, Seat, Setup, SetupPlace
from prancha.model.table_layout import Drawn, LaidTable, flat_size, lay_out
from prancha.model.units import Mm
from prancha.studio.page_values import findings_json, to_json_value

_WIDE: Mm = 900.0
"""The longest row of a table that nobody described."""
_GAP: Mm = 20.0
_EDGE: Mm = 60.0
"""Free space between the pieces and the edge of such a table."""
_PLAYERS = range(1, 7)
"""Numbers of players of a game that does not name its own."""


def laid_table_json(game: Game, players: int, seed: int, drawn: Drawn) -> dict[str, Any]:
    """Return a set-up laid out, in mm from the middle of the table; raises LookupError.

    `players` of 0 asks for the fewest.  `drawn` are the spaces of boards by key.  `pieces` are in painting
    order; `held` is the seat that holds one.  `box` has the pieces that the set-up leaves there, `faults`
    what is wrong with it, or with a table.yaml that cannot be read.
    """
    table = game.play_table or _plain_table(game)
    laid = lay_out(replace(game, play_table=table), players or None, seed, drawn)
    out = {(piece.key, piece.copy) for piece in laid.pieces}
    held = {place.place.key for place in laid.places if place.place.form == "hand"}
    unread = [note for note in game.notes if note.place.file.endswith(f"/{TABLE_FILE}")]
    return {
        "game": game.id,
        "revision": game.revision,
        "players": laid.setup.players,
        "choices": table.players,
        "width": table.width,
        "height": table.height,
        "seats": [{"id": one.id, "x": one.x, "y": one.y, "angle": one.angle} for one in laid.seats],
        "places": list(_places(laid)),
        "spaces": _spaces(table, drawn),
        "counters": [
            {
                "key": one.key,
                "title": to_json_value(one.title),
                "seat": one.seat,
                "start": one.start,
                "low": one.low,
                "high": one.high,
            }
            for one in laid.counters
        ],
        "sizes": {
            one.id: flat_size(one.outline, one.net, one.kind)
            for one in game.families
            if not stays_in_box(one)
        },
        "pieces": [
            {
                "piece": f"{one.key}#{one.copy}",
                "x": one.x,
                "y": one.y,
                "angle": one.angle,
                "up": one.up,
                "held": one.seat if one.place in held else "",
            }
            for one in laid.pieces
        ],
        "box": [
            f"{item.key}#{copy}"
            for family in game.families
            if not stays_in_box(family)
            for item in family.items
            for copy in range(1, item.copies + 1)
            if (item.key, copy) not in out
        ],
        "faults": findings_json([*laid.faults, *unread]),
    }


def _places(laid: LaidTable) -> Iterator[dict[str, Any]]:
    for one in laid.places:
        if one.place.form != "hand" and one.count:
            yield {
                "title": to_json_value(one.place.title),
                "seat": one.place.seat,
                "count": one.count,
                "columns": one.place.columns if one.place.form == "grid" else 0,
                "on": bool(one.place.on),
                "box": [round(side, 3) for side in one.box],
                "positions": [[round(x, 3), round(y, 3)] for x, y, _ in one.positions],
            }


def _spaces(table: PlayTable, drawn: Drawn) -> dict[str, Any]:
    """Return points on boards with what the set-ups call them: a name, or a number in drawing order."""
    found: dict[str, list[list[Any]]] = {}
    for key, points in drawn.items():
        found[key] = [[*point, number] for number, point in enumerate(points, 1)]
    named: Mapping[str, Mapping[str, tuple[Mm, Mm]]] = table.spaces
    for key, names in named.items():
        found.setdefault(key, []).extend([*point, name] for name, point in names.items())
    return found


def _plain_table(game: Game) -> PlayTable:
    """Return a table for a game that describes none: each family in a stack, the backs of cards up."""
    rows: list[tuple[Mm, list[tuple[Family, Mm]]]] = []
    left = _WIDE
    for family in game.families:
        if stays_in_box(family) or not family.copies:
            continue
        width, height = flat_size(family.outline, family.net, family.kind)
        if _stands(family):
            width = width * family.copies + 2.0 * (family.copies - 1)
        if not rows or left + width > _WIDE:
            rows.append((0.0, []))
            left = 0.0
        rows[-1] = max(rows[-1][0], height), [*rows[-1][1], (family, left + width / 2)]
        left += width + _GAP
    high = sum(tall + _GAP for tall, _ in rows)
    places, top = [], -high / 2
    for tall, row in rows:
        places += [_place(family, x - _WIDE / 2, top + tall / 2) for family, x in row]
        top += tall + _GAP
    size = _WIDE + 2 * _EDGE, max(600.0, high + 2 * _EDGE)
    setups = [
        Setup(
            players,
            tuple(Seat(str(k + 1), *at) for k, at in enumerate(usual_seats(players, *size))),
            places=tuple(places),
            counters=(),
            place=game.place,
        )
        for players in sorted(set(game.players)) or _PLAYERS
    ]
    return PlayTable(*size, setups=tuple(setups), spaces={}, boxed=frozenset(), place=game.place)


def _stands(family: Family) -> bool:
    return bool(family.kind and KINDS[family.kind].stands_as)


def _place(family: Family, x: Mm, y: Mm) -> SetupPlace:
    return SetupPlace(
        family.id,
        family.title,
        choice=tuple(item.key for item in family.items if item.copies),
        place=family.place,
        form="row" if _stands(family) else "stack",
        x=x,
        y=y,
        shuffled=not _stands(family),
        face_down=family.back is not None,
    )
