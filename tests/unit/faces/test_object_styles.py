"""Properties and names of objects of a drawing are changed where they stand."""

# ruff: noqa: E501 - drawings read best as they are written
from __future__ import annotations

import pytest

from prancha.faces.svg_templates.drawing_objects import marks_of
from prancha.faces.svg_templates.object_edits import ObjectEditError
from prancha.faces.svg_templates.object_styles import ObjectStyles
from prancha.faces.svg_templates.placed_objects import PlacedObjects
from tests.unit.faces.test_object_edits import FONTS, PIECE, TYPE, drawing, measured, written


def styles(
    inside: str, head: str = 'width="63mm" height="88mm" viewBox="0 0 63 88"'
) -> tuple[ObjectStyles, int]:
    data = drawing(inside, head)
    placed = PlacedObjects(data, PIECE, FONTS, measured)
    return ObjectStyles(data, placed), next(iter(placed.objects))


@pytest.mark.parametrize(
    ("inside", "name", "value", "after"),
    [
        ('<rect style="fill:#fff;stroke:none" width="5" height="5"/>', "fill", "#c0392b", '<rect style="fill:#c0392b;stroke:none" width="5" height="5"/>'),
        ('<rect fill="red" width="5" height="5"/>', "fill", "#00f", '<rect fill="#00f" width="5" height="5"/>'),
        ('<style>rect { fill: green }</style><rect fill="red" width="5" height="5"/>', "fill", "#00f", '<style>rect { fill: green }</style><rect fill="red" width="5" height="5" style="fill:#00f"/>'),
        ('<rect width="5" height="5"/>', "stroke-width", "0.5", '<rect width="5" height="5" style="stroke-width:0.5px"/>'),
        (f'<text style="{TYPE}" x="1" y="9">A</text>', "font-size", "9", '<text style="font-family:\'Alegreya Sans\';font-size:3.175px" x="1" y="9">A</text>'),
        ('<text font-family="Alegreya Sans" font-size="12pt" x="1" y="9">A</text>', "font-size", "9", '<text font-family="Alegreya Sans" font-size="2.38125pt" x="1" y="9">A</text>'),
        (
            f'<text style="{TYPE}" x="1" y="9"><tspan x="1" y="9" style="font-size:4px;fill:#000">A</tspan><tspan x="1" y="9">B</tspan></text>', "font-size", "9",
            '<text style="font-family:\'Alegreya Sans\';font-size:3.175px" x="1" y="9"><tspan x="1" y="9" style="font-size:3.175px;fill:#000">A</tspan><tspan x="1" y="9">B</tspan></text>',
        ),
        (
            f'<g inkscape:label="text:a"><rect fill="red" width="9" height="9"/><text style="{TYPE}">S</text></g>', "text-anchor", "middle",
            f'<g inkscape:label="text:a"><rect fill="red" width="9" height="9"/><text style="{TYPE};text-anchor:middle">S</text></g>',
        ),
    ],
)  # fmt: skip
def test_a_property_is_changed_where_it_counts(inside: str, name: str, value: str, after: str) -> None:
    made, number = styles(inside)
    assert written(made.style(number, name, value)) == after


