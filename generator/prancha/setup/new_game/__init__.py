"""`prancha new`: a small project that builds at once, from nothing or from lists of components."""

from prancha.setup.new_game.project import KINDS, Started, start
from prancha.setup.new_game.roles import Wishes

__all__ = ["KINDS", "Started", "Wishes", "start"]
