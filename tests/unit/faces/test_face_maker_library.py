"""The shipped macros draw."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from deck import LIBRARY, Deck

MACROS = {
    "frames": [
        "ground('#fff')", "border('#000')", "mount('#fff', '#000', 4)", "inner(1, 1, 9, 9, '#000', double=1)",
        "plate(1, 1, 20, 8, '#000')", "scoop(1, 1, 20, 8, '#000')",
        *(f"corners(1, 1, 40, 40, 5, '#000', '{kind}')" for kind in ("leaf", "dots", "angle", "step", "fan")),
        *(f"rule(1, 1, 40, '#000', '{kind}')" for kind in ("diamond", "dot", "star", "plain")),
        *(f"badge(9, 9, 8, '#000', '{kind}')" for kind in ("circle", "hexagon", "shield", "drop", "square")),
    ],
    "rows": [
        "icon_row(['star', 'coin'], 9, 9, 4, fill=['#f00', '#00f'])", "icon_column(['star'], 9, 9, 4)",
        "icon_ring(['star', 'coin'], 9, 9, 5, 3, upright=false)", "pips(2, 9, 9, 3, of=5)", "width_of(3, 5)",
    ],
    "tracks": [
        "straight(0, 0, 50, 9, 1, 5, '#fff', '#000', highlights={3: {'icon': 'star'}, 4: {'note': 'fim'}})",
        "snake(0, 0, 60, 30, 1, 50, 10, '#fff', '#000', alternate='#eee', up=true, every=5)",
        "round(30, 40, 25, 8, 1, 12, '#fff', '#000', alternate='#eee', highlights={12: {'fill': '#f00', 'icon': 'star'}})",
        "round(30, 40, 25, 8, 1, 5, '#fff', '#000', start=-90, span=180)",
        "kramer(0, 0, 60, 80, 8, 10, 0, '#fff', '#000', alternate='#eee', every=5)", "kramer_last(8, 10)",
    ],
    "hexgrid": [
        "board(6, 30, 40, 5, '#fff', '#000')", "board(3, 30, 40, 9, '#fff', '#000', rings=['#fff', '#eee'], labels=true)",
        "board(3, 30, 40, 9, '#fff', '#000', tones=['#fff', '#eee', '#ddd'], pointy=false)",
        "cell(1, -1, 30, 40, 9, '#fff')", "at(1, 0, 30, 40, 9)", "span(6, 10)",
    ],
    "polyominoes": [
        "piece([[0, 0], [1, 0]], 5, 5, 6, '#fff')", "centred([[0, 0], [0, 1]], 20, 20, 15, '#fff', seams=false)",
        "lattice(4, 4, 5, 5, 6, '#999')", "lattice(4, 4, 5, 5, 6, '#999', dots=true)",
        "on_grid([[0, 0]], 4, 4, 5, 5, 6, '#fff', '#000')",
    ],
    "marks": [
        "coin(9, 9, 12, 5)", "star_mark(9, 9, 12, '#000', 35)", "feather(9, 9, 12, '#000', 30)", "seal(9, 9, 12, '#000')",
        "sun(9, 9, 12, '#000')", "tick(9, 9, 4, '#000', ticked=true)",
    ],
    "ribbons": [
        "ribbon(9, 9, 40, 8, '#b5452c', text='Fita')", "pennant(9, 9, 8, 20, '#000')", "swash(9, 9, 40, 8, '#000', 'Fase')",
        "tab(9, 9, 20, 7, '#000')", "tab(9, 9, 20, 7, '#000', 'right')",
    ],
    "compass": [
        "rose(30, 30, 30, '#000', '#fff', 16, letters=['N', 'L', 'S', 'O'])", "rose(30, 30, 30, '#000', '#fff', 4, ring=false)",
        "north(9, 9, 8, '#000', 60)", "cone(9, 9, 14, 60, 60, '#000')", "hex_directions(30, 30, 12, 4, '#000', [0, 2])",
    ],
    "standee": [
        "standee(9, 9, 18, 30, 8, ['#fff', '#eee'], '#000', name='Loba', mark='mask')", "total(30, 8)",
        "fold_line(0, 0, 9, 9)", "cut_line('M0 0h9')", "meeple(9, 9, 18, '#000')", "pawn(9, 9, 18, '#000')",
    ],
    "dice_net": [
        "d6(0, 0, 12)", "d6(0, 0, 12, faces=['star', 'coin', 'A', 3, 2, 1], fill=['#fff', '#eee', '#fff', '#eee', '#fff', '#eee'])",
        "wide(12)", "tall(12)",
    ],
    "patterns": [
        f"pattern('{kind}', shape(), 0, 0, width, height, '#000')"
        for kind in (
            "lines", "hatch", "crosshatch", "grid", "dots", "rings", "chevrons", "waves", "bricks", "checks", "diamonds",
            "triangles", "plus",
        )
    ],
}  # fmt: skip


@pytest.mark.parametrize(("file", "call"), [(file, call) for file, calls in MACROS.items() for call in calls])
def test_a_macro_draws(deck: Deck, file: str, call: str) -> None:
    face = deck.face(f'{{% import "_library/{file}.svg.j2" as m with context %}}{{{{ m.{call} }}}}')
    ElementTree.fromstring(face.svg)
    inside = face.svg[face.svg.index(">") + 1 : -6].strip()
    assert inside
    assert "None" not in inside
    assert not re.search(r"\de-?\d", re.sub(r"#[\w-]+", "", inside)), "a number in exponents"


def test_every_macro_is_drawn_here_and_told_in_its_file() -> None:
    for file in sorted((LIBRARY / "_library").glob("*.svg.j2")):
        text, name = file.read_text(encoding="utf-8"), file.name.removesuffix(".svg.j2")
        if name in (
            "boxes",  # drawn by the boxes of the kits
            "calibrate",
            "contact_sheet",
            "cover",
            "cut_plan",
            "icon_sheet",
            "layout_sheet",
            "label",
            "registration",
            "ruler",
            "scene_label",
            "words",
        ):
            continue
        head = text[: text.index("-#}")]
        public = set(re.findall(r"{% macro (\w+)", text)) & set(re.findall(r"(\w+)\(", head))
        assert public, name
        drawn = {call.partition("(")[0] for call in MACROS[name]}
        assert drawn <= public, f"{name}: tell of {drawn - public} in its head"
        untested = public - drawn - {"pips", "max", "min"}
        assert not untested, f"{name}: {untested}"


@pytest.mark.parametrize(
    ("call", "message", "hint"),
    [
        ("frames', 'corners(0, 0, 9, 9, 2, \"#000\", \"lef\")", 'there are no corners of kind "lef"', "known: leaf, dots, angle, step, fan"),
        ("frames', 'badge(0, 0, 9, \"#000\", \"oval\")", 'there is no badge of kind "oval"', "known: circle, hexagon, shield, drop, square"),
        ("patterns', 'pattern(\"wave\", \"M0 0\", 0, 0, 9, 9, \"#000\")", 'there is no pattern "wave"', "known: lines, hatch, "),
    ],
)  # fmt: skip
def test_unknown_kinds_are_refused(deck: Deck, call: str, message: str, hint: str) -> None:
    file, _, macro = call.partition("', '")
    fault = deck.fault(f'{{% import "_library/{file}.svg.j2" as m with context %}}{{{{ m.{macro} }}}}')
    assert fault.message.endswith(message)
    assert fault.hint.startswith(hint)


@pytest.mark.parametrize("value", ["Ação", "2 PV", "100", "+1", "-star", "Star", {"words": "star"}])
@pytest.mark.parametrize("macro", ["side", "value"])
def test_a_face_of_a_die_has_words_where_no_icon_is_named(deck: Deck, macro: str, value: Any) -> None:
    deck.game["fonts"] = {"body": "Alegreya Sans"}
    drawn = deck.inside(
        f'{{% import "_library/dice_net.svg.j2" as m %}}{{{{ m.{macro}({value!r}, 9, 9, 18, "#000") }}}}'
    )
    assert "<use" not in drawn
    assert (value["words"] if isinstance(value, dict) else value) in re.sub("<[^>]*>", "", drawn)
    assert 'font-family="Alegreya Sans"' in drawn


def test_a_lower_case_word_is_an_icon_and_its_hint_says_how_to_write_words(deck: Deck) -> None:
    call = '{% import "_library/dice_net.svg.j2" as m %}{{ m.side("NAME", 9, 9, 18, "#000") }}'
    assert "<use" in deck.inside(call.replace("NAME", "star"))
    fault = deck.fault(call.replace("NAME", "pausa"))
    assert fault.message.endswith('there is no icon "pausa"')
    assert fault.hint.endswith("\nto set it as words, write {words: pausa}")


@pytest.mark.parametrize(
    ("call", "message", "hint"),
    [
        ("snake(0, 0, 60, 30, 1, 9, 0, '#fff', '#000')", "columns must be a whole number above 0, not 0", ""),
        ("snake(0, 0, 60, 30, 1, 9, 2.5, '#fff', '#000')", "columns must be a whole number above 0, not 2.5", ""),
        ("snake(0, 0, 60, 30, 1, 9, 3, '#fff', '#000', every=0)", "every must be a whole number above 0, not 0", "write every=1"),
        ("straight(0, 0, 60, 30, 9, 1, '#fff', '#000')", "not from 9 to 1", ""),
        ("straight(0, 0, 60, 30, 1, 'ten', '#fff', '#000')", "not from 1 to ten", ""),
        ("round(30, 40, 25, 8, 1, 0, '#fff', '#000')", "not from 1 to 0", ""),
        ("round(30, 40, 25, 26, 1, 9, '#fff', '#000')", "no more than its radius, 25, not 26", ""),
        ("kramer(0, 0, 60, 80, 2, 10, 0, '#fff', '#000')", "at least 3 cells along each side, not 2 x 10", ""),
        ("kramer(0, 0, 60, 80, 8, 0, 0, '#fff', '#000')", "at least 3 cells along each side, not 8 x 0", ""),
        ("straight(0, 0, 60, 9, 1, 9, '#fff', '#000', highlights={3: 'star'})", "the highlight of 3 must be a mapping", "write 3: {'icon': 'star'}"),
        ("straight(0, 0, 60, 9, 1, 9, '#fff', '#000', highlights=[3])", "highlights must say by number which cells to mark", "write highlights={3:"),
        ("kramer(0, 0, 90, 80, 15, 12, 0, '#fff', '#000', size=6, highlights={50: {'icon': 'star'}})", "the track runs from 0 to 49, and has no cell 50 to highlight", "make the track longer, or leave out 50"),
        ("straight(0, 0, 60, 9, 1, 9, '#fff', '#000', highlights={0: {'fill': '#f00'}})", "from 1 to 9, and has no cell 0 to highlight", "make the track longer"),
        ("snake(0, 0, 60, 30, 1, 9, 3, '#fff', '#000', highlights={10: {'fill': '#f00'}})", "from 1 to 9, and has no cell 10 to highlight", "make the track longer"),
        ("round(30, 40, 25, 8, 1, 9, '#fff', '#000', highlights={-1: {'fill': '#f00'}})", "from 1 to 9, and has no cell -1 to highlight", "make the track longer"),
        ("snake(0, 0, 60, 30, 1, 9, 3, '#fff', '#000', highlights={'3': {'fill': '#f00'}})", 'by their numbers, and "3" is none', "write highlights={3: {'icon': 'star'}}, the number without quotes"),
        ("straight(0, 0, 60, 9, 1, 9, '#fff', '#000', highlights={2.5: {'fill': '#f00'}})", 'by their numbers, and "2.5" is none', "write highlights"),
        ("straight(0, 0, 60, 9, 0, 9, '#fff', '#000', highlights={true: {'fill': '#f00'}})", 'by their numbers, and "True" is none', "write highlights"),
        ("straight(0, 0, 60, 9, 1, 9, '#fff', '#000', gap=8)", "no room for 9 cells with gaps of 8 mm", "make it larger, or gap smaller"),
        ("snake(0, 0, 60, 9, 1, 90, 3, '#fff', '#000')", "no room for 90 cells with gaps of 0.8 mm", "make it larger"),
        ("snake(0, 0, 60, 30, 1, 9, 3, '#fff', '#000', gap=-1)", "the gap between cells must be 0 mm or more, not -1", ""),
        ("round(30, 40, 25, 8, 1, 300, '#fff', '#000', every=300)", "no room for 300 cells with gaps of 0.8 mm", "make it larger"),
        ("round(30, 40, 25, 8, 1, 9, '#fff', '#000', span=400)", "no more than 360, not 400", ""),
        ("round(30, 40, 25, 8, 1, 9, '#fff', '#000', span=-90)", "above 0 degrees and no more than 360, not -90", ""),
        ("kramer(0, 0, 60, 80, 9, 12, 0, '#fff', '#000', depth=30)", "no room for 38 cells with gaps of 0.8 mm", "make it larger"),
        ("kramer(0, 0, 60, 80, 9, 12, 0, '#fff', '#000', depth=0.5)", "no room for 38 cells with gaps of 0.8 mm", "make it larger"),
        ("straight(0, 0, 60, 2, 1, 5, '#fff', '#000')", "the cell of 1 is 2 mm high, too low for its number with a size of 9 pt", "make the track larger, or size smaller"),
        ("straight(0, 0, 90, 5, 1, 5, '#fff', '#000', highlights={2: {'icon': 'star'}})", "the cell of 2 is 5 mm high, too low for its number and icon with a size of 9 pt", "make the track larger"),
        ("straight(0, 0, 90, 4, 1, 5, '#fff', '#000', highlights={2: {'note': 'fim'}})", "too low for its number and note with a size of 9 pt", "make the track larger"),
        ("straight(0, 0, 90, 6, 1, 5, '#fff', '#000', highlights={2: {'icon': 'star', 'note': 'fim'}})", "too low for its number and icon and note with a size of 9 pt", "make the track larger"),
        ("straight(0, 0, 60, 9, 1, 9, '#fff', '#000', highlights={3: {'ikon': 'star'}})", 'unknown key "ikon" in the highlight of 3', "known: fill, icon, ink, note"),
    ],
)  # fmt: skip
def test_a_track_that_cannot_be_drawn_is_told_in_its_own_words(
    deck: Deck, call: str, message: str, hint: str
) -> None:
    fault = deck.fault(f'{{% import "_library/tracks.svg.j2" as m %}}{{{{ m.{call} }}}}')
    assert fault.message.endswith(message)
    assert fault.hint.startswith(hint)


def test_a_number_that_is_wider_than_its_cell_is_told(deck: Deck) -> None:
    faults = deck.faults(
        '{% import "_library/tracks.svg.j2" as m %}{{ m.straight(0, 0, 20, 9, 1000, 1009, "#fff", "#000") }}'
    )
    assert {fault.code for fault in faults} == {"text-overflow"}
    assert '"1000"' in faults[0].message


def test_a_cell_has_icon_number_and_note_one_above_the_other(deck: Deck) -> None:
    drawn = deck.inside(
        '{% import "_library/tracks.svg.j2" as m %}{{ m.straight(0, 0, 60, 20, 1, 3, "#fff", "#000", size=8, highlights={2: {"icon": "star", "note": "Pass"}}) }}'
    )
    icon = re.search(r'<use [^>]* y="([-\d.]+)" width="([\d.]+)"', drawn)
    texts = re.findall(
        r'<text x="[^"]*" y="([-\d.]+)"[^>]*font-size="([\d.]+)"[^>]*>(?:<tspan[^>]*>)?([^<]+)', drawn
    )
    assert icon
    places = {text: float(y) for y, _, text in texts}
    assert float(icon[1]) > 0
    assert float(icon[1]) + float(icon[2]) < places["2"] < places["Pass"] - 2 < 18
    assert {text: float(size) / 25.4 * 72 for _, size, text in texts}["Pass"] == pytest.approx(6, abs=0.01)


def test_a_track_around_a_board_closes(deck: Deck) -> None:
    """Cells touch their neighbours, the last one the first, and cover the border of the board once."""
    drawn = deck.inside(
        '{% import "_library/tracks.svg.j2" as m %}{{ m.kramer(5, 6, 60, 80, 9, 12, 0, "#fff", "#000", gap=0, radius=0, every=99) }}'
    )
    boxes = [
        tuple(float(v) for v in found)
        for found in re.findall(r'd="M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)', drawn)
    ]
    assert len(boxes) == 2 * (9 + 12) - 4
    depth = 60 / 9
    assert sum(w * h for _, _, w, h in boxes) == pytest.approx(
        60 * 80 - (60 - 2 * depth) * (80 - 2 * depth), rel=1e-3
    )
    for (x, y, w, h), (p, q, r, s) in zip(boxes, [*boxes[1:], boxes[0]], strict=True):
        aside, above = max(p - x - w, x - p - r), max(q - y - h, y - q - s)
        assert max(aside, above) == pytest.approx(0, abs=0.01)
    assert deck.inside('{% import "_library/tracks.svg.j2" as m %}{{ m.kramer_last(9, 12) }}') == "37"


def test_a_board_has_91_cells(deck: Deck) -> None:
    drawn = deck.inside(
        '{% import "_library/hexgrid.svg.j2" as m %}{{ m.board(6, 0, 0, 5, "#fff", "#000") }}'
    )
    assert drawn.count("<path") == 91


def test_no_two_neighbours_of_a_three_toned_board_agree(deck: Deck) -> None:
    assert deck.inside(
        "{% for a in hex_cells(4) %}{% for b in hex_cells(4) %}"
        "{% if max((a.q - b.q)|abs, (a.r - b.r)|abs, (a.s - b.s)|abs) == 1 and (a.q - a.r) % 3 == (b.q - b.r) % 3 %}x"
        "{% endif %}{% endfor %}{% endfor %}"
    ) == ""  # fmt: skip


def test_a_snake_turns_back(deck: Deck) -> None:
    deck.write(
        "card.svg.j2",
        '{% import "_library/tracks.svg.j2" as m %}{{ m.snake(0, 0, 30, 20, 1, 6, 3, "#fff", "#000", gap=0) }}',
    )
    svg = deck.maker().draw().fronts["cards/c0"].svg
    cells = re.findall(r'd="M(\d+) (\d+)[^<]*<text[^>]*>(\d)<|d="M(\d+) (\d+)h', svg)
    assert [int(c[2]) for c in cells] == [1, 2, 3, 6, 5, 4]


@pytest.mark.parametrize(
    ("fonts", "title", "body"),
    [
        ({}, "Alegreya Sans", "Alegreya Sans"),
        ({"body": "Syne"}, "Syne", "Syne"),
        ({"title": "Syne"}, "Syne", "Alegreya Sans"),
        ({"title": "Syne", "body": "Cinzel"}, "Syne", "Cinzel"),
    ],
)
def test_a_game_need_not_name_its_fonts(deck: Deck, fonts: dict[str, str], title: str, body: str) -> None:
    deck.game["fonts"] = fonts
    text = "{{ label('a', 1, 1, font='title', weight=font_weights('title')[0]) }}"
    assert f'font-family="{title}"' in deck.inside(text)
    assert f'font-family="{body}"' in deck.inside("{{ label('a', 1, 1, weight=font_weights('body')[0]) }}")