@pytest.mark.parametrize(
    ("inside", "name", "value", "message"),
    [
        ('<rect width="5" height="5"/>', "fill", "banana", "fill is ruled from elsewhere, or cannot be banana"),
        ('<style>rect { fill: red !important }</style><rect width="5" height="5"/>', "fill", "#00f", "fill is ruled from elsewhere, or cannot be #00f"),
        ('<rect width="5" height="5"/>', "d", "M0 0", "d is not changed here"),
        ('<rect width="5" height="5"/>', "fill", "red;x:1", '"red;x:1" is no value of fill'),
        (f'<text style="{TYPE}" x="1" y="9">A</text>', "font-size", "-3", '"-3" is no font-size'),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(inside: str, name: str, value: str, message: str) -> None:
    made, number = styles(inside)
    with pytest.raises(ObjectEditError) as caught:
        made.style(number, name, value)
    assert (caught.value.message, bool(caught.value.hint)) == (message, True)


@pytest.mark.parametrize(
    ("inside", "name", "after"),
    [
        ('<rect inkscape:label="a" id="b" width="5" height="5"/>', 'text:x if:a="b"', '<rect inkscape:label="text:x if:a=&quot;b&quot;" id="b" width="5" height="5"/>'),
        ('<rect data-name="a" width="5" height="5"/>', "Frame", '<rect data-name="Frame" width="5" height="5"/>'),
        ('<rect id="a" width="5" height="5"/>', "art:x", '<rect id="a" width="5" height="5" inkscape:label="art:x"/>'),
    ],
)  # fmt: skip
def test_a_name_is_written_where_it_stands(inside: str, name: str, after: str) -> None:
    made, number = styles(inside)
    assert written(made.rename(number, name)) == after


def test_names_and_options_that_mean_nothing_are_refused() -> None:
    made, number = styles('<rect inkscape:label="text:x size=9 if:b" width="5" height="5"/>')
    assert 'label="text:x size=8 if:b"' in written(made.set_option(number, "size", "8"))
    assert 'label="text:x size=9 if:b align=center"' in written(made.set_option(number, "align", "center"))
    assert 'label="text:x if:b"' in written(made.set_option(number, "size", ""))
    for call, message in (
        (lambda: made.rename(number, "a_x41_b"), "this name cannot be written here"),
        (lambda: made.rename(number, "text:"), '"text:" names no field'),
        (lambda: made.rename(number, "a\nb"), "a name is one line of at most 400 characters"),
        (lambda: made.rename(number, ""), "a name is one line of at most 400 characters"),
        (lambda: made.set_option(number, "align", "up"), 'align=up in "text:x size=9 if:b align=up"'),
        (lambda: made.set_option(number, "fit", "fill"), "fit= is no option of this object"),
        (lambda: made.set_option(number, "size", "1 2"), '"1 2" has a space in it'),
    ):
        with pytest.raises(ObjectEditError) as caught:
            call()
        assert message in caught.value.message
    with pytest.raises(LookupError):
        made.rename(99, "a")


@pytest.mark.parametrize(
    ("name", "kind", "wanted", "after"),
    [
        ("text:rules min=6", "text", ["name"], "text:name min=6"),
        ("Box text:rules fill:ink valign=middle if:a if:b=two words", "if", ["c"], "Box text:rules fill:ink valign=middle if:c"),
        ("text:rules fill:ink valign=middle", "fill", [], "text:rules valign=middle"),
        ("text:rules fill:ink valign=middle", "text", [], "fill:ink"),
        ("Panel", "if", ["not rare", "kind=a beast"], "Panel if:not rare if:kind=a beast"),
        ("if:rare", "if", [], "rect"),
        ("Panel", "art", ["picture"], "Panel art:picture"),
    ],
)  # fmt: skip
def test_marks_of_one_kind_are_changed_and_all_else_of_the_name_stays(
    name: str, kind: str, wanted: list[str], after: str
) -> None:
    made, number = styles(f'<rect inkscape:label="{name}" width="9" height="9"/>')
    found = made.mark(number, kind, wanted)
    assert written(found) == f'<rect inkscape:label="{after}" width="9" height="9"/>'
    assert marks_of(after, kind) == wanted


@pytest.mark.parametrize(
    ("kind", "wanted", "message"),
    [
        ("fill", ["a", "b"], "fill: cannot be said so often"),
        ("each", ["a"], "each: cannot be said so often"),
        ("if", ["a if:b"], "this is no field or test"),
        ("art", ["a b"], '"b" in "art:a b" is no option of art'),
    ],
)
def test_what_is_no_mark_is_refused(kind: str, wanted: list[str], message: str) -> None:
    made, number = styles('<rect width="9" height="9"/>')
    with pytest.raises(ObjectEditError) as caught:
        made.mark(number, kind, wanted)
    assert message in caught.value.message
