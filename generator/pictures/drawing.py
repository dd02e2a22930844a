"""SVG files shown as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from generator.opening import shown
from generator.pictures.files import find
from generator.svg.errors import Fault, Faults
from generator.svg.foreign import Foreign, ForeignFault, read


@lru_cache(maxsize=64)
def drawing(data: bytes) -> Foreign:
    """The drawing in an SVG file; nobody may change it.  Raises Fault for all that is wrong with it."""
    found = read(data)
    if found.faults:
        raise Faults(found.faults)
    return found


def size_of(data: bytes) -> tuple[float, float]:
    """Width and height of the drawing in its own units."""
    box = drawing(data).box
    return box[2], box[3]


def in_file(fault: Fault, href: str, folders: Sequence[Path]) -> Faults:
    """All that is wrong with picture `href` of `folders`, with its file where it is one, else by its name."""
    path = None if href.startswith("data:") else find(href, folders)
    found: list[Fault] = []
    for each in fault:
        line = each.line if isinstance(each, ForeignFault) else 0
        if path is not None and line:
            found.append(ForeignFault(each.message, line, each.hint, shown(path)))
        else:
            where = f", line {line}" if line else ""
            found.append(Fault(f'the picture "{href[:80]}"{where}: {each.message}', each.hint))
    return Faults(found)
