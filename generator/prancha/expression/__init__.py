"""The small language of rules and computed fields: arithmetic, comparison, walks; with bounded work.

Read as Python's grammar and translated node by node from an allow-list to closures; nothing is ever
handed to `eval`, and attributes are looked up in catalogue data, never on Python objects.
"""

from __future__ import annotations

from prancha.expression.environment import Environment, ExpressionError, FamilyItems
from prancha.expression.fault import FalsePart, fault, sources
from prancha.expression.origins import Origin, Origins
from prancha.expression.translate import Program, translate

__all__ = [
    "Environment",
    "ExpressionError",
    "FalsePart",
    "FamilyItems",
    "Origin",
    "Origins",
    "Program",
    "fault",
    "sources",
    "translate",
]
