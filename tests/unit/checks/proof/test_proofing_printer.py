"""A kit made for a printer: clean as it is, and faults are caught as in any other."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest
from conftest_proof import Built, build, only

from prancha.checks.proof.proofing import proof, read_sent
from prancha.model.printing import Printer

OFFICE = Printer("office", 0.994, 1.003, 0.7, -0.4, 0.3, 6.0, "a4")
K = 72 / 25.4


@pytest.fixture(scope="module")
def made(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(project, tmp_path_factory.mktemp("made"), printer=OFFICE)  # type: ignore[arg-type]


def spoiled(kit: Built, tmp_path: Path, page: int, head: bytes) -> Path:
    path = tmp_path / "spoiled.pdf"
    with pikepdf.open(kit.pdf) as document:
        document.pages[page - 1].contents_add(pikepdf.Stream(document, head), prepend=True)
        document.save(path)
    return path


def test_clean(made: Built) -> None:
    report = proof(made.pdf)
    assert report.faults == ()
    assert report.vector_deviation < 0.001
    assert report.back_deviation < 0.001
    assert report.readings > 20


@pytest.mark.parametrize("duplex", ["short", "fold"])
def test_clean_however_backs_are_printed(project: Path, tmp_path: Path, duplex: str) -> None:
    kit = build(project, tmp_path, printer=OFFICE, duplex=duplex)  # type: ignore[arg-type]
    assert proof(kit.pdf).faults == ()


@pytest.mark.slow
def test_both_files_of_separate_sides(project: Path, tmp_path: Path) -> None:
    kit = build(project, tmp_path, printer=OFFICE, duplex="separate")  # type: ignore[arg-type]
    assert proof(kit.pdf).faults == ()
    backs = kit.pdf.with_name(kit.pdf.name.replace("-fronts", "-backs"))
    assert proof(backs).faults == ()


def test_all_sheets_are_upright(made: Built) -> None:
    with pikepdf.open(made.pdf) as document:
        sizes = {tuple(round(float(v) / K, 2) for v in page.mediabox[2:]) for page in document.pages}
    assert sizes == {(210.0, 297.0)}


def test_scale(made: Built, tmp_path: Path) -> None:
    page = made.page("cards/c1")
    report = proof(spoiled(made, tmp_path, page, b"0.998 0 0 0.998 0 0 cm"), made.manifest)
    assert "99.80%" in only(report, "piece-size", page, "cards/c1 copy 1").message


def test_back_off(made: Built, tmp_path: Path) -> None:
    page = made.page("cards/c1", "back")
    report = proof(spoiled(made, tmp_path, page, f"1 0 0 1 {0.15 * K:.5f} 0 cm".encode()), made.manifest)
    assert "misses its front by +0.149 mm across" in only(report, "back-off", page, "cards/c1 copy 1").message


@pytest.fixture(scope="module")
def bare(project: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, Built]:
    """Without cover, which may take other pages for a printer: for none, and for one."""
    folder = tmp_path_factory.mktemp("bare")
    usual = build(project, folder / "usual", cover=False)  # type: ignore[arg-type]
    return usual, build(project, folder / "made", cover=False, printer=OFFICE)  # type: ignore[arg-type]


def test_a_file_that_is_not_made_for_the_printer(bare: tuple[Built, Built]) -> None:
    kit, made = bare
    only(proof(kit.pdf, made.manifest), "piece-size", made.page("cards/c1"), "cards/c1 copy 1")


def test_a_file_that_should_not_be(bare: tuple[Built, Built]) -> None:
    kit, made = bare
    only(proof(made.pdf, kit.manifest), "piece-size", kit.page("cards/c1"), "cards/c1 copy 1")


def test_wrong_paper(made: Built, tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    with pikepdf.open(made.pdf) as document:
        document.pages[0].obj.MediaBox = pikepdf.Array([0, 0, 612, 792])
        document.save(path)
    assert "215.9" in only(proof(path, made.manifest), "page-size", 1).found


def test_a_page_of_nothing_cannot_be_undone(made: Built, tmp_path: Path) -> None:
    tree = json.loads(made.manifest.read_text(encoding="utf-8"))
    tree["placed"]["sent"]["matrices"][0] = [0, 0, 0, 0, 1, 1]
    (tmp_path / "flat.json").write_text(json.dumps(tree), encoding="utf-8")
    assert read_sent(made.manifest, False)
    assert read_sent(tmp_path / "flat.json", False) == ()


@pytest.mark.slow
def test_cut_contours_do_not_disturb_it(project: Path, tmp_path: Path) -> None:
    kit = build(project, tmp_path, cut_contour=True)  # type: ignore[arg-type]
    assert proof(kit.pdf).faults == ()
    front, back = kit.page("cards/c1"), kit.page("cards/c1", "back")
    with pikepdf.open(kit.pdf) as document:
        cut = {number: b"/OC /CutContour" in document.pages[number - 1].Contents.read_bytes()
               for number in (front, back)}  # fmt: skip
    assert cut == {front: True, back: False}


@pytest.mark.slow
def test_boxes_are_measured_on_pages_made_for_a_printer(project: Path, tmp_path: Path) -> None:
    kit = build(project, tmp_path, printer=OFFICE)  # type: ignore[arg-type]
    page = kit.page("cards/c1", "back")
    with pikepdf.open(kit.pdf) as document:
        box = document.pages[page - 1].obj.TrimBox
        box[2] = float(box[2]) - 0.15 * 72 / 25.4
        document.save(tmp_path / "spoiled.pdf")
    report = proof(tmp_path / "spoiled.pdf", kit.manifest)
    assert {fault.code for fault in report.faults} == {"trim-box"}
    only(report, "trim-box", page)


def test_marks_beyond_what_the_printer_reaches(project: Path, tmp_path: Path) -> None:
    kit = build(project, tmp_path)
    listed = kit.manifest.read_text().replace('"reach":3.0', '"reach":6.0')
    (tmp_path / "other.json").write_text(listed)
    report = proof(kit.pdf, tmp_path / "other.json")
    assert only(report, "off-margin", kit.page("cards/c1")).expected == "at least 6 mm"
    only(report, "ink-in-margin", kit.page("cards/c1"))


def test_labels_keep_to_what_the_printer_reaches(project: Path, tmp_path: Path) -> None:
    from prancha.checks.proof.pdf_reader import read_file

    kit = build(project, tmp_path, printer=Printer("narrow", margin=6.5))  # type: ignore[arg-type]
    page = read_file(kit.pdf, read_sent(kit.manifest, False)).pages[kit.page("cards/c1") - 1]
    labels = [thing.box for thing in page.beside]
    assert labels
    assert all(min(box[1], page.height - box[3]) > 6.49 for box in labels)
    assert proof(kit.pdf).faults == ()
