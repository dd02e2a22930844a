"""Write a rulebook as PDF: pages for the screen with links, outline and structure, or sheets to fold."""

from __future__ import annotations

import math
from collections.abc import Sequence

from prancha.export.canvas import SheetCanvas
from prancha.export.mark_operators import polyline
from prancha.export.metadata import About
from prancha.export.pdf import HINTS, PlacedFaces, make_resources
from prancha.export.pdf_objects import Raw
from prancha.graphics.fonts import FontBook
from prancha.model.face import Portfolio
from prancha.model.rulebook import BookLayout, BookPage, ImposedSide, PageMark, Tag
from prancha.model.units import PT_PER_MM, Mm
from prancha.model.units import number as _n
from prancha.system.file_contents import Chunks

_STANDARD = frozenset(
    "Document Div BlockQuote Caption TOC TOCI P H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD Span Note"
    " Link Figure".split()
)
"""Roles that PDF knows (ISO 32000-1, 14.8.4)."""
_ABOVE: Mm = 2.0
"""How much of the page shows above a heading that a link or the outline leads to."""


def write_book(
    layout: BookLayout, portfolio: Portfolio, book: FontBook, about: About, rtl: bool = False
) -> Chunks:
    """Write the pages of a rulebook for the screen; the same input gives the same bytes.

    Viewers show page 2 at the right of page 3 with `rtl`.
    """
    resources = make_resources(portfolio, book)
    canvas = SheetCanvas(resources, about, show_safe=False, cut_contour=False)
    faces = PlacedFaces(portfolio.arts, layout.pages, resources, alone=False)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if rtl:
        canvas.setViewerPreference("Direction", "R2L")
    tree = _Tree(layout)
    for number, page in enumerate(layout.pages):
        canvas.setPageSize((page.width * PT_PER_MM, page.height * PT_PER_MM))
        for index, entry in enumerate(layout.outline):
            if entry.page == number:
                canvas.bookmarkPage(f"h{index}", fit="XYZ", left=0, top=_top(entry.y, page))
                canvas.addOutlineEntry(entry.text, f"h{index}", entry.level)
        for mark in page.marks:
            _draw(canvas, mark, faces)
        tree.begin_page(canvas, number, page)
        canvas.page_resources = faces.page_resources()
        canvas.showPage()
    canvas.showOutline()
    tree.finish(canvas)
    canvas.set_in_catalogue(StructTreeRoot=tree.root, MarkInfo="<< /Marked true >>", PageMode="/UseOutlines")
    content: Chunks = canvas.getpdfdata()
    return content


def write_sides(
    sides: Sequence[ImposedSide],
    pages: Sequence[BookPage],
    portfolio: Portfolio,
    book: FontBook,
    about: About,
) -> Chunks:
    """Write sheets of imposed pages, which printers turn about their short edge."""
    resources = make_resources(portfolio, book)
    canvas = SheetCanvas(resources, about, show_safe=False, cut_contour=False)
    shown = [pages[index] for side in sides for index, *_ in side.spots]
    faces = PlacedFaces(portfolio.arts, shown, resources, alone=False)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("Duplex", HINTS["short"])
    for side in sides:
        canvas.setPageSize((side.width * PT_PER_MM, side.height * PT_PER_MM))
        for index, x, y in side.spots:
            page = pages[index]
            canvas.addLiteral(f"/BookPage <</Number {index + 1}>> BDC q 1 0 0 1 {_n(x)} {_n(y)} cm")
            if side.folded:
                left, width = _shown(side, x, page.width)
                canvas.addLiteral(f"{_n(left - x)} 0 {_n(width)} {_n(page.height)} re W n")
            for mark in page.marks:
                _draw(canvas, mark, faces, tagged=False)
            canvas.addLiteral("Q EMC")
        lines = " ".join(f"{_n(x1)} {_n(y1)} m {_n(x2)} {_n(y2)} l" for x1, y1, x2, y2 in side.marks)
        if lines:
            canvas.addLiteral(f"/Artifact BMC q 0.45 G 0.15 w {lines} S Q EMC")
        canvas.page_resources = faces.page_resources()
        canvas.showPage()
    content: Chunks = canvas.getpdfdata()
    return content


