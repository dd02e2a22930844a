from __future__ import annotations

import math
import time
from pathlib import Path

import pytest

from prancha.catalogue.outlines import SIZES
from prancha.model.outline import Outline
from prancha.model.units import parse_length, parse_size
from tests.work import AT_ONCE

from .projects import load, only, refused, told

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
        ("outline: ellipse\nsize: 44 x 30 mm\n", "ellipse", 44, 30),
        ("outline: octagon\nsize: 30 mm\n", "octagon", 30, 30),
        ("outline: triangle\nsize: 40 mm\n", "triangle", 40, 34.641),
        ("outline: triangle\nsize: 40 x 50 mm\n", "triangle", 40, 50),
        ("outline: spectre\nsize: 40 mm\n", "spectre", 40, 27.321),
        ("outline: arrow\nsize: 30 x 40 mm\n", "arrow", 30, 40),
        ("outline: meeple\nsize: 16 mm\n", "meeple", 16.333, 16),
        ('outline: polyomino\nsize: 12 mm\ncells: ["XX.", ".XX"]\n', "polyomino", 36, 24),
        ("outline: polyomino\nsize: 12 mm\ncells: [[5, 5], [5, 6]]\n", "polyomino", 12, 24),
        ('outline: path\npath: "M10 10h30v20h-30z"\n', "path", 30, 20),
        ('outline: path\nsize: 60 mm\npath: "M10 10h30v20h-30z"\n', "path", 60, 40),
        ('outline: path\nsize: 60 x 20 mm\npath: "M10 10h30v20h-30v-20"\n', "path", 60, 20),
        ('outline: path\npath: "M0 20 A20 20 0 0 1 40 20 Q40 40 20 40 T0 20"\n', "path", 40, 40),
        ("outline: rectangle\nsize: poker\n", "rectangle", 63.5, 88.9),
        ("outline: rectangle\nsize: Euro Game\n", "rectangle", 59, 92),
        ("outline: rectangle\nsize: tile-small\n", "rectangle", 50.8, 50.8),
        ("outline: circle\nsize: poker-chip\n", "circle", 39, 39),
        ("outline: hexagon\nsize: hex-card\norientation: flat\n", "hexagon", 95.321, 82.55),
    ],
)
def test_outlines(tmp_path: Path, keys: str, shape: str, width: float, height: float) -> None:
    got = outline(tmp_path, keys)
    assert got.shape == shape
    assert (got.width, got.height) == pytest.approx((width, height), abs=0.001)


def test_a_straight_vertex_is_fine(tmp_path: Path) -> None:
    points = "[[0, 0], [10, 0], [20, 0], [20, 20], [0, 20]]"
    assert len(outline(tmp_path, f"outline: polygon\npoints: {points}\n").points) == 5


def test_round_paths_stay_curves(tmp_path: Path) -> None:
    got = outline(tmp_path, 'outline: path\nsize: 50 mm\npath: "M0 10A10 10 0 0 1 20 10A10 10 0 0 1 0 10"\n')
    assert len(got.curves) == 12
    assert got.path().count("C") == 12
    middle = got.width / 2, got.height / 2
    assert all(abs(math.dist(point, middle) - 25) < 0.001 for point in got.points)


def test_one_length_is_the_side_of_a_square(tmp_path: Path) -> None:
    got = outline(tmp_path, "outline: rounded\nsize: 10 mm\nradius: 1 mm\n")
    assert (got.width, got.height) == (10, 10)


def test_every_named_size_is_told_and_can_be_read() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "catalogue.md").read_text()
    for name, size in SIZES.items():
        assert f"`{name}`" in page, name
        assert parse_size(size) if "x" in size else parse_length(size)


