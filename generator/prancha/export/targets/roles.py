"""What the families of a kit are on a table: cards, tiles, boards, dice."""

from __future__ import annotations

from typing import Literal

from prancha.model.component_kinds import KINDS
from prancha.model.components import ComponentFamily, ComponentKit
from prancha.model.units import Mm

Role = Literal["card", "tile", "token", "board", "standee", "die"]
BOARD: Mm = 100.0
"""The longer side of the smallest board."""
LONGEST_CARD = 2.5
"""Length by width; programs that shrink cards to a common height make longer ones too narrow to read."""


def role(family: ComponentFamily) -> Role:
    """How pieces of this family are handled: `tile` has a simple outline, `token` any other."""
    outline = family.outline
    stands_as = KINDS[family.kind].stands_as if family.kind else ""
    if stands_as:
        return stands_as
    long, short = max(outline.width, outline.height), min(outline.width, outline.height)
    if family.stock == "board" and long >= BOARD:
        return "board"
    if outline.is_box and family.stock != "board" and not _is_folded(family) and long <= short * LONGEST_CARD:
        return "card"
    return "tile" if outline.is_box or outline.shape == "circle" else "token"


def families_of(kit: ComponentKit, *roles: Role) -> tuple[str, ...]:
    """The families of a kit whose pieces are handled as one of `roles`."""
    return tuple(family.id for family in kit.families if role(family) in roles)


def unfolded(family: ComponentFamily) -> bool:
    """Whether pieces are folded on paper, and lie flat on this table."""
    return _is_folded(family) and role(family) not in ("die", "standee")


def _is_folded(family: ComponentFamily) -> bool:
    return family.net is not None and bool(family.net.folds)
