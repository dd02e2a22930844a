"""Read the pieces of a finished PDF for `prancha manifest`, and estimate how much ink each item takes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof.form_walk import UnreadForms, form_matrix
from prancha.checks.proof.inline_faces import unfold_page
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
    upright_box,
)
from prancha.checks.proof.pdf_reader import open_pdf, read_page
from prancha.checks.proof.pdfium_pages import DrawnDocument
from prancha.model.units import Mm

if TYPE_CHECKING:
    from PIL.Image import Image


class PrintedPiece(Struct, frozen=True):
    """A piece on a page, the form of its face, and that of the face painted larger beneath it."""

    page: int
    found: Found
    form: Any
    under: Any = None


class PrintedPages(Struct, frozen=True):
    """All pieces of a file, and the CRC-32 of each face in it, whether a page paints it or not."""

    pieces: tuple[PrintedPiece, ...]
    held: frozenset[str]


def read_pieces(document: pikepdf.Pdf) -> PrintedPages:
    """Read the pieces of all pages of an open document, in painting order."""
    forms = UnreadForms()
    pieces: list[PrintedPiece] = []
    for number, page in enumerate(document.pages, 1):
        unfold_page(document, page)
        for found in read_page(number, page, forms).pieces:
            under = document.get_object(found.under.form) if found.under else None
            pieces.append(PrintedPiece(number, found, document.get_object(found.form), under))
    streams = (thing for thing in document.objects if isinstance(thing, pikepdf.Stream))
    held = frozenset(forms.check(thing) for thing in streams if thing.get("/Subtype") == "/Form")
    return PrintedPages(tuple(pieces), held)


DPI = 96
"""At which ink is within 3 % of what is painted; half of it doubles the ink of thin lines."""
MOST = 256
"""Faces that are drawn from one file."""
LEAST: Mm = 1e-3
"""By which a shape may fall short of what it covers whole."""
SHORTEST = 3
"""The least width and height of a page, in points."""
InkEstimate = tuple[float, float, float, float]
"""mm² covered whole with cyan, magenta, yellow and black."""
KnownInks = Mapping[str, InkEstimate]
"""Ink of faces by a digest of all that shows of them."""
NONE: InkEstimate = (0.0, 0.0, 0.0, 0.0)
_LEVELS = tuple(level / 255 for level in range(255, -1, -1))
"""The ink of each level of light."""
_Shapes = tuple[Polygon, ...]


class LoneFace(Struct, frozen=True):
    """A face with its clips, in its own mm: art shows where all `shapes` overlap.

    `under` is the face painted larger beneath, its matrix, and where it shows.  `frame` is the box that is
    drawn.
    """

    form: Any
    shapes: _Shapes
    frame: Box
    under: tuple[Any, Matrix, _Shapes] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Pixels across and down at about `DPI`, so that edges of the frame are edges of pixels."""
        left, top, right, bottom = self.frame
        return max(1, round((right - left) * DPI / 25.4)), max(1, round((bottom - top) * DPI / 25.4))

    @property
    def area(self) -> float:
        """mm² of the frame; 0 where nothing shows."""
        left, top, right, bottom = self.frame
        return max(0.0, right - left) * max(0.0, bottom - top)

    def digest(self, named: str) -> str:
        """A digest of all that it shows, `named` being that of what it names."""
        found = sha256(self.form.read_bytes())
        found.update(repr((named, upright_box(self.form.BBox), form_matrix(self.form), self.shapes)).encode())
        if self.under is not None:
            form, matrix, shapes = self.under
            found.update(repr((form.read_bytes(), matrix, shapes)).encode())
        return found.hexdigest()

    def content(self) -> bytes:
        """Operators that paint it, as /F over /U, on a page with a point for each pixel."""
        left, top, right, bottom = self.frame
        across, down = self.size[0] / (right - left), self.size[1] / (bottom - top)
        to_page = (across, 0.0, 0.0, -down, -left * across, bottom * down)
        lower = ""
        if self.under is not None:
            form, matrix, shapes = self.under
            lower = self._paint("/U", to_page, shapes, concat(inverse(form_matrix(form)), matrix))
        return (lower + self._paint("/F", to_page, self.shapes, inverse(form_matrix(self.form)))).encode()

    def _paint(self, name: str, to_page: Matrix, shapes: _Shapes, inner: Matrix) -> str:
        """Paint a form where all shapes overlap; those that cover the frame whole are left out."""
        clips = "".join(
            " ".join(f"{x:.5f} {y:.5f} {'l' if k else 'm'}" for k, (x, y) in enumerate(shape)) + " h W n "
            for shape in shapes
            if not (is_upright(shape) and covers(bounds(shape), self.frame, LEAST))
        )
        return f"q {_format_numbers(to_page)} cm {clips}{_format_numbers(inner)} cm {name} Do Q\n"


def _format_numbers(values: Iterable[float]) -> str:
    return " ".join(f"{value:.8f}" for value in values)


