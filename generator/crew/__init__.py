"""Faces drawn by others than the building process: its own workers, or a cluster.

Whoever draws gives back the entries that a cache would have kept, and the build
goes its usual way with them: so its bytes, and what it says of mistakes, are the same.
"""

from generator.crew.ahead import draw_ahead
from generator.crew.crew import Crew

__all__ = ["Crew", "draw_ahead"]
