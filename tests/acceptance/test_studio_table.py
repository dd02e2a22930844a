"""The studio's table in Chromium: DUAL and Hexagonal, played to the end by two seats."""

from __future__ import annotations

import json
import math
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.browser import Told, looking, running

ROOT = Path(__file__).parents[2]
SHOWN = "svg.face[data-shown]"


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
        page.locator(".piece").first.wait_for()

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
        return [str(one) for one in self.page.locator(".log-lines li").all_inner_texts()]

    def laid(self, seed: int = 0, players: int = 2) -> Any:
        """The set-up as the server lays it out."""
        lang = self.page.url.partition("#")[2].split("/")[2]
        return self.page.evaluate(
            """async ([lang, players, seed]) => {
                const { state } = await import('/app/store.js');
                return (await fetch(`/api/table/${state.game.id}/${lang}/${players}/${seed}`)).json();
            }""",
            [lang, players, seed],
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
        grid = Grid(ana.laid(7))
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
        battle = Battle(ana.laid(3))
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
            return box["x"] + battle.middles[hexagon][0] * scale, box["y"] + battle.middles[hexagon][
                1
            ] * scale

        wide = ana.laid(3)["sizes"]["board"][0]

        def roll(seat: Seat, die: str) -> int:
            lines = len(seat.log())
            piece = seat.page.locator(f'.piece[data-piece="dice/{die}#1"]')
            piece.scroll_into_view_if_needed()
            piece.click()
            seat.page.locator(".table-acts").get_by_role("button", name="Roll", exact=True).click()
            seat.page.locator(".log-lines li").nth(lines).wait_for()
            found = re.fullmatch(rf"(Ana|Bia) rolls {die}: ([1-6])\.", seat.log()[-1])
            assert found, seat.log()[-1]
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
            assert f"to space {end} of “Tabuleiro”" in seat.log()[-1]
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
