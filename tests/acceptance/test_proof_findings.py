"""`proof` finds faults of every kind put into finished PDFs, and raises no false alarm."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pikepdf
import pytest
from injecting import KINDS, sealed
from sample_kit import Kits, build_kits, build_sample, write_sample
from scoring import caught

from prancha.checks.proof.proof_report import as_text
from prancha.checks.proof.proofing import proof
from prancha.cli.command_line import main
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Place
from prancha.model.face import Face
from prancha.model.outline import rectangle
from prancha.model.printing import Printer
from prancha.model.sheet import Paper, Piece, Placement, Sheet
from prancha.render import render

LIBRARY = Path(__file__).parents[2] / "templates" / "_library"


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Kits:
    return build_kits(tmp_path_factory.mktemp("silent"))


def all_caught(kits: Kits, tmp_path: Path, *names: str) -> None:
    for name in names:
        kind = KINDS[name]
        hit, found = caught(kind, *kits[kind.kit], tmp_path)
        assert hit, (name, kind.codes, found)


def test_anything_painted_over_a_piece(kits: Kits, tmp_path: Path) -> None:
    """A white patch, watermark, annotation, untagged second card, faded card and line on the art passed."""
    all_caught(
        kits, tmp_path,
        "a white patch over a card", "a watermark of words", "a stamp as an annotation",
        "an untagged second card over the first", "a card at 30 % opacity", "a line across the art",
    )  # fmt: skip


def test_a_nested_form_emptied_or_recoloured(kits: Kits, tmp_path: Path) -> None:
    """A nested form of a face emptied or recoloured changed 10,142 mm² with exit code 0."""
    all_caught(kits, tmp_path, "a nested form emptied", "a nested form recoloured")


def test_images_exchanged_whitened_resampled(kits: Kits, tmp_path: Path) -> None:
    """Images exchanged, whitened or resampled passed."""
    all_caught(kits, tmp_path, "two pictures exchanged", "a picture whitened", "a picture of half the pixels")


def test_a_ruler_that_measures_wrong(kits: Kits, tmp_path: Path) -> None:
    """A ruler at 98 %, moved, removed or with wrong ticks passed."""
    all_caught(
        kits, tmp_path,
        "a ruler at 98 %", "a ruler 5 mm off", "a ruler left out",
        "a ruler with wrong ticks, and the manifest told so",
    )  # fmt: skip


def test_a_label_removed_or_of_another_sheet(kits: Kits, tmp_path: Path) -> None:
    """A label removed or of another sheet passed."""
    all_caught(kits, tmp_path, "a label left out", "the label of another sheet, and the manifest told so")


def test_cover_and_cut_plan_blank_or_wrong(kits: Kits, tmp_path: Path) -> None:
    """A blank cut plan or cover, and wrong numbers in them, passed."""
    all_caught(
        kits, tmp_path,
        "a blank cover", "a blank cut plan", "a number of the cut plan wrong, and the manifest told so",
        "a cover with another count of copies",
    )  # fmt: skip


def test_cut_lines_of_hexagons_gone(kits: Kits, tmp_path: Path) -> None:
    """Hexagons without cut lines passed."""
    all_caught(kits, tmp_path, "all cut lines of hexagons left out", "one edge of a hexagon without its line")


def test_marks_too_thick_or_thin(kits: Kits, tmp_path: Path) -> None:
    """Marks 3 mm thick or 0.001 mm thin passed."""
    all_caught(kits, tmp_path, "marks 3 mm thick", "marks 0.001 mm thin")


def test_a_strip_of_a_board_on_no_sheet(kits: Kits, tmp_path: Path) -> None:
    """A poster's window 15 mm short, with a strip of the board on no sheet, passed."""
    all_caught(
        kits, tmp_path, "a board's page 15 mm short", "a board's page 15 mm short, and the manifest told so"
    )


