"""Begin a game from a page: guess what the given files are, show them in layouts, and write the game."""

from prancha.setup.beginning.beginnings import Beginnings

__all__ = ["Beginnings"]
