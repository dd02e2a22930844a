"""Write what becomes of every drawing now into expected.yaml, and what is not as it must be to the screen.

    python -m tests.conformance.record [--list]

What must be is kept as it is written there; a new drawing must be right.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.conformance.drawings import drawings
from tests.conformance.routes import ROUTES
from tests.conformance.table import EXPECTED, OUTCOMES, Expected, outcomes, read_expected, write_expected

HEAD = """\
# What must become of each drawing of tests/conformance/drawings, and what does.
#
#   right     printed as the reference shows it, without a word
#   refused   an error at the drawing's own line
#   told      a warning, and printed as the reference shows it
#   effect    told where the extra prancha[effects] is installed, refused where it is not
#
# A word alone holds of all routes (written into a template, shown by art(), as the template).  Else `must`
# lists what may be and `now` says what is; what is not among it is not done yet.  Made anew by
# python -m tests.conformance.record, which leaves what must be as it is.
"""


def main() -> None:
    """Print all drawings by all routes, and write the file."""
    before = read_expected() if EXPECTED.exists() else {}
    made = {route: outcomes(route, list(drawings().values())) for route in ROUTES}
    after = {}
    for name in drawings():
        must = before[name].must if name in before else ("right",)
        after[name] = Expected(must, {route: made[route][name] for route in ROUTES if name in made[route]})
    EXPECTED.write_text(HEAD + write_expected(after), encoding="utf-8")
    for route in ROUTES:
        counts = Counter(made[route].values())
        print(f"{route:10}", ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES))
    missing = {name: one.open for name, one in after.items() if one.open}
    print(f"{len(missing)} of {len(after)} drawings are not as they must be")
    if "--list" in sys.argv:
        for name, by_route in missing.items():
            print(f"  {name}: {', '.join(f'{route} {what}' for route, what in by_route.items())}")


if __name__ == "__main__":
    main()
