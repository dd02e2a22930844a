"""Tabletop Playground: a package with a template for each stack of cards, tiles, tokens, and each board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from PIL import Image

from prancha.export.pixels_and_bytes import readable_json
from prancha.export.target import Export, Plan, Target, steps_in_words, usual_fields
from prancha.export.targets.designs import (
    COMMON,
    Draw,
    Make,
    as_png,
    families_of,
    is_flattened,
    plan_files,
    role,
    shrunk_families,
    slug,
)
from prancha.export.targets.picture_sheets import WHITE, PieceSheet, piece_sheets
from prancha.model.kit_components import ComponentKit
from prancha.model.units import Mm

Tree = dict[str, Any]
OWN_FILE, SAME_CELL = -2, -3
"""Values of BackIndex: one picture for all backs, or the same cell of a sheet of backs."""
THICK: Mapping[str, Mm] = {"board": 2.0, "card": 0.5, "paper": 0.5}
MODELS = {"rectangle": "Square", "rounded": "Rounded", "circle": "Round"}
"""The program's own shapes; others are cut along a transparent picture."""


def guid(*names: str) -> str:
    """Return 32 hexadecimal digits, the same in every export of the same thing."""
    return blake2b("\0".join(names).encode(), digest_size=16).hexdigest().upper()


def card_template(made: str, name: str, sheet: PieceSheet, look: Tree, notes: Sequence[str]) -> Tree:
    """Return a stack of flat pieces, those of one design together; `notes` are for each design.

    `look` are its pictures, how the backs are found, and its shape.
    """
    family, kind = sheet.family, role(sheet.family)
    board, hand = kind == "board", kind == "card"
    width, height = sheet.piece_mm
    cells = range(len(sheet.pieces))
    return usual_fields("playground", "card") | {
        "GUID": made,
        "Name": name,
        "CollisionType": "Ground" if board else "Regular",
        "ShouldSnap": not board,
        "SnapPoints": _snap_points(sheet) if board else [],
        "Tags": [family.id],
        "FrontTexture": look["front"],
        "BackTexture": look["back"],
        "BackIndex": look["back_index"],
        "NumHorizontal": sheet.columns,
        "NumVertical": sheet.rows,
        "Width": _cm(width),
        "Height": _cm(height),
        "Thickness": _cm(THICK[family.stock]),
        "HiddenInHand": hand,
        "UsedWithCardHolders": hand,
        "CanStack": not board,
        "Model": look["model"],
        "Indices": [cell for cell, one in enumerate(sheet.pieces) for _ in range(one.copies)],
        "CardNames": {str(cell): sheet.pieces[cell].title for cell in cells},
        "CardMetadata": {str(cell): notes[cell] for cell in cells},
        "CardTags": {str(cell): [family.id] for cell in cells},
    }


def _cm(length: Mm) -> float:
    """Convert mm to cm."""
    return round(length / 10, 4)


def _snap_points(sheet: PieceSheet) -> list[Tree]:
    """Return one on each space of a board: x towards its upper edge, y to the right, from its middle."""
    (width, height), up = sheet.piece_mm, _cm(THICK[sheet.family.stock] / 2)
    return [
        usual_fields("playground", "snap point")
        | {"X": _cm(height / 2 - y), "Y": _cm(x - width / 2), "Z": up}
        for x, y in sheet.pieces[0].front.spaces
    ]


MOST_PIXELS = 4096
"""A side of a sheet."""
BLANK = "blank.png"


class TablePackage:
    """Gathers textures and texts by the name of their file in the package."""

    def __init__(self, kit: ComponentKit, dpi: float) -> None:
        self.textures: dict[str, Draw] = {}
        self.texts: dict[str, bytes] = {}
        self._kit = kit
        about = {"Name": kit.title, "Version": kit.revision or "1", "GUID": guid(kit.game, "package")}
        self.texts["Manifest.json"] = readable_json(about)
        for family in kit.families:
            if role(family) not in ("die", "box"):
                # A board is a template of its own: its snap points are those of its drawing.
                for sheet in piece_sheets(family, dpi, MOST_PIXELS, alone=role(family) == "board"):
                    self._stack(sheet)

    def _stack(self, sheet: PieceSheet) -> None:
        front = self._add(f"{sheet.name}-front.png", lambda pictures: sheet.drawn(pictures, "front"))
        back, index = self._back(sheet)
        made, family = guid(self._kit.game, sheet.name), sheet.family
        notes = [f"{self._kit.game}/{one.key} {self._kit.revision}".strip() for one in sheet.pieces]
        name = (
            family.title if len(sheet.pieces) == len(family.components) else f"{family.title}: {sheet.name}"
        )
        look = {"front": front, "back": back, "back_index": index, "model": self._model(sheet)}
        tree = card_template(made, name, sheet, look, notes)
        self.texts[f"Templates/{made}.json"] = readable_json(tree)

    def _back(self, sheet: PieceSheet) -> tuple[str, int]:
        """Return the picture of the backs, and what the template says of it."""
        if sheet.backs == "own":
            return self._add(
                f"{sheet.name}-back.png", lambda pictures: sheet.drawn(pictures, "back")
            ), SAME_CELL
        if sheet.backs == "common":
            return self._add(f"{slug(sheet.family.id)}-{COMMON}-back.png", sheet.common_back), OWN_FILE
        return self._add(BLANK, lambda _: Image.new("RGB", (64, 64), WHITE)), OWN_FILE

    def _model(self, sheet: PieceSheet) -> str:
        """Return the program's own shape, or a picture along which pieces are cut."""
        shape = (
            "rectangle" if not sheet.cut and role(sheet.family) == "standee" else sheet.family.outline.shape
        )
        return MODELS.get(shape) or self._add(f"{slug(sheet.family.id)}-shape.png", sheet.shape)

    def _add(self, name: str, draw: Draw) -> str:
        self.textures.setdefault(name, draw)
        return name


def plan(export: Export) -> Plan:
    """Plan a folder of the package, to be copied as it is."""
    kit, dpi = export.kit, export.options["dpi"]
    package, name = TablePackage(kit, dpi), slug(kit.title) or slug(kit.game) or "game"
    files: list[tuple[str, Make | bytes]] = []
    files += ((f"{name}/{file}", data) for file, data in package.texts.items())
    files += ((f"{name}/Textures/{file}", as_png(draw, dpi)) for file, draw in package.textures.items())
    return plan_files(
        files,
        steps_in_words("playground", name=name),
        told=_told(kit, dpi),
        left_out=families_of(kit, "die", "box"),
    )


def _told(kit: ComponentKit, dpi: float) -> Iterator[str]:
    """Yield remarks for the user."""
    for family in kit.families:
        kind = role(family)
        if kind == "die":
            yield f"{family.title}: left out; the program has dice of its own"
        if kind == "box":
            yield f"{family.title}: left out; its net is no piece"
        if kind == "standee" or is_flattened(family):
            yield f"{family.title}: a {family.kind or kind} lies flat on this table"
        if kind == "card" and any(one.back is None for one in family.components):
            yield f"{family.title}: these cards have no back; on the table theirs is white"
        spaces = sum(len(one.front.spaces) for one in family.components)
        if spaces and kind == "board":
            yield f"{family.title}: {spaces} snap points, one on each space that is drawn"
    yield from shrunk_families(kit.families, dpi, MOST_PIXELS)


TARGET = Target(
    "playground",
    "Tabletop Playground: a package with stacks of cards and pieces, and boards that snap",
    {"dpi": 200.0},
    plan,
)
