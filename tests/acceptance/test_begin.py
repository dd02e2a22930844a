"""Begin: from an empty folder to a gallery in a real browser, with `prancha studio` as the only command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from tests.browser import Told, chromium, looking, running, serious
from tests.unit.catalogue.spreadsheets import xlsx
from tests.unit.setup.new_game import pdfs

SHOWN = "svg.face[data-shown]"
LIST = """\
Name,Type,Cost,Rules,Qty,Motto
Fox,Beast,2,"Draw a card, then discard one. If it is red, keep both.",3,Sly
Goose,Beast,1,When this is played every other bird gains one feather.,4,Honk
Barn,Place,3,Holds up to four animals; they cannot be chased.,1,Straw
"""
DROP = """(text) => {
  const given = new DataTransfer();
  given.items.add(new File([text], "dropped.csv"));
  const drop = new DragEvent("drop", { dataTransfer: given, bubbles: true });
  document.querySelector(".drop").dispatchEvent(drop);
}"""
"""What a browser does when a file is dropped."""
Opened = tuple[Any, Told, Path]


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """The page of an empty folder."""
    chromium()
    project = tmp_path / "empty"
    project.mkdir()
    (tmp_path / "heroes.csv").write_text(LIST)
    with running(project) as (address, _), looking(address) as (page, told):
        page.get_by_text("Drop a list of your cards here").wait_for()
        yield page, told, project


def written(project: Path) -> set[str]:
    return {path.relative_to(project).as_posix() for path in project.rglob("*") if path.is_file()}


def test_a_list_becomes_a_game_whose_guesses_were_overruled(empty: Opened) -> None:
    page, told, project = empty
    page.locator("#begin-files").set_input_files(project.parent / "heroes.csv")
    page.locator("#begin-role-5").wait_for()
    assert page.locator("#begin-name").input_value() == "Heroes"
    row = page.locator(".columns tbody tr").nth(4)
    assert "its name says so; 8 cards of 3 designs" in row.inner_text()
    # Three cards as they were guessed, and in each of the layouts.
    page.locator("label.layout").nth(8).locator("img").nth(1).wait_for()
    assert serious(page) == []
    # By the keyboard alone: the menu has its label, and keeps the focus when the page was painted anew.
    page.get_by_label("Motto: Taken for").focus()
    page.keyboard.press("l")
    page.keyboard.type("left out")
    page.locator(".columns tr.out").wait_for()
    assert page.evaluate("document.activeElement.id") == "begin-role-5"
    page.locator("#begin-name").fill("Farm of Heroes")
    page.locator("#begin-layout-economy").check()
    page.get_by_label("Look:").select_option("slate")
    page.locator("label.layout").nth(2).locator("img").nth(2).wait_for()
    # A reload loses nothing.
    page.reload()
    page.locator(".columns tr.out").wait_for()
    assert page.locator("#begin-name").input_value() == "Farm of Heroes"
    assert page.locator("#begin-layout-economy").is_checked()
    assert written(project) == set()
    page.get_by_role("button", name="Make the project").click()
    page.locator(SHOWN).nth(2).wait_for()
    game = yaml.safe_load((project / "components/farm-of-heroes/game.yaml").read_text())
    assert (game["title"], game["fonts"]["title"]) == ("Farm of Heroes", "Josefin Sans")
    family = yaml.safe_load((project / "components/farm-of-heroes/cards.yaml").read_text())
    assert (family["template"], family["from"]["columns"]["Motto"]) == ("cards.svg", None)
    # Editing is on, and the page can begin another game.
    page.locator(".cell").first.click()
    shown = page.locator(f".faces {SHOWN}").get_attribute("data-shown")
    page.get_by_label("cost", exact=True).fill("7")
    page.keyboard.press("Tab")
    page.locator(f'.faces svg.face:not([data-shown="{shown}"])').wait_for()
    assert "Fox,Beast,7," in (project / "components/farm-of-heroes/cards.csv").read_text()
    page.get_by_role("link", name="New game").click()
    page.get_by_text("Drop a list of your cards here").wait_for()
    assert told.wrong == []


@pytest.mark.slow
def test_what_is_wrong_with_a_list_is_told_and_a_question_is_asked(empty: Opened) -> None:
    page, told, project = empty
    broken, unclear = project.parent / "broken.csv", project.parent / "deck.csv"
    broken.write_text("Name,Rules\n")
    page.locator("#begin-files").set_input_files(broken)
    page.get_by_text("there is no row below the names of the columns").wait_for()
    page.get_by_text("write one row per component").wait_for()
    page.get_by_role("button", name="Start over").click()
    rows = [f"Card {n},{n % 4 + 1},{'AB'[n // 4]}" for n in range(8)]
    unclear.write_text("\n".join(["Name,Nr,Type", *rows]) + "\n")
    page.locator("#begin-files").set_input_files(unclear)
    page.get_by_text('"Nr" may say how many there are of each card').wait_for()
    make = page.get_by_role("button", name="Make the project")
    assert make.is_disabled()
    page.get_by_label("Nr: Taken for").select_option("copies")
    page.get_by_text("8 designs, 20 pieces").wait_for()
    make.click()
    page.locator(SHOWN).first.wait_for()
    assert told.wrong == []


@pytest.mark.slow
def test_a_workbook_a_folder_a_pdf_and_an_example_begin_games(empty: Opened) -> None:
    page, told, project = empty
    book = project.parent / "book.xlsx"
    book.write_bytes(xlsx([["Name", "Cost"], ["Fox", 2], ["Owl", 3]], sheets=("Deck", "Old")))
    page.locator("#begin-files").set_input_files(book)
    page.get_by_label("Sheet of the file").wait_for()
    page.get_by_text("2 designs, 2 pieces").wait_for()
    page.get_by_label("Sheet of the file").select_option("Old")
    page.get_by_text('sheet: "Old" (asked for)').wait_for(state="attached")
    page.get_by_role("button", name="Start over").click()
    for name in ("fox", "owl", "back"):
        (project.parent / "deck").mkdir(exist_ok=True)
        Image.new("RGB", (744, 1038), f"#{len(name)}0{ord(name[0]):x}40").save(
            project.parent / f"deck/{name}.png"
        )
    page.locator("#begin-folder").set_input_files(project.parent / "deck")
    page.get_by_text("back.png behind 2 cards").wait_for()
    page.get_by_role("button", name="Start over").click()
    page.evaluate(DROP, LIST)
    page.get_by_text("3 designs, 8 pieces").wait_for()
    page.get_by_role("button", name="Start over").click()
    page.locator("#begin-files").set_input_files(pdfs.write(project.parent / "deck.pdf", pdfs.cards(0)))
    page.get_by_label("Faces on a page").wait_for()
    page.get_by_text("9 designs, 9 pieces").wait_for()
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("button", name="party").click()
    page.locator(".layout img").nth(2).wait_for()
    page.locator("#begin-name").fill("Words")
    page.get_by_role("button", name="Make the project").click()
    page.locator(SHOWN).first.wait_for()
    assert "components/words/game.yaml" in written(project)
    assert told.wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_dark_page_hides_nothing(tmp_path: Path, scheme: Any) -> None:
    chromium()
    (tmp_path / "heroes.csv").write_text(LIST)
    (tmp_path / "empty").mkdir()
    with (
        running(tmp_path / "empty") as (address, _),
        looking(address, (390, 800), color_scheme=scheme) as (page, told),
    ):
        page.get_by_text("Drop a list of your cards here").wait_for()
        assert serious(page) == []
        page.locator("#begin-files").set_input_files(tmp_path / "heroes.csv")
        page.locator("label.layout").nth(8).locator("img").nth(1).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.evaluate("document.querySelector('.page').scrollWidth") == 390
        assert serious(page) == []
        assert told.wrong == []
