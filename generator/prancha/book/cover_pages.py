"""Pages before the sheets of a kit: blocks in the largest type that saves pages, each page as one face.

What they look like is decided here, in the templates of `_library/cover/` and by `cover:` of game.yaml.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from prancha.book.book_blocks import Block, PageBreak
from prancha.book.book_pages import LaidBook, lay_out_blocks
from prancha.book.book_style import BookStyle, TextLook, style_of
from prancha.book.setup_pictures import DrawnKit
from prancha.faces import FaceMaker
from prancha.faces.colour import contrast, mix
from prancha.faces.composed_faces import PlacedFace
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Place
from prancha.model.face import Face
from prancha.model.game import Game
from prancha.model.outline import rectangle
from prancha.model.rulebook import BookDesign
from prancha.model.sheet import Paper
from prancha.model.units import Mm, Pt

TEMPLATES: Mapping[str, str] = {
    role: f"_library/cover/{role}.svg.j2"
    for role in ("page", "head", "section", "table", "picture", "ruler", "plan")
}
"""The template of each part of these pages, which `templates` below `cover:` may replace."""
BODY: Pt = 9.5
"""Running text on A4; other papers have more or less in proportion."""
LEAST: Pt = 7.0
SIZES = (1.14, 1.08, 1.02, 0.97, 0.92, 0.88, 0.84, 0.8, 0.77)
"""Sizes of type to try, in sizes of BODY, in falling order."""
MARGIN, FOOT = 15.0, 19.0
"""Margins in mm at the sides and at the foot; more where a printer leaves more blank."""
HEAD: Mm = 44.0
LOWEST, HIGHEST, _SLACK = 56.0, 0.8, 0.01
"""The least height of the picture of the table in mm, its greatest in widths, and mm that it leaves below."""
_VISIBLE = 3.0
"""The least contrast of ornaments and icons with the paper (WCAG 2.1)."""

Kind = Literal["cover", "cut-plan"]
COVER: Kind = "cover"
PLAN: Kind = "cut-plan"
"""Names of the faces in place of templates."""


class CoverBlocks(Struct, frozen=True):
    """Content of a cover: the opening blocks, with a picture of a height in mm, and the maker's guide.

    The opening has empty pictures, to be measured, or those to print.
    `again` are the blocks that begin the guide where it has pages of its own.  `is_pictured` is False where
    there is no picture; the height is then 0.
    """

    opening: Callable[[Mm, bool], Sequence[Block]]
    guide: Sequence[Block]
    again: Sequence[Block]
    is_pictured: bool


class Fit(Struct, frozen=True):
    """How these pages are laid out: the size of their type, and whether the guide begins a page."""

    size: float
    is_apart: bool


class FrontPage(Struct, frozen=True):
    """One page before the sheets: faces as large as it, pictures with their places, the end of its text."""

    faces: tuple[Face, ...]
    pictures: tuple[tuple[Face, Mm, Mm], ...]
    bottom: Mm


def parts_of_cover(game: Game) -> Mapping[str, str]:
    """The template of each part, of the library or the game's own."""
    return {**TEMPLATES, **game.cover.get("templates", {})}


def scale_of(paper: Paper) -> float:
    """The scale of these pages on a paper: 1 on A4."""
    return max(0.8, min(paper.width / 210, paper.height / 292))


def cover_style(game: Game, lang: str, fonts: FontBook, paper: Paper, size: float = 1.0) -> BookStyle:
    """The look of the pages on a paper with type of `size`."""
    s = scale_of(paper)
    design = BookDesign(
        width=paper.width,
        height=paper.height,
        margin=max(MARGIN * s, paper.reach),
        size=max(LEAST, BODY * s * size),
        leading=1.24,
        colours=_colours(game),
    )
    style = style_of(game, fonts, design, (paper.width, paper.height), lang)
    ink, muted, body = style.colours["ink"], style.colours["muted"], style.body
    heads = {
        level: replace(style.heads[level], size=size_of * s, fill=ink)
        for level, size_of in ((1, 20.0), (2, 13.0), (3, 11.0), (4, 10.0))
    }
    small = max(LEAST, body.size * 0.88)
    return replace(
        style,
        foot=FOOT * s + max(0.0, paper.reach - 11 * s),
        begins=max(14 * s, paper.reach),
        heads=heads,
        looks=MappingProxyType(
            {
                "lead": replace(body, size=body.size * 1.28, leading=1.3),
                "small": replace(body, size=small, leading=1.2),
                "label": TextLook(max(LEAST, 7.2 * s), 1.2, body.font, fill=muted),
                "caption": replace(body, size=small, leading=1.15, align="center", hyphenate=True),
            }
        ),
        templates=MappingProxyType({**style.templates, **parts_of_cover(game)}),
    )


