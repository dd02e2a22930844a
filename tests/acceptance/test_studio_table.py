"""The studio's table in Chromium: DUAL and Hexagonal, played to the end by two seats."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.browser import Told, looking, running, serious, touch

ROOT = Path(__file__).parents[2]
SHOWN = "svg.face[data-shown]"
SEEN = ".piece:not([hidden])"
"""Pieces that do not lie under two others."""


@pytest.fixture
def kits(tmp_path: Path) -> Path:
    """The games of the project, to change at will."""
    for name in ("components", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("_library"))
    return tmp_path


class Seat:
    """A player at the table: a page of the browser, and what hands do there."""

    def __init__(self, page: Any, game: str, seed: str, number: int) -> None:
        self.page = page
        page.goto(f"{page.url.partition('#')[0]}#table/{game}/pt-BR/{seed}/{number}")
        page.locator(SEEN).first.wait_for()

    def call(self, name: str) -> None:
        """Write a name at this seat."""
        field = self.page.get_by_label("Your name at this seat")
        field.fill(name)
        field.press("Enter")
        self.page.locator(".log-lines li", has_text=f"is called {name}").wait_for()

    def middle(self, piece: str) -> tuple[float, float]:
        """The middle of a piece in the window; of a stand-up that of its foot."""
        found = self.page.locator(f'.piece[data-piece="{piece}"]')
        box = found.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if "standing" in (found.get_attribute("class") or ""):
            y = box["y"] + box["height"] * 0.85
        return x, y

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag what is at a point, and wait until the log has a line more."""
        lines = self.page.locator(".log-lines li").count()
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        mouse.move(*end)
        mouse.up()
        self.page.locator(".log-lines li").nth(lines).wait_for()

    def into_hand(self, start: tuple[float, float]) -> None:
        box = self.page.locator(".hand").bounding_box()
        self.drag(start, (box["x"] + 200, box["y"] + 20))

    def press(self, name: str) -> None:
        """Press a button, and wait until the log has a line more."""
        lines = self.page.locator(".log-lines li").count()
        self.page.get_by_role("button", name=name, exact=True).click()
        self.page.locator(".log-lines li").nth(lines).wait_for()

    def log(self) -> list[str]:
        lines = self.page.locator(".log-lines li").evaluate_all("(all) => all.map((one) => one.textContent)")
        return [str(one) for one in lines]

    def last(self) -> str:
        return str(self.page.locator(".log-lines li").last.text_content())

    def laid(self) -> Any:
        """The set-up for two players as the server lays it out."""
        lang, seed = self.page.url.partition("#")[2].split("/")[2:4]
        return self.page.evaluate(
            """async ([lang, seed]) => {
                const { state } = await import('/app/store.js');
                const { seedNumber } = await import('/app/table-moves.js');
                return (await fetch(`/api/table/${state.game.id}/${lang}/2/${seedNumber(seed)}`)).json();
            }""",
            [lang, seed],
        )


@contextmanager
def two_seats(project: Path, game: str, seed: str) -> Iterator[tuple[Seat, Seat, Told]]:
    with running(project, game) as (address, _), looking(address, (1400, 1000)) as (page, told):
        page.locator(SHOWN).first.wait_for()
        first = Seat(page, game, seed, 1)
        other = page.context.new_page()
        other.set_default_timeout(30_000)
        told.watch(other, address.partition("?")[0])
        other.goto(page.url)
        yield first, Seat(other, game, seed, 2), told


def saved_log(seat: Seat) -> list[str]:
    with seat.page.expect_download() as saved:
        seat.page.locator(".tools").get_by_role("button", name="Save log").click()
    return Path(saved.value.path()).read_text(encoding="utf-8").splitlines()


# DUAL: cards of a grid are collected by pawns.

Cell = tuple[int, int]


