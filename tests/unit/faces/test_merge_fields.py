"""Marks of a merge in a drawing print as they stand on every card, and are told with what to write."""

from __future__ import annotations

from xml.sax.saxutils import escape

import pytest

from prancha.model.diagnostic import Diagnostic, Failure
from tests.unit.faces.desk import Desk


def notes(desk: Desk, words: str, more: str = "") -> list[Diagnostic]:
    desk.template = "card.svg"
    desk.fields = [{"name": "Fox", "card_text": "Draw."}, {"name": "Owl", "card_text": "Fly."}]
    desk.write(
        "card.svg",
        f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">\n'
        f'<text x="5" y="9" font-family="Alegreya Sans" font-size="5">{more}{escape(words)}</text></svg>',
    )
    return [one for one in desk.maker().draw().notes if one.code == "merge-field"]


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
def test_a_mark_is_told_once_with_what_to_write(desk: Desk, words: str, mark: str, field: str) -> None:
    (note,) = notes(desk, words)
    assert note.severity == "warning"
    assert str(note.place).endswith("demo/card.svg:2:1")
    assert note.message == f'"{mark}" is the mark of a merge, and prints as it stands on every card'
    assert note.hint == f"write {{{{ {field} }}}} there: so a drawing names a field of its cards"


def test_a_mark_of_no_field_is_told_with_the_nearest(desk: Desk) -> None:
    (note,) = notes(desk, "<<Nmae>>")
    assert note.hint == 'write {{ name }} with the name of a field there; did you mean "name"?'


@pytest.mark.parametrize("words", ["{{ name }}", "«Bonjour»", "[x]", "a << b", "{sun}", "50%"])
def test_other_words_are_no_marks(desk: Desk, words: str) -> None:
    assert notes(desk, words) == []


def test_a_mark_in_several_parts_is_one(desk: Desk) -> None:
    (note,) = notes(desk, ">>", "<tspan>&lt;&lt;</tspan><tspan>Name</tspan>")
    assert '"<<Name>>"' in note.message


def test_a_mark_in_the_text_of_a_card_is_told_at_its_field(desk: Desk) -> None:
    desk.fields = [{"name": "Fox", "text": "Deal <<Power>> damage."}]
    desk.write("card.svg.j2", "{{ label(item.text, 10, 10, size=8) }}")
    (note,) = desk.maker().draw().notes
    assert (note.code, note.item) == ("text-markup", "cards/c0")
    assert note.message.startswith('"<<Power>>" is the mark of a merge, and prints as it stands')


@pytest.mark.parametrize("words", ["{Name}", "{name}"])
def test_a_field_in_single_braces_is_told_as_an_icon_that_may_be_a_field(desk: Desk, words: str) -> None:
    with pytest.raises(Failure) as caught:
        notes(desk, words)
    assert caught.value.diagnostics[0].hint.startswith("write {{ name }} for the value of the field; or ")
