"""Cutting machines: what is read again of a cut file lies where the sheets have it, and marks do not move."""

from __future__ import annotations

import math
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import ezdxf
import pypdfium2
import pytest
from PIL import Image, ImageFilter
from shapely import affinity
from shapely.geometry import LinearRing, Point, Polygon, box

from prancha.building.export_sheets import lay_out_cuts
from prancha.building.game_export import choose_target
from prancha.building.order import Order, silent
from prancha.building.steps import draw_game, open_game
from prancha.cli import command_line
from prancha.export.target import LaidSheets
from tests.unit.export.cut_files import CutFile, read_dxf, read_svg
from tests.unit.export.exported_folder import folder_problems, unlike, written
from tests.unit.export.test_picture_files import export, out

WITHIN = 0.02
TARGETS = ("silhouette", "scanncut", "lightburn", "glowforge", "svg", "dxf")
CUT = {"lightburn": "C02", "dxf": "CUT"}


def laid(project: Path, to: str = "svg", **asked: Any) -> LaidSheets:
    """The sheets that an export lays out."""
    target, options = choose_target(to, asked)
    opened = open_game(Order(project, cover=False), "lume")
    drawing = draw_game(opened, silent)
    assert target.machine is not None
    return lay_out_cuts(opened.order, drawing.maker, drawing.toned, opened.game, target.machine(options))


SHAPES = {
    "cards": box(-28.5, -41, 28.5, 41).buffer(3, quad_segs=128),
    "hexes": Polygon(
        [(40 / math.sqrt(3) * math.sin(k * math.pi / 3), 40 / math.sqrt(3) * math.cos(k * math.pi / 3))
         for k in range(6)]
    ),
    "tokens": Point(0, 0).buffer(10, quad_segs=128),
}  # fmt: skip
"""The outlines of the tiny project about their centres, made anew from the sizes in its catalogue."""


def wanted(sheets: LaidSheets, layout: int) -> list[LinearRing]:
    """The outlines of a sheet's pieces, on the upright paper."""
    sheet = next(one.front for one in sheets.sheets if one.layout == layout)
    rings = []
    for placed in sheet.placements:
        shape = affinity.rotate(SHAPES[placed.piece.family], placed.turn, origin=(0, 0))
        shape = affinity.translate(shape, placed.x, placed.y)
        if sheet.width > sheet.height:  # turned to the left, a quarter
            shape = affinity.affine_transform(shape, [0, 1, -1, 0, 0, sheet.width])
        rings.append(shape.exterior)
    return rings


def contour_problems(found: CutFile, layer: str, rings: list[LinearRing]) -> list[str]:
    """What is wrong with the contours of a file: open ones, too many or few, beside their outlines."""
    lines = found.layers[layer]
    wrong = [f"contour {k} is open" for k, line in enumerate(lines) if not line.closed]
    if len(lines) != len(rings):
        wrong.append(f"{len(lines)} contours for {len(rings)} pieces")
    for k, (line, ring) in enumerate(zip(lines, rings, strict=False)):
        off = LinearRing(line.points).hausdorff_distance(ring)
        if off > WITHIN:
            wrong.append(f"contour {k} is {off:.3f} mm off")
    return wrong


def read(folder: Path, number: int, height: float = 297.0) -> CutFile:
    path = folder / f"cut-{number}.svg"
    return read_svg(path) if path.exists() else read_dxf(folder / f"cut-{number}.dxf", height)


@pytest.mark.parametrize(
    "to",
    [one if one in ("silhouette", "dxf") else pytest.param(one, marks=pytest.mark.slow) for one in TARGETS],
)
def test_contours_read_again_lie_on_the_outlines(to: str, lume: Path) -> None:
    assert export(lume, to=to) == 0
    folder = out(lume, to)
    assert folder_problems(folder) == []
    sheets = laid(lume, to)
    count = 0
    for number, layout in enumerate(sheets.layouts):
        found = read(folder, number + 1)
        assert to == "dxf" or (found.width, found.height) == (210, 297)
        assert contour_problems(found, CUT.get(to, "cut"), wanted(sheets, number)) == []
        assert list(found.layers)[-1] == CUT.get(to, "cut"), "outlines are cut last"
        count += len(layout.contours) * sum(one.layout == number for one in sheets.sheets)
    assert count == 12 + 8 + 6


