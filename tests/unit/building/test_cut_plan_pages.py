"""The cut plan as it is printed."""

from __future__ import annotations

import json
import math
import re
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from shapely.geometry import LineString

from prancha.book.cover_pages import cover_style
from prancha.book.setup_pictures import DrawnKit
from prancha.building import pipeline
from prancha.building.cut_plan_drawing import ABOVE, ASIDE, DISC, OFF, ROW, CutDrawing, number_cuts, spread
from prancha.building.cut_plan_pages import TALLEST, CutPlanPages, Job
from prancha.building.order import Order
from prancha.model.outline import rectangle
from prancha.model.sheet import Paper
from prancha.sheets import cut_plan
from prancha.sheets.poster_parts import OVERLAP
from tests.unit.faces.deck import BOOK, Deck
from tests.unit.sheets.making import impose, pieces

ROOT = Path(__file__).parents[3]


def _built(tmp_path: Path, game: str, **order: object) -> tuple[list[str], dict[str, object]]:
    """The text of each page, and the manifest."""
    kit = pipeline.build_game(Order(ROOT, out=tmp_path, plain_cover=True, **order), game)  # type: ignore[arg-type]
    document = pypdfium2.PdfDocument(kit.pdf)
    texts = [page.get_textpage().get_text_range() for page in document]
    return texts, json.loads(kit.manifest.read_text())


def test_every_straight_cut_is_on_the_pages_before_the_sheets(tmp_path: Path) -> None:
    texts, manifest = _built(tmp_path, "dual")
    (page,) = [text for text in texts if "Plano de corte" in text]

    placed = manifest["placed"]
    first = placed["sheets"][0]["page"]
    assert texts.index(page) < first - 1
    plans = [placed["plans"][sheet["plan"]] for sheet in placed["sheets"] if "plan" in sheet]
    assert len(plans) == 6
    told = [plan for k, plan in enumerate(plans) if plan not in plans[:k]]
    assert len(told) == 4
    wanted = [f"{cut[1]:.1f}".replace(".", ",") for plan in told for cut in plan[0]]
    assert sorted(re.findall(r"\d+,\d", page)) == sorted(wanted)
    for pages in (
        f"páginas {first}, {first + 2}",
        f"páginas {first + 4}, {first + 6}",
        f"página {first + 8}",
    ):
        assert pages in page
    assert page.count("Fichas DUAL") == 2  # in a title, and beside the scissors


def test_lengths_are_written_as_the_language_does(tmp_path: Path) -> None:
    texts, _ = _built(tmp_path, "dual", lang="en")
    (page,) = [text for text in texts if "Cut plan" in text]
    assert "28.5" in page


def test_parts_of_a_board_say_what_they_are_glued_over(tmp_path: Path) -> None:
    texts, _ = _built(tmp_path, "hexagonal", lang="en")
    (page,) = [text for text in texts if "Cut plan" in text]
    assert re.search(r"Board\s+·\s+A1", page)
    assert re.search(r"Board\s+·\s+B1", page)
    assert "Do not cut yet" in page
    page = " ".join(page.split())
    assert f"crosses aligned, {OVERLAP / 2:g} mm over A1" in page
    assert page.count("mm over") == 1
    assert any("glue over A1" in text for text in texts)


@pytest.mark.parametrize("duplex", ["long", pytest.param("fold", marks=pytest.mark.slow), "none"])
def test_page_numbers_count_the_plan(tmp_path: Path, duplex: str) -> None:
    texts, manifest = _built(tmp_path, "automato", duplex=duplex, lang="en")
    first = manifest["placed"]["sheets"][0]["page"]
    listed = re.search(r"cards\s+pages? (\d+)", next(text for text in texts if "Cut plan" in text))
    assert listed
    assert int(listed[1]) == first


def test_a_folded_sheet_says_so(tmp_path: Path) -> None:
    texts, _ = _built(tmp_path, "dual", duplex="fold", lang="en")
    plan = next(text for text in texts if "Cut plan" in text)
    assert "fold, glue and let them dry first" in " ".join(plan.split())


def _many(folder: Path, count: int) -> list[str]:
    """The pages of the plan of `count` sheets, each cut otherwise."""
    (folder / "templates/many").mkdir(parents=True)
    (folder / "components/many").mkdir(parents=True)
    (folder / "templates/many/plain.svg.j2").write_text("<rect width='9' height='9'/>")
    families = [f"f{k}" for k in range(count)]
    (folder / "components/many/game.yaml").write_text(
        "title: Many\nlanguages: [en]\ndesigners: [A]\nrulebook: R\nplayers: [2]\nrevision: '1'\n"
        f"families: [{', '.join(families)}]\npalette: {{ink: '#203040'}}\nfonts: {{body: Alegreya Sans}}\n"
    )
    for k, family in enumerate(families):
        (folder / f"components/many/{family}.yaml").write_text(
            f"title: Family {k}\nstock: card\nsheet: s{k}\nsize: {30 + k} x 50 mm\noutline: rectangle\n"
            "template: plain.svg.j2\nitems: [{id: one, copies: 20}]\n"
        )
    kit = pipeline.build_game(Order(folder, check=False, cache=False), "many")
    texts = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(kit.pdf)]
    plan = [text for text in texts if re.search(r"Family \d+\r?\npage", text)]
    assert all(sum(f"Family {k}\r\n" in text for text in plan) == 1 for k in range(count))
    return plan


def test_board_is_cut_with_a_knife_and_card_with_either(tmp_path: Path) -> None:
    """On 6dde9814 the plan said "scissors only" of pieces on board of 1.5 to 2 mm."""
    texts, _ = _built(tmp_path, "hexagonal", lang="en")
    (page,) = [" ".join(text.split()) for text in texts if "Cut plan" in text]
    assert "With scissors or a knife: Paper dice" in page
    assert "With a knife: Pieces, " in page
    front = " ".join(" ".join(texts[:2]).split())
    assert "outlines with scissors or a knife; in board, only with a knife." in front


