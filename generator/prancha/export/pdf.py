"""Write sheets to one PDF with ReportLab: each face once, each font once, the same bytes every time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from prancha.export.canvas import SAFE_LAYER, Deflate, Resources, SheetCanvas, deflated
from prancha.export.mark_operators import draw_contours, draw_lines, outline_points, polyline
from prancha.export.metadata import About
from prancha.export.pdf_objects import Raw, digest_raw, face_form, glyph_font, shared_resource
from prancha.export.placement import Boxes, enlarged, face_matrix, outside, page_boxes
from prancha.export.placement import clip as clip_of
from prancha.graphics.fonts import FontBook
from prancha.model.face import Art, Portfolio, Side
from prancha.model.printing import UNMOVED, Flip, Matrix, Press, Printer
from prancha.model.sheet import CutPlan, Placement, Sheet, Stroke
from prancha.model.units import PT_PER_MM, Mm, fine
from prancha.model.units import number as _n
from prancha.system.file_contents import Chunks

BEGIN, END = "/Face BMC q", "\nQ EMC"
"""Tag around a face in the stream of a page, by which readers find it."""
_OF_PAGES, _OF_FACES = ("Properties", "ExtGState", "ColorSpace"), ("Font", "Shading")
"""Kinds of resources that pages name themselves, and those that only faces in them name, beside forms."""
_CLIPPED = " re W n\n"
_PATTERN, _BEGIN, _END = b"/Pattern ", BEGIN.encode(), END.encode()
"""A face with one of these is a form of its own: a pattern lies otherwise in a page than in a form
(ISO 32000-1, 8.7.3.1), and the rest would look as if the face ended there."""


class Page(Protocol):
    """The properties of a page that decide which faces lie on it."""

    @property
    def sheet(self) -> Sheet | None:
        """Its pieces."""

    @property
    def faces(self) -> Sequence[tuple[str, *tuple[float, ...]]]:
        """The faces on it that are no pieces."""


class PlacedFaces:
    """Gives the operators that paint each face; `alone` writes all of them as forms.

    `resources` are what all faces name.  Forms of faces are not among them: a page extracted by another
    program would otherwise bring all of them along.
    """

    def __init__(
        self, arts: Mapping[str, Art], pages: Sequence[Page], resources: Resources, alone: bool
    ) -> None:
        self._arts, self._resources = arts, resources
        counts = Counter(digest for page in pages for digest in faces_on(page))
        self._once = frozenset(digest for digest, count in counts.items() if count == 1 and not alone)
        self._forms: dict[str, tuple[str, Raw]] = {}
        self._here: set[str] = set()
        self._shown: set[str] = set()
        self._within = False

    def page_resources(self) -> Raw:
        """Return what was named since the last page: the shared resources, or those of a page with forms."""
        forms, shown, within = self._here, self._shown, self._within
        self._here, self._shown, self._within = set(), set(), False
        if not forms:
            return self._resources
        listed = self._resources.kinds["XObject"]
        own = Resources("XObject")
        own.kinds["XObject"] = {name: listed[name] for name in shown if name in listed}
        own.kinds["XObject"] |= dict(self._forms[digest] for digest in forms)
        for kind in (*_OF_PAGES, *(_OF_FACES if within else ())):
            own.refer(kind, self._resources)
        return own

    def operators(self, digest: str) -> str:
        """Return what paints a face whose origin is the current one."""
        art = self._arts[digest]
        content = art.content if digest in self._once else None
        if content is not None and not (_PATTERN in content or _BEGIN in content or _END in content):
            left, top, right, bottom = art.box
            box = " ".join(map(fine, (left, top, right - left, bottom - top)))
            painted = content.decode("latin-1")
            # What stands before a Do; what is no name there, in a string, is the name of nothing.
            self._shown.update([part[part.rfind("/") + 1 :] for part in painted.split(" Do")[:-1]])
            self._within = True
            return f"{BEGIN} {box}{_CLIPPED}{painted}{END}"
        return f"/{self._form(digest)} Do"

    def _form(self, digest: str) -> str:
        """Return the name of a face's form."""
        if digest not in self._forms:
            name = f"f{len(self._forms)}"
            assert name not in self._resources.kinds["XObject"], "names of pictures and parts are longer"
            self._forms[digest] = name, face_form(self._arts[digest], self._resources)
        self._here.add(digest)
        return self._forms[digest][0]


def faces_on(page: Page) -> Iterator[str]:
    """Yield the faces on a page, as often as they are painted."""
    for digest, *_ in page.faces:
        yield digest
    if page.sheet is None:
        return
    for placement in (*page.sheet.placements, *page.sheet.backs):
        yield placement.face
        if placement.piece.extended:
            yield placement.face  # and enlarged beneath itself


HINTS: Mapping[Flip, str] = {
    "long": "DuplexFlipLongEdge",
    "short": "DuplexFlipShortEdge",
    "none": "Simplex",
}

Beside = tuple[str, Mm, Mm] | tuple[str, Mm, Mm, float]
"""Digest of a face, where its top-left corner lies, and how many degrees it is turned clockwise about it."""


