"""What becomes of a face in less ink, mark by mark."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import pytest

from generator.fonts import FontBook
from generator.model.diagnostic import Place
from generator.model.face import Face
from generator.model.outline import rectangle
from generator.printed.colours import contrast, parse_colour
from generator.thrift import spare_pages
from generator.thrift.tints import lightness, pale, ratio, standing_back, standing_out

ROOT = Path(__file__).resolve().parents[3]
BOOK = FontBook([ROOT / "templates" / "_library"])
GROUND = '<rect x="-3" y="-3" width="69" height="94" fill="{}"/>'
TEXT = '<text x="10" y="20" font-family="Alegreya Sans" font-size="4" fill="{}">{}</text>'
ICON = '<symbol id="i-dot" viewBox="0 0 10 10"><path d="M1 1h8v8h-8z"/></symbol>'


def made(inside: str, ink: str = "low") -> str:
    outline = rectangle(63, 88)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">{inside}</svg>'
    face = Face(svg, blake2b(svg.encode()).hexdigest(), outline, 3.0, "front", "f/i", "t", Place("t"))
    (found,) = spare_pages(ink, (face,), {"i-dot": ICON}, BOOK)  # type: ignore[arg-type]
    assert "data-k" not in found.svg
    assert found.digest == blake2b(found.svg.encode(), digest_size=16).hexdigest()
    return found.svg


def paint(svg: str, tag: str, name: str = "fill", nth: int = 0) -> str:
    tags = re.findall(rf"<{tag}\b[^>]*>", svg)
    found = re.search(rf' {name}="([^"]*)"', tags[nth])
    return found[1] if found else ""


def apart(one: str, other: str) -> float:
    return contrast(parse_colour(one) or (0, 0, 0), parse_colour(other) or (0, 0, 0))


@pytest.mark.parametrize(("ink", "ground"), [("low", "#c9c9c9"), ("outline", "#ffffff")])
def test_a_dark_ground_and_its_light_text(ink: str, ground: str) -> None:
    svg = made(GROUND.format("#000000") + TEXT.format("#ffffff", "Lua"), ink)
    assert apart(paint(svg, "rect"), ground) < 1.05
    assert apart(paint(svg, "text"), paint(svg, "rect")) > 8.5
    assert svg.startswith("<svg ")
    assert 'xmlns="http://www.w3.org/2000/svg"' in svg


def test_outlines_show_the_colour_of_a_piece_as_a_frame() -> None:
    assert paint(made(GROUND.format("#205080"), "outline"), "path", "stroke") == "#205080"
    assert "<path" not in made(GROUND.format("#fdfdfd"), "outline")
    assert "<path" not in made(GROUND.format("#205080"), "low")


def test_a_small_badge_keeps_its_colours() -> None:
    badge = '<circle cx="20" cy="20" r="2" fill="#102030"/>' + TEXT.replace('x="10" y="20"', 'x="19" y="21"')
    svg = made(
        GROUND.format("#ffffff") + badge.replace('font-size="4"', 'font-size="2.5"').format("#fff", "7")
    )
    assert (paint(svg, "circle"), paint(svg, "text")) == ("#102030", "#fff")


@pytest.mark.parametrize("ink", ["low", "outline"])
def test_a_large_patch_has_an_edge(ink: str) -> None:
    svg = made('<rect x="10" y="10" width="30" height="30" fill="#a02020"/>', ink)
    assert lightness(parse_colour(paint(svg, "rect")) or (0, 0, 0)) > 80
    assert apart(paint(svg, "rect", "stroke"), "#ffffff") > 2.3


def test_a_light_line_on_a_dark_ground_becomes_dark() -> None:
    svg = made(GROUND.format("#000") + '<path d="M5 5H50" stroke="#fff" stroke-width=".3" fill="none"/>')
    assert apart(paint(svg, "path", "stroke"), paint(svg, "rect")) > 2.3


def test_a_faint_pattern_does_not_come_to_the_fore() -> None:
    svg = made(
        GROUND.format("#102a2a") + '<path d="M5 5H50" stroke="#1c4444" stroke-width=".3" fill="none"/>'
    )
    assert apart(paint(svg, "path", "stroke"), paint(svg, "rect")) < 2


def test_shadows_go_and_rims_become_white() -> None:
    shadow = TEXT.replace('x="10"', 'x="10.2"').format("#000", "Lua")
    svg = made(GROUND.format("#204060") + shadow + TEXT.format("#fff", "Lua"))
    assert paint(svg, "text") == "none"
    rim = TEXT.format("#000", "Lua").replace("<text", '<text stroke="#000" stroke-width="1"')
    svg = made(GROUND.format("#204060") + rim + TEXT.format("#fff", "Lua"))
    assert (paint(svg, "text", "stroke"), paint(svg, "text")) == ("#ffffff", "#ffffff")


def test_icons() -> None:
    use = '<use href="#i-dot" x="{}" y="10" width="{}" height="{}" color="{}"/>'
    svg = made(GROUND.format("#000") + use.format(10, 6, 6, "#ffffff"))
    assert apart(paint(svg, "use", "color"), paint(svg, "rect")) > 3.1
    svg = made(use.format(10, 30, 30, "#000000"))
    assert 3.1 < apart(paint(svg, "use", "color"), "#ffffff") < 4.5
    svg = made(GROUND.format("#333") + use.format(10.3, 6, 6, "#000") + use.format(10, 6, 6, "#fff"))
    assert paint(svg, "use", "display") == "none"


def test_gradients() -> None:
    stops = '<stop stop-color="#000"/><stop offset="1" stop-color="#400"/>'
    inside = f'<defs><linearGradient id="g">{stops}</linearGradient></defs>' + GROUND.format("url(#g)")
    low = made(inside + TEXT.format("#eee", "Lua"))
    assert lightness(parse_colour(paint(low, "stop", "stop-color")) or (0, 0, 0)) > 80
    assert apart(paint(low, "text"), "#c9c9c9") > 4.5
    assert paint(made(inside, "outline"), "rect") == "#ffffff"


def test_pictures_and_what_cannot_be_followed_fade() -> None:
    picture = '<image href="sky.png" x="0" y="0" width="63" height="40"/>'
    svg = made(picture + GROUND.format("#000").replace("<rect", '<rect mask="url(#m)"'))
    assert paint(svg, "image", "opacity") == "0.45"
    assert paint(svg, "rect", "opacity") == "0.45"
    assert paint(made(picture, "outline"), "image", "opacity") == "0.30"


def test_many_small_things_become_pale_together() -> None:
    dots = "".join(
        f'<circle cx="{3 + 3 * c}" cy="{3 + 3 * r}" r="1.2" fill="#203060"/>'
        for c in range(20) for r in range(28)
    )  # fmt: skip
    assert lightness(parse_colour(paint(made(dots), "circle")) or (0, 0, 0)) > 60
    svg = made(dots, "outline")
    assert paint(svg, "circle") == "#ffffff"
    assert apart(paint(svg, "circle", "stroke"), "#fff") > 4.5


def test_inline_styles_count() -> None:
    svg = made('<rect x="-3" y="-3" width="69" height="94" style="fill:#000;opacity:1"/>')
    assert "style=" not in svg
    assert paint(svg, "rect") == "#c9c9c9"


def test_a_broken_drawing_is_left_to_the_renderer() -> None:
    outline = rectangle(63, 88)
    face = Face("<svg", "d", outline, 3.0, "front", "f/i", "t", Place("t"))
    assert spare_pages("low", (face,), {}, BOOK)[0].svg == "<svg"


def test_tints() -> None:
    black, white = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
    assert lightness(pale(black)) == pytest.approx(81, abs=0.2)
    assert lightness(pale(white)) == pytest.approx(100, abs=0.1)
    assert ratio(standing_out((1.0, 1.0, 0.0), 1.0, [white], 4.5), 1.0, [white]) >= 4.5
    assert ratio(standing_out((0.2, 0.2, 0.2), 1.0, [black], 4.5), 1.0, [black]) >= 4.5
    assert 1.4 < ratio(standing_back(black, 1.0, [white], 1.5), 1.0, [white]) < 2
    # What is too translucent for any colour gets the best there is.
    assert standing_out((0.5, 0.5, 0.5), 0.05, [white], 4.5) == black


def test_a_kit_in_full_ink_does_not_wait_for_it() -> None:
    script = "import sys; import generator.pipeline; print('generator.thrift' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout == "False\n"
