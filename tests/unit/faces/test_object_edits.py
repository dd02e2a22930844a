"""Objects of a drawing are moved, enlarged and turned by their own numbers; the rest of the file stays."""

# ruff: noqa: E501 - drawings read best as they are written
from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prancha.faces.svg_templates.drawing_objects import TypeStyle
from prancha.faces.svg_templates.object_edits import ObjectEditError, ObjectMoves
from prancha.faces.svg_templates.placed_objects import PlacedObject
from prancha.faces.svg_templates.placing import TargetPiece
from prancha.graphics.svg.matrix import NUMBER

PIECE = TargetPiece(63.0, 88.0, 3.0)
FONTS = ("Alegreya Sans", "body")
TYPE = "font-family:'Alegreya Sans';font-size:4px"
INKSCAPE = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'


def measured(words: str, look: TypeStyle) -> float:
    return len(words) * look.size * 0.15


def moves(inside: str, head: str = 'width="63mm" height="88mm" viewBox="0 0 63 88"') -> ObjectMoves:
    return ObjectMoves(drawing(inside, head), PIECE, FONTS, measured)


def drawing(inside: str, head: str = 'width="63mm" height="88mm" viewBox="0 0 63 88"') -> bytes:
    space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<?xml version="1.0"?>\n<!DOCTYPE svg>\n<svg {space} {INKSCAPE} {head}>\r\n<!-- a "note" < -->{inside}\n</svg>'.encode()


def only(made: ObjectMoves) -> PlacedObject:
    return next(iter(made.placed.objects.values()))


def written(data: bytes) -> str:
    """The objects of a drawing as they are written."""
    return data.decode().split("-->", 1)[1].removesuffix("\n</svg>")


@pytest.mark.parametrize(
    ("inside", "moved"),
    [
        ('<rect x="5" y="6.25" width="10" height="20"/>', '<rect x="6.5" y="4.25" width="10" height="20"/>'),
        ("<rect width='10' height='20'  />", "<rect width='10' height='20' x=\"1.5\" y=\"-2\"  />"),
        ('<circle cx="5" cy="6" r="2"/>', '<circle cx="6.5" cy="4" r="2"/>'),
        ('<ellipse cx="5" cy="6" rx="2" ry="3"/>', '<ellipse cx="6.5" cy="4" rx="2" ry="3"/>'),
        ('<line x1="1" y1="2" x2="3" y2="4" stroke="#000"/>', '<line x1="2.5" y1="0" x2="4.5" y2="2" stroke="#000"/>'),
        ('<path d="M1 1h2v2z"/>', '<path d="M1 1h2v2z" transform="translate(1.5 -2)"/>'),
        ('<path d="M1 1h2v2z" transform="translate( 2, 3 )"/>', '<path d="M1 1h2v2z" transform="translate( 3.5, 1 )"/>'),
        ('<path d="M1 1h2v2z" transform="translate(2)"/>', '<path d="M1 1h2v2z" transform="translate(3.5 -2)"/>'),
        ('<path d="M1 1h2v2z" transform="matrix(2,0,0,2,4,5)"/>', '<path d="M1 1h2v2z" transform="matrix(2,0,0,2,5.5,3)"/>'),
        ('<path d="M1 1h2v2z" transform="scale(2)"/>', '<path d="M1 1h2v2z" transform="translate(1.5 -2) scale(2)"/>'),
        ('<polygon points="1,1 3,1 3,3"/>', '<polygon points="1,1 3,1 3,3" transform="translate(1.5 -2)"/>'),
        ('<rect x="5mm" y="1cm" width="10mm" height="20"/>', '<rect x="5.3969mm" y="0.94708cm" width="10mm" height="20"/>'),
        ('<rect transform="scale(2)" x="5" y="6" width="10" height="20"/>', '<rect transform="scale(2)" x="5.75" y="5" width="10" height="20"/>'),
        ('<rect transform="rotate(90)" x="5" y="-16" width="10" height="10"/>', '<rect transform="rotate(90)" x="3" y="-17.5" width="10" height="10"/>'),
        (f'<text style="{TYPE}" x="10" y="20">Fox</text>', f'<text style="{TYPE}" x="11.5" y="18">Fox</text>'),
        (
            f'<text style="{TYPE}" x="10" y="20"><tspan x="10" y="20">{{{{ name }}}}</tspan><tspan x="10" y="26">two</tspan></text>',
            f'<text style="{TYPE}" x="11.5" y="18"><tspan x="11.5" y="18">{{{{ name }}}}</tspan><tspan x="11.5" y="24">two</tspan></text>',
        ),
        ('<g><rect x="5" y="6" width="10" height="20"/></g>', '<g transform="translate(1.5 -2)"><rect x="5" y="6" width="10" height="20"/></g>'),
        (
            '<linearGradient id="g" gradientUnits="userSpaceOnUse"><stop stop-color="#fff"/></linearGradient><rect fill="url(#g)" x="5" y="6" width="10" height="20"/>',
            '<linearGradient id="g" gradientUnits="userSpaceOnUse"><stop stop-color="#fff"/></linearGradient><rect fill="url(#g)" x="5" y="6" width="10" height="20" transform="translate(1.5 -2)"/>',
        ),
    ],
)  # fmt: skip
def test_a_move_changes_the_numbers_of_one_element(inside: str, moved: str) -> None:
    made = moves(inside)
    assert written(made.move({only(made).number: (1.5, -2.0)})) == moved


