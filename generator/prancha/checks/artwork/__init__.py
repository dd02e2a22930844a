"""Checks of the printed face: what can be wrong on paper though the catalogue is right.

docs/printed-checks.md lists them.  Every check has its CODE, its OPTIONS and its rationale as docstring:
it is a module, or a function of `forgotten_data.py` or `print_quality.py`.  `checks.py` has them all, those
that look at one face after another and those that look at all at once.
"""

from prancha.checks.artwork.checks import CHECKS
from prancha.checks.artwork.inspection import Inspection, inspect, limits, picture_limits
from prancha.checks.artwork.looking import look
from prancha.checks.artwork.settings import KEYS, Waived
from prancha.checks.artwork.subject import Printed, Used
from prancha.graphics.scene.scene import SceneMaker

__all__ = [
    "CHECKS",
    "KEYS",
    "Inspection",
    "Printed",
    "SceneMaker",
    "Used",
    "Waived",
    "inspect",
    "limits",
    "look",
    "picture_limits",
]
