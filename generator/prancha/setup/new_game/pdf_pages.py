"""The pages and layers of somebody else's PDF: opened with caution, measured in mm, and drawn.

Positions are in mm from the top left corner of the page as readers show it: cropped and turned.
"""

from __future__ import annotations

import ctypes
import io
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
from msgspec import Struct
from PIL import Image
from pypdfium2 import raw

from prancha.export.pixels_and_bytes import Raster
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, Point, bounds, intersect
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.units import MM_PER_INCH, PT_PER_MM, Mm
from prancha.system import limits

MAX_BYTES = 200_000_000
MAX_PAGES = 1_000
MAX_SIDE: Mm = 1_500.0
"""mm of a page: the longer side of A0 is 1,189."""
_MAX_OBJECTS = 200_000
"""Objects of a file that are looked at for scripts, and marks of a page."""
_MAX_SEGMENTS = 1_000
"""Segments of a path; what has more is a drawing."""
_MAX_DEPTH = 4
"""Forms within forms in which marks are looked for."""
_UNSEEN = ("/Link", "/Popup")
"""Kinds of notes that are not printed."""
_STREAM = re.compile(r"stream <[^>]*>(?: \([^)]*\))?: ")
_STRAIGHT: Mm = 0.05
_MAX_PIXELS = 40_000_000

Line = tuple[Mm, Mm, Mm]
"""Where a straight line stands across its direction, where it begins and where it ends."""


class PageMarks(Struct, frozen=True):
    """What a page is made of: its size and trim box, upright and level lines, pictures and rectangles."""

    number: int
    width: Mm
    height: Mm
    trim: Box
    upright: tuple[Line, ...] = ()
    level: tuple[Line, ...] = ()
    boxes: tuple[Box, ...] = ()


def refuse_pdf(path: Path, page: int, message: str, hint: str) -> Failure:
    """Return the Failure of a PDF that cannot be taken apart, at `page` (0: all of it)."""
    place = Place(f"{path.as_posix()}, page {page}" if page else path.as_posix())
    return Failure([Diagnostic(place, "bad-pdf", message, hint=hint)])


