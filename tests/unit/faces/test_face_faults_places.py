"""Faults are told where they were written: the template's line, the field, the role of a font."""

# ruff: noqa: E501 - cases in rows read better on long lines

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.building import game_loading, pipeline
from prancha.building.face_drawing import prepare_faces
from prancha.building.order import Order
from prancha.faces.face_faults import page_place, text_place
from prancha.faces.faults import explain_syntax
from prancha.model.diagnostic import Failure, Place
from prancha.model.game import Item
from prancha.render import render

BROKEN = '<rect width="3"/>\n<image href="no.png"/>\n'
PARTS = "{% macro sun(r) %}\n<g>\n<circle r='{{ r }}'/>\n</g>\n{% endmacro %}\n"


def told(lume: Path, files: dict[str, str]) -> list[tuple[str, int, str]]:
    """File, line and message of what is wrong with hexes drawn with these templates."""
    folder = lume / "templates" / "lume"
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    game = game_loading.load(lume, "lume")
    maker, book, folders = prepare_faces(lume, game, "en")
    drawn = maker.draw()
    with pytest.raises(Failure) as caught:
        render([*drawn.fronts.values()], drawn.symbols, book, folders, where=maker)
    return [(Path(d.place.file).name, d.place.line, d.message) for d in caught.value.diagnostics]


def test_a_font_of_one_language_is_told_where_it_is_named(lume: Path) -> None:
    head = lume / "components" / "lume" / "game.yaml"
    text = head.read_text(encoding="utf-8")
    head.write_text(text.replace("title: Cinzel", "title: {en: Cinzel, pt-BR: Cinzell}"), encoding="utf-8")
    game = game_loading.load(lume, "lume")
    assert prepare_faces(lume, game, "en")[0].draw().fronts
    with pytest.raises(Failure) as caught:
        prepare_faces(lume, game, "pt-BR")[0].draw()
    (found,) = caught.value.diagnostics
    assert (found.place.line, found.place.column, found.message) == (10, 29, 'there is no font "Cinzell"')
    assert found.hint.endswith('; or have it added: prancha font add "Cinzell"')


NO_PICTURE = 'there is no picture "no.png"'


@pytest.mark.parametrize(
    ("files", "file", "line"),
    [
        ({"hex.svg.j2": "<g/>\n" + BROKEN}, "hex.svg.j2", 3),
        ({"hex.svg.j2": "{# a\nremark #}\n{% if true %}\n<g>\n</g>\n{% endif %}\n" + BROKEN}, "hex.svg.j2", 8),
        ({"hex.svg.j2": "<g>\n{% for k in range(3) %}\n<rect width='{{ k }}'/>\n{% endfor %}</g>" + BROKEN}, "hex.svg.j2", 5),
        ({"hex.svg.j2": "<g/>\n{% include 'part.svg.j2' %}\n<g/>", "part.svg.j2": BROKEN}, "part.svg.j2", 2),
        (
            {"hex.svg.j2": "<g/>\n{% extends 'base.svg.j2' %}{% block art %}\n\n" + BROKEN + "{% endblock %}",
             "base.svg.j2": "<g/>\n{% block art %}{% endblock %}\n<g/>"},
            "hex.svg.j2", 5,
        ),
        (
            {"hex.svg.j2": "{% import 'parts.svg.j2' as p %}\n\n{{ p.sun(2) }}\n{{ p.sun('x') }}", "parts.svg.j2": PARTS},
            "parts.svg.j2", 3,
        ),
        ({"hex.svg.j2": "{% set x %}<g/>\n<g/>{% endset %}\n{{ x }}\n" + BROKEN}, "hex.svg.j2", 5),
        ({"hex.svg.j2": "<g/>\n{{ label('ação', 9, 9) }}{{ label('ï', 9, 9) }}" + BROKEN}, "hex.svg.j2", 3),
    ],
)  # fmt: skip
def test_a_fault_of_the_drawing_is_told_at_the_line_that_wrote_it(
    lume: Path, files: dict[str, str], file: str, line: int
) -> None:
    ((found, at, message),) = told(lume, files)
    assert (found, at) == (file, line)
    assert message in (NO_PICTURE, 'r="x" cannot be read')


def test_where_marks_get_in_the_way_the_component_is_told(lume: Path) -> None:
    files = {"hex.svg.j2": "{% macro m() %}a{% endmacro %}<rect width='{{ m()|length }}'/>\n" + BROKEN}
    assert told(lume, files) == [("hexes.yaml", 8, 'there is no picture "no.png" (template hex.svg.j2)')]


def test_broken_svg_is_told_where_what_is_left_open_begins(lume: Path) -> None:
    ((file, line, message),) = told(lume, {"hex.svg.j2": "<g/>\n<g>\n<rect\n width='4'>\n</g>\n"})
    assert (file, line) == ("hex.svg.j2", 3)
    assert message.startswith("the SVG is broken: mismatched tag near ")


