"""Sentences in many scripts, tracked and turned ones too, raise no alarm in a proof."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
from script_lines import LINES
from test_scripts import ARABIC, FONTS, GAME, HEBREW, HEIGHT, SERIF, WIDTH, _drawn

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof.proof_report import as_text
from prancha.checks.proof.proofing import proof


def test_text_of_every_script_ends_where_it_was_measured(tmp_path: Path) -> None:
    catalogue, templates = tmp_path / "components" / "scripts", tmp_path / "templates" / "scripts"
    catalogue.mkdir(parents=True)
    templates.mkdir(parents=True)
    names = [line.name.replace("_", "-") for line in LINES]
    (catalogue / "game.yaml").write_text(GAME.replace("[lines]", f"[{', '.join(names)}]"), encoding="utf-8")
    for name, line in zip(names, LINES, strict=True):
        family = (
            f"title: Lines\nstock: card\noutline: rectangle\nsize: {WIDTH:g} x {HEIGHT:g} mm\n"
            f"template: {name}.svg.j2\nitems: [{{id: line}}]\n"
        )
        (catalogue / f"{name}.yaml").write_text(family, encoding="utf-8")
        (templates / f"{name}.svg.j2").write_text(_drawn(line), encoding="utf-8")
    for font in sorted({SERIF, HEBREW, ARABIC, *(part.family for line in LINES for part in line.parts)}):
        shutil.copytree(FONTS / font, templates / "fonts" / font)
    kit = pipeline.build_game(Order(tmp_path, check=False, cover=False), "scripts")

    report = proof(kit.pdf, kit.manifest)
    assert report.faults == (), as_text(report)
    assert report.components == len(LINES)
    with pikepdf.open(kit.pdf) as document:
        fonts = [
            thing for thing in document.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Subtype") == "/Type0"
        ]  # fmt: skip
        assert len(fonts) > 15
