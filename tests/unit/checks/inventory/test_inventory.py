"""Inventories: gathered from what was placed and found, written in four formats, reconciled, compared."""

# ruff: noqa: E501 - cases in rows read better on long lines

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from msgspec.structs import replace

from prancha.catalogue.spreadsheet.delimited import read_delimited
from prancha.checks.inventory import FORMATS, Inventory, compare, gather, reconcile, render
from prancha.checks.inventory.inventory import safe
from prancha.model.diagnostic import Failure, Place
from prancha.model.game import Family, Game, Item
from prancha.model.outline import rectangle


def family(name: str, copies: dict[str, int], **more: Any) -> Family:
    items = tuple(
        Item(one, name, number, {"name": {"en": one.title()}}, more.get("source", "stated"), "lost",
             more.get("assumed", {}), Place(f"{name}.yaml", 10 + k))
        for k, (one, number) in enumerate(copies.items())
    )  # fmt: skip
    return Family(
        name, {"en": name.title()}, more.get("stock", "card"), rectangle(63, 88), 3, 3, 0, "t", more.get("back", "b"),
        name, items, Place(f"{name}.yaml", 1),
    )  # fmt: skip


GAME = Game(
    id="toy", folder=Path("toy"), title="Toy", subtitle={}, languages=("en",), designers=(), artists=(),
    publisher="", licence="", rulebook="", players=(2,), revision="1", palette={}, fonts={}, texts={}, tables={},
    assumed={"box": "lost"}, supplied=({"name": {"en": "die"}, "count": 2},), cover={},
    families=(
        family("cards", {"ace": 2, "king": 1}, assumed={"copies": {"en": "not told"}}),
        family("map", {"map": 1}, stock="board", back=None, source="assumed"),
    ),
    place=Place("game.yaml", 1),
)  # fmt: skip
MANIFEST = {
    "paper": "a4",
    "placed": {
        "columns": ["item", "copy", "face"],
        "faces": ["1a", "2b", "3c"],
        "fronts": {"cards/ace": 0, "cards/king": 1, "map/map": 2},
        "plans": [[[["x", 1, 0, 9], ["y", 1, 0, 9]], [], 0]],
        "sheets": [
            {"page": 1, "side": "front", "width": 210, "height": 297, "stock": "card", "group": "cards", "plan": 0,
             "pieces": [["cards/ace", 1, 0], ["cards/ace", 2, 0], ["cards/king", 1, 1]]},
            {"page": 2, "side": "back", "width": 210, "height": 297, "stock": "card", "group": "cards", "pieces": [["cards/ace", 1, 0]]},
            {"page": 3, "side": "front", "width": 210, "height": 297, "stock": "board", "group": "map", "window": [1], "pieces": [["map/map", 1, 2]]},
            {"page": 4, "side": "front", "width": 210, "height": 297, "stock": "board", "group": "map", "window": [1], "pieces": [["map/map", 1, 2]]},
        ],
    },
}  # fmt: skip
FOUND = [(1, "cards/ace", 1), (1, "cards/ace", 2), (1, "cards/king", 1), (3, "map/map", 1), (4, "map/map", 1)]
FORMS = {"1a", "2b", "3c", "4d"}
INK = {"cards/ace": (62370.0, 0.0, 0.0, 31185.0), "map/map": (0.0, 6237.0, 0.0, 0.0)}


def gathered(manifest: Any = MANIFEST, found: Any = FOUND, forms: Any = FORMS) -> Inventory:
    return gather(GAME, "en", manifest, found, forms, INK)


@pytest.fixture
def whole() -> Inventory:
    return gathered()


