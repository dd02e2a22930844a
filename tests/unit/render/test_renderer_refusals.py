"""Drawings that are refused: broken, too large, reaching out, or not to be printed truly."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import time

import pytest
from rendering import BODY, HEAD, drawn, face, raw_face, refused

from prancha.model.diagnostic import Failure
from tests.work import AT_ONCE

STOPS = '<stop stop-color="#fff"/><stop offset="1"/>'


def gradient(more: str, stops: str = STOPS) -> str:
    return f'<defs><linearGradient id="g" {more}>{stops}</linearGradient></defs><rect width="9" height="9" fill="url(#g)"/>'


LENGTH = "expected a number, or one with px, mm, cm, in, pt, pc, em or %"
SHARE = "expected a number from 0 to 1, or a percentage"
COLOUR = "expected a colour: #rrggbb, rgb(), hsl() or a CSS name"
OWN_FILE = "expected url(#id): only what stands in the same file can be referred to"
NAMELESS = "expected url(#id): this one names nothing"
LOST = "the file was saved in another encoding: save it as UTF-8, or type the letter anew"


@pytest.mark.parametrize(
    ("inside", "message", "hint"),
    [
        # Values that are none
        ('<rect width="5" height="5" fill="blurple"/>', 'fill="blurple" cannot be read', COLOUR),
        ('<g class="x"><rect fill="#12345"/></g>', 'fill="#12345" cannot be read', COLOUR),
        ('<rect width="5" height="5" fill-opacity="half"/>', 'fill-opacity="half" cannot be read', SHARE),
        ('<rect width="5" height="5" opacity="5mm"/>', 'opacity="5mm" cannot be read', SHARE),
        ('<path d="M0 0h5" stroke="red" stroke-width="thick"/>', 'stroke-width="thick" cannot be read', LENGTH),
        ('<path d="M0 0h5" stroke="red" stroke-width="-1"/>', 'stroke-width="-1" cannot be read', "expected a length of 0 or more"),
        ('<path d="M0 0h5" stroke="red" stroke-linecap="flat"/>', 'stroke-linecap="flat" cannot be read', "expected butt, round, square"),
        ('<path d="M0 0h5" stroke="red" stroke-linejoin="arcs"/>', 'stroke-linejoin="arcs" cannot be read', "expected miter, round, bevel"),
        ('<path d="M0 0h5" stroke="red" stroke-dasharray="1pt"/>', 'stroke-dasharray="1pt" is not a length in millimetres', "write a plain number"),
        ('<path d="M0 0h5" stroke="red" stroke-dasharray="5 -2"/>', 'stroke-dasharray="5 -2" cannot be read', "expected none, or lengths of 0 or more"),
        ('<path d="M0 0h5" stroke="red" stroke-miterlimit="-3"/>', 'stroke-miterlimit="-3" cannot be read', "expected a number of 1 or more"),
        ('<path d="M0 0h5" stroke="red" stroke-miterlimit="x"/>', 'stroke-miterlimit="x" cannot be read', "expected a number of 1 or more"),
        ('<g class="x"><path d="M1 1 L foo"/></g>', 'path data "M1 1 L foo" has an unexpected "f"', ""),
        ('<g class="x"><polygon points="1,2 3"/></g>', 'points="1,2 3" cannot be read', "expected pairs of numbers x,y"),
        (gradient('x1="left"'), 'x1="left" cannot be read', LENGTH),
        (gradient('x1="nan"'), 'x1="nan" cannot be read', LENGTH),
        (gradient("", '<stop offset="first"/>'), 'offset="first" cannot be read', SHARE),
        # References to nothing
        ('<rect width="5" height="5" filter="url(#)"/>', 'filter="url(#)" cannot be read', NAMELESS),
        ('<rect width="5" height="5" clip-path="url(# )"/>', 'clip-path="url(# )" cannot be read', NAMELESS),
        ('<filter id="f" width="url(#nothing)"/><g filter="url(#f)"/>', 'width="url(#nothing)" cannot be read', LENGTH),
        ('<filter id="f"><feImage width="black" href="data:,"/></filter><g filter="url(#f)"/>', 'width="black" cannot be read', LENGTH),
        (f'<text {BODY} x="2" y="9" font-size="5">caf\ufffd</text>', '"caf\ufffd" has the sign U+FFFD, which stands for a letter that was lost', LOST),
        (f'<g class="x"><text {BODY} x="2" y="9" font-size="5">caf\ufffd</text></g>', '"caf\ufffd" has the sign U+FFFD, which stands for a letter that was lost', LOST),
        ('<g id="a"/><rect width="5" height="5" fill="url(#a)"/>', 'fill="url(#a)" refers to a <g>, which is no gradient or pattern', ""),
        ('<g id="a"/><rect width="9" height="9" mask="url(#a)"/>', 'mask="url(#a)" refers to a <g>, not to a <mask>', ""),
        ('<use href="#gone"/>', 'use refers to "#gone", which does not exist', ""),
        ('<svg viewBox="0 0 9 9"><use href="#gone"/></svg>', 'use refers to "#gone", which does not exist', ""),
        ("<use/>", "a use or image has no href", ""),
        ('<use href="other.svg#a"/>', 'href="other.svg#a" is not of this file', "only what is in the file can be used"),
        (gradient('href="#r"') + '<path id="r"/>', 'href="#r" of a gradient refers to no gradient', ""),
        ("<style>@import url(http://127.0.0.1:9/a.css);</style><rect/>", "the style sheet says @import, which cannot be told on paper", "leave it out"),
        ("<style>rect{fill:url(http://127.0.0.1:9/a.svg#g)}</style><rect width='9' height='9'/>", 'fill="url(http://127.0.0.1:9/a.svg#g)" cannot be read', OWN_FILE),
        # What SVG has, and paper or this program has not
        (f'<text {BODY} font-variant="small-caps">a</text>', 'small capitals or other forms of letters (font-variant="small-caps") cannot be printed truly', "write [words]{.smallcaps} in a field, or turn the text into a path"),
        ("<foreignObject/>", "<foreignObject> cannot be printed truly", "it holds a web page; export texts as SVG text or as paths, and the rest as shapes (diagrams.net: Export as SVG, Text Settings: Convert Labels to SVG)"),
        ("<feGaussianBlur/>", "a <feGaussianBlur> means nothing here", "put it into a <filter>"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_a_way_out(inside: str, message: str, hint: str) -> None:
    found = refused(inside)
    assert (found.message, found.hint) == (f"{message} (template card.svg.j2)", hint)
    assert str(found).startswith("components/demo/cards.yaml:4:5: error svg [cards/one]: ")


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("<script>x</script>", "<script> is left out: a program in a drawing is never run"),
        ('<animate attributeName="x"/>', "<animate> is left out: it moves, and paper does not"),
        ('<g><set attributeName="x"/></g>', "<set> is left out: it moves, and paper does not"),
    ],
)
def test_what_is_left_out_is_told(inside: str, message: str) -> None:
    (note,) = drawn(inside).notes
    assert (note.code, note.severity) == ("svg-told", "warning")
    assert note.message == f"{message} (template card.svg.j2)"


@pytest.mark.parametrize(
    ("svg", "message"),
    [
        (f"{HEAD}<g></svg>", "the SVG is broken at its line 1, column"),
        (f"{HEAD}\n  &nope;</svg>", "the SVG is broken at its line 2, column 3: undefined entity near"),
        (f"{HEAD}\x01</svg>", "the SVG is broken at its line 1, column"),
        ("", "the SVG is broken at its line 1, column 1: no element found"),
        (f"<!DOCTYPE svg>{HEAD}</svg>", "a drawing must not declare a document type or entities"),
        (f'<!doctype svg [<!entity a "b">]>{HEAD}&a;</svg>', "a drawing must not declare a document type or entities"),
        (f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>{HEAD}&x;</svg>', "a drawing must not declare"),
        (f"{HEAD}{' ' * 2_000_000}</svg>", "the drawing has 2000 kB"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "the drawing has no viewBox of four numbers"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 5"/>', "the drawing has no viewBox of four numbers"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 nan 5"/>', '"0 0 nan 5" is not a list of numbers'),
    ],
)  # fmt: skip
def test_a_broken_document_is_refused(svg: str, message: str) -> None:
    assert refused(raw_face(svg)).message.startswith(message)


def nested(depth: int, inside: str = '<rect width="1" height="1"/>') -> str:
    return "<g>" * depth + inside + "</g>" * depth


def doubling(tag: str, reference: str, more: str = "") -> str:
    """Each of nine elements draws the next one ten times."""
    bombs = "".join(f'<{tag} id="b{k}" {more}>{reference.format(k + 1) * 10}</{tag}>' for k in range(9))
    return f'<defs>{bombs}<{tag} id="b9" {more}><rect width="1" height="1"/></{tag}></defs>'


USES = doubling("g", '<use href="#b{}"/>')
PATTERNS = doubling("pattern", '<rect width="1" height="1" fill="url(#b{})"/>', 'width="1" height="1"')


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        (nested(65), "elements are nested more than 64 deep"),
        (nested(900), "elements are nested more than 64 deep"),
        (nested(5000), "elements are nested more than 64 deep"),
        ('<g class="x">' + nested(900) + "</g>", "elements are nested more than 64 deep"),
        ('<g id="a"><use href="#a"/></g>', "elements are nested more than 64 deep"),
        ('<g id="a" class="x"><use href="#a"/></g>', '"#a" refers to itself'),
        ('<pattern id="p" width="1" height="1"><rect width="1" height="1" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>', '"#p" refers to itself'),
        (USES + '<use href="#b0"/>', "the drawing has more than 100000 elements"),
        (USES + '<g class="x"><use href="#b0"/></g>', "the drawing has more than 100000 elements"),
        (PATTERNS + '<rect width="9" height="9" fill="url(#b0)"/>', "patterns and masks paint more than 1000000 elements, all repetitions counted"),
        ('<defs><g id="a">' + "<path d='M0 0h1'/>" * 20_000 + "</g></defs>" + '<use href="#a"/>' * 20, "the drawing has more than 100000 elements"),
    ],
)  # fmt: skip
def test_bombs_are_refused_at_once(inside: str, message: str) -> None:
    started = time.process_time()
    assert refused(inside).message.startswith(message)
    assert time.process_time() - started < AT_ONCE


def test_deep_but_sane_groups_are_drawn() -> None:
    assert drawn(nested(60)).notes == ()


def test_all_faces_that_fail_are_told_at_once() -> None:
    bad = [face(f'<rect fill="no-{k}" width="1" height="1"/>', f"cards/c{k}") for k in range(3)]
    with pytest.raises(Failure) as failure:
        drawn(*bad, face("<g/>", "cards/good"))
    assert [d.item for d in failure.value.diagnostics] == ["cards/c0", "cards/c1", "cards/c2"]


def test_one_mistake_of_a_template_is_told_once() -> None:
    bad = [face(f'<g id="{"x" * k}"><rect width="{k}" height="1"></g>', f"cards/c{k}") for k in range(1, 4)]
    bad += [face(f'<image href="no.png" x="{k}" width="9" height="9"/>', f"cards/c{k}") for k in range(1, 4)]
    with pytest.raises(Failure) as failure:
        drawn(*bad)
    broken, picture = failure.value.diagnostics
    assert (broken.item, picture.item) == ("cards/c1", "cards/c1")
    assert broken.message.endswith("(template card.svg.j2) (and 2 more)")
    assert picture.message == 'there is no picture "no.png" (template card.svg.j2) (and 2 more)'


@pytest.mark.parametrize(
    ("inside", "hint"),
    [
        ("<g><rect/>", "nothing closes <g>: write </g> where it ends, or /> at its end"),
        ('<g><path d="M0 0">ü</g>', 'nothing closes <path d="M0 0">: write </path> where it ends, or /> at its end'),
        (f'<g id="{"é" * 90}">', f'nothing closes <g id="{"é" * 40}…: write </g> where it ends, or /> at its end'),
        ("</g>", "is a tag left open, or a & or < not written as &amp; or &lt;?"),
        ('<rect x="1" x="2"/>', "an element has an attribute once: delete one of the two"),
    ],
)  # fmt: skip
def test_a_tag_left_open_is_named(inside: str, hint: str) -> None:
    assert refused(inside).hint == hint


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<use href="#i-a"/>', "an icon uses another icon"),
        ("<foreignObject/>", "<foreignObject> cannot be drawn here"),
        ('<rect mask="url(#m)"/>', 'mask="url(#m)" refers to an element that does not exist'),
        (
            '<rect width="1" height="1" fill="url(#g)"/>',
            'fill="url(#g)" refers to an element that does not exist',
        ),
    ],
)
def test_an_icon_beyond_plain_shapes_is_refused(body: str, message: str) -> None:
    symbols = {"i-a": f'<symbol id="i-a" viewBox="0 0 1 1">{body}</symbol>'}
    with pytest.raises(Failure) as failure:
        drawn('<use href="#i-a"/>', symbols=symbols)
    assert failure.value.diagnostics[0].message.startswith(message)
