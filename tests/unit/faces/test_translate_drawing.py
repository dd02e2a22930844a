"""Drawings of Inkscape and Illustrator as templates."""

# ruff: noqa: E501 - drawings read best as they are written
from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from deck import BOOK, Deck
from drawing_deck import CARD, NS, TYPE, drawn, face, faults, texts

from prancha.faces.svg_templates.drawing_objects import ObjectName, look_of, read_marks
from prancha.faces.svg_templates.drawn_texts import runs_otherwise
from prancha.faces.svg_templates.placing import TargetPiece, page_matrix
from prancha.graphics.svg.external import read
from prancha.graphics.svg.template_marks import unfold_shared
from prancha.model.diagnostic import Failure
from prancha.render import render
from prancha.system.cache import Pack, Store

DEFINED = '<filter id="f"/><mask id="m"/><linearGradient id="g"/>'


def test_text_is_set_where_it_stands_in_the_game_s_font(sheet: Deck) -> None:
    found = face(
        sheet,
        f'<text style="{TYPE};fill:#123456" x="10" y="20"><tspan sodipodi:role="line" x="10" y="20">{{{{ name }}}} costs {{{{ cost }}}}</tspan></text>',
    )
    assert texts(found) == [("Fox costs 3", 10, 20, 4, "")]
    assert 'fill="#123456"' in found


@pytest.mark.parametrize(("anchor", "x"), [("start", 30), ("middle", 30), ("end", 30)])
def test_alignment_is_that_of_the_drawing(sheet: Deck, anchor: str, x: float) -> None:
    ((_, at, *_),) = texts(
        face(sheet, f'<text style="{TYPE};text-anchor:{anchor}" x="{x}" y="20">{{{{ name }}}}</text>')
    )
    assert (at == x, at < x) == ((True, False) if anchor == "start" else (False, True))


def test_lines_and_runs_of_other_looks(sheet: Deck) -> None:
    words = f'<text style="{TYPE}" x="5" y="20"><tspan x="5" y="20">Cost <tspan style="font-weight:bold;fill:#c00">{{{{ cost }}}}</tspan> now</tspan><tspan x="5" y="26">two</tspan></text>'
    found = texts(face(sheet, words))
    assert [(t[0], t[2], t[4]) for t in found] == [
        ("Cost", 20, ""),
        ("3", 20, 'font-weight="700"'),
        ("now", 20, ""),
        ("two", 26, ""),
    ]
    assert found[0][1] == 5
    assert found[0][1] + 5 < found[1][1] < found[2][1]


def test_illustrator_s_text_by_matrix_class_and_postscript_name(sheet: Deck) -> None:
    inside = (
        "<style type=\"text/css\">.st0{font-family:'AlegreyaSans-Bold';} .st1{font-size:12px;}</style>"
        '<text transform="matrix(1 0 0 1 28.3465 56.693)"><tspan x="0" y="0" class="st0 st1">{{ na</tspan><tspan class="st0 st1">me }}</tspan></text>'
    )
    ((words, x, y, size, more),) = texts(face(sheet, inside, 'viewBox="0 0 178.583 249.449"'))
    assert (words, more) == ("Fox", 'font-weight="700"')
    assert (x, y, size) == pytest.approx((10, 20, 12 * 25.4 / 72), abs=0.01)


def test_turned_text_keeps_its_size_in_points(sheet: Deck) -> None:
    found = face(
        sheet,
        f'<g transform="scale(2)"><text transform="rotate(90)" style="{TYPE}" x="1" y="2">{{{{ name }}}}</text></g>',
    )
    assert '<g transform="matrix(0 1 -1 0 0 0)">' in found
    assert [t[:4] for t in texts(found)] == [("Fox", 2, 4, 8)]


@pytest.mark.parametrize(
    "box",
    [
        '<rect inkscape:label="text:rules size=9" x="5" y="60" width="50" height="20" fill="#eee"/>',
        '<rect id="text_x3A_rules_1_" x="5" y="60" width="50" height="20"/>',
        f'<g inkscape:label="text:rules"><rect x="5" y="60" width="50" height="20"/><text style="{TYPE}">Sample</text></g>',
        f'<g inkscape:label="text:name"><text style="{TYPE}">{{{{ rules }}}}</text><rect x="5" y="60" width="50" height="20"/></g>',
        f'<defs><rect id="r5" x="5" y="60" width="50" height="20"/></defs><text style="{TYPE};shape-inside:url(#r5)"><tspan x="5" y="63">{{{{ rules }}}}</tspan></text>',
        f'<defs><rect id="r5" x="5" y="60" width="50" height="20"/></defs><text inkscape:label="text:rules" style="{TYPE};shape-inside:url(#r5)">Sample</text>',
        f'<text style="{TYPE};inline-size:50" x="5" y="63">{{{{ rules }}}}</text>',
    ],
)
def test_boxes_of_text(sheet: Deck, box: str) -> None:
    found = face(sheet, box)
    assert "<rect" not in found
    assert [(t[0], t[1]) for t in texts(found)] == [("Run ", 5), (".", pytest.approx(15, abs=3))]
    assert 'href="#i-coin' in found
    assert all(60 < t[2] < 66 for t in texts(found))