def test_a_drawing_in_pixels_is_moved_in_its_own_units() -> None:
    made = moves('<rect x="10" y="10" width="30" height="30"/>', 'viewBox="0 0 178.583 249.449"')
    assert only(made).frame == pytest.approx((3.528, 3.528, 10.583, 10.583), abs=0.001)
    assert (
        written(made.move({only(made).number: (1.0, 0.0)}))
        == '<rect x="12.835" y="10" width="30" height="30"/>'
    )


def test_several_objects_are_moved_at_once_and_what_lies_in_one_goes_with_it() -> None:
    made = moves('<rect width="9" height="9"/><g><circle cx="5" cy="6" r="2"/></g><path d="M1 1h2v2z"/>')
    box, group, circle, path = made.placed.objects
    data = made.move({box: (1, 0), group: (0, 2), circle: (5, 5), path: (3, 3)})
    assert written(data) == (
        '<rect width="9" height="9" x="1"/><g transform="translate(0 2)"><circle cx="5" cy="6" r="2"/></g>'
        '<path d="M1 1h2v2z" transform="translate(3 3)"/>'
    )


@pytest.mark.parametrize(
    ("inside", "frame", "sized"),
    [
        ('<rect x="5" y="6" width="10" height="20" rx="1"/>', (5, 6, 12, 20), '<rect x="5" y="6" width="12" height="20" rx="1"/>'),
        ('<rect x="5" y="6" width="10mm" height="20"/>', (5, 6, 20, 20), '<rect x="5" y="6" width="5.2917mm" height="20"/>'),
        ('<circle cx="5" cy="6" r="2"/>', (3, 4, 6, 4), '<circle cx="6" cy="7" r="3"/>'),
        ('<ellipse cx="5" cy="6" rx="2" ry="3"/>', (3, 3, 8, 6), '<ellipse cx="7" cy="6" rx="4" ry="3"/>'),
        ('<line x1="1" y1="2" x2="3" y2="4" stroke="#000"/>', (1, 2, 4, 2), '<line x1="1" y1="2" x2="5" y2="4" stroke="#000"/>'),
        ('<line x1="1" y1="2" x2="1" y2="4" stroke="#000"/>', (1, 2, 4, 3), '<line x1="1" y1="2" x2="1" y2="5" stroke="#000"/>'),
        ('<path d="M1 1h2v2z"/>', (1, 1, 4, 2), '<path d="M1 1h2v2z" transform="matrix(2 0 0 1 -1 0)"/>'),
        (
            f'<g inkscape:label="text:rules"><rect x="5" y="6" width="10" height="20"/><text style="{TYPE}">Sample</text></g>',
            (5, 6, 30, 20),
            f'<g inkscape:label="text:rules"><rect x="5" y="6" width="30" height="20"/><text style="{TYPE}">Sample</text></g>',
        ),
    ],
)  # fmt: skip
def test_a_new_frame_changes_sides_radii_or_the_transform(
    inside: str, frame: tuple[float, float, float, float], sized: str
) -> None:
    made = moves(inside)
    number = only(made).number
    if 'x1="1" y1="2" x2="1"' in inside:  # an upright line has no width: the middle stays
        frame = (1, 2, 0, 3)
    assert written(made.resize(number, frame)) == sized


