"""Snapshots as text: the same back, lines fit for git, and every damage named."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from states import card, state

from prancha.changes.snapshot import flat, plain
from prancha.changes.snapshot_text import COLUMNS, read_snapshot, serialize
from prancha.model.diagnostic import Failure

FULL = state(
    card("sun", 8, cost=1, name={"pt-BR": "Sol", "en": "Sun"}, steps=[{"a": 1}, {}], none=None, yes=True),
    card("moon", 4, cost=2.5),
    findings=("error rule-total: expected 12, found 13",),
)


def test_a_snapshot_comes_back_whole() -> None:
    assert read_snapshot(serialize(FULL), "s.json") == FULL


def test_languages_keep_their_order() -> None:
    again = read_snapshot(serialize(FULL), "s.json")
    assert list(again.items[0].faces) == ["pt-BR", "en"]


def test_one_item_is_one_line_with_sorted_keys() -> None:
    lines = serialize(FULL).splitlines()
    (line,) = [line for line in lines if '"id": "sun"' in line]
    item = json.loads(line.strip().rstrip(","))
    assert list(item) == sorted(item)
    assert item["fields"]["name"] == {"en": "Sun", "pt-BR": "Sol"}
    previews = lines[lines.index('"previews": [') + 1 :]
    assert len(max(previews[: previews.index("],")], key=len)) <= COLUMNS + 4


def test_changing_one_item_changes_its_line_and_no_other_item() -> None:
    other = state(*(card("sun", 9, cost=1), FULL.items[1]), findings=FULL.findings)
    before = [line for line in serialize(FULL).splitlines() if '"faces"' in line]
    after = [line for line in serialize(other).splitlines() if '"faces"' in line]
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, True]


def damaged(text: str) -> str:
    with pytest.raises(Failure) as failure:
        read_snapshot(text, "components/lume/.snapshots/v1.json")
    return str(failure.value)


def test_what_is_no_json_is_told_with_its_place() -> None:
    said = damaged(serialize(FULL).replace('"items": [', '<<<<<<< HEAD\n"items": ['))
    assert "components/lume/.snapshots/v1.json:" in said
    assert "error snapshot-broken: this is no snapshot: " in said
    assert "git may have left a conflict in it" in said


@pytest.mark.parametrize("text", ["[]", "{}", '{"format": 3}'])
def test_another_format_is_told(text: str) -> None:
    found = "3" if "3" in text else "None"
    said = damaged(text)
    assert f"error snapshot-format: this snapshot has format {found}, expected 1 or 2" in said
    assert "take it again with this version of prancha" in said


@pytest.mark.parametrize("part", ['"items": [', '"game": {', '"values": {'])
def test_a_missing_part_is_told(part: str) -> None:
    said = damaged(serialize(FULL).replace(part, part.replace('": ', 'x": ')))
    assert "error snapshot-broken: this snapshot is damaged: Object missing required field" in said
    assert "take it again, or fetch it from git" in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda packed: "AAAA" + packed[4:], "this snapshot is damaged: its previews are not"),
        (lambda packed: packed[:40], "its previews are cut short, or too large"),
        (lambda packed: "*" + packed[1:], "this snapshot is damaged: its previews are not"),
    ],
)
def test_damaged_previews_are_told(change: Callable[[str], str], said: str) -> None:
    tree = json.loads(serialize(FULL))
    tree["previews"] = [change("".join(tree["previews"]))]
    assert said in damaged(json.dumps(tree))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"copies": 8', '"copies": 1e999'),
        ('"copies": 8', '"copies": -1'),
        ('"copies": 8', '"copies": 8.5'),
        ('"copies": 8', '"copies": ' + "9" * 400),
        ('"copies": 8', '"copies": true'),
        ('"cost": 1', '"cost": NaN'),
        ('"size": [63, 88]', '"size": [0, 0]'),
        ('"size": [63, 88]', '"size": [NaN, 88]'),
        ('"radius": 3', '"radius": "3"'),
        ('"shape": "rounded"', '"shape": "zzz"'),
        ('"id": "sun"', '"id": 7'),
        ('"family": "cards"', '"family": "nope"'),
        ('"languages": ["pt-BR", "en"]', '"languages": []'),
        ('"sun-en"', '"nope"'),
        ("Sun", r"\ud800"),
        ("rule-total", r"\uDFFF"),
    ],
)
def test_what_cannot_be_is_told_as_damage(old: str, new: str) -> None:
    text = serialize(FULL)
    assert old in text
    said = damaged(text.replace(old, new))
    assert "error snapshot-broken: this snapshot is damaged: " in said
    assert "take it again, or fetch it from git" in said


def test_a_whole_character_in_two_halves_is_no_damage() -> None:
    text = serialize(FULL).replace("Sun", r"\ud83c\udf1e")
    assert read_snapshot(text, "s.json").items[0].fields["name"]["en"] == "\N{SUN WITH FACE}"


def test_plain_values_are_what_json_gives_back() -> None:
    value = {"a": (1, 2.0, True, None, "x"), 3: {"b": frozenset()}}
    assert json.loads(json.dumps(plain(value))) == plain(value)
    assert plain(value)["3"] == {"b": "frozenset()"}


def test_flat_names_every_single_value() -> None:
    value = {"a": {"b": [1, {"c": 2}]}, "d": [], "e": {}}
    assert dict(flat(value)) == {"a.b[0]": 1, "a.b[1].c": 2, "d": [], "e": {}}
