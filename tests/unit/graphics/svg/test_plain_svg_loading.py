"""What only drawings that are not plain need is loaded for them alone."""

from __future__ import annotations

import subprocess
import sys

_HEAVY = ("prancha.graphics.svg.grammar", "prancha.graphics.svg.normal.normaliser", "tomllib")


def test_a_build_and_its_checks_load_no_normaliser_in_advance() -> None:
    script = (
        "import sys; import prancha.building.pipeline, prancha.checks.artwork; "
        f"print([name for name in {_HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