def measure_faces(faces: Mapping[str, LoneFace]) -> dict[str, InkEstimate]:
    """The ink of faces, each from a picture of its own."""
    found = dict.fromkeys(faces, NONE)
    shown = [(key, face) for key, face in faces.items() if face.area > 0]
    for some in (shown[k : k + MOST] for k in range(0, len(shown), MOST)):
        for (key, face), picture in zip(some, _draw_faces([face for _, face in some]), strict=True):
            c, m, y, k = (face.area * part for part in ink_of(picture))
            found[key] = c, m, y, k
    return found


def _draw_faces(faces: Sequence[LoneFace]) -> Iterator[Image]:
    """Draw each face on a page of its own, in RGB."""
    with pikepdf.new() as book:
        copies: dict[tuple[int, int], Any] = {}
        for face in faces:
            width, height = (max(SHORTEST, side) for side in face.size)
            page = book.add_blank_page(page_size=(width, height)).obj
            forms = {"/F": face.form} if face.under is None else {"/F": face.form, "/U": face.under[0]}
            for form in forms.values():
                if form.objgen not in copies:
                    copies[form.objgen] = book.copy_foreign(form)
            page.Resources = pikepdf.Dictionary(
                XObject=pikepdf.Dictionary({name: copies[form.objgen] for name, form in forms.items()})
            )
            page.Contents = pikepdf.Stream(book, face.content())
        data = io.BytesIO()
        book.save(data, compress_streams=False)
    document = DrawnDocument(data.getvalue())
    try:
        for number, face in enumerate(faces, 1):
            above = max(SHORTEST, face.size[1]) - face.size[1]
            yield document.draw(number, (1.0, 0.0, 0.0, 1.0, 0.0, -above), face.size, False)
    finally:
        document.close()


def ink_of(picture: Image) -> InkEstimate:
    """The ink of a picture in RGB, as parts of it covered whole.

    RGB becomes CMYK as ISO 32000-1, 10.4.2.4 says, all grey as black.
    """
    from PIL import ImageChops

    red, green, blue = picture.split()
    lightest = ImageChops.lighter(ImageChops.lighter(blue, green), red)
    counts = *picture.histogram(), *lightest.histogram()
    c, m, y, k = (
        sum(map(mul, counts[start : start + 256], _LEVELS)) / (picture.width * picture.height)
        for start in range(0, 1024, 256)
    )
    return c - k, m - k, y - k, k


def add_inks(inks: Iterable[InkEstimate]) -> InkEstimate:
    """The sum of inks, colour by colour."""
    cyan, magenta, yellow, black = zip(NONE, *inks, strict=True)
    return sum(cyan), sum(magenta), sum(yellow), sum(black)


class PrintedInks(Struct, frozen=True):
    """Pieces by page, checksums of all faces, ink of each item, and all inks known by now."""

    pieces: tuple[tuple[int, Found], ...]
    held: frozenset[str]
    ink: Mapping[str, InkEstimate]
    known: KnownInks


def read_printed(path: Path, before: KnownInks, named: str) -> PrintedInks:
    """Read a file, and measure its ink; see `measure_ink`."""
    with open_pdf(path) as document:
        pages = read_pieces(document)
        pieces = tuple((piece.page, piece.found) for piece in pages.pieces)
        return PrintedInks(pieces, pages.held, *measure_ink(pages.pieces, before, named))


def measure_ink(
    pieces: Iterable[PrintedPiece], before: KnownInks, named: str
) -> tuple[Mapping[str, InkEstimate], KnownInks]:
    """The ink of every item, fronts and backs of all its copies; `pieces` are all of an open document.

    This is an estimate: a printer's driver has tables of its own for its inks.  Marks and labels are left
    out.  `named` tells all that faces name, such as fonts.  What was measured `before` is not measured again;
    what is known now comes second.
    """
    keys: dict[tuple[str, _Shapes, _Shapes], str] = {}
    """By a face, and where it and the one beneath show: pieces that look alike take the same ink."""
    different: dict[str, LoneFace] = {}
    placed: list[tuple[str, str]] = []
    for piece in pieces:
        found, under = piece.found, piece.found.under
        shapes = _to_face(found.matrix, found.shown)
        below = _to_face(found.matrix, under.shown) if under else ()
        look = found.face, shapes, below
        if look not in keys:
            frame, lower = intersection_box(shapes), None
            if under is not None:
                frame = union(frame, intersection_box(below))
                lower = piece.under, concat(under.matrix, inverse(found.matrix)), below
            face = LoneFace(piece.form, shapes, frame, lower)
            keys[look] = face.digest(named)
            different[keys[look]] = face
        placed.append((found.item, keys[look]))
    known = {key: before[key] for key in different if key in before}
    known |= measure_faces({key: face for key, face in different.items() if key not in known})
    parts: dict[str, list[InkEstimate]] = {}
    for item, key in placed:
        parts.setdefault(item, []).append(known[key])
    return {item: add_inks(found) for item, found in parts.items()}, known


def _to_face(matrix: Matrix, shapes: _Shapes) -> _Shapes:
    """Shapes on a page in the mm of the face that lies there by a matrix, to a thousandth."""
    undo = inverse(matrix)
    return tuple(
        tuple((round(x, 3), round(y, 3)) for x, y in (map_point(undo, *point) for point in shape))
        for shape in shapes
    )