class PdfPage(Struct, frozen=True):
    """One page to write: a sheet, and faces of the portfolio put over it.

    `faces` are labels, or a cover as large as the page; `words` are what a sheet's label says.
    `plan` says how a front is cut, `strokes` are its outlines for a machine.  `matrix` takes all
    that to what is sent to the printer, which is as large but `upright`, whatever the sheet is.  A back
    that is `apart` is printed on the front of a paper of its own.
    `kind` names a page of the program's own that is no sheet, for the manifest.  The pieces of the sheet are
    drawn `scale` times as large as they are, on a page to look at alone.  `boxes` are the trim and bleed
    box of a page that has others than its sheet.
    """

    width: Mm
    height: Mm
    bookmark: str = ""
    level: int = 0
    sheet: Sheet | None = None
    faces: tuple[Beside, ...] = ()
    plan: CutPlan | None = None
    strokes: tuple[Stroke, ...] = ()
    matrix: Matrix = UNMOVED
    upright: bool = False
    kind: str = ""
    words: str = ""
    apart: bool = False
    scale: float = 1.0
    boxes: Boxes | None = None

    @property
    def size(self) -> tuple[Mm, Mm]:
        """Width and height of what is sent."""
        w, h = self.width, self.height
        return (min(w, h), max(w, h)) if self.upright else (w, h)


Digests = Mapping[str, Mapping[str, str]]
"""By kind (Font, XObject ...) and name: the digest of what content streams call so."""


class WrittenPdf(Struct, frozen=True):
    """A finished file, the digests of all that its content streams name, and the keys of its layers.

    `foreign` are the names of forms that other programs wrote.
    """

    content: Chunks
    digests: Digests
    layers: tuple[str, ...]
    foreign: tuple[str, ...] = ()


def write_pdf(
    pages: Sequence[PdfPage],
    portfolio: Portfolio,
    book: FontBook,
    about: About,
    flip: Flip,
    press: Press | None = None,
) -> bytes:
    """Write a file that no manifest lists, and return its bytes; see `write_listed`."""
    written = write_listed(pages, portfolio, book=book, about=about, flip=flip, press=press)
    return b"".join(written.content)


def write_listed(
    pages: Sequence[PdfPage],
    portfolio: Portfolio,
    book: FontBook,
    about: About,
    flip: Flip,
    show_safe: bool = False,
    press: Press | None = None,
    deflate: Deflate = deflated,
) -> WrittenPdf:
    """Write all pages; return the file with what its manifest lists.  Photographs stay in their files.

    `show_safe` draws trim and safe zone of every piece on a layer of their own.  Where a page has
    `strokes`, the file has a spot colour and a layer for them.  With a `press` it is a file for that; the
    portfolio is then in its inks already (`prancha.export.colour`).  `deflate` may remember the pages of
    earlier builds.  Same input gives the same bytes: no clock, no random, sorted names.
    """
    resources = make_resources(portfolio, book)
    digests = _digests(resources)
    strokes = any(page.strokes for page in pages)
    canvas = SheetCanvas(resources, about, show_safe, strokes, press=press, deflate=deflate)
    # A file for a press must meet its standard object by object.
    faces = PlacedFaces(portfolio.arts, pages, resources, alone=press is not None)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("Duplex", HINTS[flip])
    for page in pages:
        _add_page(canvas, page, faces)
    if any(page.bookmark for page in pages):
        canvas.showOutline()
    content: Chunks = canvas.getpdfdata()
    foreign = tuple(sorted(one.name for one in portfolio.resources if one.foreign))
    return WrittenPdf(content, digests, canvas.layers, foreign)


def _digests(resources: Resources) -> Digests:
    """Return digests by kind and name."""
    return {
        kind: {name: digest_raw(raw) for name, raw in members.items()}
        for kind, members in resources.kinds.items()
        if members
    }


def make_resources(portfolio: Portfolio, book: FontBook) -> Resources:
    """Return the one resource dictionary, which all faces share."""
    resources = Resources("ExtGState", "Font", "Pattern", "Shading", "XObject")
    for key, used in sorted(portfolio.glyphs.items()):
        font = book.font(used.family, used.weight, used.italic)
        resources.kinds["Font"][key] = glyph_font(font, used.texts, used.wider)
    parts: dict[str, Raw] = {}
    masks = {r.name: shared_resource(r, None, resources, parts) for r in portfolio.resources if not r.mask}
    for resource in portfolio.resources:
        raw = masks.get(resource.name) or shared_resource(resource, masks[resource.mask], resources)
        kinds = parts if resource.kind == "Part" else resources.kinds[resource.kind]
        kinds[resource.name] = raw
    return resources


def _add_page(canvas: SheetCanvas, page: PdfPage, faces: PlacedFaces) -> None:
    width, height = page.size
    canvas.setPageSize((width * PT_PER_MM, height * PT_PER_MM))
    _set_boxes(canvas, page)
    if page.bookmark:
        name = f"p{canvas.getPageNumber()}"
        canvas.bookmarkPage(name)
        canvas.addOutlineEntry(page.bookmark, name, page.level)
    _draw_page(canvas, page, faces)
    canvas.page_resources = faces.page_resources()
    canvas.showPage()


