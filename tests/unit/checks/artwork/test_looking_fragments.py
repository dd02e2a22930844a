"""Faces put together from fragments must look as they do when each is read as a whole."""

from __future__ import annotations

import random

import pytest
from faces_made import BOOK, SYMBOLS, Set, icon, text

from prancha.checks.artwork import limits, look
from prancha.graphics.scene.scene import SceneMaker
from prancha.graphics.scene.scene_fragments import SceneFragments
from prancha.graphics.svg.svg_markup import parse
from prancha.graphics.svg.template_marks import elements_of, lone_element

HEAD = '<svg viewBox="0 0 60 80">'
CLIP = '<clipPath id="c"><rect x="9" y="9" width="30" height="50"/></clipPath>'
SHADE = '<linearGradient id="g"><stop offset="0" stop-color="#000000"/></linearGradient>'
THINGS = (
    '<rect x="-3" y="-3" width="66" height="86" fill="#fffaf0"/>',
    '<rect x="4" y="4" width="40" height="30" rx="2" fill="#335577" opacity="0.6"/>',
    '<g opacity="0.5"><rect x="20" y="20" width="30" height="30" fill="#aa3311"/><circle r="9"/></g>',
    f'<g>{CLIP}<g clip-path="url(#c)"><rect width="50" height="60" fill="#117733"/></g></g>',
    f'<defs>{SHADE}</defs>\n<rect y="40" width="60" height="20" fill="url(#g)"/>',
    '<rect id="r" width="9" height="9"/>',
    '<use href="#r" x="20" y="30"/>',
    '<rect y="60" width="60" height="9" style="fill: red"/>',
    '<image href="a.png" x="10" y="30" width="30" height="20"/>',
    icon(20, 30),
    icon(44, 60, 8, "#c0392b", "duo"),
    icon(44, 60, 8, "#eeeeee", "duo"),
    text("word", 8, 20),
    text("a &amp; b", 30, 44, fill="#fffaf0"),
    text("inside", 8, 60, more=' clip-path="url(#c)"'),
    text("low", 8, 79),
    text("none", 8, 70, more=' display="none"'),
    f'<g transform="rotate(9)">{text("turned", 30, 50)}</g>',
    "<g>\n</g>",
)


def faces(count: int) -> dict[str, str]:
    chance = random.Random(5)
    return {f"f{k}": "\n".join(chance.choices(THINGS, k=chance.randrange(2, 12))) for k in range(count)}


def test_faces_of_fragments_are_found_as_faulty_as_whole_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = Set(faces(400), more={"pixels": lambda _: (90, 90)}).printed()
    options = limits(None, ("en",))
    found = look(printed, options)
    monkeypatch.setattr(SceneFragments, "joined", lambda *_: None)
    assert look(printed, options) == found
    codes = {spot.check for spot in found[0]}
    assert {"bare-bleed", "clipped", "contrast", "covered", "picture-resolution", "safe-zone"} <= codes


def test_cards_with_other_pictures_share_the_marks_of_all_else() -> None:
    maker = SceneMaker(SYMBOLS, BOOK)
    one, two = (
        maker.scene(
            f"{HEAD}{THINGS[0]}<image href='{name}'/>{icon(x, 9)}{text(name)}</svg>".replace("'", '"')
        )
        for name, x in (("a.png", 9), ("b.png", 20))
    )
    same = [a is b for a, b in zip(one.drawing.marks, two.drawing.marks, strict=True)]
    assert same == [True, False, False, True]
    assert one.drawing.words == {3: 0}


def test_what_stands_twice_on_a_face_is_two_marks() -> None:
    maker = SceneMaker(SYMBOLS, BOOK)
    marks = maker.scene(f"{HEAD}{icon(9, 9)}{text('a')}{icon(9, 9)}</svg>").drawing.marks
    assert marks[0] is not marks[2]
    faded = THINGS[2]
    marks = maker.scene(f"{HEAD}{faded}{text('a')}{faded}</svg>").drawing.marks
    assert marks[0].fades == marks[1].fades != marks[3].fades


@pytest.mark.parametrize(
    ("markup", "elements"),
    [
        ("", ()),
        (' \n<rect/><g a="1">\n<g/>t</g>', ("<rect/>", '<g a="1">\n<g/>t</g>')),
        ("<g><rect/>", None),
        ("</g><g>", None),
        ("<rect/>t", None),
        ("t<rect/>", None),
        ('<rect a=">"/>', None),
        ('<g><g a="/>"></g>', None),
        ("<rect a='1'/>", None),
        ("<?a <g> ?><g/>", None),
        ("<g>]]></g>", None),
    ],
)
def test_markup_is_cut_where_nothing_is_in_doubt(markup: str, elements: tuple[str, ...] | None) -> None:
    assert elements_of(markup) == elements


@pytest.mark.parametrize(
    "markup",
    [
        '<use a="1" a="2"/>', "<use/><use/>", '<use a="&amp;"/>', '<use a="\n"/>', '<use xmlns="x"/>',
        '<a:use/>', "<use></use>", '<use href="#drawing-a"/>', '<use a="\x01"/>', '<use a="1"b="2"/>',
    ],
)  # fmt: skip
def test_elements_are_not_made_without_xml_where_that_may_differ(markup: str) -> None:
    assert lone_element(markup) is None


def test_an_element_alone_is_what_xml_makes_of_it() -> None:
    for thing in THINGS:
        found = lone_element(thing)
        if found is not None:
            (read,) = parse(f"{HEAD}{thing}</svg>")
            assert [(each.tag, each.attrib, each.text, each.tail) for each in found] == [
                (read.tag, read.attrib, read.text, read.tail)
            ]
    assert sum(lone_element(thing) is not None for thing in THINGS) == 9


def test_more_fragments_than_are_remembered_are_still_read(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = Set(faces(60)).printed()
    found = look(printed, limits(None, ("en",)))
    monkeypatch.setattr("prancha.graphics.scene.scene_fragments.MOST_READ", 100)
    assert look(printed, limits(None, ("en",))) == found
