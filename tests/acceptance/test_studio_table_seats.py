"""The studio's table in Chromium as each seat sees it: turned, with gestures as it is seen."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.test_studio_table import SHOWN, Seat, piece
from tests.browser import Told, looking, running

TABLE = """\
size: 900 x 600 mm
seats: [fox, hen, owl, bee]
lay:
  card: {family: cards, count: 2, seat: each, as: row, at: [0 mm, -60 mm]}
  middle: {family: cards, count: 2, as: row, at: [100 mm, -50 mm]}
  hand: {family: cards, count: 2, as: hand, seat: each}
players: {4: {}}
"""


@pytest.fixture
def fires(tmp_path: Path) -> Path:
    """Four Fires on a table that is wider than deep, with cards before each seat."""
    command = [sys.executable, "-m", "prancha", "new", "fires", "--like", "trick-taking"]
    subprocess.run([*command, "--project", str(tmp_path)], capture_output=True, check=True)
    game = tmp_path / "components/fires/game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("[3, 4]", "[4]"), encoding="utf-8")
    (tmp_path / "components/fires/table.yaml").write_text(TABLE, encoding="utf-8")
    return tmp_path


@contextmanager
def seated(project: Path, number: int, game: str = "fires") -> Iterator[tuple[Seat, Told]]:
    with running(project, game) as (address, _), looking(address, (1400, 1000)) as (page, told):
        page.locator(SHOWN).first.wait_for()
        yield Seat(page, game, "3", number), told


def play_file(page: Any) -> Any:
    """The file that Save writes."""
    with page.expect_download() as saved:
        page.locator(".tools").get_by_role("button", name="Save", exact=True).click()
    return json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))


def turn_of(page: Any, key: str) -> int:
    """By how many degrees a piece is drawn turned."""
    return int(
        page.evaluate(
            """(key) => {
                const own = document.querySelector(`[data-piece="${key}"]`);
                const matrix = new DOMMatrix(getComputedStyle(own).transform);
                return (Math.round(Math.atan2(matrix.b, matrix.a) * 180 / Math.PI) + 360) % 360;
            }""",
            key,
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "name", "angle"), [(1, "Fox", 0), (2, "Hen", 90), (3, "Owl", 180), (4, "Bee", 270)]
)
def test_a_drag_moves_as_the_seat_sees_it(fires: Path, number: int, name: str, angle: int) -> None:
    with seated(fires, number) as (seat, told):
        page = seat.page
        assert page.get_by_label("Seen by").evaluate("(one) => one.selectedOptions[0].textContent") == name
        setup = play_file(page)["setup"]
        seats = {one["id"]: one for one in setup["seats"]}
        assert seats[name.lower()]["angle"] == angle
        # The cards before this seat lie upright at the lower edge, all others as they are seen from here.
        own = [one for one in setup["pieces"] if not one["held"] and one["angle"] == angle]
        field = page.locator(".cloth").bounding_box()
        for one in setup["pieces"]:
            if not one["held"]:
                assert turn_of(page, one["piece"]) == (one["angle"] - angle) % 360
        lying = [one for one in own if angle or abs(one["y"]) > 100]
        boxes = [piece(page, one["piece"]).bounding_box() for one in lying]
        assert len(boxes) == 2
        assert all(box["y"] > field["y"] + field["height"] * 0.7 for box in boxes)
        assert boxes[0]["y"] == pytest.approx(boxes[1]["y"], abs=0.5)
        # A drag to the right and up leads to the player's right and away from them.
        # There are 8 mm around the table, which is 900 x 600 mm.
        scale = field["width"] / ((600 if angle in (90, 270) else 900) + 16)
        key = next(
            one["piece"] for one in setup["pieces"] if one["piece"].startswith("cards/") and not one["held"]
        )
        before = next(one for one in setup["pieces"] if one["piece"] == key)
        box, start = piece(page, key).bounding_box(), seat.middle(key)
        right, up = 37, -53
        page.keyboard.down("Alt")
        seat.drag(start, (start[0] + right, start[1] + up))
        page.keyboard.up("Alt")
        after = piece(page, key).bounding_box()
        assert (after["x"] - box["x"], after["y"] - box["y"]) == pytest.approx((right, up), abs=1)
        (move,) = play_file(page)["moves"]
        dx, dy = right / scale, up / scale
        seen = {0: (dx, dy), 90: (-dy, dx), 180: (-dx, -dy), 270: (dy, -dx)}[angle]
        assert (move["do"], move["by"], move["pieces"]) == ("lay", name.lower(), [key])
        assert move["at"][0] == pytest.approx([before["x"] + seen[0], before["y"] + seen[1]], abs=0.1)
        assert told.wrong == []


@pytest.mark.slow
def test_keys_frames_and_laid_cards_follow_the_seat_and_the_menu_turns_the_table(fires: Path) -> None:
    with seated(fires, 3) as (seat, told):
        page = seat.page
        setup = play_file(page)["setup"]
        free = [one for one in setup["pieces"] if not one["held"]]
        # An arrow to the right moves to this player's right.
        first = piece(page, free[0]["piece"])
        first.focus()
        box = first.bounding_box()
        first.press("ArrowRight")
        page.locator(".log-lines li").nth(1).wait_for()
        assert first.bounding_box()["x"] > box["x"] + 3
        assert play_file(page)["moves"][0]["at"] == [[free[0]["x"] - 5, free[0]["y"]]]
        # A rectangle chooses what is seen in it: the two cards at the lower edge.
        own = [one["piece"] for one in free if one["angle"] == 180]
        boxes = [piece(page, one).bounding_box() for one in own]
        left, top = min(one["x"] for one in boxes) - 8, min(one["y"] for one in boxes) - 8
        right, low = (
            max(one[k] + one[size] for one in boxes) for k, size in (("x", "width"), ("y", "height"))
        )
        page.mouse.move(left, top)
        page.mouse.down()
        page.mouse.move(right, low)
        page.mouse.move(right + 8, low + 8)
        page.mouse.up()
        chosen = page.locator('.piece[aria-pressed="true"]').evaluate_all(
            "(all) => all.map((one) => one.dataset.piece)"
        )
        assert set(chosen) == set(own)
        page.keyboard.press("Escape")
        # A card from the hand lies for who lays it; on a stack it lies as the stack does.
        held = page.locator(".held").first
        key = held.get_attribute("data-piece")
        held.focus()
        held.press("Enter")
        piece(page, key).wait_for()
        assert turn_of(page, key) == 0
        assert play_file(page)["moves"][-1]["angle"] == 180
        page.reload()
        piece(page, key).wait_for()
        assert turn_of(page, key) == 0
        # The menu turns the table for another seat, and stays there until this one is chosen again.
        page.get_by_label("Seen by").select_option("fox")
        assert turn_of(page, key) == 180
        assert page.locator('.seat [aria-pressed="true"]').get_attribute("data-act") == "seat owl"
        other = page.locator(".held").first
        other_key = other.get_attribute("data-piece")
        own_card = piece(page, own[0]).bounding_box()
        target = own_card["x"] + own_card["width"] / 2, own_card["y"] + own_card["height"] / 2
        box = other.bounding_box()
        seat.drag((box["x"] + 20, box["y"] + 20), target)
        assert turn_of(page, other_key) == 180
        page.locator('[data-act="seat hen"]').click()
        assert turn_of(page, key) == 180
        page.get_by_label("Seen by").select_option("hen")
        assert turn_of(page, key) == 90
        page.locator('[data-act="seat bee"]').click()
        assert page.get_by_label("Seen by").input_value() == "bee"
        assert turn_of(page, key) == 270
        assert told.wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_a_tile_without_a_back_shows_nothing_face_down_and_a_stack_its_number_at_the_corner(
    tmp_path: Path, number: int
) -> None:
    command = [sys.executable, "-m", "prancha", "new", "isle", "--like", "hex-tiles"]
    subprocess.run([*command, "--project", str(tmp_path)], capture_output=True, check=True)
    with seated(tmp_path, number, "isle") as (seat, told):
        page = seat.page
        piece(page, "tiles/castle#1").locator(SHOWN).wait_for()
        setup = play_file(page)["setup"]
        (castle,) = (one for one in setup["pieces"] if one["piece"] == "tiles/castle#1")
        (board,) = setup["spaces"].values()
        width, height = setup["sizes"]["board"]
        on_space = [(x - width / 2, y - height / 2) for x, y, _ in board]
        assert any(math.dist((castle["x"], castle["y"]), point) < 0.1 for point in on_space)
        top = page.locator(".piece:has(.stack-count:not([hidden]))")
        assert top.locator("image").count() == 0
        assert re.fullmatch(r"[^,]+, back \(14\)", top.get_attribute("aria-label"))
        box, count = top.bounding_box(), top.locator(".stack-count").bounding_box()
        assert count["x"] + count["width"] > box["x"] + box["width"]
        assert count["y"] + count["height"] > box["y"] + box["height"]
        top.click()
        top.press("v")
        page.locator(".enlarged:not([hidden])").wait_for()
        assert page.locator(".enlarged image").count() == 0
        page.keyboard.press("Escape")
        top.press("f")
        page.locator(".log-lines li", has_text="turns face up").wait_for()
        top.locator(SHOWN).wait_for()
        assert told.wrong == []


def test_whose_turn_it_is_takes_no_room_from_counters(fires: Path) -> None:
    table = TABLE.replace("seats: [fox, hen, owl, bee]\n", "")
    (fires / "components/fires/table.yaml").write_text(table, encoding="utf-8")
    with seated(fires, 1) as (seat, _):
        first, second = seat.page.locator(".seat > button").all()[:2]
        assert first.inner_text().split() == ["▸", "Seat", "1", "2"]
        assert second.inner_text().split() == ["Seat", "2", "2"]
        assert first.bounding_box()["width"] == pytest.approx(second.bounding_box()["width"], abs=1)
