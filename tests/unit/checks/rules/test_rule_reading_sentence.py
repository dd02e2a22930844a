"""Which numbers of a sentence its check knows."""

from __future__ import annotations

from typing import Any

import pytest

from prancha.checks.rules.rule_reading import unknown_numbers


@pytest.mark.parametrize(
    ("sentence", "check", "unknown"),
    [
        ("35 red, 15 blue", {"is": {"red": 35, "blue": 15}}, []),
        ("36 red, 15 blue", {"is": {"red": 35, "blue": 15}}, [36]),
        ("50 tiles of 2 colours", {"is": {"red": 35, "blue": 15}}, []),
        ("each loses 1", {"holds": "tables.lone == -1"}, []),
        ("from 6 to 4", {"holds": "len(players) == 3", "where": {"open": True}}, [6, 4]),
        ("1d6, 0.3 mm, v2 and 1,5", {"is": 9}, []),
        ("7 and 7 again, then 8", {"is": [9, 9]}, [7, 8]),
        ("3 cards", f"len(cards) < {'1' * 5000}", [3]),
        (f"{'1' * 5000} of 3 cards", {"is": 3}, []),
    ],
)
def test_numbers_that_the_check_lacks(sentence: str, check: dict[str, Any], unknown: list[int]) -> None:
    assert unknown_numbers(sentence, {"total": check}, "total") == unknown


def test_a_reason_may_explain_a_number() -> None:
    given = {"total": {"is": "6 * 8"}, "why": "6 armies of 8: 48"}
    assert unknown_numbers("48 pieces", given, "total") == []
