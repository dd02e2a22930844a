"""Game -> faces: Jinja templates, text, icons and geometry become SVG.

The only stage that uses Jinja.  Its interface is loaded when it is first used: rulebooks are checked with
the markup of texts alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prancha.faces.face_cache import game_head
    from prancha.faces.face_drawings import Drawn
    from prancha.faces.face_maker import FaceMaker

__all__ = ["Drawn", "FaceMaker", "game_head"]

_HOMES = {
    "Drawn": "face_drawings",
    "FaceMaker": "face_maker",
    "game_head": "face_cache",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
