"""`prancha new`: a small project that builds at once, from nothing, from lists or from pictures."""

from prancha.setup.new_game.example_game import EXAMPLES, start_like, start_like_with_lists
from prancha.setup.new_game.field_roles import Wishes
from prancha.setup.new_game.finished_faces import FaceWishes
from prancha.setup.new_game.given_pictures import are_pictures
from prancha.setup.new_game.plain_game import DRAWN_KINDS
from prancha.setup.new_game.project import Started, start, start_with_pictures
from prancha.setup.new_game.starter_kinds import KINDS

__all__ = [
    "DRAWN_KINDS",
    "EXAMPLES",
    "KINDS",
    "FaceWishes",
    "Started",
    "Wishes",
    "are_pictures",
    "start",
    "start_like",
    "start_like_with_lists",
    "start_with_pictures",
]