def test_a_wrong_cut_file_is_found(lume: Path) -> None:
    assert export(lume, to="svg") == 0
    sheets = laid(lume)
    good, rings = read_svg(out(lume, "svg") / "cut-1.svg"), wanted(sheets, 0)
    assert contour_problems(good, "cut", rings) == []
    good.layers["cut"][0].points = [(x + 0.03, y) for x, y in good.layers["cut"][0].points]
    assert contour_problems(good, "cut", rings) == ["contour 0 is 0.030 mm off"]
    good.layers["cut"][1].closed = False
    assert "contour 1 is open" in contour_problems(good, "cut", rings)
    good.layers["cut"].pop()
    assert f"{len(rings) - 1} contours for {len(rings)} pieces" in contour_problems(good, "cut", rings)


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.slow)])
def test_the_print_and_the_cut_belong_together(paper: str, lume: Path) -> None:
    """Each piece stands on the page of the PDF within its contour, as the exported picture shows it."""
    assert export(lume, "--paper", paper, "--duplex", "none", to="silhouette") == 0
    assert export(lume, "--dpi", "100") == 0
    folder = out(lume, f"silhouette-{paper}-none".replace("-a4", ""))
    pdf = pypdfium2.PdfDocument(folder / "print.pdf")
    sheets = laid(lume, "silhouette", paper=paper, duplex="none")
    assert len(pdf) == len(sheets.sheets)
    scale = 100 / 25.4
    seen = set()
    for one in sheets.sheets:
        page = pdf[one.page].render(scale=scale * 25.4 / 72).to_pil().convert("RGB")
        lines = read_svg(folder / f"cut-{one.layout + 1}.svg").layers["cut"]
        for placed, line in zip(one.front.placements, lines, strict=True):
            family, _, item = placed.piece.item.partition("/")
            picture = Image.open(out(lume, "images-dpi-100") / family / f"{item}-front.png").convert("RGB")
            xs, ys = [x * scale for x, _ in line.points], [y * scale for _, y in line.points]
            crop = page.crop((round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))))
            turned = placed.turn - (90 if one.front.width > one.front.height else 0)
            shown = crop.rotate(turned, expand=True).resize(picture.size)
            rim = picture.width // 4 if family != "cards" else 4
            # Half a pixel apart: what is as thin as letters is smoothed.
            blur = ImageFilter.GaussianBlur(2)
            assert unlike(picture.filter(blur), shown.filter(blur), rim) < 20, (placed.piece.item, turned)
            upside_down = shown.rotate(180).filter(blur)
            assert family != "cards" or unlike(picture.filter(blur), upside_down, rim) > 40
            seen.add(placed.piece.item)
    assert len(seen) == 5


# What users have set in their machine's program: no release may move it.
GOLDEN = {
    3: {
        "regmark-tl": [(10, 10), (15, 10), (15, 15), (10, 15)],
        "regmark-tr": [(190, 10), (200, 10), (200, 20)],
        "regmark-bl": [(20, 287), (10, 287), (10, 277)],
    },
    4: {
        "regmark-tl": [(20, 10), (10, 10), (10, 20)],
        "regmark-tr": [(190, 10), (200, 10), (200, 20)],
        "regmark-bl": [(20, 287), (10, 287), (10, 277)],
        "regmark-br": [(190, 287), (200, 287), (200, 277)],
    },
}


@pytest.mark.parametrize("count", [3, 4])
def test_marks_do_not_move_and_their_numbers_are_printed(count: int, lume: Path) -> None:
    assert export(lume, "--marks", str(count), "--arm", "10", to="silhouette") == 0
    folder = out(lume, f"silhouette{'-marks-4' if count == 4 else ''}-arm-10.0")
    assert {name: line.points for name, line in read_svg(folder / "cut-1.svg").marks.items()} == GOLDEN[count]
    page = pypdfium2.PdfDocument(folder / "print.pdf")[0]
    text = " ".join(page.get_textpage().get_text_range().split())
    assert "marcas: recuo 10 mm, comprimento 10 mm, traço 0.3 mm" in text
    assert ("quadrado 5 mm" in text) == (count == 3)
    assert "corte cut-1" in text
    assert "A4 210 x 297 mm" in text
    told = (folder / "READ-ME-FIRST.txt").read_text("utf-8")
    assert " ".join(told.split()).count("10 mm dos quatro lados, comprimento 10 mm, espessura 0,3 mm") == 1


