"""Fonts are read as their makers read them, and shown glyphs are held against them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest
from conftest_proof import Built

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof.embedded_fonts import check_glyphs, read_cmap, read_program
from prancha.checks.proof.proof_report import as_text
from prancha.checks.proof.proofing import proof
from prancha.graphics.fonts import FontBook

ROOT = Path(__file__).parents[4]
SCRIPTS = {
    "Noto Sans Hebrew": "שלפו קלפים",
    "Noto Sans Arabic": "لا سلام إلى الدور",
    "Noto Sans Devanagari": "कि क्रिया रेत का अजगर",
    "BIZ UDGothic": "砂漠の竜。がぎぐ",
    "Noto Sans": "Песок Άμμος",
    "Alegreya Sans": "fi ffi AVAT 1/2 “quoted” — Nguyễn ç ã",
    "Cinzel": "Quick Æ œ",
}


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
