"""One face on a page of its own, with as much bleed as is wanted, drawn as the sheets draw it."""

from __future__ import annotations

from typing import Literal

from prancha.export.boxes import Boxes
from prancha.export.pdf import PdfPage
from prancha.model.components import ComponentFace
from prancha.model.sheet import Paper, Piece, Placement, Sheet
from prancha.model.units import PT_PER_MM, Mm

ENOUGH: Mm = 1e-6
"""Bleed that is short by no more is not made."""
Turn = Literal[0, 90, -90]
"""Degrees clockwise."""


def face_page(face: ComponentFace, reach: Mm, item: str = "") -> PdfPage:
    """A page as large as the trim box of `face` and `reach` mm around it.

    Its own art fills that as far as its bleed goes; beyond, the face is enlarged, as on sheets.
    """
    return framed_page(face, (reach, reach), item)


def framed_page(
    face: ComponentFace, reach: tuple[Mm, Mm], item: str = "", turn: Turn = 0, boxes: Boxes | None = None
) -> PdfPage:
    """A page with `reach` mm at the sides of a face, and above and below it, and then turned."""
    outline, most = face.outline, max(reach)
    width, height = outline.width + 2 * reach[0], outline.height + 2 * reach[1]
    if turn:
        width, height = height, width
    made = most > face.bleed + ENOUGH
    if not made and not outline.is_box:
        # A sheet clips such art at its bleed, for neighbours are near; here there is none.
        x, y = {0: reach, 90: (width - reach[1], reach[0]), -90: (reach[1], height - reach[0])}[turn]
        beside = (face.digest, x, y, float(turn)) if turn else (face.digest, x, y)
        return PdfPage(width, height, faces=(beside,), boxes=boxes)
    piece = Piece(
        item, 1, family=item.partition("/")[0], outline=outline, bleed=most, gutter=0.0,
        front=face.digest, back=None, extended=made,
    )  # fmt: skip
    placed = Placement(
        piece, face.digest, outline=outline, x=width / 2, y=height / 2, turn=float(turn),
        outsets=(most,) * 4,
    )  # fmt: skip
    paper = Paper("face", width, height, 0.0)
    sheet = Sheet(
        paper=paper, width=width, height=height, stock="", group="", families=(), side=face.side,
        number=1, of=1, placements=(placed,),
    )  # fmt: skip
    return PdfPage(width, height, sheet=sheet, boxes=boxes)


def trimmed(width: Mm, height: Mm, bleed: Mm) -> Boxes:
    """The boxes of a page whose bleed goes to its edges."""
    right, top, inset = width * PT_PER_MM, height * PT_PER_MM, bleed * PT_PER_MM
    trim = (inset, inset, right - inset, top - inset)
    return Boxes(
        (round(trim[0], 4), round(trim[1], 4), round(trim[2], 4), round(trim[3], 4)),
        (0.0, 0.0, round(right, 4), round(top, 4)),
    )
