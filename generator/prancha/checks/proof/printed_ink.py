"""Estimate how much ink the pieces of a finished PDF take, from a small picture of each different face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof.measured import Found
from prancha.checks.proof.pdf_geometry import (
    Box,
    Matrix,
    Polygon,
    bounds,
    concat,
    covers,
    intersection_box,
    inverse,
    is_upright,
    map_point,
    union,
)
from prancha.checks.proof.pdf_reader import open_pdf
from prancha.checks.proof.printed_pieces import FaceContent, PrintedPiece, read_pieces
from prancha.model.units import Mm
from prancha.system.signals import temporary_folder

if TYPE_CHECKING:
    from PIL.Image import Image


DPI = 96
"""At which ink is within 3 % of what is painted; half of it doubles the ink of thin lines."""
MOST = 256
"""Faces that are drawn from one file."""
LEAST: Mm = 1e-3
"""By which a shape may fall short of what it covers whole."""
InkEstimate = tuple[float, float, float, float]
"""mm² covered whole with cyan, magenta, yellow and black."""
NONE: InkEstimate = (0.0, 0.0, 0.0, 0.0)
_LEVELS = tuple(level / 255 for level in range(255, -1, -1))
"""The ink of each level of light."""


class Frame(Struct, frozen=True):
    """A part of a face, in its own mm, that is drawn as whole pixels across and down."""

    box: Box
    size: tuple[int, int]

    @property
    def area(self) -> float:
        """mm²"""
        left, top, right, bottom = self.box
        return (right - left) * (bottom - top)

    @property
    def to_page(self) -> Matrix:
        """From mm of the face to a page of a point for each pixel, y up."""
        left, top, right, bottom = self.box
        across, down = self.size[0] / (right - left), self.size[1] / (bottom - top)
        return across, 0.0, 0.0, -down, -left * across, bottom * down


def frame_box(box: Box) -> Frame | None:
    """The frame of a box in mm, at DPI or next to it, its edges on those of pixels; None for an empty one."""
    width, height = box[2] - box[0], box[3] - box[1]
    if width <= 0 or height <= 0:
        return None
    return Frame(box, (max(1, round(width * DPI / 25.4)), max(1, round(height * DPI / 25.4))))


class Drawing(Struct, frozen=True):
    """A page to draw: its size in pixels, content stream, and forms by name."""

    size: tuple[int, int]
    content: bytes
    forms: Mapping[str, Any]


def paint_form(name: str, matrix: Matrix, shapes: Iterable[Polygon], inner: Matrix) -> bytes:
    """Operators that paint a form by `inner`, then `matrix`, where all shapes overlap between the two."""
    clips = "".join(_clip_operators(shape) for shape in shapes)
    return f"q {_format_numbers(matrix)} cm {clips}{_format_numbers(inner)} cm {name} Do Q\n".encode()


def needed_clips(shapes: Iterable[Polygon], box: Box) -> tuple[Polygon, ...]:
    """The shapes that leave out something of the box."""
    return tuple(shape for shape in shapes if not (is_upright(shape) and covers(bounds(shape), box, LEAST)))


def _clip_operators(shape: Polygon) -> str:
    lines = " ".join(f"{x:.5f} {y:.5f} {'l' if k else 'm'}" for k, (x, y) in enumerate(shape))
    return f"{lines} h W n "


def _format_numbers(values: Iterable[float]) -> str:
    return " ".join(f"{value:.8f}" for value in values)


@contextmanager
def draw_pictures(drawings: Sequence[Drawing]) -> Iterator[Iterator[Image]]:
    """Pictures of all drawings, one after another: blue, green, red, and a band that says nothing."""
    with temporary_folder() as folder, pikepdf.new() as book:
        known: dict[tuple[int, int], Any] = {}
        for drawing in drawings:
            _add_page(book, drawing, known)
        path = folder / "pictures.pdf"
        book.save(path, compress_streams=False)
        yield _render(path, drawings)


def _add_page(book: pikepdf.Pdf, drawing: Drawing, known: dict[tuple[int, int], Any]) -> None:
    def copied(thing: Any) -> Any:
        number = thing.objgen
        if number not in known:
            known[number] = book.copy_foreign(thing)
        return known[number]

    width, height = drawing.size
    page = book.add_blank_page(page_size=(max(3, width), max(3, height))).obj
    forms = pikepdf.Dictionary({name: copied(form) for name, form in drawing.forms.items()})
    page.Resources = pikepdf.Dictionary(XObject=forms)
    page.Contents = pikepdf.Stream(book, drawing.content)


def _render(path: Any, drawings: Sequence[Drawing]) -> Iterator[Image]:
    import pypdfium2
    from PIL import Image
    from pypdfium2 import raw

    document = pypdfium2.PdfDocument(path)
    try:
        for number, drawing in enumerate(drawings):
            width, height = drawing.size
            page = document[number]
            bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRx)
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
            tall = page.get_height() - height  # pages of less than 3 points are none
            raw.FPDF_RenderPageBitmapWithMatrix(
                bitmap.raw,
                page.raw,
                raw.FS_MATRIX(1, 0, 0, 1, 0, -tall),
                raw.FS_RECTF(0, 0, width, height),
                raw.FPDF_PRINTING,
            )
            page.close()
            yield Image.frombuffer("RGBX", (width, height), bitmap.buffer, "raw", ("RGBX", 0, 1))
            bitmap.close()
    finally:
        document.close()


def ink_of(picture: Image) -> InkEstimate:
    """The ink of a picture, as parts of it covered whole.

    RGB becomes CMYK as ISO 32000-1, 10.4.2.4 says, all grey as black.
    """
    from PIL import ImageChops

    blue, green, red, _ = picture.split()
    lightest = ImageChops.lighter(ImageChops.lighter(blue, green), red)
    counts = *picture.histogram()[:768], *lightest.histogram()
    y, m, c, k = (
        sum(map(mul, counts[start : start + 256], _LEVELS)) / (picture.width * picture.height)
        for start in range(0, 1024, 256)
    )
    return c - k, m - k, y - k, k


Look = tuple[str, tuple[tuple[Polygon, ...], tuple[Polygon, ...]]]
"""A face, and where it and the one beneath show, in its own mm: pieces of one look take the same ink."""


class LoneFace(Struct, frozen=True):
    """A face with its clips, in its own mm: art shows where all `shapes` overlap.

    `under` is the face painted larger beneath, its matrix, and where it shows.  Without a `frame` nothing
    shows.
    """

    face: FaceContent
    shapes: tuple[Polygon, ...]
    frame: Frame | None
    under: tuple[FaceContent, Matrix, tuple[Polygon, ...]] | None = None


def make_lone_face(piece: PrintedPiece, look: Look) -> LoneFace:
    """The face and clips of a piece."""
    _, (shapes, shown) = look
    if piece.under is None or piece.found.under is None:
        return LoneFace(piece.face, shapes, frame_box(_intersection_box(shapes)))
    under = piece.under, concat(piece.found.under.matrix, inverse(piece.found.matrix)), shown
    return LoneFace(
        piece.face, shapes, frame_box(union(intersection_box(shapes), intersection_box(shown))), under
    )


@lru_cache(maxsize=256)
def _intersection_box(shapes: tuple[Polygon, ...]) -> Box:
    return intersection_box(shapes)


@lru_cache(maxsize=256)  # pieces lie at the same places on page after page
def to_face(matrix: Matrix, shapes: tuple[Polygon, ...]) -> tuple[Polygon, ...]:
    """Shapes on a page in the mm of the face that lies there by a matrix, to a thousandth."""
    undo = inverse(matrix)
    return tuple(
        tuple((round(x, 3), round(y, 3)) for x, y in (map_point(undo, *point) for point in shape))
        for shape in shapes
    )


def digest_face(lone: LoneFace, named: str) -> str:
    """A digest of all that a face shows, `named` being that of what it names."""
    found = sha256(lone.face.content)
    found.update(_written(named, lone.face.box, lone.face.matrix, lone.shapes))
    if lone.under is not None:
        face, matrix, shapes = lone.under
        found.update(repr((face.content, matrix, shapes)).encode())
    return found.hexdigest()


@lru_cache(maxsize=256)
def _written(*told: object) -> bytes:
    """Plain values as bytes; nearly all faces share those of their place."""
    return repr(told).encode()


def measure_faces(faces: Mapping[str, LoneFace]) -> dict[str, InkEstimate]:
    """The ink of faces, each from a picture of its own."""
    found = dict.fromkeys(faces, NONE)
    shown = [(key, face, face.frame) for key, face in faces.items() if face.frame is not None]
    for some in (shown[k : k + MOST] for k in range(0, len(shown), MOST)):
        with draw_pictures([_draw_alone(face, frame) for _, face, frame in some]) as pictures:
            for (key, _, frame), picture in zip(some, pictures, strict=True):
                c, m, y, k = (frame.area * part for part in ink_of(picture))
                found[key] = c, m, y, k
    return found


def _draw_alone(lone: LoneFace, frame: Frame) -> Drawing:
    """The drawing of a lone face in its frame."""
    forms, content = {"/F": lone.face.form}, b""
    if lone.under is not None:
        under, matrix, shapes = lone.under
        forms["/U"] = under.form
        content = _place_form("/U", frame, shapes, concat(inverse(under.matrix), matrix))
    return Drawing(
        frame.size, content + _place_form("/F", frame, lone.shapes, inverse(lone.face.matrix)), forms
    )


def _place_form(name: str, frame: Frame, shapes: tuple[Polygon, ...], inner: Matrix) -> bytes:
    return paint_form(name, frame.to_page, needed_clips(shapes, frame.box), inner)


def add_inks(inks: Iterable[InkEstimate]) -> InkEstimate:
    """The sum of inks, colour by colour."""
    cyan, magenta, yellow, black = zip(NONE, *inks, strict=True)
    return sum(cyan), sum(magenta), sum(yellow), sum(black)


KnownInks = Mapping[str, InkEstimate]
"""Ink of faces by a digest of all that shows of them."""


class PrintedInks(Struct, frozen=True):
    """Pieces by page, checksums of all faces, ink of each item, and all inks known by now."""

    pieces: tuple[tuple[int, Found], ...]
    held: frozenset[str]
    ink: Mapping[str, InkEstimate]
    known: KnownInks


def read_printed(path: Path, before: KnownInks, named: str) -> PrintedInks:
    """Read a file, and measure its ink; see `measure_ink`."""
    with open_pdf(path, unfolded=False) as document:
        pages = read_pieces(document)
        pieces = tuple((piece.page, piece.found) for piece in pages.pieces)
        return PrintedInks(pieces, pages.held, *measure_ink(pages.pieces, before, named))


def measure_ink(
    pieces: Iterable[PrintedPiece],
    before: KnownInks,
    named: str,
) -> tuple[Mapping[str, InkEstimate], KnownInks]:
    """The ink of every item, fronts and backs of all its copies; `pieces` are all of an open document.

    This is an estimate: a printer's driver has tables of its own for its inks.  Marks and labels are left
    out.  `named` tells all that faces name, such as fonts.  What was measured `before` is not measured again;
    what is known now comes second.
    """
    looks = [(piece, _make_look(piece.found)) for piece in pieces]
    faces: dict[Look, LoneFace] = {}
    for piece, look in looks:
        if look not in faces:
            faces[look] = make_lone_face(piece, look)
    keys = {look: digest_face(face, named) for look, face in faces.items()}
    different = {key: faces[look] for look, key in keys.items()}
    known = {key: before[key] for key in different if key in before}
    known |= measure_faces({key: face for key, face in different.items() if key not in known})
    parts: dict[str, list[InkEstimate]] = {}
    for piece, look in looks:
        parts.setdefault(piece.found.item, []).append(known[keys[look]])
    return {item: add_inks(found) for item, found in parts.items()}, known


def _make_look(piece: Found) -> Look:
    under = piece.under
    shapes = to_face(piece.matrix, piece.shown), to_face(piece.matrix, under.shown) if under else ()
    return piece.face, shapes
