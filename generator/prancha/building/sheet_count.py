"""About how many sheets a kit takes, told before anything is drawn where they are many."""

from __future__ import annotations

import math
from collections.abc import Mapping

from msgspec.structs import replace

from prancha.building.order import Order
from prancha.model.game import Family, Game
from prancha.model.sheet import Paper, Profile
from prancha.sheets.one_size import fits, single_layout
from prancha.sheets.poster_parts import poster

MANY = 100
"""Sheets beyond which a kit is told of before it is drawn."""
_FEWEST = 0.5
"""Share of the area that full sheets use at least; a kit with less area is not looked at closely."""
_SHOWN = 3


def many_sheets(game: Game, order: Order, paper: Paper, profile: Profile) -> str:
    """The note for a kit of more than MANY sheets, with their number and families; "" for a smaller one."""
    if profile.margin is not None:
        paper = replace(paper, margin=profile.margin, reach=profile.margin)
    room = max(1.0, (paper.width - 2 * paper.margin) * (paper.height - 2 * paper.margin))
    area = sum(one.copies * one.outline.width * one.outline.height for one in game.families)
    labels = sum(one.copies for one in game.families) if profile.cells else 0
    if max(area / room, labels) <= MANY * _FEWEST:
        return ""
    sheets = {one.id: _sheets(one, order, paper, profile) for one in game.families if one.copies}
    total = math.ceil(sum(_shared(game, sheets).values()))
    return _told(game, sheets, total) if total > MANY else ""


def _sheets(family: Family, order: Order, paper: Paper, profile: Profile) -> float:
    """The sheets that a family fills, with the part of the last one."""
    gap = max(profile.gutter, family.gutter if order.gutter is None else order.gutter)
    if profile.cells:
        return family.copies / len(profile.cells)
    bleed = family.bleed or profile.bleed
    if not fits(family.outline, paper):
        creases = family.net.creases if family.net is not None else ((), ())
        return float(family.copies * len(poster(family.outline, bleed, paper, profile.marks, creases)))
    slots = len(single_layout(family.outline, bleed, gap, paper, family.copies).slots)
    if order.backs.folded and family.back is not None:
        slots = max(1, slots // 2)
    return family.copies / slots


def _shared(game: Game, sheets: Mapping[str, float]) -> Mapping[tuple[str, str], int]:
    """The sheets of each group of families that share them."""
    groups: dict[tuple[str, str], float] = {}
    for family in game.families:
        if family.id in sheets:
            key = family.stock, family.sheet
            groups[key] = groups.get(key, 0.0) + sheets[family.id]
    return {key: math.ceil(number - 1e-9) for key, number in groups.items()}


def _told(game: Game, sheets: Mapping[str, float], total: int) -> str:
    most = sorted(sheets, key=lambda name: -sheets[name])
    parts = []
    for name in most[:_SHOWN]:
        family = game.family(name)
        first = max(family.items, key=lambda item: item.copies)
        also = f", {first.copies} of {first.id} alone" if 1 < first.copies < family.copies else ""
        designs = f"{len(family.items)} designs" if len(family.items) > 1 else first.id
        count = math.ceil(sheets[name] - 1e-9)
        parts.append(f"{name} {count} ({family.copies} copies of {designs}{also})")
    more = f", and {len(most) - _SHOWN} more families" if len(most) > _SHOWN else ""
    less = "Stop it if those are too many; --only, --items and --copies print less"
    return f"about {total} sheets of paper: {', '.join(parts)}{more}. {less}"
