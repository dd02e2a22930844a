"""What counts as added, removed, changed, moved, perhaps renamed; and how it is told."""

from __future__ import annotations

import json

from msgspec.structs import replace
from states import CARDS, COINS, card, state

from prancha.changes.difference import ABSENT, compare
from prancha.changes.difference_report import as_json, as_text, stale_lines


def changes(old: list, new: list) -> list:
    return [
        (c.kind, c.old.key if c.old else None, c.new.key if c.new else None)
        for c in compare(state(*old), state(*new)).changes
    ]


def test_nothing_differs() -> None:
    difference = compare(state(card("sun")), state(card("sun"), name="now"))
    assert difference.is_empty
    assert as_text(difference) == "Lume: then -> now: no difference"


def test_added_and_removed_by_id() -> None:
    old, new = (
        [card("sun", cost=1), card("rain", 3, cost=9)],
        [card("sun", cost=1), card("moon", 2, tide="low")],
    )
    assert changes(old, new) == [("added", None, "cards/moon"), ("removed", "cards/rain", None)]
    said = as_text(compare(state(*old), state(*new, name="now")))
    assert "\n  + cards/moon added, 2 copies\n" in said
    assert "\n  - cards/rain removed, 3 copies\n" in said
    assert "\n  pieces 4 -> 3, designs 2 -> 2\n" in said


def test_copies_changed() -> None:
    difference = compare(state(card("sun", 4)), state(card("sun", 5)))
    assert difference.changes[0].copies == (4, 5)
    assert "~ cards/sun changed\n      copies: 4 -> 5\n" in as_text(difference)


def test_fields_changed_with_old_and_new_value() -> None:
    old = card("sun", cost=1, name={"en": "Sun", "pt-BR": "Sol"}, steps=[1, 2], gone="x")
    new = card("sun", cost=2, name={"en": "Sunny", "pt-BR": "Sol"}, steps=[1], come=None)
    fields = compare(state(old), state(new)).changes[0].fields
    assert [(f.path, f.old, f.new) for f in fields] == [
        ("cost", 1, 2),
        ("name.en", "Sun", "Sunny"),
        ("steps[1]", 2, ABSENT),
        ("gone", "x", ABSENT),
        ("come", ABSENT, None),
    ]
    said = as_text(compare(state(old), state(new)))
    assert "      name.en: Sun -> Sunny\n" in said
    assert "      gone: x -> (none)\n" in said
    assert "      come: (none) -> null\n" in said


def test_true_is_not_one() -> None:
    assert compare(state(card("sun", night=1)), state(card("sun", night=True))).changes[0].fields


def test_a_face_that_changed_though_no_field_did() -> None:
    difference = compare(state(card("sun", cost=1)), state(card("sun", look="sun-new", cost=1)))
    (change,) = difference.changes
    assert change.is_unexplained
    assert [(f.side, f.languages, f.old, f.new) for f in change.faces] == [
        ("front", ("pt-BR", "en"), "sun-pt-BR", "sun-new-pt-BR")
    ]
    said = as_text(difference)
    assert "      front looks different (pt-BR, en)\n" in said
    assert "no field of it changed: see template, fonts, icons, pictures and shared values" in said


def test_a_back_that_came_or_went() -> None:
    single = replace(card("sun"), faces={"pt-BR": ("sun-pt-BR", ""), "en": ("sun-en", "")})
    assert "back is gone (pt-BR, en)" in as_text(compare(state(card("sun")), state(single)))
    assert "back is new (pt-BR, en)" in as_text(compare(state(single), state(card("sun"))))


def test_moved_family_is_known_by_id_and_content() -> None:
    old, new = card("sun", cost=1, name="Sun"), card("sun", family="coins", cost=1, name="Sun")
    assert changes([old], [new]) == [("moved", "cards/sun", "coins/sun")]
    assert "> cards/sun moved to coins/sun\n" in as_text(compare(state(old), state(new)))


def test_the_same_number_in_another_family_is_another_thing() -> None:
    old, new = card("1", cost=1, name="Sun"), card("1", look="x", family="coins", metal="gold", value=5)
    assert changes([old], [new]) == [("added", None, "coins/1"), ("removed", "cards/1", None)]


def test_a_new_id_with_the_same_face_is_perhaps_a_new_name() -> None:
    old, new = card("sun", cost=1), card("sol", look="sun", cost=2)
    assert changes([old], [new]) == [("renamed", "cards/sun", "cards/sol")]
    said = as_text(compare(state(old), state(new)))
    assert "? cards/sun may have been renamed to cards/sol: they look the same\n" in said


def test_likeness_of_fields_pairs_the_most_alike() -> None:
    old = [card("a", x=1, y=2, z=3, w=4)]
    new = [card("b", x=1, y=2, z=3, w=5, v=1), card("c", x=1, y=2, z=3, w=4)]
    assert changes(old, new) == [("added", None, "cards/b"), ("renamed", "cards/a", "cards/c")]
    assert "they look different, but their fields are alike" in as_text(compare(state(*old), state(*new)))


