"""The Layout view as it is used: a browser drags objects of a drawing, and the file has the new numbers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Told, looking, running, serious
from tests.unit.studio.test_layout_desk import DRAWING, write_foxes
from tests.unit.studio.test_session import until

Opened = tuple[Any, Told, Path]
RULES = '.objects button:has-text("text:rules")'


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """The Layout view of the foxes, with their drawing."""
    project = write_foxes(tmp_path)
    with running(project, "--edit") as (address, _), looking(address) as (page, told):
        page.locator("svg.face[data-shown]").first.wait_for()
        page.get_by_role("link", name="Layout").click()
        page.locator(".faces svg.face[data-shown]").wait_for()
        page.locator(".handles .object").nth(2).wait_for(state="attached")
        yield page, told, project / "templates" / "foxes" / "card.svg"


def drag(page: Any, selector: str, right: float, down: float, *keys: str) -> None:
    """Drag the middle of what `selector` finds by so many pixels, while `keys` are held."""
    settled(page)
    box = page.locator(selector).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for key in keys:
        page.keyboard.down(key)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)
    page.mouse.up()
    for key in keys:
        page.keyboard.up(key)
    settled(page)


def settled(page: Any) -> None:
    """Wait until what was changed is written and read again."""
    page.locator('.layout-view[aria-busy="false"]').wait_for()


def value(page: Any, field: str) -> float:
    return float(page.locator(f'[data-field="{field}"]').input_value())


def test_an_object_is_dragged_enlarged_and_put_back(opened: Opened) -> None:
    page, told, file = opened
    shown = page.locator(".faces svg.face").get_attribute("data-shown")
    page.locator(RULES).click()
    page.locator(".ghosts svg.face[data-shown]").nth(3).wait_for()
    drag(page, ".handles .chosen", -13, -101, "Shift")
    until(lambda: "translate(" in file.read_text())
    moved = file.read_text()
    assert re.sub(r' transform="translate\(\S+ \S+\)"', "", moved) == DRAWING
    page.locator(f'.faces svg.face:not([data-shown="{shown}"])').wait_for()
    until(lambda: value(page, "y") < 50)
    drag(page, '.grip[data-grip="1 1"]', -40, 10, "Shift")
    until(lambda: 'width="47"' not in file.read_text())
    assert re.sub(r"-?[\d.]+", "#", file.read_text()) == re.sub(r"-?[\d.]+", "#", moved)
    page.keyboard.press("Control+z")
    until(lambda: file.read_text() == moved)
    page.get_by_role("button", name="Undo").click()
    until(lambda: file.read_text() == DRAWING)
    page.get_by_role("button", name="Redo").click()
    until(lambda: file.read_text() == moved)
    assert told.wrong == []


def test_the_middle_of_the_card_attracts_and_shift_ignores_it(opened: Opened) -> None:
    page, told, file = opened
    page.locator('.objects button:has-text("{{ name }}")').click()
    drag(page, ".handles .chosen", 3, 60)
    until(lambda: 'y="14"' not in file.read_text())
    assert '<text x="31.5"' in file.read_text()  # it was in the middle, and is again
    before = file.read_text()
    until(lambda: value(page, "y") > 12)
    drag(page, ".handles .chosen", 3, 20, "Shift")
    until(lambda: file.read_text() != before)
    assert '<text x="31.5"' not in file.read_text()
    assert told.wrong == []


def test_the_keyboard_alone_moves_and_the_panel_takes_numbers(opened: Opened) -> None:
    page, told, file = opened
    page.evaluate(
        """() => {
            const status = document.getElementById("status");
            window.heard = [];
            const hear = () => window.heard.push(status.textContent);
            new MutationObserver(hear).observe(status, {childList: true});
        }"""
    )
    page.locator(RULES).focus()
    page.keyboard.press("Enter")
    for key in ("ArrowRight", "Shift+ArrowDown", "Alt+ArrowDown"):
        page.keyboard.press(key)
    until(lambda: "translate(1 5.1)" in file.read_text())
    until(lambda: "text:rules: x 9, y 63.1, 47 × 13 mm" in " ".join(page.evaluate("window.heard")))
    page.locator('[data-field="width"]').fill("30")
    page.keyboard.press("Enter")
    until(lambda: 'width="30"' in file.read_text())
    page.locator('[data-field="size"]').fill("9")
    page.keyboard.press("Enter")
    until(lambda: "font-size:3.175px" in file.read_text())
    page.locator('[data-field="align"]').select_option("center")
    until(lambda: "text-anchor:middle" in file.read_text().partition("<g")[2])
    page.locator('[data-colour="ink"]').click()
    until(lambda: '"text:rules fill:palette.ink"' in file.read_text())
    assert serious(page) == []
    assert told.wrong == []


def test_a_text_that_fits_no_more_turns_red_with_its_card(opened: Opened) -> None:
    page, _, file = opened
    page.locator(RULES).click()
    page.locator(".ghosts svg.face[data-shown]").nth(3).wait_for()
    page.locator('[data-field="height"]').fill("4")
    page.keyboard.press("Enter")
    until(lambda: 'height="4"' in file.read_text())
    page.locator('[data-field="width"]').fill("12")
    page.keyboard.press("Enter")
    page.locator(".ghosts .misfit", has_text="Hen of the hill").first.wait_for()
    page.keyboard.press("Control+z")
    page.locator(".ghosts figure:not(.misfit)").nth(3).wait_for()


def test_the_card_stays_under_the_pointer_while_a_text_stops_fitting(opened: Opened) -> None:
    page, _, file = opened
    page.locator(RULES).click()
    place = page.locator(".faces svg.face").bounding_box()
    grip = page.locator('.grip[data-grip="1 1"]').bounding_box()
    page.mouse.move(grip["x"] + 4, grip["y"] + 4)
    page.mouse.down()
    page.mouse.move(grip["x"] - 170, grip["y"] - 40, steps=4)
    page.locator(".panel li.error", has_text="Fox").wait_for()
    page.locator(".handles.misfit").wait_for(state="attached")
    assert page.locator(".faces svg.face").bounding_box() == place
    assert file.read_text() == DRAWING
    page.mouse.up()
    until(lambda: file.read_text() != DRAWING)
    page.locator(".faces svg.face.stale").wait_for()
    page.locator(".handles.misfit").wait_for(state="attached")


def test_what_another_program_saves_stays(opened: Opened) -> None:
    page, _, file = opened
    page.locator(RULES).click()
    other = DRAWING.replace('y="58"', 'y="50"')
    page.evaluate("() => { for (const one of ['faces', 'game']) addEventListener(one, () => {}); }")
    page.route("**/api/layout", lambda route: (file.write_text(other), route.continue_()))
    page.keyboard.press("ArrowRight")
    page.get_by_text("another program saved the file meanwhile: that version stays").wait_for()
    assert file.read_text() == other
    until(lambda: value(page, "y") == 50)


def test_a_template_is_listed_with_its_lines(opened: Opened) -> None:
    page, told, _ = opened
    page.get_by_label("Family").select_option("plain")
    page.locator(".objects .written").nth(1).wait_for()
    assert "plain.svg.j2:3" in page.locator(".objects").inner_text()
    assert page.locator(".handles .object").count() == 0
    assert told.wrong == []


@pytest.mark.slow
def test_random_drags_change_numbers_alone_and_undo_gives_the_first_bytes_back(opened: Opened) -> None:
    page, told, file = opened
    chance = random.Random(7)
    bare = re.compile(r' transform="translate\(\S+ \S+\)"|-?\d+(?:\.\d+)?')
    for _ in range(40):
        rows = page.locator(".objects button")
        rows.nth(chance.randrange(rows.count())).click()
        before = file.read_text()
        drag(page, ".handles .chosen", chance.randint(-40, 40) or 9, chance.randint(-40, 40) or 9, "Shift")
        until(lambda before=before: file.read_text() != before)
        assert bare.sub("", file.read_text()) == bare.sub("", DRAWING)
    while page.get_by_role("button", name="Undo").is_enabled():
        count = file.read_text()
        page.keyboard.press("Control+z")
        until(lambda count=count: file.read_text() != count)
        settled(page)
    assert file.read_text() == DRAWING
    assert told.wrong == []
