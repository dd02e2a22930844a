"""SVG files of other programs: what is kept, what is dropped, what is refused with its line."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

from xml.etree.ElementTree import tostring

import pytest

from generator.svg.foreign import ForeignFault, read

NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
INKSCAPE = (
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)


def body(text: str, head: str = 'viewBox="0 0 100 200"') -> str:
    root = read(f"<svg {NS} {INKSCAPE} {head}>{text}</svg>".encode()).root
    return "".join(tostring(child, encoding="unicode") for child in root)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<sodipodi:namedview/><metadata><x/></metadata><title>t</title><g/>", "<g />"),
        ('<g inkscape:groupmode="layer" inkscape:label="L" style="display:inline"><g/></g>', '<g display="inline"><g /></g>'),
        ('<g style="display:none"><rect/></g><rect display="none"/><g/>', "<g />"),
        ('<rect width="10mm" style="stroke-width:1pt;-inkscape-stroke:none;vector-effect:none"/>', '<rect width="37.7953" stroke-width="1.33333" />'),
        ('<rect x="50%" y="50%" width="100%" height="100%"/>', '<rect x="50" y="100" width="100" height="200" />'),
        ('<path stroke-dasharray="1mm,2px"/>', '<path stroke-dasharray="3.77953 2" />'),
        ('<use xlink:href="#a"/>', '<use href="#a" />'),
        ('<switch><foreignObject requiredExtensions="x"><i/></foreignObject><g><rect/></g></switch>', "<g><g><rect /></g></g>"),
        ('<style>.a{fill:red}</style><rect class="a"/>', '<rect fill="red" />'),
        ("<text>a<title>t</title>b</text>", "<text>ab</text>"),
        ('<text>a<tspan style="display:none">x</tspan>b</text>', "<text>ab</text>"),
        ('<linearGradient id="s"><stop offset="0"/></linearGradient><linearGradient id="g" x1="3" xlink:href="#s"/>',
         '<linearGradient id="s"><stop offset="0" /></linearGradient><linearGradient id="g" x1="3"><stop offset="0" /></linearGradient>'),
        ('<linearGradient id="s" href="#g"/><linearGradient id="g" href="#s"/>', None),
    ],
)  # fmt: skip
def test_what_is_drawn_is_kept_in_user_units(text: str, kept: str | None) -> None:
    found = body(text)
    assert kept is None or found == kept


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
        (f"<svg {NS} viewBox='0 0 1 1'>\n\n<style>a:hover{{}}</style></svg>", 3, "the style sheet goes beyond element, class and id"),
        (f"<svg {NS} viewBox='0 0 1 1'>\n<rect width='3vw'/></svg>", 2, 'width="3vw" has a unit that is not known here'),
        (f"<svg {NS} viewBox='0 0 1 1'>\n<text style='font:12px Arial'/></svg>", 2, '"font: 12px Arial" cannot be read'),
        (f"<svg {NS} viewBox='0 0 1 1'>" + "<g>" * 70 + "</g>" * 70 + "</svg>", 1, "nested too deep"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(ForeignFault) as caught:
        read(text.encode())
    assert message in caught.value.message
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"\xff\xfe<svg/>", "the file is not UTF-8 text"), (b" " * 8_000_001, "the file has 8000 kB")],
)
def test_bytes_that_are_no_text_or_too_many(data: bytes, message: str) -> None:
    with pytest.raises(ForeignFault, match=message):
        read(data)
