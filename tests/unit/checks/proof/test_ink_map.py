"""Where there is too much ink: each kind of mark by the sum that its inks make, and Ghostscript beside it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageMath

from prancha.checks.proof.pdfx import prove_press
from prancha.checks.proof.pdfx.ink_map import measure_ink_maps
from prancha.cli import command_line
from tests.conftest import write_project
from tests.programs import use

FORM = b"/Over gs 0 0 0 1 k 20 0 20 20 re f"
CONTENT = b"""
1 1 0.5 0 k 0 80 20 20 re f
0.4 g 20 80 20 20 re f
q 1 0.8 0.6 0 k 40 80 20 20 re f /Over gs 0 0 0 1 k 45 85 10 10 re f Q
q 1 0.8 0.6 0 k 60 80 20 20 re f 0 0 0 1 k 65 85 10 10 re f Q
q 20 0 0 20 80 80 cm /Picture Do Q
q 0 60 20 20 re W n /Fade sh Q
1 0.5 0 0 k 20 60 20 20 re f q 1 0 0 1 0 60 cm /Form Do Q
q /Spot cs 1 scn 40 60 20 20 re f Q
q /Half gs 1 1 1 0 k 60 60 20 20 re f Q
0 0 0 0.5 K 8 w 84 70 m 96 70 l S
q /Pattern cs /Shaded scn 0 40 20 20 re f Q
q 1 1 0 0 k 20 40 20 20 re f /Over gs BT /F 30 Tf 0 0 0 1 k 22 42 Td (M) Tj ET Q
"""
EXPECTED = {
    (10, 90): 250, (30, 90): 60, (50, 90): 340, (42, 82): 240, (70, 90): 100, (62, 82): 240, (85, 90): 300,
    (95, 90): 40, (3, 70): 0, (30, 70): 250, (50, 70): 0, (70, 70): 150, (90, 70): 50,
    (17, 50): 300, (22, 58): 200, (60, 10): 0,
}  # fmt: skip
"""Percent of ink at places of the page, in points from its lower left corner."""


RESOURCES = b"""<<
/ExtGState << /Over << /op true /OP true /OPM 1 >> /Half << /ca 0.5 >> >>
/Shading << /Fade << /ShadingType 2 /ColorSpace /DeviceCMYK /Coords [5 0 15 0] /Extend [true true]
  /Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [1 1 1 0.5] >> >> >>
/Pattern << /Shaded << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceCMYK /Coords [5 0 15 0]
  /Extend [true true]
  /Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1 1 1 0] /C1 [1 1 1 0] >> >> >> >>
/ColorSpace << /Spot [/Separation /CutContour /DeviceCMYK
  << /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 1 0 0] >>] >>
