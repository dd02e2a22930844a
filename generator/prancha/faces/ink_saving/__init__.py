"""Faces in less ink, without touching their templates: all colours lighter, nearly white for `outline`.

What was lighter than another thing stays lighter; texts and signs are darkened where they would not stand
out from their grounds any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from prancha.faces import Drawn
from prancha.graphics.pictures import opacities
from prancha.model.face import Ink
from prancha.system.cache import NOTHING, Pack

if TYPE_CHECKING:
    from prancha.graphics.fonts import FontBook
    from prancha.model.diagnostic import Diagnostic
    from prancha.model.face import Face

__all__ = ["save_ink", "save_ink_on_pages"]


def save_ink(
    ink: Ink, drawn: Drawn, book: FontBook, folders: Sequence[Path] = (), pack: Pack = NOTHING
) -> Drawn:
    """All faces in as much ink as `ink` allows; each different one is made once.

    `folders` are those of the pictures; `pack` keeps what is made.
    """
    from prancha.faces.ink_saving.saver import Saver

    saver = Saver(ink, drawn.symbols, book, opacities(folders), pack)
    fronts = {key: saver.face(face) for key, face in drawn.fronts.items()}
    backs = {key: saver.face(face) for key, face in drawn.backs.items()}
    return replace(drawn, fronts=fronts, backs=backs, notes=(*drawn.notes, *saver.notes))


def save_ink_on_pages(
    ink: Ink, pages: Sequence[Face], symbols: Mapping[str, str], book: FontBook, pack: Pack = NOTHING
) -> tuple[tuple[Face, ...], tuple[Diagnostic, ...]]:
    """The same for pages of the program's own, such as covers, and warnings about them."""
    from prancha.faces.ink_saving.saver import Saver

    saver = Saver(ink, symbols, book, pack=pack)
    return tuple(saver.face(page) for page in pages), tuple(saver.notes)
