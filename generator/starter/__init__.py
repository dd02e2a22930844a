"""`prancha new`: a small project that builds at once, from nothing or from lists of components."""

from generator.starter.project import KINDS, Started, start
from generator.starter.roles import Wishes

__all__ = ["KINDS", "Started", "Wishes", "start"]
