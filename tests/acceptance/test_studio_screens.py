"""The studio on small screens and in the dark, and a page whose studio goes and comes back."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from tests.browser import chromium, looking, running, serious, touch
from tests.conftest import CARDS
from tests.unit.book.book_project import write_book
from tests.unit.studio.test_layout_desk import write_foxes
from tests.unit.studio.test_session import until

SHOWN = "svg.face[data-shown]"
VIEWS = "gallery layout sheets findings changes print export table stats notes manifest setup".split()
VIEWS += ["book", "card"]
BEYOND = """() => [...document.querySelectorAll('body *')].filter((one) => {
    const box = one.getBoundingClientRect();
    const apart = one.closest('.scroller, .hand, .ghosts, .unseen, .stage');
    return box.width && box.right > innerWidth + 1 && !apart;
}).map((one) => one.outerHTML.slice(0, 80))"""
"""Elements that reach beyond the right edge of the window."""
SMALL = """() => [...document.querySelectorAll('button, a, select, input, textarea, summary')]
.filter((one) => {
    const box = (one.closest('label') ?? one).getBoundingClientRect();
    const apart = one.closest('.cloth, .unseen, .skip') || one.classList.contains('unseen');
    return box.width && Math.min(box.width, box.height) < 24 && !apart;
}).map((one) => one.outerHTML.slice(0, 80))"""
"""Controls that are narrower or lower than 24 pixels, besides pieces on the table."""
PHONE: Any = {"size": (390, 844), "has_touch": True}


def view(page: Any, name: str) -> None:
    rest = "/cards%2Fsun/front" if name == "card" else ""
    page.goto(f"{page.url.partition('#')[0]}#{name}/lume/pt-BR{rest}")
    page.locator("#main > *").first.wait_for()
    page.wait_for_timeout(250)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (640, 400)], ids=["phone", "zoom"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_view_has_its_content_first_and_nothing_beyond_the_edge(
    lume: Path, size: tuple[int, int], theme: Any
) -> None:
    with (
        running(write_book(lume)) as (address, _),
        looking(address, size, color_scheme=theme, bypass_csp=True, has_touch=size[0] == 390) as (page, told),
    ):
        page.locator(SHOWN).first.wait_for()
        page.get_by_label("Language of this page").select_option("pt-BR", force=True)
        page.locator(SHOWN).first.wait_for()
        for name in VIEWS:
            view(page, name)
            assert page.locator("nav[aria-label]").first.is_hidden(), name
            for opened in (False, True):
                if opened:
                    for button in page.locator("#bar .fold").all():
                        if button.is_visible():
                            button.click()
                    page.locator("#bar nav a").last.wait_for()
                else:
                    content = ".scroller, .split, .page"
                    top = page.locator(content).first.bounding_box()["y"]
                    assert top < 0.26 * size[1], f"{name} begins {top} px down"
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0], name
                assert page.evaluate(BEYOND) == [], name
                assert page.evaluate(SMALL) == [], name
                assert serious(page) == [], name
        assert told.wrong == []


@pytest.mark.slow
def test_the_buttons_of_a_small_screen_open_views_and_options(lume: Path) -> None:
    with running(lume) as (address, _), looking(address, (390, 844)) as (page, told):
        page.locator(SHOWN).first.wait_for()
        menu = page.get_by_role("button", name="Views")
        assert menu.get_attribute("aria-expanded") == "false"
        menu.focus()
        page.keyboard.press("Enter")
        assert menu.get_attribute("aria-expanded") == "true"
        page.get_by_role("link", name="Table").click()
        page.locator(".field-of-play").wait_for()
        assert page.get_by_role("button", name="d6").is_hidden()
        page.get_by_role("button", name="Options").click()
        page.get_by_role("button", name="d6").click()
        # Another view begins closed again.
        page.get_by_role("button", name="Views").click()
        page.get_by_role("link", name="Gallery").click()
        page.get_by_role("searchbox").wait_for()
        assert page.get_by_label("Sort").is_hidden()
        assert told.wrong == []


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.slow
def test_a_finger_moves_and_enlarges_objects_and_scrolls_over_the_others(tmp_path: Path) -> None:
    """Chromium scrolled the page and broke each drag off."""
    project = write_foxes(tmp_path)
    file = project / "templates" / "foxes" / "card.svg"
    drawing = file.read_text()
    with running(project, "--edit") as (address, _), looking(address, **PHONE) as (page, told):
        page.locator(SHOWN).first.wait_for()
        page.goto(f"{page.url.partition('#')[0]}#layout")
        page.locator(".handles .object").nth(2).wait_for(state="attached")
        x, y = middle(page, ".handles .object >> nth=2")
        touch(page, (x, y), (x, y - 40), (x, y - 80), (x, y - 120))
        until(lambda: page.evaluate("document.querySelector('.split').scrollTop") > 50)
        assert file.read_text() == drawing
        assert page.locator(".handles .chosen").count() == 0
        page.evaluate("document.querySelector('.split').scrollTop = 0")
        page.touchscreen.tap(x, y)
        page.locator(".handles .chosen").wait_for(state="attached")
        touch(page, (x, y), (x, y - 20), (x, y - 40), (x, y - 60))
        until(lambda: "translate(" in file.read_text())
        page.locator('.layout-view[aria-busy="false"]').wait_for()
        sides = [
            side for one in page.locator(".grip").all() for side in list(one.bounding_box().values())[2:]
        ]
        assert min(sides) >= 24
        moved = file.read_text()
        corner = page.locator('.grip[data-grip="1 1"]').bounding_box()
        x, y = corner["x"] + 22, corner["y"] + 22
        touch(page, (x, y), (x - 20, y - 5), (x - 40, y - 10))
        until(lambda: file.read_text() != moved)
        assert 'width="47"' not in file.read_text()
        assert page.evaluate("document.querySelector('.split').scrollTop") == 0
        assert told.wrong == []


@pytest.mark.slow
def test_a_field_is_edited_and_a_state_kept_by_touch(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    with running(lume) as (address, _), looking(address, **PHONE) as (page, told):
        page.locator('[data-item="cards/sun"]').tap()
        cost = page.get_by_label("cost", exact=True)
        cost.wait_for()
        cost.tap()
        cost.fill("7")
        page.locator(".panel h1").tap()
        until(lambda: "cost: 7" in file.read_text())
        view(page, "changes")
        page.get_by_role("button", name="I have printed this").tap()
        page.get_by_label("Compare with").wait_for(state="attached")
        # The button gives way to the cards once there is something to compare with.
        assert page.get_by_role("button", name="I have printed this").is_hidden()
        assert told.wrong == []


@pytest.mark.slow
def test_a_page_of_the_rulebook_is_as_wide_as_a_small_screen(lume: Path) -> None:
    with running(write_book(lume)) as (address, _), looking(address, **PHONE) as (page, told):
        page.locator(SHOWN).first.wait_for()
        view(page, "book")
        sheet = page.locator(".spread svg.face").first
        sheet.wait_for()
        box = sheet.bounding_box()
        assert box["x"] >= 0
        assert 300 < box["x"] + box["width"] <= 390
        assert told.wrong == []


@pytest.mark.slow
def test_a_phone_chooses_the_language_before_there_is_a_game(tmp_path: Path) -> None:
    with running(tmp_path) as (address, _), looking(address, **PHONE) as (page, told):
        page.get_by_text("Drop a list of your cards here").wait_for()
        page.get_by_label("Language of this page").select_option("pt-BR")
        page.get_by_role("heading", name="Começar um jogo").wait_for()
        assert page.evaluate(BEYOND) == page.evaluate(SMALL) == []
        assert told.wrong == []


def luminance(page: Any, selector: str) -> float:
    """How light the ground of an element is, from 0 to 1."""
    colour = page.locator(selector).first.evaluate("(one) => getComputedStyle(one).fill")
    red, green, blue = (float(part) for part in colour.removeprefix("rgb(").rstrip(")").split(","))
    return (red + green + blue) / 765


def test_a_card_without_its_picture_is_no_white_hole_in_the_dark(lume: Path) -> None:
    chromium()
    with running(lume) as (address, _), looking(address, color_scheme="dark") as (page, _):
        page.locator(SHOWN).first.wait_for()
        page.route("**/face/**", lambda route: None)  # it never comes
        page.reload()
        page.locator(".cell svg.face").first.wait_for()
        assert page.locator(SHOWN).count() == 0
        assert luminance(page, ".cell svg.face .sheet") < 0.3


MINE = "document.querySelectorAll('.cell svg.face').forEach((one) => { one.dataset.mine = '1'; })"


def test_a_saved_file_leaves_the_pictures_of_other_cards_in_place(lume: Path) -> None:
    """Every save built the gallery anew: all cards were blank until their pictures came again."""
    chromium()
    with running(lume) as (address, _), looking(address) as (page, told):
        page.locator(SHOWN).nth(4).wait_for()
        page.locator('[data-item="cards/moon"]').focus()
        page.evaluate(MINE)
        asked: list[str] = []
        page.on("request", lambda one: asked.append(one.url) if "/face/" in one.url else None)
        before = page.locator('[data-item="hexes/land"] svg').get_attribute("data-shown")
        file = lume / "components" / "lume" / "hexes.yaml"
        with page.expect_response(lambda one: "/api/game/" in one.url):
            file.write_text(file.read_text().replace("#7a5", "#a57"))
        page.locator(f'[data-item="hexes/land"] svg[data-shown]:not([data-shown="{before}"])').wait_for()
        page.wait_for_timeout(200)
        assert page.locator(".cell svg.face[data-mine]").count() == 5
        assert page.evaluate("document.activeElement.dataset.item") == "cards/moon"
        assert len(asked) == 1
        # A new name is a new cell, and the focus stays.
        cards = lume / "components" / "lume" / "cards.yaml"
        cards.write_text(CARDS.replace("pt-BR: Lua", "pt-BR: Lua nova"))
        page.locator('[data-item="cards/moon"]', has_text="Lua nova").wait_for()
        assert page.evaluate("document.activeElement.dataset.item") == "cards/moon"
        assert told.wrong == []


SAID = """() => {
    window.said = [];
    const note = () => window.said.push(document.querySelector('.summary')?.textContent ?? '');
    new MutationObserver(note).observe(
        document.getElementById('main'), { subtree: true, childList: true, characterData: true });
}"""
"""Remember each state of the line that says how many findings there are."""


@pytest.mark.slow
def test_nothing_is_said_to_be_without_errors_while_it_is_checked(lume: Path) -> None:
    with running(lume) as (address, _), looking(address) as (page, told):
        page.locator(SHOWN).first.wait_for()
        page.get_by_role("link", name="Findings").click()
        page.locator(".summary", has_text="0 errors").wait_for()
        page.evaluate(SAID)
        file = lume / "components" / "lume" / "hexes.yaml"
        file.write_text(file.read_text().replace("#7a5", "#a57"))
        page.locator(".summary", has_text="Checking… ").wait_for()
        page.locator("nav .checking").wait_for(state="detached")
        page.locator(".summary", has_text="0 errors").wait_for()
        while_checking = [one for one in page.evaluate("window.said") if "Checking" in one]
        assert while_checking
        assert not [one for one in while_checking if "0 errors" in one]
        assert told.wrong == []


@pytest.mark.slow
def test_the_search_says_what_it_takes(lume: Path) -> None:
    with running(lume) as (address, _), looking(address) as (page, told):
        page.locator(SHOWN).first.wait_for()
        help_line = page.get_by_text("cost>=2")
        assert help_line.is_hidden()
        page.keyboard.press("/")
        assert help_line.is_visible()
        box = page.get_by_role("searchbox")
        assert "-diagonal" in page.locator(f"#{box.get_attribute('aria-describedby')}").inner_text()
        for text, count in (("cost>=2", 1), ("cost<2", 1), ("-sol", 4), ('"do sol"', 1), ("copies:8", 1)):
            box.fill(text)
            page.get_by_text(f"{count} of 5 designs").first.wait_for()
        # The line goes with the focus, and what lies below it does not move away from under the pointer.
        chip = page.get_by_role("button", name="Hexágonos")
        before = chip.bounding_box()
        chip.click()
        assert help_line.is_hidden()
        assert chip.bounding_box() == before
        assert chip.get_attribute("aria-pressed") == "true"
        assert told.wrong == []


@pytest.mark.slow
def test_a_page_comes_back_by_itself_with_what_was_typed(
    lume: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PRANCHA_CACHE", raising=False)
    file = lume / "components" / "lume" / "cards.yaml"
    with running(lume) as (address, first), looking(address) as (page, _):
        page.locator('[data-item="cards/sun"]').click()
        cost = page.get_by_label("cost", exact=True)
        cost.wait_for()
        page.locator(f".faces {SHOWN}").wait_for()
        first.send_signal(signal.SIGINT)
        first.wait(10)
        page.get_by_text("Connection lost").wait_for()
        cost.fill("7")
        page.keyboard.press("Tab")
        page.get_by_text("Not saved yet").wait_for()
        page.get_by_label("Note to this card").fill("too dear")
        page.get_by_role("button", name="Keep the note").click()
        page.locator("textarea.unsaved").wait_for()
        file.write_text(CARDS.replace("copies: 4", "copies: 5"))  # meanwhile, in another program
        with running(lume) as (again, _):
            assert again.split("/")[2] == address.split("/")[2]  # nobody opens the new address here
            page.locator("#notice").wait_for(state="hidden")
            until(lambda: "cost: 7" in file.read_text())
            notes = lume / "components" / "lume" / "notes.yaml"
            until(lambda: notes.is_file() and "too dear" in notes.read_text())
            page.locator(".unsaved").first.wait_for(state="detached")
            assert cost.input_value() == "7"
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            page.get_by_role("link", name="Gallery").click()
            page.locator('[data-item="cards/moon"]', has_text="× 5").wait_for()
