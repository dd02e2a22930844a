"""A face as a piece shows it, alone: its content, its outline, and the picture that tells its ink."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof.forms import matrix_of
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
from prancha.checks.proof.matrix import IDENTITY, Box, Matrix, after, around, back, moved
from prancha.checks.proof.measured import Found, Polygon
from prancha.checks.proof.polygons import shared_box

Look = tuple[str, tuple[tuple[Polygon, ...], tuple[Polygon, ...]]]
"""A face, and where it and the one beneath show, in its own mm: pieces of one look take the same ink."""


class LoneFace(Struct, frozen=True):
    """What a piece shows, in its face's own mm: art shows where all `shapes` overlap.

    `under` is the form painted larger beneath, its matrix, and where it shows.  Without a `frame` nothing
    shows.
    """

    form: Any
    content: bytes
    shapes: tuple[Polygon, ...]
    frame: Frame | None
    under: tuple[Any, Matrix, tuple[Polygon, ...]] | None = None


def lone_face(document: pikepdf.Pdf, piece: Found) -> LoneFace:
    """What a piece of an open document shows."""
    form: Any = document.get_object(piece.form)
    shapes, under = local(piece.matrix, piece.shown), None
    box = shared_box(shapes)
    if piece.under is not None:
        beneath = local(piece.matrix, piece.under.shown)
        matrix = after(piece.under.matrix, back(piece.matrix))
        under = document.get_object(piece.under.form), matrix, beneath
        box = _around(box, shared_box(beneath))
    return LoneFace(form, form.read_bytes(), shapes, framed(box), under)


@lru_cache(maxsize=256)  # pieces lie at the same places on page after page
def local(matrix: Matrix, shapes: tuple[Polygon, ...]) -> tuple[Polygon, ...]:
    """Shapes on a page in the mm of the face that lies there by a matrix, to a thousandth."""
    undo = back(matrix)
    return tuple(
        tuple((round(x, 3), round(y, 3)) for x, y in (moved(undo, *point) for point in shape))
        for shape in shapes
    )


def digest(face: LoneFace, named: str) -> str:
    """A digest of all that a face shows, `named` being that of what it names."""
    told = [named, str(face.form.get("/BBox")), matrix_of(face.form), face.shapes]
    found = sha256(face.content)
    if face.under is not None:
        form, matrix, shapes = face.under
        told += [form.read_bytes(), matrix, shapes]
    found.update(repr(told).encode())
    return found.hexdigest()


def inks_of_pictures(faces: Mapping[str, LoneFace]) -> dict[str, InkEstimate]:
    """The ink of faces, each from a picture of its own."""
    shown = {key: face for key, face in faces.items() if face.frame is not None}
    found = dict.fromkeys(faces, NONE)
    if not shown:
        return found
    with drawn([painted_alone(face, face.form) for face in shown.values()]) as pictures:
        for (key, face), picture in zip(shown.items(), pictures, strict=True):
            assert face.frame is not None
            c, m, y, k = (face.frame.area * part for part in ink_of(picture))
            found[key] = c, m, y, k
    return found


def painted_alone(face: LoneFace, form: Any) -> Drawing:
    """The drawing of a face in its frame, with a form for its own."""
    assert face.frame is not None
    forms, content = {"/F": form}, b""
    if face.under is not None:
        forms["/U"], matrix, shapes = face.under
        content = _placed("/U", face, forms["/U"], shapes, matrix)
    return Drawing(face.frame.size, content + _placed("/F", face, form, face.shapes, IDENTITY), forms)


def _placed(name: str, face: LoneFace, form: Any, shapes: tuple[Polygon, ...], matrix: Matrix) -> bytes:
    assert face.frame is not None
    clips = needed(shapes, face.frame.box)
    return painted(name, face.frame.to_page, clips, after(back(matrix_of(form)), matrix))


def _around(one: Box, other: Box) -> Box:
    return around(((one[0], one[1]), (one[2], one[3]), (other[0], other[1]), (other[2], other[3])))


def add_inks(inks: Iterable[InkEstimate]) -> InkEstimate:
    """The sum of inks, colour by colour."""
    cyan, magenta, yellow, black = zip(NONE, *inks, strict=True)
    return sum(cyan), sum(magenta), sum(yellow), sum(black)