def test_titles_of_all_families_of_a_sheet_are_printed(tmp_path: Path) -> None:
    """On 6dde9814 the plan's last title ended in "+1"."""
    texts, _ = _built(tmp_path, "automato")
    (page,) = [" ".join(text.split()) for text in texts if "Plano de corte" in text]
    assert "Carta-guia, Bússola, Adicionador" in page


def test_three_plans_share_a_row(tmp_path: Path) -> None:
    assert len(_many(tmp_path, 6)) == 1


def test_drawings_shrink_before_they_run_on(tmp_path: Path) -> None:
    assert len(_many(tmp_path, 4)) == 1


def test_many_sheets_run_on(tmp_path: Path) -> None:
    first, second = _many(tmp_path, 14)
    assert "page 1 of 2" in first
    assert "page 2 of 2" in second


def test_numbers_keep_apart_and_near_their_cuts() -> None:
    assert spread([10.0, 50.0], 0, 60, 4) == [10.0, 50.0]
    close = spread([10.0, 10.5, 11.0, 40.0], 0, 60, 4)
    assert close[3] == 40
    assert close[:3] == pytest.approx([6.5, 10.5, 14.5])
    assert spread([], 0, 60, 4) == []


def test_numbers_stay_beside_the_sheet_and_close_up_where_there_are_many() -> None:
    assert spread([0.0, 0.5, 59.0, 60.0], 0, 60, 4) == pytest.approx([0, 4, 56, 60])
    many = spread([float(k) for k in range(21)], 0, 50, 4)
    assert (many[0], many[-1]) == (0, 50)
    assert [b - a for a, b in pairwise(many)] == pytest.approx([2.5] * 20)


SIZES = [(63, 88), (30, 40), (20, 30), (44, 68), (26, 26), (25, 60)]


def _mixed(size: tuple[float, float]) -> Job:
    (sheet, *_) = impose(pieces(rectangle(*size), 30), pieces(rectangle(31, 31), 2, family="g"))
    return Job(sheet, cut_plan(sheet), ("f",), (3,))


def _plan(folder: Path, job: Job) -> CutPlanPages:
    deck = Deck(folder)
    deck.write("card.svg.j2", "")
    maker = deck.maker()
    game = maker._game
    style = cover_style(game, "en", BOOK, Paper("a4", 210.0, 297.0, margin=8.0))
    kit = DrawnKit(game, "en", {}, {}, dict)
    return CutPlanPages(kit, maker, style, jobs=[job], titles={"f": "F", "g": "G"})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tallest", TALLEST[::8])
def test_drawings_and_what_is_written_stay_within_their_block(
    size: tuple[float, float], tallest: float, tmp_path: Path
) -> None:
    job = _mixed(size)
    shown = _plan(tmp_path, job)._shown(job, 0, 2, tallest)
    room = shown.room
    assert shown.wide == pytest.approx(86) or shown.wide > 150
    assert room.left in (1, ASIDE)
    assert room.top in (1, ABOVE, ABOVE + ROW["x"])
    assert room.left + job.sheet.width * shown.scale + room.right <= shown.wide + 1e-9
    assert job.sheet.height * shown.scale <= tallest + 1e-9
    assert shown.height > room.top + job.sheet.height * shown.scale + room.bottom


@pytest.mark.parametrize("size", SIZES)
def test_badges_do_not_touch_and_leaders_do_not_cross(size: tuple[float, float], tmp_path: Path) -> None:
    """On 87d1d08 badges of neighbouring cuts touched, and leaders crossed near the corners."""
    job = _mixed(size)
    scale = _plan(tmp_path, job)._shown(job, 0, 2, 100).scale
    found = number_cuts(job.plan.cuts, scale, job.sheet.width, job.sheet.height)
    assert sorted(one.number for one in found) == list(range(1, len(job.plan.cuts) + 1))
    for k, one in enumerate(found):
        for other in found[:k]:
            assert math.dist(one.spot, other.spot) > 2 * DISC
            slanted = LineString([one.spot, one.edge]), LineString([other.spot, other.edge])
            assert not slanted[0].crosses(slanted[1])


def test_a_drawing_numbers_every_cut_once_outside_the_sheet() -> None:
    sheet = impose(pieces(rectangle(63, 88, 3), 8, gap=3.0), pieces(rectangle(30, 30), 3, family="g"))[0]
    plan = cut_plan(sheet)
    drawing = CutDrawing()
    drawing.add(sheet, plan, 0.3, 10, 20)
    assert sorted(number for number, _, _ in drawing.numbers) == list(range(1, len(plan.cuts) + 1))
    assert sorted(at for at, *_ in drawing.lengths) == sorted(cut.at for cut in plan.cuts)
    right, bottom = 10 + sheet.width * 0.3, 20 + sheet.height * 0.3
    assert all(not (10 - OFF / 2 < x < right and 20 - OFF / 2 < y < bottom) for _, x, y in drawing.numbers)
    assert drawing.cuts.count("M") == len(plan.cuts)


@pytest.mark.slow
def test_cover_and_plan_keep_what_a_printer_leaves_blank(tmp_path: Path) -> None:
    from prancha.checks.proof.proofing import proof
    from prancha.model.printing import Printer

    order = Order(ROOT, out=tmp_path, printer=Printer("wide", margin=14.0))
    kit = pipeline.build_game(order, "automato")
    assert proof(kit.pdf, kit.manifest).faults == ()
