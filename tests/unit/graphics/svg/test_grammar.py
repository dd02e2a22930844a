"""What the grammar says of names, places and values."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import pytest
from plainly import looked_at, parsed, said

from prancha.graphics.svg.attribute_values import angle, length, link, share, value_fault
from prancha.graphics.svg.grammar import grammar
from prancha.graphics.svg.matrix import aspect
from prancha.graphics.svg.plain_svg import _ATTRIBUTES, is_plain


@pytest.mark.parametrize(
    ("inside", "message", "hint"),
    [
        # Names
        ("<rct/>", "there is no element <rct> in SVG", 'did you mean "rect"?'),
        ("<RECT/>", "there is no element <RECT> in SVG", 'did you mean "rect"?'),
        ("<lineargradient/>", "there is no element <lineargradient> in SVG", 'did you mean "linearGradient"?'),
        ("<foreignObject/>", "<foreignObject> cannot be printed truly", "it holds a web page"),
        ('<rect widht="3"/>', '<rect> has no attribute "widht"', 'did you mean "width"?'),
        ('<rect WIDTH="3"/>', '<rect> has no attribute "WIDTH"', 'did you mean "width"?'),
        ('<circle width="3"/>', '<circle> has no attribute "width"', "known: "),
        ('<rect stroke-witdh="3"/>', '<rect> has no attribute "stroke-witdh"', 'did you mean "stroke-width"?'),
        ('<rect style="stroke-witdh:3"/>', 'there is no property "stroke-witdh"', 'did you mean "stroke-width"?'),
        # Places
        ("<rect><g/></rect>", "a <g> cannot stand in a <rect>", ""),
        ("<stop/>", "a <stop> means nothing here", "put it into a <linearGradient> or <radialGradient>"),
        ("<tspan/>", "a <tspan> means nothing here", "put it into a "),
        ("<feBlend/>", "a <feBlend> means nothing here", "put it into a <filter>"),
        ('<linearGradient id="g"><rect/></linearGradient><path fill="url(#g)"/>', "a <rect> cannot stand in a <linearGradient>", "a <linearGradient> holds"),
        ("<g>words</g>", 'the words "words" stand outside of any text', "put them into a <text>"),
        ("<g><rect/> } <rect/></g>", 'the words "}" stand outside of any text', "put them into a <text>"),
        # Values
        ('<rect width="3vw"/>', 'width="3vw" cannot be read', "expected a number"),
        ('<rect fill="url(a.svg#b)"/>', 'fill="url(a.svg#b)" cannot be read', "expected url(#id)"),
        ('<rect stroke-linecap="flat"/>', 'stroke-linecap="flat" cannot be read', "expected butt, round, square"),
        ('<marker id="m" refX="5%"/><path marker-end="url(#m)"/>', "refX in per cent means something else to each program", "write a number"),
        ('<g transform="turn(5)"/>', 'transform="turn(5)" cannot be read', "use translate"),
        ('<g transform="rotate(45deg)"/>', 'transform="rotate(45deg)" has units', "in an attribute write plain numbers"),
        # Properties that are drawn at their initial value alone
        ('<path vector-effect="non-scaling-stroke"/>', 'a stroke that keeps its width (vector-effect="non-scaling-stroke") cannot be printed truly', "apply the transform"),
        ('<text writing-mode="tb"/>', 'text from top to bottom (writing-mode="tb") cannot be printed truly', "turn the text"),
    ],
)  # fmt: skip
def test_what_is_not_of_the_grammar_is_told(inside: str, message: str, hint: str) -> None:
    ((told, way),) = said(inside)
    assert told == message
    assert way.startswith(hint)


@pytest.mark.parametrize(
    "inside",
    [
        '<rect data-x="1" aria-label="a" role="img" tabindex="0" xlink:title="t"/>',
        '<metadata><anything/></metadata><x:y xmlns:x="urn:z"><any/></x:y>',
        '<rect writing-mode="tb" style="line-height:3;text-shadow:none;-inkscape-stroke:none"/>',
        '<rect style="fill:INHERIT;enable-background:new"/>'.replace("INHERIT", "inherit"),
        '<text>a<tspan>b</tspan><a href="#x">c</a></text>',
    ],
)
def test_what_changes_nothing_on_paper_is_no_fault(inside: str) -> None:
    found = looked_at(inside)
    assert (found.faults, found.told) == ((), ())


def test_all_faults_are_told_with_their_elements_in_the_order_of_the_file() -> None:
    found = looked_at('<rct/><g><rect widht="1" heigth="2"/>x</g><path style="fil:red" d="M0 0"/>')
    assert [(fault.element.tag if fault.element is not None else "") for fault in found.faults] == [
        "rct", "g", "rect", "rect", "path",
    ]  # fmt: skip


def test_what_is_no_property_as_an_attribute_is_left_out_and_told() -> None:
    found = looked_at('<g mix-blend-mode="multiply" isolation="auto" text-transform=" uppercase "/>')
    assert found.faults == ()
    assert sorted(why for _, why in found.told) == [
        f'{name} as an attribute means nothing and is left out: write it as style="{name}: {value}"'
        for name, value in (("mix-blend-mode", "multiply"), ("text-transform", "uppercase"))
    ]


def test_what_is_left_out_is_told_and_gone() -> None:
    root = parsed("a".join(("<text>", "<script/>b</text><animate/>")))
    from prancha.graphics.svg.cascade import settle_styles

    found = settle_styles(root)
    assert [(element.tag, why.partition(":")[0]) for element, why in found.told] == [
        ("script", "<script> is left out"), ("animate", "<animate> is left out"),
    ]  # fmt: skip
    assert root[0].text == "ab"


def test_every_value_type_of_the_table_is_known() -> None:
    from prancha.graphics.svg.attribute_values import _TYPES

    words = {kind for kind in grammar().values.values() if kind not in _TYPES and " | " not in kind}
    assert words == set(), "one word alone is a type, and misspelt"


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (length, " 3 mm ", (3, "mm")), (length, "-.5e1", (-5, "")), (length, "50%", (50, "%")), (length, "2Q", (2, "q")),
        (share, "50%", 0.5), (share, "7", 1), (share, "-1", 0),
        (angle, "0.5turn", 180), (angle, "100grad", 90), (angle, "45", 45),
        (link, "url( '#a' ) red", ("a", "red")), (link, "none", ("", "")), (link, 'url("#a")', ("a", "")),
        (aspect, "none", ("none", False)), (aspect, "defer xMinYMax slice", ("xMinYMax", True)),
    ],
)  # fmt: skip
def test_values_are_read(read: object, text: str, value: object) -> None:
    assert read(text) == pytest.approx(value) if isinstance(value, (int, float)) else read(text) == value  # type: ignore[operator]


LONG = 50_000


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("length", "1" * LONG + "x"), ("length", "1" + " " * LONG + "x"), ("length", " " * LONG + "x"),
        ("lengths", "1," * LONG + "x"), ("share", "half"), ("share", "1mm"), ("angle", "1" + " " * LONG + "x"),
        ("link", "url(" + " " * LONG), ("link", "url(#a)" + " " * LONG + "x"), ("aspect", "defer " * LONG),
        ("aspect", "xMidYMid" + " " * LONG + "x"), ("paint", "red" + " " * LONG + "x"), ("paint", "rgb(" * LONG),
        ("colour", "#" + "f" * LONG), ("transform", "scale(1" * LONG), ("transform", "scale(1)" + " " * LONG + "x"),
        ("css-transform", "rotate(45deg)" + "," * LONG), ("dashes", "1 -1"), ("decoration", "underline " * LONG + "x"),
        ("paint-order", "fill " * LONG + "x"), ("origin", "left " * LONG), ("font", "bold " * LONG),
        ("points", "1 " * LONG + "1"), ("path", "M0 0" + "L" * LONG), ("view-box", "1 " * LONG),
        ("number", "1px"), ("limit", "-1"), ("font-weight", "1001"), ("spacing", "5%"), ("reference", " "),
        ("butt | round", "square"), ("families", "''"), ("orientation", "up"), ("filter", "url(#a) url(#b)"),
    ],
)  # fmt: skip
def test_what_is_no_value_is_refused_at_once_with_what_was_expected(kind: str, text: str) -> None:
    fault = value_fault("x", text, kind)
    assert fault is not None
    assert fault.hint or "path data" in fault.message


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        ('<g><rect width="3" fill="#fff"/></g>', True),
        ('<rect class="a"/>', False),
        ('<rect style="fill:red"/>', False),
        ('<mask id="m"/>', False),
        ("<rect>words</rect>", False),
        ("<g>words</g>", False),
        ("<rect/>words", False),
        ("<rect><rect/></rect>", False),
        ("<stop/>", False),
        ('<linearGradient id="g"><stop offset="1"/></linearGradient>', True),
        ('<text font-family="a, b"/>', False),
        ('<rect visibility="seen"/>', False),
        ('<rect width="-9" height="4"/>', False),
        ('<rect x="-9" width="9" height="4"/>', True),
        ('<text direction="up"/>', False),
        ('<clipPath><rect clip-path="url(#c)"/></clipPath>', False),
    ],
)
def test_plain_drawings_are_known_by_their_names(inside: str, found: bool) -> None:
    assert is_plain(parsed(inside)) == found


def test_a_plain_drawing_whose_numbers_are_asked_for_has_them() -> None:
    assert is_plain(parsed('<rect width="3"/>'), numbers=True)
    assert not is_plain(parsed('<rect width="3mm"/>'), numbers=True)


def test_plain_names_are_of_the_grammar() -> None:
    table = grammar()
    for tag, names in _ATTRIBUTES.items():
        if tag in ("title", "desc"):
            continue
        assert table.element_fault(tag) is None, tag
        for name in names - {"words-number"}:
            fault = table.attribute_fault(tag, name, "inherit", True)
            assert fault is None or "has no attribute" not in fault.message, (tag, name)
