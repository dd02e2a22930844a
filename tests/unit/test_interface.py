"""`import prancha`: few names, all documented, none loaded before it is asked for."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import prancha

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(prancha.PUBLIC))
def test_every_public_name_is_there_and_on_the_page(name: str) -> None:
    assert getattr(prancha, name).__doc__
    assert re.search(rf"`{name}[`(]", PAGE)
    assert name in dir(prancha)


def test_a_name_that_is_not_there_is_told() -> None:
    with pytest.raises(AttributeError, match="module 'prancha' has no attribute 'bild'"):
        prancha.bild  # noqa: B018


def test_importing_it_loads_nothing_else() -> None:
    script = "import sys, prancha; print([name for name in sys.modules if name.startswith('prancha.')])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_it_runs_as_a_module() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "prancha", "--version"], capture_output=True, text=True, check=True
    )
    assert run.stdout == f"prancha {prancha.__version__}\n"
