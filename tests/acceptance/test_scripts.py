"""Sentences in many scripts from a template to the PDF: glyphs where HarfBuzz puts them, drawn as by resvg.

HarfBuzz is asked by this test itself, for whole lines; resvg shapes and draws by code of its own.
"""

from __future__ import annotations

import io
import math
import re
import shutil
import subprocess
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

import pdfplumber
import pikepdf
import pypdfium2
import pytest
import uharfbuzz as hb
from pdf_glyphs import Shown, faces_of
from PIL import Image, ImageChops, ImageFilter
from script_lines import ARABIC, HEBREW, LINES, MIXED, SCRIPTS, SERIF, Line

from prancha.building import pipeline
from prancha.building.order import Order
from tests.programs import use

FONTS = Path(__file__).parents[1] / "fonts"
WIDTH, HEIGHT, BASE = 180.0, 20.0, 12.0
MM = 25.4 / 72
EM = 0.01
"""How far a glyph may stand from where HarfBuzz puts it, in sizes of the type."""
FINE = 16
"""Pixels to the millimetre in drawings that are compared."""
_UNSEEN = {ord(c): None for c in "\u200b\u200c"}
GAME = f"""\
title: Scripts
languages: [en]
families: [lines]
fonts: {{body: [{SERIF}, {HEBREW}, {ARABIC}]}}
"""
LINES_YAML = f"""\
title: Lines
stock: card
outline: rectangle
size: {WIDTH:g} x {HEIGHT:g} mm
template: line.svg.j2
items: [{{id: line}}]
"""


def _turned(line: Line) -> bool:
    """Whether anything of a line runs from right to left."""
    return any(part.rtl for part in line.parts)


VARIANT = re.compile("_decomposed|_tracked")
"""Lines whose scripts are drawn in another line as well."""


def _alike(line: Line) -> bool:
    """Whether resvg means the same by a line.

    It takes the space between words of two fonts from a font of its own choice, keeps ligatures in
    letters that stand apart, and lets letter-spacing stand before letters from right to left.
    """
    fonts = {part.family for part in line.parts}
    return len(fonts) == 1 and not (line.tracking and (line.rtl or "ffi" in line.text))


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Line], Path]:
    """The PDF of a game with one piece, which shows the line; each is built once."""
    return cache(lambda line: _built(line, tmp_path_factory.mktemp(line.name)))


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_each_glyph_stands_where_harfbuzz_puts_it(line: Line, kits: Callable[[Line], Path]) -> None:
    wanted, printed = list(_expected(line)), faces_of(kits(line))["lines/line"].glyphs
    spaces = {_space(part.family) for part in line.parts}
    printed = [glyph for glyph in printed if (glyph.font, glyph.gid) not in spaces]
    wanted = [glyph for glyph in wanted if (glyph.font, glyph.gid) not in spaces]
    assert sorted((g.font, g.gid) for g in printed) == sorted((g.font, g.gid) for g in wanted)
    em = line.size * MM
    for glyph in wanted:
        at = min(
            (each for each in printed if (each.font, each.gid) == (glyph.font, glyph.gid)),
            key=lambda each: math.dist(each[2:], glyph[2:]),
        )
        printed.remove(at)
        assert math.dist(at[2:], glyph[2:]) <= EM * em, f"{glyph} is printed at {at.x:.3f}, {at.y:.3f}"


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line.name, marks=pytest.mark.slow if VARIANT.search(line.name) else ())
        for line in (*SCRIPTS, *filter(_alike, MIXED))
    ],
)
def test_each_line_looks_as_another_engine_draws_it(line: Line, kits: Callable[[Line], Path]) -> None:
    printed, drawn = _printed(kits(line)), _resvg(line)
    left, top, right, bottom = (round(v * FINE) for v in (0, 2, WIDTH, HEIGHT - 1))
    ours, theirs = (image.crop((left, top, right, bottom)) for image in (printed, drawn))
    ink = sum(theirs.histogram()[:128])
    assert ink > 500
    for one, other in ((ours, theirs), (theirs, ours)):
        # Ink of one that is further than a pixel, a sixteenth of a millimetre, from all ink of the other.
        stray = ImageChops.subtract(other.filter(ImageFilter.MinFilter(3)), one)
        assert sum(stray.histogram()[128:]) <= 0.002 * ink


