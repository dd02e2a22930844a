"""The name that is most like a mistyped one."""

from __future__ import annotations

from difflib import get_close_matches

from hypothesis import given, settings
from hypothesis import strategies as st

from prancha.model.diagnostic import _likeness, nearest

WORD = st.text(alphabet="abcde-", max_size=8)


@settings(max_examples=300)
@given(WORD, st.lists(WORD, max_size=5), st.sampled_from((0.6, 0.75, 0.8)))
def test_who_has_too_few_letters_in_common_is_not_near(word: str, known: list[str], cutoff: float) -> None:
    near = get_close_matches(word, known, n=3, cutoff=cutoff)
    assert nearest(word, known, cutoff) in (near or [""])
    assert all(_likeness(word, one) >= cutoff for one in near)


def test_of_names_as_like_the_one_of_the_same_letters_is_meant() -> None:
    assert nearest("copeis", ("copied", "copies")) == "copies"
    assert nearest("suit", ("copies", "assumed"), 0.8) == ""