def test_a_cover_of_the_games_own_is_told_at_its_line(lume: Path) -> None:
    path = lume / "components" / "lume" / "game.yaml"
    path.write_text(
        path.read_text(encoding="utf-8") + "cover: {templates: {head: cover.svg.j2}}\n", encoding="utf-8"
    )
    cover = lume / "templates" / "lume" / "cover.svg.j2"
    cover.write_text("<g/>\n{{ label(game.title, 9, 9) }}\n{{ nobody }}\n", encoding="utf-8")
    with pytest.raises(Failure) as caught:
        pipeline.build(Order(lume, check=False))
    (one,) = caught.value.diagnostics
    assert (one.place.file, one.place.line) == ("components/lume/game.yaml", 13)  # which names it
    assert 'cover.svg.j2:3: "nobody" is not defined' in one.message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Lume", ("game.yaml", 1)),
        ("UM JOGO MÍNIMO", ("game.yaml", 2)),  # of a text per language the kit's own
        ("Ana", ("game.yaml", 4)),
        ("Regras\u00a0de\u00a0Lume", ("game.yaml", 6)),
        ("**Cartas**", ("cards.yaml", 1)),
        ("a tiny game", None),  # in another language
        ("um jogo mínimo: Regras de Lume", None),  # two of them
        ("Como imprimir", None),
    ],
)
def test_a_text_of_a_page_is_told_where_the_game_says_it(
    lume: Path, text: str, place: tuple[str, int] | None
) -> None:
    found = page_place(game_loading.load(lume, "lume"), "pt-BR", text)
    assert (found and (Path(found.file).name, found.line)) == place


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{ icon(item.hue, 9, 9, 9) }}", 'there is no icon "blau"'),
        (
            "{{ icon('star', 9, 9, 9, fill=item.hue ~ '!') }}",
            '"blau!" is not a colour; write it as "#rrggbb"',
        ),
        ("{{ art('../' ~ item.hue, 9, 9, 9, 9) }}", 'the picture "../blau" is not a file of this project'),
    ],
)
def test_what_a_field_names_amiss_is_told_at_the_field(lume: Path, template: str, message: str) -> None:
    catalogue = lume / "components" / "lume" / "hexes.yaml"
    text = catalogue.read_text(encoding="utf-8")
    start = text.index("- {id: ")
    catalogue.write_text(text[:start] + text[start:].replace("- {", "- {hue: blau, ", 1), encoding="utf-8")
    (lume / "templates" / "lume" / "hex.svg.j2").write_text(
        "{% if item.hue is defined %}" + template + "{% endif %}"
    )
    game = game_loading.load(lume, "lume")
    with pytest.raises(Failure) as caught:
        prepare_faces(lume, game, "en")[0].draw()
    (one,) = caught.value.diagnostics
    assert message in one.message
    line, column = one.place.line, one.place.column
    assert catalogue.read_text(encoding="utf-8").splitlines()[line - 1][column - 1 :].startswith("hue: blau")


def item(**fields: object) -> Item:
    places = {"name.en": Place("c.yaml", 3), "text": Place("c.yaml", 4), "lines.1.do": Place("c.yaml", 6)}
    return Item("a", "cards", 1, fields, "stated", "", {}, Place("c.yaml", 2), places)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("The fox", 3),
        ("The fox: 12", 3),
        ("  A long story ", 4),
        ("Draw two", 6),
        ("The fox. A long story", 2),  # of two fields
        ("A raposa", 2),  # of another language
        ("12", 2),  # a field without a place of its own
        ("Unheard of", 2),
    ],
)
def test_a_text_is_told_at_its_field(text: str, line: int) -> None:
    card = item(
        name={"en": "The fox", "pt": "A raposa"}, text="A long story", cost=12,
        lines=[{"do": "Draw one"}, {"do": "Draw two"}], twin=True,
    )  # fmt: skip
    assert text_place(card, "en", ("en", "pt"), text).line == line


def test_a_text_of_two_equal_fields_is_told_at_the_item() -> None:
    assert text_place(item(name={"en": "Same"}, text="Same"), "en", ("en",), "Same").line == 2


@pytest.mark.parametrize(
    ("source", "line", "hint"),
    [
        ("{{ a\n{{ b }}", 1, "nothing closes the {{ of this line: write }} where it ends"),
        ("{{ '}}' }}\n{% if a }\n", 2, "nothing closes the {% of this line: write %} where it ends"),
        ("{{ a }}\n{# b {{ c }}", 2, "nothing closes the {# of this line: write #} where it ends"),
        ("<a b='it'/>\n{{ a", 2, "nothing closes the {{ of this line: write }} where it ends"),
        ("{{ a }}\n{{ b }}", 2, "is a comma, ~ or an operator missing before it?"),
    ],
)
def test_what_is_left_open_is_found(source: str, line: int, hint: str) -> None:
    assert explain_syntax("expected token 'end of print statement', got 'x'", 2, source) == (line, hint)


def test_what_is_open_below_the_error_is_not_its_reason() -> None:
    assert explain_syntax("unexpected char '!'", 1, "{{ a ! }}\n{{ b") == (1, "put a text in quotes")
    assert explain_syntax("something new", 1, "") == (1, "")


@pytest.mark.parametrize("quote", "‘’“”„«")
def test_a_quote_of_a_word_processor_is_named(quote: str) -> None:
    text = f"{{{{ label({quote}Fox{quote}, 1, 2) }}}}"
    hint = "quotes of texts are straight here: ' or \""
    assert explain_syntax(f"unexpected char {quote!r}", 1, text) == (1, hint)
