"""Game to faces: what templates see, and what a face is."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from deck import LIBRARY, Deck

from prancha.model.diagnostic import Failure
from prancha.model.outline import hat


def test_a_face_is_a_drawing_in_millimetres_with_its_bleed(deck: Deck) -> None:
    face = deck.face('<path d="{{ shape(bleed) }}"/>')
    assert face.svg.startswith(
        '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94"><path d="M3 -3h57'
    )
    assert (face.item, face.side, face.template, face.bleed) == ("cards/c0", "front", "card.svg.j2", 3)
    assert str(face.place) == "components/demo/cards.yaml:10:5"
    assert len(face.digest) == 32


def test_equal_drawings_have_equal_digests_and_others_not(deck: Deck) -> None:
    deck.fields = [{"a": 1}, {"a": 1}, {"a": 2}]
    deck.write("card.svg.j2", "<g>{{ item.a }}</g>")
    fronts = deck.maker().draw().fronts
    assert fronts["cards/c0"].digest == fronts["cards/c1"].digest != fronts["cards/c2"].digest


@pytest.mark.parametrize(("lang", "words"), [("pt-BR", "Estrela Rodada Cartas"), ("en", "Star Round Cards")])
def test_texts_come_in_the_chosen_language(deck: Deck, lang: str, words: str) -> None:
    assert deck.inside("{{ item.name }} {{ texts.round }} {{ family.title }}", lang) == words


@pytest.mark.parametrize(
    ("template", "drawn"),
    [
        ("{{ item.id }} {{ item.copies }} {{ item.source }} {{ item.cost }}", "c0 2 stated 3"),
        ("{{ width }} {{ height }} {{ bleed }} {{ safe }} {{ side }}", "63 88 3 3 front"),
        ("{{ 'cost' in item }} {{ 'effect' in item }}", "True False"),
        ("{{ tables.tone.white.value }} {{ tables.step.one }} {{ family.tables.step.one }}", "1 1 1"),
        ("{{ items('cards')|length }} {{ family['items'][0].id }} {% for i in family.items %}{{ i.id }}{% endfor %}", "1 c0 c0"),
        ("{{ game.title }} {{ game.designers|join(', ') }} {{ game.fonts.title }}", "Demo Ana, Rui Cinzel"),
        ("{{ palette.ink }} {{ lang }}", "#1b2a41 en"),
        ("{% for k in range(3) %}{{ k }}{{ loop.last }} {% endfor %}", "0False 1False 2True "),
        ("{{ random(item.id).integer(1, 9) == random(item.id).integer(1, 9) }}", "True"),
        ("{{ font_weights('title')|first }}", "400"),
    ],
)  # fmt: skip
def test_what_a_template_sees(deck: Deck, template: str, drawn: str) -> None:
    assert deck.inside(template) == drawn


@pytest.mark.parametrize("name", ["publisher", "licence", "rulebook", "pitch", "time", "age"])
def test_credits_come_in_the_chosen_language(deck: Deck, name: str) -> None:
    deck.game = {name: {"pt-BR": "livre", "en": "free"}}
    assert deck.inside("{{ game." + name + " }}", lang="pt-BR") == "livre"


def test_a_field_may_be_called_like_a_method(deck: Deck) -> None:
    deck.fields = [{"values": [1, 2], "items": "three"}]
    assert deck.inside("{{ item.values[1] }} {{ item.items }}") == "2 three"


def test_texts_are_escaped(deck: Deck) -> None:
    deck.fields = [{"name": '<script>"&'}]
    assert deck.inside("{{ item.name }}") == "&lt;script&gt;&#34;&amp;"
    assert ">&lt;script&gt;" in deck.inside("{{ label(item.name, 0, 0) }}")


def test_backs_of_polygons_are_mirrored(deck: Deck) -> None:
    deck.outline, deck.back = hat(55), "back.svg.j2"
    deck.write("back.svg.j2", '{{ side }}<path d="{{ shape() }}"/>')
    front = deck.face('<path d="{{ shape() }}"/>')
    back = deck.maker().draw().backs["cards/c0"]
    assert back.outline == front.outline.mirrored()
    assert back.side == "back"
    assert f'back<path d="{back.outline.path()}"/>' in back.svg


def test_families_without_a_back_have_none(deck: Deck) -> None:
    deck.write("card.svg.j2", "")
    assert deck.maker().draw().backs == {}


def test_symbols_are_the_icons_used(deck: Deck) -> None:
    deck.write(
        "icons/coin.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
    )
    deck.write("card.svg.j2", "{{ icon('coin', 5, 6, 4, turn=30) }}{{ label('{coin}', 1, 1) }}")
    drawn = deck.maker().draw()
    ((key, symbol),) = drawn.symbols.items()
    assert key.startswith("i-coin-")
    assert len(key) == len("i-coin-") + 8
    assert symbol == f'<symbol id="{key}" viewBox="0 0 9 9" fill="currentColor"><path d="M0 0h9"/></symbol>'
    svg = drawn.fronts["cards/c0"].svg
    assert (
        f'<use href="#{key}" x="3" y="4" width="4" height="4" color="#000000" transform="rotate(30 5 6)"/>'
        in svg
    )
    assert svg.count(f'"#{key}"') == 2


def test_a_changed_icon_changes_the_face(deck: Deck) -> None:
    digests = set()
    for d in ("M0 0h9", "M0 0h8"):
        deck.write(
            "icons/coin.svg",
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="{d}"/></svg>',
        )
        digests.add(deck.face("{{ icon('coin', 5, 6, 4) }}").digest)
    assert len(digests) == 2


def test_a_page_has_no_bleed_and_takes_a_context(deck: Deck) -> None:
    deck.write("page.svg.j2", "{{ width }} {{ word }} {{ game.title }}")
    page = deck.maker().page("page.svg.j2", 210, 297, word="olá")
    assert page.svg.endswith('viewBox="0 0 210 297">210 olá Demo</svg>')
    assert page.outline.path() == "M0 0L210 0L210 297L0 297Z"


def test_a_page_with_a_fault_names_the_game(deck: Deck) -> None:
    deck.write("page.svg.j2", "\n{{ wrd }}")
    with pytest.raises(Failure) as caught:
        deck.maker().page("page.svg.j2", 10, 10, word=1)
    (fault,) = caught.value.diagnostics
    assert str(fault) == (
        "components/demo/game.yaml:1:1: error template-undefined: "
        'demo/page.svg.j2:2: "wrd" is not defined\n    did you mean "word"?'
    )


def test_a_language_the_game_lacks_is_refused(deck: Deck) -> None:
    with pytest.raises(
        Failure, match=r'unknown-language: the game has no texts in "fr"\n    known: en, pt-BR'
    ):
        deck.maker("fr")


_SCRIPT = """
import json, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from deck import Deck
deck = Deck(Path(sys.argv[2]))
deck.fields = [{"name": f"Card {k}", "cost": k} for k in range(5)]
deck.write("card.svg.j2", '''{% import "_library/patterns.svg.j2" as p %}
{{ p.pattern("dots", shape(), 0, 0, 9, 9, palette.ink) }}{{ label(item.name, 1, 9) }}{{ icon("coin", 5, 5, 4) }}
{% for k in range(9) %}{{ random(item.id ~ k).uniform(0, 1) }}{{ random(k).shuffled([1, 2, 3])|join }}{% endfor %}''')
drawn = deck.maker().draw()
print(json.dumps([[f.digest for f in drawn.fronts.values()], drawn.symbols]))
"""


def test_faces_do_not_depend_on_the_process(tmp_path: Path) -> None:
    runs = []
    for seed in ("1", "2"):
        command = [sys.executable, "-c", _SCRIPT, str(Path(__file__).parent), str(tmp_path / seed)]
        environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": str(LIBRARY.parent)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        runs.append(json.loads(done.stdout))
    assert runs[0] == runs[1]
    assert len(set(runs[0][0])) == 5
