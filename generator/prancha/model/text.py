"""Texts written once per language, and the one a drawing needs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

SYMBOL = r"[^\s!-/:-@\[-`{-~][^\s!-*,.:-@\[-^`{-~]*"
"""What `{...}` in a text may name: letters and digits of any script, signs beyond ASCII, then _ / + - too.

Written so that it means the same to Python, to Rust and to editors that read a JSON Schema.
"""


def is_text(value: object, languages: Collection[str]) -> bool:
    """Whether `value` is a text per language: a mapping whose keys are all `languages` of the game."""
    return isinstance(value, Mapping) and bool(value) and all(key in languages for key in value)


def resolve_texts(value: Any, lang: str, languages: Collection[str]) -> Any:
    """Return `value` with every text per language replaced, at any depth, by its string in `lang`.

    Mappings come back as dicts and sequences as lists; everything else as it is.
    A text that lacks `lang` is that of another language: nothing is printed in `lang` while one does.
    """
    kind = value.__class__
    if kind is str or kind is int:
        return value
    if isinstance(value, Mapping):
        if is_text(value, languages):
            # What is missing in this language is refused where it is printed.
            return value.get(lang) or next((text for text in value.values() if text), "")
        return {key: resolve_texts(part, lang, languages) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [resolve_texts(part, lang, languages) for part in value]
    return value
