"""Which copies are printed again, and which go out of the box."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from states import CARDS, COINS, card, state

from prancha.changes.reprint import plan_reprint
from prancha.changes.snapshot_text import read_snapshot, serialize
from prancha.model.outline import Outline


def plan(old: list, new: list, **more) -> tuple[dict[str, int], list[tuple[str, int]]]:
    made = plan_reprint(state(*old), state(*new, **more), "en")
    return dict(made.copies), [(d.item.key, d.count) for d in made.discards]


def test_one_copy_more_is_one_copy_to_print() -> None:
    assert plan([card("sun", 4)], [card("sun", 5)]) == ({"cards/sun": 1}, [])


def test_one_copy_less_goes_out() -> None:
    assert plan([card("sun", 4)], [card("sun", 3)]) == ({}, [("cards/sun", 1)])


def test_a_new_face_replaces_every_copy() -> None:
    assert plan([card("sun", 4)], [card("sun", 5, look="y")]) == ({"cards/sun": 5}, [("cards/sun", 4)])


def test_a_field_that_does_not_show_changes_nothing() -> None:
    assert plan([card("sun", 4, cost=1)], [card("sun", 4, cost=2)]) == ({}, [])


def test_a_new_name_alone_is_not_printed() -> None:
    assert plan([card("sun", 4)], [card("sol", 4, look="sun")]) == ({}, [])


def test_another_language_does_not_matter() -> None:
    other = replace(card("sun", 4), faces={"pt-BR": ("changed", "back"), "en": ("sun-en", "back")})
    assert plan([card("sun", 4)], [other]) == ({}, [])


def test_another_size_or_stock_makes_all_stale() -> None:
    for family in (replace(CARDS, stock="paper"), replace(CARDS, outline=COINS.outline)):
        copies, out = plan([card("sun", 4)], [card("sun", 4)], families=(family, COINS))
        assert (copies, out) == ({"cards/sun": 4}, [("cards/sun", 4)])


def test_a_curved_outline_that_was_stored_is_the_same_afterwards() -> None:
    """A box was printed again each time: a snapshot keeps the chords of its outline alone."""
    points = ((0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0))
    outline = Outline("path", 20.0, 10.0, points, curves=((points[1],), (points[2],), (points[3],)))
    now = state(card("sun"), families=(replace(CARDS, outline=outline), COINS))
    assert plan_reprint(read_snapshot(serialize(now), "then.json"), now, "en").copies == {}


def test_copies_of_twins_are_interchangeable() -> None:
    old = [card("a", 2, look="same"), card("b", 2, look="same")]
    assert plan(old, [card("a", 3, look="same"), card("b", 1, look="same")]) == ({}, [])


LOTS = st.lists(st.tuples(st.integers(0, 5), st.sampled_from("xyz")), min_size=1, max_size=5)


@given(LOTS, LOTS)
def test_the_box_holds_the_new_game_afterwards(old: list, new: list) -> None:
    before = [card(f"o{k}", n, look=look) for k, (n, look) in enumerate(old)]
    after = [card(f"n{k}", n, look=look) for k, (n, look) in enumerate(new)]
    made = plan_reprint(state(*before), state(*after), "en")
    looks = {item.key: item.face("en", "front") for item in (*before, *after)}
    for look in "xyz":
        have = sum(n for n, each in old if each == look)
        want = sum(n for n, each in new if each == look)
        come = sum(n for key, n in made.copies.items() if looks[key] == f"{look}-en")
        gone = sum(d.count for d in made.discards if looks[d.item.key] == f"{look}-en")
        assert have - gone + come == want
        assert not (come and gone), "what is thrown away is not printed again"
