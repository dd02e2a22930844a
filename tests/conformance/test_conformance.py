"""Every drawing, by every way onto a card, is printed truly, told or refused."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from tests.conformance.drawings import REFERENCE, SAVED, SMALL, drawings, saved
from tests.conformance.project import by_poppler
from tests.conformance.reference import picture
from tests.conformance.routes import ROUTES
from tests.conformance.table import MEANING, OUTCOMES, outcomes, saved_suite, small_suite

SUITES = {"small": small_suite(), "saved": saved_suite()}
SHADED_APART = {"clips/cuts-strokes", "strokes/dashes", "strokes/dashes-odd", "text/anchor", "text/rotate"}
"""What poppler shades otherwise along many edges: a little over the bar, and nothing one would see."""
MIXED_APART = {"blend/hue"}
"""What poppler mixes otherwise than ISO 32000-1, 11.3.5.3 says: the mode Saturation."""
SILENT = ("failed", "wrong, told", "wrong")
"""What must not be; a warning that it prints truly, of what does not, is no better than silence."""
both = pytest.mark.parametrize("suite", SUITES.values(), ids=SUITES)


def test_the_table_is_of_some_size() -> None:
    assert len(drawings()) >= 250
    assert len({name.partition("/")[0] for name in drawings()}) >= 15
    assert all(drawing.about for drawing in drawings().values())
    assert max(path.stat().st_size for path in SMALL.rglob("*.svg")) < 2000


def test_cards_of_each_program_are_saved() -> None:
    programs = Counter(name.partition("/")[0] for name in saved())
    assert set(programs) >= {"affinity", "figma", "illustrator", "inkscape", "penpot", "others"}
    assert min(programs.values()) >= 2
    assert max(path.stat().st_size for path in SAVED.rglob("*.svg")) < 60_000


@both
def test_every_drawing_is_expected(suite) -> None:
    expected = suite.expected()
    assert set(expected) == set(suite.drawings)
    assert suite.path.read_text(encoding="utf-8").count("\n") < len(expected) + 20  # none that is gone
    for name, one in expected.items():
        assert set(one.must) <= set(MEANING), name
        assert set(one.now.values()) <= set(OUTCOMES), name


@pytest.mark.parametrize("folder", [SMALL, SAVED])
def test_every_reference_belongs_to_a_drawing(folder) -> None:
    references = list(folder.rglob(f"*{REFERENCE}"))
    assert references
    alone = [path for path in references if not path.with_name(path.name.replace(".ref", "")).exists()]
    assert not alone


OFTEN = {("art", "saved"): 1, ("template", "small"): 3}
"""Route and suite of which every run of the tests prints all, or one in so many; the others take minutes."""


@pytest.mark.parametrize(
    ("route", "suite", "each"),
    [
        *(
            pytest.param(route, SUITES[name], each, id=f"{route}-{name}")
            for (route, name), each in OFTEN.items()
        ),
        *(
            pytest.param(route, suite, 1, id=f"{route}-{name}-all", marks=pytest.mark.slow)
            for name, suite in SUITES.items()
            for route in ROUTES
            if OFTEN.get((route, name)) != 1 and suite.going(route)
        ),
    ],
)
def test_what_becomes_of_every_drawing(suite, route: str, each: int) -> None:
    going = suite.going(route)[::each]
    names = {drawing.name for drawing in going}
    expected = {
        name: one.now[route] for name, one in suite.expected().items() if route in one.now and name in names
    }
    assert len(expected) > 25
    doubtful = {name for name, was in expected.items() if was.startswith(("refused", "failed"))}
    found = outcomes(route, going, doubtful=doubtful)
    assert found.keys() == expected.keys()
    other = [f"{name}: {found[name]}, was {was}" for name, was in expected.items() if found[name] != was]
    assert not other, "python -m tests.conformance.record writes what is new:\n" + "\n".join(other)


@pytest.mark.slow
def test_another_program_shows_the_same() -> None:
    suite = small_suite()
    right = [name for name, one in suite.expected().items() if set(one.now.values()) == {"right"}]
    sample = [drawing for drawing in suite.going("inline") if drawing.name in right[::4]]
    assert len(sample) > 30
    found = outcomes("inline", sample, by_poppler, doubtful=())
    other = [
        name
        for name, outcome in found.items()
        if outcome != "right" and name not in SHADED_APART | MIXED_APART
    ]
    assert not other


@both
def test_nothing_is_wrong_in_silence(suite) -> None:
    wrong = Counter(now for one in suite.expected().values() for now in one.now.values() if now in SILENT)
    assert not wrong


@both
def test_everything_is_as_it_must_be(suite) -> None:
    missing = sorted(name for name, one in suite.expected().items() if one.open)
    assert not missing


@both
def test_effects_are_refused_without_the_extra(suite, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = suite.expected()
    effects = {name for name, one in expected.items() if "effect" in one.must}
    assert any("told" in expected[name].now.values() for name in effects)
    picture(b'<svg xmlns="http://www.w3.org/2000/svg"/>')  # the reference is loaded before it is hidden
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    for route in ROUTES:
        found = outcomes(route, [one for one in suite.going(route) if one.name in effects])
        assert set(found.values()) <= {"right", "refused"}, found
