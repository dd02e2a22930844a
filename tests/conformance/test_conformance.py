"""Every drawing of the table, by three ways onto a card, is printed truly, told or refused."""

from __future__ import annotations

import sys
from collections import Counter
from shutil import which

import pytest

from tests.conformance.drawings import FOLDER, REFERENCE, drawings
from tests.conformance.project import by_poppler
from tests.conformance.reference import picture
from tests.conformance.routes import ROUTES
from tests.conformance.table import MEANING, OUTCOMES, outcomes, read_expected

SHADED_APART = {"clips/cuts-strokes", "strokes/dashes", "strokes/dashes-odd", "text/anchor"}
"""What poppler shades otherwise along many edges: a little over the bar, and nothing one would see."""
SILENT = ("wrong", "wrong, told")
"""What must not be; a warning that it prints truly, of what does not, is no better than silence."""


def test_the_table_is_of_some_size() -> None:
    assert len(drawings()) >= 250
    assert len({name.partition("/")[0] for name in drawings()}) >= 15
    assert all(drawing.about for drawing in drawings().values())
    assert max(path.stat().st_size for path in FOLDER.rglob("*.svg")) < 2000


def test_every_drawing_is_expected() -> None:
    expected = read_expected()
    assert set(expected) == set(drawings())
    for name, one in expected.items():
        assert set(one.must) <= set(MEANING), name
        assert set(one.now.values()) <= set(OUTCOMES), name


def test_every_reference_belongs_to_a_drawing() -> None:
    references = {
        path.relative_to(FOLDER).as_posix().removesuffix(REFERENCE) for path in FOLDER.rglob(f"*{REFERENCE}")
    }
    assert references
    assert references <= set(drawings())


@pytest.mark.parametrize("route", ROUTES)
def test_what_becomes_of_every_drawing(route: str) -> None:
    expected = {name: one.now[route] for name, one in read_expected().items() if route in one.now}
    found = outcomes(route, list(drawings().values()))
    assert found.keys() == expected.keys()
    other = [f"{name}: {found[name]}, was {was}" for name, was in expected.items() if found[name] != was]
    assert not other, "python -m tests.conformance.record writes what is new:\n" + "\n".join(other)


@pytest.mark.skipif(which("pdftoppm") is None, reason="poppler is not installed")
def test_another_program_shows_the_same() -> None:
    sample = [name for name, one in read_expected().items() if set(one.now.values()) == {"right"}][::4]
    assert len(sample) > 30
    found = outcomes("inline", [drawings()[name] for name in sample], by_poppler)
    other = [name for name, outcome in found.items() if outcome != "right" and name not in SHADED_APART]
    assert not other


@pytest.mark.xfail(strict=True, reason="not yet: the grammar of SVG is open")
def test_nothing_is_wrong_in_silence() -> None:
    wrong = Counter(now for one in read_expected().values() for now in one.now.values() if now in SILENT)
    assert not wrong


@pytest.mark.xfail(strict=True, reason="not yet: the grammar of SVG is open")
def test_everything_is_as_it_must_be() -> None:
    missing = sorted(name for name, one in read_expected().items() if one.open)
    assert not missing


@pytest.mark.xfail(strict=True, reason="not yet: there is no extra for effects")
def test_effects_are_refused_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    effects = [drawings()[name] for name, one in read_expected().items() if "effect" in one.must]
    assert len(effects) > 40
    told = [one.id for one in effects if "told" in read_expected()[one.name].now.values()]
    assert told
    picture(effects[0].reference)  # the reference renderer is loaded before it is hidden
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    for route in ROUTES:
        found = outcomes(route, effects)
        assert set(found.values()) <= {"right", "refused"}, found