class Grid:
    """The rules of DUAL, as far as a player needs them: where cards and pawns are."""

    def __init__(self, laid: Any) -> None:
        place = next(one for one in laid["places"] if one["columns"] == 5)
        self.points = {(k // 5, k % 5): (x, y) for k, (x, y) in enumerate(place["positions"])}
        self.cards: dict[Cell, str] = {}
        self.down: list[Cell] = []
        for one in laid["pieces"]:
            if one["piece"].startswith("grid/"):
                for cell, at in self.points.items():
                    if math.dist(at, (one["x"], one["y"])) < 1:
                        self.cards[cell] = one["piece"]
                        self.down += [] if one["up"] else [cell]
        self.pawns: dict[str, Cell] = {}

    def moves(self, pawn: str) -> list[Cell]:
        """Cells with a card, in a straight line, before the next pawn."""
        row, column = self.pawns[pawn]
        found = []
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            cell = (row + down, column + right)
            while cell in self.points and cell not in self.pawns.values():
                found += [cell] if cell in self.cards else []
                cell = (cell[0] + down, cell[1] + right)
        return found


def points_of(cards: Sequence[str]) -> int:
    """The points of DUAL: pairs of one symbol, and 1 less for each X without a pair."""
    counts = Counter(cards)
    total = 0
    for symbol in ("x", "star", "square", "clover", "circle"):
        white, black = counts[f"{symbol}-white"], counts[f"{symbol}-black"]
        total += (0, 1, 3, 5)[min(white, black)]
        total -= abs(white - black) if symbol == "x" else 0
    return total


def named(text: str) -> list[str]:
    """Pieces that a line of the log names, each as often as it counts it."""
    return [
        name for count, name in re.findall(r"(?:(\d+) × )?“([^”]+)”", text) for _ in range(int(count or 1))
    ]


def read_dual(lines: Sequence[str]) -> tuple[str, dict[str, int]]:
    """Who won, and the points of all: from nothing but the log."""
    hands: dict[str, list[str]] = {}
    for line in lines:
        if found := re.match(r"(\w+) holds at the end: (.*)\.$", line):
            hands[found[1]] = named(found[2])
    points = {name: points_of(cards) for name, cards in hands.items()}
    best = max(points.values())
    leading = [name for name, value in points.items() if value == best]
    # Of those, the fewest cards; then who took the last one.
    fewest = min(len(hands[name]) for name in leading)
    leading = [name for name in leading if len(hands[name]) == fewest]
    if len(leading) > 1:
        takes = [found[1] for line in lines if (found := re.match(r"(\w+) takes into the hand", line))]
        leading = [next(name for name in reversed(takes) if name in leading)]
    return leading[0], points


@pytest.mark.slow
def test_dual_is_played_to_the_end_and_its_log_says_who_won(kits: Path) -> None:
    with two_seats(kits, "dual", "7") as (ana, bia, told):
        grid = Grid(ana.laid())
        ana.call("Ana")
        bia.call("Bia")
        players = {"Ana": (ana, "vermilion"), "Bia": (bia, "amber")}

        def go(name: str, pawn: str, cell: Cell) -> None:
            seat, _ = players[name]
            card = grid.cards.pop(cell)
            x, y = seat.middle(card)
            seat.drag(seat.middle(pawn), (x + 1, y + 2))
            grid.pawns[pawn] = cell
            size = seat.page.locator(f'.piece[data-piece="{card}"]').bounding_box()["width"]
            seat.into_hand((x - size * 0.4, y + size * 0.4))
            seat.page.locator(f'.held[data-piece="{card}"]').wait_for()

        for name, number in (("Bia", 1), ("Ana", 1), ("Bia", 2), ("Ana", 2)):
            go(name, f"pawns/{players[name][1]}#{number}", grid.down.pop())
        # What was taken unseen is not told to the other seat, and its hand is not shown.
        taken = next(line for line in bia.log() if line.startswith("Ana takes into the hand"))
        assert "1 piece of “Cartas de grid”, unseen (from row " in taken
        assert any(re.match(r"Ana takes into the hand: “\w+-(white|black)”", one) for one in ana.log())
        assert bia.page.locator(".held").count() == 2

        turn = stuck = 0
        while stuck < 2:
            name = ("Ana", "Bia")[turn % 2]
            seat, colour = players[name]
            choice = [
                (len([one for one in grid.moves(pawn) if one != cell]), pawn, cell)
                for pawn in (f"pawns/{colour}#1", f"pawns/{colour}#2")
                for cell in grid.moves(pawn)
            ]
            stuck = 0 if choice else stuck + 1
            if choice:
                _, pawn, cell = max(choice)
                go(name, pawn, cell)
            seat.press("End turn")
            turn += 1
        ana.page.locator(".log-lines li", has_text=f"ends turn {turn}.").wait_for()

        # A reload of either page, and what is saved and loaded, are the same table.
        pieces = "(all) => all.map((one) => `${one.dataset.piece} ${one.style.cssText}`).sort()"
        before = bia.page.locator(".piece").evaluate_all(pieces)
        log, held = bia.log(), bia.page.locator(".held").count()
        with bia.page.expect_download() as saved:
            bia.page.get_by_role("button", name="Save", exact=True).click()
        file = Path(saved.value.path())
        bia.page.reload()
        bia.page.locator(".held").nth(held - 1).wait_for()
        assert bia.page.locator(".piece").evaluate_all(pieces) == before
        assert bia.log() == log
        bia.page.get_by_role("button", name="3 players").click()
        bia.page.locator(".held").first.wait_for(state="detached")
        bia.page.locator('input[type="file"]').set_input_files(str(file))
        bia.page.locator(".held").nth(held - 1).wait_for()
        assert bia.page.locator(".piece").evaluate_all(pieces) == before
        assert bia.log() == log
        ana.page.locator(".log-lines li", has_text=f"ends turn {turn}.").wait_for()

        # Points are counted and said.
        hands = {
            name: [
                str(one).rpartition("#")[0].partition("/")[2]
                for one in seat.page.locator(".held").evaluate_all(
                    "(all) => all.map((one) => one.dataset.piece)"
                )
            ]
            for name, (seat, _) in players.items()
        }
        for name, (seat, _) in players.items():
            value = points_of(hands[name])
            sign = "+" if value > 0 else "−"
            for _ in range(abs(value)):
                seat.press(f"Points {sign}1, {name}")
            seat.page.get_by_label("A remark for the log").fill(f"my pairs give {value}")
            seat.press("Add")
        lines = ana.log()
        assert f"Ana: “my pairs give {points_of(hands['Ana'])}”" in lines
        winner, points = read_dual(
            [
                f"{name} holds at the end: {', '.join(f'“{one}”' for one in cards)}."
                for name, cards in hands.items()
            ]
            + lines
        )
        ana.page.get_by_role("button", name="End of the game…").click()
        boxes = ana.page.get_by_role("dialog")
        for name in players:
            boxes.get_by_label(name).set_checked(name == winner)
        boxes.get_by_role("button", name="End the game").click()
        boxes.get_by_text("pieces were played").wait_for()
        boxes.get_by_role("button", name="Keep as a play-test").click()
        boxes.locator("code").wait_for()
        ana.page.keyboard.press("Escape")

        text = saved_log(ana)
        assert text == ana.log()
        assert text[0] == "DUAL, revision 1, set up for 2 players with the seed 7: Vermilion, Amber."
        assert text[-1] == f"{winner} wins."
        assert f"The game ends after turn {turn}." in text
        assert read_dual(text) == (winner, points)
        for name in players:
            assert f"Points of {name}: {points[name]}." in text
            # What a player holds is what the player took, line by line.
            took = [
                one
                for line in text
                if line.startswith(f"{name} takes into the hand: ")
                for one in named(line)[:1]
            ]
            assert Counter(took) == Counter(hands[name])
        assert all("unseen" not in line for line in text)  # after the end nothing is hidden
        assert told.wrong == []

        [kept] = (kits / "components" / "dual" / "play-tests").iterdir()
        play = json.loads(kept.read_text())
        assert (play["revision"], play["turns"], play["winners"], play["log"]) == ("1", turn, [winner], text)
        assert play["points"] == {name: {"Points": value} for name, value in points.items()}
        assert sum(count for key, count in play["played"].items() if key.startswith("grid/")) == sum(
            len(cards) for cards in hands.values()
        )
        assert set(play["unplayed"]) >= {"modifiers/diagonal", "tokens/dual"}


# Hexagonal: armies fight for the hexes of a board.


class Battle:
    """The rules of Hexagonal: where pieces may go on its 91 hexes, numbered from 1."""

    def __init__(self, laid: Any) -> None:
        self.middles = {int(name): (x, y) for x, y, name in laid["spaces"]["board/board"]}
        near = min(math.dist(self.middles[1], at) for name, at in self.middles.items() if name != 1)
        self.step = near
        board = next(one for one in laid["pieces"] if one["piece"] == "board/board#1")
        [wide, high] = laid["sizes"]["board"]
        self.pieces: dict[str, int] = {}
        for one in laid["pieces"]:
            if one["piece"].startswith("pieces/"):
                at = (one["x"] - board["x"] + wide / 2, one["y"] - board["y"] + high / 2)
                self.pieces[one["piece"]] = min(
                    self.middles, key=lambda name: math.dist(at, self.middles[name])
                )

    def army(self, colour: str) -> list[str]:
        return [piece for piece in self.pieces if piece.startswith(f"pieces/{colour}-")]

    def far(self, a: int, b: int) -> float:
        """Steps between two hexes in a straight line: 1 to a neighbour, 1.73 round a corner."""
        return math.dist(self.middles[a], self.middles[b]) / self.step

    def moves(self, piece: str) -> list[int]:
        """Hexes that a piece may go to; its own army bars them, other pieces bar straight ways of two."""
        start, importance = self.pieces[piece], int(piece[-3])
        own = {self.pieces[one] for one in self.army(piece.partition("/")[2].partition("-")[0])}
        found = []
        for end in self.middles:
            away = self.far(start, end)
            (ax, ay), (bx, by) = self.middles[start], self.middles[end]
            between = ((ax + bx) / 2, (ay + by) / 2)
            barred = any(math.dist(self.middles[at], between) < 1 for at in self.pieces.values())
            near, straight, corner = (
                abs(away - 1) < 0.1,
                abs(away - 2) < 0.1 and not barred,
                abs(away - 1.732) < 0.1,
            )
            fits = {1: near, 2: near, 3: near or straight, 4: straight, 5: corner}[importance]
            if fits and end not in own:
                found.append(end)
        return found

    def choose(self, colour: str, other: str) -> tuple[str, int]:
        """The move that captures, the best prey first, or that brings a piece nearest to another army."""
        enemies = {self.pieces[one]: one for one in self.army(other)}
        options = [(piece, end) for piece in self.army(colour) for end in self.moves(piece)]

        def worth(option: tuple[str, int]) -> tuple[float, ...]:
            piece, end = option
            if end in enemies:
                return 100 + VALUES[enemies[end][-3]], int(piece[-3])
            return (-min(self.far(end, at) for at in enemies), int(piece[-3]))

        return max(options, key=worth)


ATTRIBUTES = {
    str(one["importance"]): one
    for one in yaml.safe_load((ROOT / "components/hexagonal/attributes.yaml").read_text())["items"]
}
VALUES = {importance: one["points"] for importance, one in ATTRIBUTES.items()}


def read_hexagonal(lines: Sequence[str]) -> tuple[str, dict[str, int]]:
    """Who won and the points: from the captures that the log tells, and the moves of nothing else."""
    points: Counter[str] = Counter()
    seats = {"blue": "Ana", "amber": "Bia"}
    lost: Counter[str] = Counter()
    for line in lines:
        if " puts into the box: " in line:
            [piece] = named(line)[:1]
            colour, importance = piece.split("-")
            lost[colour] += 1
            points[next(name for one, name in seats.items() if one != colour)] += VALUES[importance]
    assert 8 in lost.values()  # an army is gone: that is the end
    best = max(points.values())
    [winner] = [name for name, value in points.items() if value == best]
    return winner, dict(points)


@pytest.mark.slow
def test_hexagonal_is_played_to_the_end_and_its_log_says_who_won(kits: Path) -> None:
    with two_seats(kits, "hexagonal", "3") as (ana, bia, told):
        battle = Battle(ana.laid())
        ana.call("Ana")
        bia.call("Bia")
        for seat in (ana, bia):
            for _ in range(3):  # hexes of ten pixels are small for a hand
                seat.page.get_by_role("button", name="+", exact=True).click()
            seat.page.locator('.piece[data-piece="board/board#1"]').scroll_into_view_if_needed()
        seats = {"blue": (ana, "Ana"), "amber": (bia, "Bia")}
        score = {"blue": 0, "amber": 0}

        def at(seat: Seat, hexagon: int) -> tuple[float, float]:
            box = seat.page.locator('.piece[data-piece="board/board#1"]').bounding_box()
            scale = box["width"] / wide
            x, y = (one * scale for one in battle.middles[hexagon])
            # The table is turned for the seat opposite.
            if seat is bia:
                x, y = box["width"] - x, box["height"] - y
            return box["x"] + x, box["y"] + y

        wide = ana.laid()["sizes"]["board"][0]

        def roll(seat: Seat, die: str) -> int:
            lines = seat.page.locator(".log-lines li").count()
            piece = seat.page.locator(f'.piece[data-piece="dice/{die}#1"]')
            piece.scroll_into_view_if_needed()
            piece.click()
            seat.page.locator(".table-acts").get_by_role("button", name="Roll", exact=True).click()
            seat.page.locator(".log-lines li").nth(lines).wait_for()
            found = re.fullmatch(rf"(Ana|Bia) rolls {die}: ([1-6])\.", seat.last())
            assert found, seat.last()
            seat.page.locator('.piece[data-piece="board/board#1"]').scroll_into_view_if_needed()
            return int(found[2])

        turn = 0
        while all(battle.army(colour) for colour in seats):
            colour, other = ("blue", "amber") if turn % 2 == 0 else ("amber", "blue")
            seat, _ = seats[colour]
            piece, end = battle.choose(colour, other)
            prey = next((one for one in battle.army(other) if battle.pieces[one] == end), "")
            seat.page.locator('.piece[data-piece="board/board#1"]').scroll_into_view_if_needed()
            start, goal = seat.middle(piece), at(seat, end)
            seat.drag(start, (goal[0] + 2, goal[1] - 2))
            assert f"to space {end} of “Tabuleiro”" in seat.last()
            battle.pieces[piece] = end
            if prey:
                enemy, _ = seats[other]
                attack = roll(seat, "attack") + ATTRIBUTES[piece[-3]]["attack"]
                defence = roll(enemy, "defence") + ATTRIBUTES[prey[-3]]["defence"]
                beaten, by = (prey, colour) if attack > defence else (piece, other)
                # Both lie on one hex: the whole stack is chosen, then all but the beaten one is left out.
                judge, name = seats[by]
                count = judge.page.locator(f'.piece[data-piece="{piece}"] .stack-count')
                count.click()
                if beaten == prey:
                    judge.page.locator(f'.piece[data-piece="{piece}"]').click(modifiers=["Shift"])
                else:
                    judge.page.locator(f'.piece[data-piece="{piece}"]').click()
                judge.press("Into the box")
                del battle.pieces[beaten]
                for _ in range(VALUES[beaten[-3]]):
                    judge.press(f"Points +1, {name}")
                score[by] += VALUES[beaten[-3]]
            seat.press("End turn")
            turn += 1
            assert turn < 200
        seats["blue"][0].page.locator(".log-lines li", has_text=f"ends turn {turn}.").wait_for()
        best = max(score, key=lambda one: score[one])
        ana.page.get_by_role("button", name="End of the game…").click()
        box = ana.page.get_by_role("dialog")
        # Who leads by points is proposed.
        assert [box.get_by_label(name).is_checked() for _, name in seats.values()] == [
            best == one for one in seats
        ]
        box.get_by_role("button", name="End the game").click()
        box.get_by_text("pieces were played").wait_for()
        ana.page.keyboard.press("Escape")
        text = saved_log(ana)
        assert text[-1] == f"{seats[best][1]} wins."
        assert read_hexagonal(text) == (
            seats[best][1],
            {seats[one][1]: value for one, value in score.items() if value},
        )
        for colour, (_, name) in seats.items():
            assert f"Points of {name}: {score[colour]}." in text
        assert len([line for line in text if "rolls attack" in line]) == len(
            [line for line in text if "puts into the box" in line]
        )
        assert told.wrong == []


# What else is done at a table.


def at(page: Any, game: str, seed: str = "fox", seat: int = 1) -> None:
    page.locator(SHOWN).first.wait_for()
    page.goto(f"{page.url.partition('#')[0]}#table/{game}/pt-BR/{seed}/{seat}")
    page.locator(SEEN).first.wait_for()


def piece(page: Any, key: str) -> Any:
    return page.locator(f'.piece[data-piece="{key}"]')


def top_of(page: Any, family: str) -> Any:
    """The piece on top of the stack of a family."""
    return page.locator(f'.piece[data-piece^="{family}/"]:has(.stack-count:not([hidden]))')


@pytest.mark.slow
def test_a_deck_is_played_with_keys_alone(kits: Path) -> None:
    with running(kits, "automato") as (address, _), looking(address) as (page, told):
        at(page, "automato")
        log = page.locator(".log-lines li")
        assert top_of(page, "action").get_attribute("aria-label") == "Cartas de ação, back (9)"
        name = top_of(page, "action").get_attribute("data-piece")
        top_of(page, "action").focus()
        for key, said in (("s", "shuffles 9 pieces"), ("h", "takes into the hand: “")):
            lines = log.count()
            page.keyboard.press(key)
            log.nth(lines).wait_for()
            assert said in log.last.inner_text()
        held = page.locator(".held")
        card = held.get_attribute("data-piece")
        label = held.get_attribute("aria-label")
        held.focus()
        page.keyboard.press("f")  # face down
        piece(page, card).wait_for()
        assert piece(page, card).get_attribute("aria-label") == "Cartas de ação, back"
        piece(page, card).focus()
        page.keyboard.press("Enter")
        page.locator(f'.piece[aria-label="{label}"]').wait_for()
        page.keyboard.press("r")
        page.locator(f'.piece[aria-label="{label}"][style*="rotate(90deg)"]').wait_for()
        before = piece(page, card).get_attribute("style")
        page.keyboard.press("ArrowRight")
        page.locator(f".log-lines li:has-text('moves “{label}”')").wait_for()
        assert piece(page, card).get_attribute("style") != before
        page.keyboard.press("v")
        page.locator(f".enlarged {SHOWN}").wait_for()
        assert page.locator(".enlarged").bounding_box()["height"] > 300
        page.keyboard.press("Escape")
        assert page.locator(".enlarged").is_hidden()
        piece(page, card).focus()
        page.keyboard.press("x")
        page.locator(".log-lines li:has-text('discards')").wait_for()
        assert page.locator(".spot", has_text="Discard").count() == 1
        piece(page, card).focus()
        page.keyboard.press("u")  # below the others, face down as they are
        page.locator(".log-lines li:has-text('puts at the bottom: “')").wait_for()
        top_of(page, "action").filter(has_text="9").wait_for()
        page.keyboard.press("e")
        page.locator(".log-lines li:has-text('ends turn 1')").wait_for()
        # Undo has no end, and redo leads back.
        lines = log.count()
        undo, redo = (page.get_by_role("button", name=one) for one in ("Undo", "Redo"))
        for count in range(lines - 1, 0, -1):
            page.keyboard.press("z")
            log.nth(count).wait_for(state="detached")
        assert undo.is_disabled()
        assert top_of(page, "action").get_attribute("data-piece") == name
        while redo.is_enabled():
            count = log.count()
            redo.click()
            log.nth(count).wait_for()
        assert log.count() == lines
        assert told.wrong == []


@pytest.mark.slow
def test_stacks_are_dealt_to_hands_and_to_a_grid_and_pieces_chosen_together(kits: Path) -> None:
    with running(kits, "dual") as (address, _), looking(address, (1400, 1000)) as (page, told):
        at(page, "dual")
        acts = page.locator(".table-acts")
        top = top_of(page, "modifiers").first
        top.click()
        acts.get_by_role("button", name="Deal…").click()
        box = page.get_by_role("dialog")
        box.get_by_label("cards each").fill("2")
        box.get_by_role("button", name="Deal to the hands").click()
        page.locator(".held").nth(1).wait_for()
        assert page.locator('.seat [data-act="seat amber"]').inner_text().split() == ["Amber", "2"]
        # The rest to a grid, face down.
        before = page.locator('.piece[data-piece^="modifiers/"]').count()
        top_of(page, "modifiers").first.click()
        acts.get_by_role("button", name="Deal…").click()
        box.get_by_label("Columns").fill("3")
        box.get_by_label("Rows").fill("1")
        box.get_by_label("face down").check()
        box.get_by_role("button", name="Deal to a grid").click()
        page.locator(".log-lines li", has_text="3 pieces of “Cartas de modificadores”, unseen").wait_for()
        assert page.locator('.piece[data-piece^="modifiers/"]').count() == before
        # A rectangle around the grid chooses all of it, to be turned over and moved together.
        boxes = page.locator(f'{SEEN}[data-piece^="grid/"]').evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().toJSON())"
        )
        apart = min(one["x"] for one in boxes)  # those that are left out of the game
        boxes = [one for one in boxes if one["x"] > apart + 20]
        assert len(boxes) == 25
        left, top = min(one["left"] for one in boxes) - 6, min(one["top"] for one in boxes) - 6
        page.mouse.move(left, top)
        page.mouse.down()
        page.mouse.move(left + 20, top + 20)
        page.mouse.move(max(one["right"] for one in boxes) + 6, max(one["bottom"] for one in boxes) + 6)
        page.mouse.up()
        assert page.locator('.piece[data-piece^="grid/"][aria-pressed="true"]').count() == 25
        acts.get_by_role("button", name="Flip").click()
        page.locator(".log-lines li", has_text="turns face down").wait_for()
        page.locator('.piece[data-piece^="grid/"][aria-label^="Cartas de grid, back"]').nth(20).wait_for()
        place = "(all) => all.map((one) => one.getBoundingClientRect().x)"
        chosen = page.locator('.piece[aria-pressed="true"]')
        before = chosen.evaluate_all(place)
        page.mouse.move(left + 20, top + 20)
        page.mouse.down()
        page.mouse.move(left + 60, top + 20)
        page.keyboard.down("Alt")  # nothing snaps
        page.mouse.move(left + 80, top + 20)
        page.mouse.up()
        page.keyboard.up("Alt")
        page.locator(".log-lines li", has_text="from row 1, column 1 of “Grid 5 × 5” to the table").wait_for()
        assert chosen.evaluate_all(place) == pytest.approx([one + 60 for one in before], abs=1)
        assert told.wrong == []


