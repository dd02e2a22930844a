"""Rulers, labels, crosses, bleed, cuts and metadata of sheets; what finds no room is reported."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pytest

from tests.acceptance.card_deck import ROOT, Done, deck, prancha

PAPERS = """\
margin: 5 mm
papers:
  {name}: {{size: {width} x {height} mm}}
"""
CARDS = "back: card.svg.j2\nitems:\n  - {{id: a, name: {{en: A}}, copies: {copies}}}\n"
ROLLS = """\
title: Rolls
stock: card
size: {size} mm
outline: rectangle
template: card.svg.j2
sheet: t
items:
  - {{id: r, name: {{en: R}}, copies: {copies}}}
"""
GROUND = (
    '<path d="{{ shape(bleed) }}" fill="#335577"/>{{ label(item.name, width / 2, height / 2, size=12) }}\n'
)
BLEEDS = {"markers": 1.0, "first-player": 1.0, "pawns": 2.0, "tokens": 1.5, "pieces": 1.5}
"""What families declare, or more; others the usual 3 mm."""
Box = tuple[float, float, float, float]


class Built(NamedTuple):
    """A kit as it was written, and what was said of it."""

    done: Done
    pdf: bytes
    manifest: dict[str, Any]

    @property
    def sheets(self) -> list[dict[str, Any]]:
        """The sheets that the manifest lists."""
        found: list[dict[str, Any]] = self.manifest["placed"]["sheets"]
        return found

    def words(self, page: int) -> str:
        """What is printed on a page, numbered from 1."""
        document = pypdfium2.PdfDocument(io.BytesIO(self.pdf))
        try:
            return " ".join(document[page - 1].get_textpage().get_text_range().split())
        finally:
            document.close()


def built(project: Path, out: Path, *arguments: str) -> Built:
    """Build a kit, which must succeed."""
    done = prancha(project, "build", *arguments, "--out", str(out))
    assert done.code == 0, done.err
    (pdf,) = (one for one in out.rglob("*.pdf") if "rulebook" not in one.name)
    (manifest,) = out.rglob("*.json")
    return Built(done, pdf.read_bytes(), json.loads(manifest.read_bytes()))


def cards(project: Path, copies: int, size: str = "63 x 88") -> Path:
    """A deck of cards with backs."""
    made = deck(project, CARDS.format(copies=copies), template=GROUND)
    family = made / "components" / "deck" / "cards.yaml"
    family.write_text(family.read_text().replace("63 x 88", size))
    return made


def with_rolls(project: Path, size: str, copies: int) -> Path:
    """The same with a second family on the same sheets."""
    folder = project / "components" / "deck"
    (folder / "rolls.yaml").write_text(ROLLS.format(size=size, copies=copies))
    (folder / "cards.yaml").write_text((folder / "cards.yaml").read_text() + "sheet: t\n")
    game = folder / "game.yaml"
    game.write_text(game.read_text().replace("[cards]", "[cards, rolls]"))
    return project


def papers(project: Path, name: str, width: float, height: float) -> None:
    folder = project / "components" / "_sheets"
    folder.mkdir()
    (folder / "papers.yaml").write_text(PAPERS.format(name=name, width=width, height=height))


def assert_furnished(kit: Built) -> None:
    """Every sheet has its ruler, its label and, where it has two sides, its cross."""
    for sheet in kit.sheets:
        said = kit.words(sheet["page"])
        assert re.search(r"\b(50|60|70|80|90|100) mm\b", said)  # the longest there is room for
        assert "sheet 1/1" in said or "folha 1/1" in said
        assert sheet["tick"] is not None or not sheet["pair"]


@pytest.fixture
def printer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A printer that leaves 5 mm blank."""
    monkeypatch.setenv("PRANCHA_CONFIG", str(tmp_path / "config"))
    assert prancha(tmp_path, "printer", "set", "p1", "--margin", "5").code == 0
    return "p1"


def test_a_printer_with_a_margin_of_5_mm_gets_ruler_label_and_cross(tmp_path: Path, printer: str) -> None:
    """`build automato --paper letter --printer p1`, margin 5 mm: no ruler, label or cross on its sheets."""
    assert_furnished(
        built(cards(tmp_path / "p", 9), tmp_path / "out", "--paper", "letter", "--printer", printer)
    )


