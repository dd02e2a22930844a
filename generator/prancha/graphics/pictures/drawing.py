"""SVG files shown as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from prancha.graphics.pictures.files import find
from prancha.graphics.svg.errors import DrawingFault, DrawingFaults
from prancha.graphics.svg.external import ExternalDrawing, ExternalMarkupFault, read
from prancha.system.safe_open import format_path


@lru_cache(maxsize=64)
def drawing(data: bytes) -> ExternalDrawing:
    """The drawing in an SVG file; nobody may change it.

    Raises DrawingFault for all that is wrong with it.
    """
    found = read(data)
    if found.faults:
        raise DrawingFaults(found.faults)
    return found


def size_of(data: bytes) -> tuple[float, float]:
    """Width and height of the drawing in its own units."""
    box = drawing(data).box
    return box[2], box[3]


def in_file(fault: DrawingFault, href: str, folders: Sequence[Path]) -> DrawingFaults:
    """All that is wrong with picture `href` of `folders`, with its file where it is one, else by its name."""
    path = None if href.startswith("data:") else find(href, folders)
    found: list[DrawingFault] = []
    for each in fault:
        line = each.line if isinstance(each, ExternalMarkupFault) else 0
        if path is not None and line:
            found.append(ExternalMarkupFault(each.message, line, each.hint, format_path(path)))
        else:
            where = f", line {line}" if line else ""
            found.append(DrawingFault(f'the picture "{href[:80]}"{where}: {each.message}', each.hint))
    return DrawingFaults(found)
