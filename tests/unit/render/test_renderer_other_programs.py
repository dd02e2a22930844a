"""What other programs show where the renderer had a way of its own: figures, dots, pictures, leftovers."""

from __future__ import annotations

import base64
import io
import re

import pytest
from PIL import Image
from rendering import BODY, BOOK, drawn, operators

from prancha.model.diagnostic import Failure


def _picture(**attributes: str) -> str:
    data = io.BytesIO()
    Image.new("RGB", (2, 2), "red").save(data, "PNG")
    given = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    href = base64.b64encode(data.getvalue()).decode()
    return f'<image href="data:image/png;base64,{href}" width="20" height="20" {given}/>'


def test_figures_are_lining_unless_those_of_the_font_are_asked_for() -> None:
    text = f'<text x="2" y="20" font-size="8" {BODY} font-variant-numeric="{{}}">1850</text>'
    lining, own = (operators(text.format(value)) for value in ("lining-nums", "normal"))
    assert operators(text.replace(' font-variant-numeric="{}"', "")) == lining
    font = BOOK.font("Alegreya Sans")
    assert f"/{font.key} 8 Tf" in lining
    assert f"/{font.as_drawn.key} 8 Tf" in own
    assert font.shape("1850").advance != font.as_drawn.shape("1850").advance


@pytest.mark.parametrize(
    "moved",
    ['<tspan dy="5">\u200b</tspan>b', '<tspan dy="5">\u200bb</tspan>', '<tspan dy="5">\u200b b</tspan>'],
)
def test_what_shows_nothing_moves_what_follows(moved: str) -> None:
    text = f'<text x="2" y="20" font-size="8" {BODY}>a{moved}</text>'
    assert re.search(r" 20 Tm .* 25 Tm ", operators(text))


def test_dots_have_a_length_that_pdfium_keeps() -> None:
    line = '<path d="M0 9h9" stroke="red" stroke-linecap="round" stroke-dasharray="{}"/>'
    assert "[0.001 6.999] 0 d" in operators(line.format("0 7"))
    assert "[3 2 0.001 1.999] 0 d" in operators(line.format("3 2 0 2"))
    assert "[3 2] 0 d" in operators(line.format("0 0 3 2"))
    assert "[3 2 0.001 0.999] 0 d" in operators(line.format("1 0 2 0 0 2 0 1"))


@pytest.mark.parametrize(("attributes", "smooth"), [({}, True), ({"image_rendering": "pixelated"}, False)])
def test_enlarged_pictures_are_smooth_unless_pixels_are_asked_for(
    attributes: dict[str, str], smooth: bool
) -> None:
    (picture,) = (each for each in drawn(_picture(**attributes)).resources if "/Image" in each.entries)
    assert ("/Interpolate true" in picture.entries) is smooth


def test_both_ways_of_enlarging_one_picture_stand_side_by_side() -> None:
    shown = drawn(_picture() + _picture(style="image-rendering: crisp-edges")).resources
    pictures = [each.entries for each in shown if "/Image" in each.entries]
    assert sorted("/Interpolate true" in entries for entries in pictures) == [False, True]


def test_what_penpot_leaves_on_groups_and_paths_means_nothing() -> None:
    shape = '<path d="M1 1h5v5z" fill="none" stroke="red"/>'
    path = shape.replace("<path", '<path rx="0" ry="0"')
    assert operators(f'<g rx="0" ry="0" x="9" y="9" width="24" height="24">{path}</g>') == operators(shape)
    assert operators(shape.replace('fill="none"', 'fill="none" fill-opacity="none"')) == operators(shape)
    assert operators(f'<g x="9" y="9" width="24" height="24">{shape}</g>') == operators(shape)


@pytest.mark.parametrize("tag", ["g", "path"])
def test_a_group_or_path_that_is_to_be_placed_is_refused(tag: str) -> None:
    with pytest.raises(Failure, match=f'<{tag}> has no attribute "x"'):
        drawn(f'<{tag} x="9" ry="0"/>')
