"""Lay out a rulebook: its blocks as strips, strips on pages, and what is drawn there with tags and links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count as numbers_from
from itertools import groupby

from msgspec import Struct, field
from msgspec.structs import replace

from prancha.book.block_strips import BlockFlow
from prancha.book.book_blocks import Block, Book, Heading, Inline, each_block, headings_of, plain
from prancha.book.book_style import BookStyle, TextLook
from prancha.book.page_filling import Filler
from prancha.book.setup_pictures import DrawnKit
from prancha.book.strips import Column, FacePart, Ground, PlacedStrip, Strip, TextPart
from prancha.book.text_strips import CODE
from prancha.faces import FaceMaker
from prancha.faces.colour import mix
from prancha.faces.framing import frame_face
from prancha.model.box import Box
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Face
from prancha.model.game import Family
from prancha.model.outline import Outline, rectangle
from prancha.model.rulebook import BookLayout, BookPage, OutlineEntry, PageLink, PageMark, Tag
from prancha.model.units import Mm, Pt
from prancha.system.words import words

_PASSES = 6
"""The most layouts until the page numbers in the text are right; two are usual."""
_FAINT, _LAID = 0.75, 0.4
"""The share of paper in the colour of the line around a picture, and around a piece of a set-up."""
_HAIRLINE, _FINE = 0.2, 0.12
"""The width of these lines in mm."""
BLEED: Mm = 3.2
"""The reach of a page's drawing beyond its edges, for shops that cut it: a little over 1/8 inch."""
_SMALL = 0.82
"""The size of running heads, in sizes of running text."""
_APART: Mm = 3.0
"""The room of a running head that stays empty."""
_REACH = 1.6
"""The height above a baseline that letters may reach, in sizes of type."""


class LaidBook(Struct, frozen=True):
    """A rulebook on its pages, and the drawings of text and ornaments that they show beside components.

    `setups` are the page and the box of each picture of a set-up, by its key.  `blocks` are the boxes (left,
    top, width, height) of what stands on each page, with the places in its text, `bottoms` the lower ends of
    what fills each page.
    """

    book: Book
    layout: BookLayout
    faces: tuple[Face, ...]
    setups: Mapping[str, tuple[int, Box]]
    blocks: tuple[tuple[tuple[Box, Place], ...], ...]
    bottoms: tuple[Mm, ...]


def lay_out_book(
    kit: DrawnKit, maker: FaceMaker, style: BookStyle, leaflet: Family | None = None
) -> LaidBook:
    """Lay out the rulebook of a game, or a leaflet; raises Failure with all faults of its text or layout."""
    from prancha.book.book_reading import read_book  # with the reader of Markdown, which no cover needs

    known: Mapping[str, int] = {}
    for _ in range(_PASSES):
        asked: list[str] = []

        def page_of(anchor: str, known: Mapping[str, int] = known, asked: list[str] = asked) -> str:
            asked.append(anchor)
            return str(known.get(anchor, 0) + 1)

        book = read_book(kit.game, kit.lang, page_of, leaflet)
        laid = _Assembly(kit, book, maker, style=style, page_of=page_of).laid()
        found = {anchor: page for anchor, (page, _) in laid.layout.anchors.items()}
        moved = [anchor for anchor in asked if found.get(anchor, -1) != known.get(anchor)]
        if not moved:
            return laid
        known = found
    places = {one.anchor: one.place for one in _headings(book)}
    message = "this heading moves to another page whenever the text names its page"
    hint = "write {{ page_break() }} above it"
    raise Failure([Diagnostic(places[one], CODE, message, hint=hint) for one in dict.fromkeys(moved)])


def lay_out_blocks(kit: DrawnKit, blocks: Sequence[Block], maker: FaceMaker, style: BookStyle) -> LaidBook:
    """Lay out pages of the program's own that are made of blocks, such as a cover; raises Failure."""
    book = Book(kit.lang, kit.game.place.file, tuple(blocks), frozenset())
    return _Assembly(kit, book, maker, style=style, page_of=lambda _: "").laid()


class _Page(Struct):
    """A page as it is put together."""

    marks: list[PageMark] = field(default_factory=list)
    links: list[PageLink] = field(default_factory=list)


