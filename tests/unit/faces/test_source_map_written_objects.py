"""Elements and calls of a template are listed with their lines."""

from __future__ import annotations

from prancha.faces.templates.source_map import MOST_LISTED, WrittenObject, written_objects


def test_elements_and_calls_have_their_lines_and_comments_none() -> None:
    hidden = "{# <rect/>\n {{ label(x) }} #}<!--\n<path/> -->"
    text = hidden + '<rect x="1"/>\n{{- label(item.name, 1, 2) }} {{ palette.ink }}\n<gradient/>'
    assert written_objects(text) == [
        WrittenObject(3, "rect", 'x="1"/>'),
        WrittenObject(4, "label()", "item.name, 1, 2) }} {{ palette.ink }}"),
    ]


def test_a_list_has_an_end() -> None:
    assert len(written_objects("<rect/>" * 2000)) == MOST_LISTED
