"""calibrate, printer and build --printer, --ink, --cut-contour on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from prancha.cli.command_line import main

pytestmark = pytest.mark.usefixtures("config")

ROOT = Path(__file__).resolve().parents[3]


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_set_list_show_remove(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "printer", "list")[:2] == (0, "no printers yet; start with: prancha calibrate\n")
    code, out, _ = said(
        capsys,
        "printer",
        "set",
        "office",
        "--scale-x",
        "149.6",
        "--back-dx",
        "-0.4",
        "--margin",
        "5",
        "--paper",
        "a4",
    )
    assert code == 0
    assert "use it: prancha build --printer office" in out
    said(capsys, "printer", "set", "office", "--back-dy", "0.2")
    listed = said(capsys, "printer", "list")[1]
    assert listed.startswith(
        "office: scale-x 99.7333 %, scale-y 100 %, back-dx -0.4 mm, back-dy 0.2 mm, back-angle 0 deg"
    )
    assert "  margin       5 mm\n" in said(capsys, "printer", "show", "office")[1]
    assert said(capsys, "printer", "remove", "office")[1].startswith("removed office from ")
    code, _, err = said(capsys, "printer", "show", "office")
    assert code == 2
    assert 'there is no printer "office"' in err


def test_every_wrong_reading_is_told_and_nothing_kept(
    capsys: pytest.CaptureFixture[str], config: Path
) -> None:
    code, _, err = said(capsys, "printer", "set", "office", "--scale-x", "100 mm", "--back-dx", "20")
    assert code == 1
    assert '--scale-x: "100 mm" is a scale off by more than 5 %' in err
    assert '--back-dx: "20" is an offset over 10 mm' in err
    assert not config.exists()
    code, _, err = said(capsys, "printer", "set", "office")
    assert code == 1
    assert "nothing to set: give what you read off the sheet" in err


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_the_sheet(capsys: pytest.CaptureFixture[str], tmp_path: Path, paper: str) -> None:
    code, out, _ = said(capsys, "calibrate", "--project", ROOT, "--paper", paper, "--out", tmp_path)
    path = Path(out.strip())
    assert code == 0
    assert path == tmp_path / f"calibrate-{paper}.pdf"
    document = pypdfium2.PdfDocument(path)
    texts = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    assert len(texts) == 2
    assert "Imprima a 100 %" in texts[0]
    assert "Print at 100 %" in texts[0]
    assert "Against the light" in texts[1]
    assert all(name in texts[0] for name in ("scale-x", "scale-y", "margin"))
    assert all(name in texts[1] for name in ("back-dx", "back-dy", "back-angle"))


def test_the_sheet_of_a_printer_is_made_for_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said(capsys, "printer", "set", "office", "--scale-x", "149.6")
    out = said(capsys, "calibrate", "--project", ROOT, "--printer", "office", "--out", tmp_path)[1]
    assert out.strip().endswith("calibrate-a4-office.pdf")
    with pikepdf.open(out.strip()) as document:
        assert b"1.002674" in document.pages[0].Contents.read_bytes()


def test_paper_too_small(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheets = tmp_path / "components" / "_sheets"
    sheets.mkdir(parents=True)
    (sheets / "papers.yaml").write_text("papers: {a6: {size: 105 x 148 mm}}\n", encoding="utf-8")
    code, _, err = said(capsys, "calibrate", "--project", tmp_path, "--paper", "a6")
    assert code == 1
    assert "paper a6 is too small for the calibration sheet\n    use one of at least 200 x 265 mm" in err


@pytest.mark.slow
def test_a_kit_for_a_printer_in_little_ink(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said(
        capsys,
        "printer",
        "set",
        "office",
        "--scale-x",
        "149.6",
        "--back-dx",
        "0.4",
        "--margin",
        "6",
        "--paper",
        "a4",
    )
    code, out, _ = said(
        capsys,
        "build",
        "dual",
        "--project",
        ROOT,
        "--out",
        tmp_path,
        "--printer",
        "office",
        "--ink",
        "low",
        "--cut-contour",
        "--no-check",
        "--proof",
    )
    assert code == 0
    assert "faults                   0, 0 warnings" in out
    path = tmp_path / "dual" / "dual-a4-for-office-low-contour.pdf"
    manifest = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert (manifest["ink"], manifest["printer"]["name"]) == ("low", "office")
    assert manifest["placed"]["sheets"][0]["margin"] == 6
    document = pypdfium2.PdfDocument(path)
    text = document[2].get_textpage().get_text_bounded()
    document.close()
    assert "impressora office" in text
    assert "pouca tinta" in text
    with pikepdf.open(path) as pdf:
        page = pdf.pages[2]
        assert [*page.Resources.ColorSpace.CutContour][:2] == ["/Separation", "/CutContour"]
        assert page.Resources.ExtGState.CutContour.OP
        names = [str(layer.Name) for layer in pdf.Root.OCProperties.OCGs]
        assert "CutContour" in names
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        media, trim, bleed = (
            list(map(float, page.obj[f"/{name}Box"])) for name in ("Media", "Trim", "Bleed")
        )
        assert media[0] <= bleed[0] <= trim[0] < trim[2] <= bleed[2] <= media[2]


def test_wrong_printer_and_paper(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    build = ("build", "dual", "--project", ROOT, "--out", tmp_path, "--printer", "office")
    code, _, err = said(capsys, *build)
    assert code == 2
    assert 'there is no printer "office"' in err
    said(capsys, "printer", "set", "office", "--scale-x", "149.6", "--paper", "letter")
    code, _, err = said(capsys, *build)
    assert code == 2
    assert 'the printer "office" was calibrated with paper letter, not a4\n    use --paper letter' in err