def test_fonts_corrupt_or_of_another_and_their_texts(kits: Kits, tmp_path: Path) -> None:
    """A corrupt font program, another font's, and ToUnicode gone or wrong passed."""
    all_caught(
        kits, tmp_path,
        "a font program with a broken byte", "the font program of another font", "ToUnicode left out",
        "ToUnicode one letter on",
    )  # fmt: skip


def test_switches_of_the_document(kits: Kits, tmp_path: Path) -> None:
    """PrintPageRange, NumCopies, JavaScript, printing forbidden, another Lang and Title passed."""
    all_caught(
        kits, tmp_path,
        "PrintPageRange", "NumCopies", "JavaScript", "printing forbidden", "another language",
        "another title",
    )  # fmt: skip


def test_two_backs_swapped_in_pdf_and_manifest(kits: Kits, tmp_path: Path) -> None:
    """Two backs swapped in the PDF and in the manifest passed."""
    all_caught(kits, tmp_path, "two backs swapped in both")


def test_a_face_changed_in_pdf_and_manifest(kits: Kits, tmp_path: Path) -> None:
    """A face and its digest changed together passed, even of a build that had just written both."""
    from injecting import inject

    pdf, manifest = kits["long"]
    spoiled = inject(KINDS["a face recoloured, and the manifest told so"], pdf, manifest, tmp_path)
    written = hashlib.sha256(manifest.read_bytes()).hexdigest()
    assert "manifest-changed" in {fault.code for fault in proof(*spoiled, written).faults}


def test_text_that_does_not_end_where_it_was_measured(kits: Kits, tmp_path: Path) -> None:
    """Letters that pile up or leave the card for two shifts run together passed with 0 faults."""
    all_caught(
        kits, tmp_path, "two shifts of letters run together", "two numbers run together to none",
        "a word pushed by half its size",
    )  # fmt: skip


def test_boxes_of_pages_turned_for_a_printer(tmp_path: Path) -> None:
    """Trim boxes raised an alarm when a printer's back angle is 0.8 degrees."""
    printer = Printer("office", 0.994, 1.003, 0.7, -0.4, 0.8, 6.0, "a4")
    kit = build_sample(write_sample(tmp_path / "project"), tmp_path / "out", printer=printer)
    report = proof(kit.pdf, kit.manifest)
    assert report.faults == (), as_text(report)


