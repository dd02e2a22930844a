from __future__ import annotations

from pathlib import Path

import pytest

from prancha.model.diagnostic import Place

from .projects import HEAD, load, only, refused, told

ERRORS = [
    ("- star", "7:5 wrong-type", 'expected an item with keys and values, found the text "star"', "- id:", ""),
    ("- name: x", "7:5 missing-key", "this item has no id", "add a line such as id:", ""),
    ("- id: -7", "7:9 bad-id", "the number -7 is not an id", "lower-case", ""),
    ("- id: 1.5", "7:9 bad-id", "the number 1.5 is not an id", "lower-case", ""),
    ("- id: Star", "7:9 bad-id", 'the text "Star" is not an id', "lower-case", "Star"),
    ("- id: ../x", "7:9 bad-id", 'the text "../x" is not an id', "lower-case", "../x"),
    ("- id: " + "a" * 65, "7:9 bad-id", "the id has 65 characters; the maximum is 64", "", "#1"),
    ("- {id: a, copies: -1}", "7:21 out-of-range", "copies must lie between 0 and 9999, not -1", "", "a"),
    ("- {id: a, copies: 10000}", "7:21 out-of-range", "copies must lie between 0 and 9999", "", "a"),
    ("- {id: a, copies: two}", "7:21 wrong-type", 'a whole number, not the text "two"', "", "a"),
    ("- {id: a, copies: true}", "7:21 wrong-type", "a whole number, not true", "", "a"),
    ("- {id: a, copies: 1.5}", "7:21 wrong-type", "a whole number, not the number 1.5", "", "a"),
    ("- {id: a, copys: 3}", "7:13 unknown-key", 'unknown key "copys"', 'did you mean "copies"?', "a"),
    ("- {id: a, COPIES: 3}", "7:13 unknown-key", 'unknown key "COPIES"', 'did you mean "copies"?', "a"),
    ("- {id: a, copie: 3}", "7:13 unknown-key", 'unknown key "copie"', 'did you mean "copies"?', "a"),
    ("- {id: a, source: sure}", "7:21 unknown-word", '"source" cannot be the text "sure"', "assumed", "a"),
    ("- {id: a, source: assumed}", "7:21 no-reason", "an assumed item needs a reason", "why:", "a"),
    ("- {id: a, source: assumed, why: 5}", "7:35 wrong-type", '"why" must be text, not the number', "", "a"),
    ("- {id: a, source: assumed, why: {pt-BR: X}}", "7:35 untranslated", "missing in en", "add en", "a"),
    ("- {id: a, source: assumed, why: {cost: X}}", "7:35 wrong-type", '"why" must be text, not', "", "a"),
    ("- {id: a, cost: 1, assumed: {cost: {pt-BR: X}}}", "7:38 untranslated", "missing in en", "add en", "a"),
    ("- {id: a, assumed: x}", "7:22 wrong-type", '"assumed" must be fields and reasons', "assumed: {", "a"),
    ("- {id: a, cost: 1, assumed: {csot: y}}", "7:32 unknown-field", '"csot" is assumed, but this item has',
     'did you mean "cost"?', "a"),
    ("- {id: a, cost: 1, assumed: {cost: }}", "7:38 no-reason", 'the assumed "cost" needs a', "why", "a"),
    ("- {id: a, 5: x}", "7:13 bad-key", "the number 5 cannot name a field", "use a word", "a"),
    ("- {id: a, name: {en: A}}", "7:19 untranslated", "the text is missing in pt-BR", "add pt-BR", "a"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "where", "message", "hint", "item"), ERRORS)
def test_errors(tmp_path: Path, line: str, where: str, message: str, hint: str, item: str) -> None:
    wrong = refused(lambda: load(tmp_path, HEAD + f"items:\n  {line}\n"))
    told(wrong, f"components/dual/grid.yaml:{where}", message, hint)
    assert wrong[0].item.endswith(item)


def test_a_repeated_id_names_the_first(tmp_path: Path) -> None:
    found = only(refused(lambda: load(tmp_path, HEAD + "items:\n  - id: a\n  - id: b\n  - id: a\n")))
    assert str(found.place) == "components/dual/grid.yaml:9:9"
    assert found.message == 'the id "a" is used twice in this family; first at line 7'


