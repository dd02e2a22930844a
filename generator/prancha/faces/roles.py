"""Which font family a template means by `body` and `title`, and by the roles a game names."""

from __future__ import annotations

from collections.abc import Mapping

from prancha.graphics.fonts import FontBook
from prancha.model.game import Game

USUAL = "Alegreya Sans"


def plain_font(game: Game, book: FontBook) -> str:
    """The family of running text: the game's, else the usual one, else any; "" without fonts."""
    families = book.families()
    wanted = (game.fonts.get("body", ""), USUAL, *game.fonts.values(), *families)
    return next((family for family in wanted if family in families), "")


def roles_of(game: Game, book: FontBook) -> Mapping[str, str]:
    """Families by role: those the game names; `body`, and as that `title`, where it names none."""
    body = game.fonts.get("body") or plain_font(game, book)
    return {"body": body, "title": body, **game.fonts} if body else game.fonts
