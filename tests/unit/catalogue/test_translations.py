from __future__ import annotations

from pathlib import Path

import pytest

from prancha.model.localised_text import is_text, resolve_texts

from .projects import GAME, HEAD, load, only, refused, told

LANGUAGES = ("pt-BR", "en")

ERRORS = [
    ("{en: A}", "untranslated", "the text is missing in pt-BR", "add pt-BR: ..."),
    ("{pt-BR: A, en: }", "untranslated", "the text is missing in en", "add en: ..."),
    ("{pt-BR: A, en: ' '}", "untranslated", "the text is missing in en", "add en: ..."),
    (
        "{pt-BR: A, en: B, fr: C}",
        "unknown-language",
        'the text is in "fr", which is not a language',
        "known: en",
    ),
    ("{pt-BR: A, en: 5}", "wrong-type", "must be text, not the number 5", "if these keys are not languages"),
    (
        "{pt-BR: Praia, sol e mar, en: Beach}",
        "wrong-type",
        'a comma before "sol e mar" ends the text',
        "put the whole text in quotes",
    ),
    ("[{deep: {en: A}}]", "untranslated", "the text is missing in pt-BR", "add pt-BR"),
    ("[[{pt-BR: A}]]", "untranslated", "the text is missing in en", "add en"),
]


@pytest.mark.parametrize(("value", "code", "message", "hint"), ERRORS)
def test_incomplete(tmp_path: Path, value: str, code: str, message: str, hint: str) -> None:
    found = only(refused(lambda: load(tmp_path, HEAD + f"items:\n  - id: a\n    t: {value}\n")))
    assert (found.code, found.item, found.place.line) == (code, "grid/a", 8)
    assert message in found.message
    assert hint in found.hint


@pytest.mark.parametrize("code", ["pt-br", "pt_BR", "pt"])
def test_a_misspelt_language(tmp_path: Path, code: str) -> None:
    found = refused(lambda: load(tmp_path, HEAD + f"items:\n  - id: a\n    t: {{{code}: A}}\n"))
    assert {finding.code for finding in found} == {"untranslated", "unknown-language"}
    assert any(f'the text is in "{code}"' in finding.message for finding in found)


@pytest.mark.parametrize(
    "value", ["{hp: 3, pt: 2}", "{name: x, en: y}", "{de: x, fr: y}", "{}", "{1: x}", "{pt-BR: '', en: ''}"]
)
def test_mappings_that_are_no_incomplete_texts(tmp_path: Path, value: str) -> None:
    assert load(tmp_path, HEAD + f"items:\n  - id: a\n    t: {value}\n").families[0].items


@pytest.mark.parametrize(
    ("line", "where", "message"),
    [
        ("subtitle: {en: A}\n", "4:11 untranslated", "the text is missing in pt-BR"),
        ("subtitle: [A]\n", "4:11 wrong-type", "expected a text per language, found a list"),
        ("licence: {en: A}\n", "4:10 untranslated", "the text is missing in pt-BR"),
        ("rulebook: [A]\n", "4:11 wrong-type", '"rulebook" must be text, or a text per language, not a list'),
        ("texts: {round: {en: A}}\n", "4:16 untranslated", "the text is missing in pt-BR"),
        (
            "texts: {round: {a: {en: A}}}\n",
            "4:16 wrong-type",
            "expected a text per language, found a mapping",
        ),
        ("texts: {round: ' '}\n", "4:16 wrong-type", 'expected a text per language, found the text " "'),
        ("tables: {a: {b: {en: A}}}\n", "4:17 untranslated", "the text is missing in pt-BR"),
        ("supplied: [{name: {en: A}}]\n", "4:19 untranslated", "the text is missing in pt-BR"),
        ("assumed: {hat: {en: A}}\n", "4:16 untranslated", "the text is missing in pt-BR"),
        ("assumed: {hat: }\n", "4:16 no-reason", "expected the reason as text, found nothing"),
    ],
)
def test_texts_of_the_game(tmp_path: Path, line: str, where: str, message: str) -> None:
    told(refused(lambda: load(tmp_path, game=GAME + line)), f"components/dual/game.yaml:{where}", message)


def test_one_string_serves_every_language(tmp_path: Path) -> None:
    lines = "texts: {ok: OK}\nsubtitle: 'Zwei'\nassumed: {hat: why}\nlicence: CC0\n"
    game = load(tmp_path, game=GAME + lines)
    assert game.texts["ok"] == {"pt-BR": "OK", "en": "OK"}
    assert game.subtitle == {"pt-BR": "Zwei", "en": "Zwei"}
    assert (game.assumed, game.licence) == ({"hat": "why"}, "CC0")


@pytest.mark.parametrize("key", ["publisher", "licence", "rulebook"])
def test_what_the_cover_credits_may_be_a_text_per_language(tmp_path: Path, key: str) -> None:
    game = load(tmp_path, game=GAME + f"{key}: {{pt-BR: livre, en: free}}\n")
    assert getattr(game, key) == {"pt-BR": "livre", "en": "free"}


def test_resolve_texts_at_any_depth() -> None:
    value = {"a": {"pt-BR": "Um", "en": "One"}, "b": [({"pt-BR": "Dois", "en": "Two"},), 3], "c": {"x": None}}
    assert resolve_texts(value, "pt-BR", LANGUAGES) == {"a": "Um", "b": [["Dois"], 3], "c": {"x": None}}
    assert resolve_texts(value, "en", LANGUAGES)["a"] == "One"
    assert resolve_texts("plain", "en", LANGUAGES) == "plain"
    assert value["a"] == {"pt-BR": "Um", "en": "One"}


def test_a_text_lacking_the_language_is_that_of_another() -> None:
    assert resolve_texts({"pt-BR": "Um"}, "en", LANGUAGES) == "Um"
    assert resolve_texts({"pt-BR": "Um", "en": ""}, "en", LANGUAGES) == "Um"


def test_what_is_a_text() -> None:
    assert is_text({"en": "A"}, LANGUAGES)
    assert not is_text({}, LANGUAGES)
    assert not is_text({"en": "A", "x": 1}, LANGUAGES)
    assert not is_text(["en"], LANGUAGES)