@pytest.mark.parametrize(
    ("inside", "turned"),
    [
        ('<rect x="5" y="6" width="10" height="20"/>', '<rect x="5" y="6" width="10" height="20" transform="rotate(30 10 16)"/>'),
        ('<rect transform="rotate(10,10,16)" x="5" y="6" width="10" height="20"/>', '<rect transform="rotate(40 10 16)" x="5" y="6" width="10" height="20"/>'),
    ],
)  # fmt: skip
def test_an_object_is_turned_about_its_middle(inside: str, turned: str) -> None:
    made = moves(inside)
    data = made.turn(only(made).number, 30)
    assert written(data) == turned
    again = ObjectMoves(data, PIECE, FONTS, measured)
    assert only(again).frame == pytest.approx(only(made).frame)
    back = again.turn(only(again).number, -15)
    assert only(ObjectMoves(back, PIECE, FONTS, measured)).turn == pytest.approx(only(made).turn + 15)


def test_what_is_moved_may_be_turned_and_enlarged_afterwards() -> None:
    made = moves('<rect x="5" y="6" width="10" height="20"/>')
    for change in (
        lambda m, k: m.turn(k, 30),
        lambda m, k: m.move({k: (3, 4)}),
        lambda m, k: m.turn(k, 15),
        lambda m, k: m.resize(k, (8, 10, 12, 20)),
        lambda m, k: m.turn(k, -45),
    ):
        made = ObjectMoves(change(made, only(made).number), PIECE, FONTS, measured)
    assert only(made).frame == pytest.approx((8, 10, 12, 20), abs=0.01)
    assert only(made).turn == pytest.approx(0, abs=0.001)


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<style>rect { x: 5px }</style><rect y="6" width="10" height="20"/>', "its x is ruled by a style"),
        ('<rect style="transform:translate(2px,3px)" fill="url(#a)" x="1" y="6" width="10" height="20"/><radialGradient id="a"/>', "its transform is ruled by a style"),
        ('<rect x="{{ cost }}" y="6" width="10" height="20"/>', "this cannot be moved: a field says its x; change it in the file"),
        ('<rect x="5" y="6" width="10" height="20" transform="scale(0)"/>', "this cannot be moved: its transform flattens it"),
        ('<symbol id="s"><rect width="5" height="5"/></symbol><use href="#s" x="5"/>', "this cannot be moved: what it shows has no frame; move it in its own program"),
    ],
)  # fmt: skip
def test_what_is_ruled_from_elsewhere_is_not_moved(inside: str, message: str) -> None:
    made = moves(inside)
    with pytest.raises(ObjectEditError) as caught:
        made.move({only(made).number: (1, 1)})
    assert caught.value.message == message
    assert caught.value.hint


def test_what_would_move_others_along_is_refused() -> None:
    inside = f'<defs><rect id="r" x="5" y="5" width="30" height="9"/></defs><text style="{TYPE};shape-inside:url(#r)">{{{{ a }}}}</text>'
    made = moves(inside)
    assert only(made).frame == pytest.approx((5, 5, 30, 9))
    assert 'transform="translate(1 1)"' in written(made.move({only(made).number: (1, 1)}))
    with pytest.raises(ObjectEditError, match="a <text> has no size of its own"):
        made.resize(only(made).number, (5, 5, 20, 9))


def test_what_would_come_to_lie_elsewhere_is_refused() -> None:
    made = moves(f'<text style="{TYPE}" y="9">AB <tspan x="30" y="9">C</tspan></text>')
    with pytest.raises(ObjectEditError, match="this cannot be changed without changing more"):
        made.move({only(made).number: (3, 0)})
    made = moves('<rect x="5" y="6" width="10" height="20"/>')
    with pytest.raises(ObjectEditError, match=r"the file could not be read then: .* is out of range"):
        made.move({only(made).number: (1e7, 0)})
    inside = f'<g inkscape:label="text:a"><rect transform="scale(0)" width="9" height="9"/><text style="{TYPE}">S</text></g>'
    made = moves(inside)
    with pytest.raises(ObjectEditError, match="a transform flattens it"):
        made.resize(only(made).number, (0, 0, 5, 5))


def test_sizes_out_of_reach_and_turned_boxes_that_grow_are_refused() -> None:
    made = moves(
        '<rect inkscape:label="text:a grow:b" x="5" y="6" width="10" height="20"/><rect inkscape:label="text:b" x="5" y="30" width="10" height="20"/>'
    )
    number = only(made).number
    with pytest.raises(ObjectEditError, match="0 mm is no size"):
        made.resize(number, (5, 6, 0, 20))
    with pytest.raises(ObjectEditError, match="9000 mm is no size"):
        made.resize(number, (5, 6, 9000, 20))
    with pytest.raises(ObjectEditError, match="grow: is for boxes that are not turned"):
        made.turn(number, 5)
    with pytest.raises(LookupError):
        made.move({99: (1, 1)})


