"""`prancha new`: a small project that builds at once, from nothing or from lists of components."""

from prancha.setup.new_game.examples import EXAMPLES, start_like
from prancha.setup.new_game.folded import FOLDED
from prancha.setup.new_game.project import KINDS, Started, start
from prancha.setup.new_game.roles import Wishes

__all__ = ["EXAMPLES", "FOLDED", "KINDS", "Started", "Wishes", "start", "start_like"]
