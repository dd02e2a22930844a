"""Modules of the page by themselves, in a real browser: they are plain functions of plain values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from prancha.system.words import words
from tests.browser import looking, running
from tests.conftest import write_project


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    project = write_project(tmp_path_factory.mktemp("page") / "project")
    with running(project) as (address, _), looking(address) as (opened, _told):
        opened.locator("svg.face").first.wait_for()
        yield opened


def item(name: str, family: str = "cards", **fields: Any) -> dict[str, Any]:
    """An item as the page has it."""
    own = {"id": name, "key": f"{family}/{name}", "family": {"id": family}, "place": ["cards.csv", 2, 1]}
    return {**own, "copies": 1, "source": "", "fields": fields, "assumed": {}}


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ([item("a", t=1), item("b", t=2)], [item("a", t=1), item("c", t=2)], {"cards/b": "cards/c"}),
        # The id may be a field of its own as well.
        ([item("a", id="a", t=1)], [item("b", id="b", t=1)], {"cards/a": "cards/b"}),
        # Changed too, of another family, or two that are alike: nothing is certain.
        ([item("a", t=1)], [item("b", t=2)], {}),
        ([item("a", t=1)], [item("a", "tokens", t=1)], {}),
        ([item("a", t=1), item("b", t=1)], [item("c", t=1), item("d", t=1)], {}),
        ([item("a", t=1)], [item("b", t=1), item("c", t=1)], {}),
        ([item("a", t=1), item("b", t=1)], [item("c", t=1)], {}),
        # Ids that changed places are there still.
        ([item("a", t=1), item("b", t=2)], [item("a", t=2), item("b", t=1)], {}),
        ([], [item("a")], {}),
    ],
)
def test_a_renamed_item_is_known_where_it_is_certain(
    page: Any, before: list[Any], after: list[Any], found: dict[str, str]
) -> None:
    call = "async ([a, b]) => Object.fromEntries((await import('/app/items.js')).renamed(a, b))"
    assert page.evaluate(call, [before, after]) == found


DECK = ["cards/sun#1", "cards/sun#2", "cards/sun#3", "cards/moon#1"]
SETUP: dict[str, Any] = {
    "game": "lume",
    "revision": "1",
    "seed": "fox",
    "players": 2,
    "width": 800,
    "height": 600,
    "seats": [{"id": "1", "x": 0, "y": 300, "angle": 0}, {"id": "2", "x": 0, "y": -300, "angle": 180}],
    "places": [
        {"title": {"en": "Deck"}, "seat": "", "count": 4, "columns": 0, "on": False,
         "box": [-30, -44, 30, 44], "positions": [[0, 0]]},
        {"title": {"en": "Row"}, "seat": "", "count": 2, "columns": 2, "on": False,
         "box": [100, -144, 230, -56], "positions": [[130, -100], [200, -100]]},
    ],
    "spaces": {"boards/map": [[20, 20, 1], [80, 20, 2], [50, 80, "start"]]},
    "counters": [],
    "sizes": {"cards": [60, 88], "boards": [120, 100], "hexes": [20, 23], "pawns": [10, 20]},
    "pieces": [
        *({"piece": one, "x": 0, "y": 0, "angle": 0, "up": False, "held": ""} for one in DECK),
        {"piece": "cards/moon#2", "x": 0, "y": 0, "angle": 0, "up": True, "held": "2"},
        {"piece": "boards/map#1", "x": -200, "y": 0, "angle": 90, "up": True, "held": ""},
        {"piece": "pawns/red#1", "x": -200, "y": 30, "angle": 0, "up": True, "held": ""},
    ],
    "box": ["pawns/blue#1"],
    "faults": [],
}  # fmt: skip
PIECES = sorted([*(one["piece"] for one in SETUP["pieces"]), *SETUP["box"]])


def at_table(page: Any, code: str, *given: Any) -> Any:
    """What a function of the set-up, the modules `moves`, `spots` and `log`, and what is `given` returns."""
    return page.evaluate(
        f"""async ([setup, given]) => {{
            const [moves, spots, log] = await Promise.all(
                ['moves', 'spots', 'log'].map((name) => import(`/app/table-${{name}}.js`)));
            return ({code})(setup, moves, spots, log, ...given);
        }}""",
        [SETUP, list(given)],
    )


def played(page: Any, *moves: dict[str, Any]) -> Any:
    """The state after these moves of seat 1, or of who is named."""
    return at_table(
        page,
        "((setup, { play }, spots, log, moves) => play(setup, moves).at(-1))",
        [{"by": "1", **one} for one in moves],
    )


def whole(state: Any) -> list[str]:
    """All pieces of a state, wherever they are."""
    held = [piece for hand in state["hands"].values() for piece in hand]
    return sorted([*(one["piece"] for one in state["table"]), *held, *state["box"]])


@pytest.mark.parametrize(
    "move",
    [
        {"do": "lay", "pieces": ["cards/moon#2"], "at": [[10, 10]], "up": False},
        {"do": "lay", "pieces": DECK[:2], "at": [[130, -100], [200, -100]], "up": True, "dealt": True},
        {"do": "lay", "pieces": ["cards/moon#2"], "at": [[0, 0]], "under": True},
        {"do": "lay", "pieces": ["pawns/blue#1"], "at": [[0, 0]]},
        {"do": "lay", "pieces": DECK[3:], "at": [[80, 0]], "up": True, "discard": True},
        {"do": "hold", "pieces": DECK[:2], "seats": ["1", "2"]},
        {"do": "hold", "pieces": ["cards/moon#2"], "seats": ["1"]},
        {"do": "box", "pieces": ["pawns/red#1", "cards/moon#2"]},
        {"do": "flip", "pieces": DECK},
        {"do": "turn", "pieces": ["cards/sun#1"], "angle": 90},
        {"do": "shuffle", "pieces": DECK},
        {"do": "roll", "pieces": ["pawns/red#1"], "weights": [1, 2, 1]},
        {"do": "throw", "sides": 6},
        {"do": "count", "counter": "points@2", "add": 3},
        {"do": "counter", "text": "Rounds"},
        {"do": "name", "seat": "1", "text": "Ana"},
        {"do": "say", "text": "hello"},
        {"do": "end"},
        {"do": "over", "winners": ["1"]},
    ],
    ids=lambda move: "-".join([move["do"], *(one for one in ("under", "discard", "dealt") if one in move)]),
)
def test_every_move_keeps_every_piece_and_is_the_same_when_played_again(page: Any, move: Any) -> None:
    before, after = played(page), played(page, move)
    assert whole(after) == whole(before) == PIECES
    assert after == played(page, move)
    assert after != before or move["do"] == "say"


def test_a_stack_is_turned_over_as_a_whole_and_shuffled_by_the_seed(page: Any) -> None:
    def order(state: Any) -> list[str]:
        return [one["piece"] for one in state["table"] if one["piece"] in DECK]

    flipped = played(page, {"do": "flip", "pieces": DECK})
    assert order(flipped) == DECK[::-1]
    assert all(one["up"] for one in flipped["table"] if one["piece"] in DECK)
    shuffles = [{"do": "shuffle", "pieces": DECK}] * 3
    assert sorted(order(played(page, *shuffles))) == sorted(DECK)
    assert len({tuple(order(played(page, *shuffles[:count]))) for count in (0, 1, 2, 3)}) > 1
    rolls = played(page, *[{"do": "throw", "sides": 6}] * 4)["rolled"]
    assert all(1 <= value <= 6 for _, value in rolls)
    weighted = played(page, *[{"do": "roll", "pieces": ["pawns/red#1"], "weights": [1e-9, 1]}] * 4)
    assert [side for _, side in weighted["rolled"]] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    "move",
    [
        None,
        7,
        {},
        {"do": "constructor"},
        {"do": "end", "by": "9"},
        {"do": "lay", "pieces": ["cards/none#1"], "at": [[0, 0]]},
        {"do": "lay", "pieces": ["cards/sun#1"], "at": [[0, None]]},
        {"do": "lay", "pieces": ["cards/sun#1"], "at": [[0, 0], [1, 1]]},
        {"do": "lay", "pieces": ["cards/sun#1", "cards/sun#1"], "at": [[0, 0], [1, 1]]},
        {"do": "lay", "pieces": [], "at": []},
        {"do": "lay", "pieces": "cards/sun#1", "at": [[0, 0]]},
        {"do": "flip", "pieces": ["cards/moon#2"]},
        {"do": "hold", "pieces": DECK, "seats": ["1", "2"]},
        {"do": "hold", "pieces": DECK, "seats": ["9"]},
        {"do": "roll", "pieces": ["pawns/red#1"], "weights": [0]},
        {"do": "throw", "sides": 1},
        {"do": "count", "counter": "none", "add": 1},
        {"do": "count", "counter": "points@1", "add": 0.5},
        {"do": "say", "text": ""},
        {"do": "say", "text": "x" * 501},
        {"do": "over", "winners": ["9"]},
    ],
)
def test_a_move_that_cannot_be_made_is_none(page: Any, move: Any) -> None:
    made = {"by": "1", **move} if isinstance(move, dict) else move
    code = "((setup, { begin, apply }, spots, log, move) => apply(setup, begin(setup), move))"
    assert at_table(page, code, made) is None


def kept(**changes: Any) -> str:
    return json.dumps({"version": 2, "setup": SETUP, "moves": [{"do": "end", "by": "1"}], **changes})


READ = """((setup, { read }, spots, log, text) => {
    try { return read(text).states.length; } catch (error) { return [error.number ?? 0]; } })"""


def test_a_table_is_read_as_it_was_kept(page: Any) -> None:
    assert at_table(page, READ, kept()) == 2


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 0),
        ("{", 0),
        ("null", 0),
        ("7", 0),
        ("[]", 0),
        (kept(version=1), 0),
        (kept(setup=None), 0),
        (kept(setup={**SETUP, "seats": []}), 0),
        (kept(setup={**SETUP, "seed": 7}), 0),
        (kept(setup={**SETUP, "box": ["cards/sun#1"]}), 0),  # it is there twice
        (kept(setup={**SETUP, "pieces": [{"piece": "a/b#1"}]}), 0),
        (kept(setup={**SETUP, "places": [{"title": {}}]}), 0),
        (kept(moves="all"), 0),
        (kept(moves=[{"do": "end", "by": "1"}, {"do": "end"}]), 2),
        (kept(moves=[{"do": "lay", "by": "1", "pieces": ["x"], "at": [[0, 0]]}]), 1),
    ],
)
def test_a_table_of_another_form_is_refused_with_the_move_that_is_wrong(
    page: Any, text: str, number: int
) -> None:
    assert at_table(page, READ, text) == [number]


def snapped(page: Any, piece: str, x: float, y: float, shape: str = "rectangle") -> list[float]:
    code = """((setup, { begin }, { snap }, log, piece, x, y, shape) =>
        snap(setup, begin(setup).table, piece, x, y, new Set([piece]), shape))"""
    return list(at_table(page, code, piece, x, y, shape))


def test_pieces_snap_to_spaces_places_stacks_and_neighbours(page: Any) -> None:
    # The board of 120 x 100 mm is turned by 90 degrees about (-200, 0).
    assert snapped(page, "pawns/red#1", -168, -38) == pytest.approx([-170, -40])
    assert snapped(page, "cards/moon#2", 135, -92) == [130, -100]  # a position of the row
    assert snapped(page, "cards/moon#2", 9, -12) == [0, 0]  # the deck
    assert snapped(page, "cards/moon#2", 62, 2) == [60, 0]  # beside the deck: edges meet
    assert snapped(page, "cards/moon#2", 300, 200) == [300, 200]  # nothing is near


def test_only_boards_carry_what_lies_on_them(page: Any) -> None:
    code = """((setup, { begin }, { withRiders }, log, pieces) =>
        withRiders(setup, begin(setup).table, pieces).map((one) => one.piece))"""
    assert at_table(page, code, ["boards/map#1"]) == ["boards/map#1", "pawns/red#1"]
    assert at_table(page, code, ["cards/sun#1"]) == ["cards/sun#1"]


def test_a_free_spot_overlaps_nothing(page: Any) -> None:
    code = "((setup, { begin }, { freeSpot }) => freeSpot(setup, begin(setup).table, [60, 88], [0, 0]))"
    x, y = at_table(page, code)
    assert abs(x) >= 60 or abs(y) >= 88
    assert abs(x) + 30 <= 400
    assert abs(y) + 44 <= 300


WORDS = """{ t, counted: (n, key) => `${n} ${t(n === 1 ? key + 'One' : key)}`, game: 'Lume',
    label: (piece) => piece.split('/')[1].split('#')[0], family: (id) => id, title: (one) => one.en || '',
    seat: (id, names) => names[id] || `Seat ${id}`, die: (what) => `d${what}`,
    rolled: (what, value) => value }"""


def told(page: Any, viewer: str, *moves: dict[str, Any]) -> list[str]:
    """The log of these moves as a seat reads it, without its first line."""
    code = f"""((setup, {{ play }}, spots, {{ lines }}, moves, viewer, t_) => {{
        const t = (key) => t_[key] ?? key;
        return lines(setup, play(setup, moves), moves, viewer, {WORDS}); }})"""
    texts = {name: str(text) for name, text in words("en", "studio").items()}
    return list(at_table(page, code, [{"by": "1", **one} for one in moves], viewer, texts))[1:]


TAKE = {"do": "hold", "pieces": ["cards/moon#1"], "seats": ["1"]}


def test_the_log_hides_what_a_seat_does_not_see(page: Any) -> None:
    assert told(page, "1", TAKE) == ["Seat 1 takes into the hand: “moon” (from “Deck”)."]
    assert told(page, "2", TAKE) == ["Seat 1 takes into the hand: 1 piece of “cards”, unseen (from “Deck”)."]
    assert told(page, "all", TAKE) == told(page, "1", TAKE)
    down = {"do": "lay", "pieces": ["cards/moon#1"], "at": [[130, -100]], "up": False}
    here = "(to row 1, column 1 of “Row”)."
    assert told(page, "1", TAKE, down)[1] == f"Seat 1 plays face down: “moon” {here}"
    assert told(page, "2", TAKE, down)[1] == f"Seat 1 plays face down: 1 piece of “cards”, unseen {here}"
    up = {"do": "flip", "pieces": ["cards/moon#1"]}
    assert told(page, "2", TAKE, down, up)[2] == "Seat 1 turns face up: “moon” (on row 1, column 1 of “Row”)."
    # Once it is shuffled nobody knows it any more.
    mixed = {"do": "shuffle", "pieces": ["cards/moon#1"]}
    moved = {"do": "lay", "pieces": ["cards/moon#1"], "at": [[300, 0]]}
    assert told(page, "1", TAKE, down, mixed, moved)[3].startswith(
        "Seat 1 moves 1 piece of “cards”, unseen from"
    )


def test_what_goes_into_the_box_unseen_stays_unseen(page: Any) -> None:
    boxed = {"do": "box", "pieces": ["cards/sun#1", "pawns/red#1"]}
    out = {"do": "lay", "pieces": ["cards/sun#1"], "at": [[0, 200]]}
    assert told(page, "1", boxed, out) == [
        "Seat 1 puts into the box: 1 piece of “cards”, unseen (from “Deck”).",
        "Seat 1 puts into the box: “red” (from the table).",
        "Seat 1 takes out of the box: “sun” (to the table).",
    ]
    assert played(page, boxed)["unseen"] == {"cards/sun#1": True}
    assert played(page, boxed, out)["unseen"] == {}


def test_the_log_says_who_did_what_where(page: Any) -> None:
    moves = [
        {"do": "name", "seat": "1", "text": "Ana"},
        {"do": "lay", "pieces": ["pawns/red#1"], "at": [[-170, -40]]},
        {"do": "hold", "pieces": DECK, "seats": ["1", "2"] * 2, "dealt": True},
        {"do": "lay", "pieces": ["cards/sun#1"], "at": [[80, 0]], "up": True, "discard": True},
        {"do": "throw", "sides": 6},
        {"do": "count", "counter": "points@2", "add": 2},
        {"do": "end"},
        {"do": "over", "by": "2", "winners": ["2"]},
    ]
    lines = told(page, "all", *moves)
    assert re.fullmatch(r"Ana rolls d6: [1-6]\.", lines.pop(5))
    assert lines == [
        "Seat 1 is called Ana.",
        "Ana moves “red” from the table to space 1 of “map”.",
        "Ana deals to Ana: 2 × “sun”.",
        "Ana deals to Seat 2: “sun”, “moon”.",
        "Ana discards “sun” (from the hand of Ana).",
        "Seat 2: Points from 0 to 2.",
        "Ana ends turn 1. Seat 2 is next.",
        "The game ends after turn 1.",
        "Points of Ana: 0.",
        "Points of Seat 2: 2.",
        "Ana holds at the end: “sun”.",
        "Seat 2 holds at the end: 2 × “moon”, “sun”.",
        "Seat 2 wins.",
    ]


def test_a_summary_counts_what_players_touched(page: Any) -> None:
    code = """((setup, { play }, spots, { summary }, moves) => summary(setup, play(setup, moves).at(-1)))"""
    moves = [
        {"do": "hold", "pieces": DECK[:2], "seats": ["1", "2"], "dealt": True},
        {"do": "lay", "pieces": ["cards/sun#1"], "at": [[0, 90]]},
        {"do": "lay", "pieces": ["pawns/blue#1"], "at": [[0, 190]]},
        {"do": "shuffle", "pieces": DECK[2:]},
        {"do": "end"},
    ]
    assert at_table(page, code, [{"by": "1", **one} for one in moves]) == {
        "turns": 1,
        "played": {"cards/sun": 1, "pawns/blue": 1},
        "unplayed": {"cards/sun": 2, "cards/moon": 2, "boards/map": 1, "pawns/red": 1},
    }


CARDS_FOUND = [
    item("a", cost=2, text="A short step"),
    item("b", cost=5, text="a step, short"),
    item("c", nome="Diagonal", cost=5, uses=1),
]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "abc"),
        ("step", "ab"),
        ('"short step"', "a"),
        ("short step", "ab"),
        ('"short step', "a"),
        ("-diagonal", "ab"),
        ('-"short step"', "bc"),
        ("cost>=5", "bc"),
        ("cost<=2", "a"),
        ("cost>4 -step", "c"),
        ("cost:2", "a"),
        ("cost=5", "bc"),
        ("-cost=5", "a"),
        ("uses>=1", "c"),
        ("copies>=1", "abc"),
        ("copies<1", ""),
        ('text:"step, short"', "b"),
        ("nothing", ""),
        ("-", "abc"),
        ('""', "abc"),
        ("no:field", ""),
        ("COST>=5", "bc"),
    ],
)
def test_a_search_finds_words_phrases_and_fields(page: Any, text: str, found: str) -> None:
    call = """async ([items, text]) => {
        const { fits, read } = await import('/app/items.js');
        const words = (one) => JSON.stringify(one.fields).toLowerCase();
        const found = items.filter((one) => read(text).every((term) => fits(one, term, words)));
        return found.map((one) => one.key);
    }"""
    keys = page.evaluate(call, [CARDS_FOUND, text])
    assert "".join(key.partition("/")[2] for key in keys) == found


LINES = [[0, 5, 31.5, 58, 63], [0, 5, 44, 83, 88]]


@pytest.mark.parametrize(
    ("frame", "by", "near", "found", "at"),
    [
        ([10, 10, 20, 10], [0.8, 20], 1, [11.5, 30, 20, 10], [31.5, None]),  # its right side, on the middle
        ([10, 10, 20, 10], [11, 28.5], 1, [21.5, 39, 20, 10], [31.5, 44]),  # both middles
        ([10, 10, 20, 10], [-4.5, -4.2], 1, [5, 5, 20, 10], [5, 5]),  # the safe zone
        ([10, 10, 20, 10], [0.8, 20], -1, [10.8, 30, 20, 10], [None, None]),  # Shift
    ],
)
def test_what_is_moved_snaps_to_the_nearest_line(
    page: Any, frame: list[float], by: list[float], near: float, found: list[float], at: list[float | None]
) -> None:
    call = "async ([a, b, c, d]) => (await import('/app/snapping.js')).moved(a, b, c, d)"
    told = page.evaluate(call, [frame, by, LINES, near])
    assert (told["frame"], told["at"]) == (pytest.approx(found), at)


@pytest.mark.parametrize(
    ("grip", "by", "square", "found"),
    [
        ([1, 1], [5, 6.2], False, [10, 10, 25, 16.2]),
        ([-1, 0], [-4.8, 9], False, [5, 10, 25, 10]),  # on the safe zone
        ([0, -1], [9, 4], False, [10, 14, 20, 6]),
        ([1, 0], [-90, 0], False, [10, 10, 0.5, 10]),  # never turned inside out
        ([1, 1], [6, 0], True, [10, 10, 26, 26]),
        ([-1, 1], [6, 0], True, [16, 10, 14, 14]),
        ([1, 0], [6, 0], True, [10, 2, 26, 26]),  # a circle by its side: its middle stays there
    ],
)
def test_handles_move_sides_and_keep_a_circle_round(
    page: Any, grip: list[int], by: list[float], square: bool, found: list[float]
) -> None:
    call = "async ([f, g, b, l, q]) => (await import('/app/snapping.js')).resized(f, g, b, l, 1, q)"
    told = page.evaluate(call, [[10, 10, 20, 10], grip, by, LINES, square])
    assert told["frame"] == pytest.approx(found)


def test_lines_to_snap_to_are_those_of_the_card_and_of_other_objects(page: Any) -> None:
    call = "async ([a, b]) => (await import('/app/snapping.js')).guides(a, b)"
    family = {"width": 63, "height": 88, "safe": 5}
    assert page.evaluate(call, [family, [{"frame": [8, 20, 10, 4]}]]) == [
        [*LINES[0], 8, 13, 18],
        [*LINES[1], 20, 22, 24],
    ]


def snapping(page: Any, name: str, *given: Any) -> Any:
    """What a function of the geometry of the Layout view returns."""
    return page.evaluate(f"async (given) => (await import('/app/snapping.js')).{name}(...given)", list(given))


def test_guides_and_grid_are_lines_to_snap_to(page: Any) -> None:
    family = {"width": 12, "height": 8, "safe": 3, "bleed": 2}
    across, down = snapping(page, "guides", family, [], [["x", 4.5], ["y", 7]], 5)
    assert (sorted(across), sorted(down)) == (
        [0, 0, 3, 4.5, 5, 6, 9, 10, 12],
        [0, 0, 3, 4, 5, 5, 7, 8, 10],
    )


def test_a_turned_frame_keeps_the_side_that_is_not_dragged(page: Any) -> None:
    # By 90 degrees its right side is below: its upper end stays at (20, 5) while it gets 6 longer.
    found = snapping(page, "resizedTurned", [10, 10, 20, 10], 90, [1, 0], [3, 6], False)
    assert found["frame"] == pytest.approx([7, 13, 26, 10])


BOXES = [
    {"frame": [10, 5, 4, 4], "turn": 0},
    {"frame": [30, 20, 10, 2], "turn": 90},
    {"frame": [20, 50, 6, 8], "turn": 0},
]


def test_objects_are_aligned_and_distributed_as_they_lie(page: Any) -> None:
    assert snapping(page, "around", BOXES) == pytest.approx([10, 5, 26, 53])
    across = snapping(page, "aligned", BOXES, [0, 0, 60, 90], 0, -1)
    assert [move[0] for move in across] == pytest.approx([-10, -34, -20])
    down = snapping(page, "aligned", BOXES, [0, 0, 60, 90], 1, 0)
    assert [move[1] for move in down] == pytest.approx([38, 24, -9])
    # Boxes of 4, 10 and 8 mm from 5 to 58: gaps of 15.5 mm.
    spread = snapping(page, "distributed", BOXES, 1)
    assert [move[1] for move in spread] == pytest.approx([0, 24.5 - 16, 0])


@pytest.mark.parametrize(
    ("fit", "by", "focus"),
    [
        ("fill", [-10, 9], [0.6667, 0.5]),  # 60 mm of picture in 30: 10 mm are a sixth
        ("fill", [-90, 0], [0.75, 0.5]),  # no further than to its edge
        ("fit", [9, 2], [0.5, 0.7]),  # 10 mm are free below and above
    ],
)
def test_a_picture_that_is_dragged_keeps_another_point(
    page: Any, fit: str, by: list[float], focus: list[float]
) -> None:
    picture = {"size": [30, 10] if fit == "fit" else [300, 100], "focus": [0.5, 0.5]}
    frame = [0, 0, 30, 20]
    assert snapping(page, "refocused", picture, frame, fit, by) == pytest.approx(focus, abs=0.0001)


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("cost=*", ["cost", "filled", ""]),
        ("not cost=*", ["cost", "empty", ""]),
        ("rare", ["rare", "yes", ""]),
        ("not rare", ["rare", "no", ""]),
        ("kind=sea beast", ["kind", "is", "sea beast"]),
        ("not kind=a=b", ["kind", "isnt", "a=b"]),
    ],
)
def test_a_test_of_a_field_is_read_as_it_is_asked(page: Any, test: str, found: list[str]) -> None:
    call = "async (test) => (await import('/app/object-tests.js')).parsed(test)"
    assert page.evaluate(call, test) == found
