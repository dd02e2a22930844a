"""Backgrounds of whole drawings and `light-dark()`, as diagrams.net writes them."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

from prancha.graphics.svg.external import read, with_backdrop

BOX = (0.0, 0.0, 63.0, 88.0)


def drawing(style: str, inside: str = "") -> bytes:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88" style="{style}">{inside}</svg>'.encode()
    )


@pytest.mark.parametrize(
    ("style", "fill"),
    [
        ("background-color: rgb(255, 255, 255)", "rgb(255, 255, 255)"),
        ("background: #fda; color: red", "#fda"),
        ("background: transparent; background-color: white", "white"),
        ("background-color: white; background: none", ""),
        ("background-color: #ffffff00", ""),
        ("background-color: light-dark(#fff, rgb(18, 18, 18))", "#fff"),
    ],
)
def test_a_background_is_a_rectangle_below_everything(style: str, fill: str) -> None:
    found = read(drawing(style, '<circle r="4" fill="#123"/>'))
    assert not found.faults
    below = found.root[0]
    assert (below.tag, below.get("fill", "")) == (("rect", fill) if fill else ("circle", "#123"))
    if fill:
        assert [below.get(name) for name in ("x", "y", "width", "height")] == ["-63", "-88", "189", "264"]
        assert found.lines[below] == 1


def test_a_background_that_is_no_plain_colour_is_refused() -> None:
    (fault,) = read(drawing("background: linear-gradient(red, blue)")).faults
    assert "a background" in str(fault)


def test_the_colour_of_light_pages_is_taken() -> None:
    root = fromstring(
        '<svg><g fill="light-dark(rgb(0, 0, 0), #fff)"><a style="fill: light-dark(red, var(--d, #121212)); '
        'stroke: light-dark(light-dark(#111, #222), #333)" d="light-dark(broken"/></g></svg>'
    )
    with_backdrop(root, BOX)
    assert root[0].get("fill") == "rgb(0, 0, 0)"
    assert root[0][0].get("style") == "fill: red; stroke: #111"
    assert root[0][0].get("d") == "light-dark(broken"
