"""Messages name the place to look at and what mends the mistake."""

# ruff: noqa: E501 - messages stand as they are read

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from prancha.cli.command_line import main
from prancha.model.diagnostic import nearest, suggestion
from tests.acceptance.card_deck import deck, prancha, refused

SQUARE = '<rect x="5" y="5" width="9" height="9" fill="{{ item.colour }}"/>\n'


def test_words_outside_of_texts_are_told_at_their_own_line(tmp_path: Path) -> None:
    template = '{# a #}\n<rect width="9" height="9"/>\n<g>\n  stray &amp; words\n<rect width="1" height="1"/></g>\nmöre\n'
    err = refused(deck(tmp_path, "items: [{id: fox}]\n", template=template))
    assert 'card.svg.j2:4:1: error svg [cards/fox]: the words "stray & words" stand outside' in err
    assert 'card.svg.j2:6:1: error svg [cards/fox]: the words "möre" stand outside of any text' in err


def test_a_value_that_a_cell_holds_is_told_at_the_cell(tmp_path: Path) -> None:
    project = deck(
        tmp_path,
        "from: a.csv\n",
        template="\n" + SQUARE,
        a_csv="id,name,colour\nfox,Fox,#ff0000\nhen,Hen,Rot\n",
    )
    err = refused(project)
    assert (
        'components/deck/a.csv:3:3: error svg [cards/hen]: templates/deck/card.svg.j2:2: fill="Rot" cannot be read\n    expected a colour'
        in err
    )


def test_a_value_of_an_item_is_told_at_the_field(tmp_path: Path) -> None:
    err = refused(deck(tmp_path, "items:\n  - {id: fox, colour: Rot}\n", template=SQUARE))
    assert (
        "components/deck/cards.yaml:7:15: error svg [cards/fox]: templates/deck/card.svg.j2:1: fill=" in err
    )
    both = refused(deck(tmp_path / "b", "items:\n  - {id: fox, colour: Rot, name: Rot}\n", template=SQUARE))
    assert 'templates/deck/card.svg.j2:1:1: error svg [cards/fox]: fill="Rot" cannot be read' in both, (
        "either may be meant"
    )


LINE = "{{ paragraph(item.name, 5, 5, 50, 20) }}\n"


def test_a_sign_of_any_script_stands_for_an_icon(tmp_path: Path) -> None:
    project = deck(tmp_path, 'items: [{id: fox, name: "a {Münze} {★} {Ω/2}"}]\n', template=LINE)
    err = refused(project)
    hint = 'say which icon it is: symbols: {"Münze": star} in game.yaml'
    assert f'"Münze" is not the name of an icon\n    {hint}\n' in err
    game = project / "components/deck/game.yaml"
    with game.open("a", encoding="utf-8") as file:
        file.write('symbols: {"Münze": star, "★": star, Ω/2: coin}\n')
    assert prancha(project, "build").code == 0, "what the hint says is done"
    game.write_text(game.read_text(encoding="utf-8").replace("Ω/2", "Ω 2"), encoding="utf-8")
    err = refused_again(project)
    assert (
        'error bad-value: the text "Ω 2" is not a symbol and its icon\n    write T: arrow-down: letters and digits, then _ / + - too; and the name of a file in icons/'
        in err
    )


def test_an_icon_of_a_column_is_mended_in_the_column(tmp_path: Path) -> None:
    template = "{{ icon(item.symbol, 9, 9, 9) }}\n"
    project = deck(tmp_path, "from: {file: a.csv}\n", template=template, a_csv="id,symbol\nfox,Münze\n")
    err = refused(project)
    assert (
        '"Münze" is not the name of an icon\n    names are lower case letters, digits and -; a column can say another word for it: replace: {"Münze": star}\n'
        in err
    )
    family = project / "components/deck/cards.yaml"
    columns = '{file: a.csv, columns: {symbol: {field: symbol, replace: {"Münze": star}}}}'
    family.write_text(family.read_text(encoding="utf-8").replace("{file: a.csv}", columns), encoding="utf-8")
    assert prancha(project, "build").code == 0, "what the hint says is done"


