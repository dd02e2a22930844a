"""SVG files of other programs: what is kept, what is dropped, what is refused with its line."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, tostring

import pytest

from prancha.graphics.svg.external import ExternalDrawing, ExternalMarkupFault, read
from prancha.graphics.svg.normal import FILE_UNITS
from prancha.graphics.svg.normal.normaliser import normalise
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.units import FontMeasures, LentFont

NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
INKSCAPE = (
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)


class NoLetters:
    """For drawings without text."""

    def clusters(self, text: str, style: object) -> list[tuple[int, float]]:
        raise AssertionError(text)

    def lent(self, text: str, style: object) -> list[tuple[int, LentFont | None]]:
        raise AssertionError(text)

    def line_starts(self, text: str) -> frozenset[int]:
        raise AssertionError(text)

    def is_spaced(self, letter: str) -> bool:
        raise AssertionError(letter)

    def measures(self, style: object) -> FontMeasures:
        raise AssertionError(style)


def written(elements: Iterable[Element]) -> str:
    return "".join(tostring(child, encoding="unicode") for child in elements)


def whole(text: str, head: str = 'viewBox="0 0 100 200"') -> ExternalDrawing:
    return read(f"<svg {NS} {INKSCAPE} {head}>{text}</svg>".encode())


def body(text: str) -> str:
    return written(whole(text).root)


def plain(text: str) -> str:
    """What is drawn, in user units and each property at the element painted."""
    found = whole(text)
    assert found.faults == ()
    return written(normalise(found.root, found.box, FILE_UNITS, NoLetters(), ("en",), found.page).root)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<sodipodi:namedview/><metadata><x/></metadata><title>t</title><g/>", "<g />"),
        ('<g inkscape:groupmode="layer" inkscape:label="L" style="display:inline"><g/></g>', '<g display="inline"><g /></g>'),
        ('<g id="a"/><use xlink:href="#a"/>', '<g id="a" /><use href="#a" />'),
        ('<g id="a"/><use href="#a" xlink:href="#b"/>', '<g id="a" /><use href="#a" />'),
        ('<g id="a"/><use xlink:href="#b" href="#a"/>', '<g id="a" /><use href="#a" />'),
        ('<style>.a{fill:red}</style><rect class="a"/>', '<style>.a{fill:red}</style><rect fill="red" />'),
        ("<text>a<title>t</title>b</text>", "<text>ab</text>"),
        ('<rect style="fill:red;vector-effect:none"/>', '<rect fill="red" vector-effect="none" />'),
    ],
)  # fmt: skip
def test_a_file_is_read_without_what_its_program_noted(text: str, kept: str) -> None:
    assert body(text) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('<g style="display:none"><rect/></g><rect display="none"/><g/>', ""),
        ('<rect width="10mm" height="1" style="stroke:red;stroke-width:1pt;-inkscape-stroke:none;vector-effect:none"/>', '<rect x="0" y="0" width="37.795275591" height="1" stroke="#ff0000" stroke-width="1.33333333" />'),
        ('<rect x="50%" y="50%" width="100%" height="100%"/>', '<rect x="50" y="100" width="100" height="200" />'),
        ('<path d="M0 0h9" stroke="red" stroke-dasharray="1mm,2px"/>', '<path d="M0 0h9" stroke="#ff0000" stroke-dasharray="3.77952756 2" />'),
        ('<switch><foreignObject requiredExtensions="x"><i/></foreignObject><g><path d="M0 0h9"/></g></switch>', '<path d="M0 0h9" />'),
        ('<style>.a{fill:red}</style><path class="a" d="M0 0h9"/>', '<path d="M0 0h9" fill="#ff0000" />'),
        (
            '<linearGradient id="s"><stop offset="0"/><stop offset="1" stop-color="red"/></linearGradient><linearGradient id="g" gradientUnits="userSpaceOnUse" x1="3" x2="9" xlink:href="#s"/><path fill="url(#g)" d="M0 0h9"/>',
            '<defs><linearGradient id="g1" gradientUnits="userSpaceOnUse" x1="3" y1="0" x2="9" y2="0"><stop offset="0" stop-color="#000000" /><stop offset="1" stop-color="#ff0000" /></linearGradient></defs><path d="M0 0h9" fill="url(#g1)" />',
        ),
    ],
)  # fmt: skip
def test_what_is_drawn_is_kept_in_user_units(text: str, kept: str) -> None:
    assert plain(text) == kept


def test_gradients_in_a_circle_are_refused() -> None:
    circle = '<linearGradient id="s" href="#g"/><linearGradient id="g" href="#s"/><path fill="url(#g)" d="M0 0h9"/>'
    with pytest.raises(DrawingFault, match=r'"#\w" refers to itself'):
        plain(circle)


@pytest.mark.parametrize(
    ("head", "box", "size"),
    [
        ('viewBox="0 0 63 88" width="63mm" height="88mm"', (0, 0, 63, 88), (63, 88)),
        ('viewBox="-3 -3 69 94"', (-3, -3, 69, 94), None),
        ('width="96" height="192px"', (0, 0, 96, 192), None),
        ('width="2.5in" height="3.5in"', (0, 0, 240, 336), (63.5, 88.9)),
        (
            'viewBox="0,0,178.58,249.45" width="178.58pt" height="249.45pt"',
            (0, 0, 178.58, 249.45),
            (63.0, 88.0),
        ),
    ],
)
def test_its_size_is_found(head: str, box: tuple[float, ...], size: tuple[float, float] | None) -> None:
    found = read(f"<svg {NS} {head}/>".encode())
    assert found.box == pytest.approx(box)
    assert found.size == (size if size is None else pytest.approx(size, abs=0.01))


def test_names_are_kept_with_lines() -> None:
    text = (
        f'<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://www.w3.org/x.dtd">\n<svg {NS} {INKSCAPE} viewBox="0 0 1 1" xmlns:serif="http://www.serif.com/">\n'
        '<rect id="a" inkscape:label="text:rules"/>\n<rect id="text_x3A_name"/><rect id="t_1_" data-name="art:picture"/>\n<rect serif:id="box:x" id="y"/></svg>'
    )
    found = read(text.encode())
    rects = list(found.root)
    assert [found.names[r] for r in rects] == ["text:rules", "text:name", "art:picture", "box:x"]
    assert [found.lines[r] for r in rects] == [5, 6, 6, 7]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("<svg", 1, "the file is no well-formed XML"),
        (f"<svg {NS} viewBox='0 0 1 1'>\n<g></svg>", 2, "mismatched tag"),
        (f"<svg {NS} viewBox='0 0 1 1'>\n<text>{{{{ a < b }}}}</text></svg>", 2, "not well-formed"),
        (f"<svg {NS}/>", 1, "the drawing has no size"),
        (f"<svg {NS} viewBox='0 0 0 1'/>", 1, "the drawing has no size"),
        ("<html xmlns='http://www.w3.org/2000/svg'/>", 1, "the file begins with <html>, not <svg>"),
        ("<x xmlns='urn:x'/>", 1, "the file holds no <svg>"),
        ("\n<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", 2, "the file declares entities"),
        (f"<svg {NS} viewBox='0 0 1 1'>" + "<g>" * 70 + "</g>" * 70 + "</svg>", 1, "nested too deep"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(ExternalMarkupFault) as caught:
        read(text.encode())
    assert message in caught.value.message
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("<style>a:nothing-such{}</style>", 2, "the selector"),
        ("\n<rect width='3vw'/>", 3, 'width="3vw" cannot be read'),
        ("<text style='font:12px'/>", 2, 'font="12px" cannot be read'),
        ("<g>\n<rect widht='3'/>\n</g>", 3, '<rect> has no attribute "widht"'),
    ],
)
def test_what_is_not_of_the_grammar_is_named_with_its_line(text: str, line: int, message: str) -> None:
    (fault,) = whole(f"\n{text}").faults
    assert message in fault.message
    assert fault.line == line


def test_all_that_is_not_of_the_grammar_is_told_at_once() -> None:
    found = whole("<rect widht='3'/>\n<circel/>\n<path style='fil:red' d='M0 0'/>").faults
    assert [fault.line for fault in found] == [1, 2, 3]


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"\xff\xfe<svg/>", "the file is not UTF-8 text"), (b" " * 8_000_001, "the file has 8000 kB")],
)
def test_bytes_that_are_no_text_or_too_many(data: bytes, message: str) -> None:
    with pytest.raises(ExternalMarkupFault, match=message):
        read(data)
