"""Drawings that are refused: broken, too large, reaching out, or not to be printed truly."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import time

import pytest
from easel import BODY, HEAD, drawn, face, raw_face, refused

from generator.model.diagnostic import Failure
from tests.work import AT_ONCE

STOPS = '<stop stop-color="#fff"/><stop offset="1"/>'


def gradient(more: str, stops: str = STOPS) -> str:
    return f'<defs><linearGradient id="g" {more}>{stops}</linearGradient></defs><rect width="9" height="9" fill="url(#g)"/>'


@pytest.mark.parametrize(
    ("inside", "message", "hint"),
    [
        (
            '<rect width="5" height="5" fill="blurple"/>',
            '"blurple" is not a colour',
            "write #rrggbb or a CSS colour name",
        ),
        (
            '<rect width="5" height="5" fill-opacity="half"/>',
            'fill-opacity="half" is not a number from 0 to 1',
            "",
        ),
        (
            '<path d="M0 0h5" stroke="red" stroke-width="thick"/>',
            'stroke-width="thick" is not a length in millimetres',
            "write a plain number",
        ),
        (
            '<path d="M0 0h5" stroke="red" stroke-linecap="flat"/>',
            'stroke-linecap="flat" is not known',
            "use butt, round, square",
        ),
        (
            '<path d="M0 0h5" stroke="red" stroke-linejoin="arcs"/>',
            'stroke-linejoin="arcs" is not known',
            "use miter, round, bevel",
        ),
        (
            '<path d="M0 0h5" stroke="red" stroke-dasharray="1px"/>',
            '"1px" is not a list of numbers: "px"',
            "write plain numbers",
        ),
        (
            '<path d="M0 0h5" stroke="red" stroke-dasharray="5 -2"/>',
            'stroke-dasharray="5 -2" has a negative length',
            "write lengths of 0 or more",
        ),
        (
            '<path d="M0 0h5" stroke="red" stroke-miterlimit="-3"/>',
            'stroke-miterlimit="-3" is negative',
            "write 1 or more",
        ),
        (
            '<g transform="scale(0)" clip-path="url(#c)"/><defs><clipPath id="c"><rect width="5" height="5" transform="scale(0)"/></clipPath></defs>',
            "a transform scales to nothing",
            "remove the scale of 0",
        ),
        (
            '<rect width="5" height="5" fill="url(#gone)"/>',
            'fill="url(#gone)" refers to an element that does not exist',
            "",
        ),
        (
            '<rect width="5" height="5" clip-path="url(#gone)"/>',
            'clip-path="url(#gone)" refers to an element that does not exist',
            "",
        ),
        ('<use href="#gone"/>', 'use refers to "#gone", which does not exist', ""),
        ("<use/>", "a use or image has no href", ""),
        (gradient('x1="left"'), "a gradient has a coordinate that is not a number", ""),
        (gradient('x1="nan"'), '"nan" has a number out of range', ""),
        (gradient("", ""), "a gradient has no stops", "add <stop offset stop-color>"),
        (gradient("", '<stop offset="first"/>'), 'offset="first" is not a number from 0 to 1', ""),
        (
            '<rect width="5" height="5" filter="url(#f)"/>',
            "filter cannot be printed truly",
            "draw shadows as shapes",
        ),
        (
            '<rect width="5" height="5" style="mix-blend-mode: multiply"/>',
            "mix-blend-mode cannot be printed truly",
            "mix the colours yourself",
        ),
        (
            '<rect width="5" height="5" paint-order="stroke"/>',
            "paint-order cannot be printed truly",
            "draw the stroke and the fill as two shapes",
        ),
        (
            f'<text {BODY} word-spacing="2">a</text>',
            "word-spacing cannot be printed truly",
            "place the words yourself",
        ),
        (
            f'<text {BODY} textLength="20">a</text>',
            "textLength cannot be printed truly",
            "choose the type size instead",
        ),
        (
            f'<text {BODY} font-variant="small-caps">a</text>',
            "font-variant cannot be printed truly",
            "use capitals in a smaller size",
        ),
        (
            gradient('spreadMethod="repeat"'),
            "spreadMethod cannot be printed truly",
            "repeat the stops yourself",
        ),
        ("<foreignObject/>", "<foreignObject> cannot be printed truly: it is left out", "draw it as shapes"),
        ("<script/>", "<script> cannot be printed truly: it is never run", "draw it as shapes"),
        ("<animate/>", "<animate> cannot be printed truly: paper does not move", "draw it as shapes"),
        (
            f'<defs><path id="p" d="M0 9h9"/></defs><text {BODY}><textPath href="#p">a</textPath></text>',
            "<textPath> cannot be printed truly: its letters are set without kerning",
            "draw it as shapes",
        ),
        (
            "<filter/>",
            "<filter> cannot be printed truly: blurs and shadows are left out",
            "draw it as shapes",
        ),
        (
            "<feGaussianBlur/>",
            "<feGaussianBlur> cannot be printed truly: blurs are left out",
            "draw it as shapes",
        ),
        (
            '<g class="x"><rect style="filter:url(#f)"/></g>',
            "filter cannot be printed truly",
            "draw shadows as shapes",
        ),
        (
            '<g class="x"><rect fill="hsl(10,50%,50%)"/></g>',
            'fill="hsl(10,50%,50%)" is drawn black by CairoSVG',
            "write #rrggbb",
        ),
        (
            '<defs><mask id="m"><rect width="9" height="9" fill="white"/><rect width="3" height="3"/></mask></defs><rect width="9" height="9" mask="url(#m)"/>',
            "a mask that is not white all over cannot be printed truly",
            "use white shapes with an opacity",
        ),
        (
            '<defs><mask id="m" maskContentUnits="objectBoundingBox"><rect width="1" height="1" fill="white"/></mask></defs><rect width="9" height="9" mask="url(#m)"/>',
            "a mask in objectBoundingBox units cannot be printed truly",
            "use userSpaceOnUse and white",
        ),
        (
            '<defs><clipPath id="c"><rect width="9" height="9" clip-rule="evenodd"/></clipPath></defs><g class="x"><rect clip-path="url(#c)"/></g>',
            "clip-rule evenodd beside features only CairoSVG draws cannot be printed truly",
            "",
        ),
        (
            '<rect width="9" height="9" mask="url(#gone)"/>',
            '"#gone" refers to an element that does not exist',
            "",
        ),
        (
            '<path d="M1 1L9 9" stroke="red" marker-end="url(#gone)"/>',
            '"#gone" refers to an element that does not exist',
            "",
        ),
        (
            '<svg viewBox="0 0 9 9"><use href="#gone"/></svg>',
            '"#gone" refers to an element that does not exist',
            "",
        ),
        (
            '<g class="x"><rect fill="#12345"/></g>',
            '"#12345" is not a colour',
            "write #rrggbb or a CSS colour name",
        ),
        ('<g class="x"><path d="M1 1 L foo"/></g>', 'path data "M1 1 L foo" has an unexpected "f"', ""),
        (
            '<g class="x"><polygon points="1,2 3"/></g>',
            'points="1,2 3" has an odd count of numbers',
            "give pairs x,y",
        ),
        (
            "<style>@import url(http://127.0.0.1:9/a.css);</style><rect/>",
            "a style sheet must not refer to anything",
            "write the reference as an attribute",
        ),
        (
            "<style>rect{fill:url(http://127.0.0.1:9/a.svg#g)}</style><rect width='9' height='9'/>",
            'fill="url(http://127.0.0.1:9/a.svg#g)" refers to an element that does not exist',
            "",
        ),
    ],
)
def test_what_is_wrong_is_named_with_a_way_out(inside: str, message: str, hint: str) -> None:
    found = refused(inside)
    assert (found.message, found.hint) == (f"{message} (template card.svg.j2)", hint)
    assert str(found).startswith("components/demo/cards.yaml:4:5: error svg [cards/one]: ")


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
        (USES + '<g class="x"><use href="#b0"/></g>', "it draws more than 10000 elements, all references followed"),
        (PATTERNS + '<rect width="9" height="9" fill="url(#b0)"/>', "it draws more than 10000 elements, all references followed"),
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
    ],
)  # fmt: skip
def test_a_tag_left_open_is_named(inside: str, hint: str) -> None:
    assert refused(inside).hint == hint


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<use href="#i-a"/>', "an icon uses another icon"),
        ("<foreignObject/>", "an icon uses <foreignObject>"),
        ('<rect mask="url(#m)"/>', "an icon uses mask"),
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
