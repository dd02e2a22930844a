"""How much ink the pieces of a finished PDF take: an estimate, from small pictures of their faces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

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
from prancha.checks.proof.printed_pieces import PrintedPiece, read_pieces
from prancha.checks.proof.reading import opened


class KnownInks(Struct, frozen=True):
    """What faces take, by a digest of all that shows of them: told by pictures of them, or by their words."""

    pictured: Mapping[str, InkEstimate] = {}
    by_words: Mapping[str, InkEstimate] = {}


NOTHING_KNOWN = KnownInks()


class PrintedInks(Struct, frozen=True):
    """What lies on which page of a file, the faces it holds, the ink of each item, and all inks now known."""

    pieces: tuple[tuple[int, Found], ...]
    held: frozenset[str]
    ink: Mapping[str, InkEstimate]
    known: KnownInks


def read_printed(path: Path, before: KnownInks, named: str) -> PrintedInks:
    """Read a file, and measure its ink; see `measure_ink`."""
    with opened(path, unfolded=False) as document:
        pages = read_pieces(document)
        pieces = tuple((piece.page, piece.found) for piece in pages.pieces)
        return PrintedInks(pieces, pages.held, *measure_ink(document, pages.pieces, before, named))


def measure_ink(
    document: pikepdf.Pdf,
    pieces: Iterable[PrintedPiece],
    before: KnownInks = NOTHING_KNOWN,
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
    keys = {look: digest(face, named) for look, face in faces.items()}
    told = {look: before.by_words[key] for look, key in keys.items() if key in before.by_words}
    inks = inks_by_words(document, faces, told)
    by_words = {keys[look]: ink for look, ink in inks.items()}
    others = {key: faces[look] for look, key in keys.items() if look not in inks}
    pictured = {key: before.pictured[key] for key in others if key in before.pictured}
    new = {key: face for key, face in others.items() if key not in pictured}
    pictured |= inks_of_pictures(document, new)
    inks |= {look: pictured[key] for look, key in keys.items() if look not in inks}
    parts: dict[str, list[InkEstimate]] = {}
    for piece, look in looks:
        parts.setdefault(piece.found.item, []).append(inks[look])
    known = KnownInks(pictured, by_words)
    return {item: add_inks(found) for item, found in parts.items()}, known


def _look(piece: Found) -> Look:
    under = piece.under
    shapes = local(piece.matrix, piece.shown), local(piece.matrix, under.shown) if under else ()
    return piece.face, shapes
