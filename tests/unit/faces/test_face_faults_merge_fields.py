"""Marks of a merge in a drawing print as they stand on every card, and are told with what to write."""

from __future__ import annotations

from xml.sax.saxutils import escape

import pytest

from prancha.model.diagnostic import Diagnostic, Failure
from tests.unit.faces.deck import Deck


def notes(deck: Deck, words: str, more: str = "") -> list[Diagnostic]:
    deck.template = "card.svg"
    deck.fields = [{"name": "Fox", "card_text": "Draw."}, {"name": "Owl", "card_text": "Fly."}]
    deck.write(
        "card.svg",
        f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">\n'
        f'<text x="5" y="9" font-family="Alegreya Sans" font-size="5">{more}{escape(words)}</text></svg>',
    )
    return [one for one in deck.maker().draw().notes if one.code == "merge-field"]


@pytest.mark.parametrize(
    ("words", "mark", "field"),
    [
        ("<<Name>>", "<<Name>>", "name"),
        ("Text: << Card Text >>", "<< Card Text >>", "card_text"),
        ("%VAR_Name%", "%VAR_Name%", "name"),
        ("«Name»", "«Name»", "name"),
        ("[Card text]", "[Card text]", "card_text"),
    ],
)
def test_a_mark_is_told_once_with_what_to_write(deck: Deck, words: str, mark: str, field: str) -> None:
    (note,) = notes(deck, words)
    assert note.severity == "warning"
    assert str(note.place).endswith("demo/card.svg:2:1")
    assert note.message == f'"{mark}" is the mark of a merge, and prints as it stands on every card'
    assert note.hint == f"write {{{{ {field} }}}} there: so a drawing names a field of its cards"


def test_a_mark_of_no_field_is_told_with_the_nearest(deck: Deck) -> None:
    (note,) = notes(deck, "<<Nmae>>")
    assert note.hint == 'write {{ name }} with the name of a field there; did you mean "name"?'


@pytest.mark.parametrize("words", ["{{ name }}", "«Bonjour»", "[x]", "a << b", "{sun}", "50%"])
def test_other_words_are_no_marks(deck: Deck, words: str) -> None:
    assert notes(deck, words) == []


def test_a_mark_in_several_parts_is_one(deck: Deck) -> None:
    (note,) = notes(deck, ">>", "<tspan>&lt;&lt;</tspan><tspan>Name</tspan>")
    assert '"<<Name>>"' in note.message


def test_a_mark_in_the_text_of_a_card_is_told_at_its_field(deck: Deck) -> None:
    deck.fields = [{"name": "Fox", "text": "Deal <<Power>> damage."}]
    deck.write("card.svg.j2", "{{ label(item.text, 10, 10, size=8) }}")
    (note,) = deck.maker().draw().notes
    assert (note.code, note.item) == ("text-markup", "cards/c0")
    assert note.message.startswith('"<<Power>>" is the mark of a merge, and prints as it stands')


@pytest.mark.parametrize("words", ["{Name}", "{name}"])
def test_a_field_in_single_braces_is_told_as_an_icon_that_may_be_a_field(deck: Deck, words: str) -> None:
    with pytest.raises(Failure) as caught:
        notes(deck, words)
    assert caught.value.diagnostics[0].hint.startswith("write {{ name }} for the value of the field; or ")