@pytest.mark.parametrize("text", [HEAD, HEAD + "items: []\n"])
def test_a_family_needs_items(tmp_path: Path, text: str) -> None:
    found = only(refused(lambda: load(tmp_path, text)))
    assert (found.code, found.message) == ("no-items", "this family has no items")


def test_items_inherit(tmp_path: Path) -> None:
    text = HEAD + (
        'source: derived\nwhy: "table 3"\n'
        'defaults: {symbol: x, copies: 4, effect: none, assumed: {effect: "icon lost"}}\n'
        "items:\n"
        "  - id: plain\n"
        '  - {id: own, symbol: star, copies: 0, source: assumed, why: "lost", assumed: {copies: "odd"}}\n'
        "  - {id: sure, source: stated}\n"
    )
    plain, own, sure = load(tmp_path, text).families[0].items
    assert (plain.fields, plain.copies) == ({"symbol": "x", "effect": "none"}, 4)
    assert (plain.source, plain.why, plain.assumed) == ("derived", "table 3", {"effect": "icon lost"})
    assert (own.fields["symbol"], own.copies, own.key) == ("star", 0, "grid/own")
    assert (own.source, own.why) == ("assumed", "lost")
    assert own.assumed == {"effect": "icon lost", "copies": "odd"}
    assert (sure.source, sure.why) == ("stated", "")


def test_places_of_fields(tmp_path: Path) -> None:
    item = load(tmp_path, HEAD + "defaults: {a: 1}\nitems:\n  - id: x\n    b: 2\n").families[0].items[0]
    file = "components/dual/grid.yaml"
    assert item.place == Place(file, 8, 5)
    assert item.where("b") == Place(file, 9, 5)
    assert item.where("a") == Place(file, 6, 12)
    assert item.where("c") == item.place
    assert list(item.places) == ["id", "b"]
    assert len(item.places) == 2


def test_errors_of_items_show_beside_those_of_the_family(tmp_path: Path) -> None:
    found = refused(lambda: load(tmp_path, HEAD + "bled: 1\nitems:\n  - id: X\n  - id: y\n    copies: z\n"))
    assert [finding.code for finding in found] == ["unknown-key", "bad-id", "wrong-type"]


def test_numbers_are_ids_as_written(tmp_path: Path) -> None:
    items = load(tmp_path, HEAD + "items:\n  - id: 7\n  - id: 007\n").families[0].items
    assert [item.id for item in items] == ["7", "007"]
    text = HEAD + "items:\n  - id: 7\n  - id: '7'\n    copies: x\n"
    found = refused(lambda: load(tmp_path, text))
    assert {(finding.code, finding.item) for finding in found} == {
        ("duplicate-id", "grid/7"), ("wrong-type", "grid/7"),
    }  # fmt: skip


def test_reasons_may_be_per_language(tmp_path: Path) -> None:
    why, lost = "{pt-BR: nosso, en: ours}", "{pt-BR: perdido, en: lost}"
    second = f"{{id: b, cost: 1, why: {lost}, assumed: {{cost: {lost}}}}}"
    text = f"source: assumed\nwhy: {why}\nitems:\n  - {{id: a}}\n  - {second}\n"
    a, b = load(tmp_path, HEAD + text).family("grid").items
    assert a.why == {"pt-BR": "nosso", "en": "ours"}
    assert b.why == b.assumed["cost"] == {"pt-BR": "perdido", "en": "lost"}


def test_a_family_reason_must_be_text(tmp_path: Path) -> None:
    found = only(refused(lambda: load(tmp_path, HEAD + "why: [x]\nitems:\n  - {id: a}\n")))
    assert (found.code, found.message) == ("wrong-type", '"why" must be text, not a list')


def test_places_inside_lists(tmp_path: Path) -> None:
    defaults = "defaults: {tags:\n  [x, y]}\n"
    lines = "    lines:\n      - {do: a}\n      - do: b\n        n:\n          [1,\n          2]\n"
    item = load(tmp_path, HEAD + defaults + "items:\n  - id: x\n" + lines).families[0].items[0]
    inside = ("lines", "lines.0.do", "lines.1.do", "lines.1.n.1")
    assert [item.places[name].line for name in inside] == [10, 11, 12, 15]
    assert item.places["tags.1"].line == 7
    for lost in ("lines.2", "lines.0.x", "lines.do", "tags.9", "none.0"):
        assert lost not in item.places
