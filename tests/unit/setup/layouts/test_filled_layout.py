"""Layouts filled with lists: slots bound and taken out, room given away, numbers in a row, looks."""

# ruff: noqa: E501 - drawings read best as they are written
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
import yaml
from PIL import Image

from prancha.building import game_loading
from prancha.building.pipeline import inspect_game
from prancha.setup.layouts import LayoutFields, Look, fill_layout, find_layout, find_look, layouts, looks
from prancha.setup.layouts.layout_files import LABEL

SIZES = {"portrait": (63, 88), "landscape": (88, 63), "square": (70, 70)}
ALL = {
    slot: slot for slot in ("title", "cost", "art", "icon", "type", "rules", "flavour", "footer", "answer")
}
STATS = (("attack", "Attack"), ("defence", "Defence"), ("speed", "Speed"))
BOX = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 60 80">{}</svg>'
PARCHMENT = find_look("parchment")


def filled(
    inside: str,
    slots: dict[str, str],
    size: tuple[float, float] = (60, 80),
    stats: Sequence[tuple[str, str]] = (),
    look: Look = PARCHMENT,
    always: frozenset[str] = frozenset(),
) -> Element:
    fields = LayoutFields(slots, stats, always=always)
    return ElementTree.fromstring(fill_layout(BOX.format(inside), size, fields, look).drawing)


def labels(root: Element) -> list[str]:
    return [element.attrib[LABEL] for element in root.iter() if LABEL in element.attrib]


def box(element: Element) -> tuple[float, ...]:
    return tuple(float(element.attrib[name]) for name in ("x", "y", "width", "height"))