def test_a_marked_text_shrinks_to_its_width(sheet: Deck) -> None:
    sheet.fields = [{"name": "A very long name of a card"}]
    ((words, _, _, size, _),) = texts(
        face(
            sheet, f'<text inkscape:label="text:name width=30 min=5" style="{TYPE}" x="5" y="20">Name</text>'
        )
    )
    assert words == "A very long name of a card"
    assert size < 4


@pytest.mark.parametrize(
    ("shape", "clip"),
    [
        ('<rect {} x="5" y="10" width="40" height="20"/>', ""),
        ('<rect {} x="5" y="10" width="40" height="20" rx="2"/>', "M7 10"),
        ('<circle {} cx="25" cy="20" r="10"/>', "M25 10"),
        ('<path {} d="M5 10h40v20h-40z"/>', "M5 10L45 10"),
        ('<g {}><ellipse cx="25" cy="20" rx="20" ry="10" style="fill:#ccc"/></g>', "M25 10"),
    ],
)
def test_pictures_take_the_place_and_the_outline_of_a_shape(sheet: Deck, shape: str, clip: str) -> None:
    found = face(sheet, shape.format('inkscape:label="art:picture focus=left"'))
    assert found.count("<image") == 1
    assert (f'<path d="{clip}' in found) == bool(clip)
    assert "#ccc" not in found


def test_icons_take_the_middle_and_the_colour_of_a_shape(sheet: Deck) -> None:
    found = face(
        sheet, '<rect inkscape:label="icon:symbol" x="10" y="10" width="8" height="6" fill="#c0392b"/>'
    )
    assert re.search(r'<use href="#i-fire-\w+" x="11" y="10" width="6" height="6" color="#c0392b"/>', found)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("if:foil", True),
        ("if:not foil", False),
        ("if:name=Fox", True),
        ("if:name=Owl", False),
        ("if:name=*", True),
        ("if:not name=*", False),
        ("if:nothing=*", False),
        ("if:zero=*", True),
        ("if:zero", False),
        ("if:foil if:name=Fox", True),
        ("if:foil if:name=Owl", False),
        ("The sparkle if:foil if:not cost=9", True),
        ("if:cost=3", True),
        ("if:not cost=3", False),
    ],
)
def test_parts_that_are_shown_at_times(sheet: Deck, name: str, shown: bool) -> None:
    sheet.fields[0] |= {"zero": 0, "nothing": ""}
    inside = f'<g inkscape:label="{name}" opacity="0.5"><circle r="5"/><text style="{TYPE}">F</text></g><rect width="9" height="9"/>'
    found = face(sheet, inside)
    assert ("<circle" in found, ">F</text>" in found, 'opacity="0.5"' in found) == (shown,) * 3
    assert "<rect" in found


def test_a_field_that_only_others_have_is_empty(sheet: Deck) -> None:
    sheet.fields = [{"name": "A"}, {"rules": "r", "picture": "a.png", "symbol": "fire"}]
    inside = (
        '<rect inkscape:label="text:rules" width="9" height="9"/><rect inkscape:label="art:picture" width="9" height="9"/>'
        f'<rect inkscape:label="icon:symbol" width="9" height="9"/><text style="{TYPE}" x="5" y="9">{{{{ rules }}}}</text>'
        '<g inkscape:label="if:rules"><circle r="1"/></g>'
    )
    assert "<image" not in face(sheet, inside)
    assert "<text" not in face(sheet, inside)
    assert "<circle" not in face(sheet, inside)


def test_what_never_changes_is_drawn_once(sheet: Deck) -> None:
    sheet.fields = [{"name": "A"}, {"name": "B"}]
    inside = (
        '<defs><linearGradient id="g"><stop stop-color="red"/></linearGradient></defs>'
        '<g inkscape:groupmode="layer" style="display:none"><rect/></g>'
        f'<g fill="red"><rect width="9" height="9"/><circle r="3" style="fill:url(#g)"/></g><text style="{TYPE}" x="5" y="9">{{{{ name }}}}</text><path d="M0 0h9"/>'
    )
    made = drawn(sheet, inside)
    assert len(made.symbols) == 2
    assert all(name.startswith("drawing-card-") for name in made.symbols)
    first, second = (made.fronts[f"cards/c{k}"].svg for k in (0, 1))
    assert first.replace(">A<", ">B<") == second
    assert "linearGradient" not in first
    whole = unfold_shared(first, made.symbols)
    assert re.search(r'<linearGradient id="g"[^>]*><stop stop-color="red"[^>]*/></linearGradient>', whole)
    assert whole.index("<rect") < whole.index("<text") < whole.index("<path")


def test_attributes_may_hold_expressions(sheet: Deck) -> None:
    found = face(sheet, '<rect width="9" height="{{ cost * 2 }}" style="fill:{{ palette.ink }}"/>')
    assert 'height="6"' in found
    assert 'fill="#1b2a41"' in found