def _shown(side: ImposedSide, x: Mm, width: Mm) -> tuple[Mm, Mm]:
    """Left edge and width of the half of a sheet that shows a page: creep must not push it over the fold."""
    middle = side.width / 2
    centre = x + width / 2
    left, right = (x, min(x + width, middle)) if centre < middle else (max(x, middle), x + width)
    return left, right - left


def _draw(canvas: SheetCanvas, mark: PageMark, faces: PlacedFaces, tagged: bool = True) -> None:
    """Draw one mark, as content of its tag or as an ornament."""
    if tagged:
        content = f"/{mark.role} <</MCID {mark.number}>> BDC" if mark.number >= 0 else "/Artifact BMC"
        canvas.addLiteral(content)
    scale = _n(mark.scale) if mark.scale == 1.0 else f"{mark.scale:.6f}"
    turned = f"{scale} 0 0 {scale}"
    if mark.angle:
        angle = math.radians(mark.angle)
        cos, sin = mark.scale * math.cos(angle), mark.scale * math.sin(angle)
        turned = f"{cos:.6f} {sin:.6f} {-sin:.6f} {cos:.6f}"
    canvas.addLiteral(f"q {turned} {_n(mark.x)} {_n(mark.y)} cm")
    if mark.clip:
        canvas.addLiteral(f"{polyline(mark.clip)} h W n")
    canvas.addLiteral(faces.operators(mark.digest))
    canvas.addLiteral("Q EMC" if tagged else "Q")


