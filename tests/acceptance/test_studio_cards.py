"""Cards are added, copied, moved and deleted in the page, with pointer and keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser import looking, running, serious
from tests.conftest import CARDS
from tests.unit.studio.test_edits import ROWS, sheet
from tests.unit.studio.test_session import until

SHOWN = "svg.face[data-shown]"
UNDO = """() => fetch("/api/undo", {
    method: "POST", headers: {"Content-Type": "application/json", "X-Prancha": "1"}, body: "{}"})"""
SUN = "  - {id: sun, copies: 8, cost: 1, name: {pt-BR: Coração do sol, en: Heart of the sun}}\n"


def open_card(page: Any, key: str) -> None:
    page.locator(f'[data-item="{key}"]').click()
    page.get_by_role("button", name="New card…").wait_for()


def test_a_card_is_made_moved_deleted_and_all_is_undone(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        open_card(page, "cards/sun")
        page.get_by_role("button", name="New card…").click()
        page.keyboard.type("Pôr do Sol")  # the title of the language that is shown has the focus
        assert page.get_by_label("id", exact=True).input_value() == "por-do-sol"
        asked = page.get_by_role("dialog")
        asked.get_by_label("name en").fill("Sunset")
        asked.get_by_label("cost").fill("5")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Pôr do Sol").wait_for()
        new = '  - {id: "por-do-sol", copies: 8, cost: 5, name: {pt-BR: Pôr do Sol, en: Sunset}}\n'
        assert new.replace('"', "") in file.read_text().replace('"', "")
        page.get_by_role("button", name="Earlier").click()
        page.get_by_text("1 / 6").wait_for()
        page.get_by_label("Place in the list").fill("3")
        page.keyboard.press("Enter")
        page.get_by_text("3 / 6").wait_for()
        moved = file.read_text()
        assert moved.index("sun,") < moved.index("moon,") < moved.index("Sunset")
        page.get_by_role("button", name="Delete").click()
        page.get_by_text("Pôr do Sol: deleted. Undo brings it back.").first.wait_for()
        assert file.read_text() == CARDS
        for _ in range(4):
            before = file.read_text()
            page.get_by_role("button", name="Undo").click()
            page.wait_for_timeout(50)
            for _ in range(100):
                if file.read_text() != before:
                    break
                page.wait_for_timeout(50)
        assert file.read_text() == CARDS
        assert told.wrong == []


def test_a_card_that_another_program_deletes_is_asked_for_no_more(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        open_card(page, "cards/sun")
        page.locator(".faces svg.face[data-shown]").wait_for()
        file.write_text(CARDS.replace(SUN, ""))
        page.get_by_text("There is no card of this id any more: it was renamed or deleted.").wait_for()
        page.wait_for_timeout(300)
        assert told.wrong == []


def test_escape_cancels_a_new_card_and_a_wrong_id_is_told_beside_it(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        open_card(page, "cards/sun")
        page.get_by_role("button", name="Copy…").click()
        page.get_by_label("id", exact=True).fill("moon")
        page.get_by_role("button", name="Make the card").click()
        page.get_by_text('the id "moon" is taken').wait_for()
        assert serious(page) == []
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="hidden")
        where = page.get_by_label("Place in the list")
        where.fill("2")
        page.keyboard.press("Escape")
        assert where.input_value() == "1"
        assert file.read_text() == CARDS
        assert [one for one in told.wrong if "422" not in one] == []


def test_a_row_is_copied_from_its_card(lume: Path) -> None:
    file = sheet(lume, ROWS)
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        open_card(page, "cards/sun")
        page.get_by_role("button", name="Copy…").click()
        page.get_by_label("id", exact=True).press("Enter")
        page.get_by_text("cards/sun-2 ·").wait_for()
        assert file.read_bytes().decode() == ROWS.replace(
            "sun,8,1, Sun \r\n", "sun,8,1, Sun \r\nsun-2,8,1, Sun \r\n"
        )
        assert told.wrong == []


@pytest.mark.parametrize(
    ("source", "list_", "words"),
    [
        (
            "from: cards.json\n",
            '[{"id": "sun", "copies": 8, "name": "Sun", "cost": 1}]',
            "Another program writes this list.",
        ),
        ("from: {file: cards.csv, where: 'copies > 4'}\n", ROWS, "where: decides which rows are cards"),
    ],
)
def test_what_cannot_be_written_is_read_only_with_the_reason(
    lume: Path, source: str, list_: str, words: str
) -> None:
    name = "cards.json" if "json" in source else "cards.csv"
    file = sheet(lume, list_, name)
    (lume / "components" / "lume" / "cards.yaml").write_text(CARDS.partition("items:")[0] + source)
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        open_card(page, "cards/sun")
        page.get_by_text(words).wait_for()
        for button in ("New card…", "Copy…", "Delete", "Earlier", "Later"):
            assert page.get_by_role("button", name=button).is_disabled()
        assert page.locator(".hint .file").is_visible()
        assert page.get_by_label("cost", exact=True).count() == (0 if name == "cards.json" else 1)
        assert file.read_bytes().decode() == list_
        assert told.wrong == []


STAR = "  - {id: star, copies: 1, cost: 3, name: {pt-BR: Estrela, en: Star}}\n"


def drag(page: Any, key: str, other: str, side: float) -> None:
    """Drag a card of the gallery onto another, to a share of its width from the left."""
    cell = page.locator(f'[data-item="{other}"]')
    box = cell.bounding_box()
    where = {"x": box["width"] * side, "y": box["height"] / 3}
    page.locator(f'[data-item="{key}"]').drag_to(cell, target_position=where)


def shows(page: Any, *keys: str) -> None:
    """Wait until the gallery shows cards in this order."""
    for number, key in enumerate(keys, 1):
        page.locator(f'[aria-posinset="{number}"] [data-item="{key}"]').wait_for()


@pytest.mark.parametrize("in_rows", [False, True])
def test_cards_are_dragged_to_another_place_of_their_list(lume: Path, in_rows: bool) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    first, lines = CARDS + STAR, [SUN, CARDS[CARDS.index("  - {id: moon") :], STAR]
    if in_rows:
        lines = [*ROWS.splitlines(keepends=True)[1:], "star,1,3,Star\r\n"]
        first = ROWS + lines[2]
        file = sheet(lume, first)
    else:
        file.write_text(first)
    head = first.removesuffix("".join(lines))

    def written(*numbers: int) -> None:
        until(lambda: file.read_bytes().decode() == head + "".join(lines[k] for k in numbers))

    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        page.locator(f'[data-item="cards/star"] {SHOWN}').wait_for()
        drag(page, "cards/sun", "cards/star", 0.8)
        written(1, 2, 0)
        page.get_by_text("3 of 3").wait_for()
        shows(page, "cards/moon", "cards/star", "cards/sun")
        drag(page, "cards/star", "cards/moon", 0.2)
        written(2, 1, 0)
        shows(page, "cards/star", "cards/moon", "cards/sun")
        page.locator(".reorder").get_by_role("button", name="Undo").click()
        written(1, 2, 0)
        page.evaluate(UNDO)
        written(0, 1, 2)
        shows(page, "cards/sun", "cards/moon", "cards/star")
        # A card is not dropped among those of another family, nor moved where the order is not the file's.
        drag(page, "cards/sun", "hexes/land", 0.8)
        page.get_by_label("Sort").select_option("name")
        drag(page, "cards/moon", "cards/sun", 0.8)
        page.get_by_text("These cards are sorted by another value").wait_for()
        page.get_by_label("Sort").select_option("written")
        page.get_by_role("searchbox").fill("cost<3")
        page.locator('[data-item="cards/star"]').wait_for(state="detached")
        drag(page, "cards/moon", "cards/sun", 0.2)
        page.get_by_text("Only some cards are shown").wait_for()
        written(0, 1, 2)
        assert serious(page) == []
        assert told.wrong == []


def test_changes_that_follow_at_once_wait_for_what_the_page_knows(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    moon = CARDS[CARDS.index("  - {id: moon") :]
    comet = STAR.replace("star", "comet")
    file.write_text(CARDS + STAR + comet)
    head = CARDS.removesuffix(SUN + moon)
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        open_card(page, "cards/sun")
        page.get_by_role("button", name="Later").evaluate("(button) => { button.click(); button.click(); }")
        until(lambda: file.read_text() == head + moon + STAR + SUN + comet)
        page.get_by_text("3 / 7").wait_for()
        assert told.wrong == []


def test_a_card_is_held_while_the_gallery_changes_under_it(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    file.write_text(CARDS + STAR)
    moon = CARDS[CARDS.index("  - {id: moon") :]
    other = STAR.replace("Star", "North Star").replace("Estrela", "Estrela do Norte")
    with running(lume, "--edit") as (address, _), looking(address) as (page, told):
        star = page.locator('[data-item="cards/star"]')
        star.locator(SHOWN).wait_for()
        star.hover()
        page.mouse.down()
        with page.expect_response("**/api/game/**"):
            file.write_text(CARDS + other)
        page.wait_for_timeout(300)
        assert star.get_by_text("Estrela", exact=True).count() == 1
        box = page.locator('[data-item="cards/sun"]').bounding_box()
        for step in range(1, 6):
            page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 3 + step)
        page.mouse.up()
        until(lambda: file.read_text() == CARDS.removesuffix(SUN + moon) + other + SUN + moon)
        star.get_by_text("Estrela do Norte").wait_for()
        assert told.wrong == []