def test_a_clip_about_texts(sheet: Deck) -> None:
    inside = f'<defs><clipPath id="c"><rect width="9" height="9"/></clipPath></defs><g clip-path="url(#c)" transform="translate(5 5)"><text style="{TYPE}">{{{{ name }}}}</text></g>'
    found = face(sheet, inside)
    assert (
        '<clipPath id="clip-3"><rect width="9" height="9" transform="matrix(1 0 0 1 5 5)" /></clipPath><g clip-path="url(#clip-3)">'
        in found
    )


@pytest.mark.parametrize(
    ("head", "corner"),
    [
        (CARD, (0, 0, 1)),
        ('width="69mm" height="94mm" viewBox="0 0 69 94"', (-3, -3, 1)),
        ('viewBox="0 0 630 880"', (0, 0, 0.1)),
        ('width="178.58" height="249.45"', (0, 0, 63 / 178.58)),
        ('width="238.11" height="332.6"', (0, 0, 63 / 238.11)),
        ('viewBox="0 0 195.59 266.46"', (-3, -3, 69 / 195.59)),
        ('width="2.48in" height="3.465in" viewBox="10 10 63 88"', (-10, -10, 1)),
    ],
)
def test_the_page_is_the_trim_box_with_or_without_bleed(head: str, corner: tuple[float, ...]) -> None:
    matrix = page_matrix(read(f"<svg {NS} {head}/>".encode()), TargetPiece(63, 88, 3))
    assert (matrix[4], matrix[5], matrix[0]) == pytest.approx(corner, abs=0.02)


