"""Trim edges, turns and clips land where the sheet says, measured on the raster of the PDF."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageOps
from press import (
    A4,
    BLACK,
    RED,
    WHITE,
    at,
    extent,
    on_page,
    pdf,
    piece,
    placement,
    portfolio,
    raster,
    sheet,
    solid,
)

from prancha.export.pdf import PdfPage
from prancha.export.placement import face_outsets
from prancha.model.outline import Outline, circle, hat, hexagon, rectangle
from prancha.model.printing import DUPLEX, DuplexName
from prancha.model.sheet import Group, Sheet, Window
from prancha.sheets import impose

CARD = rectangle(40, 60)
NEAR = 0.1
"""mm; a pixel at 300 dpi is 0.085 mm."""


def image(made: Sheet, *faces: object) -> Image.Image:
    return raster(pdf([PdfPage(made.width, made.height, sheet=made)], portfolio(*faces)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("turn", "box"),
    [(0, (60, 70, 100, 130)), (90, (50, 80, 110, 120)), (180, (60, 70, 100, 130)), (270, (50, 80, 110, 120))],
)
def test_trim_edges_are_where_the_sheet_says(turn: float, box: tuple[float, ...]) -> None:
    front = solid(CARD)
    placed = placement(front, 80, 100, turn)
    page = image(sheet(placed), front)
    assert extent(page, BLACK) == pytest.approx(box, abs=NEAR)
    assert at(page, *on_page(placed, 2, 2)) == WHITE, "the notch turns with the card"
    assert at(page, *on_page(placed, 38, 2)) == BLACK
    assert at(page, *on_page(placed, 2, 58)) == BLACK
    left, top, right, bottom = box
    assert extent(page, RED) == pytest.approx((left - 3, top - 3, right + 3, bottom + 3), abs=NEAR)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_bleed_is_clipped_by_the_sides_of_the_sheet(turn: float) -> None:
    front = solid(CARD, notch=False)
    placed = placement(front, 80, 100, turn, (0, 1, 2, 3))
    page = image(sheet(placed), front)
    left, top, right, bottom = (60, 70, 100, 130) if turn % 180 == 0 else (50, 80, 110, 120)
    # A clip lets every pixel through that it touches.
    assert extent(page, RED) == pytest.approx((left, top - 1, right + 2, bottom + 3), abs=NEAR + 0.085)


def test_outsets_of_a_turned_box_are_shifted_and_others_are_not() -> None:
    front = solid(CARD)
    assert face_outsets(placement(front, 0, 0, 90, (1, 2, 3, 4))) == (2, 3, 4, 1)
    assert face_outsets(placement(solid(circle(20)), 0, 0, 90, (1, 1, 1, 1))) == (1, 1, 1, 1)


@pytest.mark.parametrize("outline", [circle(30), hexagon(30), hat(40)], ids=["circle", "hexagon", "hat"])
def test_other_outlines_are_clipped_along_their_own_line(outline: Outline) -> None:
    front = solid(outline, notch=False)
    wide, narrow = (image(sheet(placement(front, 80, 100, 0, (s, s, s, s))), front) for s in (3.0, 1.0))
    left, top = 80 - outline.width / 2, 100 - outline.height / 2
    trim = (left, top, left + outline.width, top + outline.height)
    assert extent(wide, BLACK) == pytest.approx(trim, abs=0.2)
    reach = outline.polygon(1.0)
    xs, ys = [left + x for x, _ in reach], [top + y for _, y in reach]
    assert extent(narrow, RED) == pytest.approx((min(xs), min(ys), max(xs), max(ys)), abs=0.2)
    assert sum(ImageChops.difference(wide, narrow).convert("L").histogram()[30:]) > 1000


def test_a_hat_turned_by_sixty_degrees_is_turned_clockwise() -> None:
    front = solid(hat(40), notch=False)
    placed = placement(front, 80, 100, 60, (0, 0, 0, 0))
    page = image(sheet(placed), front)
    corners = [on_page(placed, x, y) for x, y in front.outline.points]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert extent(page, BLACK) == pytest.approx((min(xs), min(ys), max(xs), max(ys)), abs=0.2)


def test_a_poster_tile_shows_only_its_window() -> None:
    front = solid(rectangle(100, 100), notch=False)
    page = image(sheet(placement(front, 100, 100), window=Window(70, 60, 40, 50, 0, 0, 2, 2)), front)
    assert extent(page, BLACK) == pytest.approx((70, 60, 110, 110), abs=NEAR)


def test_marks_and_cuts_are_lines_of_their_weight() -> None:
    front = solid(CARD)
    made = sheet(
        placement(front, 80, 100), marks=((10.0, 20.0, 20.0, 20.0),), cuts=(((10.0, 40.0), (20.0, 40.0)),)
    )
    page = image(made, front)
    assert page.crop((118, 230, 236, 244)).convert("L").getextrema()[0] < 100
    assert page.crop((118, 466, 236, 480)).convert("L").getextrema()[0] < 220


def test_furniture_lies_at_its_corner_over_the_sheet() -> None:
    label, front = solid(rectangle(20, 5), bleed=0), solid(CARD)
    made = sheet(placement(front, 80, 100))
    page = PdfPage(210, 297, sheet=made, faces=((label.digest, 30.0, 250.0),))
    printed = raster(pdf([page], portfolio(front, label)))
    assert extent(printed.crop((0, 2800, printed.width, printed.height)), BLACK)[0] == pytest.approx(
        30, abs=NEAR
    )


def turned_over(back: Image.Image, made: Sheet, duplex: DuplexName) -> Image.Image:
    """The back as seen through the front, after the printer turned the paper."""
    about_vertical = (made.height > made.width) == (duplex == "long")
    return ImageOps.mirror(back) if about_vertical else ImageOps.flip(back)


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("size", [(63.0, 88.0), (120.0, 70.0), (190.0, 130.0), (260.0, 180.0)])
def test_backs_meet_their_fronts_through_the_paper(duplex: DuplexName, size: tuple[float, float]) -> None:
    outline = rectangle(*size)
    front, back = solid(outline), solid(outline)
    back = replace(back, source=back.svg.replace("#f00", "#e00"), digest="back")
    pieces = tuple(piece(front, back, copy) for copy in (1, 2))
    made = impose([Group("g", "card", pieces)], A4, DUPLEX[duplex])
    one, other = (next(s for s in made if s.side == side and s.number == 1) for side in ("front", "back"))
    pages = [PdfPage(s.width, s.height, sheet=replace(s, marks=(), cuts=())) for s in (one, other)]
    data = pdf(pages, portfolio(front, back))
    seen, through = raster(data, 0), turned_over(raster(data, 1), one, duplex)
    assert extent(through, BLACK) == pytest.approx(extent(seen, BLACK), abs=NEAR)
    for placed in one.placements:
        tips = [on_page(placed, x, 2) for x in (2, outline.width - 2)]
        assert [at(seen, *tip) for tip in tips] == [WHITE, BLACK]
        assert [at(through, *tip) for tip in tips] == [BLACK, WHITE], "turned like a page of a book"


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_backs_of_hats_have_the_same_outline(duplex: DuplexName) -> None:
    front = solid(hat(55), notch=False)
    back = solid(hat(55).mirrored(), notch=False)
    pieces = tuple(replace(piece(front, back, copy)) for copy in range(1, 6))
    made = impose([Group("g", "board", pieces)], A4, DUPLEX[duplex])
    one, other = (next(s for s in made if s.side == side) for side in ("front", "back"))
    pages = [PdfPage(s.width, s.height, sheet=replace(s, marks=(), cuts=())) for s in (one, other)]
    data = pdf(pages, portfolio(front, back))
    seen, through = raster(data, 0, 100), turned_over(raster(data, 1, 100), one, duplex)
    black = [one.convert("L").point(lambda v: 255 * (v < 40)) for one in (seen, through)]
    apart = ImageChops.difference(*black).reduce(4).getextrema()[1]
    assert apart <= 160, "nothing but edges of a pixel may differ"
    assert black[0].getbbox() is not None