def mark_problems(page: Image.Image, arm: float, scale: float) -> list[str]:
    """What is wrong about three printed marks: where ink lacks, and where it is in the area kept free."""
    dark = page.convert("L").point(lambda v: 255 if v < 128 else 0)
    wrong = []
    ink = {"tl": [(12.5, 12.5), (10.3, 10.3), (14.7, 14.7)], "tr": [(200, 11), (199.5 - arm / 2, 10)],
           "bl": [(10, 286), (10.5 + arm / 2, 287)]}  # fmt: skip
    for name, points in ink.items():
        for x, y in points:
            around = (x - 0.3) * scale, (y - 0.3) * scale, (x + 0.3) * scale, (y + 0.3) * scale
            if not dark.crop(tuple(map(round, around))).getbbox():  # type: ignore[arg-type]
                wrong.append(f"{name} has no ink at {x:g}, {y:g}")
    line = 0.4
    tl = box(10 - line, 10 - line, 15 + line, 15 + line)
    free = [
        (box(8, 8, 17, 17), tl),
        (box(200 - arm - 2, 8, 202, 12 + arm), LinearRing([(200 - arm, 10), (200, 10), (200, 10 + arm),
                                                          (200, 10)]).buffer(line)),
        (box(8, 285 - arm, 12 + arm, 289), LinearRing([(10 + arm, 287), (10, 287), (10, 287 - arm),
                                                      (10, 287)]).buffer(line)),
    ]  # fmt: skip
    pixels = dark.load()
    for area, mark in free:
        left, top, right, low = (round(v * scale) for v in area.bounds)
        for y in range(top, low, 3):
            for x in range(left, right, 3):
                there = Point((x + 0.5) / scale, (y + 0.5) / scale)
                if pixels[x, y] and not mark.covers(there):  # type: ignore[index]
                    wrong.append(f"ink at {there.x:.1f}, {there.y:.1f}")
    return wrong


def test_the_area_of_the_marks_is_free_of_ink(lume: Path) -> None:
    """Cards whose black bleed would reach far."""
    cards = lume / "components" / "lume" / "cards.yaml"
    cards.write_text(cards.read_text() + "bleed: 5 mm\n")
    template = lume / "templates" / "lume" / "card.svg.j2"
    template.write_text('<path d="{{ shape(bleed) }}" fill="#000000"/>\n')
    assert export(lume, "--duplex", "none", to="silhouette") == 0
    folder = out(lume, "silhouette-none")
    arm = laid(lume, "silhouette", duplex="none").arm
    pdf, scale = pypdfium2.PdfDocument(folder / "print.pdf"), 150 / 25.4
    assert len(pdf) >= 2
    for page in pdf:
        assert mark_problems(page.render(scale=150 / 72).to_pil(), arm, scale) == []
    spoilt = page.render(scale=150 / 72).to_pil()
    spoilt.paste("black", tuple(round(v * scale) for v in (15.6, 11, 16.5, 12)))
    spoilt.paste("white", tuple(round(v * scale) for v in (9, 285, 11, 288)))
    assert {text.split(" at ")[0] for text in mark_problems(spoilt, arm, scale)} == {"ink", "bl has no ink"}


def test_a_dxf_passes_an_audit_and_has_its_layers(lume: Path) -> None:
    assert export(lume, to="dxf") == 0
    document = ezdxf.readfile(out(lume, "dxf") / "cut-1.dxf")  # type: ignore[attr-defined]
    assert document.dxfversion == "AC1015"
    assert document.units == 4
    audit = document.audit()
    assert not audit.errors
    assert not audit.fixes
    space = document.modelspace()
    assert {one.dxf.layer for one in space} == {"MARK", "CUT"}
    card = next(one for one in space if one.dxf.layer == "CUT")
    assert len(card) == 8, "four sides and four arcs"


