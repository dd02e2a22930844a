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
