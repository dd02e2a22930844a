"""SVG files shown as pictures, and photographs that a camera held sideways."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import io
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageCms
from rendering import BLACK, RED, WHITE, at, drawn, refused, seen

from prancha.system.file_contents import bytes_of

BLUE, LIME = (0, 0, 255), (0, 255, 0)
NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
ADOBE = """<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 28.0 -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" viewBox="0 0 80 40" style="enable-background:new 0 0 80 40;" xml:space="preserve">
<style type="text/css">.st0{fill:#FF0000;} .st1{fill:url(#SVGID_1_);}</style>
<rect class="st0" width="40" height="40"/>
<linearGradient id="SVGID_1_" gradientUnits="userSpaceOnUse" x1="40" y1="0" x2="80" y2="0"><stop offset="0" style="stop-color:#0000FF"/><stop offset="1" style="stop-color:#0000FF"/></linearGradient>
<rect x="40" class="st1" width="40" height="40"/>
</svg>"""


@pytest.fixture
def art(tmp_path: Path) -> Path:
    (tmp_path / "a.svg").write_text(ADOBE)
    return tmp_path


def image(href: str, more: str = "") -> str:
    return f'<image x="10" y="10" width="20" height="20" href="{href}" {more}/>'


def test_a_drawing_is_printed_as_vectors(art: Path) -> None:
    portfolio = drawn(image("a.svg"), roots=[art])
    assert portfolio.notes == ()
    (form,) = (r for r in portfolio.resources if r.kind == "XObject")
    assert "/Subtype /Form" in form.entries
    assert b"re\nf" in zlib.decompress(form.content or b"")


@pytest.mark.parametrize(
    ("more", "points"),
    [
        ("", {(11, 20): RED, (29, 20): BLUE, (20, 13): WHITE}),
        ('preserveAspectRatio="xMidYMid slice"', {(11, 11): RED, (29, 29): BLUE, (5, 20): WHITE}),
        ('preserveAspectRatio="none"', {(11, 11): RED, (29, 29): BLUE}),
        ('opacity="0.5"', {(11, 20): (255, 127, 127), (29, 20): (127, 127, 255)}),
        ('transform="matrix(-1 0 0 1 40 0)"', {(29, 20): RED, (11, 20): BLUE}),
    ],
)
def test_it_is_fitted_like_a_picture(
    art: Path, more: str, points: dict[tuple[int, int], tuple[int, ...]]
) -> None:
    shown = seen(image("a.svg", more), roots=[art])
    for point, colour in points.items():
        assert at(shown, *point) == pytest.approx(colour, abs=2)


def test_it_begins_with_its_own_colours_and_is_kept_once(art: Path) -> None:
    (art / "b.svg").write_text(f'<svg {NS} viewBox="0 0 9 9"><rect width="9" height="9"/></svg>')
    twice = '<image width="9" height="9" href="b.svg"/>'
    faded = '<g fill="red" stroke="lime" opacity=".9"><rect width="5" height="5"/>{}</g>'.format(
        image("b.svg")
    )
    inside = faded + twice
    portfolio = drawn(inside, roots=[art])
    assert (
        len([r for r in portfolio.resources if r.name.startswith("G")]) == 2
    )  # the drawing, and the faded group
    assert at(seen(inside, roots=[art]), 25, 25) == pytest.approx((25, 25, 25), abs=2)


def test_what_is_left_out_of_it_is_told_on_each_face(art: Path) -> None:
    (art / "b.svg").write_text(
        f'<svg {NS} viewBox="0 0 9 9">\n<script/><rect width="9" height="9" fill="red"/></svg>'
    )
    portfolio = drawn(image("b.svg"), image("b.svg") + "<path d='M0 0h1'/>", roots=[art])
    told = 'the picture "b.svg", line 2: <script> is left out: a program in a drawing is never run (template card.svg.j2)'
    assert [(note.code, note.message) for note in portfolio.notes] == [("svg-told", told)] * 2
    assert at(seen(image("b.svg"), roots=[art]), 20, 20) == RED


COREL = """<defs><font id="FontID0" horiz-adv-x="616"><font-face font-family="Alegreya Sans"><font-face-src>
<font-face-name name="Alegreya Sans"/></font-face-src></font-face><missing-glyph><path d="M0 0z"/></missing-glyph>
<glyph unicode="H" horiz-adv-x="500"><path d="M84 0l0 700z"/></glyph></font><font id="FontID1"/>
<style><![CDATA[@font-face { font-family:"Alegreya Sans";src:url("#FontID0") format(svg)}
@font-face { font-family:"Cinzel";src:url("#FontID1") format(svg)} .fnt0 {font-size:30px;font-family:'Alegreya Sans'}]]></style></defs>
<text x="5" y="30" class="fnt0">HHH</text>"""


def test_letters_that_a_file_draws_itself_are_told_once_and_its_text_is_printed(art: Path) -> None:
    (art / "b.svg").write_text(f'<svg {NS} viewBox="0 0 40 40">{COREL}</svg>')
    portfolio = drawn(image("b.svg"), roots=[art])
    assert [note.message for note in portfolio.notes] == [
        'the picture "b.svg", line 1: <font> is left out: texts print in fonts of the game, not in letters drawn in the'
        " file (template card.svg.j2)"
    ]
    assert list(portfolio.glyphs) == ["AlegreyaSans-400o"]


def test_what_does_not_fit_its_frame_is_told(art: Path) -> None:
    words = '<text style="shape-inside:url(#r);font:4px Alegreya Sans">Short and long</text>'
    (art / "b.svg").write_text(
        f'<svg {NS} viewBox="0 0 40 40"><defs><rect id="r" width="12" height="6"/></defs>{words}</svg>'
    )
    (note,) = drawn(image("b.svg"), roots=[art]).notes
    assert note.message.startswith('the picture "b.svg": "and long" does not fit into the frame of its text')


def test_a_pattern_in_it_is_drawn_without_a_word(art: Path) -> None:
    (art / "b.svg").write_text(
        f'<svg {NS} viewBox="0 0 10 10"><pattern id="p" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="2.5" height="5" fill="red"/></pattern><rect width="10" height="10" fill="url(#p)"/></svg>'
    )
    assert drawn(image("b.svg"), roots=[art]).notes == ()
    shown = seen(image("b.svg"), roots=[art])
    assert [at(shown, x, 20) for x in (12, 18, 22, 28)] == [RED, WHITE, RED, WHITE]


BROKEN = {
    f'<svg {NS} viewBox="0 0 9 9">\n<rect></svg>': (2, "the file is no well-formed XML: mismatched tag", ""),
    f"<svg {NS}/>": (
        1,
        "the drawing has no size",
        'its <svg> needs a viewBox, or width and height such as "63mm"',
    ),
    f'<svg {NS} viewBox="0 0 9 9">\n\n<rect widht="9"/></svg>': (
        3,
        '<rect> has no attribute "widht"',
        'did you mean "width"?',
    ),
    f'<svg {NS} viewBox="0 0 9 9"><image href="/etc/passwd" width="9" height="9"/></svg>': (
        1,
        'there is no picture "/etc/passwd"',
        "looked in ",
    ),
    f'<svg {NS} viewBox="0 0 9 9"><image href="http://127.0.0.1:9/" width="9" height="9"/></svg>': (
        1,
        'the picture "http://127.0.0.1:9/" is not a file of this project',
        "save it in the game's template folder",
    ),
    f'<svg {NS} viewBox="0 0 9 9">\n<rect id="f" width="9" height="9" style="filter:url(#f)"/></svg>': (
        2,
        'filter="url(#f)" refers to a <rect>, not to a <filter>',
        "",
    ),
    f'<svg {NS} viewBox="0 0 9 9">\n<text font-family="Arial" font-size="3">x</text></svg>': (
        2,
        'there is no font "Arial"',
        "",
    ),
    f'<svg {NS} viewBox="0 0 9 9"><use id="u" href="#u"/></svg>': (
        1,
        '"#u" refers to itself',
        "cut the circle of references",
    ),
}


@pytest.mark.parametrize("more", ["", 'class="x"'])
@pytest.mark.parametrize("text", BROKEN)
def test_what_is_wrong_in_it_is_told_at_its_own_line(art: Path, text: str, more: str) -> None:
    (art / "b.svg").write_text(text)
    found = refused(image("b.svg", more), roots=[art])
    line, message, hint = BROKEN[text]
    assert (found.place.file, found.place.line) == (str(art / "b.svg"), line)
    assert found.message == message
    assert found.hint.startswith(hint)


def test_what_is_wrong_is_also_told_where_only_its_size_is_asked_for(art: Path) -> None:
    (art / "b.svg").write_text(f'<svg {NS} viewBox="0 0 9 9">\n<rect></svg>')
    found = refused('<image width="9" href="b.svg"/>', roots=[art])
    assert (found.place.file, found.place.line) == (str(art / "b.svg"), 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f'<svg {NS} viewBox="0 0 9 9"><image href="a.svg" width="9" height="9"/></svg>',
            'the picture "b.svg" shows another drawing, "a.svg"',
        ),
        ("\x1f\x8b", '"b.svg" is not a JPEG, PNG, WebP, SVG or PDF picture'),
    ],
)
def test_what_is_no_drawing_is_named(art: Path, text: str, message: str) -> None:
    (art / "b.svg").write_text(text)
    assert message in refused(image("b.svg"), roots=[art]).message


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("turn", range(1, 9))
def test_a_camera_held_otherwise_is_turned_back(tmp_path: Path, kind: str, turn: int) -> None:
    upright = Image.new("RGB", (32, 64), WHITE)
    for colour, box in ((RED, (0, 0, 16, 32)), (BLUE, (16, 0, 32, 32)), (BLACK, (0, 32, 16, 64))):
        upright.paste(colour, box)
    how = Image.Transpose
    back = {
        1: None,
        2: how.FLIP_LEFT_RIGHT,
        3: how.ROTATE_180,
        4: how.FLIP_TOP_BOTTOM,
        5: how.TRANSPOSE,
        6: how.ROTATE_90,
        7: how.TRANSVERSE,
        8: how.ROTATE_270,
    }[turn]
    stored = upright if back is None else upright.transpose(back)
    exif = Image.Exif()
    exif[0x0112] = turn
    options = {"lossless": True} if kind == "WEBP" else {"quality": 95}
    stored.save(tmp_path / "a", kind, exif=exif, **options)
    shown = seen(image("a"), roots=[tmp_path])
    found = [at(shown, x, y) for x, y in ((17, 12), (23, 12), (17, 28), (23, 28), (12, 20))]
    for one, colour in zip(found, (RED, BLUE, BLACK, WHITE, WHITE), strict=True):
        assert one == pytest.approx(colour, abs=8)


def test_a_turned_jpeg_is_embedded_as_it_is(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (16, 8), RED).save(tmp_path / "a.jpg", exif=exif)
    (resource,) = drawn(image("a.jpg"), roots=[tmp_path]).resources
    assert resource.content is not None
    assert bytes_of(resource.content) == (tmp_path / "a.jpg").read_bytes()
    assert "/Width 16 /Height 8" in resource.entries


def test_a_cmyk_jpeg_is_converted_by_its_profile(tmp_path: Path) -> None:
    """A profile that exchanges nothing but says sRGB is no CMYK profile, so it is told."""
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    Image.new("CMYK", (8, 8)).save(tmp_path / "a.jpg", icc_profile=srgb)
    assert "its colour profile is broken" in refused(image("a.jpg"), roots=[tmp_path]).message


def test_notes_of_a_camera_that_nobody_can_read_are_passed_over(tmp_path: Path) -> None:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), RED).save(out, "JPEG", exif=b"Exif\0\0II*\0\xff\xff\xff\xff\x01")
    (tmp_path / "a.jpg").write_bytes(out.getvalue())
    assert at(seen(image("a.jpg"), roots=[tmp_path]), 20, 20) == pytest.approx(RED, abs=4)