def rect(label: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect inkscape:label="{label}" x="{x}" y="{y}" width="{width}" height="{height}" style="fill:#888888"/>'


def test_slots_become_fields() -> None:
    inside = rect("text:rules min=6 if:not art count=cost grow:flavour", 5, 5, 50, 20) + rect(
        "text:flavour", 5, 30, 50, 9
    )
    root = filled(inside, {"rules": "effect", "art": "picture", "cost": "price", "flavour": "quote"})
    assert labels(root) == ["text:effect min=6 if:not picture count=price grow:quote", "text:quote"]


def test_the_room_of_a_slot_without_a_field_goes_to_its_neighbour() -> None:
    inside = (
        rect("text:rules grow:flavour grow:stats inset=1", 5, 40, 50, 10)
        + rect("text:flavour grow:stats", 5, 52, 50, 9)
        + f'<g inkscape:label="each:stats">{rect("Room", 5, 62, 50, 10)}</g>'
    )
    root = filled(inside, {"rules": "rules"})
    assert labels(root) == ["text:rules"]
    assert box(root[0]) == (5, 40, 50, 31)
    root = filled(inside, {"rules": "rules", "flavour": "flavour"})
    assert [box(each) for each in root] == [(5, 40, 50, 10), (5, 52, 50, 20)]
    assert labels(root)[0] == "text:rules grow:flavour inset=1"


def test_what_is_only_for_a_slot_goes_with_it() -> None:
    inside = (
        rect("if:cost=*", 5, 5, 9, 9)
        + rect("if:not icon", 9, 9, 9, 9)
        + rect("Frame fill:colour", 0, 0, 9, 9)
    )
    assert labels(filled(inside, {"title": "name"})) == ["", "Frame fill:palette.accent"]
    assert labels(filled(inside, {"cost": "cost", "icon": "sign", "colour": "kind"})) == [
        "if:cost=*",
        "if:not sign",
        "Frame fill:kind",
    ]


def test_an_empty_room_that_a_filled_one_overlaps_is_not_taken() -> None:
    inside = (
        rect("text:title grow:art grow:icon", 5, 50, 50, 10)
        + '<circle inkscape:label="art:art grow:title" cx="30" cy="25" r="20"/>'
        + rect("icon:icon if:not art", 15, 10, 30, 38)
    )
    title, *_ = filled(inside, {"title": "name", "art": "picture"})
    assert box(title) == (5, 50, 50, 10)
    assert labels(filled(inside, {"title": "name", "art": "picture"})) == [
        "text:name grow:picture",
        "art:picture",
    ]
    assert box(filled(inside, {"title": "name"})[0]) == (5, 5, 50, 55)
    alone = filled(inside, {"art": "picture"})[0].attrib
    assert (alone["cx"], alone["cy"], alone["r"]) == ("30", "32.5", "20")


def test_a_box_does_not_grow_over_what_all_cards_have() -> None:
    inside = (
        rect("art:art grow:rules grow:flavour grow:stats", 32, 5, 23, 50)
        + rect("text:rules", 5, 5, 25, 20)
        + rect("text:flavour", 5, 26, 25, 9)
        + STAT.format("left", rect("Room", 5, 40, 25, 10), "", 5, 40, 5, 46)
    )
    slots = {"art": "art", "rules": "rules", "flavour": "flavour"}
    assert labels(filled(inside, slots))[0] == "art:art grow:rules grow:flavour"
    assert labels(filled(inside, slots, stats=STATS[:1]))[0] == "art:art"
    assert labels(filled(inside, slots, always=frozenset(["flavour"])))[0] == "art:art"


@pytest.mark.parametrize("size", SIZES.values())
def test_the_frame_of_a_picture_without_text_grows_with_it(size: tuple[float, float]) -> None:
    drawing = find_layout("classic").drawing(*size).read_text(encoding="utf-8")
    fields = LayoutFields({"title": "name", "art": "picture"})
    root = ElementTree.fromstring(fill_layout(drawing, size, fields, PARCHMENT).drawing)
    found = {each.attrib[LABEL].split()[0]: each for each in root.iter() if LABEL in each.attrib}
    assert box(found["art:picture"]) == box(found["Picture"])


STAT = (
    '<g inkscape:label="each:stats most=12 gap=2 align={}">{}{}'
    '<g inkscape:label="text:stat min=6"><rect x="{}" y="{}" width="12" height="6"/><text>3</text></g>'
    '<g inkscape:label="text:stat"><rect x="{}" y="{}" width="12" height="4"/><text>{{{{ heading }}}}</text></g></g>'
)


def cells(align: str, room: tuple[float, ...], count: int) -> list[tuple[float, ...]]:
    x, y = room[:2]
    inside = STAT.format(align, rect("", *room), rect("Cell", x, y, 12, 10), x, y, x, y + 6)
    stats = [(f"f{k}", f'Number "{k}"') for k in range(count)]
    root = filled(inside, {}, stats=stats)
    (group,) = root
    assert [cell.attrib[LABEL] for cell in group] == [f"if:f{k}=*" for k in range(count)]
    assert "text:f0 min=6" in labels(root)
    assert '{{ "Number \\"1\\"" }}' in ElementTree.tostring(root, encoding="unicode").replace("&quot;", '"')
    assert all(box(cell[2][0])[3] == 4 for cell in group)  # the heading keeps its height
    return [box(cell[0]) for cell in group]


def test_other_numbers_stand_in_a_row_of_cells() -> None:
    assert cells("left", (5, 60, 50, 10), 3) == [(5, 60, 12, 10), (19, 60, 12, 10), (33, 60, 12, 10)]
    assert cells("right", (5, 60, 50, 10), 2) == [(29, 60, 12, 10), (43, 60, 12, 10)]
    assert [round(one[2], 2) for one in cells("center", (5, 60, 50, 10), 6)] == [6.67] * 6


def test_in_a_high_room_they_stand_below_each_other() -> None:
    assert cells("top", (5, 10, 12, 60), 2) == [(5, 10, 12, 12), (5, 24, 12, 12)]


def test_a_look_writes_its_colours_fonts_corners_and_lines() -> None:
    inside = (
        '<rect inkscape:label="Panel fill:palette.panel stroke:palette.line" rx="2" style="fill:#000000;stroke-width:1"/>'
        '<g inkscape:label="text:title fill:palette.ink"><rect/><text style="font-family:title;fill:#000000">A</text></g>'
        '<g inkscape:label="frame:ornate"><rect rx="1"/></g><stop inkscape:label="stop:palette.shade"/>'
    )
    look = find_look("ink")
    panel, title, stop = filled(inside, {"title": "name"}, look=look)
    assert panel.attrib["style"] == "fill:#ffffff;stroke-width:1.2;stroke:#141414"
    assert panel.attrib["rx"] == "0"
    assert title[1].attrib["style"] == "font-family:title, 'Playfair Display';fill:#141414;font-weight:700"
    assert stop.attrib["style"] == "stop-color:#000000"
    assert len(filled(inside, {"title": "name"}, look=PARCHMENT)) == 4


def test_boxes_follow_the_size_and_what_bleeds_stays_beyond_the_trim() -> None:
    inside = rect("Ground", -5, -5, 70, 90) + rect("Panel", 6, 8, 48, 64) + '<circle cx="30" cy="40" r="6"/>'
    root = filled(inside + '<text x="30" y="40" style="font-size:6px">A</text>', {}, size=(30, 60))
    assert (root.attrib["width"], root.attrib["viewBox"]) == ("30mm", "0 0 30 60")
    assert box(root[0]) == (-5, -5, 40, 70)
    assert box(root[1]) == (3, 6, 24, 48)
    assert root[2].attrib == {"cx": "15", "cy": "30", "r": "3"}
    assert root[3].attrib["style"] == "font-size:3px"


CARDS = {
    "rich": [
        {
            "title": "Emberwing Drake", "cost": 4, "type": "Dragon", "icon": "dragon", "art": "a.png",
            "rules": "**Flying.** When it enters, deal {fire} 2 to any target.\nIf you hold {gem}, deal 3.",
            "flavour": "“The sky was red long before the sun rose.”", "footer": "Ana Prado · 12/60",
            "answer": "A dragon", "attack": 5, "defence": 3, "speed": 2,
        },
        {
            "title": "Keeper of the Hollow Oak", "cost": 0, "type": "Druid", "icon": "tree", "art": "a.png",
            "rules": "Draw a card for each forest you control, then discard one. Until your next turn, forests"
            " cannot be burned, moved or traded.",
            "flavour": "", "footer": "", "answer": "A tree", "attack": "", "defence": 0, "speed": 12,
        },
    ],
    "poor": [{"title": "Market day", "rules": "Everyone may trade one good with the bank."}, {"title": "Tax", "rules": ""}],
}  # fmt: skip
FULL = CARDS["rich"][0]
LACKING = (["rules"], ["rules", "art"], ["art"], ["icon"], ["cost", "type"], ["rules", "flavour", "footer"])
CARDS["gaps"] = [
    FULL,
    *({**FULL, **dict.fromkeys(fields, ""), "title": f"No {' '.join(fields)}"} for fields in LACKING),
]


def project(folder: Path, look_name: str, cards: list[dict[str, object]]) -> Path:
    """A game with a family for every layout in every shape."""
    look, families = find_look(look_name), []
    slots = {slot: slot for slot in ALL if slot in cards[0]} | (
        {"colour": "type"} if "type" in cards[0] else {}
    )
    stats = STATS if "attack" in cards[0] else ()
    (folder / "components/g").mkdir(parents=True)
    (folder / "templates/g/art").mkdir(parents=True)
    Image.effect_noise((900, 900), 60).convert("RGB").save(folder / "templates/g/art/a.png")
    for layout in layouts().values():
        for shape, size in SIZES.items():
            family = f"{layout.name}-{shape}"
            families.append(family)
            head = {
                "title": {"en": family}, "stock": "card", "size": f"{size[0]} x {size[1]} mm", "outline": "rounded",
                "radius": "3 mm", "template": f"{family}.svg", "items": [{"id": f"c{k}", **card} for k, card in enumerate(cards)],
            }  # fmt: skip
            for side in ("front", "back") if layout.back and "answer" in slots else ("front",):
                drawing = layout.drawing(*size, side).read_text(encoding="utf-8")
                name = f"{family}.svg" if side == "front" else f"{family}-back.svg"
                (folder / "templates/g" / name).write_text(
                    fill_layout(drawing, size, LayoutFields(slots, stats), look).drawing
                )
                if side == "back":
                    head["back"] = name
            (folder / f"components/g/{family}.yaml").write_text(yaml.safe_dump(head, allow_unicode=True))
    kinds = dict.fromkeys(str(card["type"]) for card in cards if card.get("type"))
    palette = {**look.palette, **dict(zip(kinds, look.tints, strict=False))}
    game = {
        "title": "G",
        "languages": ["en"],
        "families": families,
        "palette": palette,
        "fonts": dict(look.fonts),
    }
    (folder / "components/g/game.yaml").write_text(yaml.safe_dump(game))
    return folder


@pytest.mark.parametrize("cards", CARDS)
@pytest.mark.parametrize(
    "look",
    [
        name if name in ("parchment", "night") else pytest.param(name, marks=pytest.mark.slow)
        for name in looks()
    ],
)
def test_every_layout_prints_every_list_in_every_look(tmp_path: Path, look: str, cards: str) -> None:
    read = game_loading.read_game(project(tmp_path, look, CARDS[cards]), "g")
    told = {finding.code for finding in inspect_game(read).findings}
    # Lists have fields that not every layout shows, and a look colours that not every layout uses.
    assert told <= {"unused-field", "unused-colour", "picture-resolution", "text-size"}
