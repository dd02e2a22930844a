"""What proof reads with readers of its own: operators, polygons, fonts, text, rulers, digests."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pikepdf
import pytest
from conftest_proof import Built

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof.checks.label_checks import read_ruler, wrong_ticks
from prancha.checks.proof.content_stream import unknown_operators
from prancha.checks.proof.embedded_fonts import check_glyphs, read_cmap, read_program
from prancha.checks.proof.object_digests import ObjectDigests
from prancha.checks.proof.page_text import without_spaces
from prancha.checks.proof.pdf_geometry import area, clip_line, intersect_polygons, intersection_box, is_convex
from prancha.checks.proof.pdf_reader import read_file
from prancha.checks.proof.proof_report import as_text
from prancha.checks.proof.proofing import proof
from prancha.export.pdf_objects import Raw, digest_raw
from prancha.graphics.fonts import FontBook

ROOT = Path(__file__).parents[4]
SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
SCRIPTS = {
    "Noto Sans Hebrew": "שלפו קלפים",
    "Noto Sans Arabic": "لا سلام إلى الدور",
    "Noto Sans Devanagari": "कि क्रिया रेत का अजगर",
    "BIZ UDGothic": "砂漠の竜。がぎぐ",
    "Noto Sans": "Песок Άμμος",
    "Alegreya Sans": "fi ffi AVAT 1/2 “quoted” — Nguyễn ç ã",
    "Cinzel": "Quick Æ œ",
}


@pytest.mark.parametrize(
    ("content", "unknown"),
    [
        (b"q 1 0 0 1 3 4 cm /f0 Do Q", ()),
        (b"BT /F 3 Tf [(a \\) xyz) -20 <00ff>] TJ ET", ()),
        (b"/Span <</ActualText <feff0041>>> BDC true null EMC d0 d1 T* B* f*", ()),
        (b"1 2 xyz q Q", ("xyz",)),
        (b"(never closed foo", ("(never", "closed", "foo")),
    ],
)
def test_words_that_are_no_operators(content: bytes, unknown: tuple[str, ...]) -> None:
    assert unknown_operators(content) == unknown


def test_what_polygons_share() -> None:
    diamond = ((5.0, -5.0), (15.0, 5.0), (5.0, 15.0), (-5.0, 5.0))
    assert intersection_box((SQUARE, diamond)) == (0.0, 0.0, 10.0, 10.0)
    assert area(intersect_polygons((SQUARE, diamond))) == pytest.approx(100)
    turned = ((9.0, 4.0), (12.0, 5.0), (9.0, 6.0))
    assert area(intersect_polygons((SQUARE, turned))) == pytest.approx(3 - 4 / 3)
    bay = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 2.0), (0.0, 10.0))
    assert (is_convex(SQUARE), is_convex(bay)) == (True, False)
    assert intersection_box((bay, turned)) == pytest.approx((9, 4, 10, 6), abs=0.4)
    apart = tuple((x + 40, y) for x, y in turned)
    assert intersect_polygons((SQUARE, apart)) == ()
    left, _, right, _ = intersection_box((SQUARE, apart))
    assert left > right


def test_the_part_of_a_line_within_a_box() -> None:
    assert clip_line((-5, 5, 15, 5), (0, 0, 10, 10)) == (0, 5, 10, 5)
    assert clip_line((2, 2, 3, 3), (0, 0, 10, 10)) == (2, 2, 3, 3)
    assert clip_line((-5, 12, 15, 12), (0, 0, 10, 10)) is None


def test_unicode_maps() -> None:
    data = b"2 beginbfchar <0001> <0041> <0002> <00660069> endbfchar"
    data += b" 1 beginbfrange <0010> <0012> <0061> endbfrange"
    data += b" 1 beginbfrange <0020> <0021> [<0062> <0063>] endbfrange"
    assert read_cmap(data) == {1: "A", 2: "fi", 16: "a", 17: "b", 18: "c", 32: "b", 33: "c"}


def test_a_font_program_is_read_as_its_maker_reads_it() -> None:
    font = FontBook((ROOT / "templates" / "_library",)).font("Alegreya Sans", 400, False)
    run = font.shape("Avião")
    program = read_program(font.subset(glyph.gid for glyph in run.glyphs))
    assert program.wrong == ""
    for glyph in run.glyphs:
        assert program.widths[glyph.gid] == pytest.approx(font.advance(glyph.gid) * 1000 / font.units_per_em)
        assert glyph.text in program.characters[glyph.gid]
        assert glyph.gid in program.drawn


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: b"", "it is damaged"),
        (lambda data: data[:-40], "its table hmtx is damaged"),
        (lambda data: data[:4] + b"\0\0" + data[6:], "it has no table glyf, head, hhea, hmtx, loca, maxp"),
    ],
)
def test_damaged_font_programs(spoil: object, message: str) -> None:
    font = FontBook((ROOT / "templates" / "_library",)).font("Cinzel", 400, False)
    assert message in read_program(spoil(font.subset([3, 4]))).wrong  # type: ignore[operator]


def test_a_ruler_is_read_from_its_lines() -> None:
    ticks = [(10.0 + k, 20.0, 10.0 + k, 19.0) for k in range(51)]
    strokes = [(10.0, 20.0, 60.0, 20.0), (0.0, 0.0, 49.0, 0.0), *ticks]
    ruler = read_ruler(strokes, ["some text", "50\u00a0mm"])
    assert ruler is not None
    assert (ruler.start, ruler.end, ruler.length) == ((10.0, 20.0), (60.0, 20.0), 50.0)
    assert [list(wrong_ticks(scale)) for scale in ruler.scales] == [[]]
    missing = read_ruler([s for s in strokes if s[0] != 22.0], ["50 mm"])
    assert missing is not None
    assert list(wrong_ticks(missing.scales[0])) == [(12.0, None)]
    moved = [(x + 0.3, a, x + 0.3, b) if x == 22.0 == y else (x, a, y, b) for x, a, y, b in strokes]
    off = read_ruler(moved, ["50 mm"])
    assert off is not None
    assert list(wrong_ticks(off.scales[0])) == [(12.0, pytest.approx(12.3))]
    assert read_ruler(strokes, ["no length"]) is None
    assert read_ruler(strokes[:2], ["50 mm"]) is None
    assert read_ruler(ticks, ["50 mm"]) is None


def test_words_are_compared_without_what_is_not_seen() -> None:
    assert without_spaces("Cut\u00a0 plan\u200b a\u00adb") == "Cutplanab"


def test_writer_and_reader_take_the_same_digest() -> None:
    mask = Raw("/Type /XObject /Subtype /Image /Width 2", b"mask")
    raw = Raw(
        "/Type /XObject /Subtype /Image /Matrix [1 0.50000 -.25 2.] "
        "/A (x\\(y) /B <0aFF> /C <</D true /E null>>",
        b"content",
        SMask=mask,
        Many=[Raw("/F 1"), Raw("/F 2")],
        Resources=Raw("/Font <<>>"),
    )
    with pikepdf.new() as document:
        image = pikepdf.Stream(document, b"content")
        for key, value in {
            "/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Image, "/A": pikepdf.String("x(y"),
            "/Matrix": pikepdf.Array([1, 0.5, -0.25, 2]), "/B": pikepdf.String(b"\x0a\xff"),
            "/C": pikepdf.Dictionary(D=True, E=None),
            "/Many": pikepdf.Array([document.make_indirect(pikepdf.Dictionary(F=k)) for k in (1, 2)]),
        }.items():  # fmt: skip
            image[key] = value
        inner = pikepdf.Stream(document, b"mask")
        inner.Type, inner.Subtype, inner.Width = pikepdf.Name.XObject, pikepdf.Name.Image, 2
        image.SMask = inner
        image.Resources = document.make_indirect(pikepdf.Dictionary(Font=pikepdf.Dictionary()))
        digests = ObjectDigests()
        digests.shared.add(image.Resources.objgen)
        assert digests.digest(image) == digest_raw(raw)
        image.Matrix[1] = 0.6
        assert ObjectDigests().digest(image) != digest_raw(raw)


def test_everything_a_face_names_has_a_digest(kit: Built) -> None:
    listed = json.loads(kit.manifest.read_text(encoding="utf-8"))["placed"]["resources"]
    uses = read_file(kit.pdf).uses
    assert {use.kind for use in uses} >= {"Font", "XObject"}
    assert all(listed[use.kind][use.name] == use.digest for use in uses)


def test_texts_of_many_scripts_raise_no_alarm(tmp_path: Path) -> None:
    catalogue, templates = tmp_path / "components" / "g", tmp_path / "templates" / "g"
    catalogue.mkdir(parents=True)
    for family in SCRIPTS:
        folder = ROOT / "tests" / "fonts" / family
        if folder.is_dir():
            shutil.copytree(folder, templates / "fonts" / family)
    game = "title: G\nlanguages: [en]\nfamilies: [c]\nrevision: '1'\nfonts: {body: Alegreya Sans}\n"
    rows = "".join(f"  - {{id: c{k}, font: {f}, say: '{t}'}}\n" for k, (f, t) in enumerate(SCRIPTS.items()))
    family = "title: C\nstock: card\nsize: 63 x 88 mm\noutline: rectangle\ntemplate: c.svg.j2\nitems:\n"
    face = '<rect x="-3" y="-3" width="69" height="94" fill="#f0f0e0"/>'
    face += "{{ label(item.say, 5, 30, font=item.font) }}"
    face += "{{ paragraph(item.say, 5, 45, 40, 30, size=9, font=item.font) }}"
    (catalogue / "game.yaml").write_text(game, encoding="utf-8")
    (catalogue / "c.yaml").write_text(family + rows, encoding="utf-8")
    (templates / "c.svg.j2").write_text(face, encoding="utf-8")
    kit = pipeline.build_game(Order(tmp_path, check=False), "g")
    report = proof(kit.pdf, kit.manifest)
    assert report.faults == (), as_text(report)
    with pikepdf.open(kit.pdf) as document:
        fonts = [thing for thing in document.objects if isinstance(thing, pikepdf.Dictionary)
                 and thing.get("/Subtype") == "/Type0"]  # fmt: skip
        assert len(fonts) >= len(SCRIPTS)


def test_a_glyph_that_the_font_does_not_have(kit: Built) -> None:
    from prancha.checks.proof.embedded_fonts import read_glyph_font

    with pikepdf.open(kit.pdf) as document:
        thing = next(
            one for one in document.objects
            if isinstance(one, pikepdf.Dictionary) and one.get("/Subtype") == "/Type0"
        )  # fmt: skip
        font = read_glyph_font(thing)
        assert font is not None
        (code, message, found, _), *_ = check_glyphs(font, [60_000])
    assert (code, found[-6:]) == ("glyph-wrong", "glyphs")
    assert "has no glyph 60000" in message
