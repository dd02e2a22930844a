"""What an author of templates is told when something is wrong."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import re
from itertools import product

import pytest
from deck import Deck
from jinja2.filters import FILTERS

from prancha.model.diagnostic import Failure

TAKES = "prancha help templates tells what it takes"
CARD = "demo/card.svg.j2:1: "


@pytest.mark.parametrize(
    ("template", "code", "message", "hint"),
    [
        ("{{ item.nme }}", "template-undefined", 'the item has no "nme"', 'did you mean "name"?'),
        ("{{ item.zzz }}", "template-undefined", 'the item has no "zzz"', "known: copies, cost, family, id, name, source"),
        ("{% if item.nme %}{% endif %}", "template-undefined", 'the item has no "nme"', 'did you mean "name"?'),
        ("{% for a in item.nme %}{% endfor %}", "template-undefined", 'the item has no "nme"', 'did you mean "name"?'),
        ("{{ item.copy }}", "template-undefined", 'the item has no "copy"', 'did you mean "copies"?'),
        ("{{ item['nme'] }}", "template-undefined", 'the item has no "nme"', 'did you mean "name"?'),
        ("{{ palette.ik }}", "template-undefined", 'palette has no "ik"', 'did you mean "ink"?'),
        ("{{ tables.tone.wite.value }}", "template-undefined", 'tables.tone has no "wite"', 'did you mean "white"?'),
        ("{{ family.tittle }}", "template-undefined", 'the family has no "tittle"', 'did you mean "title"?'),
        ("{{ game.tittle }}", "template-undefined", 'the game has no "tittle"', 'did you mean "title"?'),
        ("{{ {'a': 1}.b }}", "template-undefined", 'a mapping has no "b"', "known: a"),
        ("{{ [1][4] }}", "template-undefined", "a list of 1 has no number 4; the first is 0", ""),
        ("{{ item.name.foo }}", "template-undefined", 'a text has no "foo"', ""),
        ("{{ [1].foo }}", "template-undefined", 'a list has no "foo"', ""),
        ("{{ item.name.replace('S', 's') }}", "template-undefined", "a text has no replace in templates", "write text|replace('a', 'b')"),
        ("{{ '%02d'.format(3) }}", "template-undefined", "a text has no format in templates", "write numbers with n(), join texts with ~"),
        ("{{ item.name.__class__ }}", "template-undefined", "a text has no __class__ in templates", ""),
        ("{{ item.name|round }}", "template", "a text cannot be rounded", "numbers in quotes are texts, of which |float makes a number"),
        ("{{ item.name|replace('S') }}", "template", "replace: it lacks 'new'", ""),
        ("{{ '4' * '2' }}", "template", "* does not go with a text or a list and a text", "numbers in quotes are texts, of which |float makes a number"),
        ("{% if 3 in 4 %}{% endif %}", "template", "nothing can be in a number", "ask a list or a text"),
        ("{% if 3 in item.name %}{% endif %}", "template", "a number cannot be in a text", "write it as a text, with |string"),
        ("{{ (3)[1] }}", "template-undefined", 'a number has no "1"', ""),
        ("{{ itm.id }}", "template-undefined", '"itm" is not defined', 'did you mean "item"?'),
        ("{{ lable('a', 1, 1) }}", "template-undefined", '"lable" is not defined', 'did you mean "label"?'),
        ("{{ qqq + 1 }}", "template-undefined", '"qqq" is not defined', "prancha help templates lists what a template sees"),
        ("{{ items('crds') }}", "template-undefined", 'there is no family "crds"', 'did you mean "cards"?'),
        ("{{ none }}", "template", "nothing (null) is written here", "give a value, or ask `is not none` first"),
        ("{{ [1] }}", "template", "a list is written here as if it were a text", "write its parts, or use |join"),
        ("{{ item }}", "template", "a mapping is written here as if it were a text", "write its parts, or use |join"),
        ("{{ item.name.upper }}", "template", "a call is written without its brackets", "add ( ) with its arguments"),
        ("{{ 'a'.upper }}", "template", "a call is written without its brackets", "add ( ) with its arguments"),
        ("{% set n = 0 %}{{ width / n }}", "template", "division by zero: n is 0", "ask first whether the divisor is 0"),
        ("{{ 1 / 0 }}", "template", "division by zero", "ask first whether the divisor is 0"),
        ("{{ sqrt(-1) }}", "template", "there is no such number, as of the root of -1", ""),
        ("{{ item.name.index('q') }}", "template", "the text that is looked for is not there", ""),
        ("{{ regular(0, 0, 1, 2) }}", "template", "a regular polygon has 3 or more sides, not 2", ""),
        ("{{ icon('coin', 1, 1, 1, fill='#12') }}", "template", '"#12" is not a colour; write it as "#rrggbb"', ""),
        ("{{ icon('coinn', 1, 1, 1) }}", "icon", 'there is no icon "coinn"', 'did you mean "coin"?'),
        ("{{ icon('../coin', 1, 1, 1) }}", "icon", '"../coin" is not the name of an icon', "names are lower case letters, digits and -"),
        ("{{ icon(['coin'], 1, 1, 1) }}", "icon", "\"['coin']\" is not the name of an icon", "names are lower case letters, digits and -"),
        ("{{ icon('coin', 1, 1, 1, colour=3) }}", "template", "icon() cannot use what it is given: it takes no \"colour\"", 'did you mean "fill"?'),
        ("{{ label('a', 1) }}", "template", "label() cannot use what it is given: it lacks 'y'", TAKES),
        ("{{ label('a', 1, 1, italic='no') }}", "text", "italic is 'no'", "italic is true or false, without quotes"),
        ("{{ paragraph('a', 1, 1, 9, 9, hyphenate='false') }}", "text", "hyphenate is 'false'", "hyphenate is true or false, without quotes"),
        ("{{ font_weights('title', 'yes') }}", "text", "italic is 'yes'", "italic is true or false, without quotes"),
        ("{{ icon('coin', 1, 1, 0) }}", "template", "the size of an icon is 0 mm", "it must be more than 0"),
        ("{{ icon('coin', 1, 1, 1, opacity=50) }}", "template", "opacity is 50; it lies between 0 and 1", ""),
        ("{{ icon('coin', 1, 1, 1, turn='') }}", "template", "icon() cannot use what it is given: a text is no number", "write it without quotes"),
        ("{{ art('a.png', 1, 1, 1, 1, clip=5) }}", "art", "clip is 5", "give path data, such as shape(bleed)"),
        ("{{ points([1, 2]) }}", "template", "points() cannot use what it is given: a number is no pair", "write [[x, y], [x, y]]"),
        ("{{ points([[1], [2]]) }}", "template", "a point is no pair of numbers", "write [[x, y], [x, y]]"),
        ("{{ n('x') }}", "template", "n() cannot use what it is given: a text is no number", "write it without quotes"),
        ("{{ refuse('too dear', 'at most 9') }}", "template", "too dear", "at most 9"),
        ("{{ label('a\nb', 1, 1) }}", "text", '"a b" has a line break, a label is one line', "use paragraph()"),
        ("{{ label('a', 1, 1, font='titel') }}", "text-font", '"titel" is neither a font role nor a family', 'did you mean "title"?'),
        ("{% import 'prts.svg.j2' as p %}", "template-missing", 'there is no template "prts.svg.j2" in demo, ', 'did you mean "parts.svg.j2"?'),
        ("{% import 'parts.svg.j2' as p %}{{ p.bx() }}", "template-undefined", 'the template "parts.svg.j2" has no "bx"', 'did you mean "box"?'),
    ],
)  # fmt: skip
def test_a_fault_names_card_template_line_and_fix(
    deck: Deck, template: str, code: str, message: str, hint: str
) -> None:
    deck.write("parts.svg.j2", "{% macro box() %}{% endmacro %}")
    fault = deck.fault(template)
    assert (fault.code, fault.hint, fault.item) == (code, hint, "cards/c0")
    assert str(fault.place) == "components/demo/cards.yaml:10:5"
    assert fault.message.startswith(CARD + message)


@pytest.mark.parametrize("value", ["'a'", "3", "2.5", "none", "[1, 'a']", "{'a': 1}", "true"])
def test_no_filter_speaks_of_python(deck: Deck, value: str) -> None:
    """`do_replace() missing 2 required positional arguments`, told of {{ 'a'|replace }}."""
    names = sorted(FILTERS.keys() - {"map", "select", "selectattr", "reject", "rejectattr"})
    told = []
    for name, given in product(names, ("", "('x')", "(2)", "(none)", "('x', 'y', 'z', 'w')")):
        try:
            deck.inside(f"{{% set found = {value}|{name}{given} %}}")
        except Failure as failure:
            told += failure.diagnostics
    assert len(told) > len(names)
    of_python = re.compile(
        r"\w\(\)|object|NoneType|'(str|int|float|list|dict)'|cannot be worked out: (?!expected)"
    )
    assert not [one.message for one in told if of_python.search(one.message)]


@pytest.mark.parametrize(
    ("name", "instead"), [("format", "n()"), ("batch", "[0:3]"), ("random", "random(item.id)")]
)
def test_a_filter_that_templates_lack_is_told_with_what_there_is(deck: Deck, name: str, instead: str) -> None:
    """It said: No filter named 'format'. did you mean "format"?"""
    fault = deck.fault(f"{{{{ item.name|{name} }}}}")
    assert f"No filter named '{name}'" in fault.message
    assert instead in fault.hint


def test_python_warns_nobody_of_a_template(deck: Deck, recwarn: pytest.WarningsRecorder) -> None:
    deck.fault("{{ (3)[1] }}")
    assert not [one for one in recwarn if one.category is SyntaxWarning]


def test_a_text_that_does_not_fit_names_the_card(deck: Deck) -> None:
    fault = deck.fault("\n\n{{ label(item.name, 0, 0, size=40, min=40, width=5) }}")
    assert fault.item == "cards/c0"
    assert fault.message.startswith('demo/card.svg.j2:3: "Star" needs ')


def test_a_missing_font_is_told(deck: Deck) -> None:
    fault = deck.fault("{{ label('a', 0, 0, weight=250) }}")
    assert "demo/card.svg.j2:1: " in fault.message
    assert "weight 250" in fault.message


def test_a_fault_in_a_macro_names_both_templates(deck: Deck) -> None:
    deck.write("parts.svg.j2", "{% macro box() %}\n{{ item.zz }}\n{% endmacro %}")
    fault = deck.fault("\n{% import 'parts.svg.j2' as p with context %}\n\n{{ p.box() }}")
    assert fault.message == 'demo/parts.svg.j2:2 (from demo/card.svg.j2:4): the item has no "zz"'


@pytest.mark.parametrize(
    ("template", "line", "message"),
    [
        ("\n{{ foo( }}", 2, "unexpected '}', expected ')'"),
        ("{% if %}", 1, "Expected an expression, got 'end of statement block'"),
        ("{{ 1|centr }}", 1, "No filter named 'centr'."),
        ("{% for a in b %}", 1, "Unexpected end of template."),
    ],
)
def test_a_syntax_error_is_in_the_template(deck: Deck, template: str, line: int, message: str) -> None:
    fault = deck.fault(template)
    assert (str(fault.place), fault.code) == (f"demo/card.svg.j2:{line}:1", "template-syntax")
    assert fault.message.startswith(message)


def test_a_syntax_error_in_an_import_is_told_once_in_its_own_file(deck: Deck) -> None:
    deck.fields = [{"a": 1}, {"a": 2}]
    deck.write("parts.svg.j2", "\n{{ ( }}")
    (fault,) = deck.faults("{% import 'parts.svg.j2' as p %}")
    assert str(fault.place) == "demo/parts.svg.j2:2:1"
    assert fault.item == ""


def test_a_missing_template_is_told_once_at_the_family(deck: Deck) -> None:
    deck.fields = [{"a": 1}, {"a": 2}]
    deck.write("cards.svg.j2", "")
    (fault,) = deck.faults()
    assert str(fault.place) == "components/demo/cards.yaml:1:1"
    assert fault.code == "template-missing"
    assert fault.message.startswith('there is no template "card.svg.j2" in demo, ')
    assert fault.hint == 'did you mean "cards.svg.j2"?'


def test_the_same_fault_on_many_cards_is_told_once(deck: Deck) -> None:
    deck.fields = [{"a": k} for k in range(100)]
    (fault,) = deck.faults("{{ item.b }}")
    assert fault.item == "cards/c0"
    assert fault.message == CARD + 'the item has no "b" (and 99 more)'


def test_different_faults_are_all_told(deck: Deck) -> None:
    deck.fields = [{"a": 1}, {"b": 1}, {"c": 1}]
    faults = deck.faults("{% if 'a' in item %}{{ item.x }}{% elif 'b' in item %}\n{{ item.y }}{% endif %}")
    assert [(f.item, f.message) for f in faults] == [
        ("cards/c0", CARD + 'the item has no "x"'),
        ("cards/c1", 'demo/card.svg.j2:2: the item has no "y"'),
    ]


def test_all_that_is_wrong_with_a_face_is_told_at_once(deck: Deck) -> None:
    deck.fields = [
        {
            "name": {"en": "The {sunn}", "pt-BR": "Sol"},
            "text": "**{a b} [x]{.nk} or [[Haste]]",
            "mark": "hart",
        }
    ]
    deck.write("parts.svg.j2", "{% macro box() %}\n{{ icon(item.mark, 1, 1, 1) }}\n{% endmacro %}")
    faults = deck.faults(
        "{% import 'parts.svg.j2' as p with context %}{{ label(item.name, 0, 0) }}{{ item.nme }}\n"
        "{{ paragraph(item.text, 0, 0, 50, 50) }}\n"
        "{{ label(item.name, 0, 9) }}{{ p.box() }}{{ label('a', 1, 1, fill='#12') }}\n"
        "{{ text_width(item.name ~ '**', 9) }}{{ item.never }}"
    )
    assert sorted((f.message, f.hint) for f in faults) == [
        ("demo/card.svg.j2:1: the item has no \"nme\"", 'did you mean "name"?'),
        ("demo/card.svg.j2:1: there is no icon \"sunn\"", 'did you mean "sun"?'),
        ("demo/card.svg.j2:2: \"[[Haste]]\" in \"**{a b} [x]{.nk} or [[Haste]]\" is no keyword of the game", "define it in keywords: of game.yaml"),
        ("demo/card.svg.j2:2: \"nk\" in \"**{a b} [x]{.nk} or [[Haste]]\" is no colour of the palette", 'did you mean "ink"?'),
        ("demo/card.svg.j2:2: \"{a b}\" in \"**{a b} [x]{.nk} or [[Haste]]\" is no icon", "write {name} or {name:#rrggbb}, [words]{#rrggbb} for words, and \\{ for a literal brace"),
        ("demo/card.svg.j2:3: \"#12\" is not a colour; write it as \"#rrggbb\"", ""),
        ("demo/card.svg.j2:4: the item has no \"never\"", "known: copies, family, id, mark, name, source, text"),
        ("demo/parts.svg.j2:2 (from demo/card.svg.j2:3): there is no icon \"hart\"", 'did you mean "heart"?'),
    ]  # fmt: skip


def test_a_face_with_many_mistakes_ends_after_twenty(deck: Deck) -> None:
    faults = deck.faults("{% for k in range(90) %}{{ icon('no' ~ k, 1, 1, 1) }}{% endfor %}")
    assert [f.message for f in faults] == sorted(f'{CARD}there is no icon "no{k}"' for k in range(20))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("".join(f"{{a {k}}}" for k in range(50)) + "**", 10),
        ("\n".join(f"{{a {k}}}" for k in range(50)), 10),
        ("".join(f"{{no{k}}}" for k in range(50)), 10),
        ("**" + "".join(f"{{no{k}}}" for k in range(50)), 10),
        ("{nno}" * 5000 + "[a]{.nk}" * 5000 + "[[b]]" * 5000, 3),
    ],
)
def test_a_text_with_many_mistakes_tells_ten(deck: Deck, text: str, told: int) -> None:
    deck.fields = [{"text": text}]
    assert len(deck.faults("{{ paragraph(item.text, 0, 0, 500, 50) }}")) == told


def test_what_was_wrong_is_not_told_of_the_next_face(deck: Deck) -> None:
    deck.fields = [{"mark": "coinn"}, {"mark": "coin"}, {"mark": "sunn"}]
    faults = deck.faults("{{ icon(item.mark, 1, 1, 1) }}")
    assert [(f.item, f.message) for f in faults] == [
        ("cards/c0", CARD + 'there is no icon "coinn"'),
        ("cards/c2", CARD + 'there is no icon "sunn"'),
    ]


def test_a_template_that_refuses_goes_no_further(deck: Deck) -> None:
    (fault,) = deck.faults("{{ refuse('too dear') }}{{ icon('coinn', 1, 1, 1) }}")
    assert fault.message == CARD + "too dear"


def test_both_sides_are_told_at_once(deck: Deck) -> None:
    deck.back = "back.svg.j2"
    deck.write("back.svg.j2", "{{ item.y }}")
    assert len(deck.faults("{{ item.x }}")) == 2


def test_a_template_that_is_not_utf8_is_refused(deck: Deck) -> None:
    (deck.folder / "demo" / "card.svg.j2").write_bytes(b"\xff\xfe<\x00")
    (fault,) = deck.faults()
    assert fault.message == "demo/card.svg.j2 is not UTF-8 text (byte 0)"
    assert fault.hint == "save the file as UTF-8"


def test_a_template_that_is_too_large_is_refused(deck: Deck) -> None:
    assert deck.fault(" " * 1_000_001).message == "demo/card.svg.j2 is larger than 1000 kB"


def test_a_link_out_of_the_folder_is_refused(deck: Deck) -> None:
    secret = deck.folder.parent / f"{deck.folder.name}-secret.txt"
    secret.write_text("secret")
    (deck.folder / "demo" / "card.svg.j2").symlink_to(secret)
    (fault,) = deck.faults()
    assert fault.message == "demo/card.svg.j2 is a link out of demo"
    assert fault.hint == "copy the file instead"


def test_a_link_inside_the_folder_is_fine(deck: Deck) -> None:
    deck.write("real.svg.j2", "drawn")
    (deck.folder / "demo" / "card.svg.j2").symlink_to("real.svg.j2")
    assert deck.maker().draw().fronts["cards/c0"].svg.endswith(">drawn</svg>")
