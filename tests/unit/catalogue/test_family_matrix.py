from __future__ import annotations

from pathlib import Path

import pytest

from prancha.model.diagnostic import Place

from .projects import HEAD, load, only, refused

AXES = "{a: [x, y], b: [1, 2]}"


def matrix(axes: str = AXES, name: str = "{a}-{b}", more: str = "") -> str:
    return HEAD + f'matrix:\n  axes: {axes}\n  id: "{name}"\n{more}'


def test_every_combination_in_order(tmp_path: Path) -> None:
    text = matrix(more="  copies: 3\n  fields: {v: 1}\ndefaults: {v: 0, w: 5}\nitems:\n  - id: extra\n")
    items = load(tmp_path, text).families[0].items
    assert [(item.id, item.copies) for item in items] == [
        ("extra", 1), ("x-1", 3), ("x-2", 3), ("y-1", 3), ("y-2", 3),
    ]  # fmt: skip
    assert items[2].fields == {"v": 1, "w": 5, "a": "x", "b": 2}
    assert items[2].place == Place("components/dual/grid.yaml", 8, 7)
    assert items[2].where("a") == Place("components/dual/grid.yaml", 7, 14)
    assert items[2].where("v") == Place("components/dual/grid.yaml", 10, 12)


def test_cells_take_the_default_copies(tmp_path: Path) -> None:
    items = load(tmp_path, matrix(more="defaults: {copies: 2}\n")).families[0].items
    assert [item.copies for item in items] == [2, 2, 2, 2]


ERRORS = [
    (matrix(name="{a}-{c}-{b}"), "8:7 unknown-axis", "the id uses {c}, which is not an axis", "known: a, b"),
    (matrix(name="{a}"), "8:7 missing-axis", "the id lacks {b}, so items would share ids", "add -{b}"),
    (matrix(name="X {a}-{b}"), "8:7 bad-id", '"X {a}-{b}" is not a pattern for ids', "{axis}"),
    (matrix(name="{a}-{b"), "8:7 missing-axis", "the id lacks {b}", ""),
    (matrix(name="-{a}-{b}"), "8:7 bad-id", 'the text "-x-1" is not an id', "lower-case"),
    (matrix("{a: [x, [y]], b: [1]}"), "7:17 wrong-type", "text or a whole number, not a list", "quotes"),
    (matrix("{a: [x, true], b: [1]}"), "7:17 wrong-type", "text or a whole number, not true", "quotes"),
    (matrix("{a: [x, x], b: [1]}"), "7:17 duplicate-id", 'the text "x" occurs twice in the axis "a"', ""),
    (matrix("{a: [X], b: [1]}"), "7:14 bad-id", 'the text "X" cannot be part of an id', "tables:"),
    (matrix("{a: [], b: [1]}"), "7:13 empty", '"a" is empty', ""),
    (matrix("{}"), "7:9 empty", '"axes" is empty', ""),
    (matrix("{a: [x], id: [y]}", "{a}-{id}"), "7:18 reserved-key", '"id" is reserved', "another"),
    (matrix("{a: [x], copie: [y]}", "{a}-{copie}"), "7:18 unknown-key", 'unknown key "copie"', '"copies"?'),
    (matrix(more="  fields: {a: 1}\n"), "9:12 duplicate-key", '"a" is an axis and cannot be a field', ""),
    (matrix(more="  fields: {t: {en: T}}\n"), "9:15 untranslated", "the text is missing in pt-BR", ""),
    (matrix(more="  copies: -1\n"), "9:11 out-of-range", "copies must lie between 0 and 9999, not -1", ""),
    (matrix(more="  feilds: {}\n"), "9:3 unknown-key", 'unknown key "feilds"', 'did you mean "fields"?'),
    (HEAD + "matrix:\n  axes: {a: [x]}\n", "7:3 missing-key", 'the key "id" is missing', 'add a line'),
    (HEAD + 'matrix:\n  id: "{a}"\n', "7:3 missing-key", 'the key "axes" is missing', "add a line"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "where", "message", "hint"), ERRORS)
def test_errors(tmp_path: Path, text: str, where: str, message: str, hint: str) -> None:
    line, _, code = where.partition(" ")
    found = refused(lambda: load(tmp_path, text))
    first = next(finding for finding in found if finding.code == code)
    assert str(first.place) == f"components/dual/grid.yaml:{where.split()[0]}", line
    assert message in first.message
    assert hint in first.hint


def test_too_many_cells(tmp_path: Path) -> None:
    values = "[" + ", ".join(map(str, range(400))) + "]"
    found = only(refused(lambda: load(tmp_path, matrix(f"{{a: {values}, b: {values}}}"))))
    assert (found.code, found.message) == ("too-large", "the axes make 160000 items; the maximum is 100000")


def test_an_item_cannot_share_the_id_of_a_cell(tmp_path: Path) -> None:
    found = only(refused(lambda: load(tmp_path, matrix(more="items:\n  - id: x-1\n"))))
    assert found.message == 'the id "x-1" is used twice in this family; first at line 10'
    assert found.item == "grid/x-1"