def refused_again(project: Path) -> str:
    """What is said where an earlier kit lies there already."""
    done = prancha(project, "build")
    assert done.code == 1
    return done.err


@pytest.mark.parametrize(
    ("template", "message", "hint"),
    [
        ("{% label('a', 5, 5) %}", "Encountered unknown tag 'label'.", "what is drawn stands in double braces: {{ label(...) }}"),
        ("{{ label({{item.name}}, 5, 5) }}", "expected token", "within {{ }} a name stands as it is, without braces of its own: label(item.name, ...)"),
        ("{{ art('b.jpg, 0, 0, 5, 5) }}", "unexpected char \"'\"\n", "the quote of a text is not closed: write the same one where the text ends"),
        ('{{ label("a, 5, 5) }}', "unexpected char '\"'\n", "the quote of a text is not closed: write the same one where the text ends"),
        ("{{ art(hero.png, 0, 0, 5, 5) }}", '"hero" is not defined', 'put the name of a file in quotes: "hero.png"'),
        ("{{ label('a', 5, 5, align=center) }}", '"center" is not defined', 'put it in quotes: align="center"'),
        ("{{ label('a', 5, 5, weight=bold) }}", '"bold" is not defined', "write weight=700"),
        ("{{ label('a', 5, 5, size=sise) }}", '"sise" is not defined', 'did you mean "side"?'),
        ("{{ label('a', 5, 5, fill=crimson) }}", '"crimson" is not defined', 'put it in quotes: fill="crimson"'),
        ("{{ label('a', 5, 5, width=widht) }}", '"widht" is not defined', 'did you mean "width"?'),
        ("<rect x=1 y=2/>", "not well-formed", 'put the value of an attribute in quotes: x="..."'),
        ("{{ item.name|uper }}", "No filter named 'uper'.", 'did you mean "upper"?'),
        ("{% if item.name = 'x' %}{% endif %}", "got '='", "== compares, = gives a value in a set or a call"),
        ("{{ label(name, 5, 5) }}", '"name" is not defined', "write item.name"),
        ("{{ label(nmae, 5, 5) }}", '"nmae" is not defined', 'did you mean "item.name"?'),
        ("{{ label('a', 5, 5, fill=name) }}", '"name" is not defined', "write item.name"),
        ("{{ label('a', 5, 5, bleeed=3) }}", 'label() cannot use what it is given: it takes no "bleeed"', "it takes content, x, y, size, font"),
        ("{{ art('a.png', 5, 5, 5, 5, bleeed=3) }}", 'it takes no "bleeed"', 'did you mean "bleed"?'),
        ("{{ label('a', 5, 5, colour='#000') }}", 'it takes no "colour"', 'did you mean "fill"?'),
        ("{% for i in range(item.zz) %}{% endfor %}", 'the item has no "zz"', "known: copies"),
        ("{% for i in range('3') %}{% endfor %}", "range() cannot use what it is given: a text is no whole number", "write it without quotes, or with |int"),
        ("{{ sin('x') }}", "sin() cannot use what it is given: a text is no number", "write it without quotes"),
        ("{{ icon('star', 5, 5) }}", "icon() cannot use what it is given: it lacks 'size'", "prancha help templates tells what it takes"),
        ("{{ polar(1, 2, 3, 4, 5, 6) }}", "there are more values than it takes", "prancha help templates tells what it takes"),
        ("{{ icon(none, 5, 5, 5) }}", "nothing (null) is given as an icon", "give a name, or ask `is not none` first"),
        ("{{ art(none, 5, 5, 5, 5) }}", "nothing (null) is given as a picture", "give a file, or ask `is not none` first"),
    ],
)  # fmt: skip
def test_a_mistake_of_a_template_has_the_hint_that_mends_it(
    tmp_path: Path, template: str, message: str, hint: str
) -> None:
    err = refused(deck(tmp_path, "items: [{id: fox, name: Fox}]\n", template=template))
    assert message in err
    assert f"\n    {hint}" in err


