"""Words are compared without what is not seen."""

from __future__ import annotations

from prancha.checks.proof.page_text import without_spaces


def test_words_are_compared_without_what_is_not_seen() -> None:
    assert without_spaces("Cut\u00a0 plan\u200b a\u00adb") == "Cutplanab"
