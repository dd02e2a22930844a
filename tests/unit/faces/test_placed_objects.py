"""The objects of a drawing, with what they show and where they lie on the face."""

# ruff: noqa: E501 - drawings read best as they are written
from __future__ import annotations

import pytest
from deck import BOOK, Deck

from prancha.faces.svg_templates.object_edits import ObjectMoves
from prancha.faces.svg_templates.placed_objects import PlacedObjects
from prancha.faces.svg_templates.placing import TargetPiece
from prancha.graphics.scene.scene import SceneMaker
from prancha.graphics.svg.external import ExternalMarkupFault
from prancha.graphics.svg.matrix import moved_box
from prancha.model.face import Face
from tests.unit.faces.drawing_deck import CARD, NS, texts
from tests.unit.faces.test_object_edits import FONTS, PIECE, TYPE, drawing, measured

MANY = f"""<style>.st0{{fill:#ccc}}</style>
<g inkscape:groupmode="layer" id="Hidden" style="display:none"><rect width="5" height="5"/></g>
<g id="Layer" transform="translate(1 2)">
  <rect class="st0" x="-4" y="-5" width="69" height="94"/>
  <text style="{TYPE};text-anchor:middle" x="30" y="12">{{{{ name }}}}</text>
  <circle inkscape:label="art:picture if:rare" transform="rotate(90)" cx="34" cy="-30.5" r="17"/>
</g>
<g inkscape:label="text:rules grow:flavour"><rect x="8" y="58" width="47" height="13"/><text style="{TYPE}" x="9" y="62">Sample</text></g>
<metadata><rect/></metadata>
<rect inkscape:label="text:flavour" x="8" y="72" width="47" height="6"/>"""


def test_objects_have_their_names_fields_lines_and_frames() -> None:
    placed = PlacedObjects(drawing(MANY), PIECE, FONTS, measured)
    found = [(each.kind, each.name, each.fields, each.line, each.fixed) for each in placed.objects.values()]
    assert found == [
        ("g", "Layer", (), 6, ""),
        ("rect", "", (), 7, ""),
        ("text", "", (), 8, ""),
        ("art", "art:picture if:rare", ("picture", "rare"), 9, ""),
        ("text", "text:rules grow:flavour", ("rules", "flavour"), 11, ""),
        ("rect", "", (), 11, ""),
        ("text", "", (), 11, ""),
        ("text", "text:flavour", ("flavour",), 13, ""),
    ]
    layer, ground, name, art, rules, _, sample, _ = placed.objects.values()
    assert ground.frame == pytest.approx((-3, -3, 69, 94))
    assert name.frame == pytest.approx(
        (31 - len("{{ name }}") * 0.85, 10.8, len("{{ name }}") * 1.7, 4.2), abs=0.1
    )
    assert (art.frame, art.turn) == (pytest.approx((14.5, 19, 34, 34)), pytest.approx(90))
    assert rules.frame == pytest.approx((8, 58, 47, 13))
    assert rules.words == "Sample"
    assert (ground.within, sample.within) == ((layer.number,), (rules.number,))
    assert layer.frame == pytest.approx((-3, -3, 69, 94))


@pytest.mark.parametrize(
    ("head", "frame"),
    [
        ('width="69mm" height="94mm" viewBox="0 0 69 94"', (2, 3, 10, 10)),
        ('width="630" height="880" viewBox="0 0 630 880"', (0.5, 0.6, 1, 1)),
        ('viewBox="0 0 178.583 249.449"', (1.764, 2.117, 3.528, 3.528)),
    ],
)
def test_frames_are_in_mm_of_the_trim_box(head: str, frame: tuple[float, ...]) -> None:
    placed = PlacedObjects(
        drawing('<rect x="5" y="6" width="10" height="10"/>', head), PIECE, FONTS, measured
    )
    assert next(iter(placed.objects.values())).frame == pytest.approx(frame, abs=0.001)


def test_a_page_of_another_size_is_told() -> None:
    with pytest.raises(ExternalMarkupFault, match="the page is 50 x 88 mm, but the component 63 x 88 mm"):
        PlacedObjects(drawing("", 'width="50mm" height="88mm" viewBox="0 0 50 88"'), PIECE, FONTS, measured)


OBJECTS = {
    "rect": '<rect x="5" y="6" width="9" height="7"/>',
    "circle": '<g transform="rotate(30) scale(1.5)"><circle cx="20" cy="6" r="4"/></g>',
    "path": '<path transform="matrix(1 .2 0 1 4 5)" d="M9 9c3 0 9 2 4 9z"/>',
    "text": f'<text style="{TYPE}" x="9" y="20"><tspan x="9" y="20">{{{{ name }}}}</tspan></text>',
    "gradient": '<linearGradient id="l" gradientUnits="userSpaceOnUse" x1="5" x2="20"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient><rect fill="url(#l)" x="5" y="6" width="9" height="7"/>',
    "clip": '<clipPath id="c"><circle cx="10" cy="10" r="3"/></clipPath><rect clip-path="url(#c)" x="5" y="6" width="9" height="7"/>',
    "picture": '<rect inkscape:label="art:picture" x="5" y="6" width="9" height="7"/>',
    "box": f'<g inkscape:label="text:rules"><rect x="5" y="30" width="30" height="17"/><text style="{TYPE}">S</text></g>',
}  # fmt: skip


def marks(sheet: Deck, inside: str) -> list[tuple[str, list[float]]]:
    """What is painted on the first card: the element, and its box on the face."""
    sheet.write("card.svg", f"<svg {NS} {CARD}>{inside}</svg>")
    maker = sheet.maker()
    face: Face = next(iter(maker.draw().fronts.values()))
    scene = SceneMaker(maker.symbols, BOOK).scene(face.svg)
    words = [(tag, [x, y]) for tag, x, y, *_ in texts(face.svg)]
    return words + [
        (mark.element.tag, list(moved_box(mark.matrix, mark.region().box)))
        for mark in scene.drawing.marks
        if mark.element.tag != "text"
    ]


@pytest.mark.parametrize("kind", OBJECTS)
def test_the_picture_of_what_was_moved_is_that_of_a_group_moved_around_it(sheet: Deck, kind: str) -> None:
    inside = OBJECTS[kind]
    data = f"<svg {NS} {CARD}>{inside}</svg>".encode()
    piece = TargetPiece(63.0, 88.0, 3.0)
    made = ObjectMoves(data, piece, (*FONTS, "Alegreya Sans"), measured)
    leaf = next(one for one in made.placed.objects.values() if one.tag != "g" or one.kind == "text")
    after = made.move({leaf.number: (7.5, 12.25)}).decode()
    meant = marks(sheet, f'<g transform="translate(7.5 12.25)">{inside}</g>')
    found = marks(sheet, after.split(">", 1)[1].removesuffix("</svg>"))
    before = marks(sheet, inside)
    assert [tag for tag, _ in found] == [tag for tag, _ in meant]
    for (_, box), (_, wanted) in zip(found, meant, strict=True):
        assert box == pytest.approx(wanted, abs=0.005)
    assert found != before
