"""What becomes of a face in less ink, mark by mark."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prancha.faces.ink_saving import save_ink_on_pages
from prancha.faces.ink_saving.saver import Saver
from prancha.faces.ink_saving.surroundings import ratio, standing_back, standing_out
from prancha.faces.ink_saving.tone_curve import TONES, lightness
from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import Opacity
from prancha.graphics.svg.css_colours import colour_or_none, contrast, show
from prancha.model.diagnostic import Place
from prancha.model.face import Face
from prancha.model.outline import rectangle

ROOT = Path(__file__).resolve().parents[4]
BOOK_FOLDERS = [ROOT / "templates" / "_library"]
BOOK = FontBook(BOOK_FOLDERS)
LINE = '<path d="M1 1h1"/>'
OPAQUE = Opacity(40, 20, 1, 1, b"\xff")
GROUND = '<rect x="-3" y="-3" width="69" height="94" fill="{}"/>'
TEXT = '<text x="10" y="20" font-family="Alegreya Sans" font-size="4" fill="{}">{}</text>'
ICON = '<symbol id="i-dot" viewBox="0 0 10 10"><path d="M1 1h8v8h-8z"/></symbol>'


def made(inside: str, ink: str = "low", opacity: Any = lambda _: None, book: FontBook = BOOK) -> str:
    outline = rectangle(63, 88)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">{inside}</svg>'
    face = Face(svg, blake2b(svg.encode()).hexdigest(), outline, 3.0, "front", "f/i", "t", Place("t"))
    found = Saver(ink, {"i-dot": ICON}, book, opacity).face(face)  # type: ignore[arg-type]
    assert "data-k" not in found.svg
    assert found.digest == blake2b(found.svg.encode(), digest_size=16).hexdigest()
    return found.svg


def paint(svg: str, tag: str, name: str = "fill", nth: int = 0) -> str:
    tags = re.findall(rf"<{tag}\b[^>]*>", svg)
    found = re.search(rf' {name}="([^"]*)"', tags[nth])
    return found[1] if found else ""


def apart(one: str, other: str) -> float:
    return contrast(colour_or_none(one) or (0, 0, 0), colour_or_none(other) or (0, 0, 0))


def light(written: str) -> float:
    return lightness(colour_or_none(written) or (0, 0, 0))


@pytest.mark.parametrize("ink", ["low", "outline"])
def test_a_dark_ground_and_its_light_text(ink: str) -> None:
    svg = made(GROUND.format("#000000") + TEXT.format("#ffffff", "Lua"), ink)
    assert light(paint(svg, "rect")) == pytest.approx(TONES[ink].black, abs=0.3)  # type: ignore[index]
    assert apart(paint(svg, "text"), paint(svg, "rect")) > 6.9
    assert svg.startswith("<svg ")
    assert 'xmlns="http://www.w3.org/2000/svg"' in svg


def test_text_that_was_light_takes_the_hue_of_its_ground() -> None:
    svg = made(GROUND.format("#14305a") + TEXT.format("#ffffff", "Lua") + TEXT.format("#f0c040", "Sol"))
    red, _, blue = colour_or_none(paint(svg, "text")) or (0, 0, 0)
    assert blue > red
    red, _, blue = colour_or_none(paint(svg, "text", nth=1)) or (0, 0, 0)
    assert red > blue


def test_dark_text_on_a_light_ground_is_as_it_was() -> None:
    assert paint(made(GROUND.format("#fff8e8") + TEXT.format("#401010", "Lua")), "text") == "#401010"


def test_a_watermark_stays_one() -> None:
    svg = made(GROUND.format("#fdfbf5") + TEXT.format("#d8d4cc", "5"))
    assert apart(paint(svg, "text"), paint(svg, "rect")) < 1.5


def test_outlines_show_the_colour_of_a_piece_as_a_frame() -> None:
    assert paint(made(GROUND.format("#205080"), "outline"), "path", "stroke") == "#205080"
    assert "<path" not in made(GROUND.format("#fdfdfd"), "outline")
    assert "<path" not in made(GROUND.format("#205080"), "low")


BOX = st.tuples(
    *[st.floats(0, 40).map(lambda v: round(v, 1))] * 2, *[st.floats(1, 30).map(lambda v: round(v, 1))] * 2
)
COLOUR = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(BOX, COLOUR, COLOUR, st.sampled_from(["fill", "line", "group", "stop"])), max_size=8)
)
def test_what_was_lighter_stays_lighter_all_over_a_face(shapes: list[Any]) -> None:
    """Fills, broad lines, gradients and what groups hand down are one order of lightness."""
    drawn, before = [], []
    for k, ((x, y, w, h), first, second, kind) in enumerate(shapes):
        size = f'x="{x}" y="{y}" width="{w + 7}" height="{h + 7}"'
        if kind == "fill":
            drawn.append(f'<rect {size} fill="{first}" stroke="{second}" stroke-width="2"/>')
            before += [("fill", first), ("stroke", second)]
        elif kind == "line":
            drawn.append(f'<path d="M{x} {y}h{w}" fill="none" stroke="{first}" stroke-width="3"/>')
            before.append(("stroke", first))
        elif kind == "group":
            drawn.append(f'<g fill="{first}"><rect {size}/></g>')
            before.append(("fill", first))
        else:
            stops = f'<stop stop-color="{first}"/><stop offset="1" style="stop-color:{second}"/>'
            drawn.append(
                f'<linearGradient id="g{k}">{stops}</linearGradient><rect {size} fill="url(#g{k})"/>'
            )
            before += [("stop-color", first), ("stop-color", second)]
    svg = made(GROUND.format("#ffffff") + "".join(drawn))
    after = {
        old: written
        for kind, old in before
        for written in re.findall(rf'{kind}="(#[0-9a-f]{{6}})"', svg)
        if written == show(TONES["low"].of(colour_or_none(old) or (0, 0, 0)))
    }
    assert set(after) == {old for _, old in before}  # equal colours became equal, wherever they stood
    order = sorted(after, key=light)
    assert all(light(after[a]) <= light(after[b]) + 0.5 for a, b in pairwise(order))


def test_small_signs_keep_their_contrast_by_an_edge() -> None:
    sign = '<path d="M20 20h3v3h-3z" fill="#ffffff"/>'
    svg = made(GROUND.format("#235fa8") + sign)
    assert paint(svg, "path") == "#ffffff"
    assert apart(paint(svg, "path", "stroke"), paint(svg, "rect")) > 3
    assert 'stroke-width="0.2"' in svg
    moved = made(GROUND.format("#235fa8") + f'<g transform="scale(2)">{sign.replace("20 20", "9 9")}</g>')
    assert 'stroke-width="0.1"' in moved


def test_the_smallest_signs_are_darkened_themselves() -> None:
    svg = made(GROUND.format("#ffffff") + '<circle cx="20" cy="20" r="0.3" fill="#16244a"/>')
    assert apart(paint(svg, "circle"), "#ffffff") > 3


def test_ornaments_and_large_shapes_get_no_edges() -> None:
    dots = "".join(f'<circle cx="{3 + 2 * k}" cy="20" r="0.9" fill="#ffffff"/>' for k in range(30))
    assert "stroke" not in made(GROUND.format("#235fa8") + dots)
    patch = '<rect x="10" y="10" width="30" height="30" fill="#a02020"/>'
    assert "stroke" not in made(patch)
    line = paint(made(patch, "outline"), "rect", "stroke")
    assert 3 < apart(line, "#ffffff") < 4.3


def test_a_rounded_sign_is_cased() -> None:
    sign = '<path d="M20 20h3v3h-3z" fill="#ffffff" stroke="#ffffff" stroke-width="0.8"/>'
    svg = made(GROUND.format("#235fa8") + sign)
    assert svg.count("<path") == 2
    assert 'stroke-width="1.2"' in svg
    assert paint(svg, "path", nth=1) == "#ffffff"
    assert apart(paint(svg, "path"), paint(svg, "rect")) > 3


def test_lines_of_outlines_stand_out_as_they_did() -> None:
    line = '<path d="M5 5H50" stroke="{}" stroke-width=".3" fill="none"/>'
    svg = made(GROUND.format("#000") + line.format("#fff"), "outline")
    assert 3 < apart(paint(svg, "path", "stroke"), paint(svg, "rect")) < 4
    faint = made(GROUND.format("#102a2a") + line.format("#1c4444"), "outline")
    assert apart(paint(faint, "path", "stroke"), paint(faint, "rect")) < 2


@pytest.mark.parametrize("ink", ["low", "outline"])
def test_a_faint_pattern_does_not_come_to_the_fore(ink: str) -> None:
    line = '<path d="M5 5H50" stroke="#1c4444" stroke-width=".3" fill="none"/>'
    svg = made(GROUND.format("#102a2a") + line, ink)
    assert apart(paint(svg, "path", "stroke"), paint(svg, "rect")) < 2


def test_the_same_word_elsewhere_is_no_shadow() -> None:
    """On 05bb7499 words were compared in their own groups, and the first of two equal ones vanished."""
    word = TEXT.format("#000", "Lua")
    svg = made(f'{word}<g transform="translate(0 20)">{word}</g>')
    assert [text.get("fill") for text in ElementTree.fromstring(svg).iter() if text.tag.endswith("text")] == [
        "#000000"
    ] * 2


def test_shadows_go_and_rims_become_white() -> None:
    shadow = TEXT.replace('x="10"', 'x="10.2"').format("#000", "Lua")
    svg = made(GROUND.format("#204060") + shadow + TEXT.format("#fff", "Lua"))
    assert paint(svg, "text") == "none"
    rim = TEXT.format("#000", "Lua").replace("<text", '<text stroke="#000" stroke-width="1"')
    svg = made(GROUND.format("#204060") + rim + TEXT.format("#fff", "Lua"))
    assert (paint(svg, "text", "stroke"), paint(svg, "text")) == ("#ffffff", "#ffffff")


def test_letters_that_turn_dark_turn_their_own_rim_light() -> None:
    outlined = TEXT.replace("<text", '<text stroke="#101010" stroke-width="0.3"')
    svg = made(GROUND.format("#204060") + outlined.format("#ffffff", "Lua"))
    assert light(paint(svg, "text")) < 40
    assert light(paint(svg, "text", "stroke")) > 95
    kept = made(GROUND.format("#fff8e8") + outlined.format("#203040", "Lua"))
    assert (paint(kept, "text"), paint(kept, "text", "stroke")) == ("#203040", "#101010")


def test_icons() -> None:
    use = '<use href="#i-dot" x="{}" y="10" width="{}" height="{}" color="{}"/>'
    svg = made(GROUND.format("#000") + use.format(10, 6, 6, "#ffffff"))
    assert apart(paint(svg, "use", "color"), paint(svg, "rect")) > 3.1
    svg = made(use.format(10, 30, 30, "#000000"))
    assert 3.1 < apart(paint(svg, "use", "color"), "#ffffff") < 4.5
    shadow = use.format(10.3, 6, 6, "#000") + use.format(10, 6, 6, "#fff")
    assert paint(made(GROUND.format("#333") + shadow), "use", "display") == "none"
    rim = use.replace('y="10"', 'y="9.6"').format(9.6, 6.8, 6.8, "#7a4f12") + use.format(10, 6, 6, "#e8b32a")
    svg = made(GROUND.format("#1c2030") + rim)
    assert apart(paint(svg, "use", "color"), paint(svg, "rect")) > 3.1
    assert paint(svg, "use", "color", 1) == "#e8b32a"


def test_gradients() -> None:
    stops = '<stop/><stop offset="1" stop-color="#400"/>'
    inside = f'<defs><linearGradient id="g">{stops}</linearGradient></defs>' + GROUND.format("url(#g)")
    low = made(inside + TEXT.format("#eee", "Lua"))
    assert light(paint(low, "stop", "stop-color")) == pytest.approx(TONES["low"].black, abs=0.3)
    assert apart(paint(low, "text"), paint(low, "stop", "stop-color")) > 4.5
    assert light(paint(made(inside, "outline"), "stop", "stop-color")) > 93
    filled = made(inside.replace('fill="url(#g)"', 'fill="#fff"') + TEXT.format("url(#g)", "Lua"))
    assert apart(paint(filled, "text"), "#ffffff") > 4.5


def test_pictures_become_fainter_and_hide_what_they_hid() -> None:
    picture = '<image href="p.png" x="0" y="0" width="40" height="20"/>'
    opaque = made(picture, opacity=lambda _: Opacity(40, 20, 1, 1, b"\xff"))
    share = float(paint(opaque, "image", "opacity"))
    assert 1 - share == pytest.approx((colour_or_none(show(TONES["low"].of((0, 0, 0)))) or (0,))[0], abs=0.01)
    assert (paint(opaque, "rect"), paint(opaque, "rect", "opacity")) == ("#ffffff", "1")
    half = made(
        picture.replace("<image", '<image opacity="0.5"'), opacity=lambda _: Opacity(40, 20, 1, 1, b"\xff")
    )
    over, under = float(paint(half, "image", "opacity")), float(paint(half, "rect", "opacity"))
    assert (1 - over) * (1 - under) == pytest.approx(0.5, abs=0.001)
    clear = made(picture, opacity=lambda _: Opacity(40, 20, 2, 1, b"\xff\x00"))
    assert "<rect" not in clear
    assert "<rect" not in made(picture)


def test_grey_is_as_light_as_the_colour_was() -> None:
    inside = GROUND.format("#b3361b") + TEXT.format("#ffe9a8", "Lua")
    svg = made(inside + '<use href="#i-dot" width="5" height="5" color="#004488"/>', "grey")
    found = re.findall(r'(?:fill|stroke|color)="#([0-9a-f]{6})"', svg)
    assert len(found) >= 3
    assert all(one[:2] == one[2:4] == one[4:] for one in found)
    assert light(paint(svg, "rect")) == pytest.approx(light("#b3361b"), abs=0.5)
    assert apart(paint(svg, "text"), paint(svg, "rect")) == pytest.approx(
        apart("#ffe9a8", "#b3361b"), rel=0.03
    )


def test_grey_has_pictures_printed_in_greys() -> None:
    picture = '<g opacity="0.5"><image href="p.png" x="0" y="0" width="40" height="20"/></g>'
    svg = made(picture, "grey", opacity=lambda _: OPAQUE)
    assert paint(svg, "image", "data-ink") == "grey"


def test_a_picture_that_keeps_its_colour_is_told() -> None:
    image = '<image href="p.png" width="4" height="4"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{image}</svg>'
    face = Face(svg, "0", rectangle(63, 88), 3.0, "front", "f/i", "t", Place("t"))
    saver = Saver("grey", {}, BOOK)
    assert "<rect" not in saver.face(face).svg
    (note,) = saver.notes
    assert (note.code, note.severity) == ("ink", "warning")
    assert note.message == "the picture p.png is a drawing and printed in its colours"
    assert note.hint == "save it as a PNG, or in greys"


@pytest.mark.parametrize(
    ("fitting", "box"), [("none", "40x40"), ("xMidYMid meet", "40x20"), ("xMidYMid slice", "40x40")]
)
def test_the_white_behind_a_picture_is_where_it_is(fitting: str, box: str) -> None:
    picture = (
        f'<image href="p.png" width="40" height="40" preserveAspectRatio="{fitting}" transform="rotate(9)"/>'
    )
    svg = made(picture, opacity=lambda _: Opacity(40, 20, 1, 1, b"\xff"))
    assert f"{paint(svg, 'rect', 'width')}x{paint(svg, 'rect', 'height')}" == box
    assert paint(svg, "rect", "transform") == "rotate(9)"


def test_what_a_mask_lets_through_is_not_changed() -> None:
    lights = '<rect width="9" height="9" fill="#ffffff"/><rect width="4" height="4"/>'
    svg = made(f'<mask id="m">{lights}</mask><rect mask="url(#m)" width="9" height="9" fill="#000000"/>')
    (mask,) = re.findall(r"<mask .*?</mask>", svg, re.DOTALL)
    assert paint(mask, "rect") == "#ffffff"
    assert paint(mask, "mask") == "#000000"  # what the second rect takes over
    assert light(paint(svg.replace(mask, ""), "g")) > 60


def test_gradients_and_patterns_of_masks_are_their_own() -> None:
    ramp = '<linearGradient id="g"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>'
    dots = '<pattern id="p" width="0.5" height="0.5"><circle r="1" fill="url(#g)"/></pattern>'
    box = 'width="40" height="40"'
    mask = f'<mask id="m"><rect {box} fill="url(#g)"/><rect {box} fill="url(#p)"/></mask>'
    svg = made(
        f'{ramp}{dots}{mask}<g mask="url(#m)"><rect {box} fill="url(#g)"/><rect {box} fill="url(#p)"/></g>'
    )
    masks = re.findall(r"<mask .*?</mask>", svg, re.DOTALL)
    kept = {stop for each in masks for stop in re.findall(r'stop-color="(#[0-9a-f]{6})"', each)}
    assert kept == {"#000000", "#ffffff"}
    other = svg
    for each in masks:
        other = other.replace(each, "")
    paler = set(re.findall(r'stop-color="(#[0-9a-f]{6})"', other))
    assert min(map(light, paler)) > 60
    named = set(re.findall(r'id="([^"]+)"', svg))
    assert len(named) == len(re.findall(r' id="', svg))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= named


def test_a_shadow_that_names_no_colour_becomes_paler() -> None:
    svg = made('<filter id="f"><feDropShadow dx="1"/></filter><rect width="9" height="9" filter="url(#f)"/>')
    assert light(paint(svg, "feDropShadow", "flood-color")) > 60


@pytest.mark.parametrize("sheer", ['filter="url(#f)"', 'style="mix-blend-mode:multiply"', 'mask="url(#m)"'])
def test_no_white_lies_behind_a_picture_through_which_something_shows(sheer: str) -> None:
    defs = (
        '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><mask id="m"><path d="M0 0h40v9z"/></mask>'
    )
    picture = f'{defs}<image href="p.png" width="40" height="20" {sheer}/>'
    assert "<rect" not in re.sub(r"<clipPath.*?</clipPath>", "", made(picture, opacity=lambda _: OPAQUE))


def test_style_sheets_and_inline_styles_count() -> None:
    svg = made('<rect x="-3" y="-3" width="69" height="94" style="fill:#111;opacity:1"/>')
    assert "style=" not in svg
    assert light(paint(svg, "rect")) > 60
    sheet = made("<style>.a{fill:#111}</style>" + GROUND.replace(' fill="{}"', ' class="a"'))
    assert light(paint(sheet, "rect")) > 60


@pytest.mark.parametrize("written", ["rgba(0,0,0,0.5)", "#00000080", "hsl(0 0% 0% / 50%)"])
def test_colours_with_an_alpha_become_paler(written: str) -> None:
    svg = made(f'<rect width="9" height="9" fill="{written}"/><g fill="{written}"><path d="M1 1h9v9z"/></g>')
    assert written not in svg
    assert light(paint(svg, "g")) > 60
    assert svg.count('fill-opacity="0.5') == 2


def test_the_language_of_the_texts_counts() -> None:
    switch = '<switch><rect systemLanguage="pt" width="9" height="9"/><circle r="9"/></switch>'
    assert "<rect" in made(switch, book=FontBook(BOOK_FOLDERS, "pt-BR"))
    assert "<circle" in made(switch, book=FontBook(BOOK_FOLDERS, "en"))


def test_what_names_no_colour_is_black_and_becomes_lighter() -> None:
    svg = made('<rect width="40" height="40"/><g fill="currentColor"><rect width="9" height="9"/></g>')
    assert re.search(r'<g fill="#a[0-9a-f]{5}" color="#a[0-9a-f]{5}"', svg)


def test_what_is_for_the_maker_is_as_it_was() -> None:
    for name in ("revision-mark", "folds"):
        svg = made(f'<g id="{name}"><path d="M5 5H50" stroke="#333333" fill="none"/></g>')
        assert paint(svg, "path", "stroke") == "#333333"


def face_of(svg: str) -> Face:
    return Face(svg, "d", rectangle(63, 88), 3.0, "front", "f/i", "t", Place("t"))


@pytest.mark.parametrize(
    ("svg", "message"),
    [
        ("<svg", "the SVG is broken at its line 1"),
        (
            '<svg viewBox="0 0 63 88"><rect width="9" height="9" opacity="much"/></svg>',
            'opacity="much" cannot be read',
        ),
        (
            f'<svg viewBox="0 0 63 88">{LINE * 50_002}</svg>',
            "the drawing has more than 50000 shapes and texts",
        ),
    ],
)
def test_what_cannot_be_saved_is_printed_as_it_is_and_told(svg: str, message: str) -> None:
    (page,), (note,) = save_ink_on_pages("low", (face_of(svg),), {}, BOOK)
    assert page.svg == svg
    assert (note.code, note.severity, note.item) == ("ink", "warning", "f/i")
    assert note.message.startswith(f"it is printed in full ink: {message}")


def test_what_is_left_out_is_told_as_in_full_ink() -> None:
    svg = '<svg viewBox="0 0 63 88"><script>x</script><rect width="9" height="9"/></svg>'
    _, (note,) = save_ink_on_pages("low", (face_of(svg),), {}, BOOK)
    assert (note.code, note.message) == (
        "svg-told", "<script> is left out: a program in a drawing is never run (template t)",
    )  # fmt: skip


def test_inks() -> None:
    black, white = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
    assert ratio(standing_out((1.0, 1.0, 0.0), 1.0, [white], 4.5), 1.0, [white]) >= 4.5
    assert ratio(standing_out((0.2, 0.2, 0.2), 1.0, [black], 4.5), 1.0, [black]) >= 4.5
    assert 1.4 < ratio(standing_back(black, 1.0, [white], 1.5), 1.0, [white]) < 2
    # What is too translucent for any colour gets the best there is.
    assert standing_out((0.5, 0.5, 0.5), 0.05, [white], 4.5) == black


def test_a_kit_in_full_ink_does_not_wait_for_it() -> None:
    script = "import sys; import prancha.building.pipeline; print('prancha.faces.ink_saving' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout == "False\n"


def test_bands_of_outlines_keep_their_edges_and_are_not_filled() -> None:
    """A broad line and a narrower one on it, a little longer: as roads and straps are drawn."""
    straps = "".join(
        f'<path d="M{x} {y}h{length}" stroke="{paint}" stroke-width="{width}" fill="none"/>'
        for x, y, length, paint, width in (
            (5, 20, 30, "#46300d", 1.6), (4.8, 20, 30.4, "#fdf6df", 0.9), (15, 40, 9, "#46300d", 1.6),
            (14.8, 40, 9.4, "#fdf6df", 0.9),
        )
    )  # fmt: skip
    svg = made(GROUND.format("#c0a060") + straps, "outline")
    outer, inner = ([light(paint(svg, "path", "stroke", k)) for k in pair] for pair in ((0, 2), (1, 3)))
    assert max(outer) < 80
    assert min(inner) > 95


def test_a_line_whose_ends_are_clipped_away_stands_out_as_others() -> None:
    clip = '<clipPath id="c"><rect x="10" y="10" width="20" height="20"/></clipPath>'
    line = '<path d="M0 20h60" stroke="#203040" stroke-width="0.5" fill="none"{}/>'
    svg = made(clip + line.format(' clip-path="url(#c)"') + line.format(""), "outline")
    assert paint(svg, "path", "stroke", 0) == paint(svg, "path", "stroke", 1)
    assert light(paint(svg, "path", "stroke")) < 70