OBJECTS = (
    '<rect x="{}" y="{}" width="{}" height="9.5"/>',
    '<circle style="fill:#888;stroke:none" cx="{}" cy=\'{}\' r="{}"/>',
    '<ellipse cx="{}" cy="{}" rx="{}" ry="2"/>',
    '<line x1="{}" y1="{}" x2="{}" y2="7" stroke="#123456"/>',
    '<path d="M{} {}c3 1 5 4 {} 9z"/>',
    '<path transform="translate({},{})" d="M1 2h{}v7z"/>',
    '<path transform="matrix(1.5 0.2 -0.3 1 {} {})" d="M1 2h{}v7z"/>',
    '<polyline points="{},{} {},9" stroke="#000"/>',
    '<rect inkscape:label="art:picture" x="{}mm" y="{}" width="{}" height="5"/>',
    '<g inkscape:label="text:rules"><rect x="{}" y="{}" width="{}" height="8"/><text style="' + TYPE + '">S</text></g>',
    '<g id="layer" transform="rotate(20)"><rect x="{}" y="{}" width="{}" height="4"/><circle cx="9" cy="9" r="2"/></g>',
    '<text style="' + TYPE + '" x="{}" y="{}" textLength="{}">{{{{ name }}}}</text>',
    '<text style="' + TYPE + ';text-anchor:middle" x="{}" y="{}"><tspan x="{}" dy="5">two</tspan></text>',
)  # fmt: skip
NESTS = ("{}", "<g>\n\t{}\n</g>", '<g transform="translate(3 4) scale(2)">{}</g>', '<g transform="rotate(-35 9 9)">{}</g>')  # fmt: skip
HEADS = ('width="63mm" height="88mm" viewBox="0 0 63 88"', 'viewBox="-8.504 -8.504 195.591 266.457"', 'width="63mm" height="88mm" viewBox="0 0 630 880"')  # fmt: skip
PLACE = st.floats(-20, 80).map(lambda value: round(value, 3))
SIZE = st.floats(0.5, 40).map(lambda value: round(value, 2))
SHIFT = st.floats(-30, 30).map(lambda value: round(value, 2))


@st.composite
def drawings(draw: st.DrawFn) -> bytes:
    """A drawing of two to five objects, in groups that move, enlarge or turn them."""
    parts = []
    for _ in range(draw(st.integers(2, 5))):
        one = draw(st.sampled_from(OBJECTS)).format(draw(PLACE), draw(PLACE), draw(SIZE))
        parts.append(draw(st.sampled_from(NESTS)).replace("{}", one, 1))
    return drawing(draw(st.sampled_from(("\n  ", "\r\n", ""))).join(parts), draw(st.sampled_from(HEADS)))


def shape(data: bytes) -> str:
    """A file without its numbers and without the attributes that a move may add."""
    bare = re.sub(r' transform="translate\(\S+ \S+\)"|(?: [xy]="[^"]*")+(?=/?>)', "", data.decode())
    bare = re.sub(r"translate\(\S+ \S+\) (?=\w)", "", bare)
    return re.sub(NUMBER, "#", bare)


@settings(max_examples=1000)
@given(drawings(), st.integers(0, 99), SHIFT, SHIFT)
def test_1000_random_moves_change_nothing_but_the_place_of_one_object(
    data: bytes, which: int, dx: float, dy: float
) -> None:
    made = ObjectMoves(data, PIECE, FONTS, measured)
    objects = made.placed.objects
    number = list(objects)[which % len(objects)]
    after = made.move({number: (dx, dy)})
    assert shape(after) == shape(data)
    again = ObjectMoves(after, PIECE, FONTS, measured).placed
    kin = {number, *objects[number].within}
    for other, before in objects.items():
        shifted = (dx, dy) if other == number or number in before.within else (0.0, 0.0)
        if other in kin and other != number:
            continue  # a group around it
        for (x, y), (x0, y0) in zip(again.objects[other].corners, before.corners, strict=True):
            assert (x - x0, y - y0) == pytest.approx(shifted, abs=0.0025)
    # The bytes that differ lie in the tag of one element, or in those of its words.
    same = next((k for k, (a, b) in enumerate(zip(data, after, strict=False)) if a != b), len(data))
    start, tags = made.placed.starts[number], data.count(b"<", 0, same)
    assert same >= start
    if objects[number].tag != "text" and after != data:
        assert tags == data.count(b"<", 0, start) + 1
