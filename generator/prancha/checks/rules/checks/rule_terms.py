"""The rule on words of the game in its texts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from prancha.checks.rules.rule import Rule, rule_check
from prancha.checks.rules.scope import is_list, show, singles, whole_family
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item
from prancha.model.localised_text import is_text

Text = tuple[Item, str, Mapping[str, Any]]
"""A text per language, with what it belongs to and its dotted path there."""
_MARKUP = re.compile(r"[*_]{1,2}|\{[^{}]*\}")
"""Signs of type and names of icons and fields, which nobody reads as words."""
_WORD = re.compile(r"\w+")
_PLAIN = frozenset((str, int, float, bool, type(None)))
Forms = Mapping[str, Mapping[str, str]]
"""A term: for each language its forms, and each of them as `_spaced` has it."""


@rule_check("terms", frozenset({"words", "avoid"}))
def check_terms(rule: Rule) -> Iterator[Diagnostic]:
    """A term of the game has one word in each language, and words that were given up do not come back.

    A card that says "tile" where the next says "piece" makes players look for a difference; texts are written
    at different times and by different people, and a translation follows the words its source had then.
    """
    languages = rule.scope.game.languages
    terms = [_read_forms(rule, "words", term) for term in rule.list("words")] if "words" in rule.given else []
    avoided = _read_forms(rule, "avoid", rule.given["avoid"]) if "avoid" in rule.given else {}
    if not terms and not avoided:
        raise rule.bad("missing-key", "words", 'terms needs "words" or "avoid"', 'add "words:"')
    starts = _starts(terms)
    for item, path, text in _all_texts(rule, languages):
        plain = {lang: _MARKUP.sub("", words) for lang, words in text.items() if isinstance(words, str)}
        spaced = {lang: _spaced(words) for lang, words in plain.items()}
        for lang, forms in avoided.items():
            if found := _first_form(forms, spaced.get(lang, "")):
                yield _finding(rule, item, path, f'expected no "{found}" in {lang}', plain[lang])
        for term in _terms_at(starts, spaced):
            used = {lang: found for lang in term if (found := _first_form(term[lang], spaced.get(lang, "")))}
            for lang in term if used else ():
                if lang not in used and plain.get(lang):
                    wanted = " or ".join(f'"{word}"' for word in term[lang])
                    other, word = next(iter(used.items()))
                    expected = f'expected {wanted} in {lang}, where {other} has "{word}"'
                    yield _finding(rule, item, path, expected, plain[lang])


def _finding(rule: Rule, item: Item, path: str, expected: str, found: str) -> Diagnostic:
    return rule.finding(f'{path}: {expected}, found "{found}"', [item], path)


def _read_forms(rule: Rule, key: str, given: Any) -> Forms:
    """The words of one term for each language, one or a list of its forms: each form as `_spaced` has it."""
    languages = rule.scope.game.languages
    if not isinstance(given, Mapping) or not is_text(given, languages):
        expected = f"words for languages of the game ({', '.join(languages)})"
        raise rule.bad("bad-value", key, f'"{key}" must be {expected}, found {show(given)}')
    for words in map(singles, given.values()):
        if not words or not all(isinstance(word, str) and _WORD.search(word) for word in words):
            wanted = "must have a word or a list of words"
            raise rule.bad("bad-value", key, f'"{key}" {wanted}, found {show(given)}')
    return {lang: {word: _spaced(word) for word in singles(words)} for lang, words in given.items()}


def _starts(terms: Sequence[Forms]) -> Mapping[str, Mapping[str, Sequence[Forms]]]:
    """The terms by the first words of their forms, for each language."""
    found: dict[str, dict[str, list[Forms]]] = {}
    for term in terms:
        for lang, forms in term.items():
            for word in {words.split()[0] for words in forms.values()}:
                found.setdefault(lang, {}).setdefault(word, []).append(term)
    return found


def _terms_at(
    starts: Mapping[str, Mapping[str, Sequence[Forms]]], spaced: Mapping[str, str]
) -> Iterable[Forms]:
    """The terms that begin with a word of a text, each once."""
    return {
        id(term): term
        for lang, words in starts.items()
        for word in words.keys() & spaced.get(lang, "").split()
        for term in words[word]
    }.values()


def _spaced(text: str) -> str:
    """The words of a text in small letters, each between spaces; `face-down` is two words."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _first_form(forms: Mapping[str, str], spaced: str) -> str:
    """The first of the forms that stands in a text as whole words, "" for none."""
    return next((form for form, words in forms.items() if words in spaced), "")


def _all_texts(rule: Rule, languages: Collection[str]) -> Iterator[Text]:
    """Every text per language of the game, its families and their items, each once."""
    scope = rule.scope
    seen: set[int] = set()
    for name in ("subtitle", "pitch", "texts", "tables", "assumed", "supplied"):
        yield from _texts(scope.game_item, name, scope.game_item.fields[name], languages, seen)
    for family in scope.families.values():
        whole = whole_family(family)
        for name, value in (("title", family.title), ("note", family.note), ("tables", family.tables)):
            yield from _texts(whole, name, value, languages, seen)
        for item in family.items:
            for name, value in item.fields.items():
                yield from _texts(item, name, value, languages, seen)
            yield from _texts(item, "why", item.why, languages, seen)
            yield from _texts(item, "assumed", item.assumed, languages, seen)


def _texts(item: Item, path: str, value: Any, languages: Collection[str], seen: set[int]) -> Iterator[Text]:
    """Texts per language at any depth; what items share is seen at the first of them."""
    if value.__class__ in _PLAIN:
        return
    if isinstance(value, Mapping):
        if id(value) in seen:
            return
        seen.add(id(value))
        if is_text(value, languages):
            yield item, path, value
            return
        for key, inner in value.items():
            yield from _texts(item, f"{path}.{key}", inner, languages, seen)
    elif is_list(value):
        for number, inner in enumerate(value):
            yield from _texts(item, f"{path}.{number}", inner, languages, seen)
