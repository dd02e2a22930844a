"""Lists as others write them become games that print, with what they hold and a line for each guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lists import CASES
from tests.lists.measure import attempt

FEW = (
    "numbered-from-0", "anzahl", "doubled-column", "total-row", "lone-stars", "html", "emoji",
    "total-not-right", "pieces-written", "pocet",
    "json-list-of-objects", "yaml-by-id", "one-missing-translation", "first-row-a-card", "deck-list",
    "markdown-table", "bare-languages", "years-are-names", "tags-beside-odd-braces",
    "unseen-signs", "ticked-boxes", "counts-with-unseen-signs", "a-saved-table", "groups-above-names",
    "headings-over-all", "names-once-more",
    "csv-pt-zero", "csv-copies-per-group-sorted", "json-airtable", "yaml-zero", "md-qty", "ods-zero",
    "first-row-a-card-with-a-gap", "mac-roman", "signs-of-print", "yaml-two-lists", "json-words-and-objects",
    "json-columns-by-row", "json-rows", "json-texts-by-name", "json-one-or-several", "json-effect-or-effects",
    "yaml-documents", "yaml-texts-by-name", "text-behind-a-quote", "xlsx-formatted-to-the-last-column",
    "two-sheets", "sheets-of-cards-and-tokens", "tables-with-titles", "tables-side-by-side", "a-key-beside",
    "comments", "trello", "airtable-several-attachments", "georgian", "bold-titles", "titles-above",
    "notes-below", "pictures-with-cyrillic-names", "a-picture-with-a-thai-name",
    "signs-of-other-programs", "icons-of-ones-own-in-texts", "one-word-is-no-icon", "short-rows",
)  # fmt: skip


@pytest.mark.parametrize("name", FEW)
def test_a_list_prints(tmp_path: Path, name: str) -> None:
    became, said = attempt("", name, tmp_path)
    assert became == "printed", said


ASKED = (
    "csv-poker-ranks",
    "csv-shuffled-groups",
    "json-cost",
    "md-number-per-type",
    "txt-lands",
    "ods-money",
)


@pytest.mark.parametrize("name", ASKED)
def test_a_list_whose_copies_are_not_clear_is_asked_about(tmp_path: Path, name: str) -> None:
    became, said = attempt("", name, tmp_path)
    assert became == "asked", said


@pytest.mark.slow
def test_all_lists_print(tmp_path: Path) -> None:
    became = {name: attempt("", name, tmp_path / name)[0] for name in CASES}
    assert len(became) >= 60
    expected = {name: "printed" if case.pieces else "asked" for name, case in CASES.items()}
    assert {name: what for name, what in became.items() if what != expected[name]} == {}
