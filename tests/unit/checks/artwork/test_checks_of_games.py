"""The checks of all faces together."""

from __future__ import annotations

import pytest
from faces_made import Look, text

from prancha.checks.artwork import Used

NOTHING: frozenset[str] = frozenset()


def disc(colour: str) -> str:
    return f'<circle cx="30" cy="40" r="10" fill="{colour}"/>'


class TestColourOnly:
    def test_red_and_green_of_one_lightness_fall_together(self, look: Look) -> None:
        (found,) = look("colour-only", {"red": disc("#b86a4e"), "green": disc("#7a8a4a")})
        assert found.item == "cards/green"
        assert '"red" and "green" differ by colour only, and look the same to ' in found.message
        assert "deuteranopia" in found.message
        assert "expected 10)" in found.message

    def test_grey_printers_lose_hues(self, look: Look) -> None:
        (found,) = look("colour-only", {"a": disc("#d03030"), "b": disc("#3f6fd0")})
        assert "look the same to a greyscale printer" in found.message

    def test_light_and_dark_stay_apart(self, look: Look) -> None:
        assert not look("colour-only", {"a": disc("#ffd0d0"), "b": disc("#702020")})

    def test_a_name_on_the_card_is_enough(self, look: Look) -> None:
        assert not look("colour-only", {"a": disc("#d03030") + text("A"), "b": disc("#3f6fd0") + text("B")})

    def test_backs_that_differ_are_enough(self, look: Look) -> None:
        fronts = {"a": disc("#d03030"), "b": disc("#3f6fd0")}
        assert not look("colour-only", fronts, backs={"a": text("A"), "b": text("B")})

    def test_the_difference_wanted_is_the_games_to_choose(self, look: Look) -> None:
        fronts = {"a": disc("#ffd0d0"), "b": disc("#702020")}
        assert look("colour-only", fronts, {"checks": {"colour-only": {"least": 90}}})


class TestTwinFaces:
    def test_different_faces_are_fine(self, look: Look) -> None:
        assert not look("twin-faces", {"a": text("A"), "b": text("B")})

    def test_equal_ones_are_told_with_their_twin(self, look: Look) -> None:
        (found,) = look("twin-faces", {"a": text("A"), "b": text("A")})
        assert (found.item, found.message, found.place.line) == ("cards/b", 'prints exactly like "a"', 20)

    def test_a_back_may_tell_them_apart(self, look: Look) -> None:
        assert not look("twin-faces", {"a": "", "b": ""}, backs={"a": text("A"), "b": text("B")})


FIELDS = {"a": {"cost": 3, "colour": "red"}}


class TestUnusedField:
    def test_fields_that_are_read_are_fine(self, look: Look) -> None:
        assert not look("unused-field", "", fields=FIELDS, read=frozenset(("cost", "colour")))

    def test_an_unread_field_is_told_at_its_line(self, look: Look) -> None:
        (found,) = look("unused-field", "", fields=FIELDS, read=frozenset(("colour",)))
        assert found.message == 'no template reads the field "cost" of cards, and no rule names it'
        assert found.place.line == 11

    def test_a_number_of_pieces_under_another_name_is_told_what_it_is_called(self, look: Look) -> None:
        (found,) = look("unused-field", "", fields={"a": {"Qty": 3}})
        assert found.hint.startswith('how many there are of a piece is its "copies"')

    def test_a_rule_that_looks_at_it_uses_it(self, look: Look) -> None:
        rules = {"rules": [{"id": "x", "says": "s", "sum": {"family": "cards", "field": "cost", "is": 3}}]}
        assert not look("unused-field", "", rules, fields=FIELDS, read=frozenset(("colour",)))

    def test_the_prose_of_a_rule_does_not(self, look: Look) -> None:
        rules = {
            "rules": [{"id": "cost", "says": "its cost", "source": "cost", "total": {"family": "cards"}}]
        }
        assert look("unused-field", "", rules, fields=FIELDS, read=frozenset(("colour",)))

    def test_what_ids_are_made_of_is_used(self, look: Look) -> None:
        assert not look("unused-field", {"red-3": ""}, fields={"red-3": {"colour": "red"}})


@pytest.mark.parametrize(
    ("code", "name", "more", "message"),
    [
        ("unused-template", "old.svg.j2", {"templates": frozenset(("old.svg.j2",))},
         'nothing is drawn with the template "old.svg.j2"'),
        ("unused-icon", "hat", {"icons": frozenset(("hat",))}, 'no face shows the icon "hat" of this game'),
        ("unused-colour", "sea", {}, "no template uses palette.sea"),
        ("unused-text", "round", {}, "no template uses texts.round"),
        ("unused-keyword", "fly", {}, "no text names the keyword fly"),
    ],
)  # fmt: skip
def test_what_is_left_over(look: Look, code: str, name: str, more: dict[str, object], message: str) -> None:
    game = {"palette": {"sea": "#0000ff"}, "texts": {"round": {"pt-BR": "Rodada", "en": "Round"}}}
    game["keywords"] = {"fly": {"name": "Fly"}}
    (found,) = look(code, "", game=game, more=more)
    assert (found.message, found.severity) == (message, "warning")
    assert not look(code, "", game=game, more={**more, "elsewhere": frozenset((name,))})
    names = frozenset((name,))
    used = Used({"cards": NOTHING}, names, names, names, names, names)
    assert not look(code, "", game=game, more={**more, "used": used})


class TestSameText:
    LONG = "Draw two cards and keep the one you like"

    def test_translated_texts_are_fine(self, look: Look) -> None:
        texts = {"rule": {"pt-BR": "Compre duas cartas e fique com a que preferir", "en": self.LONG}}
        assert not look("same-text", "", game={"texts": texts})

    def test_names_may_be_the_same(self, look: Look) -> None:
        assert not look("same-text", "", game={"texts": {"city": {"pt-BR": "Lisboa", "en": "Lisboa"}}})

    def test_a_sentence_may_not(self, look: Look) -> None:
        (found,) = look("same-text", "", game={"texts": {"rule": {"pt-BR": self.LONG, "en": self.LONG}}})
        message = 'texts.rule: "Draw two cards and keep the one you like" is the same in every language'
        assert found.message == message

    def test_fields_deep_inside_are_read(self, look: Look) -> None:
        fields = {"a": {"lines": [{"text": {"pt-BR": self.LONG, "en": self.LONG}}]}}
        (found,) = look("same-text", "", fields=fields, read=frozenset(("lines",)))
        assert found.message.startswith("lines.0.text: ")
        assert (found.item, found.place.line) == ("cards/a", 11)
