"""Art and files in the inks of a press: CMYK through a profile, PDF/X.

`in_inks` makes a portfolio for a press, whose profile is `shipped_profile()` or `read_profile(path)`.
"""

from __future__ import annotations

from msgspec import Struct

from prancha.export.colour.flattening import DPI, draw_foreign, flatten
from prancha.export.colour.press_inks import InkMixer, read_profile, shipped_profile
from prancha.export.colour.separation import Separation
from prancha.graphics.fonts import FontBook
from prancha.model.face import Portfolio
from prancha.model.printing import Press

__all__ = ["PressArt", "in_inks", "read_profile", "shipped_profile"]


class PressArt(Struct, frozen=True):
    """Art in the inks of a press; `flattened` are digests of faces whose transparency became a picture.

    So many forms of other programs, `drawn`, are pictures now.
    """

    portfolio: Portfolio
    flattened: tuple[str, ...] = ()
    drawn: int = 0

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks for the user."""
        told: tuple[str, ...] = ()
        if self.drawn:
            told = (f"PDFs of other programs ({self.drawn}) are printed as pictures of {DPI} dpi",)
        if not self.flattened:
            return told
        count, faces = len(self.flattened), len(self.portfolio.arts)
        return (
            *told,
            f"{count} of {faces} faces have transparency, which PDF/X-1a forbids: all up to the last thing "
            f"that is seen through, texts too, is a picture of {DPI} dpi",
        )


def in_inks(portfolio: Portfolio, book: FontBook, press: Press) -> PressArt:
    """Convert art of the screen to the inks of `press`, without transparency if its standard forbids it."""
    mixer = InkMixer(press)
    faces: tuple[str, ...] = ()
    portfolio, drawn = draw_foreign(portfolio, book, DPI)
    if press.standard == "x1a":
        portfolio, faces = flatten(portfolio, book, mixer)
    return PressArt(Separation(portfolio, press, mixer).run(), faces, drawn)
