"""What the families of a kit are on a table: cards, tiles, boards, dice."""

from __future__ import annotations

from typing import Literal

from prancha.model.components import ComponentFamily, ComponentKit
from prancha.model.units import Mm

Role = Literal["card", "tile", "token", "board", "standee", "die"]
BOARD: Mm = 100.0
"""The longer side of the smallest board."""
LONGEST_CARD = 2.5
"""Length by width; programs that shrink cards to a common height make longer ones too narrow to read."""
_FLAT = ("", "score-pad")


def role(family: ComponentFamily) -> Role:
    """How pieces of this family are handled: `tile` has a simple outline, `token` any other."""
    outline = family.outline
    if family.kind == "die":
        return "die"
    if is_standee(family):
        return "standee"
    long, short = max(outline.width, outline.height), min(outline.width, outline.height)
    if family.stock == "board" and long >= BOARD:
        return "board"
    if outline.is_box and family.stock != "board" and family.kind in _FLAT and long <= short * LONGEST_CARD:
        return "card"
    return "tile" if outline.is_box or outline.shape == "circle" else "token"


def is_standee(family: ComponentFamily) -> bool:
    """Whether pieces are folded to stand: their net has a front and a back."""
    if family.net is None or family.kind not in ("", "standee", "tent"):
        return False
    return {"front", "back"} <= {panel.name for panel in family.net.panels}


def families_of(kit: ComponentKit, *roles: Role) -> tuple[str, ...]:
    """The families of a kit whose pieces are handled as one of `roles`."""
    return tuple(family.id for family in kit.families if role(family) in roles)


def unfolded(family: ComponentFamily) -> bool:
    """Whether pieces are folded on paper, and lie flat on this table."""
    return family.kind in ("screen", "tuck-box", "leaflet")