class _Assembly:
    """Puts one rulebook together; for one call of `laid`."""

    def __init__(
        self,
        kit: DrawnKit,
        book: Book,
        maker: FaceMaker,
        style: BookStyle,
        page_of: Callable[[str], str],
    ) -> None:
        self._game, self._book, self._maker, self._style = kit.game, book, maker, style
        self._setter = maker.tools.typesetter
        self._root = Tag("Document")
        self._flow = BlockFlow(style, maker.tools, kit, headings_of(book), page_of)
        self._faces: dict[str, Face] = {}
        self._anchors: dict[str, tuple[int, Mm]] = {}
        self._setups: dict[str, tuple[int, Box]] = {}
        self._setter.lengthen(False)

    def laid(self) -> LaidBook:
        """The whole book.  Raises Failure."""
        style, found = self._style, self._flow.found
        strips = self._flow.strips(self._book.blocks, style.column, self._root)
        if not strips and not found:
            place = Place(self._book.file, 1, 1)
            found.append(Diagnostic(place, CODE, "the rulebook is empty", hint="write its rules"))
        filled = list(Filler(strips, style, found).pages()) if not found else []
        if found:
            raise Failure(found)
        made = [self._page(columns, number) for number, columns in enumerate(filled)]
        pages = []
        for number, (first, chapter) in enumerate(self._running_titles(len(made))):
            page = made[number]
            around = self._furniture(number, len(made), first, chapter) if style.templates["page"] else ()
            marks = (*around, *page.marks)
            pages.append(BookPage(style.width, style.height, marks, tuple(page.links)))
        layout = BookLayout(tuple(pages), self._root, self._outline(), self._anchors)
        blocks = tuple(tuple(_blocks(columns)) for columns in filled)
        bottoms = tuple(
            max(one.y + one.strip.height for column in columns for one in column) for columns in filled
        )
        return LaidBook(
            self._book,
            layout,
            faces=tuple(self._faces.values()),
            setups=self._setups,
            blocks=blocks,
            bottoms=bottoms,
        )

    # --- one page

    def _page(self, columns: Sequence[Column], number: int) -> _Page:
        page = _Page()
        columns = list(_with_inner(columns))
        for column in columns:
            for ground, strips in _grounds(column):
                self._ground(page, ground, strips, column)
        contents = numbers_from()
        for column in columns:
            self._parts(page, column, number, contents)
        return page

    def _ground(self, page: _Page, ground: Ground, strips: list[PlacedStrip], column: Column) -> None:
        """Draw an ornament behind the strips that it lies behind in one column."""
        first, last = strips[0], strips[-1]
        top, bottom = first.y, last.y + last.strip.height
        rows = tuple((round(one.y - top, 3), round(one.strip.height, 3), one.strip.mark) for one in strips)
        face = self._maker.page(
            self._style.templates[ground.role],
            round(ground.width, 3),
            round(bottom - top, 3),
            rows=rows,
            begins=first is not column[0] or first.strip.mark == "head",
            colours=dict(self._style.colours),
            **{name: value for name, value in ground.told.items() if name != "colours"},
        )
        self._draw(page, face, first.x + ground.x, top)

    def _parts(self, page: _Page, column: Column, number: int, contents: Iterator[int]) -> None:
        """Draw the parts of a column; letters that are read together are one drawing."""
        group: list[tuple[TextPart, Mm, Mm, Strip]] = []
        for one in column:
            strip = one.strip
            if strip.anchor and not one.repeated:
                self._anchors.setdefault(strip.anchor, (number, one.y))
            if strip.shows:
                key, left, width = strip.shows
                box = one.x + left, one.y, one.x + left + width, one.y + strip.height
                self._setups[key] = number, box
            for part in strip.parts:
                if isinstance(part, FacePart):
                    self._flush(page, group, number, contents)
                    self._picture(page, part, one, number, contents)
                    continue
                last = group[-1][0] if group else None
                apart = part.link or part.alt or one.repeated
                if last is not None and (apart or last.link or last.alt or last.tag is not part.tag):
                    self._flush(page, group, number, contents)
                group.append((part, one.x, one.y, strip))
                if one.repeated:
                    self._flush(page, group, number, contents, repeated=True)
        self._flush(page, group, number, contents)

    def _flush(
        self,
        page: _Page,
        group: list[tuple[TextPart, Mm, Mm, Strip]],
        number: int,
        contents: Iterator[int],
        repeated: bool = False,
    ) -> None:
        """Draw letters as one face, and clear the group."""
        if not group:
            return
        em = max(part.layout.size for part, *_ in group)
        left = min(x + part.x + part.left for part, x, _, _ in group) - em
        top = min(y + part.y for part, _, y, _ in group) - _REACH * em
        right = max(x + part.x + part.left + part.width for part, x, _, _ in group) + em
        bottom = max(y + part.y for part, _, y, _ in group) + em
        inside = "".join(
            self._setter.draw(part.layout, x + part.x - left, y + part.y - top, part.fill)
            for part, x, y, _ in group
        )
        face = frame_face(inside, rectangle(right - left, bottom - top), 0.0, "rulebook", group[0][3].place)
        first = group[0][0]
        if repeated:
            self._draw(page, face, left, top)
        else:
            tag = _child(first)
            self._draw(page, face, left, top, tag=tag, number=number, contents=contents)
            if first.link:
                part, x, y, _ = group[0]
                area = (x + part.x + part.left, y + part.y - 0.95 * em, part.width, 1.25 * em)
                page.links.append(PageLink(*area, first.link, tag))
        group.clear()

    def _picture(
        self, page: _Page, part: FacePart, one: PlacedStrip, number: int, contents: Iterator[int]
    ) -> None:
        """Draw a component cut to its outline, with a hairline around it."""
        x, y, outline = one.x + part.x, one.y + part.y, part.outline
        content = next(contents)
        part.tag.kids.insert(sum(isinstance(kid, tuple) for kid in part.tag.kids), (number, content))
        rim = self._rim(outline, part, one.strip)
        mark = PageMark(
            part.digest or rim.digest,
            x,
            y,
            scale=part.scale,
            clip=(part.clip or outline.ring()) if part.digest else (),
            number=content,
            role=part.tag.role,
            angle=part.angle,
        )
        page.marks.append(mark)
        if part.digest:
            self._draw(page, rim, x, y, scale=part.scale, angle=part.angle)
        else:
            self._faces.setdefault(rim.digest, rim)

    def _rim(self, outline: Outline, part: FacePart, strip: Strip) -> Face:
        """The line around a picture; a blank piece is filled, and the line is darker on a table."""
        colours, laid = self._style.colours, bool(strip.shows)
        width = (_FINE if laid else _HAIRLINE) / part.scale
        colour = mix(colours["ink"], colours["paper"], _LAID if laid else _FAINT)
        fill = "none" if part.digest else colours["tint"]
        path = f"M{' '.join(f'{x:.3f} {y:.3f}' for x, y in part.clip)}Z" if part.clip else outline.path()
        inside = f'<path d="{path}" fill="{fill}" stroke="{colour}" stroke-width="{width:.3f}"/>'
        return frame_face(inside, outline, 1.0, "rulebook", strip.place)

    def _draw(
        self,
        page: _Page,
        face: Face,
        x: Mm,
        y: Mm,
        scale: float = 1.0,
        tag: Tag | None = None,
        number: int = 0,
        contents: Iterator[int] | None = None,
        angle: float = 0.0,
    ) -> None:
        """Add a drawing to a page: an ornament, or content of a tag."""
        self._faces.setdefault(face.digest, face)
        if tag is None or contents is None:
            page.marks.append(PageMark(face.digest, x, y, scale, angle=angle))
            return
        content = next(contents)
        tag.kids.append((number, content))
        page.marks.append(PageMark(face.digest, x, y, scale=scale, clip=(), number=content, role=tag.role))

    # --- what is on every page

    def _furniture(self, number: int, count: int, first: bool, chapter: str) -> list[PageMark]:
        """The running head and the number of a page."""
        style = self._style
        page = _Page()
        size = round(style.body.size * _SMALL, 3)
        face = self._maker.page(
            style.templates["page"],
            style.width,
            style.height,
            bleed=BLEED,
            number=number + 1,
            count=count,
            first=first,
            left=style.is_left(number),
            title=self._shortened(self._game.title, size),
            chapter=self._shortened(chapter, size),
            margin=style.margin,
            foot=style.foot,
            type_size=size,
            bold=style.body.bold,
            rules=words(self._book.lang, "rulebook")["rules"],
            colours=dict(style.colours),
        )
        self._draw(page, face, 0.0, 0.0)
        return page.marks

    def _shortened(self, text: str, size: Pt) -> str:
        """A running head without the last words that its half of a page has no room for."""
        style = self._style
        look = TextLook(size, 1.0, style.body.font, style.body.weight)
        kept = text.split()
        shown = text
        while (
            self._flow.text.width((Inline(shown),), look, Place(self._book.file)) > style.inside / 2 - _APART
        ):
            kept.pop()
            if not kept:
                return ""
            shown = f"{' '.join(kept)}…"
        return shown

    def _running_titles(self, count: int) -> Iterator[tuple[bool, str]]:
        """Yield for each page whether a title opens it, and the heading of the part that it belongs to.

        That is the part at the top of the page, or else the first that begins on it.
        """
        begun = [(*self._anchors[one.anchor], one) for one in _headings(self._book) if one.level < 3]
        for number in range(count):
            here = [(y, one) for page, y, one in begun if page == number]
            at_top = [one for page, _, one in begun if page < number]
            at_top += [one for y, one in here if y < self._style.top + 1.0]
            parts = [*at_top[-1:], *(one for _, one in here)]
            chapter = next((plain(one.words) for one in parts if one.level == 2), "")
            yield any(one.level == 1 for _, one in here), chapter

    def _outline(self) -> tuple[OutlineEntry, ...]:
        """The headings as an outline, whose levels grow by one at a time."""
        found: list[OutlineEntry] = []
        for heading in _headings(self._book):
            page, y = self._anchors[heading.anchor]
            most = found[-1].level + 1 if found else 0
            found.append(OutlineEntry(plain(heading.words), min(heading.level - 1, most), page, y))
        return tuple(found)


