"""Numbers with their nouns, as messages have them."""

import pytest

from prancha.model.diagnostic import counted


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [(0, "face", "0 faces"), (1, "face", "1 face"), (2, "face", "2 faces"), (1, "entry", "1 entry"),
     (3, "entry", "3 entries")],
)  # fmt: skip
def test_one_is_one(number: int, noun: str, said: str) -> None:
    assert counted(number, noun) == said
