"""Printing of a kit: positions of backs, inks of a press, and the distortion of a printer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from msgspec import Struct

from prancha.model.face import Side
from prancha.model.units import Mm

DuplexName = Literal["long", "short", "fold", "separate", "board", "none"]
Flip = Literal["long", "short", "none"]
"""The edge about which a printer turns the paper; none when it prints one side."""


class Duplex(Struct, frozen=True):
    """One way of printing backs.

    `flips` is how the printer turns the paper by itself.  `printed`: there are backs at all.  `folded`: they
    lie on the sheets of their fronts, beyond a fold.  `apart`: they are in a file of their own.  `on_board`:
    those of the stock board are printed on papers of their own, for the other face of the board.
    `mark` tells of it in file names, "" where the names of the files themselves do or it is the usual way.
    """

    name: DuplexName
    flips: Flip = "none"
    printed: bool = True
    folded: bool = False
    apart: bool = False
    on_board: bool = False
    mark: str = ""

    def glues(self, stock: str) -> bool:
        """Whether fronts and backs of a stock are papers of their own, glued to both faces of a board."""
        return self.on_board and stock == "board"

    def mirrors_across(self, width: Mm, height: Mm) -> bool:
        """Return whether a back exchanges left and right (else top and bottom) of a front of this size.

        The printer turns the paper about an edge: about its long edge, a sheet on its side turns over from
        top to bottom.  Backs that the printer does not turn are made for turning about the long edge.
        """
        return (self.flips != "short") == (height >= width)


DUPLEX: Mapping[DuplexName, Duplex] = MappingProxyType(
    {
        way.name: way
        for way in (
            Duplex("long", "long"),
            Duplex("short", "short", mark="short"),
            Duplex("fold", folded=True, mark="fold"),
            Duplex("separate", apart=True),
            Duplex("board", "long", on_board=True, mark="board"),
            Duplex("none", printed=False, mark="one-sided"),
        )
    }
)
"""Every way by its name, in the order in which help lists them."""


Standard = Literal["", "x4", "x1a"]
"""PDF/X-4 (ISO 15930-7), PDF/X-1a:2003 (ISO 15930-4), or neither."""
Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black in percent."""
USUAL_LIMIT = 300
"""Percent of ink, all four together: what coated paper takes."""


class IccProfile(Struct, frozen=True):
    """A profile of four inks (ICC.1).

    `condition` is its name in the registry of the ICC, "" for one that is in none; `title` what it says of
    itself.
    """

    data: bytes
    title: str
    condition: str = ""


class Press(Struct, frozen=True):
    """A printing condition: colours are made for it.

    `limit` is the most ink of one place in percent; `rich` the inks of large black areas, None for black
    alone.
    """

    profile: IccProfile
    limit: int = USUAL_LIMIT
    rich: Inks | None = None
    standard: Standard = ""


Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""x' = a x + c y + e, y' = b x + d y + f, in mm with y down."""
UNMOVED: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Printer(Struct, frozen=True):
    """Readings of a calibration sheet, on paper held upright.

    `scale_x` and `scale_y` are the lengths that come out for a length of 1.  Backs come out
    `back_dx` mm too far right and `back_dy` mm too far down as one looks at them, turned by `back_angle`
    degrees clockwise about the middle.  `margin` is the strip that stays blank along every edge;
    None: the paper's own.  `paper` names the one it was read from; "" means it holds for any.
    """

    name: str
    scale_x: float = 1.0
    scale_y: float = 1.0
    back_dx: Mm = 0.0
    back_dy: Mm = 0.0
    back_angle: float = 0.0
    margin: Mm | None = None
    paper: str = ""

    def makes_up(self, width: Mm, height: Mm, side: Side) -> Matrix:
        """From a sheet of `width` x `height` as designed to the page to be sent, which is upright.

        What the printer then does to that page puts every point where it was designed.  A sheet
        that lies on its side is turned to the left first: only so is it certain which way the
        printer takes it.
        """
        turned: Matrix = (0.0, -1.0, 1.0, 0.0, 0.0, width) if width > height else UNMOVED
        x, y = min(width, height) / 2, max(width, height) / 2
        back = side == "back"
        angle = math.radians(-self.back_angle) if back else 0.0
        dx, dy = (self.back_dx, self.back_dy) if back else (0.0, 0.0)
        cos, sin = math.cos(angle), math.sin(angle)
        a, b, c, d = cos / self.scale_x, sin / self.scale_y, -sin / self.scale_x, cos / self.scale_y
        undone: Matrix = (a, b, c, d, x - a * (x + dx) - c * (y + dy), y - b * (x + dx) - d * (y + dy))
        return compose(turned, undone)


def compose(first: Matrix, then: Matrix) -> Matrix:
    """The map that applies `first`, then `then`."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )
