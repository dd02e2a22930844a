"""No card of a list is lost without its line: lists of so many records, written in many shapes."""

# ruff: noqa: E501 - a shape stands on a line

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from prancha.setup.new_game import start
from prancha.setup.new_game.given_list import read_list
from tests.unit.catalogue.spreadsheets import ods, xlsx

Record = Mapping[str, Any]
NAMES = (
    "Fox Owl Elk Toad Hare Lynx Crow Boar Newt Wolf Swan Mole Ibex Crab Hawk Seal Wasp Moth Pike Goat".split()
)
KINDS = ("Ally", "Event", "Place")
TEXTS = ("Draw a card.", "Fly two spaces.", "Walk.", "Steal one coin from a neighbour.", "Rest for a turn.")
TOLD = re.compile(
    r"\((\d+) (?:row|rows|entry|entries)\b|the first row, \"[^\"]*\"; if (it) is a card|no (card) but names|a (title) alone"
)
"""How many records a line tells of."""


def records(chance: random.Random, count: int) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "kind": chance.choice(KINDS),
            "cost": chance.choice((1, 2, 3, None)),
            "text": chance.choice(TEXTS),
        }
        for name in chance.sample(NAMES, count)
    ]


def table(rows: Sequence[Sequence[Any]], delimiter: str = ",") -> bytes:
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return stream.getvalue().encode()


def cells(made: Sequence[Record]) -> list[list[Any]]:
    return [["" if value is None else value for value in one.values()] for one in made]


def head(made: Sequence[Record]) -> list[str]:
    return [name.title() for name in made[0]]


def objects(made: Sequence[Record]) -> list[dict[str, Any]]:
    return [{key: value for key, value in one.items() if value is not None} for one in made]


def by_id(made: Sequence[Record]) -> dict[str, Any]:
    return {one["name"].lower(): {key: one[key] for key in ("kind", "text")} for one in made}


def halves(made: Sequence[Record]) -> tuple[Sequence[Record], Sequence[Record]]:
    at = max(1, len(made) // 3)
    return made[:at], made[at:]


def as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


def as_yaml(value: Any) -> bytes:
    return yaml.safe_dump(value, sort_keys=False).encode()


def markdown(made: Sequence[Record]) -> str:
    rows = [head(made), ["---"] * 4, *cells(made)]
    return "".join("| " + " | ".join(map(str, row)) + " |\n" for row in rows)


SHAPES: dict[str, tuple[str, Callable[[Sequence[Record]], bytes]]] = {
    "a table": ("csv", lambda made: table([head(made), *cells(made)])),
    "with semicolons": ("csv", lambda made: table([head(made), *cells(made)], ";")),
    "with tabs": ("tsv", lambda made: table([head(made), *cells(made)], "\t")),
    "below a title": ("csv", lambda made: table([["My deck"], head(made), *cells(made)])),
    "without names of columns": ("csv", lambda made: table(cells(made))),
    "names and kinds without names of columns": ("csv", lambda made: table([row[:2] for row in cells(made)])),
    "names and numbers without names of columns": (
        "csv",
        lambda made: table([row[:3:2] for row in cells(made)]),
    ),
    "gaps in the first row": (
        "csv",
        lambda made: table([[row[0], "", *row[2:]] if k == 0 else row for k, row in enumerate(cells(made))]),
    ),
    "kinds that are not there at first": (
        "csv",
        lambda made: table([[row[0], "" if k == 0 else row[1]] for k, row in enumerate(cells(made))]),
    ),
    "words on lines": ("txt", lambda made: "".join(f"{one['name']}\n" for one in made).encode()),
    "counted lines": ("txt", lambda made: "".join(f"2 {one['name']}\n" for one in made).encode()),
    "lines of which few are not counted": (
        "txt",
        lambda made: "".join(
            f"{one['name']}\n" if k % 3 == 2 else f"2x {one['name']}\n" for k, one in enumerate(made)
        ).encode(),
    ),
    "a workbook": ("xlsx", lambda made: xlsx([head(made), *cells(made)])),
    "a workbook without names of columns": ("xlsx", lambda made: xlsx(cells(made))),
    "a table of LibreOffice": ("ods", lambda made: ods([head(made), *cells(made)])),
    "a table of LibreOffice without names": ("ods", lambda made: ods(cells(made))),
    "a list of objects": ("json", lambda made: as_json(objects(made))),
    "objects under a key": ("json", lambda made: as_json({"title": "Deck", "cards": objects(made)})),
    "objects by their ids": ("json", lambda made: as_json(by_id(made))),
    "objects by their ids under a key": ("json", lambda made: as_json({"cards": by_id(made)})),
    "objects by their ids, two keys deep": ("json", lambda made: as_json({"deck": {"cards": by_id(made)}})),
    "YAML by ids, two keys deep": ("yaml", lambda made: as_yaml({"deck": {"cards": by_id(made)}})),
    "two lists by ids, two keys deep": (
        "json",
        lambda made: as_json({"deck": dict(zip("ab", map(by_id, halves(made)), strict=True))}),
    ),
    "two lists": ("json", lambda made: as_json(dict(zip("ab", map(objects, halves(made)), strict=True)))),
    "two lists by ids": (
        "json",
        lambda made: as_json(dict(zip("ab", map(by_id, halves(made)), strict=True))),
    ),
    "words, and objects": (
        "json",
        lambda made: as_json(
            {"white": [one["text"] for one in halves(made)[0]], "black": objects(halves(made)[1])}
        ),
    ),
    "words among objects": (
        "json",
        lambda made: as_json([one["name"] if k % 3 == 0 else one for k, one in enumerate(objects(made))]),
    ),
    "a list for each column": (
        "json",
        lambda made: as_json({name: [one[name] for one in made] for name in made[0]}),
    ),
    "a list of words": ("json", lambda made: as_json([one["text"] for one in made])),
    "an object a line": ("jsonl", lambda made: b"".join(as_json(one) + b"\n" for one in objects(made))),
    "decks of cards": (
        "json",
        lambda made: as_json(
            {
                "decks": [
                    {"name": name, "cards": objects(part)}
                    for name, part in zip("AB", halves(made), strict=True)
                ]
            }
        ),
    ),
    "packs of words and objects": (
        "json",
        lambda made: as_json(
            {
                "packs": [
                    {
                        "name": "A",
                        "white": [one["text"] for one in halves(made)[0]],
                        "black": objects(halves(made)[1]),
                    }
                ]
            }
        ),
    ),
    "a YAML list": ("yaml", lambda made: as_yaml(objects(made))),
    "a YAML list under a key": ("yaml", lambda made: as_yaml({"title": "Deck", "cards": objects(made)})),
    "YAML by ids": ("yaml", lambda made: as_yaml(by_id(made))),
    "YAML by ids under a key": ("yaml", lambda made: as_yaml({"cards": by_id(made)})),
    "two YAML lists": (
        "yaml",
        lambda made: as_yaml({"attack": objects(halves(made)[0]), "defense": objects(halves(made)[1])}),
    ),
    "two YAML lists by ids": (
        "yaml",
        lambda made: as_yaml({"attack": by_id(halves(made)[0]), "defense": by_id(halves(made)[1])}),
    ),
    "YAML words among objects": (
        "yaml",
        lambda made: as_yaml([one["name"] if k % 3 == 0 else one for k, one in enumerate(objects(made))]),
    ),
    "YAML names with objects": (
        "yaml",
        lambda made: as_yaml([{one["name"]: {"text": one["text"]}} for one in made]),
    ),
    "YAML decks of cards": (
        "yaml",
        lambda made: as_yaml(
            {
                "decks": [
                    {"name": name, "cards": objects(part)}
                    for name, part in zip("AB", halves(made), strict=True)
                ]
            }
        ),
    ),
    "a Markdown table": ("md", lambda made: markdown(made).encode()),
    "two Markdown tables": ("md", lambda made: "\nAnd\n\n".join(map(markdown, halves(made))).encode()),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_record_arrives_or_is_told(tmp_path: Path, shape: str) -> None:
    ending, write = SHAPES[shape]
    for seed in range(12):
        chance = random.Random(seed)
        made = records(chance, chance.randrange(3, 12))
        source = tmp_path / f"deck{seed}.{ending}"
        source.write_bytes(write(made))
        read = read_list(source, "cards")
        told = [found for line in read.told for found in TOLD.finditer(line)]
        count = sum(int(found[1] or 1) for found in told)
        title = shape == "below a title"  # a title is told too, and is no card
        assert len(read.rows) + count == len(made) + title, (seed, source.read_bytes(), read.told)


def test_a_row_with_nothing_but_notes_is_told(tmp_path: Path) -> None:
    source = tmp_path / "deck.csv"
    source.write_text("Name,Text,Notes\nFox,Draw.,\nOwl,Fly.,good\n,,ask Ann\nElk,Walk.,\n")
    started = start(tmp_path, "trial", source=source)
    assert started.wrong == ()
    assert any('row 4 (1 row with nothing but "Notes"' in line for line in started.guesses), started.guesses


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        (
            "deck.csv",
            "Fox,Red\nOwl,Blue\n",
            'the first row, "Fox | Red"; if it is a card, write names above it',
        ),
        (
            "deck.json",
            '{"cards": [{"name": "Fox"}], "values": [1, 2]}',
            'not read: "values" (2 entries, neither',
        ),
        (
            "deck.yaml",
            "- {name: Fox}\n- name: Card #3\n",
            'line 2: the text is "Card": a # after a space',
        ),
        (
            "deck.txt",
            "Fox\nOwl\n",
            '"Fox", in the first row, is no card but names the column; if it is a card',
        ),
    ],
)
def test_what_was_left_is_told_with_what_to_do(tmp_path: Path, name: str, text: str, says: str) -> None:
    (tmp_path / name).write_text(text)
    assert any(says in line for line in read_list(tmp_path / name, "cards").told)


def test_what_looks_like_names_of_columns_is_no_card(tmp_path: Path) -> None:
    for text in (
        "Name,Type\nFox,Type\n",
        "Animal,Cost\nFox,2\nAnimal,3\n",
        "Rule text,Set\nDraw a card.,Rule text\n",
    ):
        (tmp_path / "deck.csv").write_text(text)
        assert len(read_list(tmp_path / "deck.csv", "cards").rows) == text.count("\n") - 1, text


def test_marks_of_a_merge_in_cells_are_told(tmp_path: Path) -> None:
    source = tmp_path / "deck.csv"
    source.write_text(
        "Name,Text,Cost\nFox,Deal <<Cost>> to [Name].,2\nOwl,Pay {{Cost}} [once].,3\nElk,Pay [Cost].,1\n"
    )
    guesses = start(tmp_path, "trial", source=source).guesses
    told = [line for line in guesses if "write the value itself" in line]
    assert [line.partition(" prints")[0] for line in told] == [
        '"Text": <<Cost>>',
        '"Text": [Name]',
        '"Text": {{Cost}}',
        '"Text": [Cost]',
    ]
    assert "(row 2)" in told[0]


def test_two_lists_of_one_length_are_no_columns(tmp_path: Path) -> None:
    (tmp_path / "deck.json").write_text('{"white": ["A cat.", "A dog."], "black": ["Why?", "How?"]}')
    read = read_list(tmp_path / "deck.json", "cards")
    assert (len(read.rows), read.names) == (2, ["text"])
    assert any('there is also "black" (2 entries)' in line for line in read.told)
