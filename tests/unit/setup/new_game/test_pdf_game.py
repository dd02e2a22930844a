"""`prancha new --from FILE.pdf`: faces are found, told, cut out, listed, and print as they were."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.cli import command_line
from prancha.model.diagnostic import Failure
from prancha.setup.new_game import start
from prancha.setup.new_game.face_grids import find_grid
from prancha.setup.new_game.pdf_backs import FacePage, pair
from prancha.setup.new_game.pdf_game import PdfWishes, _draw_small, start_from_pdf
from prancha.setup.new_game.pdf_pages import PdfPages
from tests.unit.setup.new_game import pdfs


def taken(
    project: Path, *sources: Path, kind: str = "cards", name: str = "taken", **known: object
) -> list[str]:
    """Everything that is told of a game made of PDFs."""
    told: list[str] = []
    started = start_from_pdf(project, name, kind, (), sources, PdfWishes(**known), told.append)
    return [*told, *started.notes]


def test_what_is_found_is_told_and_written(tmp_path: Path) -> None:
    small = pdfs.cards(0, 4, 2, size=(30, 30), step=(40, 40))
    pages = (
        pdfs.words,
        pdfs.cards(0),
        pdfs.cards(alike=True),
        pdfs.cards(0, 3, skip=(2,)),
        pdfs.cards(0, 3, alike=True, skip=(0,)),
        small,
    )
    path = pdfs.write(tmp_path / "deck.pdf", *pages)
    told = taken(tmp_path / "p", path)
    assert told[:6] == [
        "found on page 2, page 3: 3 x 3 faces of 63 x 88 mm, by parts of one size",
        "found on page 4, page 5: 2 x 1 faces of 63 x 88 mm, by parts of one size",
        "left out: page 1, without a grid of faces",
        "left out: page 6, with faces of 30 x 30 mm (--size 30x30)",
        "found backs: long (every second page has one face alone)",
        "what is wrong is overruled by --size 63x88, --grid 3x3, --pages 2-9 or --backs long",
    ]
    assert "11 cards were cut out, 9 of them different" in told
    family = (tmp_path / "p/components/taken/cards.yaml").read_text()
    assert "size: 63 x 88 mm" in family
    line = "{id: page-2-1, copies: 2, art: cards/page-2-1.png, back_art: cards/page-2-1-back.png}"
    assert line in family
    assert "back_art: cards/page-2-1-back.png" in family.splitlines()[-1]
    # What was left out becomes a family of its own.
    taken(tmp_path / "p", path, kind="tokens", size=(30, 30))
    assert "size: 30 mm" in (tmp_path / "p/components/taken/tokens.yaml").read_text()
    kit = pipeline.build_game(Order(tmp_path / "p"), "taken")
    assert {row.copies for row in kit.rows} == {11, 4}


def test_what_lies_beside_the_grid_is_told(tmp_path: Path) -> None:
    turned = pdfs.cards(9, 1, 1, (10, 200), size=(88, 63))
    path = pdfs.write(tmp_path / "deck.pdf", pdfs.together(pdfs.cards(0, 6), turned), pdfs.cards(0, 6))
    told = [line for line in taken(tmp_path / "p", path, name="") if line.startswith("left out")]
    assert told == ["left out: what page 1 has beside its faces, as large as one (see --size and --grid)"]


def test_nothing_is_written_without_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = pdfs.write(tmp_path / "deck.pdf", pdfs.cards())
    assert command_line.main(["new", "--from", str(path), "--project", str(tmp_path / "p")]) == 0
    assert "note: nothing was written: give the game a NAME" in capsys.readouterr().out
    assert not (tmp_path / "p").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--grid", "3x3"], "not-with-from: lists take no --grid"),
        (["--from", "a.pdf", "--id", "Name"], "not-with-from: the faces of a PDF take no --id"),
        (["--from", "a.pdf", "--from", "b.csv"], "not-with-from: the faces of a PDF take no --from b.csv"),
    ],
)
def test_options_that_do_not_go_together(
    options: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.main(["new", "taken", "--project", str(tmp_path), *options]) == 1
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value"),
    [("--grid", "0x3"), ("--pages", "9-2"), ("--dpi", "9")],
)
def test_values_that_mean_nothing(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command_line.main(["new", "taken", "--from", "a.pdf", option, value])
    assert f'"{value}" is not a' in capsys.readouterr().err


def test_what_cannot_be_done_is_refused(tmp_path: Path) -> None:
    path = pdfs.write(tmp_path / "deck.pdf", pdfs.cards())

    def refused(source: Path = path, kind: str = "cards", **known: object) -> str:
        with pytest.raises(Failure) as failure:
            taken(tmp_path / "p", source, kind=kind, **known)
        return failure.value.diagnostics[0].message

    assert refused(kind="board") == "no board are made of a PDF"
    assert refused(kind="tokens") == "tokens are as wide as high, and these faces have 63 x 88 mm"
    assert refused(pages=frozenset({2})) == "there is no page 2: the file has 1"
    words = pdfs.write(tmp_path / "words.pdf", pdfs.words)
    assert refused(words).startswith("no grid of faces is found")
    assert not (tmp_path / "p").exists()
    taken(tmp_path / "p", path)
    assert refused() == "taken has a family cards already; nothing is overwritten"


def _faces(kits: Sequence[Path], backs: str) -> Iterator[list[Image.Image]]:
    """Every front and back of a kit, 300 dots per inch from the corners of their trims, as on its pages."""
    from prancha.setup.new_game.pdf_backs import is_blank
    from prancha.setup.new_game.pdf_game import _draw

    with ExitStack() as stack:
        pages = []
        for pdf in [stack.enter_context(PdfPages(kit)) for kit in kits]:
            for number in range(1, pdf.count + 1):
                marks = pdf.marks(number)
                grid = find_grid(marks, lambda: (Image.new("RGB", (9, 9)), 9), size=SIZE)
                if grid is not None and grid.why == "crop marks":
                    pages.append(FacePage(pdf, marks, grid))
        found = [both for both in pair(pages, backs) if not is_blank(_draw_small(both[0]), SIZE[0])]
        drawn = [[_draw(one, SIZE, 300) for one in both if one] for both in found]
        half = Image.Transpose.ROTATE_180
        for both in drawn:
            yield [one.picture.transpose(half) if one.turned else one.picture for one in both]


SIZE = (50.0, 50.0)


@pytest.mark.parametrize("backs", ["long", "short", "fold", "separate"])
def test_our_own_kits_are_put_together_as_they_were(backs: str, tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("name,copies\n" + "".join(f"Fox {k},{k % 3 + 1}\n" for k in range(9)))
    start(tmp_path, "first", "tiles", source=tmp_path / "deck.csv")
    family = tmp_path / "components/first/tiles.yaml"
    family.write_text(family.read_text().replace("template:", "back: back.svg.j2\ntemplate:"))
    text = '<path d="{{ shape(bleed) }}" fill="#345"/>{{ label(item.name, 9, 9, size=9, fill="#ffffff") }}'
    (tmp_path / "templates/first/back.svg.j2").write_text(text)
    pipeline.build_game(Order(tmp_path, duplex=backs), "first")
    kits = sorted((tmp_path / "output/first").glob("*.pdf"), reverse=True)  # fronts before backs
    told = taken(tmp_path, *kits, kind="tiles", backs=backs, size=SIZE)
    assert "18 cards were cut out, 9 of them different" in told
    assert told[-2].startswith("all faces are vectors with their fonts")
    pipeline.build_game(Order(tmp_path, duplex=backs), "taken")
    again = sorted((tmp_path / "output/taken").glob("*.pdf"), reverse=True)
    before, after = list(_faces(kits, backs)), list(_faces(again, backs))
    assert len(before) == len(after) == 18
    for first, second in zip(before, after, strict=True):
        for one, other in zip(first, second, strict=True):
            trim = (38, 38, one.width - 38, one.height - 38)
            difference = ImageChops.difference(one.crop(trim), other.crop(trim))
            assert max(high for _, high in difference.getextrema()) <= 32


def test_bleed_that_is_there_is_kept_and_edges_are_carried_on(tmp_path: Path) -> None:
    page = pdfs.together(
        pdfs.cards(0, 4, 2, (10, 14), (69, 94), bleed=3), pdfs.marks((10, 73, 79, 142), (14, 102, 108, 196))
    )
    taken(tmp_path, pdfs.write(tmp_path / "a.pdf", page))
    picture = Image.open(tmp_path / "templates/taken/art/cards/page-1-2.png").convert("RGB")
    assert picture.size == (744 + 2 * 37, 1039 + 2 * 37)
    assert picture.getpixel((3, 500)) == picture.getpixel((60, 500)) == picture.getpixel((815, 3))
    shutil.rmtree(tmp_path / "templates")
    shutil.rmtree(tmp_path / "components")
    taken(tmp_path, pdfs.write(tmp_path / "a.pdf", pdfs.cards(0, 4, 2)))
    picture = Image.open(tmp_path / "templates/taken/art/cards/page-1-2.png").convert("RGB")
    assert picture.getpixel((0, 0)) == picture.getpixel((60, 500)) == picture.getpixel((817, 1112))