def test_folds_are_scored_before_outlines_are_cut(lume: Path) -> None:
    game = lume / "components" / "lume"
    (game / "signs.yaml").write_text(
        "title: {pt-BR: Placas, en: Signs}\nstock: card\nkind: tent\nsize: 60 x 30 mm\n"
        "template: hex.svg.j2\nitems:\n  - {id: ann, copies: 3, colour: '#fff'}\n"
    )
    (game / "game.yaml").write_text((game / "game.yaml").read_text().replace("tokens]", "tokens, signs]"))
    for to, layers in (
        ("lightburn", ["T1", "C01", "C02"]), ("silhouette", ["regmark", "score", "cut"]),
        ("dxf", ["MARK", "SCORE", "CUT"]),
    ):  # fmt: skip
        assert export(lume, "--only", "signs", to=to) == 0
        found = read(out(lume, f"{to}-only-signs"), 1)
        assert list(found.layers) == layers
        folds, pieces = found.layers[layers[1]], found.layers[layers[2]]
        assert (len(folds), len(pieces)) == (3, 3)
        for fold, piece in zip(folds, pieces, strict=True):
            outline = Polygon(piece.points)
            (x1, y1), (x2, y2) = fold.points
            assert math.dist((x1, y1), (x2, y2)) == pytest.approx(60, abs=WITHIN)
            assert outline.centroid.distance(Point((x1 + x2) / 2, (y1 + y2) / 2)) < WITHIN
        if to == "lightburn":  # colours of its palette: a tool layer, the second and the third
            assert found.colours == {"T1": "#F36926", "C01": "#0000FF", "C02": "#FF0000"}


@pytest.mark.parametrize("to", TARGETS)
def test_creases_of_a_template_are_scored_up_to_the_edge(lume: Path, to: str) -> None:
    """On 409b186a only the folds of a `kind:` were told, and the pawns of DUAL had none."""
    game, templates = lume / "components" / "lume", lume / "templates" / "lume"
    (game / "pawns.yaml").write_text(
        "title: {pt-BR: Peões, en: Pawns}\nstock: card\nsize: 20 x 74 mm\noutline: rectangle\n"
        "make: [cut, fold]\ntemplate: pawn.svg.j2\nitems:\n"
        "  - {id: ann, copies: 2, at: [8, 37, 66]}\n  - {id: bob, at: [20]}\n"
    )
    (templates / "pawn.svg.j2").write_text(
        '<g transform="translate(0 1)">'
        "{% for y in item.at %}{{ crease(-3, y - 1, 99, y - 1) }}{% endfor %}</g>"
    )
    (game / "game.yaml").write_text((game / "game.yaml").read_text().replace("tokens]", "tokens, pawns]"))
    assert export(lume, "--only", "pawns", to=to) == 0
    found = read(out(lume, f"{to}-only-pawns"), 1)
    layers = list(found.layers)
    folds, pieces = found.layers[layers[-2]], found.layers[layers[-1]]
    assert (len(folds), len(pieces)) == (7, 3)
    for fold in folds:
        (x1, y1), (x2, y2) = fold.points
        assert math.dist((x1, y1), (x2, y2)) == pytest.approx(20, abs=WITHIN)
        # From one edge of its piece to the other.
        (piece,) = [
            one for one in pieces if Polygon(one.points).contains(Point((x1 + x2) / 2, (y1 + y2) / 2))
        ]
        assert all(LinearRing(piece.points).distance(Point(end)) < WITHIN for end in fold.points)


