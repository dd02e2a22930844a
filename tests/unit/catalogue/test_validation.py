"""Mappings compared with what is declared: all differences, none twice, nothing converted."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest

from prancha.catalogue.validation import Field, Keys, Mismatch, compare, kind_of, schema_of


class Leaf(Keys):
    """A leaf."""

    size: Annotated[int, Field(ge=1, le=9)]
    back_dx: Annotated[str, Field(alias="back-dx")] = "0 mm"


class Tree(Keys):
    """A tree."""

    name: Annotated[str, Field(min_length=1, pattern=r"^[a-z]+$")]
    kind: Literal["oak", "fir"] = "oak"
    leaves: Annotated[list[Leaf], Field(max_length=2)] = []
    colours: dict[Annotated[str, Field(pattern=r"^\S+$")], bool] = {}
    best: Leaf | None = None
    notes: Any = None


def lacks(data: dict[Any, Any]) -> list[tuple[str, tuple[object, ...]]]:
    tree, differences = compare(Tree, data)
    assert tree is None
    return [(each.lack, each.path) for each in differences]


def test_what_fits_is_read_with_its_defaults() -> None:
    data = {"name": "a", "leaves": [{"size": 3, "back-dx": "1 mm"}], "best": None}
    tree, differences = compare(Tree, data)
    assert not differences
    assert tree is not None
    assert (tree.name, tree.kind, tree.colours, tree.best) == ("a", "oak", {}, None)
    assert (tree.leaves[0].size, tree.leaves[0].back_dx) == (3, "1 mm")
    assert tree.written == {"name", "leaves", "best"}


def test_every_difference_is_told_with_its_path() -> None:
    wrong = {
        "kind": "ash",
        "leaves": [{"size": 0}, {"size": "3", "colour": 1}],
        "colours": {"a b": "yes"},
        "best": {},
        "nmae": 1,
    }
    assert lacks(wrong) == [
        ("missing", ("name",)),
        ("word", ("kind",)),
        ("least", ("leaves", 0, "size")),
        ("type", ("leaves", 1, "size")),
        ("unknown", ("leaves", 1, "colour")),
        ("pattern", ("colours", "a b")),
        ("type", ("colours", "a b")),
        ("missing", ("best", "size")),
        ("unknown", ("nmae",)),
    ]


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_nothing_is_turned_into_a_number(value: object) -> None:
    assert compare(Leaf, {"size": value}) == (None, (Mismatch("type", ("size",), value, "whole"),))


def test_the_end_of_a_pattern_is_the_very_end() -> None:
    assert lacks({"name": "a\n"}) == [("pattern", ("name",))]


def test_one_limit_of_a_set_is_told_once() -> None:
    assert lacks({"name": ""}) == [("short", ("name",))]
    assert lacks({"name": "a", "leaves": [{"size": 1}] * 3}) == [("long", ("leaves",))]


def test_frozen() -> None:
    with pytest.raises(AttributeError, match=r"Leaf\.size is frozen"):
        Leaf(size=1).size = 2


def test_only_listed_annotations_declare_a_key() -> None:
    with pytest.raises(TypeError, match="cannot be declared as"):
        kind_of(set[str])


def test_schema_says_the_same() -> None:
    schema = schema_of(Tree)
    assert schema["required"] == ["name"]
    assert schema["properties"]["leaves"] == {
        "type": "array", "items": {"$ref": "#/$defs/Leaf"}, "maxItems": 2, "default": [],
    }  # fmt: skip
    assert schema["properties"]["best"] == {"anyOf": [{"$ref": "#/$defs/Leaf"}, {"type": "null"}]}
    assert schema["$defs"]["Leaf"]["properties"]["size"] == {"type": "integer", "minimum": 1, "maximum": 9}
    assert "back-dx" in schema["$defs"]["Leaf"]["properties"]