TRIANGLE = "points: [[0, 0], [20, 0], [10, 15]]\n"
PATH = "outline: path\npath: "
CELLS = "outline: polyomino\nsize: 9 mm\ncells: "
POLYGON = "outline: polygon\npoints: "
ERRORS = [
    ("outline: rectangle\nsize: 63-88\n", "7:7 bad-length", '"63-88" is not a size; write two numbers', ""),
    ("outline: rectangle\nsize: 1 mm\n", "7:7 out-of-range", "must lie between 2 mm and 2000 mm", ""),
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
    ("outline: hexagon\nsize: big\n", "7:7 bad-length", 'no size called "big"', 'did you mean "bridge"?'),
    ("outline: rectangle\nsize: pokr\n", "7:7 bad-length", 'no size called "pokr"', 'did you mean "poker"?'),
    ("outline: circle\nsize: poker\n", "7:7 bad-length",
     '"poker" is 63.5 x 88.9 mm, and the size of a circle is one length, its diameter', "40 mm"),
    ("outline: ellipse\nsize: 40 mm\n", "7:7 bad-length", "is not a size; write two numbers", ""),
    ("outline: octagon\nsize: 40 x 4 mm\n", "7:7 bad-length", "an octagon is one length, flat to flat", ""),
    ("outline: meeple\nsize: 1 mm\n", "7:7 out-of-range", "between 2 mm and 2000 mm", ""),
    ("outline: rectangle\nsize: 9 x 9 mm\npath: M0 0h9v9z\n", "8:1 unused-key", "outline: path", "delete"),
    ("outline: path\n", "6:10 missing-key", 'path needs the key "path"', 'path: "M0 0L30 0L15 20Z"'),
    (PATH + "M0 0L30 0L15 20\n", "7:7 bad-outline", "the path is open", "end it with Z"),
    (PATH + "M0 0\n", "7:7 bad-outline", "the path draws no line", "copy the d"),
    (PATH + "L9 9z\n", "7:7 bad-outline", "must start with M", "copy the d"),
    (PATH + "M0 0L30 0 15 20zM5 5h2v2z\n", "7:7 bad-outline", "the path has 2 parts", "holes are not cut"),
    (PATH + "M0 0h30v30h-30zh9v9\n", "7:7 bad-outline", "the path has 2 parts", "holes are not cut"),
    (PATH + "M0 0h30z\n", "7:7 bad-outline", "the path encloses nothing", "around an area"),
    (PATH + "M0 0L30 30V0L0 30z\n", "7:7 bad-outline", "the path crosses itself near 15, 15 mm", "unite"),
    (PATH + "M0 0h20h-20l9 9z\n", "7:7 bad-outline", "crosses itself near 0, 0 mm", "unite its parts"),
    (PATH + "M0 0h1e400v9z\n", "7:7 bad-outline", "a number that is too large", "check its numbers"),
    (PATH + "M0 0h300000v9h-9z\n", "7:7 out-of-range", "the path is 3e+05 x 9 mm", "size:"),
    (PATH + "M0 0h.4v9h-.4z\n", "7:7 out-of-range", "the path is 0.4 x 9 mm", "between 2 and 2000 mm"),
    (PATH + "M0 0L9 9 9 8.95z\n", "7:7 bad-outline", "the path encloses", "size:"),
    ("outline: polyomino\nsize: 9 mm\n", "6:10 missing-key", 'needs the key "cells"', "XX."),
    ("outline: polyomino\ncells: [X]\n", "1:1 missing-key", 'the key "size" is missing', "side of a cell"),
    (CELLS + '["XX", ".O"]\n', "8:15 bad-cells", 'X and . only, not "o"', "rows of X"),
    (CELLS + '["..", "."]\n', "8:8 out-of-range", "1 to 400 cells, not 0", "rows of X"),
    (CELLS + "[[0, 0], [1, 1]]\n", "8:8 bad-cells", "at a corner only, at column 1 and row 1", "join"),
    (CELLS + '["X.X"]\n', "8:8 bad-cells", "do not hang together", "join all cells"),
    (CELLS + "[[0, 0], [0.5, 1]]\n", "8:17 bad-cells", "[column, row] in whole numbers, not a list", "rows"),
    (CELLS + "[[0, 0], [9999, 1]]\n", "8:17 out-of-range", "beyond column or row 1000", ""),
    ("outline: hexagon\nsize: 3 m\n", "7:7 bad-length", '"3 m" is not a length', ""),
    ("outline: circle\n", "1:1 missing-key", 'the key "size" is missing', "size: 40 mm: its diameter"),
    ("outline: rectangle\n", "1:1 missing-key", 'the key "size" is missing', "size: 63 x 88 mm"),
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
    told(refused(lambda: outline(tmp_path, keys)), f"components/dual/grid.yaml:{where}", message, hint)


def test_a_safe_zone_that_leaves_nothing_is_refused(tmp_path: Path) -> None:
    keys = HEAD.replace("safe: 0 mm", "safe: 4 mm") + "outline: triangle\nsize: 12 mm\n"
    found = only(refused(lambda: load(tmp_path, keys)))
    assert found.code == "out-of-range"
    assert found.message == '"4 mm" leaves nothing of this triangle'
    assert found.hint == "write at most safe: 3.4 mm, or make the piece larger"


@pytest.mark.parametrize(("corners", "hint"), [(100, "at most safe: 18.3 mm"), (160, "less")])
def test_how_deep_a_safe_zone_may_be_is_told_at_once(tmp_path: Path, corners: int, hint: str) -> None:
    heights = (k % 2 * 0.4 + (5 if k % 20 == 0 else 0) for k in range(1, corners))
    teeth = "".join(f"L{60 * k / corners:.2f} {height}" for k, height in enumerate(heights, 1))
    keys = HEAD.replace("safe: 0 mm", "safe: 29 mm") + f'outline: path\npath: "M0 0{teeth}L60 60L0 60Z"\n'
    started = time.process_time()
    found = only(refused(lambda: load(tmp_path, keys)))
    assert found.hint == f"write {hint}, or make the piece larger"
    assert time.process_time() - started < AT_ONCE
