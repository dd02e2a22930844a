"""Pictures of other formats as PNG, and the resolution that a file names: read by Pillow, for a new game."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image

from prancha.graphics.pictures import MAX_PIXELS, Look
from prancha.graphics.svg.svg_markup import DrawingFault

_CONVERTIBLE = "GIF TIFF BMP"


@contextmanager
def _opened(data: bytes, kinds: str, href: str) -> Iterator[Image.Image]:
    """The picture in Pillow, one of some kinds.  Raises DrawingFault for one that it cannot read."""
    try:
        # MAX_PIXELS is lower than what Pillow warns of, and of broken EXIF nobody need know.
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(io.BytesIO(data), formats=kinds.split()) as picture,
        ):
            yield picture
    except (DrawingFault, MemoryError):
        raise
    except Exception as problem:  # Pillow, fed with what strangers made, fails in any way
        # Where in memory it lies is nobody's business.
        why = str(problem).partition(" <_io")[0] or "the file is broken"
        raise DrawingFault(f'"{href[:40]}" cannot be read as {" or ".join(kinds.split())}: {why}') from None


def as_png(data: bytes, href: str) -> bytes:
    """A GIF, TIFF or BMP as PNG, of an animation the first frame.  Raises DrawingFault."""
    out = io.BytesIO()
    with _opened(data, _CONVERTIBLE, href) as picture:
        if picture.width * picture.height > MAX_PIXELS:
            raise DrawingFault(
                f'"{href[:40]}" has {picture.width} x {picture.height} pixels', "scale it down"
            )
        deep = picture.mode.startswith("I")  # 16 bits become 8
        shown = picture.convert("I").point(lambda level: level / 256).convert("L") if deep else picture
        plain = shown.convert("RGBA" if picture.has_transparency_data else "RGB")
        plain.save(out, "PNG", dpi=picture.info.get("dpi"))
    return out.getvalue()


def has_more(data: bytes, href: str) -> bool:
    """Return whether a GIF, TIFF or BMP holds more pictures than its first.  Raises DrawingFault."""
    with _opened(data, _CONVERTIBLE, href) as picture:
        try:
            picture.seek(1)
        except (EOFError, OSError, SyntaxError, ValueError):  # none, or a broken one
            return False
    return True


def resolution(data: bytes, href: str, seen: Look) -> float:
    """Pixels per inch that a file names, 0 for none or what no printer has.  Raises DrawingFault."""
    if seen.kind in ("SVG", "PDF"):
        return 0.0
    with _opened(data, seen.kind, href) as picture:
        across = picture.info.get("dpi", (0, 0))[0]
    return float(across) if isinstance(across, int | float) and 50 < across < 1e5 else 0.0