@pytest.mark.slow
def test_dice_roll_boards_carry_pieces_and_stand_ups_stand(kits: Path) -> None:
    with running(kits) as (address, _), looking(address, (1400, 1000)) as (page, told):
        at(page, "hexagonal")
        for _ in range(3):
            page.get_by_role("button", name="+", exact=True).click()
        page.locator('.piece[data-piece^="dice/"]').first.scroll_into_view_if_needed()
        sides = set()
        for count in range(1, 5):
            die = piece(page, "dice/attack#1")
            die.click()
            page.locator(".table-acts").get_by_role("button", name="Roll", exact=True).click()
            page.locator(".rolled .side").nth(count - 1).wait_for()
            said = page.locator(".rolled .side").last.get_attribute("title")
            assert re.fullmatch(r"attack: [1-6]", str(said))
            # The side that is on top is the one that is said.
            sides.add((said, die.locator("svg").get_attribute("viewBox")))
        assert len({view for _, view in sides}) == len({said for said, _ in sides})

        def middle(key: str) -> tuple[float, float]:
            box = piece(page, key).bounding_box()
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        board = piece(page, "board/board#1")
        board.scroll_into_view_if_needed()
        before = [middle(key) for key in ("board/board#1", "pieces/blue-5#1")]
        board.focus()
        page.keyboard.press("Shift+ArrowRight")
        page.locator(".log-lines li", has_text="“Tabuleiro”").last.wait_for()
        after = [middle(key) for key in ("board/board#1", "pieces/blue-5#1")]
        shift = after[0][0] - before[0][0]
        assert shift > 15
        assert after[1] == pytest.approx((before[1][0] + shift, before[1][1]), abs=1)
        # A piece that is let go beside the middle of a space lies in the middle of it.
        x, y = middle("pieces/blue-5#1")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y - 30)
        page.mouse.move(x + 6, y - 5)
        page.mouse.up()
        page.locator(".log-lines li", has_text="from space 87 of “Tabuleiro” to space 87").last.wait_for()
        assert middle("pieces/blue-5#1") == pytest.approx((x, y), abs=1)

        page.goto(page.url.partition("#")[0] + "#table/dual/pt-BR/fox/1")
        pawn = piece(page, "pawns/vermilion#1")
        pawn.wait_for()
        box = pawn.bounding_box()
        assert box["height"] / box["width"] == pytest.approx(29 / 20, abs=0.02)  # its front, not its net
        pawn.focus()
        page.keyboard.press("r")
        page.locator(".log-lines li", has_text="by 90°").wait_for()
        assert pawn.bounding_box() == pytest.approx(box, abs=0.5)
        # The tuck box is no piece of the game.
        assert page.locator('[data-piece^="box/"], [data-family="box"]').count() == 0
        assert told.wrong == []


