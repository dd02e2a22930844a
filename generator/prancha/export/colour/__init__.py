"""Art and files in the inks of a press: CMYK through a profile, PDF/X.

`in_inks` makes a portfolio for a press, `write_for_press` a whole file of pages; the profile of a press is
`shipped_profile()` or `read_profile(path)`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from prancha.export.colour.flattening import DPI, flatten
from prancha.export.colour.press_inks import InkMixer, read_profile, shipped_profile
from prancha.export.colour.separation import Separation
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.graphics.fonts import FontBook
from prancha.model.face import Portfolio
from prancha.model.printing import Flip, Press

__all__ = ["PressArt", "in_inks", "read_profile", "shipped_profile", "write_for_press"]


class PressArt(Struct, frozen=True):
    """Art in the inks of a press; `flattened` are digests of faces whose transparency became a picture."""

    portfolio: Portfolio
    flattened: tuple[str, ...] = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks for the user."""
        if not self.flattened:
            return ()
        count, faces = len(self.flattened), len(self.portfolio.arts)
        return (
            f"{count} of {faces} faces have transparency, which PDF/X-1a forbids: all up to the last thing "
            f"that is seen through, texts too, is a picture of {DPI} dpi",
        )


def in_inks(portfolio: Portfolio, book: FontBook, press: Press) -> PressArt:
    """Convert art of the screen to the inks of `press`, without transparency if its standard forbids it."""
    mixer = InkMixer(press)
    faces: tuple[str, ...] = ()
    if press.standard == "x1a":
        flattened = flatten(portfolio, book, mixer)
        portfolio, faces = flattened.portfolio, flattened.faces
    return PressArt(Separation(portfolio, press, mixer).run(), faces)


def write_for_press(
    pages: Sequence[PdfPage],
    portfolio: Portfolio,
    book: FontBook,
    about: About,
    press: Press,
    flip: Flip = "none",
) -> bytes:
    """Write a PDF of pages for a press; `portfolio` is rendered art, in colours of the screen."""
    art = in_inks(portfolio, book, press)
    return write_pdf(pages, art.portfolio, book, about, flip, press=press)
