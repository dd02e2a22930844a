"""Make PDFs of one page from faces of somebody else's PDF: their vectors and fonts without their neighbours.

Whether that worked is seen: what is kept is drawn and held to the page.  A face whose page viewers may read
in different ways, or that does not come out as it was, is a picture instead, with a word that says why.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product

import pikepdf
from msgspec import Struct
from PIL import Image, ImageChops

from prancha.export.pixels_and_bytes import Raster, png
from prancha.graphics.pdf_art import (
    DAMAGED,
    KeptObject,
    ObjectKeeper,
    describe_damage,
    upright_matrix,
    visible_box,
    write_page,
)
from prancha.graphics.svg.matrix import Matrix, inverse, moved_box, multiply
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, grow
from prancha.model.units import MM_PER_INCH, PT_PER_MM, Mm
from prancha.setup.new_game.face_content import FaceContent
from prancha.setup.new_game.pdf_backs import is_same
from prancha.setup.new_game.pdf_pages import PdfPages
from prancha.system import limits

SAME_LEVEL = 32
"""Levels of 255 by which pixels of a face may differ from those of its page."""
_INSET: Mm = 0.001
"""How much smaller a picture is on each side, because viewers round its place up to whole pixels."""
_NUDGE, _NEAR = 0.00025, 0.0001
"""Pixels by which a face is moved so that letters are rounded to the pixels that they have on their page, and
by which it may lie elsewhere on a sheet, whose numbers are rounded."""
_LETTERS = 0.01
"""Maximum share of pixels that differ where letters alone stand a pixel off."""
_MOST_DRAWN = 500_000
_ENTRY = re.compile(rb"/[\w.+-]+ \d+ \d+ R")
_LIST = re.compile(rb"<<(?:\s*+/[\w.+-]++ \d++ \d++ R)++\s*+>>")
BLEED: Mm = 3.2
"""Bleed of the PDF of a face: a little more than families ask for, and a whole tenth of a millimetre."""


class DrawnFace(Struct, frozen=True):
    """A face as it was drawn from its page: RGB, with its edges carried on.

    `trim` is its place on page `number` as it is seen, in mm.  The picture has the whole pixels in it, from
    the corner of the face on, and `bleed` around them, of which the inner `own` come from the page.  A face
    that is `turned` stands on its head there.
    """

    picture: Image.Image
    pdf: PdfPages
    number: int
    trim: Box
    own: int
    bleed: int
    dpi: int
    turned: bool


class FaceFile(Struct, frozen=True):
    """The file of a face, and `why` it is a picture; "" for vectors or if pictures were asked for."""

    data: bytes
    ending: str
    why: str = ""


class _Reduced(Struct, frozen=True):
    """A page reduced to one face: its parts, the form of the whole, the turn of the page, and operators read.

    `back` takes points of the page as it is seen to those of the page.
    """

    parts: list[KeptObject]
    form: str
    back: Matrix
    turn: int
    operators: int

    def write(self, trim: Box, turned: bool = False) -> bytes:
        """Return a PDF of what has this trim on the page as it is seen, with bleed; `turned` on its head."""
        outer = moved_box(self.back, _in_points(grow(trim, BLEED)))
        return write_page(self.parts, self.form, outer, (self.turn + 180 * turned) % 360)


class VectorFaces(ExitStack):
    """Makes PDFs of faces; use as a context, in which each file stays open."""

    def __init__(self) -> None:
        super().__init__()
        self._documents: dict[PdfPages, tuple[pikepdf.Pdf, FaceContent]] = {}

    def page(self, face: DrawnFace) -> bytes:
        """Return the PDF of a face, as large as its picture.  Raises DrawingFault, which says why not."""
        place = f"{face.pdf.path.as_posix()}, page {face.number}"
        with limits.work_on(place, what="keeping its vectors"):
            try:
                reduced = self._reduced(face)
            except RecursionError:
                raise DrawingFault("its parts are nested too deep") from None
            except (pikepdf.PdfError, *DAMAGED) as problem:
                if isinstance(problem, DrawingFault):
                    raise
                raise DrawingFault(describe_damage(problem)) from None
            nudge = _find_nudge(reduced.write(face.trim), face, reduced.operators)
        if nudge is None:
            raise DrawingFault("its vectors alone do not print as the page does")
        left, top, right, bottom = face.trim
        dx, dy = nudge
        return reduced.write((left - dx, top - dy, right - dx, bottom - dy), face.turned)

    def _reduced(self, face: DrawnFace) -> _Reduced:
        if face.pdf not in self._documents:
            document = self.enter_context(pikepdf.open(io.BytesIO(_without_repeats(face.pdf.data))))
            self._documents[face.pdf] = document, FaceContent(document)
        document, content = self._documents[face.pdf]
        page = document.pages[face.number - 1]
        box, turn = visible_box(page)
        back = inverse(upright_matrix(box, turn))
        assert back is not None
        own = face.own * MM_PER_INCH / face.dpi
        outer, inner = (moved_box(back, _in_points(grow(face.trim, by))) for by in (BLEED, own))
        drawn, resources = content.reduce_page(page, inner)
        x, y, right, top = inner
        stream = f"q {x:.6f} {y:.6f} {right - x:.6f} {top - y:.6f} re W n\n".encode() + drawn + b"\nQ\n"
        for number, (picture, matrix) in enumerate(_carried_edges(face, back)):
            name = f"Edge{number}"
            resources["/XObject"][f"/{name}"] = _image(document, picture)
            numbers = " ".join(f"{value:.6f}" for value in matrix)
            stream = f"q {numbers} cm /{name} Do Q\n".encode() + stream
        keeper = ObjectKeeper()
        form = keeper.keep_page(pikepdf.Stream(document, stream), resources, page.obj.get("/Group"), outer)
        return _Reduced(list(keeper.kept.values()), form, back, turn, content.followed)


def _without_repeats(data: bytes) -> bytes:
    """Return a file in which no list names an object twice, all else at its place.

    cairo lists a picture as often as a page shows it, and qpdf gives up such a list.
    """

    def once(found: re.Match[bytes]) -> bytes:
        seen: set[bytes] = set()

        def blank(entry: re.Match[bytes]) -> bytes:
            again = entry[0] in seen
            seen.add(entry[0])
            return b" " * len(entry[0]) if again else entry[0]

        return _ENTRY.sub(blank, found[0])

    return _LIST.sub(once, data)


def _in_points(box: Box) -> Box:
    left, top, right, bottom = (value * PT_PER_MM for value in box)
    return left, top, right, bottom


def _carried_edges(face: DrawnFace, back: Matrix) -> Iterator[tuple[Image.Image, Matrix]]:
    """Yield the lines of pixels that carry the edges of a face on, and where each is stretched to.

    `back` takes points of the page as it is seen to those of the page.
    """
    by = BLEED - face.own * MM_PER_INCH / face.dpi
    (across, down), pixels = face.picture.size, face.bleed - face.own
    left, top, right, bottom = grow(face.trim, BLEED)
    width, height, unit = right - left, bottom - top, PT_PER_MM
    seen = (unit, 0.0, 0.0, unit, left * unit, top * unit)
    if face.turned:
        seen = (-unit, 0.0, 0.0, -unit, right * unit, bottom * unit)
    for line, (x, y, wide, high) in (
        ((0, 0, across, 1), (0.0, 0.0, width, by)),
        ((0, down - 1, across, down), (0.0, height - by, width, by)),
        ((0, pixels, 1, down - pixels), (0.0, by, by, height - 2 * by)),
        ((across - 1, pixels, across, down - pixels), (width - by, by, by, height - 2 * by)),
    ):
        edge = face.picture.crop(line)
        if edge.convert("L").getextrema() != (255, 255):
            shown = wide - 2 * _INSET, high - 2 * _INSET
            place = (shown[0], 0.0, 0.0, -shown[1], x + _INSET, y + _INSET + shown[1])
            yield edge, multiply(back, multiply(seen, place))


def _image(document: pikepdf.Pdf, picture: Image.Image) -> pikepdf.Object:
    width, height = picture.size
    entries = {
        "/Subtype": pikepdf.Name.Image,
        "/Width": width,
        "/Height": height,
        "/ColorSpace": pikepdf.Name.DeviceRGB,
        "/BitsPerComponent": 8,
    }
    return document.make_indirect(pikepdf.Stream(document, picture.tobytes(), entries))


def _find_nudge(data: bytes, face: DrawnFace, operators: int) -> tuple[Mm, Mm] | None:
    """Return by how much a PDF is to be moved so that it looks as its page does; None where it never does.

    Viewers set letters at whole pixels, and a line that would stand between two of them stands at either: it
    must not depend on digits that nobody writes.  What stands on its head is looked at as it stands there.
    The more `operators` there are, the fewer places are tried.
    """
    picture = face.picture.transpose(Image.Transpose.ROTATE_180) if face.turned else face.picture
    (across, down), pixel, bleed = picture.size, MM_PER_INCH / face.dpi, face.bleed
    size = across - 2 * bleed, down - 2 * bleed
    width, height = (pixels * pixel for pixels in size)
    left, top, right, bottom = face.trim
    x = y = BLEED
    if face.turned:  # the corner of the face is the lower right one
        x, y = BLEED + right - left - width, BLEED + bottom - top - height
    wanted = picture.crop((bleed, bleed, across - bleed, down - bleed))
    with Raster(data) as raster:

        def unlike(dx: Mm, dy: Mm) -> float:
            """Return the share of pixels that differ."""
            drawn = raster.draw(0, (x - dx, y - dy, x - dx + width, y - dy + height), size)
            wrong = ImageChops.difference(wanted, drawn).point(lambda by: 255 * (by > SAME_LEVEL))
            return max(band.histogram()[255] for band in wrong.split()) / (size[0] * size[1])

        steps = sorted(product((0, 1, -1, 2, -2, 6, -6), repeat=2), key=lambda by: by[0] ** 2 + by[1] ** 2)
        near = _NEAR * pixel
        # Pages that take long are not drawn often.
        for across_by, down_by in steps[: max(1, _MOST_DRAWN // max(1, operators))]:
            dx, dy = across_by * _NUDGE * pixel, down_by * _NUDGE * pixel
            wrong = unlike(dx + near, dy + near)
            if wrong > _LETTERS:
                return None
            if not wrong and not unlike(dx - near, dy - near):
                return dx, dy
    return None


class FaceFiles(ExitStack):
    """Makes the files of faces, each once though its pixels differ from page to page; use as a context."""

    def __init__(self, dpi: int, pictures: bool) -> None:
        """With `pictures` all files are PNGs, of so many dots per inch."""
        super().__init__()
        self._dpi, self._pictures = dpi, pictures
        self._vectors = self.enter_context(VectorFaces())
        self._known: list[tuple[Image.Image, bytes, FaceFile]] = []

    def file(self, face: DrawnFace) -> FaceFile:
        """Return the file of a face, or of one that looked like it."""
        small = face.picture.resize((16, 16), Image.Resampling.BOX)
        for other, data, made in self._known:
            if is_same(small, other, 4) and is_same(face.picture, Image.open(io.BytesIO(data)), SAME_LEVEL):
                return made
        picture = png(face.picture, self._dpi)
        if self._pictures:
            made = FaceFile(picture, "png")
        else:
            try:
                made = FaceFile(self._vectors.page(face), "pdf")
            except DrawingFault as fault:
                made = FaceFile(picture, "png", fault.message)
        self._known.append((small, picture, made))
        return made
