"""What is looked at once for many faces must tell the same as looking at each of them."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest
from faces_made import BOOK, LIBRARY, Look, Set, icon, text
from msgspec.structs import replace

from prancha.checks.artwork import contrast, inspect, safe_zone
from prancha.checks.artwork.subject import Sight
from prancha.graphics.fonts import FontBook
from prancha.graphics.scene.ground import UnknownGroundError, ground_at, plain_ground
from prancha.graphics.scene.polygon_regions import Region, region, region_of_rings
from prancha.graphics.scene.scene import SceneMaker
from prancha.graphics.scene.split_face import MarkedDrawing, join_texts, rounded_out, split_texts
from prancha.model.box import Box

GROUNDS = (
    '<rect x="-3" y="-3" width="66" height="86" fill="#eeeeee"/>'
    '<rect x="5" y="5" width="50" height="30" rx="6" fill="#335577"/>'
    '<circle cx="30" cy="55" r="14" fill="#aa3311" fill-opacity="0.5"/>'
    '<path d="M5 40L50 45L30 75Z" fill="none" stroke="#000000" stroke-width="2"/>'
    '<g clip-path="url(#c)"><rect x="0" y="60" width="60" height="20" fill="#117733"/></g>'
    '<g transform="rotate(30 40 20)"><rect x="35" y="10" width="20" height="9" fill="#ddcc00"/></g>'
    '<defs><clipPath id="c"><rect x="10" y="62" width="30" height="10"/></clipPath></defs>'
)


def drawing_of(inside: str) -> MarkedDrawing:
    return SceneMaker({}, BOOK).scene(f'<svg viewBox="0 0 60 80">{inside}</svg>').drawing


def test_words_are_parted_from_the_drawing_and_their_places_told() -> None:
    svg = (
        '<svg><text x="1" y="2.5" fill="#f00">a &amp; b</text><g><text id="t" x="3" y="4">c</text></g></svg>'
    )
    parts, words = split_texts(svg)
    assert words == ["1", "2.5", "a &amp; b", "3", "4", "c"]
    assert join_texts(parts) == (
        '<svg><text words-number="0" fill="#f00"/><g><text id="t" words-number="1"/></g></svg>'
    )


@pytest.mark.parametrize(
    "svg",
    [
        "<svg><!-- <text x='1' y='2'>a</text> --></svg>",
        '<svg><!-- <text x="1" y="2">a</text> --></svg>',
        '<svg><text x="1" y="2">&#160;</text></svg>',
        '<svg><text x="1" y="2"> </text></svg>',
        '<svg><text x="1" y="2"><tspan>a</tspan></text></svg>',
        '<svg><text y="2">a</text></svg>',
        '<svg><text font-family="a>b" x="1">a</text></svg>',
    ],
)
def test_other_texts_stay_in_the_drawing(svg: str) -> None:
    assert split_texts(svg) == ((svg,), [])
    assert join_texts((svg,)) == svg


def test_an_attribute_may_hold_what_looks_like_an_end() -> None:
    parts, words = split_texts('<svg><text class="a>b" x="1" y="2">c</text></svg>')
    assert words == ["1", "2", "c"]
    assert ElementTree.fromstring(join_texts(parts))[0].attrib == {"class": "a>b", "words-number": "0"}


def test_cards_with_other_words_share_their_drawing() -> None:
    maker = SceneMaker({}, BOOK)
    one, two = (
        maker.scene(f'<svg viewBox="0 0 9 9"><rect width="9" height="9"/>{text(word, y)}</svg>')
        for word, y in (("Lua", 10), ("Sol", 12))
    )
    assert one.drawing is two.drawing
    assert one.words != two.words


def test_languages_share_what_looks_the_same_in_all() -> None:
    known: dict[tuple[str, ...], MarkedDrawing] = {}
    shown = {"drawing-a": '<svg id="drawing-a" viewBox="0 0 9 9"><text x="1" y="5">a</text></svg>'}
    one, other = (SceneMaker(shown, FontBook((LIBRARY,), lang), known=known) for lang in ("en", "ja"))

    def shared(inside: str) -> bool:
        svg = f'<svg viewBox="0 0 60 80">{inside}</svg>'
        return one.scene(svg).drawing is other.scene(svg).drawing

    assert shared('<rect width="9" height="9"/>')
    assert shared('<rect width="9" height="9"/>' + text("a"))
    assert not shared('<g style="fill: red"><rect width="9" height="9"/>' + text("b") + "</g>")
    assert not shared('<use href="#drawing-a" width="9" height="9"/>')
    assert not shared('<use href="#drawing-a" width="9" height="9"/>' + text("c"))


def test_texts_of_a_shared_drawing_are_measured_in_each_language() -> None:
    printed = Set({"a": text("word")}).printed()
    other = replace(printed, book=FontBook((LIBRARY,), "ja"))
    scene = SceneMaker({}, BOOK).scene(printed.fronts["cards/a"].svg)
    face, family = printed.fronts["cards/a"], printed.game.families[0]
    one, two = (Sight(face, family, scene, each).letters[0].setting for each in (printed, other))
    assert one is not two
    assert Sight(face, family, scene, other).letters[0].setting is two


def test_more_drawings_than_are_remembered_are_still_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prancha.graphics.scene.scene.KEPT", 1)
    faint = {k: icon(30, 20 + n, colour="#eeeeee") for n, k in enumerate("abc")}
    once, twice = (inspect([Set(faint).printed()] * count).findings for count in (1, 2))
    assert once == twice
    assert [finding.code for finding in once if finding.code == "contrast"] == ["contrast"]


def test_a_fault_in_the_words_of_one_card_is_found_on_it_alone(look: Look) -> None:
    fronts = {
        "a": text("fine", y=40),
        "b": text("outside", x=50, y=40),
        "c": text("also fine", y=50),
        "d": text("low", y=79),
    }
    (found,) = look("safe-zone", fronts)
    assert found.item == "cards/b"
    assert "(and 1 more)" in found.message


def test_words_that_leave_a_field_for_another_ground_are_found(look: Look) -> None:
    field = '<rect width="60" height="80"/><rect x="5" y="30" width="30" height="15" fill="#ffffff"/>'
    fronts = {k: field + text("word", x=x, y=40) for k, x in (("a", 8), ("b", 9), ("c", 45))}
    (found,) = look("contrast", fronts)
    assert found.item == "cards/c"


def test_what_is_wrong_with_the_drawing_is_told_of_every_card(look: Look) -> None:
    fronts = {k: icon(30, 20, colour="#eeeeee") + text(word) for k, word in (("a", "one"), ("b", "two"))}
    (found,) = look("contrast", fronts)
    assert found.item == "cards/a"
    assert "(and 1 more)" in found.message


def test_what_cannot_be_told_of_a_drawing_counts_on_every_card() -> None:
    picture = '<image href="a.png" width="60" height="80"/>'
    fronts = {k: picture + icon(30, 20) + text(word) for k, word in (("a", "one"), ("b", "two"))}
    assert inspect([Set(fronts, more={"pixels": lambda _: (9000, 9000)}).printed()]).unknown == 4


@pytest.mark.parametrize("tag", ["rect", "circle", "path"])
def test_a_box_no_edge_crosses_lies_inside_or_outside_as_a_whole(tag: str) -> None:
    shape = region(
        tag,
        {
            "rect": {"x": "2", "y": "3", "width": "20", "height": "14", "rx": "5"},
            "circle": {"cx": "12", "cy": "10", "r": "8"},
            "path": {"d": "M2 2L22 4L12 9L20 18L3 15ZM6 6L9 7L7 11Z"},
        }[tag],
    )
    seen = {crossed(shape, box) for box in boxes(300, 24)}
    assert seen == {True, False}


def crossed(shape: Region, box: Box) -> bool:
    points = [
        (box[0] + (box[2] - box[0]) * i / 7, box[1] + (box[3] - box[1]) * j / 7)
        for i in range(8)
        for j in range(8)
    ]
    crosses = shape.crosses(box)
    if not crosses:
        assert len({shape.holds(*point) for point in points}) == 1
    return crosses


def boxes(count: int, size: float) -> list[Box]:
    rng = random.Random(7)
    corners = [(rng.uniform(0, size), rng.uniform(0, size)) for _ in range(count)]
    return [(x, y, x + rng.uniform(0.1, 5), y + rng.uniform(0.1, 5)) for x, y in corners]


def test_an_open_line_has_no_closing_edge() -> None:
    line = region_of_rings((((0.0, 0.0), (10.0, 0.0), (10.0, 10.0)),))
    assert line.crosses((4, 4, 6, 6))
    assert not line.crosses((4, 4, 6, 6), open_=True)


def test_one_ground_is_the_ground_at_every_point() -> None:
    drawing = drawing_of(GROUNDS + text("a"))
    index = len(drawing.marks) - 1
    found = set()
    for box in boxes(400, 60):
        ground = plain_ground(drawing, index, box)
        if ground is None:
            continue
        found.add(ground)
        below = list(drawing.below(index, box))
        for share in (0.01, 0.3, 0.7, 0.99):
            x, y = box[0] + (box[2] - box[0]) * share, box[1] + (box[3] - box[1]) * share
            assert ground_at(drawing, below, x, y) == pytest.approx(ground)
    assert len(found) >= 4


def test_a_gradient_or_picture_is_never_one_ground() -> None:
    shade = '<defs><linearGradient id="g"><stop offset="0" stop-color="#000000"/></linearGradient></defs>'
    for under in (f'{shade}<rect width="60" height="80" fill="url(#g)"/>', '<image width="60" height="80"/>'):
        drawing = drawing_of(under + text("a"))
        assert plain_ground(drawing, 1, (10, 10, 20, 20)) is None
    with pytest.raises(UnknownGroundError):
        ground_at(drawing, list(drawing.below(1, (10, 10, 20, 20))), 15, 15)


def test_boxes_are_rounded_outwards() -> None:
    assert rounded_out((0.1, -0.1, 3.9, 4.0), 2.0) == (0.0, -2.0, 4.0, 4.0)


def test_what_boxes_tell_is_what_a_closer_look_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(3)
    colours = ("#000000", "#ffffff", "#777777", "#335577")
    fronts = {
        f"c{k}": GROUNDS
        + "".join(
            text("palavra", rng.uniform(-5, 60), rng.uniform(0, 80), rng.uniform(5, 20), rng.choice(colours))
            for _ in range(4)
        )
        for k in range(60)
    }
    quick = inspect([Set(fronts).printed()])
    monkeypatch.setattr(contrast, "stands_out", lambda *_, **__: False)
    monkeypatch.setattr(safe_zone, "_lies_in", lambda *_: False)
    assert inspect([Set(fronts).printed()]) == quick
    assert {"contrast", "safe-zone", "text-size"} <= {one.code for one in quick.findings}