@pytest.mark.parametrize(("game", "family", "folds"), [("dual", "pawns", 24), ("aperiodik", "meeples", 12)])
def test_stand_ups_of_the_kits_have_folds(tmp_path: Path, game: str, family: str, folds: int) -> None:
    """Three each; on 409b186a none."""
    root, out = Path(__file__).parents[3], tmp_path / "out"
    given = ["export", game, "--to", "svg", "--only", family, "--project", str(root), "--out", str(out)]
    assert command_line.main(given) == 0
    (file,) = out.rglob("cut-1.svg")
    found = read_svg(file)
    assert [len(found.layers[name]) for name in ("score", "cut")] == [folds, folds // 3]


def test_a_cricut_gets_pictures_that_are_as_large_as_their_lines(lume: Path) -> None:
    assert export(lume, "--dpi", "150", to="cricut") == 0
    folder = out(lume, "cricut-dpi-150")
    assert folder_problems(folder) == []
    sheets = laid(lume, "cricut", dpi=150)
    assert sheets.dropped
    pieces = 0
    for number, one in enumerate(sheets.sheets, 1):
        picture = Image.open(folder / f"sheet-{number:02}.png")
        lines = read_svg(folder / f"cut-{one.layout + 1}.svg")
        assert lines.width <= 9.25 * 25.4
        assert min(lines.width, lines.height) <= 6.75 * 25.4
        assert picture.mode == "RGBA"
        assert picture.size == tuple(round(side * 150 / 25.4) for side in (lines.width, lines.height))
        alpha = picture.getchannel("A")
        area = sum(value * count for value, count in enumerate(alpha.histogram())) / 255
        shapes = [Polygon(line.points) for line in lines.layers["cut"]]
        assert area / (150 / 25.4) ** 2 == pytest.approx(sum(shape.area for shape in shapes), rel=0.002)
        assert all(a.distance(b) >= 4 - WITHIN for k, a in enumerate(shapes) for b in shapes[:k])
        for shape in shapes:
            x, y = (round(v * 150 / 25.4) for v in (shape.centroid.x, shape.centroid.y))
            assert alpha.getpixel((x, y)) == 255
        pieces += len(shapes)
    assert pieces == 26


def test_twice_the_same_bytes(lume: Path) -> None:
    for to in ("dxf", "silhouette"):
        assert export(lume, "--only", "tokens,hexes", to=to) == 0
        first = written(out(lume, f"{to}-only-hexes+tokens"))
        assert export(lume, "--only", "tokens,hexes", to=to) == 0
        assert written(out(lume, f"{to}-only-hexes+tokens")) == first


WRONG = {
    ("glowforge", "--paper", "a3"): (
        "paper a3 (297 x 420 mm) is larger than the 279 x 495 mm that glowforge takes",
        "--to svg, which knows no machine: this size is not confirmed",
    ),
    ("silhouette", "--paper", "a9"): ('there is no paper "a9"',),
    ("silhouette", "--inset", "50"): ('"50" is not a length from 5 to 40 mm',),
    ("silhouette", "--format", "png"): ("--to silhouette knows no --format png", "choose --format svg, dxf"),
    ("images", "--format", "dxf"): ("images knows no --format dxf", "choose --format png, jpeg, webp, pdf"),
    ("svg", "--marks", "4"): (
        "--marks is not an option of --to svg",
        "its options: --paper, --duplex, --gutter",
    ),
}


@pytest.mark.parametrize("given", list(WRONG))
def test_what_cannot_be_is_refused_and_nothing_written(
    given: tuple[str, ...], lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to, *options = given
    with suppress(SystemExit):  # of what is no number
        assert export(lume, *options, to=to) in (1, 2)
    said = " ".join(capsys.readouterr().err.split())
    assert all(text in said for text in WRONG[given]), said
    assert not list((lume / "output").rglob("*.svg"))


def test_a_piece_larger_than_the_machine_is_refused(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hexes = lume / "components" / "lume" / "hexes.yaml"
    hexes.write_text(hexes.read_text().replace("40 mm", "250 mm"))
    for to, room in (("silhouette", "176 x 263"), ("cricut", "171.45 x 234.95")):
        assert export(lume, to=to) in (1, 2)
        said = " ".join(capsys.readouterr().err.split())
        assert "hexes.yaml" in said
        assert f"hexes: a piece of 250 x 288.675 mm is larger than the {room} mm that {to} can cut" in said
        assert "leave it out with --only" in said


def test_without_ezdxf_it_says_what_to_install(
    lume: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    monkeypatch.setattr("prancha.export.cut_files.find_spec", lambda _: None)
    assert command_line.main(["export", "lume", "--to", "dxf", "--project", str(lume)]) == 1
    said = capsys.readouterr().err
    assert "DXF files need ezdxf, which is not installed" in said
    assert 'pip install "prancha[dxf]", or choose SVG: --to svg, or --format svg' in said
