"""The small language of rules and computed fields: arithmetic, comparison, walks; with bounded work.

Read as Python's grammar and translated node by node from an allow-list to closures; nothing is ever
handed to `eval`, and attributes are looked up in catalogue data, never on Python objects.
"""

from __future__ import annotations

from generator.expression.environment import Environment, ExpressionError, Pieces
from generator.expression.fault import Fault, fault, sources
from generator.expression.origins import Origins, Spot
from generator.expression.translate import Program, translate

__all__ = [
    "Environment",
    "ExpressionError",
    "Fault",
    "Origins",
    "Pieces",
    "Program",
    "Spot",
    "fault",
    "sources",
    "translate",
]