class _Tree:
    """The structure tree: an object for each tag that has content, and which marked content belongs to it."""

    def __init__(self, layout: BookLayout) -> None:
        self._layout = layout
        self._objects: dict[int, Raw] = {}
        self._tags = [tag for tag in layout.root.walk() if _has_content(tag)]
        for tag in self._tags:
            self._objects[id(tag)] = Raw("")
        self.root = Raw("/Type /StructTreeRoot", K=self._objects[id(layout.root)])
        self._owners: list[dict[int, Tag]] = [{} for _ in layout.pages]
        for tag in self._tags:
            for kid in tag.kids:
                if not isinstance(kid, Tag):
                    self._owners[kid[0]][kid[1]] = tag
        self._links: list[tuple[Raw, Tag]] = []
        self._places: dict[int, list[tuple[int, Raw]]] = {}

    def begin_page(self, canvas: SheetCanvas, number: int, page: BookPage) -> None:
        """Add to a page its key in the tree and its links."""
        entries = f" /StructParents {number} /Tabs /S"
        if page.links:
            names = []
            for link in page.links:
                key = len(self._layout.pages) + len(self._links)
                area = _rectangle(link.x, link.y, link.width, link.height, page)
                shown = f"/Rect {area} /Border [0 0 0] /F 4 /StructParent {key}"
                raw = Raw(f"/Type /Annot /Subtype /Link {shown}")
                self._links.append((raw, link.tag))
                self._places.setdefault(id(link.tag), []).append((number, raw))
                names.append(f"@l{key}")
                canvas.page_parts[f"l{key}"] = raw
            entries += f" /Annots [{' '.join(names)}]"
        canvas.page_entries = entries

    def finish(self, canvas: SheetCanvas) -> None:
        """Fill in all objects, now that the pages are there."""
        pages = canvas.written
        for raw, tag in self._links:
            self._aim(raw, tag, pages)
        for tag in self._tags:
            self._fill(tag, pages)
        parts: dict[str, Raw] = {}
        numbers = []
        for number, owners in enumerate(self._owners):
            listed = []
            for content in range(max(owners, default=-1) + 1):
                tag = owners[content]
                parts[f"t{id(tag)}"] = self._objects[id(tag)]
                listed.append(f"@t{id(tag)}")
            numbers.append(f"{number} [{' '.join(listed)}]")
        for key, (_, tag) in enumerate(self._links, len(pages)):
            parts[f"t{id(tag)}"] = self._objects[id(tag)]
            numbers.append(f"{key} @t{id(tag)}")
        self.root.references = {
            **self.root.references,
            "ParentTree": Raw(f"/Nums [{' '.join(numbers)}]", parts=parts),
        }
        self.root.entries += f" /ParentTreeNextKey {len(pages) + len(self._links)}"

    def _aim(self, raw: Raw, tag: Tag, pages: Sequence[Raw]) -> None:
        """Say where a link leads: to an address, or to a heading."""
        target = tag.link
        words = _text("".join(icon.alt for icon in tag.walk()) or target)
        if target.startswith("#"):
            page, y = self._layout.anchors[target[1:]]
            top = _top(y, self._layout.pages[page])
            raw.entries += f" /Dest [@page /XYZ 0 {top:.2f} null] /Contents {words}"
            raw.parts = {"page": pages[page]}
        else:
            # Addresses are ASCII; hexadecimal digits hold no @, which would name an object.
            address = target.encode("ascii").hex().upper()
            raw.entries += f" /A <</S /URI /URI <{address}>>> /Contents {words}"

    def _fill(self, tag: Tag, pages: Sequence[Raw]) -> None:
        raw = self._objects[id(tag)]
        parts: dict[str, Raw] = {}
        kids = []
        own = [kid for kid in tag.kids if not isinstance(kid, Tag)]
        first = own[0][0] if own else None
        for number, kid in enumerate(tag.kids):
            if isinstance(kid, Tag):
                if id(kid) in self._objects:
                    parts[f"k{number}"] = self._objects[id(kid)]
                    kids.append(f"@k{number}")
            elif kid[0] == first:
                kids.append(str(kid[1]))
            else:
                parts[f"p{kid[0]}"] = pages[kid[0]]
                kids.append(f"<</Type /MCR /Pg @p{kid[0]} /MCID {kid[1]}>>")
        for number, (on, place) in enumerate(self._places.get(id(tag), ())):
            parts |= {f"a{number}": place, f"p{on}": pages[on]}
            kids.append(f"<</Type /OBJR /Pg @p{on} /Obj @a{number}>>")
        if first is not None:
            parts["pg"] = pages[first]
        parent = self.root if tag.parent is None else self._objects[id(tag.parent)]
        parts["up"] = parent
        assert tag.role in _STANDARD, tag.role
        entries = f"/Type /StructElem /S /{tag.role} /P @up /K [{' '.join(kids)}]"
        entries += " /Pg @pg" if first is not None else ""
        entries += f" /Alt {_text(tag.alt)}" if tag.alt else ""
        entries += " /A <</O /Table /Scope /Column>>" if tag.head else ""
        raw.entries, raw.parts = entries, parts


def _has_content(tag: Tag) -> bool:
    return any(not isinstance(kid, Tag) or _has_content(kid) for kid in tag.kids)


def _text(text: str) -> str:
    """A text as PDF source, in hexadecimal digits of UTF-16: an @ in it would name an object."""
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def _top(y: Mm, page: BookPage) -> float:
    """The place in pt from the foot of a page to show so that a heading at `y` stands a little below it."""
    return (page.height - max(0.0, y - _ABOVE)) * PT_PER_MM


def _rectangle(x: Mm, y: Mm, width: Mm, height: Mm, page: BookPage) -> str:
    k = PT_PER_MM
    corners = (x * k, (page.height - y - height) * k, (x + width) * k, (page.height - y) * k)
    return "[" + " ".join(f"{value:.2f}" for value in corners) + "]"
