"""Blocks of a rulebook as strips: headings, paragraphs, lists, boxes, contents; pictures and tables apart."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from prancha.book.book_blocks import (
    Block,
    Box,
    Columns,
    Contents,
    Heading,
    Inline,
    Listing,
    Ornament,
    PageBreak,
    Paragraph,
    Pictures,
    Rule,
    SetupPicture,
    Table,
    plain,
)
from prancha.book.book_style import BookStyle, TextLook
from prancha.book.picture_strips import beside, picture_strips
from prancha.book.setup_pictures import DrawnKit, SetupPictures
from prancha.book.side_notes import hang_notes
from prancha.book.strips import Ground, Strip, column_of, stacked
from prancha.book.table_strips import table_strips
from prancha.book.text_strips import KEPT, TextFlow
from prancha.faces.drawing_tools import DrawingTools
from prancha.model.diagnostic import Diagnostic
from prancha.model.rulebook import Tag
from prancha.model.units import PT_PER_MM, Mm

_BULLET = "•"
_WHOLE = 0.6
"""Boxes up to this share of a column are not broken."""


class BlockFlow:
    """Turns blocks into strips in a column; faults are collected in `found`.

    `kit` has what pictures show, `headings` what contents list, `page_of` the number of the page of an
    anchor as far as it is known.
    """

    def __init__(
        self,
        style: BookStyle,
        tools: DrawingTools,
        kit: DrawnKit,
        headings: Sequence[Heading],
        page_of: Callable[[str], str],
    ) -> None:
        self.style, self.found = style, list[Diagnostic]()
        self.text = TextFlow(tools, style.colours["accent"], self.found)
        self._faces, self._headings, self._page_of = kit.fronts, headings, page_of
        self._setups = SetupPictures(kit, style, self.text, self.found)
        self._opens = False
        self._titled = False
        self._chapters = 0

    def strips(
        self, blocks: Iterable[Block], width: Mm, tag: Tag, x: Mm = 0.0, look: TextLook | None = None
    ) -> list[Strip]:
        """The strips of some blocks, `width` wide from `x`, below each other."""
        found: list[Strip] = []
        notes: list[tuple[int, list[Strip]]] = []
        beside = bool(self.style.notes) and look is None
        look = look or self.style.body
        before: Block | None = None
        waiting = deque(blocks)
        level = 0
        while waiting:
            block = waiting.popleft()
            if isinstance(block, PageBreak):
                self._opens = True
                continue
            if beside and isinstance(block, Box) and block.kind == "aside":
                note = self._box(block, self.style.notes, tag, 0.0)
                if note:
                    below_title = bool(found) and found[level].whole
                    notes.append((len(found) if below_title else level, note))
                continue
            made: list[Strip] = []
            after = waiting[0] if waiting else None
            if isinstance(before, Heading) and isinstance(block, Pictures) and isinstance(after, Paragraph):
                made = self._side_by_side(block, after, width, tag=tag, x=x, look=look)
            if made:
                block = waiting.popleft()
            else:
                made = self._block(block, width, tag, x, look)
            if not made:
                continue
            first = made[0]
            if before is not None:
                first = replace(first, before=max(first.before, self._space(before, block)))
            told = isinstance(before, Paragraph) and (
                isinstance(block, Pictures | SetupPicture | Columns) or plain(before.words).endswith(":")
            )
            if isinstance(before, Heading) or told:
                first = replace(first, kept=True)
            if self._opens:
                first = replace(first, opens=True, kept=False)
                self._opens = False
            if not first.whole:
                level = len(found)
            found += [first, *made[1:]]
            before = block
        if not notes:
            return found
        return hang_notes(found or [Strip(0.0, (), notes[0][1][0].place)], notes, self.style.body.line)

    def _side_by_side(
        self, block: Pictures, text: Paragraph, width: Mm, tag: Tag, x: Mm, look: TextLook
    ) -> list[Strip]:
        """A small picture and the text about it beside it; nothing where the text is longer than that."""
        own = Tag("Div")
        found = beside(block, width, own, x, self._faces)
        if found is None:
            return []
        picture, room, high = found
        beside_it = x + room
        if self.style.rtl:
            picture, beside_it = replace(picture, x=x + width - picture.outline.width * picture.scale), x
        lines = self.text.lines(
            text.words, width - room, look, tag=Tag("P", own), place=text.place, x=beside_it
        )
        if not lines or sum(height for height, _ in lines) > high:
            return []
        own.parent = tag
        tag.kids.append(own)
        return [Strip(high, (picture, *stacked(lines)), block.place)]

    def _space(self, before: Block, block: Block) -> Mm:
        """The space between two blocks."""
        space = self.style.space
        if isinstance(block, Heading):
            return self.style.heads[block.level].line * (0.9 if block.level < 3 else 0.75)
        if isinstance(before, Heading):
            ruled = before.level == 2 and "section" in self.style.templates
            return space * (0.7 if before.level > 1 and not ruled else 1.6)
        if isinstance(before, Paragraph) and before.look == "label":
            return space * 0.2
        apart = Box | Table | Pictures | SetupPicture | Rule | Columns | Ornament
        if isinstance(before, apart) or isinstance(block, apart):
            return space * 1.7
        return space

    def _block(self, block: Block, width: Mm, tag: Tag, x: Mm, look: TextLook) -> list[Strip]:
        style = self.style
        if isinstance(block, Heading):
            return self._heading(block, width, tag, x)
        if isinstance(block, Paragraph):
            look = style.looks.get(block.look, look)
            return self.text.strips(block.words, width, look, tag=Tag("P", tag), place=block.place, x=x)
        if isinstance(block, Listing):
            return self._list(block, width, tag, x, look)
        if isinstance(block, Box):
            return self._box(block, width, tag, x)
        if isinstance(block, Pictures):
            return picture_strips(block, width, tag, x=x, faces=self._faces, text=self.text, style=style)
        if isinstance(block, SetupPicture):
            return self._setups.strips(block, width, tag, x)
        if isinstance(block, Table):
            return table_strips(
                block, width, tag, x=x, text=self.text, style=style, look=look, found=self.found
            )
        if isinstance(block, Contents):
            return self._contents(block, width, tag, x)
        if isinstance(block, Columns):
            return self._columns(block, width, tag, x)
        if isinstance(block, Ornament):
            drawn = Ground(block.role, x, width, block.told)
            return [Strip(block.height, (), block.place, grounds=(drawn,), mark=block.role)]
        assert isinstance(block, Rule)
        ground = Ground("box", x, width, {"kind": "rule", "colours": style.colours})
        return [Strip(1.2, (), block.place, grounds=(ground,), mark="rule")]

    def _heading(self, block: Heading, width: Mm, tag: Tag, x: Mm) -> list[Strip]:
        """A heading, kept with what follows; the first of level 1 opens the book across its columns."""
        style = self.style
        title = block.level == 1
        if title:
            width, x = style.inside, 0.0
        made = self.text.strips(
            block.words,
            width,
            style.heads[block.level],
            tag=Tag(f"H{block.level}", tag),
            place=block.place,
            x=x,
        )
        if not made:
            return []
        made = [made[0], *(replace(strip, kept=True) for strip in made[1:])]
        made[0] = replace(made[0], anchor=block.anchor)
        if title:
            ground = Ground("title", 0.0, style.inside, {"first": not self._titled})
            pad = Strip(style.body.line * 0.5, (), block.place, kept=True)
            made = [*made, pad]
            made = [replace(one, whole=True, grounds=(ground,)) for one in made]
            made[0] = replace(made[0], opens=True)
            self._titled = True
        elif block.level == 2 and "section" in style.templates:
            ground = Ground("section", x, width, {})
            made = [replace(one, grounds=(ground,)) for one in made]
        elif block.level == 2:
            self._chapters += 1
            if "chapter" in style.templates:
                ground = Ground("chapter", x, width, {"number": self._chapters})
                edge = Strip(style.body.line * 0.4, (), block.place)
                above = replace(edge, anchor=block.anchor)
                made[0] = replace(made[0], anchor="", kept=True)
                made = [above, *made, replace(edge, kept=True)]
                made = [replace(one, grounds=(ground,)) for one in made]
        return made

    def _columns(self, block: Columns, width: Mm, tag: Tag, x: Mm) -> list[Strip]:
        """One strip that holds the columns, as high as the highest of them."""
        room = width - block.gap * (len(block.columns) - 1)
        columns, left = [], x
        for blocks, share in zip(block.columns, block.shares, strict=True):
            wide = room * share / sum(block.shares)
            columns.append(column_of(self.strips(blocks, wide, tag), left))
            left += wide + block.gap
        high = max((column[-1].y + column[-1].strip.height for column in columns if column), default=0.0)
        return [Strip(high, (), block.place, beside=tuple(columns))] if high else []

    def _list(self, block: Listing, width: Mm, tag: Tag, x: Mm, look: TextLook) -> list[Strip]:
        """Entries with their bullets or numbers, which hang in an indent as wide as the widest.

        Two entries at least stay together at the foot of a column, and at the head of the next.
        """
        em = look.size / PT_PER_MM
        labels = [
            Inline(_BULLET if block.start is None else f"{block.start + k}.")
            for k in range(len(block.entries))
        ]
        labels = [Inline(icon=name) for name in block.icons] or labels
        bold = replace(look.strong, fill=self.style.colours["accent"])
        marks = look if block.start is None else bold
        indent = max(self.text.width((label,), marks, block.place) for label in labels) + 0.45 * em
        listed = Tag("L", tag)
        found: list[Strip] = []
        for number, (label, entry) in enumerate(zip(labels, block.entries, strict=True)):
            item = Tag("LI", listed)
            own = self.text.lines((label,), width, bold, tag=Tag("Lbl", item), place=block.place, x=x)
            at = x if self.style.rtl else x + indent
            made = self.strips(entry, width - indent, Tag("LBody", item), at, look)
            if not made:
                continue
            first = made[0]
            made[0] = replace(first, parts=(*(part for _, line in own[:1] for part in line), *first.parts))
            if number:
                space = self.style.space * (0.45 if len(entry) == 1 else 0.8)
                made[0] = replace(made[0], before=space, kept=number in (1, len(labels) - 1))
            found += made
        return found

    def _box(self, block: Box, width: Mm, tag: Tag, x: Mm) -> list[Strip]:
        """Blocks on a ground of their own; a small box stays on one page."""
        style = self.style
        pad = style.body.line * 0.62
        left = pad * (1.25 if block.kind in ("aside", "quote") else 1.1)
        look = style.body
        if block.kind in ("aside", "example"):
            look = replace(look, size=look.size * 0.95)
        role = {"aside": "Note", "note": "Note", "quote": "BlockQuote"}.get(block.kind, "Div")
        at = x + (pad if style.rtl else left)
        inner = self.strips(block.blocks, width - left - pad, Tag(role, tag), at, look)
        if not inner:
            return []
        ground = Ground("box", x, width, {"kind": block.kind})
        edge = Strip(pad, (), block.place)
        inner[0] = replace(inner[0], kept=True)
        made = [edge, *inner, replace(edge, kept=True)]
        height = sum(strip.height + strip.before for strip in made)
        if height <= _WHOLE * (style.bottom - style.top):
            made[1:] = [replace(strip, kept=True) for strip in made[1:]]
        return [replace(strip, grounds=(ground, *strip.grounds)) for strip in made]

    def _contents(self, block: Contents, width: Mm, tag: Tag, x: Mm) -> list[Strip]:
        """The headings, each with the number of its page at the right."""
        style = self.style
        listed = Tag("TOC", tag)
        found: list[Strip] = []
        top = min((one.level for one in self._headings), default=1)
        for heading in self._headings:
            if heading.level > block.depth:
                continue
            item = Tag("TOCI", listed)
            link = f"#{heading.anchor}"
            indent = (heading.level - top) * style.body.line * 0.9
            look = style.body if heading.level > top else style.body.strong
            words = tuple(replace(one, link=link, bold=False) for one in heading.words)
            room = 3 * style.body.line
            at, end = (x + room, x) if style.rtl else (x + indent, x + width - room)
            made = self.text.strips(words, width - indent - room, look, tag=item, place=block.place, x=at)
            page = (Inline(self._page_of(heading.anchor), link=link),)
            outer = replace(style.body, align="end")
            numbers = self.text.lines(page, room, outer, tag=item, place=block.place, x=end)
            if made and numbers:
                last = made[-1]
                made[-1] = replace(last, parts=(*last.parts, *numbers[0][1]))
            found += made
        count = len(found)
        return [replace(one, kept=k > 0 and (k < KEPT or k > count - KEPT)) for k, one in enumerate(found)]
