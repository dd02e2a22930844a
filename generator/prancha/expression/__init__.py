"""The expression language of rules and computed fields: arithmetic, comparison, comprehensions; bounded work.

Parsed with Python's grammar and translated node by node from an allow-list to closures; nothing is
passed to `eval`, and attributes are looked up in catalogue data, never on Python objects.
"""

from __future__ import annotations

from prancha.expression.evaluation import Environment, ExpressionError, FamilyItems, Origin, Origins
from prancha.expression.translator import Program, translate
from prancha.expression.why_false import FalsePart, find_fault, places_read

__all__ = [
    "Environment",
    "ExpressionError",
    "FalsePart",
    "FamilyItems",
    "Origin",
    "Origins",
    "Program",
    "find_fault",
    "places_read",
    "translate",
]
