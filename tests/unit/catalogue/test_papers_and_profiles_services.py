"""Print shops as data: dated, sourced, and wrong files refused at their line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from prancha.catalogue import load_services
from prancha.export.targets import load_targets
from prancha.model.diagnostic import Failure
from prancha.system import program_folders

OWN = """\
services:
  corner-shop:
    title: Corner shop
    checked: 2026-11-20
    source: its own page
    kind: pdf
    bleed: 2 mm
    safe: 3 mm
    products:
      card: {trim: 63 x 88 mm}
"""


def test_each_shop_has_a_date_a_source_and_products() -> None:
    services = load_services((program_folders.SHEETS,))
    products = [(name, one.name) for name, shop in services.items() for one in shop.products]
    assert len(products) == len(set(products)) >= 60
    for name, shop in services.items():
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", shop.checked), name
        assert shop.source, name
        for one in shop.products:
            if one.shape == "free":
                continue
            for trim, pixels in zip(one.trim, one.pixels, strict=True):
                assert trim > 10, (name, one.name)
                # To the nearest, but where a shop's own figures stand for both.
                near = 1.5 if one.name == "game-63x88" else 0.51
                assert (trim + 2 * one.bleed) * shop.dpi / 25.4 == pytest.approx(pixels, abs=near), one.name


def test_each_shop_is_a_target_and_each_target_of_a_shop_has_one() -> None:
    targets = {one.service for one in load_targets().values() if one.service}
    assert targets == set(load_services((program_folders.SHEETS,)))


def project(folder: Path, text: str) -> Path:
    sheets = folder / "components" / "_sheets"
    sheets.mkdir(parents=True)
    (sheets / "services.yaml").write_text(text)
    return sheets


def test_a_file_of_ones_own_replaces_shops_by_name(tmp_path: Path) -> None:
    own = project(tmp_path, OWN.replace("corner-shop", "grafica"))
    services = load_services((own, program_folders.SHEETS))
    assert services["grafica"].title == "Corner shop"
    assert services["grafica"].product("card").trim == (63, 88)
    assert len(services) == len(load_services((program_folders.SHEETS,)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("trim: 63 x 88 mm", "trim: 63 x 88", "services.yaml:10:"),
        ("trim: 63 x 88 mm", "file: 825 x 1125 mm", '"825 x 1125 mm" is not a size in pixels'),
        (
            "trim: 63 x 88 mm",
            "stock: card",
            "a product has a file in pixels or a trim, and a free one neither",
        ),
        ("trim: 63 x 88 mm", "file: 20 x 20 px", "the file has only bleed"),
        (
            "trim: 63 x 88 mm",
            "file: 792 x 1091 px, trim: 63 x 88 mm",
            "file and trim do not go together: the file",
        ),
        ("trim: 63 x 88 mm", "file: 792 x 1087 px, trim: 63 x 88", "services.yaml:10:"),
        ("bleed: 2 mm", "bleed: 2 m", "services.yaml:7:"),
        ("bleed: 2 mm", "bleed: 80 mm", '"80 mm" must be from 0 to 50 mm'),
        ("kind: pdf", "kind: tiff", "services.yaml:6:"),
        ("    source: its own page\n", "", "source"),
    ],
)
def test_a_wrong_file_is_told_at_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in OWN
    with pytest.raises(Failure) as failure:
        load_services((project(tmp_path, OWN.replace(old, new)), program_folders.SHEETS))
    assert said in "\n".join(map(str, failure.value.diagnostics))


def test_a_shop_that_rounds_otherwise_has_file_and_trim(tmp_path: Path) -> None:
    """MakePlayingCards counts 1110 pixels for 88 mm and its bleed; to the nearest they are 1111."""
    mpc = load_services((program_folders.SHEETS,))["mpc"].product("game-63x88")
    assert mpc is not None
    assert (mpc.trim, mpc.pixels) == ((63, 88), (816, 1110))
    own = OWN.replace("trim: 63 x 88 mm", "file: 791 x 1086 px, trim: 63 x 88 mm")
    (service,) = (one for name, one in load_services((project(tmp_path, own),)).items() if name)
    assert service.products[0].pixels == (791, 1086)
