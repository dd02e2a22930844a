"""A rulebook is held against the catalogue, rules.yaml and its translation."""

from __future__ import annotations

from pathlib import Path

from prancha.building.game_loading import check_rules, read_game
from tests.unit.book.book_project import EN, PT, write_book


def findings(project: Path) -> list[str]:
    return [
        f"{Path(one.place.file).name}:{one.place.line}:{one.place.column}"
        f" {one.severity} {one.code}: {one.message}"
        for one in check_rules(read_game(project, "lume"))
        if one.code.startswith("book")
    ]


def test_a_bound_book_has_no_findings(lume: Path) -> None:
    assert findings(write_book(lume)) == []


def test_numbers_that_rules_state_are_told(lume: Path) -> None:
    text = EN.replace("with {{ count('cards') }} cards", "with 12 cards")
    assert findings(write_book(lume, english=text))[:1] == [
        'rules.en.md:3:27 warning book-number: "12 cards" is written by hand,'
        " and is a fact of rules.yaml (rule cards)"
    ]


def test_a_wrong_number_in_a_list_of_components_is_told(lume: Path) -> None:
    text = EN.replace("{{ count('hexes') }} hexes, ", "").replace(
        "- {{ count('tokens') }}", "- 9 hexes. {{ count('tokens') }}"
    )
    told = [line for line in findings(write_book(lume, english=text)) if "book-number" in line]
    assert [line.partition(" ")[2] for line in told] == [
        'warning book-number: "9 hexes" is written by hand: there are 8'
    ]


def test_other_numbers_are_left_alone(lume: Path) -> None:
    text = EN.replace("The game ends", "Draw 5 cards, pay 12 points. The game ends")
    assert findings(write_book(lume, english=text)) == []


def test_a_component_that_is_not_mentioned_is_told(lume: Path) -> None:
    text = EN.replace(", {{ count('tokens') }} tokens", "")
    told = findings(write_book(lume, english=text))
    assert 'rules.en.md:1:1 warning book-unmentioned: "Tokens" (tokens) is in the box' in told[0]


def test_what_chapters_leave_out_is_told_at_the_first(lume: Path) -> None:
    folder = write_book(lume).joinpath("components/lume/rules.en")
    folder.mkdir()
    folder.with_suffix(".en.md").unlink()
    text = EN.replace(", {{ count('tokens') }} tokens", "")
    (folder / "1-all.md").write_text(text, encoding="utf-8")
    assert findings(lume)[0].startswith("1-all.md:1:1 warning book-unmentioned")


def test_a_stale_translation_is_told_where_it_differs(lume: Path) -> None:
    text = EN.replace("2. Play it.\n", "")
    assert findings(write_book(lume, english=text)) == [
        "rules.en.md:14:1 warning book-stale: here is a list of 1,"
        " and components/lume/rules.pt-BR.md:14:1 in pt-BR has a list of 2"
    ]
    told = findings(write_book(lume, english=EN + "\nOne more.\n"))
    assert told[0].endswith("has no counterpart in pt-BR")


def test_a_book_missing_in_another_language_is_a_warning_and_in_the_first_an_error(lume: Path) -> None:
    write_book(lume)
    (lume / "components/lume/rules.en.md").unlink()
    assert "warning book-missing: book: is declared, but there is no rulebook in en" in findings(lume)[0]
    write_book(lume, portuguese=PT)
    (lume / "components/lume/rules.pt-BR.md").unlink()
    assert "error book-missing" in findings(lume)[0]
