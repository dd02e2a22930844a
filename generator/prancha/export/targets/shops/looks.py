"""What each piece looks like, very small: for a proof that fronts and backs are in the right files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from prancha.export.face_pictures import FacePictures
from prancha.export.targets.shops.fitting import Fit
from prancha.export.targets.shops.lots import ShopLot
from prancha.model.components import ComponentFace

CELLS = (6, 8)
"""Pixels of a look, across and down; of a landscape face the other way."""
FINER = 12


def piece_looks(pictures: FacePictures, lots: Sequence[ShopLot]) -> Mapping[str, Mapping[str, str]]:
    """RGB of all pixels in hexadecimal digits, of the front and the back of each piece."""
    found: dict[str, Mapping[str, str]] = {}
    for lot in lots:
        for piece in lot.pieces:
            sides: dict[str, str] = {
                face.side: _look(pictures, face, lot.fit) for face in piece.component.faces
            }
            found[piece.component.key] = sides
    return found


def _look(pictures: FacePictures, face: ComponentFace, fit: Fit) -> str:
    """As the file has it: with its bleed, and turned where the file is."""
    across, down = CELLS if face.outline.width <= face.outline.height else CELLS[::-1]
    made = pictures.draw(face, fit.reach, (across * FINER, down * FINER)).reduce(FINER)
    if fit.turned:
        made = made.transpose(
            Image.Transpose.ROTATE_270 if face.side == "front" else Image.Transpose.ROTATE_90
        )
    return made.tobytes().hex()