def _built(line: Line, folder: Path) -> Path:
    catalogue, templates = folder / "components" / "scripts", folder / "templates" / "scripts"
    catalogue.mkdir(parents=True)
    templates.mkdir(parents=True)
    (catalogue / "game.yaml").write_text(GAME)
    (catalogue / "lines.yaml").write_text(LINES_YAML)
    (templates / "line.svg.j2").write_text(_drawn(line))
    for family in {SERIF, HEBREW, ARABIC, *(part.family for part in line.parts)}:
        shutil.copytree(FONTS / family, templates / "fonts" / family)
    order = Order(folder, check=False, cover=False, paper="a4")
    return pipeline.build_game(order, "scripts").pdf


def _drawn(line: Line) -> str:
    """What the template says."""
    if line.raw:
        return _text(line)
    call = {"size": line.size, "tracking": line.tracking, **dict(line.call)}
    call["align"] = {0: "left", 0.5: "center", 1: "right"}[line.share]
    if len(line.parts) == 1 or not line.parts[0].family.startswith("Noto"):
        call["font"] = line.parts[0].family
    told = ", ".join(f"{name}={value!r}" for name, value in call.items())
    return f"{{{{ label({line.text!r}, {_x(line)}, {BASE}, {told}) }}}}"


def _x(line: Line) -> float:
    return 5 + line.share * (WIDTH - 10)


def _text(line: Line) -> str:
    """The line as plain SVG."""
    attributes = {"font-family": line.parts[0].family, "font-size": f"{line.size * MM:.5f}"}
    attributes |= dict(line.call)
    if line.tracking:
        attributes["letter-spacing"] = f"{line.tracking}"
    told = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return f'<text x="{_x(line)}" y="{BASE}" {told}>{escape(line.text)}</text>'


def _expected(line: Line) -> Iterator[Shown]:
    """Where HarfBuzz puts the glyphs, mm."""
    em, placed, x = line.size * MM, list[Shown](), 0.0
    for part in line.parts:
        font, name, units = _font(part.family)
        buffer = hb.Buffer()
        buffer.add_str(part.text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if part.rtl else "ltr"
        hb.shape(font, buffer, {"kern": True, "liga": not line.tracking, "lnum": True})
        clusters = [info.cluster for info in buffer.glyph_infos]
        for k, (info, at) in enumerate(zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)):
            placed.append(
                Shown(name, info.codepoint, x + at.x_offset * em / units, BASE - at.y_offset * em / units)
            )
            x += at.x_advance * em / units
            if clusters[k + 1 : k + 2] != [info.cluster]:
                x += line.tracking
    start = _x(line) - line.share * (x - line.tracking)
    yield from (glyph._replace(x=glyph.x + start) for glyph in placed)


@cache
def _font(family: str) -> tuple[hb.Font, str, int]:
    face = hb.Face((FONTS / family / "400.ttf").read_bytes())
    font = hb.Font(face)
    return font, face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME), face.upem


def _space(family: str) -> tuple[str, int]:
    font, name, _ = _font(family)
    return name, font.get_nominal_glyph(ord(" "))


def _printed(pdf: Path) -> Image.Image:
    """The face as pdfium draws it."""
    face = faces_of(pdf)["lines/line"]
    with pikepdf.open(pdf) as file:
        page = file.pages[face.page]
        left, top = face.matrix[4], face.matrix[5]
        for box in ("/CropBox", "/TrimBox", "/BleedBox"):
            if box in page.obj:
                del page.obj[box]
        page.mediabox = pikepdf.Array([left, top - HEIGHT / MM, left + WIDTH / MM, top])
        file.save(out := io.BytesIO())
    document = pypdfium2.PdfDocument(out.getvalue())
    try:
        return document[face.page].render(scale=FINE * MM).to_pil().convert("L")
    finally:
        document.close()