def test_an_empty_cell_is_told_at_the_cell(tmp_path: Path) -> None:
    project = deck(
        tmp_path, "from: a.csv\n", template=SQUARE, a_csv="id,colour,name\nfox,#ff0000,Fox\nhen,,Hen\n"
    )
    assert refused(project) == (
        'components/deck/a.csv:3:2: error template-undefined [cards/hen]: templates/deck/card.svg.j2:1: the cell of "colour" is empty\n'
        "    fill it, or say what empty ones stand for: defaults: {colour: ...} in components/deck/cards.yaml\n"
    )


@pytest.mark.parametrize(
    ("items", "hint"),
    [
        ("{id: a, hue: x}, {id: b, hue: x}, {id: c, form: x}", "the other 2 items have it"),
        ("{id: a, hue: x}, {id: c, form: x}", "the other item has it"),
        ("{id: a, hue: x}, {id: b}, {id: c}", "another item has it"),
        ("{id: a, hue: x}, {id: b, hue: x}, {id: c}, {id: d}", "2 others have it"),
    ],
)
def test_a_field_that_one_item_lacks_is_told_by_those_that_have_it(
    tmp_path: Path, items: str, hint: str
) -> None:
    err = refused(deck(tmp_path, f"items: [{items}]\n", template="{{ label(item.hue, 5, 5) }}"))
    assert 'the item has no "hue"' in err
    assert f"    {hint}: add it to this one, or defaults: {{hue: ...}} in components/deck/cards.yaml\n" in err


def test_a_field_with_a_slip_in_its_name_is_told_at_the_slip(tmp_path: Path) -> None:
    items = "items: [{id: a, hue: x}, {id: b, hue: x}, {id: c, tue: x}]\n"
    err = refused(deck(tmp_path, items, template="{{ label(item.hue, 5, 5) }}"))
    assert "cards.yaml:6:51: error template-undefined [cards/c]" in err
    assert 'the item has no "hue"\n    write "hue" in place of "tue"\n' in err


@pytest.mark.parametrize(
    "template",
    [
        "{{ label(item.name, 5, 5) }}",
        "{{ item.name }}",
        "{{ icon(item.name, 5, 5, 5) }}",
        "{{ art(item.name, 5, 5, 5, 5) }}",
    ],
)
def test_a_field_without_value_is_named(tmp_path: Path, template: str) -> None:
    err = refused(deck(tmp_path, "items:\n  - id: fox\n    name:\n", template=template))
    assert err.startswith("components/deck/cards.yaml:8:5: error "), err
    assert ': "name" is empty\n' in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("print", 'did you mean "build"?'),
        ("show", 'did you mean "studio"?'),
        ("biuld", 'did you mean "build"?'),
        ("build --game xl", "games stand without --game: prancha build GAME"),
        ("diff", "the following arguments are required: OLD\n"),
        ("snapshot", "the following arguments are required: NAME\n"),
        ("build --papr a4", 'did you mean "--paper"?'),
    ],
)
def test_a_slip_of_the_command_line_names_what_was_meant(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words.split())
    assert stop.value.code == 2
    assert capsys.readouterr().err.endswith(said if said.endswith("\n") else f"{said}\n")


@pytest.mark.parametrize("words", ["", "texts", "font", "printer"])
def test_help_has_no_empty_descriptions(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*words.split(), "--help"])
    assert "None" not in capsys.readouterr().out


def test_list_takes_games(tmp_path: Path) -> None:
    project = deck(tmp_path, "items: [{id: fox}]\n")
    assert prancha(project, "list", "deck").out.startswith("deck  Deck  (en)\n")
    assert 'there is no game "dekc"\n    did you mean "deck"?' in prancha(project, "list", "dekc").err
    assert "    write its name alone: deck\n" in prancha(project, "build", "components/deck").err


def test_rules_in_a_file_of_another_name(tmp_path: Path) -> None:
    rules = "rules:\n  - {id: n, says: Nine., source: '1', total: {family: cards, is: 9}}\n"
    err = refused(deck(tmp_path, "items: [{id: fox, name: Fox}]\n", rule_yaml=rules))
    assert err == (
        "components/deck/rule.yaml: error bad-file-name: rules are only read from rules.yaml, but this file has some\n"
        "    rename it to rules.yaml, or move its rules into the existing one\n"
    )