class PdfPages(ExitStack):
    """A PDF that was opened; use as a context.  Raises Failure for one that means or does harm."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        logging.getLogger("pikepdf").setLevel(logging.CRITICAL)  # it prints what is told here in a line
        self.noted: list[int] = []
        """Pages with notes or form fields, which are no part of what a page draws."""
        data = self._read()
        with limits.reading(str(path), len(data)):
            self._examine(data)
            try:
                self._document: Any = pypdfium2.PdfDocument(data)
            except pypdfium2.PdfiumError as problem:
                raise self._damaged(0, problem) from None
        self.callback(self._document.close)
        self._raster, self.data = self.enter_context(Raster(data)), data
        self.count: int = len(self._document)

    def _read(self) -> bytes:
        if not self.path.is_file():
            raise refuse_pdf(self.path, 0, "there is no such file", "check its name and folder")
        size = self.path.stat().st_size
        if size > MAX_BYTES:
            message = (
                f"the file has {size / 1e6:.0f} MB, and at most {MAX_BYTES / 1e6:.0f} can be taken apart"
            )
            raise refuse_pdf(self.path, 0, message, "save some of its pages as a PDF of their own")
        return self.path.read_bytes()

    def _damaged(self, page: int, problem: Exception) -> Failure:
        reason = _STREAM.sub("", str(problem)).split("\n")[0]
        if "bad_alloc" in reason:
            reason = "its content grows beyond all memory"
        message = f"{'the page' if page else 'the file'} is damaged: {reason}"
        return refuse_pdf(
            self.path, page, message, "save or download it anew; a program may print it to a PDF"
        )

    def _examine(self, data: bytes) -> None:
        """Refuse passwords, scripts, units of a page's own, and streams that cannot be read."""
        page = 0
        try:
            with pikepdf.open(io.BytesIO(data)) as document:
                if not 1 <= len(document.pages) <= MAX_PAGES:
                    message = f"the file has {len(document.pages)} pages, expected 1 to {MAX_PAGES}"
                    raise refuse_pdf(self.path, 0, message, "save those with cards as a PDF of their own")
                self._refuse_scripts(document)
                form: Any = document.Root.get("/AcroForm", pikepdf.Dictionary())
                if "/XFA" in form:
                    message = "the file is a form (XFA) that few programs show"
                    raise refuse_pdf(
                        self.path, 0, message, "print it to a PDF with the program that shows it"
                    )
                for page, one in enumerate(document.pages, 1):
                    if any(str(note.get("/Subtype")) not in _UNSEEN for note in one.obj.get("/Annots", ())):
                        self.noted.append(page)
                    if float(one.obj.get("/UserUnit", 1)) != 1:
                        message = "the page counts in units of its own, which readers understand differently"
                        raise refuse_pdf(self.path, page, message, "print it to a PDF with another program")
                    content = one.obj.get("/Contents", ())
                    for part in content if isinstance(content, pikepdf.Array) else (content,):
                        if isinstance(part, pikepdf.Stream):
                            part.read_bytes()
        except pikepdf.PasswordError:
            message = "the file is locked with a password"
            hint = "open it with the password, and print it to a PDF without one"
            raise refuse_pdf(self.path, 0, message, hint) from None
        except (pikepdf.PdfError, TypeError, ValueError) as problem:
            raise self._damaged(page, problem) from None

    def _refuse_scripts(self, document: pikepdf.Pdf) -> None:
        for number, thing in enumerate(document.objects):
            if number > _MAX_OBJECTS:
                message = f"the file has more than {_MAX_OBJECTS} parts"
                raise refuse_pdf(self.path, 0, message, "save some of its pages as a PDF of their own")
            parts = (
                [thing, *(thing.get(key) for key in ("/A", "/OpenAction") if key in thing)]
                if isinstance(thing, pikepdf.Dictionary)
                else ()
            )
            if any(isinstance(one, pikepdf.Dictionary) and "/JS" in one for one in parts):
                message = "the file holds a script, which a deck of cards does not need"
                raise refuse_pdf(self.path, 0, message, "print it to a new PDF, which leaves scripts behind")

    def marks(self, number: int) -> PageMarks:
        """Return what the page `number`, from 1, is made of."""
        place = f"{self.path.as_posix()}, page {number}"
        with limits.work_on(place, what="looking for its grid"):
            page = self._page(number)
            try:
                width, height = (side / PT_PER_MM for side in page.get_size())
                if max(width, height) > MAX_SIDE:
                    message = f"the page is {width:.0f} x {height:.0f} mm, expected at most {MAX_SIDE:.0f}"
                    hint = "print it to a PDF of a smaller paper, or choose others with --pages"
                    raise refuse_pdf(self.path, number, message, hint)
                return _read_marks(page, number, width, height)
            finally:
                page.close()

    def draw(self, number: int, box: Box, size: tuple[int, int]) -> Image.Image:
        """Draw the part `box` of a page, an RGB picture of `size`."""
        with limits.work_on(f"{self.path.as_posix()}, page {number}", what="drawing its faces"):
            return self._raster.draw(number - 1, box, size)

    def draw_whole(self, page: PageMarks, dpi: float) -> tuple[Image.Image, float]:
        """Draw a page, with at most `dpi`; returns the picture and its resolution."""
        area = page.width * page.height / MM_PER_INCH**2
        dpi = min(dpi, (_MAX_PIXELS / area) ** 0.5)
        size = [max(1, round(side * dpi / MM_PER_INCH)) for side in (page.width, page.height)]
        box = (0.0, 0.0, size[0] * MM_PER_INCH / dpi, size[1] * MM_PER_INCH / dpi)
        return self.draw(page.number, box, (size[0], size[1])), dpi

    def _page(self, number: int) -> Any:
        try:
            return self._document[number - 1]
        except pypdfium2.PdfiumError as problem:
            raise self._damaged(number, problem) from None


def _read_marks(page: Any, number: int, width: Mm, height: Mm) -> PageMarks:
    shown = _shown(page)
    left, bottom, right, top = page.get_trimbox()
    trim = intersect(bounds(map(shown, ((left, bottom), (right, top)))), (0.0, 0.0, width, height))
    upright: list[Line] = []
    level: list[Line] = []
    boxes: list[Box] = []
    for count, points in enumerate(_outlines(page)):
        if count > _MAX_OBJECTS:
            break
        box = bounds(map(shown, points))
        left, top, right, bottom = box
        if right - left > _STRAIGHT * 12 and bottom - top > _STRAIGHT * 12:
            boxes.append(box)
        elif bottom - top > max(right - left, 0.5):
            upright.append(((left + right) / 2, top, bottom))
        elif right - left > max(bottom - top, 0.5):
            level.append(((top + bottom) / 2, left, right))
    return PageMarks(
        number, width, height, trim=trim, upright=tuple(upright), level=tuple(level), boxes=tuple(boxes)
    )


