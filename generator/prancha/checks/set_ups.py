"""Check the set-ups of a game: each is laid out as it will be, and every piece must be of use in one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from prancha.model.box import Box, enclose, overlap, within
from prancha.model.component_kinds import KINDS
from prancha.model.diagnostic import Diagnostic, counted, make_warning
from prancha.model.game import Family, Game
from prancha.model.play_table import SCENE
from prancha.model.table_layout import Drawn, LaidTable, lay_out
from prancha.model.units import Mm

_SEEDS = (1, 2, 3)
"""Shuffles that are looked at: what one place draws may be what another one asks for."""
_SLACK: Mm = 0.5
"""Pieces may reach this far beyond the edge of the table: less than anyone measures."""
_TOUCHING: Mm = 1.0
"""Pieces may overlap by this much."""


def check_table(game: Game, drawn: Drawn | None = None, laying: bool = False) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the set-ups of a game, and which pieces none of them uses, sorted.

    `drawn` are the spaces of its boards; without them, numbers of spaces are not checked.  With `laying`,
    only why a set-up cannot be laid is returned.
    """
    table = game.play_table
    if table is None:
        return ()
    moments = (*table.players, SCENE) if table.scene is not None else table.players
    laid = [lay_out(game, players, seed, drawn) for players in moments for seed in _SEEDS]
    wrong = {fault for one in laid for fault in one.faults}
    if not laying:
        wrong |= {fault for one in laid for fault in _beyond_edge(one)}
    elif not wrong:
        return ()
    found = wrong or {*_unused(game, laid), *(overlap for one in laid for overlap in _overlaps(one))}
    return tuple(sorted(found))


def _unused(game: Game, laid: list[LaidTable]) -> Iterator[Diagnostic]:
    table = game.play_table
    assert table is not None
    reached = frozenset().union(*(one.reached for one in laid if one.setup is not table.scene))
    for family in game.families:
        if family.id in table.boxed or stays_in_box(family):
            continue
        # Of equal sets, such as the pawns of each colour, a set-up lays those of the first seats.
        copies = {copy for key, copy in reached if key.partition("/")[0] == family.id}
        missing = {
            item.key: sum(copy not in copies for copy in range(1, item.copies + 1))
            if (item.key, 1) in reached
            else item.copies
            for item in family.items
        }
        found = [f"{count} of {key}" for key, count in missing.items() if count]
        if found:
            total = counted(sum(missing.values()), "piece")
            more = f" and {len(found) - 3} more" if len(found) > 3 else ""
            message = f"no set-up lays {total} of {family.id}: {', '.join(found[:3])}{more}"
            hint = f"add a place for them, or say that they stay in the box: box: [{family.id}]"
            yield make_warning(table.place, "unused-piece", message, hint)


def stays_in_box(family: Family) -> bool:
    """Return whether the pieces of a family are a box for others, which nobody lays out."""
    return bool(family.kind) and KINDS[family.kind].size == "held"


def _beyond_edge(laid: LaidTable) -> Iterator[Diagnostic]:
    """Yield places whose pieces reach beyond the edge of the table; hands are held."""
    boxes: dict[str, list[Box]] = {}
    for piece in laid.pieces:
        boxes.setdefault(piece.place, []).append(piece.box)
    wide, high = laid.table.width / 2, laid.table.height / 2
    for place in (one.place for one in laid.places):
        if place.form == "hand" or place.key not in boxes:
            continue
        left, top, right, bottom = enclose(boxes[place.key])
        beyond = max(-wide - left, -high - top, right - wide, bottom - high)
        if beyond > _SLACK:
            message = (
                f'"{place.key}" reaches {beyond:.0f} mm beyond the edge of the table of '
                f"{laid.table.width:g} x {laid.table.height:g} mm"
            )
            item = place.choice[0] if len(set(place.choice)) == 1 else ""
            hint = "move it, or give the table another size:"
            yield Diagnostic(place.where("at"), "off-the-table", message, item, hint)


def _overlaps(laid: LaidTable) -> Iterator[Diagnostic]:
    """Yield places whose pieces lie half on those of another; a piece within another one is meant to be."""
    pieces: dict[str, list[Box]] = {}
    for piece in laid.pieces:
        pieces.setdefault(piece.place, []).append(piece.box)
    places = [one.place for one in laid.places if one.place.key in pieces and one.place.form != "hand"]
    for one, other in combinations(places, 2):
        if one.on or other.on:
            continue
        for a, b in product(set(pieces[one.key]), set(pieces[other.key])):
            if overlap(a, b, _TOUCHING) and not within(a, b) and not within(b, a):
                players = f"set-up for {counted(laid.setup.players, 'player')}"
                where = "scene" if laid.setup is laid.table.scene else players
                message = f'"{other.key}" lies on "{one.key}" in the {where}'
                hint = "move one of them; what belongs on a board or another place says on:"
                yield make_warning(other.where("at"), "places-overlap", message, hint)
                break
