"""Pages with all pieces of a kit made smaller, and the words below them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from prancha.export.pdf import PdfPage
from prancha.export.target import ContactPages
from prancha.faces import FaceMaker
from prancha.model.components import ComponentFace, ComponentFamily, ComponentKit
from prancha.model.face import Face
from prancha.model.sheet import Paper, Piece, Placement, Sheet
from prancha.model.units import Mm
from prancha.system.words import words

TEMPLATE = "_library/contact_sheet.svg.j2"
PAPER = Paper("a4", 210.0, 297.0, 10.0)
NEARLY = 0.8
"""Of the height of a paper: what is filled less is cut, and spares who looks the white below."""
TOP: Mm = 16.0
"""Where pictures begin, below the heading."""
WIDE: Mm = 42.0
"""About as wide as a picture of a card, with the gap beside it."""
NARROW: Mm = 28.0
"""As narrow as a cell gets for small pieces: the words below them need as much."""
GAP: Mm = 4.0
WORDS: Mm = 4.5
"""What the words below a picture take."""


class _Shown(Struct, frozen=True):
    """A face to show, and the words below it."""

    face: ComponentFace
    id: str
    told: str


def contact_pages(kit: ComponentKit, maker: FaceMaker) -> ContactPages:
    """Each family on pages of its own: fronts, then backs."""
    pages: list[PdfPage] = []
    captions: list[Face] = []
    families: list[str] = []
    back = words(kit.lang, "contact_sheet")["back"]
    for family in kit.families:
        shown = list(_shown(family, back))
        grid = _Grid(family)
        parts = [shown[k : k + grid.room] for k in range(0, len(shown), grid.room)]
        for nth, part in enumerate(parts, 1):
            told = f"{nth}/{len(parts)}" if len(parts) > 1 else ""
            face = maker.page(
                TEMPLATE, PAPER.width, grid.used(len(part)), what=family.title, number=told,
                cells=[grid.cell(k, one) for k, one in enumerate(part)],
            )  # fmt: skip
            pages.append(grid.page(part, face))
            captions.append(face)
            families.append(family.id)
    return ContactPages(tuple(pages), tuple(captions), tuple(families))


def _shown(family: ComponentFamily, back: str) -> Iterator[_Shown]:
    common = family.common_back
    for one in family.components:
        yield _Shown(one.front, one.id, f"× {one.copies}" if one.copies > 1 else "")
    for one in family.components:
        if one.back is not None and common is None:
            yield _Shown(one.back, one.id, back)
    if common is not None:
        yield _Shown(common, back, "")


class _Grid:
    """Rows and columns of pictures of one family, `scale` times as large as its pieces.

    The page is laid out as large as the pieces are, and made smaller as a whole.
    """

    def __init__(self, family: ComponentFamily) -> None:
        outline = family.outline
        room = PAPER.width - 2 * PAPER.margin
        small = max(NARROW, outline.width + GAP)
        self.columns = max(1, round(room / min(room, max(outline.width / 1.5, min(WIDE, small)))))
        self.width = (room + GAP) / self.columns - GAP
        high = PAPER.height - TOP - PAPER.margin - WORDS
        self.scale = min(1.0, self.width / outline.width, high / outline.height)
        self.height = outline.height * self.scale
        self.rows = max(1, math.floor((high + WORDS + GAP) / (self.height + WORDS + GAP)))
        self.room = self.rows * self.columns

    def used(self, count: int) -> Mm:
        """How high a page of so many pictures is: cut below them, unless they nearly fill a paper."""
        rows = math.ceil(count / self.columns)
        height = TOP + rows * (self.height + WORDS + GAP) - GAP + PAPER.margin
        return height if height < NEARLY * PAPER.height else PAPER.height

    def _at(self, k: int) -> tuple[Mm, Mm]:
        """The upper left corner of a cell on the page."""
        x = PAPER.margin + k % self.columns * (self.width + GAP)
        return x, TOP + k // self.columns * (self.height + WORDS + GAP)

    def cell(self, k: int, one: _Shown) -> Mapping[str, Any]:
        """Where the words of a picture stand."""
        x, y = self._at(k)
        return {
            "x": x, "y": y + self.height + WORDS - 1.2, "width": self.width, "id": one.id, "told": one.told
        }  # fmt: skip

    def page(self, part: Sequence[_Shown], words: Face) -> PdfPage:
        """A page of pictures with their words."""
        placements = tuple(self._placed(k, one.face) for k, one in enumerate(part))
        height = self.used(len(part))
        sheet = Sheet(
            paper=PAPER, width=PAPER.width, height=height, stock="", group="", families=(),
            side="front", number=1, of=1, placements=placements,
        )  # fmt: skip
        return PdfPage(PAPER.width, height, sheet=sheet, faces=((words.digest, 0.0, 0.0),), scale=self.scale)

    def _placed(self, k: int, face: ComponentFace) -> Placement:
        """The middle of a piece, before the page is made smaller."""
        x, y = self._at(k)
        piece = Piece(
            item="", copy=1, family="", outline=face.outline, bleed=face.bleed, gutter=0.0,
            front=face.digest, back=None,
        )  # fmt: skip
        across, down = x + self.width / 2, y + self.height / 2
        return Placement(
            piece=piece, face=face.digest, outline=face.outline, x=across / self.scale,
            y=down / self.scale, turn=0.0, outsets=(0.0,) * 4,
        )  # fmt: skip
