"""One face on a page of its own, with as much bleed as is wanted, drawn as the sheets draw it."""

from __future__ import annotations

from prancha.export.pdf import PdfPage
from prancha.model.components import ComponentFace
from prancha.model.sheet import Paper, Piece, Placement, Sheet
from prancha.model.units import Mm

ENOUGH: Mm = 1e-6
"""Bleed that is short by no more is not made."""


def face_page(face: ComponentFace, reach: Mm, item: str = "") -> PdfPage:
    """A page as large as the trim box of `face` and `reach` mm around it.

    Its own art fills that as far as its bleed goes; beyond, the face is enlarged, as on sheets.
    """
    width, height = face.outline.width + 2 * reach, face.outline.height + 2 * reach
    made = reach > face.bleed + ENOUGH
    if not made and not face.outline.is_box:
        # A sheet clips such art at its bleed, for neighbours are near; here there is none.
        return PdfPage(width, height, faces=((face.digest, reach, reach),))
    piece = Piece(
        item, 1, family=item.partition("/")[0], outline=face.outline, bleed=reach, gutter=0.0,
        front=face.digest, back=None, extended=made,
    )  # fmt: skip
    placed = Placement(
        piece, face.digest, outline=face.outline, x=width / 2, y=height / 2, turn=0.0, outsets=(reach,) * 4
    )
    paper = Paper("face", width, height, 0.0)
    sheet = Sheet(
        paper=paper, width=width, height=height, stock="", group="", families=(), side=face.side,
        number=1, of=1, placements=(placed,),
    )  # fmt: skip
    return PdfPage(width, height, sheet=sheet)
