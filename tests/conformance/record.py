"""Write what becomes of every drawing now into expected.yaml, and what is not as it must be to the screen.

    python -m tests.conformance.record [--list]

What must be is kept as it is written there; a new drawing must be right.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.conformance.routes import ROUTES
from tests.conformance.table import OUTCOMES, Expected, Suite, outcomes, saved_suite, small_suite, written

HEAD = """\
# What must become of each drawing, and what does.
#
#   right     printed as the reference shows it, without a word
#   refused   an error at the drawing's own line
#   told      a warning, and printed as the reference shows it
#   effect    told where the extra prancha[effects] is installed, refused where it is not
#
# A word alone holds of all routes (inline: written into a template; art: shown by art(); template: as the
# template).  Else `must` lists what may be and `now` says what is; what is not among it is not done yet.
# Made anew by python -m tests.conformance.record, which leaves what must be as it is.
"""


def record(suite: Suite) -> None:
    """Print the drawings of a suite by all routes, and write its file."""
    before = suite.expected()
    made = {route: outcomes(route, suite.going(route)) for route in ROUTES}
    after = {}
    for name, drawing in suite.drawings.items():
        must = before[name].must if name in before else ("right",)
        after[name] = Expected(must, {route: made[route][name] for route in suite.routes_of(drawing)})
    suite.path.write_text(HEAD + written(after), encoding="utf-8")
    print(suite.path.parent.name)
    for route in ROUTES:
        counts = Counter(made[route].values())
        print(f"  {route:10}", ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES))
    missing = {name: one.open for name, one in after.items() if one.open}
    print(f"  {len(missing)} of {len(after)} drawings are not as they must be")
    if "--list" in sys.argv:
        for name, by_route in missing.items():
            print(f"    {name}: {', '.join(f'{route} {what}' for route, what in by_route.items())}")


if __name__ == "__main__":
    record(small_suite())
    record(saved_suite())