@pytest.mark.slow
def test_a_spinner_is_spun_with_what_is_printed_on_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "prancha", "new", "wheel", "--kind", "spinner"]
    subprocess.run([*command, "--project", str(tmp_path)], capture_output=True, check=True)
    with running(tmp_path) as (address, _), looking(address) as (page, told):
        page.locator(SHOWN).first.wait_for()
        page.goto(page.url.partition("#")[0] + "#table/wheel/en/fox")
        wheel = page.locator('.piece[data-piece="spinner/spinner#1"]')
        for count in range(1, 5):
            wheel.click()
            page.locator(".table-acts").get_by_role("button", name="Spin", exact=True).click()
            page.locator(".rolled .side").nth(count - 1).wait_for()
        said = [one.inner_text().split() for one in page.locator(".rolled .side").all()]
        assert all(sector in ("1", "2", "star", "4", "coin", "6") for _, sector in said)
        assert told.wrong == []


@pytest.mark.slow
def test_tabs_of_one_seed_are_one_table_and_a_shared_screen_covers_hands(kits: Path) -> None:
    with two_seats(kits, "dual", "owl") as (ana, bia, told):
        grid = Grid(ana.laid())
        ana.into_hand(ana.middle(grid.cards[grid.down[0]]))
        bia.page.locator(".log-lines li", has_text="takes into the hand").wait_for()
        assert bia.page.locator(".held").count() == 0  # whose hand it is, its tab shows
        for tab, other, button, count in ((bia, ana, "Undo", 1), (ana, bia, "Redo", 2)):
            tab.page.get_by_role("button", name=button).click()
            for seat in (tab, other):
                seat.page.locator(f".log-lines:not(:has(li:nth-child({count + 1})))").wait_for()
                seat.page.locator(f".log-lines li:nth-child({count})").wait_for()
        # In one tab, the hand of another seat is covered first.
        bia.page.locator('[data-act="seat vermilion"]').click()
        show = bia.page.get_by_role("button", name="Show the hand of Vermilion")
        show.wait_for()
        assert bia.page.locator(".held").count() == 0
        assert all("“Cartas de grid”, unseen" in one for one in bia.log()[1:])  # nor does the log name it
        show.click()
        bia.page.locator(".held").wait_for()
        # Another seed is another table; a new set-up of one tab is followed by the other, and undone.
        ana.page.get_by_label("Seed", exact=True).fill("hen")
        ana.page.get_by_label("Seed", exact=True).press("Enter")
        bia.page.locator(".log-lines li", has_text="with the seed hen").wait_for()
        assert bia.page.locator(".log-lines li").count() == 1
        bia.page.get_by_role("button", name="Undo").click()
        for seat in (ana, bia):
            seat.page.locator(".log-lines li", has_text="with the seed owl").wait_for()
            seat.page.locator(".log-lines li", has_text="takes into the hand").wait_for()
        assert told.wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_plays_with_fingers(kits: Path, theme: Any) -> None:
    options = {"has_touch": True, "bypass_csp": True, "color_scheme": theme}
    with running(kits, "dual") as (address, _), looking(address, (390, 844), **options) as (page, told):
        at(page, "dual")
        seat = Seat(page, "dual", "fox", 1)
        grid = Grid(seat.laid())
        start = seat.middle(grid.cards[0, 0])
        hand = page.locator(".hand").bounding_box()
        lines = page.locator(".log-lines li").count()
        touch(page, start, (start[0], start[1] + 60), (hand["x"] + 100, hand["y"] + 20))
        page.locator(".log-lines li").nth(lines).wait_for()
        held = page.locator(".held").bounding_box()
        middle = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
        free = page.locator(".field-of-play").bounding_box()
        touch(page, middle, (middle[0], middle[1] - 80), (free["x"] + 60, free["y"] + 170))
        page.locator(".log-lines li", has_text="plays from the hand").wait_for()
        laid = page.locator('.piece[aria-pressed="false"]', has=page.locator("svg")).last
        laid.tap()
        page.locator(".table-acts").get_by_role("button", name="Flip").tap()
        page.locator(".log-lines li", has_text="turns face").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert serious(page) == []
        assert told.wrong == []


