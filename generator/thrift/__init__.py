"""Faces in less ink, without touching their templates: `low` makes large fills pale, `outline` white.

Text, icons and small things stay readable: what stood out from a ground that became pale is darkened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.faces import Drawn
from generator.model.art import Ink

if TYPE_CHECKING:
    from generator.fonts import FontBook
    from generator.model.face import Face

__all__ = ["spare", "spare_pages"]


def spare(ink: Ink, drawn: Drawn, book: FontBook) -> Drawn:
    """All faces in as much ink as `ink` allows; each different one is made once."""
    from generator.thrift.saver import Saver

    saver = Saver(ink, drawn.symbols, book)
    fronts = {key: saver.face(face) for key, face in drawn.fronts.items()}
    return replace(drawn, fronts=fronts, backs={key: saver.face(face) for key, face in drawn.backs.items()})


def spare_pages(
    ink: Ink, pages: Sequence[Face], symbols: Mapping[str, str], book: FontBook
) -> tuple[Face, ...]:
    """The same for pages of the program's own, such as covers."""
    from generator.thrift.saver import Saver

    saver = Saver(ink, symbols, book)
    return tuple(saver.face(page) for page in pages)