@pytest.mark.parametrize(
    ("inside", "line", "message"),
    [
        (f'<text style="{TYPE}">\n{{{{ name</text>', 3, 'a "{{" has no "}}"'),
        (f'\n\n<text style="{TYPE}">{{% if x %}}</text>', 5, "only {{ }} may stand in a drawing"),
        (f'<text style="{TYPE}">{{{{ }}}}</text>', 3, "{{ }} is empty"),
        (
            f'<path id="p" d="M0 0h9"/><text style="{TYPE}"><textPath href="#p">{{{{ name }}}}</textPath></text>',
            3,
            "text along a path on something that holds fields",
        ),
        ('<rect inkscape:label="text:" width="9" height="9"/>', 3, '"text:" names no field'),
        (
            '<rect inkscape:label="text:name siz=3" width="9" height="9"/>',
            3,
            '"siz=3" in "text:name siz=3" is no option of text: did you mean "size"?',
        ),
        (
            '<rect inkscape:label="text:name size=x" width="9" height="9"/>',
            3,
            'size=x in "text:name size=x" is not a number',
        ),
        (
            '<rect inkscape:label="text:name size=1e999" width="9" height="9"/>',
            3,
            'size=1e999 in "text:name size=1e999" is not a number',
        ),
        ('<rect inkscape:label="text:name align=middle" width="9" height="9"/>', 3, "align=middle in"),
        ('<rect inkscape:label="if:a b" width="9" height="9"/>', 3, '"if:a b" asks for nothing'),
        ('<rect inkscape:label="art:picture" width="0" height="9"/>', 3, "it has no size"),
        ('<text inkscape:label="art:picture">x</text>', 3, "art:picture marks a <text>"),
        (
            '<image inkscape:label="icon:symbol" width="9" height="9"/>',
            3,
            "icon:symbol marks an <image>, which art: alone may",
        ),
        (
            '<image inkscape:label="text:name" width="9" height="9"/>',
            3,
            "text:name marks a <image>; mark a text",
        ),
        ('<g inkscape:label="text:name"><rect/><rect/></g>', 3, "a marked group holds one shape"),
        *(
            (f'<text style="{TYPE};{style}" x="9" y="9">x</text>', 3, message)
            for style, message in {
                "writing-mode:vertical-rl": 'text from top to bottom (writing-mode="vertical-rl") cannot be printed truly',
                "font-variant:small-caps": 'small capitals or other forms of letters (font-variant="small-caps")',
                "font-variant-caps:all-small-caps": 'small capitals (font-variant-caps="all-small-caps")',
                "shape-subtract:url(#x)": 'text that flows around a shape (shape-subtract="url(#x)")',
                "font-weight:heavy": 'font-weight="heavy" cannot be read',
                "letter-spacing:wide": 'letter-spacing="wide" cannot be read',
                "strok:red": 'there is no property "strok"',
            }.items()
        ),
        *(
            (
                f'{DEFINED}<text style="{TYPE};{style}" x="9" y="9">{{{{ name }}}}</text>',
                3,
                f"{what} on something that holds fields",
            )
            for style, what in {
                "baseline-shift:super": "baseline-shift: super",
                "word-spacing:2px": "word-spacing: 2",
                "text-decoration:underline": "text-decoration: underline",
                "text-transform:uppercase": "text-transform: uppercase",
                "mix-blend-mode:multiply": "mix-blend-mode",
                "filter:url(#f)": "filter",
                "mask:url(#m)": "mask",
                "fill-opacity:0.5": "fill-opacity: 0.5",
                "fill:url(#g)": "a gradient or pattern",
                "visibility:hidden": "visibility: hidden",
            }.items()
        ),
        *(
            (
                f'<text style="{TYPE}" y="9" {more}>{{{{ name }}}}</text>',
                3,
                f"{what} on something that holds fields",
            )
            for more, what in {
                'rotate="20"': "rotate: 20",
                'dx="2"': "dx: 2",
                'x="1 2"': "a place for each letter",
                'dy="1 2"': "a place for each letter",
            }.items()
        ),
        (
            f'<text style="{TYPE}">a<tspan dy="2">{{{{ name }}}}</tspan></text>',
            3,
            "words moved off their line on something",
        ),
        (
            f'<text style="{TYPE};line-height:tall">{{{{ name }}}}</text>',
            3,
            'line-height="tall" is not a number',
        ),
        (
            f'<text style="{TYPE};font-weight:bolder">{{{{ name }}}}</text>',
            3,
            'font-weight="bolder" cannot be set; write a number such as 400 or 700',
        ),
        # What is set in a box, and what a marked text is set like
        (
            f'<text style="{TYPE};inline-size:50;letter-spacing:1px" x="5" y="63">{{{{ rules }}}}</text>',
            3,
            "letter-spacing of a text that fills a box cannot be set",
        ),
        (
            f'<text style="{TYPE};inline-size:50" x="5" y="63">a <tspan font-weight="700">{{{{ rules }}}}</tspan></text>',
            3,
            "words of another look in a text that flows cannot be set",
        ),
        (
            '<rect inkscape:label="text:rules tracking=1" width="50" height="20"/>',
            3,
            "letter-spacing of a text that fills a box",
        ),
        (f'<text style="{TYPE}" x="a" y="9">x</text>', 3, 'x="a" cannot be read'),
        (
            "<flowRoot><flowRegion><rect id='r' width='9' height='9'/></flowRegion><flowRegionExclude><rect/></flowRegionExclude><flowPara>words</flowPara></flowRoot>",
            3,
            "<flowRegionExclude> cannot be printed truly",
        ),
        (
            f'<defs><rect id="r" width="9" height="9"/><rect id="s" width="9" height="9"/></defs><text style="{TYPE};shape-inside:url(#r) url(#s)">{{{{ name }}}}</text>',
            3,
            "a text with fields flows in one frame",
        ),
        (
            f'<defs><rect id="r" width="9" height="9" transform="rotate(9)"/></defs><text style="{TYPE};shape-inside:url(#r)">{{{{ name }}}}</text>',
            3,
            "a text that flows in a <rect> cannot be set",
        ),
        (
            '<defs><meshgradient id="m"/></defs><rect width="9" height="9" style="fill:url(#m)"/>',
            3,
            "<meshgradient> cannot be printed truly",
        ),
        (
            f'<defs><circle id="r" r="9"/></defs><text style="{TYPE};shape-inside:url(#r)">{{{{ name }}}}</text>',
            3,
            "a text that flows in a <circle> cannot be set",
        ),
        (
            '<text style="shape-inside:url(#nowhere)">{{ name }}</text>',
            3,
            'shape-inside="url(#nowhere)" is no shape',
        ),
        (
            f'<g transform="turn(3)"><text style="{TYPE}">x</text></g>',
            3,
            'transform="turn(3)" cannot be read',
        ),
        (
            f"<text style='{TYPE.replace(chr(39), '')}' opacity='&quot;x'>x</text>",
            3,
            'opacity=""x" cannot be read',
        ),
        ("<g>\n<rect></g>", 4, "the file is no well-formed XML: mismatched tag"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(sheet: Deck, inside: str, line: int, message: str) -> None:
    (fault,) = faults(sheet, inside)
    assert message in fault.message
    assert (fault.place.file, fault.place.line, fault.code) == ("demo/card.svg", line, "svg-template")


def test_all_that_is_wrong_is_told_at_once(sheet: Deck) -> None:
    found = faults(
        sheet, '<text style="font-family:Arial">x</text>\n<rect inkscape:label="text:" width="9" height="9"/>'
    )
    assert [fault.place.line for fault in found] == [3, 4]


@pytest.mark.parametrize(
    ("inside", "message", "hint"),
    [
        (
            f'\n<text style="{TYPE}">{{{{ nmae }}}}</text>',
            'demo/card.svg:4: "nmae" is not defined',
            'did you mean "name"?',
        ),
        (
            '\n\n<rect inkscape:label="text:ruls" width="50" height="9"/>',
            'demo/card.svg:5: "ruls" is not defined',
            'did you mean "rules"?',
        ),
        (
            '<rect inkscape:label="text:rules size=9" width="9" height="2"/>',
            "demo/card.svg:3: ",
            "shorten the text",
        ),
        (
            '<rect inkscape:label="icon:rules" width="9" height="9"/>',
            "demo/card.svg:3: ",
            "",
        ),
        (
            f'<text style="{TYPE}">{{{{ foil }}}}</text>',
            "demo/card.svg:3: True is written here as if it were a text",
            "",
        ),
    ],
)
def test_what_is_wrong_on_a_card_is_named_with_line_and_card(
    sheet: Deck, inside: str, message: str, hint: str
) -> None:
    (fault,) = faults(sheet, inside)
    assert fault.message.startswith(message)
    assert fault.item == "cards/c0"
    assert hint in fault.hint


def test_broken_expressions_are_named_with_their_line(sheet: Deck) -> None:
    (fault,) = faults(sheet, f'\n<text style="{TYPE}">{{{{ na me }}}}</text>')
    assert (fault.code, fault.place.file, fault.place.line) == ("template-syntax", "demo/card.svg", 4)


def test_a_page_of_another_size_is_refused(sheet: Deck) -> None:
    (fault,) = faults(sheet, "", 'width="210mm" height="297mm" viewBox="0 0 210 297"')
    assert fault.message == "the page is 210 x 297 mm, but the component 63 x 88 mm, with bleed 69 x 94 mm"
    assert fault.hint.endswith(", or write size: 210 x 297 mm for the component")
    assert fault.place.line == 2


def test_templates_stay_in_their_sandbox(sheet: Deck) -> None:
    (fault,) = faults(sheet, f"<text style=\"{TYPE}\">{{{{ ''.__class__.__mro__ }}}}</text>")
    assert "__class__" in fault.message


def test_a_drawing_outside_is_not_opened(sheet: Deck) -> None:
    (sheet.folder / "secret.svg").write_text(f"<svg {NS} {CARD}/>")
    (sheet.folder / "demo/card.svg").symlink_to(sheet.folder / "secret.svg")
    with pytest.raises(Failure, match="is a link out of"):
        sheet.maker().draw()


def test_cached_faces_bring_their_drawings_along(sheet: Deck) -> None:
    pack = Pack(Store(sheet.folder / "cache"), b"k" * 32)
    inside = f'<rect width="9" height="9"/><text style="{TYPE}">{{{{ name }}}}</text>'
    first = drawn(sheet, inside, pack=pack)
    again = sheet.maker(pack=pack).draw()
    shown = [{key: (face.digest, face.svg) for key, face in one.fronts.items()} for one in (first, again)]
    assert shown[0] == shown[1]
    assert first.symbols == again.symbols != {}


@pytest.mark.parametrize(
    ("family", "found"),
    [
        ("'Alegreya Sans'", ("Alegreya Sans", 400, False)),
        ("AlegreyaSans-BoldItalic, Alegreya Sans", ("Alegreya Sans", 700, True)),
        ("Unknown, body", ("body", 400, False)),
        ("alegreya sans", ("Alegreya Sans", 400, False)),
    ],
)
def test_fonts_are_known_by_family_role_and_postscript_name(
    family: str, found: tuple[str, int, bool]
) -> None:
    look = look_of({"font-family": family}, 1.0, ("Alegreya Sans", "body"))
    assert (look.font, look.weight, look.italic) == found


def test_fields_may_be_named_in_any_script(sheet: Deck) -> None:
    sheet.fields = [{"название": "Лиса", "費用": 3}]
    inside = (
        f'<text inkscape:label="text:название" style="{TYPE}" x="5" y="9">N</text>'
        '<g inkscape:label="if:費用=3"><circle r="2"/></g>'
    )
    found = face(sheet, inside)
    assert [words for words, *_ in texts(found)] == ["Лиса"]
    assert "<circle" in found


def test_names_without_a_mark_are_names() -> None:
    assert read_marks("Layer 1") is None
    assert read_marks("texture:wood") is None
    assert read_marks("my text: rules") is None
    marks = read_marks("text:stats.attack size=8pt valign=middle")
    assert marks is not None
    assert marks.content == ObjectName(
        "text", "stats.attack", {"size": "8", "valign": "'middle'"}, "stats.attack"
    )


def test_all_that_cannot_be_printed_is_told_at_once(sheet: Deck) -> None:
    inside = (
        f'<rect style="fliter:url(#f)"/>\n<text style="{TYPE};baseline-shift:below;stroke:blurple">x</text>'
    )
    assert [fault.place.line for fault in faults(sheet, inside)] == [3, 4, 4]


@pytest.mark.parametrize(
    "harmless",
    [
        "baseline-shift:baseline;word-spacing:0px;text-decoration:none;writing-mode:lr-tb;font-variant:normal",
        "font-variant-caps:normal;paint-order:fill markers stroke;mix-blend-mode:normal;filter:none",
        "text-decoration-line:none;text-decoration:none solid rgb(0, 0, 0);stroke:none;fill-opacity:1",
        "letter-spacing:normal;line-height:1.2em;font-weight:normal",
        "vector-effect:none;-inkscape-stroke:none;shape-subtract:none;stroke:#000000;stroke-width:0",
    ],
)
def test_what_inkscape_always_writes_is_no_reason_to_refuse(sheet: Deck, harmless: str) -> None:
    assert texts(face(sheet, f'<text style="{TYPE};{harmless}" x="9" y="9">x</text>'))


@pytest.mark.parametrize(
    ("more", "words", "places"),
    [
        ('dy="4"', "{{ name }}", [("Fox", 5, 24)]),
        ('dy="4"', 'a<tspan x="9" dy="3">{{ name }}</tspan>', [("a", 5, 24), ("Fox", 9, 27)]),
        ("", 'a<tspan x="9" y="30" dy="3">{{ name }}</tspan>', [("a", 5, 20), ("Fox", 9, 33)]),
        ("", '<tspan dy="2" x="9">{{ name }}</tspan>', [("Fox", 9, 22)]),
    ],
)
def test_words_moved_down_are_set_there(sheet: Deck, more: str, words: str, places: list[object]) -> None:
    found = texts(face(sheet, f'<text style="{TYPE}" x="5" y="20" {more}>{words}</text>'))
    assert [(text, x, y) for text, x, y, _, _ in found] == places


DRAWN = (
    "baseline-shift:super",
    "word-spacing:2px",
    "text-decoration:underline",
    "paint-order:stroke;stroke:#ff0000",
    "mix-blend-mode:multiply",
    "fill-opacity:0.5",
    "fill:none",
    "fill:currentColor",
)


@pytest.mark.parametrize("style", DRAWN)
def test_what_no_call_sets_is_drawn_where_words_never_change(sheet: Deck, style: str) -> None:
    made = drawn(sheet, f'<text style="{TYPE};{style}" x="9" y="9">x</text>')
    (drawing,) = made.symbols.values()
    assert style.split(":")[0] in drawing
    assert render([made.fronts["cards/c0"]], made.symbols, BOOK, ()).notes == ()


LINED = '<g text-decoration="underline" fill="red">'


@pytest.mark.parametrize("more", ["", '<rect width="9" height="{{ cost }}"/>'])
def test_lines_below_the_texts_of_a_group_are_drawn_or_refused(sheet: Deck, more: str) -> None:
    inside = f'{LINED}<text style="{TYPE};fill:blue" x="9" y="9">x</text>{more}</g>'
    if more:
        (fault,) = faults(sheet, inside)
        assert fault.message.startswith("text-decoration on something that holds fields or marked objects")
        return
    ((_, drawing),) = drawn(sheet, inside).symbols.items()
    assert re.search(r'text-decoration="underline"[^>]*>\s*<text [^>]*blue', drawing)


HALF = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>'


@pytest.mark.parametrize(
    ("text", "around", "message"),
    [
        ("x", "", ""),
        ("{{ name }}", "", "clip-path on something that holds fields or marked objects cannot be set"),
        ("{{ name }}", "scale(2)", ""),
    ],
)
def test_a_clip_in_shares_of_a_turned_text_turns_with_it(
    sheet: Deck, text: str, around: str, message: str
) -> None:
    move = around or "rotate(30)"
    inside = f'{HALF}<text style="{TYPE}" x="9" y="9" transform="{move}" clip-path="url(#c)">{text}</text>'
    if message:
        assert faults(sheet, inside)[0].message.startswith(message)
    elif around:
        assert "clipPathUnits" in face(sheet, inside)
    else:
        ((_, drawing),) = drawn(sheet, inside).symbols.items()
        assert re.search(r"<text [^>]*rotate\(30\)[^>]*clip-path", drawing)


def test_parts_of_a_text_for_other_readers_are_left_out(sheet: Deck) -> None:
    parts = '<tspan systemLanguage="pt">um</tspan><tspan systemLanguage="en">one</tspan>'
    found = texts(face(sheet, f'<text style="{TYPE}" x="9" y="9">a {parts} b</text>'))
    assert " ".join(words for words, *_ in found) == "a one b"


@pytest.mark.parametrize(("words", "by_svg"), [("سلام ab", True), ("سلام", False), ("abcde س", False)])
def test_words_that_run_both_ways_are_ordered_as_svg_does(sheet: Deck, words: str, by_svg: bool) -> None:
    (element,) = ElementTree.fromstring(f"<g><text>{words}</text></g>")
    assert runs_otherwise(element, ("ar",)) is by_svg
    assert not runs_otherwise(ElementTree.fromstring("<text>ab</text>"), ("ar",))


def test_a_drawing_within_the_drawing_keeps_its_texts(sheet: Deck) -> None:
    inner = '<svg width="20" height="20" viewBox="0 0 9 9"><text style="{}" x="1" y="5">{}</text></svg>'
    ((_, drawing),) = drawn(sheet, inner.format(TYPE, "x")).symbols.items()
    assert re.search(r"<svg [^>]*viewBox=\"0 0 9 9\"[^>]*><text", drawing)
    (fault,) = faults(sheet, inner.format(TYPE, "{{ name }}"))
    assert fault.message == "a drawing within the drawing that holds fields or marked objects cannot be set"


def test_capitals_and_blends_of_a_drawing_stay_so(sheet: Deck) -> None:
    style = "text-transform:uppercase;mix-blend-mode:multiply"
    made = drawn(sheet, f'<g style="{style}"><text style="{TYPE}" x="9" y="9">x</text></g>')
    (drawing,) = made.symbols.values()
    assert 'style="mix-blend-mode:multiply;text-transform:uppercase"' in drawing
    assert render([made.fronts["cards/c0"]], made.symbols, BOOK, ()).notes == ()


@pytest.mark.parametrize("name", ["marker-end", "paint-order"])
def test_what_a_group_hands_on_reaches_shapes_beside_texts(sheet: Deck, name: str) -> None:
    value = {"marker-end": "url(#m)", "paint-order": "stroke"}[name]
    marker = '<marker id="m"><rect width="9" height="9"/></marker>'
    text = f'<text style="{TYPE}" x="9" y="9">{{{{ name }}}}</text>'
    made = drawn(sheet, f'{marker}<g {name}="{value}"><path d="M9 9h9" stroke="red"/>{text}</g>')
    assert f'{name}="{value}"' in "".join(made.symbols.values())


def test_lines_mean_nothing_where_no_text_is(sheet: Deck) -> None:
    assert 'height="3"' in face(sheet, f'{LINED}<rect width="9" height="{{{{ cost }}}}"/></g>')


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        (
            '<text style="font-family:Arial">x</text>',
            'there is no font "Arial"',
        ),
        (
            f'<text style="{TYPE};shape-inside:url(#nowhere)" x="2" y="9">words</text>',
            'shape-inside="url(#nowhere)" is no shape of this drawing',
        ),
    ],
)
def test_what_only_drawing_finds_is_told_at_the_line_of_the_file(
    sheet: Deck, inside: str, message: str
) -> None:
    made = drawn(sheet, f"\n{inside}")
    with pytest.raises(Failure) as caught:
        render([made.fronts["cards/c0"]], made.symbols, BOOK, ())
    (fault,) = caught.value.diagnostics
    assert fault.message == message
    assert (fault.place.file, fault.place.line) == ("demo/card.svg", 4)


def test_relative_sizes_are_of_the_type_around(sheet: Deck) -> None:
    inside = f'<text style="{TYPE}" x="1em" y="9">a<tspan style="font-size:50%">b<tspan style="font-size:2em">c</tspan></tspan></text>'
    found = texts(face(sheet, inside))
    assert [(words, size) for words, _, _, size, _ in found] == [("a", 4), ("b", 2), ("c", 4)]
    assert found[0][1] == 4


def test_flowed_text_is_justified_and_keeps_its_paragraphs(sheet: Deck) -> None:
    frame = '<defs><rect id="r" x="5" y="5" width="30" height="40"/></defs>'
    lines = "<tspan x='5' y='9'>One two three four five </tspan><tspan x='5' y='14'>six.\n</tspan><tspan x='5' y='19'>{{ name }}.</tspan>"
    style = f"{TYPE};text-align:justify;shape-inside:url(#r);white-space:pre"
    made = drawn(sheet, f'{frame}<text style="{style}">{lines}</text>')
    svg = unfold_shared(made.fronts["cards/c0"].svg, made.symbols)
    rows = sorted({y for _, _, y, _, _ in texts(svg)})
    assert len(rows) == 3
    assert [words for words, _, y, _, _ in texts(svg) if y == rows[-1]] == ["Fox."]
    assert rows[2] - rows[1] > 1.3 * (rows[1] - rows[0])


@pytest.mark.parametrize(
    "frame",
    [
        '<rect id="r" x="5" y="5" width="30" height="40"/>',
        '<path id="r" d="M5 5h30v40h-30z"/>',
        '<rect id="r" width="15" height="20" transform="translate(5 5) scale(2)"/>',
        '<rect id="r" x="20px" y="20px" width="30" height="40" transform="translate(-15 -15)"/>',
    ],
)
def test_the_flowed_text_of_old_inkscape_with_fields_fills_its_frame(sheet: Deck, frame: str) -> None:
    words = "<flowPara>One two three four five <flowSpan>six</flowSpan></flowPara>\n  <flowPara/><flowPara>{{ name }}.</flowPara>"
    style = f"{TYPE};text-align:center"
    flow = (
        f'<flowRoot xml:space="preserve" style="{style}"><flowRegion>{frame}</flowRegion>{words}</flowRoot>'
    )
    found = texts(face(sheet, flow))
    rows = sorted({y for _, _, y, _, _ in found})
    assert len(rows) == 3
    assert rows[2] - rows[1] > 1.3 * (rows[1] - rows[0])
    assert [words for words, _, y, _, _ in found if y == rows[-1]] == ["Fox."]
    assert all(5 <= x <= 35 and 5 <= y <= 45 for _, x, y, _, _ in found)
    assert found[-1][1] > 15  # in the middle


def test_a_placeholder_picture_may_be_marked_as_art(sheet: Deck) -> None:
    png = "data:image/png;base64,iVBORw0KGgo="
    shown = face(
        sheet,
        f'<image inkscape:label="art:picture" x="10" y="20" width="30" height="40" xlink:href="{png}"/>',
    )
    assert png not in shown
    assert re.search(r'<image [^>]*href="art/a.png"', shown)


def test_a_marked_group_may_hold_groups_of_one_part_and_empty_ones(sheet: Deck) -> None:
    """Affinity wraps each text in a group that moves it, beside an empty one."""
    sample = f'<g transform="scale(2)"><g transform="matrix(9,0,0,9,0,0)"/><text style="{TYPE};font-weight:700">Sample</text></g>'
    frame = '<g transform="translate(5 50)"><rect width="50" height="30"/></g>'
    marked = face(sheet, f'<g inkscape:label="text:name">{frame}{sample}</g>')
    ((words, x, y, size, more),) = texts(marked)
    assert (words, size) == ("Fox", 8)
    assert x == 5
    assert 50 < y < 60
    assert "700" in more


def test_an_icon_takes_the_colour_of_its_shape_however_it_is_written(sheet: Deck) -> None:
    shown = face(sheet, '<circle inkscape:label="icon:symbol" r="9" style="fill:rgb(120, 40, 90)"/>')
    assert "#78285a" in shown


@pytest.mark.parametrize(
    "how",
    [
        'textLength="99"',
        'stroke="#ff0000" stroke-width="0"',
        'stroke="#ff0000" stroke-opacity="0"',
        "style=\"font-variation-settings:'wght' 400\"",
        'style="text-decoration: none solid rgb(0, 0, 0)"',
        'stroke-linecap="null"',
    ],
)
def test_what_programs_write_on_sample_words_does_not_hinder_fields(sheet: Deck, how: str) -> None:
    plain = texts(face(sheet, f'<g style="{TYPE}"><text x="5" y="9">{{{{ name }}}}</text></g>'))
    assert texts(face(sheet, f'<g style="{TYPE}"><text x="5" y="9" {how}>{{{{ name }}}}</text></g>')) == plain


def test_that_a_field_is_not_stretched_is_told(sheet: Deck) -> None:
    made = drawn(sheet, f'<text x="5" y="9" style="{TYPE}" textLength="9">{{{{ name }}}}</text>')
    notes = render([made.fronts["cards/c0"]], made.symbols, BOOK, ()).notes
    why = "textLength is left out, for the words of a field have a length of their own"
    assert [note.message for note in notes] == [f"demo/card.svg, line 3: {why} (template card.svg)"]


def test_a_field_may_stand_on_another_baseline(sheet: Deck) -> None:
    """As a text without a field does, which the normaliser sets."""
    font = BOOK.font("Alegreya Sans")
    ascent, descent = font.metrics.typographic
    for name, shift in {
        "ideographic": descent,
        "hanging": 0.8 * ascent,
        "central": (ascent + descent) / 2,
        "middle": font.x_height / 2,
        "alphabetic": 0,
    }.items():
        inside = f'<text x="5" y="20" style="{TYPE};dominant-baseline:{name}">{{{{ name }}}}</text>'
        ((_, _, y, _, _),) = texts(face(sheet, inside))
        assert y == pytest.approx(20 + 4 * shift / font.units_per_em, abs=0.002)


def test_words_of_one_line_on_several_baselines_are_refused(sheet: Deck) -> None:
    inside = (
        f'<text y="9" style="{TYPE}">{{{{ name }}}}<tspan style="dominant-baseline:hanging">x</tspan></text>'
    )
    (fault,) = faults(sheet, inside)
    assert fault.message == "words with several baselines (dominant-baseline) cannot be set"


def test_a_flow_of_old_inkscape_may_be_marked(sheet: Deck) -> None:
    region = '<flowRegion><rect x="5" y="5" width="30" height="40"/></flowRegion>'
    flow = (
        f'<flowRoot inkscape:label="text:name" style="{TYPE}">{region}<flowPara>Sample</flowPara></flowRoot>'
    )
    assert [words for words, *_ in texts(face(sheet, flow))] == ["Fox"]


def test_a_font_that_is_not_the_game_s_is_told_with_what_to_write(sheet: Deck) -> None:
    inside = "".join(
        f'<text style="font-family:{font};font-size:4px" x="9" y="9">{words}</text>'
        for font, words in (("Arial", "{{ name }}"), ("Papyrus", "x"))
    )
    first, second = faults(sheet, inside)
    assert (first.message, second.message) == ('there is no font "Arial"', 'there is no font "Papyrus"')
    other = 'fonts: {"Arial": Alegreya Sans} in game.yaml'
    assert first.hint == f'prancha font add "Arial", or say what stands for it: {other}'


def test_a_generic_font_is_that_of_a_role_and_told(sheet: Deck) -> None:
    made = drawn(sheet, '<text style="font-family:Arial, sans-serif;font-size:4px" y="9">{{ name }}</text>')
    assert 'font-family="Alegreya Sans"' in made.fronts["cards/c0"].svg
    portfolio = render([made.fronts["cards/c0"]], made.symbols, BOOK, ())
    (note,) = portfolio.notes
    assert 'the font "Arial" is set in body, Alegreya Sans' in note.message


def test_braces_without_end_are_read_in_no_time(sheet: Deck) -> None:
    for words in ("{" * 50_000, "{{ a " * 20_000):
        (fault,) = faults(sheet, f'<text style="{TYPE}" x="9" y="9">{words}</text>')
        assert 'a "{{" has no "}}"' in fault.message
