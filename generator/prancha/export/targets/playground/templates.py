"""Templates of objects, each with all the fields that the program writes itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from prancha.export.targets.piece_sheets import PieceSheet
from prancha.export.targets.roles import role
from prancha.model.units import Mm

Tree = dict[str, Any]
OWN_FILE, SAME_CELL = -2, -3
"""What BackIndex says: the back is one picture of its own, or in the same cell of a sheet of backs."""
HIDDEN_AS_BACK = -3
THICK: Mapping[str, Mm] = {"board": 2.0, "card": 0.5, "paper": 0.5}
MODELS = {"rectangle": "Square", "rounded": "Rounded", "circle": "Round"}
"""The program's own shapes; others are cut along a transparent picture."""
SNAP_RANGE = 1.0
"""Centimetres from which a piece snaps."""


class CardLook(Struct, frozen=True):
    """The pictures of a stack and its shape; `back_index` tells how the backs are found."""

    front: str
    back: str
    back_index: int
    model: str


def guid(*names: str) -> str:
    """32 hexadecimal digits, the same in every export of the same thing."""
    return blake2b("\0".join(names).encode(), digest_size=16).hexdigest().upper()


def manifest(title: str, revision: str, made: str) -> Tree:
    """What the package is called."""
    return {"Name": title, "Version": revision or "1", "GUID": made}


_CARDBOARD: Tree = {
    "Friction": 0.7,
    "Restitution": 0,
    "Density": 0.5,
    "SurfaceType": "Cardboard",
    "Roughness": 1,
    "Metallic": 0,
    "PrimaryColor": {"R": 255, "G": 255, "B": 255},
    "SecondaryColor": {"R": 0, "G": 0, "B": 0},
    "Flippable": True,
    "AutoStraighten": False,
}
"""What flat pieces are made of, in the order of the format."""


def card_template(made: str, name: str, sheet: PieceSheet, look: CardLook, notes: Sequence[str]) -> Tree:
    """A stack of flat pieces, those of one design one after the other; `notes` are for each design."""
    family, kind = sheet.family, role(sheet.family)
    board, hand = kind == "board", kind == "card"
    width, height = sheet.piece_mm
    cells = range(len(sheet.pieces))
    return {
        "Type": "Card",
        "GUID": made,
        "Name": name,
        "Metadata": "",
        "CollisionType": "Ground" if board else "Regular",
        **_CARDBOARD,
        "ShouldSnap": not board,
        "ScriptName": "",
        "Blueprint": "",
        "Models": [],
        "Collision": [],
        "Lights": [],
        "SnapPointsGlobal": False,
        "SnapPoints": _snap_points(sheet) if board else [],
        "ZoomViewDirection": {"X": 0, "Y": 0, "Z": 0},
        "Tags": [family.id],
        "FrontTexture": look.front,
        "BackTexture": look.back,
        "HiddenTexture": "",
        "BackIndex": look.back_index,
        "HiddenIndex": HIDDEN_AS_BACK,
        "NumHorizontal": sheet.columns,
        "NumVertical": sheet.rows,
        "Width": _cm(width),
        "Height": _cm(height),
        "Thickness": _cm(THICK[family.stock]),
        "HiddenInHand": hand,
        "UsedWithCardHolders": hand,
        "CanStack": not board,
        "FrontTextureOverrideExposed": False,
        "AllowFlippedInStack": False,
        "MirrorBack": True,
        "Model": look.model,
        "Indices": [cell for cell, one in enumerate(sheet.pieces) for _ in range(one.copies)],
        "CardNames": {str(cell): sheet.pieces[cell].title for cell in cells},
        "CardMetadata": {str(cell): notes[cell] for cell in cells},
        "CardTags": {str(cell): [family.id] for cell in cells},
    }


def _cm(length: Mm) -> float:
    return round(length / 10, 4)


def _snap_points(sheet: PieceSheet) -> list[Tree]:
    """One on each space of a board: x towards its upper edge, y to the right, from its middle."""
    (width, height), up = sheet.piece_mm, _cm(THICK[sheet.family.stock] / 2)
    return [
        {
            "X": _cm(height / 2 - y), "Y": _cm(x - width / 2), "Z": up,
            "Range": SNAP_RANGE, "SnapRotation": 0, "RotationOffset": 0, "Shape": 0, "FlipValidity": 0,
        }
        for x, y in sheet.pieces[0].front.spaces
    ]  # fmt: skip
