"""Set a leaflet: Markdown on four pages, which are the two sides of a sheet that is folded once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from prancha.book.book_blocks import Pictures, each_block
from prancha.book.book_pages import LaidBook, lay_out_book
from prancha.book.book_reading import read_book
from prancha.book.book_style import BookStyle, style_of
from prancha.book.setup_pictures import DrawnKit
from prancha.book.text_strips import CODE
from prancha.faces import FaceMaker
from prancha.faces.composed_faces import PlacedFace
from prancha.faces.framing import draw_folds, frame_face
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.face import Face, Side
from prancha.model.game import Family
from prancha.model.outline import Net, rectangle
from prancha.model.units import Mm

_SIDES: Mapping[Side, tuple[int, int]] = {"front": (3, 0), "back": (1, 2)}
"""The pages at the left and the right of each side, counted from 0; the other way round with `rtl`."""
_PAGES = 4
_SHORT: Mm = 6.0
"""How far the fold ends from the edges of the paper, where not all printers print."""


def leaflet_sides(
    kit: DrawnKit, family: Family, maker: FaceMaker, fonts: FontBook
) -> Mapping[Side, list[PlacedFace]]:
    """Lay out a leaflet and return the faces placed on each side; raises Failure with all faults of its text.

    `kit` has the faces of all components but leaflets.
    """
    design = family.book
    assert design is not None
    style = style_of(kit.game, fonts, design, (0.0, 0.0), kit.lang)
    if found := list(_leaflets_shown(kit, family)):
        raise Failure(found)
    laid = lay_out_book(kit, maker, style, family)
    count = len(laid.layout.pages)
    if count > _PAGES:
        message = f"the text goes on here on page 5 of {count}, and a leaflet has four"
        hint = "shorten it, or make its letters smaller (book: {text: 8 pt}) or its pages larger (size:)"
        raise Failure([Diagnostic(laid.blocks[_PAGES][0][1], "book-page", message, hint=hint)])
    return {side: list(_side(laid, kit, family, maker=maker, style=style, side=side)) for side in _SIDES}


def _leaflets_shown(kit: DrawnKit, family: Family) -> Iterator[Diagnostic]:
    """Yield an error for each picture of a leaflet."""
    leaflets = {item.key for one in kit.game.families if one.book is not None for item in one.items}
    for block in each_block(read_book(kit.game, kit.lang, leaflet=family).blocks):
        for one in block.pictures if isinstance(block, Pictures) else ():
            if one.key in leaflets:
                message = f"{one.key} is a leaflet, which a leaflet cannot show"
                yield Diagnostic(one.place, CODE, message, hint="show other components")


def _side(
    laid: LaidBook,
    kit: DrawnKit,
    family: Family,
    maker: FaceMaker,
    style: BookStyle,
    side: Side,
) -> Iterator[PlacedFace]:
    """Yield the two pages of a side, each cut at the fold, and the fold over the front."""
    bleed, width, height = family.bleed, style.width, style.height
    faces = {face.digest: face for face in (*kit.fronts.values(), *kit.backs.values(), *laid.faces)}
    pair = _SIDES[side][::-1] if style.rtl else _SIDES[side]
    for column, number in enumerate(pair):
        if number >= len(laid.layout.pages):
            continue
        left, right = (-bleed, width) if column == 0 else (0.0, width + bleed)
        ring = ((left, -bleed), (right, -bleed), (right, height + bleed), (left, height + bleed))
        page = _page(laid, number, faces, maker, family)
        yield PlacedFace(page, column * width, 0.0, clip=ring)
    if side == "front":
        net = Net(rectangle(2 * width, height), ((width, _SHORT, width, height - _SHORT),))
        fold = frame_face(draw_folds(net), net.outline, 0.0, family.template, family.place)
        yield PlacedFace(fold, 0.0, 0.0)


def _page(laid: LaidBook, number: int, faces: Mapping[str, Face], maker: FaceMaker, family: Family) -> Face:
    """One page as a face."""
    page = laid.layout.pages[number]
    placed = (
        PlacedFace(faces[mark.digest], mark.x, mark.y, scale=mark.scale, angle=mark.angle, clip=mark.clip)
        for mark in page.marks
    )
    return maker.composed(placed, rectangle(page.width, page.height), family.template, family.place)