def _colours(game: Game) -> Mapping[str, str]:
    """Colours by role where they are other than those of a book: an accent need not suit small letters."""
    accent = game.palette.get("accent", "")
    found = {"muted": "#55555c", "table": "#e4e2da"}
    if accent and contrast(accent, "#ffffff") >= _VISIBLE:
        found |= {"accent": accent, "line": mix(accent, "#ffffff", 0.6), "tint": mix(accent, "#ffffff", 0.92)}
    own: Mapping[str, str] = game.cover.get("colours", {})
    return {**found, **own}


def front_pages(
    kit: DrawnKit,
    maker: FaceMaker,
    fonts: FontBook,
    paper: Paper,
    blocks: CoverBlocks,
    finish: Callable[[Sequence[FrontPage], BookStyle], list[FrontPage]],
    fit: Fit | None = None,
) -> tuple[list[FrontPage], Fit]:
    """The pages of a cover, and what `finish` adds in their style, in the largest type that saves pages.

    The guide begins a page where that costs none.  A picture is as high as leaves the words where they are.
    Pass the `fit` where it is known: to find it, all is laid out several times.
    """
    style = cover_style(kit.game, kit.lang, fonts, paper)
    lowest = LOWEST * scale_of(paper) if blocks.is_pictured else 0.0

    def laid(
        size: float, picture: Mm, is_apart: bool, is_printed: bool = False
    ) -> tuple[LaidBook, list[FrontPage]]:
        look = cover_style(kit.game, kit.lang, fonts, paper, size)
        between = [PageBreak(kit.game.place), *blocks.again] if is_apart else []
        book = lay_out_blocks(
            kit, [*blocks.opening(picture, is_printed), *between, *blocks.guide], maker, look
        )
        return book, finish(list(pages_of(book, COVER, style, maker, kit.game.place)), look)

    @cache
    def tried(size: float, is_apart: bool) -> tuple[LaidBook, list[FrontPage]]:
        return laid(size, lowest, is_apart)

    if fit is not None:
        size, is_apart = fit.size, fit.is_apart
    else:
        size, is_apart = _largest(lambda size: len(tried(size, False)[1]), SIZES), False
    book, pages = tried(size, is_apart)
    if fit is None and lowest and len(pages) > 1:
        wider = _largest(lambda size: len(tried(size, True)[1]), SIZES)
        is_apart = len(tried(wider, True)[1]) <= len(pages)
        size = wider if is_apart else size
        book, pages = tried(size, is_apart)
    fit = Fit(size, is_apart)
    if not lowest:
        return pages, fit
    room = max(0.0, style.bottom - book.bottoms[0] - _SLACK)
    for height in (min(style.inside * HIGHEST, lowest + room), lowest):
        _, printed = laid(size, height, is_apart, is_printed=True)
        if len(printed) <= len(pages):
            break
    return printed, fit


def _largest(count: Callable[[float], int], sizes: Sequence[float]) -> float:
    """The largest of falling sizes with which there are as few pages as with the least."""
    if count(sizes[0]) == 1:
        return sizes[0]
    fewest = count(sizes[-1])
    return sizes[bisect_left(sizes[:-1], True, key=lambda size: count(size) <= fewest)]


def pages_of(
    book: LaidBook, kind: Kind, style: BookStyle, maker: FaceMaker, place: Place
) -> Iterator[FrontPage]:
    """Yield each page as one face, whose template is the `kind`; pictures are faces of their own."""
    faces = {face.digest: face for face in book.faces}
    for page, bottom in zip(book.layout.pages, book.bottoms, strict=True):
        placed = [PlacedFace(faces[mark.digest], mark.x, mark.y) for mark in page.marks]
        pictures = [one for one in placed if one.face.template == style.templates["picture"]]
        drawn = (one for one in placed if one.face.template != style.templates["picture"])
        face = maker.composed(drawn, rectangle(page.width, page.height), kind, place)
        yield FrontPage((face,), tuple((one.face, one.x, one.y) for one in pictures), bottom)