def _shown(page: Any) -> Callable[[Point], Point]:
    """Return what turns a point of a page, in pt, into mm from the top left corner that is shown."""
    crop, media = page.get_cropbox(), page.get_mediabox()
    left, bottom = max(crop[0], media[0]), max(crop[1], media[1])
    right, top = min(crop[2], media[2]), min(crop[3], media[3])
    turns: dict[int, Callable[[float, float], Point]] = {
        0: lambda x, y: (x - left, top - y),
        90: lambda x, y: (y - bottom, x - left),
        180: lambda x, y: (right - x, y - bottom),
        270: lambda x, y: (top - y, right - x),
    }
    turn = turns[page.get_rotation()]

    def place(point: Point) -> Point:
        x, y = turn(*point)
        return x / PT_PER_MM, y / PT_PER_MM

    return place


def _outlines(page: Any) -> Iterator[Sequence[Point]]:
    """Yield the points of every straight line, rectangle and picture of a page, in pt."""
    count = raw.FPDFPage_CountObjects(page)
    yield from _within(partial(raw.FPDFPage_GetObject, page), count, pikepdf.Matrix(), 0)


def _within(
    get: Callable[[int], Any], count: int, outer: pikepdf.Matrix, depth: int
) -> Iterator[Sequence[Point]]:
    for k in range(count):
        thing = get(k)
        kind = raw.FPDFPageObj_GetType(thing)
        if kind not in (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM):
            continue
        found = raw.FS_MATRIX()
        raw.FPDFPageObj_GetMatrix(thing, found)
        matrix = pikepdf.Matrix(found.a, found.b, found.c, found.d, found.e, found.f) @ outer
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            yield [matrix.transform(point) for point in ((0, 0), (1, 0), (1, 1), (0, 1))]
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            for part in _straight_parts(thing):
                yield [matrix.transform(point) for point in part]
        elif depth < _MAX_DEPTH:
            parts = raw.FPDFFormObj_CountObjects(thing)
            yield from _within(partial(raw.FPDFFormObj_GetObject, thing), parts, matrix, depth + 1)


def _straight_parts(path: Any) -> Iterator[list[Point]]:
    """Yield lines and upright rectangles of a path, a list of points each."""
    count = raw.FPDFPath_CountSegments(path)
    if count > _MAX_SEGMENTS:
        return
    part: list[Point] = []
    curved = False
    x, y = ctypes.c_float(), ctypes.c_float()
    for k in range(count + 1):
        segment = raw.FPDFPath_GetPathSegment(path, k) if k < count else None
        kind = raw.FPDFPathSegment_GetType(segment) if segment else raw.FPDF_SEGMENT_MOVETO
        if kind == raw.FPDF_SEGMENT_MOVETO:
            if not curved and (len(part) == 2 or _is_rectangle(part)):
                yield part
            part, curved = [], False
        curved = curved or kind == raw.FPDF_SEGMENT_BEZIERTO
        if segment:
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            part.append((x.value, y.value))


def _is_rectangle(points: Sequence[Point]) -> bool:
    """Return whether points are the corners of a rectangle along x and y."""
    if len(points) not in (4, 5) or (len(points) == 5 and points[0] != points[4]):
        return False
    corners = {(round(x, 3), round(y, 3)) for x, y in points}
    return len(corners) == 4 and all(len({corner[axis] for corner in corners}) == 2 for axis in (0, 1))


class Layers:
    """The layers of a document that are not shown when it is opened (ISO 32000-1, 8.11)."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        told: Any = document.Root.get("/OCProperties", pikepdf.Dictionary())
        state, groups = told.get("/D", pikepdf.Dictionary()), told.get("/OCGs", ())
        hidden = {one.objgen for one in groups} if str(state.get("/BaseState")) == "/OFF" else set()
        shown = {one.objgen for one in state.get("/ON", ())}
        self._hidden = (hidden - shown) | {one.objgen for one in state.get("/OFF", ())}

    def hide(self, group: Any) -> bool:
        """Return whether what belongs to a layer, or to several, is not shown; DrawingFault for formulas."""
        if not isinstance(group, pikepdf.Dictionary):
            return False
        if str(group.get("/Type")) != "/OCMD":
            return group.objgen in self._hidden
        if "/VE" in group:
            raise DrawingFault("a formula says which layers are shown")
        listed: Any = group.get("/OCGs", ())
        members = [listed] if isinstance(listed, pikepdf.Dictionary) else list(listed)
        off = [one.objgen in self._hidden for one in members]
        policy = str(group.get("/P", "/AnyOn"))
        shown = {"/AllOn": not any(off), "/AnyOff": any(off), "/AllOff": all(off)}.get(policy, not all(off))
        return bool(off) and not shown
