"""Somebody else's folder: nothing in it runs, reads or writes elsewhere, hangs, or ends in a traceback.

Each folder here, and each function of `builders`, is laid over the innocent game of `_base`
and opened with the command that its `expected` lists; so are exit code and messages.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from running import FOLDERS, INNOCENT, NAMES, errors, expected, laid_out, run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes, links and limits of POSIX")


SLOW = {
    "csv-long-cell", "deep-texts", "family-path", "field-work", "jinja-slow-nested-lists",
    "jinja-slow-one-line-paragraph", "jinja-slow-round", "jinja-slow-search",
    "jinja-slow-text-sizes", "json-keys", "languages-many", "matrix-huge", "picture-bomb-masked",
    "pipe-table", "svg-css-selectors", "svg-many-rects", "svg-many-texts", "svg-path-stroked",
    "svg-pattern-tiny", "svg-text-bomb",
}  # fmt: skip
"""What takes seconds until it is ended, and has a brother that is ended the same way."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in NAMES]
)
def test_a_hostile_folder_has_its_listed_result(name: str, tmp_path: Path) -> None:
    wanted = expected(name)
    done = run(name, tmp_path)
    assert done.returncode in wanted.codes, done.stderr
    assert "Traceback" not in done.stderr
    assert "itself failed" not in done.stderr
    # No sign that a terminal would obey.
    told = done.stdout + done.stderr
    assert all(sign.isprintable() or sign == "\n" for sign in told), ascii(told)
    for message in wanted.messages:
        assert any(message in line for line in done.stderr.splitlines()), done.stderr
    if done.returncode:
        found = errors(done.stderr or done.stdout)
        assert found
        places = ("components/", "templates", "output/", *wanted.messages)
        assert all(any(place in line for place in places) for line in found), found
    assert not list(tmp_path.rglob("escaped*"))
    outside = tmp_path / "outside"
    written = {path.name for path in outside.rglob("*")} if outside.is_dir() else set()
    assert "gift-a4.pdf" not in written


def test_the_innocent_folder_is_built(tmp_path: Path) -> None:
    """Else all of the above would prove nothing."""
    assert INNOCENT.is_dir()
    assert len(FOLDERS) > 40
    assert len(NAMES) > 80
    assert expected("csv-nul").messages
    project = laid_out(FOLDERS[0], tmp_path)
    assert (project / "components" / "gift" / "game.yaml").is_file()
