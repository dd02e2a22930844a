"""`prancha new`: a small project that builds at once, from nothing or from a spreadsheet."""

from generator.starter.project import KINDS, Started, start

__all__ = ["KINDS", "Started", "start"]
