"""A term of the game has one word in each language, and words that were given up do not come back.

A card that says "tile" where the next says "piece" makes players look for a difference; texts are written at
different times and by different people, and a translation follows the words its source had then.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from prancha.checks.rules.rule import Rule
from prancha.checks.rules.scope import is_list, show, singles, whole_family
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item
from prancha.model.localised_text import is_text

CODE = "rule-terms"
PARAMETERS = frozenset({"words", "avoid"})
Text = tuple[Item, str, Mapping[str, Any]]
"""A text per language, with what it belongs to and its dotted path there."""
_MARKUP = re.compile(r"[*_]{1,2}|\{[^{}]*\}")
"""Signs of type and names of icons and fields, which nobody reads as words."""


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding for each text with a word to avoid, or whose languages use different terms."""
    languages = rule.scope.game.languages
    terms = [_read_forms(rule, "words", term) for term in rule.list("words")] if "words" in rule.given else []
    avoided = _read_forms(rule, "avoid", rule.given["avoid"]) if "avoid" in rule.given else {}
    if not terms and not avoided:
        raise rule.bad("missing-key", "words", 'terms needs "words" or "avoid"', 'add "words:"')
    patterns = [{lang: _pattern(forms) for lang, forms in term.items()} for term in terms]
    never = {lang: _pattern(forms) for lang, forms in avoided.items()}
    for item, path, text in _all_texts(rule, languages):
        plain = {lang: _MARKUP.sub("", words) for lang, words in text.items() if isinstance(words, str)}
        for lang, pattern in never.items():
            if found := pattern.search(plain.get(lang, "")):
                yield _finding(rule, item, path, f'expected no "{found[0]}" in {lang}', plain[lang])
        for term, of in zip(terms, patterns, strict=True):
            used = {lang: one for lang in of if (one := of[lang].search(plain.get(lang, "")))}
            for lang in of if used else ():
                if lang not in used and plain.get(lang):
                    wanted = " or ".join(f'"{word}"' for word in term[lang])
                    other, word = next(iter(used.items()))
                    expected = f'expected {wanted} in {lang}, where {other} has "{word[0]}"'
                    yield _finding(rule, item, path, expected, plain[lang])


def _finding(rule: Rule, item: Item, path: str, expected: str, found: str) -> Diagnostic:
    return rule.finding(f'{path}: {expected}, found "{found}"', [item], path)


def _read_forms(rule: Rule, key: str, given: Any) -> Mapping[str, Sequence[str]]:
    """The words of one term for each language: one, or a list of its forms."""
    languages = rule.scope.game.languages
    if not isinstance(given, Mapping) or not is_text(given, languages):
        expected = f"words for languages of the game ({', '.join(languages)})"
        raise rule.bad("bad-value", key, f'"{key}" must be {expected}, found {show(given)}')
    forms = {lang: tuple(singles(words)) for lang, words in given.items()}
    for words in forms.values():
        if not words or not all(isinstance(word, str) and word.strip() for word in words):
            raise rule.bad(
                "bad-value", key, f'"{key}" must have a word or a list of words, found {show(given)}'
            )
    return forms


def _pattern(forms: Sequence[str]) -> re.Pattern[str]:
    """Any of the forms as a whole word, in small letters or capitals."""
    longest = sorted(forms, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)


def _all_texts(rule: Rule, languages: Collection[str]) -> Iterator[Text]:
    """Every text per language of the game, its families and their items, each once."""
    scope = rule.scope
    seen: set[int] = set()
    for name in ("subtitle", "texts", "tables", "assumed", "supplied"):
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
