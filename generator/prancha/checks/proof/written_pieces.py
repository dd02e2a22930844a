"""Pieces read out of the stream of a page in the form in which they are written, without walking it.

On nearly every page all pieces stand first, each as marked content of one line of matrices and clips and a
face, which is a form or stands in the page (see `inline_faces`).  Of any other page nothing is told.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from prancha.checks.proof.graphics_state import Graphics, State
from prancha.checks.proof.pdf_geometry import Box, Matrix

PIECE = b"/Piece <<"
"""What each begins with."""
_PLACING = rb"[-\d. ehlmnqrcW*]*"
_BEFORE = re.compile(rb"[-\d. ehlmnqrcW*\n]*")
_NUMBER = re.compile(r"-?\d*\.?\d+")
_BOX = rb" ".join([rb"-?\d*\.?\d+"] * 4)
_PIECE = re.compile(
    rb"/Piece <</Item \(([!-'*-\[\]-~ ]*)\) /Copy (\d+) /Side /(\w+)>> BDC q\n(%b)\n"
    rb"(?:/Face BMC q (%b) re W n\n|(/\w+) Do\nQ EMC\n)" % (_PLACING, _BOX)
)
_FACE_END, _PIECE_END = b"\nQ EMC\n", b"Q EMC\n"
_OTHERWISE = re.compile(rb"/Piece|/[^\s/<>()\[\]{}%]*#")
"""A piece, or a name of which letters may stand as numbers (ISO 32000-1, 7.3.5)."""
_TAKES = {"q": 0, "cm": 6, "re": 4, "m": 2, "l": 2, "h": 0, "W": 0, "W*": 0, "n": 0}
"""The numbers that each operator takes which may stand before a face."""


class WrittenPiece(Struct, frozen=True):
    """A piece, the state in which its face is painted, and that: the name of a form, or a box and content."""

    item: str
    copy: int
    side: str
    state: State
    name: str
    box: Box
    content: bytes


def written_pieces(stream: bytes, base: Matrix) -> list[WrittenPiece] | None:
    """All pieces of a page, `base` being the matrix it begins with; None where they may stand otherwise."""
    at = stream.find(PIECE)
    before = stream[: max(at, 0)]
    if not _BEFORE.fullmatch(before):
        return None
    found: list[WrittenPiece] = []
    while match := _PIECE.match(stream, at) if at >= 0 else None:
        item, copy, side, placing, box, name = match.groups()
        state, at, content = placed(base, before + placing), match.end(), b""
        if box is not None:
            end = stream.find(_FACE_END, at)
            content, at = stream[at:end], end + len(_FACE_END) + len(_PIECE_END)
            if end < 0 or stream[at - len(_PIECE_END) : at] != _PIECE_END:
                return None
        if state is None:
            return None
        found.append(
            WrittenPiece(
                item.decode(), int(copy), side=side.decode(), state=state,
                name=name.decode() if name else "", box=_box(box or b"0 0 0 0"), content=content,
            )
        )  # fmt: skip
    return None if _OTHERWISE.search(stream, max(at, 0)) else found


@lru_cache(maxsize=256)  # pieces lie at the same places on page after page
def placed(base: Matrix, written: bytes) -> State | None:
    """The state that operators lead to which stand before a face; None for one that is none of these."""
    graphics = Graphics(State(base))
    numbers: list[str] = []
    for word in written.decode().split():
        if word not in _TAKES:
            numbers.append(word)
        elif len(numbers) == _TAKES[word] and all(map(_NUMBER.fullmatch, numbers)):
            graphics.follow(word, numbers)
            if word == "n":
                graphics.finish()
            numbers = []
        else:
            return None
    return None if numbers or graphics.paths else graphics.state


@lru_cache(maxsize=256)
def _box(written: bytes) -> Box:
    """The box of a clip that is written as its corner and size."""
    left, top, width, height = map(float, written.split())
    return left, top, round(left + width, 6), round(top + height, 6)
