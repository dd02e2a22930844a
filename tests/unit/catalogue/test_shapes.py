from __future__ import annotations

from pathlib import Path

import pytest

from generator.model.outline import Outline

from .projects import load, only, refused

HEAD = "title: X\nstock: board\ntemplate: t.svg.j2\nsafe: 0 mm\nitems: [{id: a}]\n"


def outline(folder: Path, keys: str) -> Outline:
    return load(folder, HEAD + keys).families[0].outline


@pytest.mark.parametrize(
    ("keys", "shape", "width", "height"),
    [
        ("outline: rectangle\nsize: 63 x 88 mm\n", "rectangle", 63, 88),
        ("outline: rounded\nsize: 2.5 x 3.5 in\nradius: 3 mm\n", "rounded", 63.5, 88.9),
        ("outline: circle\nsize: 5.5 cm\n", "circle", 55, 55),
        ("outline: hexagon\nsize: 40 mm\n", "hexagon", 40, 46.188),
        ("outline: hexagon\nsize: 40 mm\norientation: flat\n", "hexagon", 46.188, 40),
        ("outline: hat\nsize: 60 mm\n", "hat", 60, 43.301),
        ("outline: polygon\npoints: [[5, 5], [25, 5], [15, 20.5]]\n", "polygon", 20, 15.5),
        ("outline: polygon\nsize: 20 x 15 mm\npoints: [[0, 0], [20, 0], [10, 15]]\n", "polygon", 20, 15),
    ],
)
def test_outlines(tmp_path: Path, keys: str, shape: str, width: float, height: float) -> None:
    got = outline(tmp_path, keys)
    assert got.shape == shape
    assert (got.width, got.height) == pytest.approx((width, height), abs=0.001)


def test_a_straight_vertex_is_fine(tmp_path: Path) -> None:
    points = "[[0, 0], [10, 0], [20, 0], [20, 20], [0, 20]]"
    assert len(outline(tmp_path, f"outline: polygon\npoints: {points}\n").points) == 5


TRIANGLE = "points: [[0, 0], [20, 0], [10, 15]]\n"
POLYGON = "outline: polygon\npoints: "
ERRORS = [
    ("outline: rectangle\nsize: 63 mm\n", "7:7 bad-length", '"63 mm" is not a size; write two numbers', ""),
    ("outline: rectangle\nsize: 63 x 88\n", "7:7 bad-length", '"63 x 88" is not a size', ""),
    ("outline: rectangle\nsize: 1 x 88 mm\n", "7:7 out-of-range", "must lie between 2 mm and 2000 mm", ""),
    ("outline: rectangle\nsize: 63 x 8800 mm\n", "7:7 out-of-range", "between 2 mm and 2000 mm", ""),
    ("outline: rounded\nsize: 63 x 88 mm\n", "6:10 missing-key", 'needs the key "radius"', "radius: 3 mm"),
    ("outline: rounded\nsize: 63 x 88 mm\nradius: 40 mm\n", "8:9 out-of-range",
     '"40 mm" must lie between 0.1 mm and 31.5 mm, half the shorter side', ""),
    ("outline: rectangle\nsize: 63 x 88 mm\nradius: 3 mm\n", "8:1 unused-key",
     '"radius" is only for outline: rounded, and this is rectangle', "delete radius"),
    ("outline: circle\nsize: 40 mm\norientation: flat\n", "8:1 unused-key", "only for outline: hexagon", ""),
    ("outline: circle\nsize: 40 mm\n" + TRIANGLE, "8:1 unused-key", "only for outline: polygon", ""),
    ("outline: circle\nsize: 40 x 40 mm\n", "7:7 bad-length", "a circle is one length, its diameter", "40"),
    ("outline: hat\nsize: 40 x 40 mm\n", "7:7 bad-length", "a hat is one length, its longest diameter", ""),
    ("outline: hexagon\nsize: 40 x 40 mm\n", "7:7 bad-length", "one length, flat to flat", ""),
    ("outline: hexagon\nsize: big\n", "7:7 bad-length", '"big" is not a length', ""),
    ("outline: hexagon\nsize: 3 m\n", "7:7 bad-length", '"3 m" is not a length', ""),
    ("outline: circle\n", "1:1 missing-key", 'the key "size" is missing', "size: 63 x 88 mm"),
    ("outline: polygon\n", "6:10 missing-key", 'polygon needs the key "points"', "points: [["),
    (POLYGON + "[[0, 0], [20], [10, 15]]\n", "7:18 bad-point", "two numbers in mm, not a list", "[20, 0]"),
    (POLYGON + "[[0, 0], [20, x], [10, 15]]\n", "7:18 bad-point", "two numbers in mm", "[20, 0]"),
    (POLYGON + "[[0, 0], 5, [10, 15]]\n", "7:18 bad-point", "two numbers in mm, not the number 5", ""),
    (POLYGON + "[[0, 0], [20001, 0], [10, 15]]\n", "7:18 out-of-range", "a corner lies beyond 20000 mm", ""),
    (POLYGON + "[[0, 0], [20, 0], [20, 0], [9, 9]]\n", "7:18 bad-point", "two corners in a row are", ""),
    (POLYGON + "[[0, 0], [20, 0], [10, 15], [0, 0]]\n", "7:37 bad-point", "the same", "closes by itself"),
    (POLYGON + "[[0, 0], [20, 0], [10, 0]]\n", "7:10 bad-point", "the outline turns back on itself", ""),
    (POLYGON + "[[0, 0], [20, 20], [20, 0], [0, 20]]\n", "7:10 bad-point",
     "the edges after corners 1 and 3 cross or touch", "in order around"),
    (POLYGON + "[[0, 0], [1, 0], [1, 9]]\n", "7:9 out-of-range", "the polygon is 1 x 9 mm", "between 2 and"),
    ("outline: polygon\nsize: 21 x 15 mm\n" + TRIANGLE, "7:7 bad-length",
     '"21 x 15 mm" differs from the points, 20 x 15 mm', "delete size"),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "where", "message", "hint"), ERRORS)
def test_errors(tmp_path: Path, keys: str, where: str, message: str, hint: str) -> None:
    found = only(refused(lambda: outline(tmp_path, keys)))
    assert f"{found.place} {found.code}" == f"components/dual/grid.yaml:{where}"
    assert message in found.message
    assert hint in found.hint