def _blocks(columns: Sequence[Column]) -> Iterator[tuple[Box, Place]]:
    """Yield the box of each run of strips from one place, as wide as what is drawn there."""
    for column in columns:
        for place, run in groupby(column, lambda one: one.strip.place):
            strips = list(run)
            sides = [
                (one.x + part.x + left, one.x + part.x + left + wide)
                for one in strips
                for part in one.strip.parts
                for left, wide in [_extent(part)]
            ]
            if sides:
                left, right = min(side[0] for side in sides), max(side[1] for side in sides)
                top, last = strips[0].y, strips[-1]
                yield (left, top, right - left, last.y + last.strip.height - top), place


def _extent(part: TextPart | FacePart) -> tuple[Mm, Mm]:
    """The left edge, from that of a part, and the width of what it shows."""
    if isinstance(part, TextPart):
        return part.left, part.width
    return 0.0, part.outline.width * part.scale


def _headings(book: Book) -> Iterator[Heading]:
    return (block for block in each_block(book.blocks) if isinstance(block, Heading))


def _child(part: TextPart) -> Tag:
    """The tag of a part: that of its text, or a link or figure in it."""
    if part.link:
        last = part.tag.kids[-1] if part.tag.kids else None
        link = last if isinstance(last, Tag) and last.role == "Link" and last.link == part.link else None
        link = link or Tag("Link", part.tag, link=part.link)
        return Tag("Figure", link, alt=part.alt) if part.alt else link
    if part.alt:
        return Tag("Figure", part.tag, alt=part.alt)
    return part.tag


def _with_inner(columns: Iterable[Column]) -> Iterator[Column]:
    """Yield columns, and after each those that its strips hold, at their places on the page."""
    for column in columns:
        yield column
        for one in column:
            yield from _with_inner(
                [replace(inner, x=one.x + inner.x, y=one.y + inner.y) for inner in inside]
                for inside in one.strip.beside
            )


def _grounds(column: Column) -> Iterator[tuple[Ground, list[PlacedStrip]]]:
    """Yield each ornament of a column with the strips it lies behind, those outside first."""
    found: dict[int, tuple[Ground, list[PlacedStrip]]] = {}
    for one in column:
        for ground in one.strip.grounds:
            found.setdefault(id(ground), (ground, []))[1].append(one)
    yield from found.values()
