"""Attributes and style declarations are changed where they stand; every other byte stays."""

from __future__ import annotations

import pytest

from prancha.graphics.svg.svg_markup import parse_file, tag_places
from prancha.graphics.svg.tag_splice import Tag, splice


def test_tags_are_found_behind_marks_document_types_and_what_is_not_drawn() -> None:
    text = '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "ä"\n "b">\n<svg xmlns="http://www.w3.org/2000/svg">é<metadata><x/></metadata><g><rect/></g></svg>'
    for data in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.replace("\n", "\r\n").encode()):
        root, lines, _ = parse_file(data)
        assert list(lines) == [root, root[0], root[0][0]]
        assert [data[start:].split()[0].split(b">")[0] for start, _ in tag_places(data)] == [
            b"<svg",
            b"<g",
            b"<rect/",
        ]
        assert [data[end:] for _, end in tag_places(data)] == [b"</svg>", b"</g></svg>", b"</g></svg>"]


@pytest.mark.parametrize(
    ("tag", "name", "value", "after"),
    [
        ("<a x = \"1\"  y='2'/>", "x", "3", "<a x = \"3\"  y='2'/>"),
        ("<a y='2'/>", "y", "it's <&\n", "<a y='it&apos;s &lt;&amp;&#10;'/>"),
        ('<a y="2">', "z", 'say "x"', '<a y="2" z="say &quot;x&quot;">'),
        ("<a>", "z", "1", '<a z="1">'),
    ],
)
def test_an_attribute_is_replaced_or_added(tag: str, name: str, value: str, after: str) -> None:
    data = f"<!-- x='9' -->{tag}".encode()
    found = splice(data, [Tag(data, 14).replace(name, value)])
    assert found.decode() == f"<!-- x='9' -->{after}"
    assert Tag(found, 14).value(name) == value


@pytest.mark.parametrize(
    ("style", "after"),
    [
        ("fill: #fff ;stroke:none", "fill: #123456 ;stroke:none"),
        ("fill:red;fill:blue", "fill:red;fill:#123456"),
        ("stroke:none", "stroke:none;fill:#123456"),
        ("stroke:none; ", "stroke:none;fill:#123456 "),
        ("", "fill:#123456"),
        ("font-family:&quot;fill:x;&quot;;fill:red", "font-family:&quot;fill:x;&quot;;fill:#123456"),
        ("/* fill:x; */-fill:a;fill:b", "/* fill:x; */-fill:a;fill:#123456"),
    ],
)
def test_a_declaration_is_replaced_or_added(style: str, after: str) -> None:
    data = f'<a style="{style}" x="1"/>'.encode()
    assert splice(data, [Tag(data, 0).declare("fill", "#123456")]).decode() == f'<a style="{after}" x="1"/>'


def test_changes_at_one_place_stand_in_their_order_and_parts_are_found_behind_letters() -> None:
    data = '<a b="é 12"/>'.encode()
    tag = Tag(data, 0)
    changes = [tag.replace_part("b", 2, 4, "7"), tag.replace("c", "1"), tag.replace("d", "2")]
    assert splice(data, changes).decode() == '<a b="é 7" c="1" d="2"/>'
    assert tag.names == ("b",)


def test_what_is_no_tag_is_refused() -> None:
    with pytest.raises(ValueError, match="no tag begins at byte 1"):
        Tag(b"x y", 1)
