"""The studio in a real browser while something is wrong: cards that are gone, mistakes, damaged games."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.browser import looking, running
from tests.conftest import CARDS, TEMPLATES
from tests.unit.studio.test_session import until

SHOWN = "svg.face[data-shown]"
ROWS = "id,copies,cost,name\nsun,8,1,Sun\nmoon,4,2,Moon\n"


def rows(project: Path, text: str = ROWS) -> Path:
    """The cards of lume in a CSV file beside their family."""
    components = project / "components" / "lume"
    (components / "cards.yaml").write_text(CARDS.partition("items:")[0] + "from: cards.csv\n")
    (components / "cards.csv").write_text(text)
    return components / "cards.csv"


def unexpected(told: Any) -> list[str]:
    """What the console said but of requests that are refused on purpose."""
    return [one for one in told.wrong if "422" not in one and "404" not in one]


@pytest.mark.slow
def test_a_renamed_card_is_followed_and_no_value_goes_into_another(lume: Path) -> None:
    file = rows(lume)
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        page.locator('[data-item="cards/moon"]').click()
        page.get_by_role("heading", name="Moon").wait_for()
        file.write_text(ROWS.replace("moon,", "luna,"))
        page.get_by_text("cards/luna · × 4").wait_for()
        assert "cards%2Fluna" in page.url
        page.get_by_label("cost", exact=True).fill("7")
        page.keyboard.press("Tab")
        until(lambda: file.read_text() == ROWS.replace("moon,4,2", "luna,4,7"))
        # Another name and another value at once: nobody knows which card it is.
        page.get_by_label("copies", exact=True).focus()
        file.write_text(ROWS.replace("moon,4,2", "selene,4,9"))
        page.get_by_text("There is no card of this id any more").wait_for()
        assert page.locator(".panel input").count() == 0
        assert page.locator(".faces svg").count() == 0
        for key in "fjkbl":
            page.keyboard.press(key)
        assert file.read_text() == ROWS.replace("moon,4,2", "selene,4,9")
        page.keyboard.press("Escape")
        page.locator('[data-item="cards/selene"]').wait_for()
        page.goto(page.url.partition("#")[0] + "#card/lume/pt-BR/cards%2Fnobody/front")
        page.get_by_text("There is no card of this id any more").wait_for()
        assert unexpected(told) == []


PDFS = "This picture is the PDF's."
OLDER = "This cannot be drawn as the files are now; the picture is older."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("{{ label(x.y }}", "unexpected '}', expected ')'"),
        ('<rect width="5" height="5">', "the SVG is broken"),
    ],
)
def test_a_mistake_stands_on_its_cards_with_file_and_line(lume: Path, wrong: str, said: str) -> None:
    template = lume / "templates" / "lume" / "hex.svg.j2"
    with running(lume) as (address, _), looking(address) as (page, told):
        page.locator(SHOWN).nth(3).wait_for()
        page.locator('[data-item="hexes/sea"]').click()
        page.get_by_text(PDFS).wait_for()
        template.write_text(TEMPLATES["hex"] + "\n" + wrong)
        page.get_by_text(OLDER).wait_for()
        assert page.get_by_text(PDFS).count() == 0
        banner = page.locator(".stale-why")
        assert said in banner.inner_text()
        assert "templates/lume/hex.svg.j2:" in banner.locator(".file").inner_text()
        page.locator(".faces svg.face.stale").wait_for()
        assert page.locator(".faces svg image").count() == 1  # the last that could be drawn
        assert said in page.locator(".panel .found").inner_text()
        page.keyboard.press("Escape")
        for item in ("hexes/land", "hexes/sea"):
            page.locator(f'.cell.wrong[data-item="{item}"] svg.stale').wait_for()
        assert page.locator(".cell svg.stale").count() == 2
        page.reload()
        page.locator('.cell.wrong[data-item="hexes/sea"] svg.stale').wait_for()
        template.write_text(TEMPLATES["hex"])
        page.locator("svg.stale").first.wait_for(state="detached")
        page.locator('[data-item="hexes/sea"]').click()
        page.get_by_text(PDFS).wait_for()
        assert unexpected(told) == []


@pytest.mark.slow
def test_nothing_is_called_the_pdf_s_while_the_catalogue_cannot_be_read(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    with running(lume) as (address, _), looking(address) as (page, told):
        page.locator('[data-item="cards/sun"]').click()
        page.get_by_text(PDFS).wait_for()
        file.write_text(CARDS.replace("copies: 8", "copies: ["))
        page.get_by_text(OLDER).wait_for()
        assert page.get_by_text(PDFS).count() == 0
        assert "components/lume/cards.yaml:" in page.locator(".stale-why .file").inner_text()
        page.keyboard.press("Escape")
        page.locator('.cell.wrong[data-item="cards/moon"]').wait_for()
        assert page.locator('.cell.wrong[data-item="hexes/sea"]').count() == 0
        assert page.locator(".cell svg.stale").count() == 5
        file.write_text(CARDS)
        page.locator("svg.stale").first.wait_for(state="detached")
        assert unexpected(told) == []


@pytest.mark.slow
def test_a_table_that_cannot_be_read_is_told_and_set_up_anew(lume: Path) -> None:
    with running(lume) as (address, _), looking(address) as (page, told):
        page.locator(SHOWN).first.wait_for()
        page.goto(f"{page.url.partition('#')[0]}#table/lume/pt-BR/fox")
        page.locator(".piece:not([hidden])").first.wait_for()
        for kept in ("{", "null", '{"now": null, "past": []}', '{"version": 2, "setup": {}}'):
            page.evaluate(
                "text => { for (const name of Object.keys(localStorage))"
                " if (name.endsWith(' fox')) localStorage.setItem(name, text); }", kept
            )  # fmt: skip
            page.reload()
            page.get_by_text("The table that was kept cannot be read any more").wait_for()
            page.locator(".piece:not([hidden])").first.wait_for()
        page.get_by_role("button", name="End turn").click()
        page.get_by_text("The table that was kept").wait_for(state="detached")
        # A file of another game, of none, or with a move that cannot be made, changes nothing.
        lines = page.locator(".log-lines li").count()
        text = page.evaluate("localStorage[Object.keys(localStorage).find((one) => one.endsWith(' fox'))]")
        for wrong, said in (
            ("{", "This file is no table of this game."),
            (text.replace('"game":"lume"', '"game":"other"'), "This file is no table of this game."),
            (text.replace('"do":"end"', '"do":"fly"'), "move 1 does not fit its set-up"),
        ):
            file = {"name": "table.json", "mimeType": "application/json", "buffer": wrong.encode()}
            page.locator('input[type="file"]').set_input_files(file)
            page.get_by_text(said).wait_for()
            assert page.locator(".log-lines li").count() == lines
        # A card that is gone from the catalogue stays in the game as a blank with its name.
        file = lume / "components" / "lume" / "cards.yaml"
        page.locator('.piece[data-piece^="cards/"]:not([hidden])').last.focus()
        page.keyboard.press("a")
        page.keyboard.press("h")
        page.locator('.held[data-piece^="cards/moon#"]').first.wait_for()
        file.write_text(CARDS.replace("id: moon", "id: star"))
        page.locator('.held[data-piece^="cards/moon#"] .gone', has_text="cards/moon").first.wait_for()
        file.write_text(CARDS)
        page.locator(f'.held[data-piece^="cards/moon#"] {SHOWN}').first.wait_for()
        # Faults of table.yaml are told at the table, too.
        (lume / "components" / "lume" / "table.yaml").write_text("lay: {deck: {items: [cards/none]}}\n")
        page.get_by_role("button", name="New seed").click()
        page.get_by_text("components/lume/table.yaml:").first.wait_for()
        assert unexpected(told) == []


@pytest.mark.slow
def test_a_game_that_does_not_read_opens_with_its_errors_and_comes_alive(lume: Path) -> None:
    file = lume / "components" / "lume" / "game.yaml"
    good = file.read_text()
    file.write_text(good.replace("title:", "title: ["))
    with running(lume) as (address, process), looking(address) as (page, told):
        page.get_by_text("This game cannot be read yet.").wait_for()
        assert "components/lume/game.yaml:" in page.locator(".found .file").first.inner_text()
        file.write_text(good.replace("title:", "titel:"))
        page.get_by_text('unknown key "titel"').first.wait_for()
        file.write_text(good)
        page.locator(f".cell {SHOWN}").nth(4).wait_for()
        assert page.locator("#bar .title").inner_text() == "Lume"
        assert page.locator("#notice").is_hidden()
        assert process.poll() is None
        assert unexpected(told) == []


@pytest.mark.slow
def test_an_empty_folder_opens_and_shows_the_game_that_comes(tmp_path: Path, lume: Path) -> None:
    project = tmp_path / "empty"
    project.mkdir()
    with running(project, "--read-only") as (address, _), looking(address) as (page, told):
        page.get_by_text("There is no game in this folder yet.").wait_for()
        assert "prancha new NAME" in page.locator("#main").inner_text()
        assert page.locator("nav").count() == 0
        shutil.copytree(lume, project, dirs_exist_ok=True)
        page.locator(f".cell {SHOWN}").nth(4).wait_for()
        assert unexpected(told) == []


def test_a_folder_that_is_not_there_is_told_and_nothing_is_opened(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "prancha", "studio", "--no-open", "--project", str(tmp_path / "none")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "none: error no-game: there is no such folder" in done.stderr


@pytest.mark.slow
def test_a_studio_that_was_started_anew_is_heard_again(lume: Path) -> None:
    file = lume / "components" / "lume" / "hexes.yaml"
    with running(lume) as (address, first):
        port = address.split(":")[2].partition("/")[0]
        with looking(address) as (page, _):
            page.locator(SHOWN).nth(4).wait_for()
            first.terminate()
            first.wait(10)
            page.get_by_text("Connection lost: prancha studio does not answer.").wait_for()
            with running(lume, "--port", port) as (again, _):
                # The browser opens the new address beside it; that is what lets the old tab in.
                page.context.new_page().goto(again)
                page.locator("#notice").wait_for(state="hidden")
                before = page.locator('[data-item="hexes/land"] svg').get_attribute("data-shown")
                file.write_text(file.read_text().replace("#7a5", "#a57"))
                page.locator(
                    f'[data-item="hexes/land"] svg[data-shown]:not([data-shown="{before}"])'
                ).wait_for()


@pytest.mark.slow
def test_escape_leaves_a_value_and_what_is_written_elsewhere_is_read_only(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    text = CARDS.replace("items:", "defaults: {mark: star}\nitems:")
    file.write_text(text)
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        page.locator('[data-item="cards/sun"]').click()
        cost = page.get_by_label("cost", exact=True)
        cost.fill("7")
        page.keyboard.press("Escape")
        page.wait_for_timeout(300)
        assert cost.input_value() == "1"
        assert page.get_by_label("mark", exact=True).count() == 0
        assert "components/lume/cards.yaml:8:" in page.locator(".editing .file").inner_text()
        assert file.read_text() == text
        assert unexpected(told) == []


@pytest.mark.slow
def test_cards_that_are_not_there_are_told_before_anything_is_built(lume: Path) -> None:
    with running(lume) as (address, _), looking(address) as (page, told):
        page.get_by_role("link", name="Print").click()
        box = page.get_by_placeholder("everything")
        box.fill("grid/foo")
        page.get_by_text('there is no family "grid"').wait_for()
        assert page.get_by_role("button", name="Make the PDF").is_disabled()
        box.fill("cards/sun")
        page.get_by_text("1 design, 8 pieces").wait_for()
        box.fill("hexes, cards/sun")
        page.get_by_text("3 designs, 16 pieces").wait_for()
        assert "--items hexes/1-2,cards/sun" in page.locator(".command").inner_text()
        assert page.get_by_role("button", name="Make the PDF").is_enabled()
        assert unexpected(told) == []
