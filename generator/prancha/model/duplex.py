"""How backs come behind fronts: what each `--duplex` means."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

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
        """Whether a back exchanges left and right (else top and bottom) of a front of this size.

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
