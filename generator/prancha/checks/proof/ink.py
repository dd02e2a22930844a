"""How much ink the pieces of a finished PDF take: an estimate, from small pictures of their faces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

import pikepdf
from msgspec import Struct

from prancha.checks.proof.ink_faces import (
    LoneFace,
    Look,
    add_inks,
    digest,
    inks_of_pictures,
    local,
    lone_face,
)
from prancha.checks.proof.ink_groups import inks_by_words
from prancha.checks.proof.ink_pictures import InkEstimate
from prancha.checks.proof.measured import Found
from prancha.checks.proof.printed_pieces import PrintedPages, PrintedPiece, read_pieces
from prancha.checks.proof.reading import opened

KnownInks = dict[str, InkEstimate]
"""What faces take that a picture was made of, by a digest of all that shows of them."""


class PrintedInks(Struct, frozen=True):
    """What lies on the pages of a file, the ink of each item, and all inks now known."""

    pages: PrintedPages
    ink: Mapping[str, InkEstimate]
    known: KnownInks


def read_printed(path: Path, before: Mapping[str, InkEstimate], named: str) -> PrintedInks:
    """Read a file, and measure its ink; see `measure_ink`."""
    with opened(path, unfolded=False) as document:
        pages = read_pieces(document)
        return PrintedInks(pages, *measure_ink(document, pages.pieces, before, named))


def measure_ink(
    document: pikepdf.Pdf,
    pieces: Iterable[PrintedPiece],
    before: Mapping[str, InkEstimate] = MappingProxyType({}),
    named: str = "",
) -> tuple[Mapping[str, InkEstimate], KnownInks]:
    """The ink of every item, fronts and backs of all its copies; `pieces` are all of an open document.

    This is an estimate: a printer's driver has tables of its own for its inks.  Marks and labels are left
    out.  `named` tells all that faces name, such as fonts.  What was measured `before` is not measured again;
    what is known now comes second.
    """
    looks = [(piece, _look(piece.found)) for piece in pieces]
    faces: dict[Look, LoneFace] = {}
    for piece, look in looks:
        if look not in faces:
            faces[look] = lone_face(piece, look)
    inks = inks_by_words(document, faces)
    pictured = {look: digest(face, named) for look, face in faces.items() if look not in inks}
    known = {key: before[key] for key in pictured.values() if key in before}
    new = {key: faces[look] for look, key in pictured.items() if key not in known}
    known |= inks_of_pictures(document, new)
    inks |= {look: known[key] for look, key in pictured.items()}
    parts: dict[str, list[InkEstimate]] = {}
    for piece, look in looks:
        parts.setdefault(piece.found.item, []).append(inks[look])
    return {item: add_inks(found) for item, found in parts.items()}, known


def _look(piece: Found) -> Look:
    under = piece.under
    shapes = local(piece.matrix, piece.shown), local(piece.matrix, under.shown) if under else ()
    return piece.face, shapes