/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >> >>
>>"""


def page(path: Path) -> Path:
    """A page of 100 x 100 points with all kinds of marks."""
    file = pikepdf.new()
    file.add_blank_page(page_size=(100, 100))
    picture = file.make_stream(bytes([255, 255, 255, 0, 0, 0, 0, 102]))
    picture.Type, picture.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
    picture.Width, picture.Height, picture.BitsPerComponent = 2, 1, 8
    picture.ColorSpace = pikepdf.Name.DeviceCMYK
    form = file.make_stream(FORM)
    form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, 100, 100]
    resources = file.make_indirect(pikepdf.Object.parse(RESOURCES))
    resources.XObject = pikepdf.Dictionary(Picture=picture, Form=form)
    form.Resources = resources
    file.pages[0].obj.Resources = resources
    file.pages[0].Contents = file.make_stream(CONTENT)
    file.save(path)
    return path


def test_inks_add_up_as_they_print(tmp_path: Path) -> None:
    (found,) = measure_ink_maps(page(tmp_path / "a.pdf"), 290, 72)
    shown = {at: found.shown.getpixel((at[0], 99 - at[1])) / 2.55 for at in EXPECTED}
    assert shown == pytest.approx(EXPECTED, abs=1.5)
    over = {at for at, total in EXPECTED.items() if total > 290}
    assert {at for at in EXPECTED if found.over.getpixel((at[0], 99 - at[1]))} == over
    # Black text that overprints adds to what lies below it.
    text = found.shown.crop((20, 40, 40, 60))
    assert text.getextrema()[1] / 2.55 == pytest.approx(300, abs=2)
    assert found.most == pytest.approx(350, abs=2)  # the end of the gradient


def test_ghostscript_counts_the_same(tmp_path: Path) -> None:
    path = page(tmp_path / "a.pdf")
    out = f"-sOutputFile={tmp_path}/p%d.tif"
    subprocess.run(
        [use("gs"), "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r72", out, str(path)], check=True
    )
    names = {"c": "Cyan", "m": "Magenta", "y": "Yellow", "k": "Black"}
    bands = {key: Image.open(tmp_path / f"p1({name}).tif").convert("I") for key, name in names.items()}
    total = ImageMath.lambda_eval(lambda a: 1020 - a["c"] - a["m"] - a["y"] - a["k"], **bands)
    (found,) = measure_ink_maps(path, 300, 72)
    for x, y in EXPECTED:
        assert total.getpixel((x, 99 - y)) == pytest.approx(found.shown.getpixel((x, 99 - y)), abs=6), (x, y)


DARK = b"1 0.6 0.4 0 k "
BLACK_TEXT = b" /Over gs BT /F 20 Tf 0 0 0 1 k 30 40 Td (MM) Tj ET"


@pytest.mark.parametrize(
    ("ground", "ink"),
    [
        (DARK + b"0 0 100 100 re f", "300 %"),
        (DARK + b"0 0 100 100 re f 1 1 0.5 0 k 30 40 20 20 re f", "350 %"),
        (DARK + b"0 0 100 100 re f 0 0 0 0 k 20 30 70 40 re f", ""),  # white between ground and text
        (DARK + b"0 0 100 100 re f 0.9 g 20 30 70 40 re f", ""),
        (DARK + b"0 0 m 100 0 l 0 30 l f 100 100 m 0 100 l 100 80 l f", ""),  # beside the text, around it
        (DARK + b"60 60 m 0 100 l 100 100 l 100 0 l f", ""),  # its box holds half of the text
    ],
)
def test_overprinted_black_is_told_by_the_ink_that_is_there(tmp_path: Path, ground: bytes, ink: str) -> None:
    """On 409b186a boxes told it: text on a white panel was warned of for the dark ground around that."""
    path = page(tmp_path / "a.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as file:
        file.pages[0].Contents = file.make_stream(ground + BLACK_TEXT)
        file.save(path)
    told = prove_press(path, 280, inks_alone=True)
    assert [one.found for one in told.faults if one.code == "ink-overprint"] == ([ink] if ink else [])
    assert not [one for one in prove_press(path, 360, inks_alone=True).faults if one.code == "ink-overprint"]


def test_a_map_has_the_pages_above_the_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = page(tmp_path / "a.pdf"), tmp_path / "map.pdf"
    given = ["proof", str(path), "--pdfx", "x4", "--ink-map", str(out)]
    command_line.main([*given, "--ink-limit", "400"])
    said = capsys.readouterr().err
    assert "no page has more than 400 % of ink (drawn at 100 dpi, 3" in said
    assert not out.exists()
    command_line.main([*given, "--ink-limit", "320"])
    assert f"{out}: 1 of 1 pages have more than 320 % of ink" in capsys.readouterr().err
    drawn = pypdfium2.PdfDocument(out)[0].render(scale=1).to_pil()
    height = drawn.height
    red, green, _ = drawn.getpixel((50, height - 90))
    assert red > 180
    assert green < 60
    assert min(drawn.getpixel((50, height - 20))) > 240
    before = out.read_bytes()
    command_line.main([*given, "--ink-limit", "320"])
    assert out.read_bytes() == before


def test_a_kit_in_inks_keeps_to_its_limit(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    out = tmp_path / "out"
    given = ["build", "lume", "--colour", "cmyk", "--ink-limit", "240", "--no-cover", "--out", str(out)]
    assert command_line.main([*given, "--project", str(project)]) == 0
    (kit,) = (out / "lume").glob("*.pdf")
    assert all(not one.over.getbbox() for one in measure_ink_maps(kit, 240, 60))
    assert any(one.over.getbbox() for one in measure_ink_maps(kit, 60, 60))


def test_a_map_goes_with_a_press_and_beside_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = page(tmp_path / "a.pdf")
    assert command_line.main(["proof", str(path), "--ink-map", "m.pdf"]) == 2
    assert "--ink-map goes with --pdfx" in capsys.readouterr().err
    assert command_line.main(["proof", str(path), "--pdfx", "--ink-map", str(path)]) == 2
    assert "names the file that is measured" in capsys.readouterr().err
    gone = tmp_path / "file" / "m.pdf"
    gone.parent.write_text("")
    given = ["proof", str(path), "--pdfx", "--ink-limit", "150", "--ink-map", str(gone)]
    assert command_line.main(given) == 2
    assert "not-written: cannot write" in capsys.readouterr().err