def test_27_mm_free_at_both_sides_hold_ruler_label_and_cross(tmp_path: Path) -> None:
    """A paper of 233.7 x 310.3 mm with 27 mm free at both sides had no ruler, label or cross."""
    project = cards(tmp_path / "p", 9, "60 x 100")
    papers(project, "wide", 233.7, 310.3)
    assert_furnished(built(project, tmp_path / "out", "--paper", "wide"))


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Nine cards that leave nothing of their paper."""
    tmp_path = tmp_path_factory.mktemp("full")
    project = cards(tmp_path / "p", 9)
    papers(project, "tight", 199.2, 274.2)
    return built(project, tmp_path / "out", "--paper", "tight")


def test_the_build_says_what_found_no_room(full: Built) -> None:
    """437 sheets of 93 builds lacked ruler, label or cross, and the build did not say so."""
    assert (
        "no room beside the pieces for the ruler, the label and the registration cross on pages 3-4"
        in full.done.err
    )


def test_the_manifest_lists_what_found_no_room(full: Built) -> None:
    """The manifest did not tell a sheet without ruler, label and cross from one that has them."""
    assert [sheet["lacks"] for sheet in full.sheets] == [["ruler", "label", "tick"]] * 2


def test_the_cover_says_what_found_no_room(full: Built) -> None:
    """README says "on every sheet", and the cover of a kit without them said nothing else."""
    said = "No room beside the pieces for the ruler, the label, the registration cross (pages 3–4)."
    assert said in f"{full.words(1)} {full.words(2)}"


def boxes(sheet: dict[str, Any], outlines: list[list[Any]]) -> list[Box]:
    found = []
    for piece in (*sheet["pieces"], *sheet.get("backs", ())):
        _, _, x, y, turn, outline, *_ = piece
        _, width, height, *_ = outlines[outline]
        if turn % 180:
            width, height = height, width
        found.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
    return found


def bare_edges(kit: Built) -> list[tuple[int, str, str]]:
    """Edges of boxes without all of their bleed, with nothing beside them; page, item and side."""
    found = []
    placed = kit.manifest["placed"]
    for sheet in kit.sheets:
        around = boxes(sheet, placed["outlines"])
        fold = sheet.get("fold")
        for piece, box in zip((*sheet["pieces"], *sheet.get("backs", ())), around, strict=True):
            if placed["outlines"][piece[5]][0] not in ("rectangle", "rounded") or sheet.get("window"):
                continue
            bleed = BLEEDS.get(piece[0].split("/")[0], 3.0)
            others = [other for other in around if other is not box]
            for side, name in enumerate(("left", "top", "right", "bottom")):
                if _free(box, side, others, sheet, fold, bleed) and piece[6 + side] < bleed - 0.01:
                    found.append((sheet["page"], piece[0], name))
    return found


def _free(
    box: Box, side: int, others: list[Box], sheet: dict[str, Any], fold: list[float] | None, bleed: float
) -> bool:
    """Whether there is room for this bleed and that of another piece beyond a side."""
    strip = [box[0] - bleed, box[1] - bleed, box[2] + bleed, box[3] + bleed]
    reach = bleed + 3.0
    if side < 2:
        strip[side + 2], strip[side] = box[side], box[side] - reach
    else:
        strip[side - 2], strip[side] = box[side], box[side] + reach
    left, top, right, bottom = strip
    edge = 4.5 - 3.0
    if min(left, top) < edge or right > sheet["width"] - edge or bottom > sheet["height"] - edge:
        return False
    taken = [*others, *([tuple(fold)] if fold else [])]
    return not any(o[0] < right and o[2] > left and o[1] < bottom and o[3] > top for o in taken)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("ceramus", ("--paper", "a3")),
        ("hexagonal", ("--paper", "a4", "--duplex", "fold")),
        ("dual", ("--paper", "letter", "--duplex", "fold")),
    ],
)
def test_free_edges_of_part_filled_sheets_have_bleed(
    game: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    """234 edges had 0 mm of bleed where 3 are declared and nothing stands beside."""
    kit = built(ROOT, tmp_path, game, *options, "--no-check", "--no-cover")
    assert bare_edges(kit) == []


def test_groups_that_share_a_sheet_lose_no_bleed_to_marks(tmp_path: Path) -> None:
    """Groups of pieces 8 mm apart lost 1 mm of bleed to the marks between them."""
    project = with_rolls(cards(tmp_path / "p", 4), "40 x 70", 4)
    kit = built(project, tmp_path / "out", "--no-cover")
    assert {len(sheet["pieces"]) for sheet in kit.sheets if sheet["side"] == "front"} == {8}
    assert bare_edges(kit) == []


def test_bleed_that_the_paper_leaves_less_is_told(full: Built) -> None:
    """Outer bleed shrank to what the margin leaves, 0.35 to 1 mm on 1,390 edges, told nowhere."""
    said = "paper or neighbours leave less bleed than declared: Cards 0.6 of 3 mm on page 3"
    assert said in full.done.err
    assert full.sheets[0]["short"] == [["cards", 0.6, 3.0]]


def test_nearly_equal_cuts_are_one_or_well_apart(tmp_path: Path) -> None:
    """A row of cards lay a fraction of a millimetre off the next: two cuts that look like one."""
    project = with_rolls(cards(tmp_path / "p", 12), "63.5 x 88.9", 10)
    kit = built(project, tmp_path / "out", "--no-cover", "--paper", "letter")
    for cuts, *_ in kit.manifest["placed"]["plans"]:
        for axis in "xy":
            places = sorted({at for way, at, *_ in cuts if way == axis})
            assert all(after - at >= 0.99 for at, after in pairwise(places)), places


@pytest.fixture(scope="module")
def file(full: Built) -> pikepdf.Pdf:
    """The PDF of the deck, opened."""
    return pikepdf.open(io.BytesIO(full.pdf))


def test_the_file_has_xmp(file: pikepdf.Pdf) -> None:
    """There was no XMP packet, from which archives and search programs read what a file is."""
    found = dict(file.open_metadata())
    assert found["{http://purl.org/dc/elements/1.1/}title"] == "Deck"
    assert set(found["{http://purl.org/dc/elements/1.1/}language"]) == {"en"}


def test_the_file_has_subject_and_keywords(file: pikepdf.Pdf) -> None:
    """There was no Subject ("unspecified", as ReportLab puts it) and no Keywords."""
    assert str(file.docinfo.Title) == "Deck"
    assert str(file.docinfo.get("/Subject", "")) != "unspecified"
    assert "Cards" in str(file.docinfo.Keywords)
    assert str(file.Root.Lang) == "en"
