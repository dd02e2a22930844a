"""What drawings call: repeated icons, codes, placeholders, outlines and shadows."""

# ruff: noqa: E501 - drawings read best as they are written
from __future__ import annotations

import re

import pytest
from deck import BOOK, Deck
from drawing_deck import TYPE, drawn, face, faults, texts

from prancha.model.values import as_written
from prancha.render import render

ICONS = r'<use href="#i-\w+-\w+" x="([^"]*)" y="([^"]*)" width="([^"]*)"'


def icons(svg: str) -> list[tuple[float, ...]]:
    """x, y and size of every icon."""
    return [tuple(map(float, found)) for found in re.findall(ICONS, svg)]


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("repeat:symbol count=cost gap=1 align=left", [(5, 10, 6), (12, 10, 6), (19, 10, 6)]),
        ("repeat:symbol count=2 gap=0 align=right", [(23, 10, 6), (29, 10, 6)]),
        ("repeat:symbol count=1 size=4", [(18, 11, 4)]),
        ("repeat:coin count=cost gap=1", [(10, 10, 6), (17, 10, 6), (24, 10, 6)]),
        ("repeat:symbol count=none", []),
        ("repeat:symbol count=0", []),
        ("repeat:nothing count=3", []),
    ],
)
def test_one_icon_a_point(sheet: Deck, name: str, places: list[object]) -> None:
    sheet.fields[0] |= {"none": "", "nothing": ""}
    found = face(sheet, f'<rect inkscape:label="{name}" x="5" y="10" width="30" height="6" fill="#c0392b"/>')
    assert icons(found) == places
    assert found.count('color="#c0392b"') == len(places)


@pytest.mark.parametrize(
    ("count", "size", "rows"), [(4, 10, 2), (5, 20 / (3 + 2 / 8), 2), ("7", 20 / (3 + 2 / 8), 3), (2.0, 20 / (2 + 1 / 8), 1)]
)  # fmt: skip
def test_icons_stand_in_as_many_rows_as_make_them_largest(
    sheet: Deck, count: object, size: float, rows: int
) -> None:
    sheet.fields[0]["cost"] = count
    found = icons(
        face(sheet, '<rect inkscape:label="repeat:symbol count=cost" x="0" y="0" width="20" height="20"/>')
    )
    assert len(found) == int(float(str(count)))
    assert len({y for _, y, _ in found}) == rows
    assert found[0][2] == pytest.approx(20 / (2 + 1 / 8) if count == 4 else size, abs=1e-3)
    assert all(x >= 0 and x + side <= 20.001 and y >= 0 and y + side <= 20.001 for x, y, side in found)


@pytest.mark.parametrize("count", ["many", 2.5, -1, 201, True, float("nan"), float("inf"), "1e999"])
def test_what_is_no_number_of_icons_is_told_with_its_card(sheet: Deck, count: object) -> None:
    sheet.fields[0]["cost"] = count
    (fault,) = faults(sheet, '<rect inkscape:label="repeat:symbol count=cost" width="20" height="20"/>')
    assert fault.message == f"demo/card.svg:3: {count!r} is no number of times to repeat an icon"
    assert (fault.item, fault.hint) == ("cards/c0", "give a whole number from 0 to 200")


def test_icons_too_small_to_be_seen_are_refused(sheet: Deck) -> None:
    sheet.fields[0]["cost"] = 40
    (fault,) = faults(sheet, '<rect inkscape:label="repeat:symbol count=cost" width="20" height="2"/>')
    assert "40 icons in 20 x 2 mm would be 0.9 mm large" in fault.message


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("repeat:symbol", "does not say how often: write repeat:symbol count= and a field or number"),
        ("repeat:symbol count=a-b", "count=a-b in"),
        ("repeat:symbol count=1 fit=fill", '"fit=fill" in'),
        ("qr:link level=x", "level=x in"),
    ],
)
def test_options_of_repeats_and_codes_are_checked(sheet: Deck, name: str, message: str) -> None:
    (fault,) = faults(sheet, f'<rect inkscape:label="{name}" width="9" height="9"/>')
    assert message in fault.message


