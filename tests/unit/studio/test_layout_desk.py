"""The drawing behind a card: its objects, changes of one, trials, and what is refused."""

# ruff: noqa: E501 - drawings read best as they are written
from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from prancha.studio.guard import token
from tests.unit.studio.conftest import Studio, opened
from tests.unit.studio.test_session import until

GAME = """\
title: Foxes
languages: [en, pt-BR]
families: [cards, plain]
palette: {ink: "#1b1b1f"}
fonts: {body: Alegreya Sans}
"""
CARDS = """\
title: {en: Cards, pt-BR: Cartas}
stock: card
size: 63 x 88 mm
outline: rectangle
template: card.svg
items:
  - {id: fox, name: {en: Fox, pt-BR: Raposa}, rules: {en: "Run, then hide.", pt-BR: "Corra."}}
  - {id: hen, name: {en: Hen of the hill, pt-BR: Galinha}, rules: {en: "Stay.", pt-BR: "Fique parada onde estiver, e espere."}}
"""
PLAIN = """\
title: {en: Plain, pt-BR: Simples}
stock: card
size: 63 x 88 mm
outline: rectangle
template: plain.svg.j2
items:
  - {id: one}
"""
DRAWING = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
     width="63mm" height="88mm" viewBox="0 0 63 88">
  <rect x="-3" y="-3" width="69" height="94" style="fill:#f3e9d2"/>
  <text x="31.5" y="14" style="font-family:'Alegreya Sans';font-size:5px;text-anchor:middle">{{ name }}</text>
  <g inkscape:label="text:rules">
    <rect x="8" y="58" width="47" height="13" style="fill:#ffffff"/>
    <text x="9" y="62" style="font-family:'Alegreya Sans';font-size:3.5px">Sample</text>
  </g>
