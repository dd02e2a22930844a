"""The cover as a build would print it, for who only checks a game."""

from __future__ import annotations

from prancha.building.leaves import arrange, group
from prancha.building.order import Order
from prancha.building.pages import front_matter
from prancha.building.pieces import Pieces
from prancha.building.selection import choose_sheet
from prancha.faces import Drawn, FaceMaker
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.face import Face
from prancha.model.game import Game
from prancha.sheets import impose


def check_cover(
    order: Order, game: Game, maker: FaceMaker, drawn: Drawn
) -> tuple[tuple[Face, ...], tuple[Diagnostic, ...]]:
    """Cover and cut plan of a game whose faces `maker` drew, or what is wrong with them.

    What is wrong stops no other check.  Call it after what faces use was gathered: what a cover uses is
    no use of a face.
    """
    try:
        paper, profile = choose_sheet(order)
        pieces = Pieces(drawn, profile.bleed, order.gutter)
        leaves = arrange(impose(group(game, pieces), paper, order.duplex, profile), order.duplex)
        inline = any(leaf.sides == 2 for leaf in leaves)
        return front_matter(game, maker, paper, leaves, maker.lang, order.duplex, inline), ()
    except Failure as failure:
        return (), failure.diagnostics
