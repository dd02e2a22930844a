"""`prancha new`: a small project that builds at once, from nothing or from lists of components."""

from prancha.setup.new_game.field_roles import Wishes
from prancha.setup.new_game.plain_game import DRAWN_KINDS
from prancha.setup.new_game.project import EXAMPLES, KINDS, Started, start, start_like

__all__ = ["DRAWN_KINDS", "EXAMPLES", "KINDS", "Started", "Wishes", "start", "start_like"]