@pytest.mark.slow
def test_changes_shows_play_tests_beside_the_cards(kits: Path) -> None:
    command = [sys.executable, "-m", "prancha", "snapshot", "v1", "automato", "--project", str(kits)]
    subprocess.run(command, check=True, capture_output=True)
    file = kits / "components" / "automato" / "action.yaml"
    file.write_text(file.read_text().replace("terrain: forest", "terrain: coast", 1))
    with running(kits, "automato") as (address, _), looking(address) as (page, told):
        at(page, "automato")
        top_of(page, "action").focus()
        for held in range(9):  # each action card is taken: the keys stay at the stack
            page.keyboard.press("h")
            page.locator(".held").nth(held).wait_for()
        top_of(page, "movement").click()
        page.locator(".table-acts").get_by_role("button", name="Flip").click()
        page.get_by_role("button", name="Notes…").click()
        page.get_by_role("dialog").get_by_label("Note to this card").fill("hard to read")
        page.get_by_role("button", name="Keep the note").click()
        page.get_by_role("dialog").locator("li", has_text="hard to read").wait_for()
        assert "hard to read" in (kits / "components" / "automato" / "notes.yaml").read_text()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="End turn").click()
        page.get_by_role("button", name="End of the game…").click()
        box = page.get_by_role("dialog")
        box.get_by_role("button", name="End the game").click()
        box.get_by_text("1 turn; 10 pieces were played, 14 were not.").wait_for()
        box.get_by_role("button", name="Keep as a play-test").click()
        box.locator("code").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Changes").click()
        page.get_by_role("button", name="changed action/action-1").wait_for()
        page.locator(".played", has_text="Revision 1: played in 1 of 1 play-test").wait_for()
        plays = page.locator(".plays")
        assert "revision 1, 1 turn, won by" in plays.inner_text()
        assert "Never played: movement/" in plays.inner_text()
        assert told.wrong == []
        # A damaged file is told, and hides nothing else.
        (kits / "components" / "automato" / "play-tests" / "bad.json").write_text("{")
        page.reload()
        page.get_by_text("components/automato/play-tests/bad.json: this is no play-test").wait_for()
        page.get_by_role("button", name="changed action/action-1").wait_for()