def test_little_in_common_is_no_new_name() -> None:
    assert {kind for kind, _, _ in changes([card("a", x=1)], [card("b", x=1)])} == {"added", "removed"}
    assert {kind for kind, _, _ in changes([card("a", x=1, y=2)], [card("b", x=1, y=3)])} == {
        "added",
        "removed",
    }


def test_families_and_the_game_itself() -> None:
    old = state(card("sun"))
    new = state(
        card("sun"),
        families=(replace(CARDS, stock="paper", outline=COINS.outline), COINS),
        values={"revision": "2", "palette": {"ink": "#111111"}},
    )
    said = as_text(compare(old, new))
    assert "  game revision: 1 -> 2\n" in said
    assert "  game palette.ink: #000000 -> #111111\n" in said
    assert "  family cards: stock: card -> paper\n" in said
    assert "  family cards: size: 63 x 88 mm -> 20 x 20 mm\n" in said
    assert "  family cards: radius: 3 mm -> (none)\n" in said


def test_findings_before_and_after() -> None:
    old = state(card("sun"), findings=("error a", "error b"))
    said = as_text(compare(old, state(card("sun"), findings=("error b", "error b", "error c" * 99))))
    assert "rule findings 2 -> 3\n    - error a\n    + error b\n    + error c" in said
    assert said.endswith("…")


def test_long_values_are_cut_and_line_breaks_shown() -> None:
    said = as_text(compare(state(card("sun", text="a\nb")), state(card("sun", text="x" * 500))))
    assert "text: a\\nb -> " + "x" * 119 + "…\n" in said


def test_json_tells_the_same() -> None:
    old, new = state(card("sun", 4, cost=1)), state(card("sun", 5, look="y", cost=2), card("moon"))
    (tree,) = json.loads(as_json([compare(old, new)]))
    assert tree["pieces"] == [4, 6]
    assert tree["changes"][0] == {
        "kind": "changed",
        "old": "cards/sun",
        "new": "cards/sun",
        "copies": [4, 5],
        "fields": [{"path": "cost", "old": 1, "new": 2}],
        "faces": [{"side": "front", "languages": ["pt-BR", "en"]}],
        "stale": [],
        "unexplained": False,
        "notes": [],
    }
    assert (tree["changes"][1]["kind"], tree["changes"][1]["old"]) == ("added", None)


def test_notes_stand_beside_what_changed() -> None:
    old, new = state(card("sun"), card("moon"), card("sea")), state(card("sun", 5), card("sea"))
    notes = {"cards/sun": ["too strong", "x" * 300], "cards/moon": ["dull\nshow it"], "cards/sea": ["fine"]}
    said = as_text(compare(old, new, notes))
    assert "~ cards/sun changed\n      copies: 1 -> 5\n      note: too strong\n      note: xxx" in said
    assert "- cards/moon removed, 1 copy\n      note: dull\\nshow it\n" in said
    assert "fine" not in said
    (tree,) = json.loads(as_json([compare(old, new, notes)]))
    assert [one["notes"] for one in tree["changes"]] == [notes["cards/sun"], notes["cards/moon"]]


def test_a_text_changed_in_some_languages_may_be_stale_in_the_others() -> None:
    old = state(card("fox", text={"pt-BR": "Compre.", "en": "Draw."}, name={"pt-BR": "Raposa", "en": "Fox"}))
    new = state(card("fox", text={"pt-BR": "Compre.", "en": "Draw two."}, name={"pt-BR": "R", "en": "F"}))
    difference = compare(old, new)
    assert "text may be stale in pt-BR: it changed in en alone" in as_text(difference)
    (change,) = json.loads(as_json([difference]))[0]["changes"]
    assert change["stale"] == [{"path": "text", "changed": ["en"], "stale": ["pt-BR"]}]


def test_a_text_that_is_new_in_a_language_makes_none_stale() -> None:
    old = state(card("fox", text={"en": "Draw."}))
    new = state(card("fox", text={"en": "Draw.", "pt-BR": "Compre."}))
    assert "stale" not in as_text(compare(old, new))


def test_designs_with_stale_texts_are_counted_in_a_line() -> None:
    names = ("Bear", "Wolf", "Owl", "Elk", "Hen", "Ox")
    old = [card(name.lower(), name=name, text={"pt-BR": "velho", "en": "old"}) for name in names]
    new = [card(name.lower(), name=name, text={"pt-BR": "velho", "en": "new"}) for name in names]
    difference = compare(state(*old), state(*new))
    line = "The texts of 6 cards changed in en, not in pt-BR: Bear, Wolf, Owl, Elk, Hen, …"
    assert line in as_text(difference)
    few = compare(state(*old[:1]), state(*new[:1])).changes
    assert list(stale_lines(few, ("pt-BR", "en"), "pt-BR")) == [
        "O texto de uma carta mudou em en, mas não em pt-BR: Bear"
    ]
    assert list(stale_lines(few, ("en",))) == []


def test_a_design_without_a_name_is_called_by_its_id() -> None:
    old, new = (card("sun", text={"pt-BR": "a", "en": text}) for text in ("b", "c"))
    assert list(stale_lines(compare(state(old), state(new)).changes, ("pt-BR", "en"))) == [
        "The text of one card changed in en, not in pt-BR: sun"
    ]
