"""Content streams of pages as an earlier build deflated them, kept by all that is drawn on a page."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Protocol

import msgspec
from msgspec import Struct

from prancha.export.boxes import Boxes
from prancha.export.placed_faces import Named, Page, PlacedFaces, placed
from prancha.model.art import Art
from prancha.model.printer import Matrix
from prancha.model.sheet import Stroke
from prancha.model.units import Mm
from prancha.system.cache import NOTHING, Pack, made_of


class DrawnPage(Page, Protocol):
    """What of a page tells how it is drawn."""

    @property
    def size(self) -> tuple[Mm, Mm]:
        """Width and height of what is sent."""

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """Its outlines for a machine."""

    @property
    def matrix(self) -> Matrix:
        """What takes it to what is sent."""

    @property
    def scale(self) -> float:
        """How much larger its pieces are drawn."""

    @property
    def boxes(self) -> Boxes | None:
        """Its boxes, where it has its own."""


class _Stream(Struct, frozen=True, array_like=True):
    """A deflated stream, and what its faces named."""

    named: Named
    deflated: bytes


_write, _read = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(_Stream).decode


class PageStreams:
    """Recalls and keeps the streams of one file; `how` tells what all its pages are drawn with.

    The context of `pack` must tell all that faces are drawn from and with: here they have the digest of
    their drawing and the checksum of their operators.
    """

    def __init__(self, arts: Mapping[str, Art], pack: Pack = NOTHING, how: object = None) -> None:
        self._arts, self._pack, self._how = arts, pack, how

    def key(self, page: DrawnPage, faces: PlacedFaces) -> str:
        """The name of a page with these faces; "" where nothing is kept."""
        if not self._pack:
            return ""
        checks = [(self._arts[digest].check, faces.is_once(digest)) for digest in placed(page)]
        told = (
            self._how, page.size, page.matrix, page.sheet, page.faces, page.strokes, page.scale, page.boxes,
            checks,
        )  # fmt: skip
        return sha256(_write(told)).hexdigest()[:32]

    def recall(self, key: str, faces: PlacedFaces) -> bytes | None:
        """The stream of a page, whose faces are named as if it had just been drawn."""
        kept = made_of(self._pack.get(key), _read) if key else None
        if kept is None:
            return None
        return kept.deflated if faces.name_again(kept.named) else None

    def keep(self, key: str, named: Named, deflated: bytes) -> None:
        """Keep the stream of a page that was just drawn."""
        if key:
            self._pack.put(key, _write(_Stream(named, deflated)))
