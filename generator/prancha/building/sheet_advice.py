"""Advice on sheets: a profile of places that takes fewer of them than the usual layout."""

from __future__ import annotations

import math
from collections.abc import Iterator

from prancha.building.leaves import group
from prancha.building.order import Order
from prancha.building.selection import known_profiles
from prancha.building.step_values import KitLayout
from prancha.model.diagnostic import Failure
from prancha.model.sheet import Group, Profile
from prancha.sheets.impose import impose


def profile_remarks(order: Order, layout: KitLayout, lang: str) -> Iterator[str]:
    """Sentences on families that would take fewer sheets on a profile of places for this paper.

    Profiles, printers and folds that were ordered are meant, and get no advice.
    """
    sheets = {(leaf.front.stock, leaf.front.group): leaf.front.of for leaf in layout.leaves}
    asked = order.sheet or order.printer is not None or order.backs.folded
    if asked or max(sheets.values(), default=0) < 2:
        return
    known = known_profiles(order.project).values()
    profiles = [one for one in known if one.cells and one.paper == layout.paper.name]
    for pieces in group(layout.game, layout.pieces) if profiles else ():
        now = sheets[pieces.stock, pieces.name]
        counts = {one.name: _count_sheets(pieces, one, layout, order) for one in profiles}
        best = min(profiles, key=lambda one: counts[one.name])
        if counts[best.name] >= now:
            continue
        names = {piece.family for piece in pieces.pieces}
        mine = [family for family in layout.game.families if family.id in names]
        only = f"--only {','.join(family.id for family in mine)} " if mine != [*layout.game.families] else ""
        titles = ", ".join(family.title[lang] for family in mine)
        yield (
            f"{titles}: {now} sheets of {layout.paper.name.upper()}, and {counts[best.name]} with "
            f"{only}--sheet {best.name}: without marks, cut by the measures of the cut plan"
        )


def _count_sheets(pieces: Group, profile: Profile, layout: KitLayout, order: Order) -> float:
    """Number of papers that the pieces take on a profile; infinite where a piece fits none of its places."""
    try:
        sheets = impose([pieces], layout.paper, order.backs, profile)
    except Failure:
        return math.inf
    return sum(sheet.side == "front" for sheet in sheets)
