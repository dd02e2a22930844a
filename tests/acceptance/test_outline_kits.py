"""Every outline from its catalogue to a proofed PDF, with backs, bleed and contours for a cutting machine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pikepdf
import pytest

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.checks.proof.proofing import proof

GAME = "title: Forms\nlanguages: [en]\nfamilies: [{}]\nfonts: {{body: Alegreya Sans}}\n"
HEART = "M50 90C20 65 5 50 5 30A22 22 0 0 1 50 25 22 22 0 0 1 95 30C95 50 80 65 50 90Z"
FORMS: Mapping[str, str] = {
    "ellipses": "outline: ellipse\nsize: 44 x 30 mm",
    "octagons": "outline: octagon\nsize: 30 mm",
    "triangles": "outline: triangle\nsize: 40 mm",
    "spectres": "outline: spectre\nsize: 45 mm",
    "arrows": "outline: arrow\nsize: 30 x 40 mm",
    "meeples": "outline: meeple\nsize: 20 mm",
    "bays": 'outline: polyomino\ncells: ["X.X", "XXX"]\nsize: 5 mm',
    "hearts": f'outline: path\npath: "{HEART}"\nsize: 30 mm',
    "flat": "outline: hexagon\norientation: flat\nsize: hex-mini",
    "round": "outline: circle\nsize: chit-large",
}
COPIES = 4
FAMILY = f"""\
title: {{name}}
stock: board
{{keys}}
gutter: 6 mm
bleed: 3 mm
safe: 1 mm
template: t.svg.j2
back: t.svg.j2
items: [{{{{id: a, copies: {COPIES}}}}}]
"""
TEMPLATE = """\
<path d="{{ shape(bleed) }}" fill="#2c6e8a"/><path d="{{ shape(-safe) }}" fill="#f6f1e7"/>
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("forms")
    catalogue, templates = folder / "components" / "forms", folder / "templates" / "forms"
    catalogue.mkdir(parents=True)
    templates.mkdir(parents=True)
    (catalogue / "game.yaml").write_text(GAME.format(", ".join(FORMS)))
    for name, keys in FORMS.items():
        (catalogue / f"{name}.yaml").write_text(FAMILY.format(name=name, keys=keys))
    (templates / "t.svg.j2").write_text(TEMPLATE)
    return folder


@pytest.mark.parametrize("duplex", ["long", pytest.param("fold", marks=pytest.mark.slow)])
def test_all_outlines_are_proofed_clean(project: Path, tmp_path: Path, duplex: str) -> None:
    order = Order(project, out=tmp_path, duplex=duplex, cut_contour=True)  # type: ignore[arg-type]
    kit = pipeline.build_game(order, "forms")

    report = proof(kit.pdf, kit.manifest)

    assert report.faults == ()
    assert report.components == 2 * COPIES * len(FORMS)
    assert [row.copies for row in kit.rows] == [COPIES] * len(FORMS)


@pytest.mark.slow
def test_bleed_that_leaves_its_bay_is_found(project: Path, tmp_path: Path) -> None:
    kit = pipeline.build_game(Order(project, out=tmp_path), "forms")
    with pikepdf.open(kit.pdf, allow_overwriting_input=True) as document:
        for page in document.pages:
            content = page.Contents.read_bytes()
            wide = re.sub(
                rb"(/Item \(hearts/a\) /Copy 1 /Side /front>> BDC q\s+(?:\S+ ){6}cm) [^W]*? W n",
                rb"\1 -9 -9 60 60 re W n",
                content,
            )
            page.Contents = document.make_stream(wide)
        document.save()

    found = {fault.item for fault in proof(kit.pdf, kit.manifest).faults if fault.code == "bleed-over"}
    assert found == {"hearts/a copy 1"}