</svg>
"""
JINJA = """\
{# <rect/> #}
<rect x="5" y="5" width="9" height="9" fill="#888"/>
{{ label(item.id, 20, 20, size=12) }}
"""


def write_foxes(project: Path) -> Path:
    """A game whose cards are a drawing, and one card of a Jinja template."""
    for name, text in {
        "components/foxes/game.yaml": GAME,
        "components/foxes/cards.yaml": CARDS,
        "components/foxes/plain.yaml": PLAIN,
        "templates/foxes/card.svg": DRAWING,
        "templates/foxes/plain.svg.j2": JINJA,
    }.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    return project


@pytest.fixture
def foxes(tmp_path: Path) -> Path:
    return write_foxes(tmp_path)


@pytest.fixture
def studio(foxes: Path) -> Iterator[Studio]:
    yield from opened(foxes, edit=True)


FOX, HEN, ONE = (token(key) for key in ("cards/fox", "cards/hen", "plain/one"))
LAYOUT = f"/api/layout/{token('foxes')}/en/{FOX}/front"


def change(studio: Studio, kind: str, **given: Any) -> dict[str, Any]:
    """A change of the first object of a kind, as the page asks for it."""
    told = studio.get(LAYOUT)
    found = next(one for one in told["objects"] if one["kind"] == kind)
    card = {"game": token("foxes"), "lang": "en", "item": FOX, "side": "front"}
    return {**card, "digest": told["digest"], "objects": [found["object"]], **given}


def test_objects_of_a_drawing_are_told_with_frames_looks_and_extremes(studio: Studio) -> None:
    told = studio.get(LAYOUT)
    assert (told["file"], told["drawing"], told["edit"]) == ("templates/foxes/card.svg", True, True)
    ground, name, rules, *_ = told["objects"]
    assert (ground["frame"], ground["line"], ground["fill"]) == ([-3, -3, 69, 94], 3, "#f3e9d2")
    # The name is as wide as that of the fox, about the middle of the card.
    x, y, width, height = name["frame"]
    assert (x + width / 2, y, height) == pytest.approx((31.5, 10, 5.25))
    assert 6 < width < 9
    assert (rules["kind"], rules["fields"], rules["frame"]) == ("text", ["rules"], [8, 58, 47, 13])
    assert rules["look"] == {
        "font": "Alegreya Sans",
        "size": 9.921,
        "weight": 400,
        "italic": False,
        "align": "left",
        "fill": "#000000",
    }
    assert [(one["which"], one["lang"], one["key"]) for one in rules["extremes"]] == [
        ("longest", "en", "cards/fox"),
        ("shortest", "en", "cards/hen"),
        ("longest", "pt-BR", "cards/hen"),
        ("shortest", "pt-BR", "cards/fox"),
    ]
    assert [one["key"] for one in name["extremes"]][:2] == ["cards/hen", "cards/fox"]


def test_a_template_is_told_with_its_lines_and_not_changed(studio: Studio) -> None:
    told = studio.get(f"/api/layout/{token('foxes')}/en/{ONE}/front")
    assert (told["drawing"], told["edit"]) == (False, False)
    assert [(one["line"], one["kind"]) for one in told["objects"]] == [(2, "rect"), (3, "label()")]
    asked = {**change(studio, "rect", moves=[[1, 1]]), "item": ONE}
    status, message = studio.refused("/api/layout", asked)
    assert status == 422
    assert "a template in the template language is not moved here" in message


def test_changes_are_written_undone_and_done_again(studio: Studio, foxes: Path) -> None:
    before, after = 'x="-3" y="-3"', 'x="-2" y="-4"'
    file = foxes / "templates" / "foxes" / "card.svg"
    game = f"/api/game/{token('foxes')}/en"
    number = studio.get(game)["number"]
    told = studio.act("/api/layout", change(studio, "rect", moves=[[1, -1]]))
    assert (told["undo"], told["redo"]) == (1, 0)
    assert file.read_text() == DRAWING.replace(before, after)
    assert studio.get(LAYOUT)["digest"] == told["digest"]
    until(lambda: studio.get(game)["number"] > number)
    assert studio.act("/api/layout/undo", {})["redo"] == 1
    assert file.read_text() == DRAWING
    assert studio.act("/api/layout/redo", {})["undo"] == 1
    assert file.read_text() == DRAWING.replace(before, after)
    file.write_text(DRAWING)
    status, message = studio.refused("/api/layout/undo", {})
    assert status == 422
    assert "the file was changed meanwhile" in message


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"frame": [8, 58, 40, 13]}, 'width="47"', 'width="40"'),
        ({"style": ["font-size", "9"]}, "font-size:3.5px", "font-size:3.175px"),
        ({"option": ["align", "center"]}, '"text:rules"', '"text:rules align=center"'),
        ({"name": "text:name"}, '"text:rules"', '"text:name"'),
        ({"marks": ["if", ["not rare"]]}, '"text:rules"', '"text:rules if:not rare"'),
        ({"arrange": "delete"}, DRAWING[DRAWING.index("\n  <g") : DRAWING.index("\n</svg>")], ""),
        ({"turn": 10}, '"text:rules"', '"text:rules" transform="rotate(10 31.5 64.5)"'),
    ],
)
def test_a_box_is_enlarged_styled_named_and_turned(
    studio: Studio, foxes: Path, given: dict[str, Any], before: str, after: str
) -> None:
    rules = next(one for one in studio.get(LAYOUT)["objects"] if one["name"])
    studio.act("/api/layout", {**change(studio, "rect"), "objects": [rules["object"]], **given})
    assert (foxes / "templates/foxes/card.svg").read_text() == DRAWING.replace(before, after)


ADDED = {
    "text": """<g inkscape:label="text:rules"><rect x="9.45" y="36.08" width="44.1" height="15.84" style="fill:none"/><text x="9.45" y="39.255" style="font-family:'body';font-size:3.175px;text-anchor:start;fill:#1b1b1f">rules</text></g>""",
    "words": """<text x="31.5" y="44" style="font-family:'body';font-size:3.175px;text-anchor:middle;fill:#1b1b1f">Text</text>""",
    "art": '<rect inkscape:label="art:rules" x="9.45" y="28.6" width="44.1" height="30.8" style="fill:#b8b8b8"/>',
    "icon": '<rect inkscape:label="icon:rules" x="27.5" y="40" width="8" height="8" style="fill:#1b1b1f"/>',
    "qr": '<rect inkscape:label="qr:rules" x="23.5" y="36" width="16" height="16" style="fill:#ffffff"/>',
    "rect": '<rect x="21.5" y="34" width="20" height="20" style="fill:#b8b8b8"/>',
    "ellipse": '<ellipse cx="31.5" cy="44" rx="8" ry="5.6" style="fill:#b8b8b8"/>',
    "line": '<line x1="12.6" y1="44" x2="50.4" y2="44" style="stroke:#1b1b1f;stroke-width:0.4"/>',
}


@pytest.mark.parametrize("kind", ADDED)
def test_an_object_is_added_above_the_others_and_may_be_moved(studio: Studio, foxes: Path, kind: str) -> None:
    file = foxes / "templates/foxes/card.svg"
    told = studio.act("/api/layout", {**change(studio, "rect"), "add": [kind, "rules", 31.5, 44]})
    assert file.read_text() == DRAWING.replace("\n</svg>", f"\n  {ADDED[kind]}\n</svg>")
    found = {one["object"]: one for one in studio.get(LAYOUT)["objects"]}
    (number,) = told["chosen"]
    assert (found[number]["kind"], found[number]["fixed"]) == ("text" if kind == "words" else kind, "")
    asked = {**change(studio, "rect"), "objects": [number], "moves": [[1, 2]]}
    assert studio.act("/api/layout", asked)["chosen"] == [number]


def test_what_shows_no_field_is_not_added(studio: Studio, foxes: Path) -> None:
    for kind, field in (("art", ""), ("text", "two words"), ("icon", "1st")):
        asked = {**change(studio, "rect"), "add": [kind, field, 31.5, 44]}
        status, message = studio.refused("/api/layout", asked)
        assert (status, f"{kind}:" in message) == (422, True)
    assert studio.refused("/api/layout", {**change(studio, "rect"), "add": ["star", "", 1, 1]})[0] == 404
    assert (foxes / "templates/foxes/card.svg").read_text() == DRAWING


def test_a_picture_is_told_with_its_size_and_the_point_that_is_kept(studio: Studio, foxes: Path) -> None:
    file = foxes / "templates/foxes/card.svg"
    (foxes / "templates/foxes/art").mkdir()
    (foxes / "templates/foxes/art/Fox.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><path d="M0 0h9v9z"/></svg>'
    )
    for options, focus in (("", [0.5, 0.5]), (" focus=0.25,1", [0.25, 1]), (" focus=name", None)):
        mark = f'<rect inkscape:label="art:name ending=svg{options}" x="-3"'
        file.write_text(DRAWING.replace('<rect x="-3"', mark))
        (found,) = [one["picture"] for one in studio.get(LAYOUT)["objects"] if one["kind"] == "art"]
        assert found == {"size": [30, 10], "focus": focus}


def test_several_objects_are_copied_grouped_and_parted(studio: Studio, foxes: Path) -> None:
    file = foxes / "templates/foxes/card.svg"
    rules = next(one["object"] for one in studio.get(LAYOUT)["objects"] if one["name"])
    both = [change(studio, "rect")["objects"][0], rules]

    def arrange(what: str, objects: list[int]) -> list[int]:
        asked = {**change(studio, "rect"), "objects": objects, "arrange": what}
        found: list[int] = studio.act("/api/layout", asked)["chosen"]
        return found

    copies = arrange("duplicate", both)
    assert file.read_text().count('label="text:rules"') == 2
    group = arrange("group", copies)
    assert '<g inkscape:label="Group">' in file.read_text()
    parts = arrange("ungroup", group)
    assert len(parts) == 2
    arrange("back", [parts[1]])
    assert file.read_text().index('label="text:rules"') < file.read_text().index('<rect x="-3"')
    for _ in range(4):
        studio.act("/api/layout/undo", {})
    assert file.read_text() == DRAWING
    status, message = studio.refused("/api/layout", {**change(studio, "rect"), "arrange": "ungroup"})
    assert (status, "this is one object, no group of several" in message) == (422, True)


def test_a_file_that_another_program_saved_stays(studio: Studio, foxes: Path) -> None:
    asked = change(studio, "rect", moves=[[1, 1]])
    file = foxes / "templates" / "foxes" / "card.svg"
    other = DRAWING.replace("#f3e9d2", "#ffffff")
    file.write_text(other)
    status, message = studio.refused("/api/layout", asked)
    assert status == 422
    assert "another program saved the file meanwhile: that version stays" in message
    assert studio.act("/api/layout/try", asked) == {"trial": "", "findings": []}
    assert file.read_text() == other


def test_a_trial_is_drawn_for_any_card_and_language_and_writes_nothing(studio: Studio, foxes: Path) -> None:
    rules = next(one for one in studio.get(LAYOUT)["objects"] if one["name"])
    asked = {**change(studio, "rect"), "objects": [rules["object"]], "frame": [8, 58, 30, 13]}
    seen = set()
    for ghost, lang in ((FOX, "en"), (HEN, "en"), (HEN, "pt-BR")):
        name = studio.act("/api/layout/try", {**asked, "ghost": ghost, "ghost_lang": lang})["trial"]
        status, headers, data = studio.send(f"/trial/{name}/4")
        assert (status, headers["Content-Type"], data[:2]) == (200, "image/bmp", b"BM")
        seen.add(data)
    assert len(seen) == 3
    assert (foxes / "templates/foxes/card.svg").read_text() == DRAWING
    small = {**asked, "frame": [8, 58, 5, 3], "ghost": HEN, "ghost_lang": "pt-BR"}
    told = studio.act("/api/layout/try", small)
    assert told["trial"] == ""
    assert told["findings"][0]["item"] == "cards/hen"
    assert "needs 5.9 mm in width at 6 pt, its box is 5 mm wide" in told["findings"][0]["message"]


def test_drawings_that_cannot_be_read_or_lie_elsewhere_are_told(studio: Studio, foxes: Path) -> None:
    file = foxes / "templates" / "foxes" / "card.svg"
    file.write_text(DRAWING.replace("</g>", ""))
    status, _, data = studio.send(LAYOUT)
    assert status == 422
    told = json.loads(data)["findings"][0]
    assert told["place"][:2] == ["templates/foxes/card.svg", 9]
    assert "no well-formed XML" in told["message"]
    file.write_text(DRAWING.replace("<rect", '<rect rx="wide"'))
    told = json.loads(studio.send(LAYOUT)[2])["findings"]
    assert [(one["place"][1], 'rx="wide"' in one["message"]) for one in told] == [(3, True), (6, True)]
    file.unlink()
    assert b"card.svg is not in the folder of this game" in studio.send(LAYOUT)[2]
    outside = foxes / "outside.svg"
    outside.write_text(DRAWING)
    file.symlink_to(outside)
    status, _, data = studio.send(LAYOUT)
    assert status == 422
    assert b"the file " in data
    shutil.rmtree(foxes / "templates")


@pytest.mark.parametrize(
    "given",
    [{"objects": [99]}, {"objects": ["1"]}, {"objects": []}, {"moves": [[1]]}, {"moves": []}, {"moves": [[1e9, 0]]}, {"turn": "x"}, {"side": "top"}, {"item": "x"}, {}],
)  # fmt: skip
def test_what_is_no_change_is_refused(studio: Studio, given: dict[str, Any]) -> None:
    asked = change(studio, "rect", **({"moves": [[1, 1]], **given} if given else {}))
    assert studio.refused("/api/layout", asked)[0] == 404


def test_nothing_is_written_without_edit(foxes: Path) -> None:
    for studio in opened(foxes):
        assert studio.get(LAYOUT)["edit"] is False
        asked = change(studio, "rect", moves=[[1, 1]])
        for path in ("/api/layout", "/api/layout/try", "/api/layout/undo", "/api/layout/redo"):
            assert studio.refused(path, asked)[0] == 404


def test_several_objects_get_a_new_look_in_one_step(studio: Studio, foxes: Path) -> None:
    file = foxes / "templates/foxes/card.svg"
    found = {one["name"] or one["words"]: one["object"] for one in studio.get(LAYOUT)["objects"]}
    name, rules = found["{{ name }}"], found["text:rules"]
    sizes = [{"object": number, "style": ["font-size", "9"]} for number in (name, rules)]
    told = studio.act("/api/layout", {**change(studio, "rect"), "objects": [name, rules], "restyles": sizes})
    assert (told["chosen"], told["undo"]) == ([name, rules], 1)
    after = re.sub(r"font-size:[\d.]+px", "font-size:3.175px", DRAWING)
    assert file.read_text() == after
    colour = [
        {"object": rules, "marks": ["fill", ["palette.ink"]]},
        {"object": name, "style": ["fill", "a;b"]},
    ]
    status, wrong = studio.refused(
        "/api/layout", {**change(studio, "rect"), "objects": [name, rules], "restyles": colour}
    )
    assert (status, "is no value of fill" in wrong) == (422, True)
    assert file.read_text() == after
    studio.act("/api/layout/undo", {})
    assert file.read_text() == DRAWING