def _set_boxes(canvas: SheetCanvas, page: PdfPage) -> None:
    """Set a page's boxes, which ReportLab keeps for the pages that follow."""
    boxes, (width, height) = page.boxes, page.size
    if boxes is None and page.sheet is not None and page.scale == 1.0:
        boxes = page_boxes(page.sheet, page.matrix, width, height)
    whole = (0.0, 0.0, width * PT_PER_MM, height * PT_PER_MM) if canvas.boxed else None
    canvas.set_boxes(whole if boxes is None else boxes.trim, whole if boxes is None else boxes.bleed)


def _draw_page(canvas: SheetCanvas, page: PdfPage, faces: PlacedFaces) -> None:
    if page.matrix != UNMOVED:
        canvas.addLiteral(" ".join(f"{v:.9f}".rstrip("0").rstrip(".") for v in page.matrix) + " cm")
    if page.sheet is not None and page.scale != 1.0:
        canvas.addLiteral(f"q {page.scale:.6f} 0 0 {page.scale:.6f} 0 0 cm")
        for placement in page.sheet.placements:
            _place(canvas, placement, page.sheet, page.sheet.side, faces)
        canvas.addLiteral("Q")
    elif page.sheet is not None:
        for placement in page.sheet.placements:
            _place(canvas, placement, page.sheet, page.sheet.side, faces)
        for placement in page.sheet.backs:
            _place(canvas, placement, page.sheet, "back", faces)
    for digest, x, y, *turn in page.faces:
        angle = math.radians(sum(turn))
        a, b = math.cos(angle), math.sin(angle)
        canvas.addLiteral(f"q {_n(a)} {_n(b)} {_n(-b)} {_n(a)} {_n(x)} {_n(y)} cm")
        canvas.addLiteral(faces.operators(digest))
        canvas.addLiteral("Q")
    if page.sheet is not None:
        draw_lines(canvas, page.sheet)
        if page.strokes:
            draw_contours(canvas, page.sheet, page.strokes)
        if canvas.show_safe:
            _draw_safe(canvas, page.sheet)


def _place(canvas: SheetCanvas, placement: Placement, sheet: Sheet, side: Side, faces: PlacedFaces) -> None:
    """Paint one face: moved, turned about its centre, and clipped to what may show."""
    piece = placement.piece
    window = ""
    if sheet.window is not None:
        w = sheet.window
        window = f"{_n(w.x)} {_n(w.y)} {_n(w.width)} {_n(w.height)} re W n "
    matrix, clip = window + _matrix(placement), clip_of(placement)
    if piece.extended and max(placement.outsets) > 0:
        canvas.addLiteral(f"/Artifact BMC q {matrix} {clip} {outside(placement)} {enlarged(placement)}")
        canvas.addLiteral(faces.operators(placement.face))
        canvas.addLiteral("Q EMC")
        clip = "" if placement.outline.is_box else polyline(placement.outline.polygon()) + " h W n"
    # Names each piece in the file itself, so that a reader can count what was designed.
    canvas.addLiteral(f"/Piece <</Item ({piece.item}) /Copy {piece.copy} /Side /{side}>> BDC q")
    canvas.addLiteral(f"{matrix} {clip}" if clip else matrix)
    canvas.addLiteral(faces.operators(placement.face))
    canvas.addLiteral("Q EMC")


def _matrix(placement: Placement) -> str:
    """Return the operator from the face's origin, its trim box's top-left corner, to the sheet."""
    return " ".join(map(_n, face_matrix(placement.lie))) + " cm"


def _draw_safe(canvas: SheetCanvas, sheet: Sheet) -> None:
    """Draw trim and safe zone of every piece, on a layer of their own."""
    canvas.addLiteral(f"/OC /{SAFE_LAYER} BDC q")
    if sheet.window is not None:
        w = sheet.window
        canvas.addLiteral(f"{_n(w.x)} {_n(w.y)} {_n(w.width)} {_n(w.height)} re W n")
    for placement in (*sheet.placements, *sheet.backs):
        outline = placement.outline
        trim = polyline(outline_points(outline, 0.0))
        safe = polyline(outline_points(outline, -placement.piece.safe))
        canvas.addLiteral(
            f"q {_matrix(placement)} 0.1 w 1 0 1 RG {trim} h S 0 0.6 0.2 RG [0.8 0.5] 0 d {safe} h S Q"
        )
    canvas.addLiteral("Q EMC")


def pages_for(printer: Printer | None, pages: Sequence[PdfPage], backs: bool = False) -> list[PdfPage]:
    """Return `pages` as they are sent to `printer`; with `backs` all of them are backs.

    Otherwise a page is a back when its sheet says so and it has no paper of its own.
    """
    if printer is None:
        return list(pages)
    made = []
    for page in pages:
        back = backs or (page.sheet is not None and page.sheet.side == "back" and not page.apart)
        matrix = printer.makes_up(page.width, page.height, "back" if back else "front")
        made.append(replace(page, matrix=matrix, upright=True))
    return made