def _resvg(line: Line) -> Image.Image:
    import resvg_py

    families = [FONTS / part.family / "400.ttf" for part in line.parts]
    # It takes the direction of a line from its characters alone, and anchors it by its sides.
    text = f"\u202b{line.text}\u202c" if line.rtl else line.text
    anchor = (("text-anchor", {0: "start", 0.5: "middle", 1: "end"}[line.share]),)
    shown = _text(line._replace(text=text, call=anchor))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}">{shown}</svg>'
    )
    data = resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=FINE,
        background="white",
        skip_system_fonts=True,
        font_files=sorted(set(map(str, families))),
    )
    return Image.open(io.BytesIO(data)).convert("L")


def _words(text: str) -> str:
    """Words as a search compares them: composed, without what is not seen."""
    return unicodedata.normalize("NFC", " ".join(text.split()).translate(_UNSEEN))


def _letters(text: str) -> list[str]:
    """The letters and marks of a text in any order."""
    whole = unicodedata.normalize("NFKD", text)
    return sorted(c for c in whole if unicodedata.category(c)[0] in "LMN")


def _pdfium(pdf: Path) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return str(document[0].get_textpage().get_text_range())
    finally:
        document.close()


def _poppler(pdf: Path) -> str:
    command = [use("pdftotext"), "-raw", str(pdf), "-"]
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout


def _pdfplumber(pdf: Path) -> str:
    with pdfplumber.open(pdf) as file:
        return str(file.pages[0].extract_text())


@pytest.mark.parametrize("line", [line for line in LINES if not _turned(line)], ids=lambda line: line.name)
def test_pdfium_finds_the_words(line: Line, kits: Callable[[Line], Path]) -> None:
    """Lines from left to right, whatever marks and spacing they have."""
    assert _words(line.text) in _words(_pdfium(kits(line)))


def test_poppler_finds_the_words(kits: Callable[[Line], Path]) -> None:
    """One test for all lines, so that a machine without poppler skips one."""
    lines = [line for line in LINES if not _turned(line)]
    assert len(lines) > 20
    assert not [line.name for line in lines if _words(line.text) not in _words(_poppler(kits(line)))]


@pytest.mark.parametrize("line", list(filter(_turned, LINES)), ids=lambda line: line.name)
def test_chrome_finds_words_from_right_to_left(line: Line, kits: Callable[[Line], Path]) -> None:
    """Where no points stand among the letters.  pdfium turns the words of Latin within them round."""
    found = _words(_pdfium(kits(line)))
    pointed = any(unicodedata.category(c) == "Mn" for c in line.text)
    if pointed or line.name == "latin_in_hebrew" or "\u200c" in line.text:
        assert not Counter(_letters(line.text)) - Counter(_letters(found))
    else:
        assert _words(line.text) in found


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=line.name, marks=pytest.mark.slow if VARIANT.search(line.name) else ())
        for line in LINES
    ],
)
def test_pdfplumber_finds_every_letter(line: Line, kits: Callable[[Line], Path]) -> None:
    """It looks at places alone, and heeds neither direction nor the text that words carry."""
    found = _pdfplumber(kits(line))
    marked = any(unicodedata.category(c)[0] == "M" or c == "\u200c" for c in line.text)
    if line.name == "khmer":  # of a syllable's parts it finds some twice and others never
        assert {"ក", "ន", "ល"} <= set(found)
    elif marked:
        assert not Counter(_letters(line.text)) - Counter(_letters(found))
    elif not _turned(line):
        assert _words(line.text) in _words(found)
    elif len(line.parts) == 1:
        assert line.text[::-1] in found