def test_an_icon_of_that_name_is_drawn_where_no_card_has_such_a_field(sheet: Deck) -> None:
    shape = '<rect inkscape:label="icon:{}" width="9" height="9"/>'
    assert 'href="#i-sword-' in face(sheet, shape.format("sword"))
    (fault,) = faults(sheet, shape.format("swrod"))
    assert fault.message == 'demo/card.svg:3: "swrod" is not defined'


def test_a_code_stands_in_the_middle_of_its_shape(sheet: Deck) -> None:
    sheet.fields = [{"link": "https://example.org/fox"}, {"link": ""}]
    inside = '<rect inkscape:label="qr:link" x="5" y="10" width="30" height="20" fill="#ffffff"/>'
    first, second = (front.svg for front in drawn(sheet, inside).fronts.values())
    assert '<rect x="10" y="10" width="20" height="20" fill="#ffffff"/><path d="M12.' in first
    assert "<path" not in second


def test_a_picture_takes_the_place_of_a_placeholder(sheet: Deck) -> None:
    image = '<image inkscape:label="art:picture" x="5" y="10" width="30" height="30" href="sample.png"/>'
    made = face(sheet, image)
    assert "sample.png" not in made
    assert '<image href="art/a.png" x="-10" y="10" width="60" height="30"' in made
    assert 'href="art/a.png" x="5" y="17.5" width="30"' in face(
        sheet, image.replace("picture", "picture fit=fit")
    )


@pytest.mark.parametrize("picture", ["a", "a.png"])
def test_an_ending_completes_the_names_of_pictures(sheet: Deck, picture: str) -> None:
    sheet.fields = [{"picture": picture, "middle": ""}]
    rect = '<rect inkscape:label="art:picture ending=png focus=middle" width="30" height="30"/>'
    assert 'href="art/a.png" x="-15"' in face(sheet, rect)


def test_a_placeholder_is_cut_by_its_clip(sheet: Deck) -> None:
    inside = '<clipPath id="c"><circle cx="20" cy="25" r="15"/></clipPath><image clip-path="url(#c)" inkscape:label="art:picture" x="5" y="10" width="30" height="30"/>'
    made = drawn(sheet, inside)
    assert '<clipPath id="clip-3"><circle' in made.fronts["cards/c0"].svg
    assert render(made.fronts.values(), made.symbols, BOOK, (sheet.folder / "demo",)).notes == ()


def test_what_is_used_elsewhere_may_be_shown_at_times(sheet: Deck) -> None:
    inside = '<defs><circle id="k" r="4"/></defs><use inkscape:label="if:{}" href="#k"/>'
    assert "<circle" in face(sheet, inside.format("foil"))
    assert "<circle" not in face(sheet, inside.format("not foil"))


OUTLINED = f"{TYPE};stroke:#ffffff;stroke-width:0.5;paint-order:stroke"


@pytest.mark.parametrize(
    ("inside", "group"),
    [
        (f'<text style="{OUTLINED}" x="5" y="9">{{{{ name }}}}</text>', 'stroke="#ffffff" stroke-width="0.5" stroke-linejoin="round" paint-order="stroke"'),
        (f'<text inkscape:label="text:name" style="{OUTLINED}" x="5" y="9">N</text>', 'stroke="#ffffff" stroke-width="0.5"'),
        (f'<g transform="scale(0.5)"><text style="{OUTLINED}" x="5" y="9">{{{{ name }}}}</text></g>', 'stroke-width="0.25"'),
        (f'<g inkscape:label="text:name"><rect width="40" height="9" stroke="red"/><text style="{OUTLINED}">N</text></g>', 'stroke="#ffffff" stroke-width="0.5"'),
        (f'<text style="{OUTLINED};inline-size:50" x="5" y="9">{{{{ name }}}}</text>', 'stroke="#ffffff"'),
        (f'<text inkscape:label="text:name stroke:colour" style="{OUTLINED}" x="5" y="9">N</text>', 'stroke="#1b2a41" stroke-width="0.5"'),
    ],
)  # fmt: skip
def test_live_text_has_the_outline_of_the_drawing(sheet: Deck, inside: str, group: str) -> None:
    sheet.fields[0]["colour"] = "ink"
    made = drawn(sheet, inside)
    svg = made.fronts["cards/c0"].svg
    assert re.search(rf"<g [^>]*{group}[^>]*><text", svg)
    assert [words for words, *_ in texts(svg)] == ["Fox"]
    assert render(made.fronts.values(), made.symbols, BOOK, ()).notes == ()


