"""Side notes stand in the outer margin, level with their text, on its page, and never on each other."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pdfplumber
import pytest

from prancha.book.side_notes import hang_notes
from prancha.book.strips import Strip
from prancha.building.order import Order
from prancha.building.pipeline import build_game
from prancha.model.diagnostic import Place
from tests.unit.book.book_project import EN, faults, write_book

HERE = Place("rules.en.md", 1, 1)
MM = 72 / 25.4
LINE = "Some words of a rule that everybody reads at the table, once and again. "


def strip(height: float = 10.0, **more: object) -> Strip:
    return Strip(height, (), HERE, **more)  # type: ignore[arg-type]


def test_text_beside_a_note_stays_with_it() -> None:
    made = hang_notes([strip() for _ in range(5)], [(1, [strip(25.0)])], 4.0)
    assert [one.kept for one in made] == [False, False, True, True, False]
    assert [len(one.notes) for one in made] == [0, 1, 0, 0, 0]


def test_text_waits_for_the_end_of_a_note() -> None:
    made = hang_notes([strip(), strip()], [(0, [strip(15.0)]), (1, [strip(15.0)])], 4.0)
    assert [(one.height, len(one.notes)) for one in made] == [
        (10, 1),
        (pytest.approx(7.4), 0),
        (10, 1),
        (pytest.approx(7.4), 0),
    ]


def test_a_page_begins_after_the_end_of_a_note() -> None:
    made = hang_notes([strip(), strip(opens=True)], [(0, [strip(15.0)])], 4.0)
    assert [one.height for one in made] == [10, pytest.approx(7.4), 10]


def test_notes_at_one_place_and_behind_the_last_text_follow_each_other() -> None:
    made = hang_notes([strip()], [(1, [strip(5.0)]), (1, [strip(5.0), strip(5.0)])], 4.0)
    assert [down for one in made for down, _ in one.notes] == [0.0, pytest.approx(7.4), pytest.approx(12.4)]


def test_notes_stand_in_the_outer_margin_of_both_pages(lume: Path) -> None:
    parts = "".join(
        f"\n## Part {k}\n\nMain {k}. {LINE * 5}\n\n> [!ASIDE]\n> Aside {k}. {LINE * (k % 3 + 1)}\n"
        for k in range(8)
    )
    write_book(lume, english=EN + parts, design="{page: a5, notes: 30 mm}")
    order = Order(lume, out=lume / "out", only=("rulebook",), cache=False, lang="en")
    pdf = build_game(order, "lume").pdf
    sides, told = set(), 0
    with pdfplumber.open(pdf) as document:
        assert len(document.pages) > 2
        for number, page in enumerate(document.pages):
            left = number % 2 == 1
            words = page.extract_words()
            begins = {
                (word["text"], after["text"].strip(".")): word
                for word, after in pairwise(words)
                if word["text"] in ("Main", "Aside")
            }
            for (kind, which), word in begins.items():
                outside = word["x0"] < 43 * MM if left else word["x1"] > 105 * MM
                assert outside == (kind == "Aside"), word
                if kind == "Aside":
                    told += 1
                    sides.add(left)
                    assert abs(word["top"] - begins["Main", which]["top"]) < 4 * MM
            notes = sorted(
                {round(w["top"]) for w in words if (w["x1"] < 43 * MM if left else w["x0"] > 105 * MM)}
            )
            assert all(after - before > 5 for before, after in pairwise(notes))
    assert told == 8
    assert sides == {False, True}


def test_a_note_taller_than_a_page_is_told(lume: Path) -> None:
    text = f"# A\n\nb\n\n> [!ASIDE]\n> {LINE * 40}\n"
    told = faults(write_book(lume, english=text, design="{notes: 20 mm}"))
    assert any("the side note goes beyond the foot of the page | shorten it" in line for line in told), told


def test_headings_of_chapters_have_a_ground_of_their_own(lume: Path) -> None:
    template = lume / "templates/lume/my-chapter.svg.j2"
    template.write_text(
        '<rect width="{{ width }}" height="{{ height }}" fill="{{ colours.tint }}"/>'
        "{{ label('Chapter ' ~ number, width, height - 1, size=6, align='right') }}"
    )
    write_book(lume, design="{templates: {chapter: my-chapter.svg.j2}}")
    order = Order(lume, out=lume / "out", only=("rulebook",), cache=False, lang="en")
    with pdfplumber.open(build_game(order, "lume").pdf) as document:
        text = "\n".join(page.extract_text() for page in document.pages)
    assert [f"Chapter {k}" in text for k in (1, 2, 3, 4)] == [True, True, True, False]
