"""Faces drawn by others than the building process: its own workers, or a cluster.

A worker returns the entries that a cache would have kept, and the build
goes its usual way with them: so its bytes, and what it says of mistakes, are the same.
"""

from prancha.building.workers.dispatch import draw_ahead
from prancha.building.workers.executor import Workers

__all__ = ["Workers", "draw_ahead"]