def test_marks_of_two_nearly_equal_edges(tmp_path: Path) -> None:
    """`mark-off 0.250` was told where two pieces' edges are nearly equal: each mark belongs to its own."""
    outline = rectangle(60, 80)
    art = '<rect x="-3" y="-3" width="66" height="86"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 66 86">{art}</svg>'
    face = Face(svg, "d" * 32, outline, 3.0, "front", "f/i", "t", Place("f.yaml", 1, 1))
    book = FontBook((LIBRARY,))
    drawn = render([face], {}, book, [])
    spots = ((1, 60.0, 70.0), (2, 60.25, 156.0))
    placed = tuple(
        Placement(
            Piece("f/i", k, "f", outline, 3.0, 0.0, face.digest, None),
            face.digest,
            outline,
            x,
            y,
            0.0,
            (3, 3, 3, 3),
        )
        for k, x, y in spots
    )
    marks = tuple(
        mark
        for (_, x, y), up in zip(spots, (-1, 1), strict=True)
        for edge in (x - 30, x + 30)
        for mark in ((edge, y + up * 43.5, edge, y + up * 47.5),)
    ) + tuple(
        (x + way * 33.5, edge, x + way * 37.5, edge)
        for _, x, y in spots for way in (-1, 1) for edge in (y - 40, y + 40)
    )  # fmt: skip
    sheet = Sheet(
        Paper("a4", 210.0, 297.0, 8.0), 210.0, 297.0, "card", "g", ("f",), "front", 1, 1, placed, marks
    )
    (tmp_path / "k.pdf").write_bytes(
        write_pdf([PdfPage(210, 297, sheet=sheet)], drawn, book, About("K", lang="en"), "none")
    )
    rows = [["f/i", k, x, y, 0.0, 0, 3.0, 3.0, 3.0, 3.0, 0] for k, x, y in spots]
    listed = {
        "page": 1, "pair": 0, "side": "front", "paper": "a4", "width": 210.0, "height": 297.0, "margin": 8.0,
        "reach": 3.0, "tick": None, "style": "corner", "marks": [list(mark) for mark in marks], "lines": [],
        "pieces": rows, "stock": "card", "group": "g", "ruler": None, "along": None,
        "label": None, "pen": [0.15, "#000000"],
    }  # fmt: skip
    family = {
        "id": "f", "title": "F", "stock": "card", "outline": "rectangle", "size_mm": [60, 80], "radius_mm": 0,
        "double_sided": False, "designs": 1, "copies": 2, "items": [{"id": "i", "copies": 2, "pages": [1]}],
    }  # fmt: skip
    check = f"{drawn.arts[face.digest].check:08x}"
    tree = {
        "duplex": "none", "pages": 1, "families": [family], "language": "en", "paper": "a4", "ink": "full",
        "game": {"title": "K", "designers": [], "licence": "", "revision": "1", "players": []}, "copies": 2,
        "supplied": [],
        "placed": {
            "outlines": [["rectangle", 60.0, 80.0, 0.0, []]], "faces": [check], "sheets": [listed],
            "advances": [None], "fronts": {"f/i": 0}, "backs": {}, "resources": {}, "layers": ["Cut"],
            "plans": [], "plain": [],
        },
    }  # fmt: skip
    tree = {**sealed(tree), "files": {}}
    (tmp_path / "k.json").write_text(json.dumps(tree))
    report = proof(tmp_path / "k.pdf")
    found = {fault.code for fault in report.faults if fault.severity == "error"}
    assert found <= {"document-name", "layer-hidden"}, as_text(report)  # of a file that is no whole kit


@pytest.mark.parametrize("way", ["a password", "junk before its header", "another kit", "no kit"])
def test_a_file_that_is_not_this_kit_is_told_in_one_line(
    kits: Kits, tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    """A password or junk ended in "prancha itself failed", PDFs of others in lists of a hundred lines."""
    pdf, manifest = kits["long"]
    path = tmp_path / "odd.pdf"
    with pikepdf.open(pdf) as document:
        if way == "a password":
            document.save(path, encryption=pikepdf.Encryption(owner="o", user="u"))
        elif way == "another kit":
            for page in document.pages:
                page.Contents.write(page.Contents.read_bytes().replace(b"/Item (", b"/Item (other"))
            document.save(path)
        elif way == "no kit":
            with pikepdf.new() as empty:
                empty.add_blank_page()
                empty.save(path)
        else:
            path.write_bytes(b"junk\n" * 400 + pdf.read_bytes())
    assert main(["proof", str(path), "--manifest", str(manifest)]) == 1
    captured = capsys.readouterr()
    told = captured.out + captured.err
    assert "itself failed" not in told
    assert sum(": error " in line for line in told.splitlines()) == 1, told


def test_coarse_art_that_a_game_accepts(tmp_path: Path) -> None:
    """`proof` could not be told to accept art of 127 pixels per inch."""
    project = write_sample(tmp_path / "project")
    from PIL import Image

    for name in ("sky", "sea"):
        picture = project / "templates" / "mostra" / f"{name}.png"
        Image.open(picture).resize((100, 100)).save(picture)
    rules = "checks: {picture-resolution: {severity: warning}}\n"
    (project / "components" / "mostra" / "rules.yaml").write_text(rules, encoding="utf-8")
    shutil.rmtree(tmp_path / "out", ignore_errors=True)
    kit = build_sample(project, tmp_path / "out")
    report = proof(kit.pdf, kit.manifest)
    assert {fault.code for fault in report.faults} == {"image-soft"}
    assert report.clean