def test_everything_is_counted(whole: Inventory) -> None:
    assert [(c.key, c.designed, c.drawn, c.placed, c.found) for c in whole.components] == [
        ("cards/ace", 2, 2, 2, 2), ("cards/king", 1, 1, 1, 1), ("map/map", 1, 1, 1, 1),
    ]  # fmt: skip
    assert [(c.size, c.stock, c.source, c.assumed) for c in whole.components][1:] == [
        ((63, 88), "card", "stated", True), ((63, 88), "board", "assumed", True),
    ]  # fmt: skip
    assert [(t.family, t.designs, t.copies, t.sheets) for t in whole.totals] == [
        ("cards", 2, 3, 1),
        ("map", 1, 1, 2),
    ]
    assert [(s.stock, s.pieces) for s in whole.sheets] == [("card", (3,)), ("board", (1, 1))]
    assert [(p.what, p.number) for p in whole.supplied] == [("die", 2)]
    assert [(p.what, p.number) for p in whole.shopping] == [
        ("board, A4", 2), ("card, A4", 1), ("sleeves for 63 x 88 mm", 3), ("straight cuts", 2),
        ("cyan ink, estimated", 1.0), ("magenta ink, estimated", 0.1), ("yellow ink, estimated", 0.0),
        ("black ink, estimated", 0.5),
    ]  # fmt: skip
    assert [(a.subject, a.why) for a in whole.assumptions] == [
        ("box", "lost"), ("cards: copies", "not told"), ("map", "lost"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("found", "key", "message"),
    [
        (FOUND[1:], "cards/ace", "expected 2 of it at every step, found 2 drawn, 2 placed and 1 in the PDF"),
        ([*FOUND, (1, "cards/king", 1)], "cards/king", "found 1 drawn, 1 placed and 2 in the PDF"),
        ([*FOUND, (1, "cards/joker", 1)], "cards/joker", "expected 0 of it at every step, found 0 drawn"),
        (FOUND[:3], "map/map", "found 1 drawn, 1 placed and 0 in the PDF"),
    ],
)
def test_a_difference_is_a_finding(found: Any, key: str, message: str) -> None:
    places = {"cards/ace": Place("cards.yaml", 10)}
    (one,) = reconcile(gathered(found=found), places)
    assert (one.code, one.item) == ("not-reconciled", key)
    assert message in one.message
    assert "please send us the catalogue" in one.hint


def placed(change: Any) -> dict[str, Any]:
    tree = json.loads(json.dumps(MANIFEST))
    change(tree["placed"]["sheets"][0]["pieces"])
    return tree


STEPS: list[tuple[str, dict[str, Any], tuple[int, int, int]]] = [
    ("not drawn", {"forms": FORMS - {"2b"}}, (0, 1, 1)),
    ("not placed", {"manifest": placed(lambda rows: rows.pop())}, (1, 0, 1)),
    ("placed twice", {"manifest": placed(lambda rows: rows.append(rows[-1]))}, (1, 2, 1)),
    ("not painted", {"found": [one for one in FOUND if one[1] != "cards/king"]}, (1, 1, 0)),
    ("painted twice", {"found": [*FOUND, FOUND[2]]}, (1, 1, 2)),
]


@pytest.mark.parametrize(("fault", "changes", "counts"), STEPS, ids=[step[0] for step in STEPS])
def test_each_step_can_fail_alone(fault: str, changes: dict[str, Any], counts: tuple[int, int, int]) -> None:
    inventory = gathered(**changes)
    (one,) = (each for each in inventory.components if not each.agrees)
    assert (one.key, one.designed, (one.drawn, one.placed, one.found)) == ("cards/king", 1, counts)
    assert [each.item for each in reconcile(inventory, {})] == ["cards/king"]


def test_a_poster_painted_twice_on_one_page_is_there_twice() -> None:
    (one,) = (each for each in gathered(found=[*FOUND, FOUND[-1]]).components if not each.agrees)
    assert (one.key, one.found) == ("map/map", 2)


def test_ink_is_told_by_family_and_of_all(whole: Inventory) -> None:
    assert [(u.family, u.sides, u.shares, u.ink) for u in whole.ink] == [
        ("cards", 2, (0.5, 0, 0, 0.25), (1, 0, 0, 0.5)),
        ("map", 2, (0, 0.05, 0, 0), (0, 0.1, 0, 0)),
        ("", 4, (0.25, 0.025, 0, 0.125), (1, 0.1, 0, 0.5)),
    ]
    assert [c.ink for c in whole.components] == [(1, 0, 0, 0.5), (0, 0, 0, 0), (0, 0.1, 0, 0)]
    page = render(whole, "markdown").decode()
    assert "| Cards | 2 | 50 | 0 | 0 | 25 | 1.5 |" in page
    assert "| cyan ink, estimated | 1 | A4 pages covered whole |" in page
    rows = list(csv.DictReader(io.StringIO(render(whole, "csv").decode("utf-8-sig"))))
    assert [row["black, A4 pages"] for row in rows] == ["0.5", "0.0", "0.0"]
    assert json.loads(render(whole, "json"))["ink"][2]["shares"] == [0.25, 0.025, 0, 0.125]


def test_equal_counts_are_no_finding(whole: Inventory) -> None:
    assert list(reconcile(whole, {})) == []


def test_formats_agree(whole: Inventory) -> None:
    tree = json.loads(render(whole, "json"))
    assert [one["designed"] for one in tree["components"]] == [2, 1, 1]
    rows = list(csv.DictReader(io.StringIO(render(whole, "csv").decode("utf-8-sig"))))
    assert [(row["id"], row["copies"], row["in PDF"]) for row in rows] == [
        ("cards/ace", "2", "2"), ("cards/king", "1", "1"), ("map/map", "1", "1"),
    ]  # fmt: skip
    page = render(whole, "markdown").decode()
    assert page.startswith("# Toy\n\n4 pieces of 3 designs on a4 paper.\n\n## Components\n")
    assert "| cards/ace | cards | 63 | 88 | card | stated (copies assumed) | 2 | 2 | 2 | 2 |" in page
    assert "| die | 2 | pieces |" in page
    assert tuple(FORMATS) == ("markdown", "csv", "xlsx", "json")


def test_workbook(whole: Inventory) -> None:
    odd = replace(whole, title="=1+1", supplied=(replace(whole.supplied[0], what="=HYPERLINK(1)"),))
    book = openpyxl.load_workbook(io.BytesIO(render(odd, "xlsx")))
    assert book.sheetnames == [
        "Components",
        "Families",
        "Sheets",
        "The owner adds",
        "Shopping list",
        "Ink, estimated",
        "Assumptions",
    ]
    assert [cell.value for cell in book["Components"][2]][:3] == ["cards/ace", "cards", 63]
    assert book["The owner adds"]["A2"].value == "'=HYPERLINK(1)"
    assert book["Components"].freeze_panes == "A2"


def test_without_the_package_a_workbook_is_refused(whole: Inventory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(Failure) as caught:
        render(whole, "xlsx")
    (one,) = caught.value.diagnostics
    assert (one.code, one.message) == (
        "missing-extra",
        "workbooks need the package openpyxl, which is not installed",
    )
    assert 'pip install "prancha[xlsx]"' in one.hint


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\t=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert safe(text) == "'" + text


def test_plain_cells_are_left_alone() -> None:
    assert [safe("a=1"), safe(-1), safe("")] == ["a=1", -1, ""]


LISTS: list[tuple[str, list[tuple[str, int, str]]]] = [
    ("id,count\ncards,3\nmap,1\n", []),
    ("Name;Copies\nAce;2\nKing;1\nMap/map;1\n", []),
    ("\ufeffname\tquantidade\ncards/ace\t2\n\ncards/king\t1\nmap\t1\n", []),
    ("id,count\nace,3\nking,1\nmap,1\n", [("list-count", 2, 'row 2: the list has 3 of "ace", the catalogue 2')]),
    ("id,count\nace,2\nmap,1\n", [("list-missing", 0, 'the list lacks "cards/king", 1 pieces')]),
    ("id,count\ncards,3\n", [("list-missing", 0, 'the list lacks the family "map" of 1 pieces')]),
    ("id,count\ncards,3\nmap,1\njoker,1\n", [("list-extra", 4, 'row 4: the catalogue has no component "joker"')]),
    ("id,count\ncards,3\nmap,1\ncards,3\n", [("list-extra", 4, 'row 4: "cards" is in row 2 already')]),
    ("id,count\ncards,three\nmap,1\n", [("list-bad-count", 2, 'row 2: the count of "cards" is "three", not a whole number')]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), LISTS)
def test_compare(text: str, wanted: list[tuple[str, int, str]]) -> None:
    found = compare(GAME, read_delimited(text.removeprefix("\ufeff"), "list.csv", None), "list.csv")
    assert [(one.code, one.place.line, one.message) for one in found] == wanted
    assert {one.place.file for one in found} <= {"list.csv"}


def test_a_name_of_several_components_is_asked_about() -> None:
    twin = replace(GAME, families=(*GAME.families, family("coins", {"ace": 1})))
    (one, *_) = compare(twin, [(1, ["id", "count"]), (2, ["ace", "2"])], "l.csv")
    assert (one.message, one.hint) == ('row 2: the catalogue has several "ace"', "write it as family/id")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,count\n", "the list has no heading for a column of names; it has a, count"),
        ("id,b\n", "the list has no heading for a column of counts; it has id, b"),
        ("", "the list has no heading for a column of names; it has none"),
    ],
)
def test_a_list_without_headings_is_refused(text: str, message: str) -> None:
    with pytest.raises(Failure) as caught:
        compare(GAME, read_delimited(text, "l.csv", None), "l.csv")
    (one,) = caught.value.diagnostics
    assert (one.code, one.message) == ("list-unreadable", message)
