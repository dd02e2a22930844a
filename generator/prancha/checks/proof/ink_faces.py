"""A face as a piece shows it, alone: its content, its outline, and the picture that tells its ink."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256

import pikepdf
from msgspec import Struct

from prancha.checks.proof.ink_pictures import (
    NONE,
    Drawing,
    Frame,
    InkEstimate,
    drawn,
    framed,
    ink_of,
    needed,
    painted,
)
from prancha.checks.proof.matrix import Box, Matrix, after, around, back, moved
from prancha.checks.proof.measured import Polygon
from prancha.checks.proof.polygons import shared_box
from prancha.checks.proof.printed_pieces import FaceContent, PrintedPiece

Look = tuple[str, tuple[tuple[Polygon, ...], tuple[Polygon, ...]]]
"""A face, and where it and the one beneath show, in its own mm: pieces of one look take the same ink."""


class LoneFace(Struct, frozen=True):
    """What a piece shows, in its face's own mm: art shows where all `shapes` overlap.

    `under` is the face painted larger beneath, its matrix, and where it shows.  Without a `frame` nothing
    shows.
    """

    face: FaceContent
    shapes: tuple[Polygon, ...]
    frame: Frame | None
    under: tuple[FaceContent, Matrix, tuple[Polygon, ...]] | None = None


def lone_face(piece: PrintedPiece, look: Look) -> LoneFace:
    """What a piece of a look shows."""
    _, (shapes, shown) = look
    if piece.under is None or piece.found.under is None:
        return LoneFace(piece.face, shapes, framed(_shared(shapes)))
    under = piece.under, after(piece.found.under.matrix, back(piece.found.matrix)), shown
    return LoneFace(piece.face, shapes, framed(_around(shared_box(shapes), shared_box(shown))), under)


@lru_cache(maxsize=256)
def _shared(shapes: tuple[Polygon, ...]) -> Box:
    return shared_box(shapes)


@lru_cache(maxsize=256)  # pieces lie at the same places on page after page
def local(matrix: Matrix, shapes: tuple[Polygon, ...]) -> tuple[Polygon, ...]:
    """Shapes on a page in the mm of the face that lies there by a matrix, to a thousandth."""
    undo = back(matrix)
    return tuple(
        tuple((round(x, 3), round(y, 3)) for x, y in (moved(undo, *point) for point in shape))
        for shape in shapes
    )


def digest(lone: LoneFace, named: str) -> str:
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


def inks_of_pictures(document: pikepdf.Pdf, faces: Mapping[str, LoneFace]) -> dict[str, InkEstimate]:
    """The ink of faces of an open document, each from a picture of its own."""
    shown = {key: face for key, face in faces.items() if face.frame is not None}
    found = dict.fromkeys(faces, NONE)
    if not shown:
        return found
    with drawn([painted_alone(document, face, face.face) for face in shown.values()]) as pictures:
        for (key, face), picture in zip(shown.items(), pictures, strict=True):
            assert face.frame is not None
            c, m, y, k = (face.frame.area * part for part in ink_of(picture))
            found[key] = c, m, y, k
    return found


def painted_alone(document: pikepdf.Pdf, lone: LoneFace, face: FaceContent) -> Drawing:
    """The drawing of a lone face in its frame, with another face for its own."""
    assert lone.frame is not None
    frame, forms, content = lone.frame, {"/F": face.form_in(document)}, b""
    if lone.under is not None:
        under, matrix, shapes = lone.under
        forms["/U"] = under.form_in(document)
        content = _placed("/U", frame, shapes, after(back(under.matrix), matrix))
    return Drawing(frame.size, content + _placed("/F", frame, lone.shapes, back(face.matrix)), forms)


def _placed(name: str, frame: Frame, shapes: tuple[Polygon, ...], inner: Matrix) -> bytes:
    return painted(name, frame.to_page, needed(shapes, frame.box), inner)


def _around(one: Box, other: Box) -> Box:
    return around(((one[0], one[1]), (one[2], one[3]), (other[0], other[1]), (other[2], other[3])))


def add_inks(inks: Iterable[InkEstimate]) -> InkEstimate:
    """The sum of inks, colour by colour."""
    cyan, magenta, yellow, black = zip(NONE, *inks, strict=True)
    return sum(cyan), sum(magenta), sum(yellow), sum(black)
