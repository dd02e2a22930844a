"""Whether each file shows the side of the piece that it is ordered for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from prancha.checks.proof.folder.files import fault
from prancha.checks.proof.folder.told import OrderFacts
from prancha.checks.proof.raster import PageRaster
from prancha.model.diagnostic import Diagnostic, Failure

if TYPE_CHECKING:
    from PIL.Image import Image

CELLS = (6, 8)
LIKE = 12.0
"""Mean difference of two looks, of 255, below which they are of one face: colours for a press shift them."""
PAGE_DPI = 24


def wrong_looks(folder: Path, order: OrderFacts) -> Iterator[Diagnostic]:
    """Files and pages that show another side of the order than the one that they are ordered for."""
    known: dict[str, bytes] = {}
    asked: dict[str, tuple[str, bytes]] = {}
    for piece in order.pieces:
        for side, where in (("front", piece.front), ("back", piece.back)):
            look = bytes.fromhex(order.looks.get(piece.key, {}).get(side, ""))
            if look and where:
                known.setdefault(f"the {side} of {piece.key}", look)
                asked.setdefault(where, (f"the {side} of {piece.key}", look))
    for where, (what, look) in asked.items():
        for place, shown in _shown(folder, where):
            found = min(known, key=lambda other: _apart(shown, known[other]))
            own, best = _apart(shown, look), _apart(shown, known[found])
            if own > LIKE and best < LIKE / 2 + own / 4:
                message = f"{place}it shows {found}, expected {what}"
                yield fault(where.partition("#")[0], "export-order", message)


def _shown(folder: Path, where: str) -> Iterator[tuple[str, bytes]]:
    """What a picture, or each page that is named, looks like; nothing of files that cannot be read."""
    import pypdfium2
    from PIL import Image, UnidentifiedImageError

    name, is_page, numbers = where.partition("#")
    path = folder / name
    if not path.is_file():
        return
    if not is_page:
        try:
            with Image.open(path) as picture:
                yield "", _small(picture.convert("RGB"))
        except (UnidentifiedImageError, OSError, SyntaxError):
            return
        return
    raster = PageRaster(path)
    try:
        for number in map(int, numbers.split(",")):
            yield f"page {number}: ", _small(raster.coloured(number, PAGE_DPI))
    except (Failure, pypdfium2.PdfiumError):
        return  # told with the pages
    finally:
        raster.close()


def _small(picture: Image) -> bytes:
    from PIL import Image

    size = CELLS if picture.width <= picture.height else CELLS[::-1]
    return picture.resize(size, Image.Resampling.BOX).tobytes()


def _apart(one: bytes, other: bytes) -> float:
    """Mean difference of two looks, 0 to 255; those of other shapes are far apart."""
    return (
        sum(abs(a - b) for a, b in zip(one, other, strict=False)) / len(one)
        if len(one) == len(other)
        else 255
    )
