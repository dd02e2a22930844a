"""Texts that a game lacks in one language, seen from the file of that language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Game, Untranslated

_NUMBER = re.compile(r"(?<=\.)\d+(?=\.|\Z)")


def mended(one: Untranslated, game: Game, given: Collection[tuple[str, str]]) -> bool:
    """Whether a text that was missing is among those `given` in its language, by owner and dotted name."""
    if (one.owner, one.path) in given:
        return True
    first, _, rest = one.path.partition(".")
    if first != "defaults" or "/" in one.owner:
        return False
    with_it = [item for item in game.family(one.owner).items if rest.partition(".")[0] in item.fields]
    return bool(with_it) and all((item.key, rest) in given for item in with_it)


def expected(
    game: Game, language: str, given: Collection[tuple[str, str]], file: str
) -> Iterator[Untranslated]:
    """Plain texts of fields that `file` translates for other items of their family alone."""
    for family in game.families:
        begun = {_NUMBER.sub("*", name) for owner, name in given if owner.startswith(f"{family.id}/")}
        for item in family.items if begun else ():
            for name, text in plain_texts(item.fields, ""):
                if (
                    _NUMBER.sub("*", name) in begun
                    and (item.key, name) not in given
                    and any(map(str.isalpha, text))
                ):
                    where = f"{family.id}: items: {item.id}: {name}: ..."
                    hint = f"write it in {file}: {where}"
                    told = Diagnostic(
                        item.where(name), "untranslated", f"the text is missing in {language}",
                        item.key, f"{hint}; the same words where they stay",
                    )  # fmt: skip
                    yield Untranslated(language, told, item.key, name)


def plain_texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every text that is the same in all languages, with its dotted path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from plain_texts(part, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from plain_texts(part, f"{path}.{number}")
