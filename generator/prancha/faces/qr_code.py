"""QR codes as vector shapes: one path of dark modules on a light ground, with the quiet zone readers need."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from prancha.faces.colour import check_colour
from prancha.faces.faults import FaceError
from prancha.faces.template_shapes import n, polyomino
from prancha.graphics.svg.css_colours import contrast, luminance, parse_colour
from prancha.model.diagnostic import suggestion
from prancha.model.units import Mm

QUIET = 4
"""Light modules around a code (ISO/IEC 18004, 5.3.8)."""
SMALLEST: Mm = 0.25
"""The least side of a module: telephones read smaller ones in print only by luck."""
LEAST_CONTRAST = 3.0
LEVELS = ("l", "m", "q", "h")
"""Levels of error correction: 7, 15, 25 or 30 % of a code may be lost."""
_LARGEST = 20
"""The largest version (ISO/IEC 18004) whose modules fit in one path; it holds at least 382 letters."""


def qr_code(
    text: str, x: Mm, y: Mm, size: Mm, fill: str = "#000000", ground: str = "#ffffff", level: str = "m"
) -> Markup:
    """Return the QR code of `text` in a square of `size` mm whose top left corner is (x, y).

    The square includes the quiet zone.  `ground` is "none" on a light background.  Raises FaceError for
    a code that cannot be read.
    """
    if not isinstance(text, str) or not text.strip():
        raise FaceError(f"{text!r:.40} is given as the text of a QR code", "give a link or other words")
    if level not in LEVELS:
        raise FaceError(f'the level of a QR code is "{level}"', suggestion(str(level), LEVELS))
    below = "#ffffff" if ground == "none" else ground
    dark, light = parse_colour(check_colour(fill)), parse_colour(check_colour(below))
    if luminance(dark) > luminance(light) or contrast(dark, light) < LEAST_CONTRAST:
        raise FaceError(
            f"a QR code in {fill} on {below} cannot be read",
            "make its fill much darker than its ground",
        )
    side, cells = _modules(text.strip(), level)
    module = size / (side + 2 * QUIET)
    if module < SMALLEST:
        raise _too_small(text, size, (side + 2 * QUIET) * SMALLEST)
    plate = f'<rect x="{n(x)}" y="{n(y)}" width="{n(size)}" height="{n(size)}" fill="{ground}"/>'
    drawn = polyomino(cells, x + QUIET * module, y + QUIET * module, module)
    return Markup(f'{"" if ground == "none" else plate}<path d="{drawn}" fill="{fill}"/>')


@lru_cache(maxsize=256)
def _modules(text: str, level: str) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Return the number of modules a side, and the dark ones as (column, row).  Raises FaceError."""
    import segno

    try:
        code = segno.make_qr(text, error=level)
    except segno.DataOverflowError:
        raise _too_long(text) from None
    if int(code.version) > _LARGEST:
        raise _too_long(text)
    rows = enumerate(code.matrix)
    return len(code.matrix), tuple((c, r) for r, row in rows for c, dark in enumerate(row) if dark)


def _too_small(text: str, size: Mm, least: Mm) -> FaceError:
    error = FaceError(
        f'the QR code of "{text:.40}" needs {least:.1f} mm to be read, it has {n(size)} mm',
        "make it larger, or its text shorter",
    )
    error.text = text
    return error


def _too_long(text: str) -> FaceError:
    error = FaceError(
        f"a QR code of {len(text)} characters is too dense to be read in print", "use a shorter link"
    )
    error.text = text
    return error
