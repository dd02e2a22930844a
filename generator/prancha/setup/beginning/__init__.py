"""Begin a game by a page: what was given is guessed at, shown in every layout, and written as asked for."""

from prancha.setup.beginning.beginnings import Beginnings

__all__ = ["Beginnings"]