def test_a_misspelt_field_beside_a_default(tmp_path: Path) -> None:
    family = "defaults: {nation: red}\nitems:\n  - {id: a, name: A, naton: grey}\n  - {id: b, name: B, nation: blue, text2: x}\n"
    err = prancha(deck(tmp_path, family, template="{{ label(item.name ~ item.nation, 9, 9) }}"), "check").err
    assert (
        'reads the field "naton" of cards, and no rule names it\n    did you mean "nation"? Else print it, check it with a rule, or remove it\n'
        in err
    )
    assert 'reads the field "text2" of cards, and no rule names it\n    print it, check it' in err


def test_fields_that_sort_and_choose_rows_are_used(tmp_path: Path) -> None:
    family = 'from: {file: a.csv, where: "cost > 1", sort: [-rank], fields: {big: "lower(word)"}}\nsort: [colour]\n'
    rows = "id,name,cost,rank,word,colour\na,A,2,1,BIG,x\n"
    done = prancha(
        deck(tmp_path, family, template="{{ label(item.name ~ item.big, 9, 9) }}", a_csv=rows), "check"
    )
    assert (done.code, done.err) == (0, "")


def test_an_empty_cell_in_a_condition_has_a_hint(tmp_path: Path) -> None:
    rows = "id,name,cost\na,A,2\nb,B,\n"
    project = deck(tmp_path, 'from: {file: a.csv, where: "cost > 1"}\n', a_csv=rows)
    err = refused(project)
    assert (
        "cannot compare null > 1\n    null is an empty value: fill it, or test it first, such as: cost != null and cost > 1\n"
        in err
    )
    family = project / "components/deck/cards.yaml"
    family.write_text(
        family.read_text(encoding="utf-8").replace("cost > 1", "cost != null and cost > 1"), encoding="utf-8"
    )
    assert prancha(project, "build").code == 0, "what the hint says is done"


def test_small_text_says_how_it_is_accepted(tmp_path: Path) -> None:
    project = deck(
        tmp_path, "items: [{id: fox, name: Fox}]\n", template="{{ label(item.name, 9, 9, size=6.5) }}"
    )
    said = 'waive: [{check: text-size, item: cards/fox, why: "..."}]'
    assert f"or accept it in rules.yaml: {said}\n" in prancha(project, "check").err
    (project / "components/deck/rules.yaml").write_text(
        said.replace("...", "the printer said so"), encoding="utf-8"
    )
    done = prancha(project, "check")
    assert (done.code, "text-size" in done.err) == (0, False), "what the hint says is done"


def test_a_turned_letter_finds_its_name() -> None:
    assert nearest("eey", ["key", "eye"]) == "eye"
    assert len(suggestion("zzzz", [f"icon-{k}" for k in range(60)]).split(",")) == 31


def test_unused_icons_are_one_line(tmp_path: Path) -> None:
    project = deck(tmp_path, "items: [{id: fox, name: Fox}]\n")
    folder = project / "templates/deck/icons"
    folder.mkdir()
    for number in range(20):
        (folder / f"i{number:02}.svg").write_text(
            '<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>', encoding="utf-8"
        )
    err = prancha(project, "check").err
    assert err.count("unused-icon") == 1
    assert 'no face shows the icon "i00" of this game (and 19 more: i01, i02, ' in err
    assert "i12, ...)\n    draw it, or delete the file\n" in err


def test_a_coarse_picture_says_how_it_prints_all_the_same(tmp_path: Path) -> None:
    project = deck(
        tmp_path,
        "items: [{id: fox, name: Fox}]\n",
        template="{{ art('a.png', -3, -3, 69, 94) }}{{ item.name[:0] }}",
    )
    Image.new("RGB", (200, 280), "#204060").save(project / "templates/deck/a.png")
    assert prancha(project, "build").code == 0, "at home it prints"
    strict = prancha(project, "build", "--strict")
    err = strict.err
    assert strict.code == 1
    assert "use a larger file, or print it smaller; print shops, --pdfx and --strict refuse it" in err
    said = re.search(r"rules\.yaml sets other limits: (.*)\n", err)
    assert said is not None
    (project / "components/deck/rules.yaml").write_text(said[1], encoding="utf-8")
    assert prancha(project, "build", "--strict").code == 0, "what the hint says is done"
