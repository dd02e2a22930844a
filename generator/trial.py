"""The cover as a build would print it, for who only checks a game."""

from __future__ import annotations

from generator.choices import choose_sheet
from generator.faces import Drawn, FaceMaker
from generator.furniture import front_matter
from generator.kit import Order
from generator.leaves import arrange, group
from generator.model.diagnostic import Diagnostic, Failure
from generator.model.face import Face
from generator.model.game import Game
from generator.pieces import Pieces
from generator.sheets import impose


def try_cover(
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
