"""`prancha new` with signs that are not seen, and signs that no font has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from prancha.catalogue.splice import quote
from prancha.catalogue.spreadsheet.cells import parse_count
from prancha.graphics.fonts.missing_letters import letters_by_script
from prancha.setup.new_game import Started, start
from prancha.setup.new_game.list_meanings import is_for_machines
from prancha.setup.new_game.list_texts import PrintableLetters
from prancha.system.program_folders import TEMPLATES


def begun(tmp_path: Path, text: str) -> tuple[Started, dict[str, Any]]:
    """A game of one list, and the `from:` of its cards."""
    source = tmp_path / "list.csv"
    source.write_text(text)
    started = start(tmp_path, "trial", source=source)
    return started, yaml.safe_load((tmp_path / "components/trial/cards.yaml").read_text())["from"]


@pytest.mark.parametrize(
    ("cell", "count"),
    [
        (2, 2),
        ("2", 2),
        ("2x", 2),
        ("x 2", 2),
        ("02", 2),
        ("2.0", 2),
        ("2,00", 2),
        (2.0, 2),
        ("2 pcs.", 2),
        ("٢ STÜCK", 2),
        ("3 per player", None),
        ("３", 3),
        ("٣", 3),
        ("\u200b3\u00a0", 3),
        ("1,000", None),
        ("1.000", None),
        ("2.5", None),
        (2.5, None),
        ("two", None),
        ("", None),
        (True, None),
        (None, None),
        ("1-2", None),
    ],
)
def test_how_many_a_cell_says(cell: object, count: int | None) -> None:
    assert parse_count(cell) == count


@pytest.mark.parametrize("text", ["a\u2028b", "a\u0085b\u00a0", "\ufeffa", 'say "no"\n', "\U000e0041", "🦊"])
def test_a_quoted_text_is_read_as_it_was(text: str) -> None:
    assert yaml.safe_load(quote(text)) == text
    assert all(sign.isprintable() for sign in quote(text))


def test_a_space_that_no_font_has_stays_a_space(tmp_path: Path) -> None:
    started, source = begun(tmp_path, "Name,Text\nOwl,Runs\u202faway.\u2028Then rests.\nElk,Run.\n")
    assert started.wrong == ()
    assert source["columns"]["Text"]["replace"] == {"\u202f": " ", "\u2028": "\n"}


def test_a_sign_that_kana_share_comes_with_their_font() -> None:
    assert letters_by_script("カー。", "en") == {"Hira": "カー。"}
    assert letters_by_script("ー→", "en") == {"": "ー→"}


def test_emoji_and_signs_of_a_shipped_font_stay_unless_an_icon_draws_them() -> None:
    letters = PrintableLetters([TEMPLATES / "_library"])
    assert letters.lacking(["♠ 🐉 1\ufe0f\u20e3 Песок Łódź", "★"]) == ["★"]


MACHINES = {
    "identifiers of a program": (
        "0f8a2b1c-77aa-4b6e-9d10-0c5b4a3e2f01",
        "507f1f77bcf86cd799439011",
        "recA1b2C3d4E5f6G7",
    ),
    "web addresses, which are never opened": (
        "https://example.org/1",
        "www.example.org",
        "data:image/png;base6",
    ),
    "addresses of people": ("a.b@example.org", "c@d.co.uk"),
    "colours as programs write them": ("#aabbcc", "#fff", "#11223344", "rgb(1, 2, 3)"),
    "paths of files": ("/api/cards/owl", "../art/owl.xcf", "C:\\art\\elk", "layouts/a.json"),
    "names of files": ("owl.mp3", "creature card.html", "card.svg.j2"),
    "times when rows were written": ("2024-01-05T10:11:12Z", "1/2/2024 10:11:12", "05.01.2024 10:11"),
}
PLAYERS = (
    "Draw a card.",
    "and/or",
    "1/2",
    "#3",
    "1.5",
    "12/24",
    "a.b",
    "St. John",
    "@home",
    "/",
    "ABC-12",
    "2024-05-01",
    "cafe",
)


@pytest.mark.parametrize("why", MACHINES)
def test_what_programs_write_is_not_printed(tmp_path: Path, why: str) -> None:
    assert [is_for_machines([text]) for text in MACHINES[why]] == [why] * len(MACHINES[why])
    rows = "".join(f'Card {k},Draw {k}.,"{text}"\n' for k, text in enumerate(MACHINES[why]))
    (tmp_path / "deck.csv").write_text(f"Name,Text,Extra\n{rows}")
    started = start(tmp_path, "deck", source=tmp_path / "deck.csv")
    assert f'left out: "Extra" ({why})' in started.guesses
    assert "extra" not in (tmp_path / "templates/deck/cards.svg").read_text()


def test_what_players_read_is_printed() -> None:
    assert [text for text in PLAYERS if is_for_machines([text])] == []
    assert is_for_machines(["#aabbcc", "Draw a card."]) == ""


def test_working_columns_and_letters_of_columns_are_not_printed(tmp_path: Path) -> None:
    header = "Name,Text,Last modified,Created by,Template,Email Address,Timestamp"
    (tmp_path / "deck.csv").write_text(
        f"{header},,\nOwl,Fly.,x,y,z,a,b,bird,wood\nElk,Run.,x,y,z,a,b,beast,hill\n"
    )
    told = start(tmp_path, "deck", source=tmp_path / "deck.csv").guesses
    for heading in header.split(",")[2:]:
        assert f'left out: "{heading}" (its name says that it is not for the players)' in told
    assert "texts." not in (tmp_path / "templates/deck/cards.svg").read_text()
