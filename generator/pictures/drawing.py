"""SVG files shown as pictures."""

from __future__ import annotations

from functools import lru_cache

from generator.svg.errors import Fault
from generator.svg.foreign import Foreign, ForeignFault, read


@lru_cache(maxsize=64)
def drawing(data: bytes, href: str) -> Foreign:
    """The drawing in an SVG file; nobody may change it.  Raises Fault naming file and line."""
    try:
        found = read(data)
        for fault in found.refused:
            raise fault
        return found
    except ForeignFault as fault:
        raise Fault(f'the picture "{href[:80]}", line {fault.line}: {fault.message}', fault.hint) from None


def size_of(data: bytes, href: str) -> tuple[float, float]:
    """Width and height of the drawing in its own units."""
    box = drawing(data, href).box
    return box[2], box[3]
