"""Families, colours, fonts and pictures are added in the page."""

from __future__ import annotations

from pathlib import Path

from tests.browser import looking, running, serious
from tests.conftest import CARDS
from tests.journey import drop
from tests.unit.setup.beginning.test_additions import png
from tests.unit.studio.test_layout_desk import write_foxes
from tests.unit.studio.test_session import until

ART = CARDS.replace("cost: 1", "cost: 1, art: none.png").replace("cost: 2", "cost: 2, art: none.png")


def test_a_picture_is_dropped_on_a_card_and_one_is_chosen(lume: Path, tmp_path: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    file.write_text(ART)
    (tmp_path / "owl.png").write_bytes(png("blue"))
    (tmp_path / "fox.png").write_bytes(png())
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        page.locator('[data-item="cards/sun"]').click()
        page.get_by_text("or drop it on the card").wait_for()
        drop(page, ".stage", tmp_path / "fox.png")
        for _ in range(600):
            if "fox.png" in file.read_text():
                break
            page.wait_for_timeout(50)
        assert page.locator(".editing .wrong").inner_text() == ""
        assert file.read_text() == ART.replace("art: none.png", "art: fox.png", 1)
        assert (lume / "templates" / "lume" / "art" / "fox.png").read_bytes() == png()
        page.get_by_role("status").get_by_text("fox.png: Saved").wait_for(state="attached")
        for _ in range(200):
            if page.get_by_label("art", exact=True).input_value() == "fox.png":
                break
            page.wait_for_timeout(50)
        page.locator("#picture-file").set_input_files(tmp_path / "owl.png")
        for _ in range(600):
            if "owl.png" in file.read_text():
                break
            page.wait_for_timeout(50)
        assert file.read_text() == ART.replace("art: none.png", "art: owl.png", 1)
        assert serious(page) == []
        assert told.wrong == []


def test_a_family_and_a_colour_are_added_and_a_font_that_is_none_is_told(lume: Path, tmp_path: Path) -> None:
    head = lume / "components" / "lume" / "game.yaml"
    first = head.read_bytes()
    (tmp_path / "x.ttf").write_bytes(b"no font")
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        page.get_by_role("link", name="Game", exact=True).click()
        page.get_by_label("Kind of component").select_option("board")
        page.get_by_role("button", name="Add this family").click()
        page.get_by_text("board: the family was added").wait_for()
        page.locator(".setup a[href*=board]").wait_for()
        assert "board" in head.read_text()
        before = head.read_text()
        page.get_by_label("Name of the colour").fill("sky")
        page.keyboard.press("Enter")
        page.locator(".palette code", has_text="#336699").wait_for()
        assert 'sky: "#336699"' in head.read_text()
        page.locator(".setup").get_by_role("button", name="Undo").click()
        page.locator(".palette code", has_text="#336699").wait_for(state="detached")
        assert head.read_text() == before
        page.locator(".setup").get_by_role("button", name="Undo").click()
        page.locator(".setup a[href*=board]").wait_for(state="detached")
        assert head.read_bytes() == first
        assert not head.with_name("board.yaml").exists()
        # A colour is changed twice in a row, and one that is refused keeps its name to be corrected.
        pick = "(one, colour) => { one.value = colour; one.dispatchEvent(new Event('change')); }"
        for colour in ("#223344", "#334455"):
            ink = page.locator('[data-colour="ink"]')
            ink.focus()
            ink.evaluate(pick, colour)
            page.locator(".palette code", has_text=colour).wait_for()
            assert page.evaluate("document.activeElement.dataset.colour") == "ink"
        page.get_by_label("Name of the colour").fill("sun")
        page.keyboard.press("Enter")
        page.get_by_text("there is a colour sun already").wait_for()
        assert page.get_by_label("Name of the colour").input_value() == "sun"
        page.locator("#font-file").set_input_files(tmp_path / "x.ttf")
        page.get_by_text("is not a readable font").wait_for()
        assert serious(page) == []
        assert [one for one in told.wrong if "422" not in one] == []


def test_a_family_gets_another_size_and_its_drawing_follows(tmp_path: Path) -> None:
    project = write_foxes(tmp_path)
    cards = project / "components" / "foxes" / "cards.yaml"
    drawing = project / "templates" / "foxes" / "card.svg"
    before = cards.read_bytes(), drawing.read_bytes()
    with running(project, "--edit") as (address, _), looking(address) as (page, told):
        page.get_by_role("link", name="Game", exact=True).click()
        page.get_by_text("Another size…").first.click()
        size = page.locator(".setup details input").first
        size.fill("huge")
        page.keyboard.press("Enter")
        page.get_by_text('"huge" is no size of a card').wait_for()
        assert (cards.read_bytes(), drawing.read_bytes()) == before
        size.fill("70 x 120 mm")
        page.keyboard.press("Enter")
        page.get_by_text("Cards: 70 x 120 mm").wait_for()
        assert 'viewBox="0 0 70 120"' in drawing.read_text()
        page.locator(".setup li", has_text="70 × 120 mm").wait_for()
        assert serious(page) == []
        page.get_by_role("button", name="Undo").click()
        until(lambda: (cards.read_bytes(), drawing.read_bytes()) == before)
        assert [one for one in told.wrong if "422" not in one] == []
