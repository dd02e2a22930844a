"""SVG files shown as pictures."""

from __future__ import annotations

from functools import lru_cache

from generator.svg.errors import Fault, Faults
from generator.svg.foreign import Foreign, ForeignFault, read


@lru_cache(maxsize=64)
def drawing(data: bytes, href: str) -> Foreign:
    """The drawing in an SVG file; nobody may change it.  Raises Faults naming file and line."""
    try:
        found = read(data)
    except ForeignFault as fault:
        raise in_picture(fault, href) from None
    if found.faults:
        raise Faults(in_picture(fault, href) for fault in found.faults)
    return found


def in_picture(fault: ForeignFault, href: str) -> Fault:
    """A fault of a picture, for whoever shows it."""
    return Fault(f'the picture "{href}", line {fault.line}: {fault.message}', fault.hint)


def size_of(data: bytes, href: str) -> tuple[float, float]:
    """Width and height of the drawing in its own units."""
    box = drawing(data, href).box
    return box[2], box[3]
