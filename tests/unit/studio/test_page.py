"""Modules of the page by themselves, in a real browser: they are plain functions of plain values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

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


FAMILIES = [
    {"id": "cards", "items": [{"id": "sun", "copies": 3}, {"id": "moon", "copies": 2}]},
    {"id": "dice", "items": [{"id": "red", "copies": 1}]},
]


def read(page: Any, text: str) -> Any:
    call = "async ([a, b]) => (await import('/app/play.js')).read(a, b)"
    return page.evaluate(call, [text, FAMILIES])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "7",
        "[]",
        '{"version": 2, "seed": "a", "seats": 2}',
        '{"version": 1, "seats": 2}',
        '{"version": 1, "seed": "a", "seats": 7}',
        '{"version": 1, "seed": "a", "seats": 1.5}',
    ],
)
def test_a_table_of_another_form_is_none(page: Any, text: str) -> None:
    assert read(page, text) is None


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"hands": 7, "table": 7, "piles": 7, "discard": 7, "counters": 7, "said": 7},
        {"hands": {"1": ["cards/sun#1", "cards/sun#1", "x", None, 7], "9": ["cards/sun#2"]}},
        {"table": [None, 7, {"piece": "cards/sun#1", "x": None, "y": 0, "turn": 0}, {"piece": "gone/one#1"}]},
        {"piles": {"cards": ["dice/red#1", "cards/moon#9"], "gone": ["x"]}, "counters": [1, "x", None]},
        {"said": [["d6", 4], ["d6"], "d6", [7, 7], ["d6", "4"]]},
    ],
)
def test_whatever_is_stored_of_a_table_every_piece_is_there_once(page: Any, more: dict[str, Any]) -> None:
    table = read(page, json.dumps({"version": 1, "seed": "fox", "seats": 2, **more}))
    pieces = [*table["discard"], *(one["piece"] for one in table["table"])]
    pieces += [one for pile in (*table["piles"].values(), *table["hands"].values()) for one in pile]
    assert sorted(pieces) == [
        "cards/moon#1",
        "cards/moon#2",
        "cards/sun#1",
        "cards/sun#2",
        "cards/sun#3",
        "dice/red#1",
    ]
    assert all(len(one) == 2 and isinstance(one[1], int) for one in table["said"])


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