def test_icons_in_an_outlined_text_have_none(sheet: Deck) -> None:
    found = face(sheet, f'<text style="{OUTLINED}" x="5" y="9">{{{{ rules }}}}</text>')
    assert '<use stroke="none" href="#i-coin' in found


def test_the_box_of_a_text_gives_it_no_outline(sheet: Deck) -> None:
    """A rectangle with a line around it was refused as a text with an outline."""
    found = face(sheet, '<rect inkscape:label="text:rules" width="40" height="9" stroke="red"/>')
    assert "stroke" not in found


def test_a_shadow_lies_below_the_text_in_one_colour(sheet: Deck) -> None:
    sheet.fields[0]["rules"] = "A [b]{.ink} {coin}"
    found = face(
        sheet,
        f'<text inkscape:label="text:rules shadow=#123456 shadow_by=0.3" style="{OUTLINED}" x="5" y="9">N</text>',
    )
    pairs = re.findall(r'<g transform="translate\(0.3 0.3\)" stroke="#123456"[^>]*>(.*?)</g>(<.*?>)', found)
    assert len(pairs) == len(re.findall("<use|<text", found)) / 2 == 3
    for below, above in pairs:
        assert re.findall(r'(?:fill|color)="([^"]*)"', below) == ["#123456"]
        assert re.findall(r'(?:fill|color)="([^"]*)"', above) in (["#000000"], ["#1b2a41"])


def test_text_stands_in_columns(sheet: Deck) -> None:
    sheet.fields[0]["rules"] = "one two three four five six seven eight nine ten eleven twelve"
    box = '<rect inkscape:label="text:rules columns=2 column_gap=4" x="5" y="10" width="44" height="9"/>'
    assert {x for _, x, *_ in texts(face(sheet, box))} == {5, 29}


@pytest.mark.parametrize(
    ("style", "message"),
    [
        ("stroke:url(#g)", 'a text outlined with "url(#g)" cannot be set; give the outline one colour'),
        ("stroke-opacity:0.5", "stroke-opacity of the outline of a text with fields cannot be set"),
        ("stroke-dasharray:1", "stroke-dasharray of the outline of a text with fields cannot be set"),
    ],
)
def test_outlines_that_no_text_can_have_are_refused(sheet: Deck, style: str, message: str) -> None:
    inside = f'<linearGradient id="g"/><text style="{OUTLINED};{style}" x="5" y="9">{{{{ name }}}}</text>'
    (fault,) = faults(sheet, inside)
    assert message in fault.message


def test_numbers_print_as_they_are_written(sheet: Deck) -> None:
    sheet.fields[0]["price"] = as_written(1.5, "1,50")
    (found,) = texts(face(sheet, f'<text x="5" y="20" style="{TYPE}">{{{{ price }}}}</text>'))
    assert found[0] == "1,50"


def test_an_icon_may_be_written_as_lists_write_it(sheet: Deck) -> None:
    drawing = '<rect inkscape:label="icon:symbol" x="5" y="10" width="6" height="6"/>'
    plain = face(sheet, drawing)
    sheet.fields[0]["symbol"] = " Fire.svg"
    assert face(sheet, drawing) == plain
    sheet.fields[0]["symbol"] = "No Such Icon"
    (fault,) = faults(sheet, drawing)
    assert '"No Such Icon" is not the name of an icon' in fault.message


def test_of_several_pictures_the_first_is_shown(sheet: Deck) -> None:
    drawing = '<rect inkscape:label="art:picture" x="5" y="10" width="20" height="10"/>'
    plain = face(sheet, drawing)
    assert "<image" in plain
    sheet.fields[0]["picture"] = ["a.png", "b.png"]
    assert face(sheet, drawing) == plain
    sheet.fields[0]["picture"] = []
    assert "<image" not in face(sheet, drawing)
