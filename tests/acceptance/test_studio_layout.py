"""The Layout view as it is used: a browser drags objects of a drawing, and the file has the new numbers."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from prancha.studio.game_view import GameView
from prancha.studio.guard import token
from tests.browser import Told, looking, running, serious
from tests.firefox import firefox
from tests.unit.studio.test_layout_desk import DRAWING, write_foxes
from tests.unit.studio.test_session import until

DRAGS = 1000
BATCH = 10
DRAG = """async (drags) => {
    const idle = async () => {
        const done = () => document.querySelector('.layout-view[aria-busy="false"]');
        while (!done()) await new Promise(requestAnimationFrame);
    };
    const mouse = {bubbles: true, cancelable: true, button: 0, shiftKey: true, pointerType: "mouse"};
    const event = (type, x, y) => new PointerEvent(type, {...mouse, clientX: x, clientY: y});
    for (const [row, kind, grip, dx, dy] of drags) {
        const rows = [...document.querySelectorAll(".objects li button")];
        if (row >= 0) rows[row % rows.length].click();
        const grips = [...document.querySelectorAll(".handles [data-grip]")];
        const target = (kind === "size" && grips[grip % (grips.length || 1)])
            || (kind === "turn" && document.querySelector(".turner"))
            || document.querySelector(".handles .chosen");
        const box = target.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const far = kind === "size" ? 0.2 : 1;
        target.dispatchEvent(event("pointerdown", x, y));
        for (const share of [0.5, 1]) {
            target.dispatchEvent(event("pointermove", x + dx * far * share, y + dy * far * share));
        }
        target.dispatchEvent(event("pointerup", x + dx * far, y + dy * far));
        await idle();
    }
}"""
"""Chooses objects and drags them or their handles with pointer events, as a mouse does, with Shift."""
FETCH = """async (path) => {
    const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer());
    return Array.from(bytes, (one) => String.fromCharCode(one)).join("");
}"""
UNDO = """() => fetch("/api/layout/undo", {
    method: "POST", headers: {"Content-Type": "application/json", "X-Prancha": "1"}, body: "{}"})"""
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


def test_several_objects_are_restyled_at_once(opened: Opened) -> None:
    page, told, file = opened
    page.locator('.objects button:has-text("{{ name }}")').click()
    page.locator(RULES).click(modifiers=["Shift"])
    page.get_by_role("heading", name="2 objects chosen").wait_for()
    size = page.locator('[data-field="size"]')
    assert (size.input_value(), size.get_attribute("placeholder")) == ("", "different")
    size.fill("9")
    page.keyboard.press("Enter")
    until(lambda: file.read_text().count("font-size:3.175px") == 2)
    until(lambda: value(page, "size") == 9)
    page.locator('[data-field="align"]').select_option("right")
    until(lambda: file.read_text().count("text-anchor:end") == 2)
    settled(page)
    page.locator('[data-colour="ink"]').click()
    until(lambda: file.read_text().count("fill:palette.ink") == 2)
    page.locator('[data-colour="ink"][aria-pressed="true"]').wait_for()
    assert serious(page) == []
    for _ in range(3):
        before = file.read_text()
        page.keyboard.press("Control+z")
        until(lambda before=before: file.read_text() != before)
    assert file.read_text() == DRAWING
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


def add(page: Any, kind: str) -> None:
    """Add an object with its button, and wait until it is chosen."""
    count = page.locator(".objects li button").count()
    page.locator(f'[data-add="{kind}"]').click()
    page.locator(".objects li button").nth(count).wait_for()
    settled(page)


def names(page: Any) -> list[str]:
    """The objects in the list, by what people call them."""
    found: list[str] = page.locator(".objects li button > span:first-child").all_inner_texts()
    return found


def chosen(page: Any) -> list[str]:
    found: list[str] = page.locator('.objects [aria-pressed="true"] > span:first-child').all_inner_texts()
    return found


def test_an_object_is_added_bound_to_a_column_and_shown_on_some_cards(opened: Opened) -> None:
    page, told, file = opened
    for kind in ("text", "words", "icon", "line"):
        add(page, kind)
    assert names(page) == ["rect", "{{ name }}", "text:rules", "text:name", "Text", "icon:star", "line"]
    beside = [page.locator(f'[data-add="{kind}"]').bounding_box()["y"] for kind in ("rect", "ellipse")]
    assert beside[0] == beside[1]  # in two columns, so that the objects below are in view
    page.locator('[data-add="rect"]').drag_to(page.locator(".stage"), target_position={"x": 300, "y": 80})
    until(lambda: names(page)[-1] == "rect")
    settled(page)
    assert value(page, "y") < 10
    page.locator(".objects button", has_text="icon:star").click()
    page.locator('[data-field="column"]').select_option("moon")
    until(lambda: 'label="icon:moon"' in file.read_text())
    settled(page)
    page.locator('[data-field="shows"]').select_option("")
    until(lambda: "icon:" not in file.read_text())
    settled(page)
    page.locator('[data-field="shows"]').select_option("art")
    until(lambda: "art:name" in file.read_text())
    settled(page)
    page.locator(".objects button", has_text="text:name").click()
    samples = page.locator('[data-field="column"] option').all_inner_texts()
    assert samples == ["name: Fox · Hen of the hill", "rules: Run, then hide. · Stay."]
    page.locator('[data-field="column"]').select_option("rules")
    until(lambda: file.read_text().count('inkscape:label="text:rules"') == 2)
    page.locator('[data-act="addTest"]').click()
    until(lambda: 'label="text:rules if:name=*"' in file.read_text())
    page.locator('[data-field="if-how-0"]').select_option("is")
    until(lambda: "if:name=Fox" in file.read_text())
    page.locator('[data-field="if-value-0"]').fill("Hen of the hill")
    page.keyboard.press("Enter")
    until(lambda: '"text:rules if:name=Hen of the hill"' in file.read_text())
    settled(page)
    while page.get_by_role("button", name="Undo").is_enabled():
        before = file.read_text()
        page.get_by_role("button", name="Undo").click()
        until(lambda before=before: file.read_text() != before)
        settled(page)
    assert file.read_text() == DRAWING
    # Bound to `name`, the picture has no file: so its cards are refused when they are asked for.
    assert [one for one in told.wrong if "422" not in one] == []


def test_a_button_that_is_pressed_while_files_change_is_clicked(opened: Opened) -> None:
    """The panel was drawn anew under the pointer, and a button that is replaced hears no click."""
    page, told, file = opened
    page.locator(RULES).click()
    page.locator('[data-act="addTest"]').hover()
    page.mouse.down()
    with page.expect_response("**/api/layout/**"):
        file.write_text(DRAWING.replace('y="58"', 'y="50"'))
    page.wait_for_timeout(300)
    page.mouse.up()
    until(lambda: "text:rules if:name=*" in file.read_text())
    assert 'y="50"' in file.read_text()
    assert told.wrong == []


def test_several_objects_are_chosen_and_moved_together(opened: Opened) -> None:
    page, told, file = opened
    add(page, "rect")
    added = file.read_text()
    page.locator(RULES).click(modifiers=["Shift"])
    assert chosen(page) == ["text:rules", "rect"]
    drag(page, ".handles .chosen >> nth=1", 40, 20, "Shift")
    until(lambda: file.read_text() != added)
    plain = re.compile(r' transform="translate\(\S+ \S+\)"|-?\d+(?:\.\d+)?')
    assert plain.sub("", file.read_text()) == plain.sub("", added)
    shift = re.search(r"translate\((\S+) (\S+)\)", file.read_text())
    box = re.search(r'<rect x="(\S+)" y="(\S+)" width="20"', file.read_text())
    assert shift is not None
    assert box is not None
    assert [float(box[k]) - at for k, at in ((1, 21.5), (2, 34))] == pytest.approx(
        [float(shift[k]) for k in (1, 2)], abs=0.002
    )
    page.keyboard.press("Control+z")
    until(lambda: file.read_text() == added)
    page.keyboard.press("Escape")
    # Around the name and the rectangle, from beside the card; the rules reach out of it.
    face = page.locator(".faces svg.face").bounding_box()
    scale = face["width"] / 69
    page.mouse.move(face["x"] - 20, face["y"] - 5)
    page.mouse.down()
    page.mouse.move(face["x"] + face["width"] + 10, face["y"] + 60 * scale, steps=4)
    page.mouse.up()
    until(lambda: chosen(page) == ["{{ name }}", "rect"])
    page.locator(".handles .chosen").nth(0).click(modifiers=["Shift"])
    until(lambda: chosen(page) == ["rect"])
    assert told.wrong == []


def test_objects_are_aligned_grouped_and_parted(opened: Opened) -> None:
    page, told, file = opened
    for kind in ("rect", "ellipse", "line"):
        add(page, kind)
    page.locator(".objects li button", has_text="rect").last.click(modifiers=["Shift"])
    page.locator(".objects li button", has_text="ellipse").click(modifiers=["Shift"])
    page.get_by_role("button", name="Left edges").click()
    until(lambda: 'cx="20.6"' in file.read_text())
    assert '<rect x="12.6" y="34"' in file.read_text()
    page.get_by_role("button", name="Same gaps down").click()
    settled(page)
    page.get_by_role("button", name="Group", exact=True).click()
    until(lambda: 'label="Group"' in file.read_text())
    until(lambda: chosen(page) == ["Group"])
    group = file.read_text()
    drag(page, ".handles .chosen", 30, 30, "Shift")
    until(lambda: file.read_text() != group)
    assert re.sub(r' transform="translate\(\S+ \S+\)"', "", file.read_text()) == group
    page.get_by_role("button", name="Ungroup").click()
    until(lambda: 'label="Group"' not in file.read_text())
    until(lambda: chosen(page) == ["rect", "ellipse", "line"])
    page.get_by_role("button", name="To the back").click()
    until(lambda: names(page)[:3] == ["rect", "ellipse", "line"])
    assert told.wrong == []


def test_an_object_is_turned_and_enlarged_while_it_is_turned(opened: Opened) -> None:
    page, told, file = opened
    add(page, "rect")
    handle = page.locator(".grip.turner").bounding_box()
    page.mouse.move(handle["x"] + 4, handle["y"] + 4)
    page.mouse.down()
    page.mouse.move(handle["x"] + 60, handle["y"] + 30, steps=3)
    page.mouse.up()
    until(lambda: 'transform="rotate(' in file.read_text())
    settled(page)
    turn = re.search(r"rotate\((\d+) 31.5 44\)", file.read_text())
    assert turn is not None
    assert int(turn[1]) % 15 == 0
    until(lambda: value(page, "turn") == int(turn[1]))
    before = value(page, "width")
    drag(page, '.grip[data-grip="1 0"]', 20, 12)
    until(lambda: value(page, "width") != before)
    assert value(page, "height") == 20
    assert told.wrong == []


def test_guides_and_grid_attract(opened: Opened) -> None:
    page, told, file = opened
    page.keyboard.press("Escape")
    page.locator('[data-act="guideDown"]').click()
    page.locator('[data-field="guide-0"]').fill("17.3")
    page.keyboard.press("Enter")
    assert page.locator(".own-guide.wide").count() == 1
    # Another one is drawn out of the ruler.
    ruler = page.locator(".ruler.across").bounding_box()
    face = page.locator(".faces svg.face").bounding_box()
    page.mouse.move(ruler["x"] + 200, ruler["y"] + 8)
    page.mouse.down()
    page.mouse.move(face["x"] + 40, face["y"] + 100, steps=3)
    page.mouse.up()
    page.locator('[data-field="guide-1"]').wait_for()
    page.get_by_role("button", name=re.compile("Delete: y")).click()
    assert page.locator(".own-guide.wide").count() == 1
    add(page, "rect")
    scale = face["width"] / 69
    drag(page, ".handles .chosen", (17.3 - 21.5) * scale + 1, 7.3 * scale)
    until(lambda: '<rect x="17.3" y="4' in file.read_text())
    page.get_by_label("Grid").select_option("5")
    drag(page, ".handles .chosen", 2 * scale, 0.4 * scale)
    until(lambda: '<rect x="20" y=' in file.read_text())
    assert file.read_text().count("17.3") == 0
    assert told.wrong == []


def test_a_picture_is_dragged_in_its_frame(opened: Opened) -> None:
    page, told, file = opened
    art = file.parent / "art"
    art.mkdir()
    (art / "Fox.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><path d="M0 0h9v9z"/></svg>'
    )
    add(page, "art")
    page.locator('[data-field="name"]').fill("art:name ending=svg")
    page.keyboard.press("Enter")
    page.locator(".grip.focus").wait_for()
    drag(page, ".grip.focus", -60, 5)
    until(lambda: "focus=" in file.read_text())
    found = re.search(r'"art:name ending=svg focus=([\d.]+),0\.5"', file.read_text())
    assert found is not None
    assert 0.5 < float(found[1]) < 0.9
    until(lambda: value(page, "focusAcross") == pytest.approx(float(found[1]) * 100, abs=0.1))
    page.locator('[data-field="focusAcross"]').fill("25")
    page.keyboard.press("Enter")
    until(lambda: "focus=0.25,0.5" in file.read_text())
    assert told.wrong == []


def test_a_layout_is_made_by_the_keyboard_alone(opened: Opened) -> None:
    page, told, file = opened

    def reach(what: str) -> None:
        """Press Tab until the element that `what` finds has the focus."""
        for _ in range(120):
            page.keyboard.press("Tab")
            if page.evaluate("(what) => document.activeElement?.matches(what)", what):
                return
        raise AssertionError(f"{what} is not reached")

    reach('[data-add="rect"]')
    page.keyboard.press("Enter")
    until(lambda: chosen(page) == ["rect"])
    for key in ("Control+d", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    until(lambda: '<rect x="25.5" y="36"' in file.read_text())
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    settled(page)
    reach(".objects li:nth-child(5) [data-object]")
    page.keyboard.press("Shift+Enter")
    until(lambda: len(chosen(page)) == 2)
    page.keyboard.press("Control+g")
    until(lambda: chosen(page) == ["Group"])
    page.keyboard.press("Control+Shift+G")
    until(lambda: 'label="Group"' not in file.read_text())
    settled(page)
    page.keyboard.press("Delete")
    until(lambda: file.read_text() == DRAWING)
    settled(page)
    assert serious(page) == []
    assert told.wrong == []


@pytest.mark.slow
def test_random_drags_change_numbers_alone_and_undo_gives_the_first_bytes_back(opened: Opened) -> None:
    page, told, file = opened
    chance = random.Random(7)
    bare = re.compile(r' transform="[^"]*"|-?\d+(?:\.\d+)?')
    fox, project = token("cards/fox"), file.parents[2]
    states: list[str] = []
    for number in range(0, DRAGS, BATCH):
        states.append(file.read_text())
        kinds = [chance.choice(["move", "move", "size", "turn"]) for _ in range(BATCH)]
        rows = [chance.randrange(3) if k % 3 == 0 else -1 for k in range(BATCH)]
        ways = [[chance.choice([-1, 1]) * chance.randint(9, 40) for _ in "xy"] for _ in range(BATCH)]
        drags = [[rows[k], kinds[k], chance.randrange(8), *ways[k]] for k in range(BATCH)]
        page.evaluate(DRAG, drags)
        assert bare.sub("", file.read_text()) == bare.sub("", DRAWING)
        if number % 250 == 250 - BATCH:
            shown = page.evaluate(FETCH, f"/face/{token('foxes')}/en/{fox}/front/4").encode("latin-1")
            view = GameView(project, "foxes", lambda *_: None)
            assert shown == view.picture("en", fox, "front", 4)
    assert len(set(states)) == DRAGS // BATCH
    before, undone = None, 0
    while before != file.read_text():
        before = file.read_text()
        states = [one for one in states if one != before]
        page.evaluate(UNDO)
        undone += 1
    assert states == []
    assert undone > DRAGS * 0.7
    assert file.read_text() == DRAWING
    assert told.wrong == []


@pytest.mark.slow
def test_the_gestures_work_in_firefox_too(tmp_path: Path) -> None:
    project = write_foxes(tmp_path)
    file = project / "templates" / "foxes" / "card.svg"
    with running(project, "--edit") as (address, _), firefox() as page:

        def there(what: str) -> bool:
            return bool(page.evaluate(f"Boolean(document.querySelector({json.dumps(what)}))"))

        page.open(address)
        until(lambda: there("svg.face[data-shown]"))
        page.click('nav a[data-view="layout"]')
        until(lambda: there(".faces svg.face[data-shown]") and there(".handles .object"))
        page.click('[data-add="rect"]')
        until(lambda: there('.layout-view[aria-busy="false"] .grip.turner'))
        added = file.read_text()
        assert '<rect x="21.5" y="34" width="20" height="20"' in added
        page.drag(page.middle(".handles .chosen"), [(3, 5), (20, 31)])
        until(lambda: file.read_text() != added)
        moved = file.read_text()
        number = re.compile(r"-?\d+(?:\.\d+)?")
        assert number.sub("", moved) == number.sub("", added)
        until(lambda: there('.layout-view[aria-busy="false"]'))
        page.drag(page.middle('.grip[data-grip="1 1"]'), [(3, 5), (20, 11)])
        until(lambda: file.read_text() != moved)
        until(lambda: there('.layout-view[aria-busy="false"]'))
        page.press("Control", "d")
        until(lambda: file.read_text().count("<rect x=") == 4)
        page.press("ArrowRight")
        until(lambda: there('.layout-view[aria-busy="false"]'))
        for _ in range(5):
            page.press("Control", "z")
            until(lambda: there('.layout-view[aria-busy="false"]'))
        until(lambda: file.read_text() == DRAWING)
        # A rectangle drawn beside the card chooses what lies in it.
        left, top = page.evaluate(
            "(() => { const r = document.querySelector('.faces svg.face').getBoundingClientRect();"
            " return [Math.round(r.left), Math.round(r.top)]; })()"
        )
        page.drag((left - 20, top - 5), [(40, 40), (300, 110)])
        until(lambda: there('.objects li:nth-child(2) [aria-pressed="true"]'))
        assert page.wrong == []
