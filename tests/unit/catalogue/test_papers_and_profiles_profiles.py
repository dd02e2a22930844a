from __future__ import annotations

from pathlib import Path

import pytest

from prancha.catalogue import load_papers, load_profiles
from prancha.model.outline import circle, hexagon, rectangle
from prancha.model.sheet import Cell, Marks, Profile

from .projects import only, refused

SHIPPED = Path(__file__).parents[3] / "components" / "_sheets"
PAPERS = load_papers([SHIPPED])


def folder(project: Path, text: str) -> Path:
    made = project / "components" / "_sheets"
    made.mkdir(parents=True)
    (made / "profiles.yaml").write_text(text)
    return made


def one(project: Path, text: str) -> Profile:
    return load_profiles([folder(project, "profiles:\n  own: " + text + "\n")], PAPERS)["own"]


def test_shipped_profiles() -> None:
    profiles = load_profiles([SHIPPED], PAPERS)

    assert profiles["corner"] == Profile("corner")
    assert profiles["full"].marks == Marks(style="full", colour="#777777")
    assert (len(profiles["poker-9"].cells), profiles["poker-9"].paper) == (9, "letter")
    ninth = profiles["poker-9"].cells[8]
    assert (ninth.number, ninth.outline) == (9, rectangle(63.5, 88.9, 3.175))
    assert (ninth.x, ninth.y) == pytest.approx((171.45, 228.6))
    assert profiles["poker-9"].marks.style == "none"
    assert len(profiles["label-12"].cells) == 12
    assert {cell.outline for cell in profiles["round-40"].cells} == {circle(40)}
    assert len(profiles["round-40"].cells) == 24


def test_labels_of_shipped_profiles_lie_in_the_middle_of_their_paper() -> None:
    for profile in load_profiles([SHIPPED], PAPERS).values():
        if profile.cells:
            paper = PAPERS[profile.paper]
            first, last = profile.cells[0], profile.cells[-1]
            assert first.x + last.x == pytest.approx(paper.width)
            assert first.y + last.y == pytest.approx(paper.height)


def test_a_projects_own_profiles_come_first(tmp_path: Path) -> None:
    own = folder(tmp_path, "profiles: {full: {marks: {style: edge, weight: 0.5 mm}}, mine: {bleed: 2 mm}}\n")
    profiles = load_profiles([own, tmp_path / "none", SHIPPED], PAPERS)

    assert profiles["full"].marks == Marks(style="edge", weight=0.5)
    assert profiles["mine"].bleed == 2
    assert "poker-9" in profiles


def test_a_list_of_slots(tmp_path: Path) -> None:
    profile = one(
        tmp_path,
        "{paper: a4, slots: [{x: 10 mm, y: 10 mm, size: 60 x 40 mm}, "
        "{x: 1 in, y: 100 mm, size: 40 mm, shape: hexagon}], marks: {style: edge, colour: '#f00'}}",
    )

    assert profile.cells[0] == Cell(1, 40, 30, rectangle(60, 40))
    assert profile.cells[1].outline == hexagon(40)
    assert profile.cells[1].x == pytest.approx(45.4)
    assert profile.marks == Marks(style="edge", colour="#ff0000")


def test_marks_of_labels_are_off_unless_a_style_is_named(tmp_path: Path) -> None:
    slots = "slots: [{x: 10 mm, y: 10 mm, size: 60 x 40 mm}]"
    assert one(tmp_path, f"{{paper: a4, {slots}, marks: {{weight: 1 mm}}}}").marks.style == "none"


def test_round_labels_may_stand_in_shifted_rows(tmp_path: Path) -> None:
    slots = (
        "{x: 20 mm, y: 20 mm, size: 40 mm, shape: circle}, {x: 41 mm, y: 55 mm, size: 40 mm, shape: circle}"
    )
    assert len(one(tmp_path, f"{{paper: a4, slots: [{slots}]}}").cells) == 2


GRID = "columns: 2, rows: 2, x: 10 mm, y: 10 mm, size: 60 x 40 mm"
ERRORS = [
    (
        "{marks: {style: dashes}}",
        "unknown-word",
        '"style" cannot be the text "dashes"',
        "known: corner, cross",
    ),
    ("{marks: {length: 4}}", "wrong-type", '"length" must be text, not the number 4', "such as 3 mm"),
    ("{marks: {length: 4}}", "wrong-type", '"length" must be text', "write a number and a unit"),
    ("{marks: {length: 90 mm}}", "out-of-range", '"90 mm" must lie between 1 mm and 30 mm', ""),
    ("{marks: {weight: thin}}", "bad-length", '"thin" is not a length', ""),
    ("{marks: {colour: red}}", "bad-colour", 'the text "red" is not a colour', 'write it as "#ff0000"'),
    ("{bled: 3 mm}", "unknown-key", 'unknown key "bled"', 'did you mean "bleed"?'),
    ("{bleed: 30 mm}", "out-of-range", '"30 mm" must lie between 0 mm and 10 mm', ""),
    ("{paper: a44}", "no-paper", 'there is no paper "a44"', 'did you mean "a4"?'),
    (f"{{grid: {{{GRID}}}}}", "missing-key", 'grid needs the key "paper"', "such as paper: a4"),
    (f"{{paper: a4, grid: {{{GRID}, step: 60 mm}}}}", "bad-length", '"60 mm" is not a size', ""),
    (f"{{paper: a4, grid: {{{GRID}, step: 50 x 40 mm}}}}", "overlap", "slots 1 and 2 overlap", ""),
    (
        f"{{paper: a4, grid: {{{GRID}, step: 140 x 40 mm}}}}",
        "off-paper",
        "slot 2 ends 0 mm from the edge of a4",
        "margin",
    ),
    (
        f"{{paper: a4, grid: {{{GRID}, shape: rounded}}}}",
        "missing-key",
        'needs the key "radius"',
        "radius: 3 mm",
    ),
    (
        f"{{paper: a4, grid: {{{GRID}, radius: 3 mm}}}}",
        "unused-key",
        '"radius" is only for shape: rounded',
        "delete",
    ),
    (
        "{paper: a4, grid: {columns: 0, rows: 2, x: 10 mm, y: 10 mm, size: 9 x 9 mm}}",
        "out-of-range",
        "at least 1",
        "",
    ),
    ("{paper: a4, slots: []}", "empty", '"slots" is empty', ""),
    ("{paper: a4, slots: [{x: 10, y: 10 mm, size: 9 x 9 mm}]}", "wrong-type", '"x" must be text', "a unit"),
    ("{paper: a4, slots: [{x: 10 mm, y: 10 mm, size: 9 mm}]}", "bad-length", '"9 mm" is not a size', ""),
    (
        "{paper: a4, slots: [{x: 10 mm, y: 10 mm, size: 9 x 9 mm, shape: circle}]}",
        "bad-length",
        "not a length",
        "",
    ),
    (
        f"{{paper: a4, grid: {{{GRID}}}, slots: [{{x: 9 mm, y: 9 mm, size: 9 x 9 mm}}]}}",
        "unused-key",
        "either",
        "delete",
    ),
]


@pytest.mark.parametrize(("text", "code", "message", "hint"), ERRORS)
def test_errors(tmp_path: Path, text: str, code: str, message: str, hint: str) -> None:
    found = only(refused(lambda: one(tmp_path, text)))

    assert found.code == code
    assert message in found.message
    assert hint in found.hint
    assert found.place.file == "components/_sheets/profiles.yaml"
    assert found.place.line == 2
