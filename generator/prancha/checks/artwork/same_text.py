"""A long text that is the same in every language.

Names and numbers are; a sentence of more than `length` letters is more likely a translation still
to come.  (A language that is missing altogether is an error of the catalogue.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed
from prancha.model.diagnostic import excerpt
from prancha.model.game import Game
from prancha.model.localised_text import is_text

CODE = "same-text"
OPTIONS: Mapping[str, Any] = {"length": 24}


def look(printed: Printed, options: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Yield texts per language that do not differ."""
    game, length = printed.game, options["length"]
    if len(game.languages) < 2:
        return
    for name, value in (("texts", game.texts), ("tables", game.tables), ("subtitle", game.subtitle)):
        for path, text in _same(value, game, name, length):
            place = next((game.places[p] for p in _upwards(path) if p in game.places), game.place)
            yield _spot(text, path, place)
    for family in game.families:
        for item in family.items:
            for name, value in item.fields.items():
                for path, text in _same(value, game, name, length):
                    yield _spot(text, path, item.where(name), item=item.key, family=family.id)


def _spot(text: str, path: str, place: Any, item: str = "", family: str = "") -> FaceFinding:
    return FaceFinding(
        CODE,
        "warning",
        f"{path}: {excerpt(text)} is the same in every language",
        hint="translate it, or write it once as a plain text",
        item=item,
        family=family,
        text=text,
        about=text,
        place=place,
    )


def _same(value: Any, game: Game, path: str, length: int) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        if is_text(value, game.languages):
            texts = set(map(str, value.values()))
            if len(texts) == 1 and len(value) > 1:
                (text,) = texts
                if sum(c.isalpha() for c in text) > length:
                    yield path, text
            return
        for key, part in value.items():
            yield from _same(part, game, f"{path}.{key}", length)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for k, part in enumerate(value):
            yield from _same(part, game, f"{path}.{k}", length)


def _upwards(path: str) -> Iterator[str]:
    steps = path.split(".")
    for length in range(len(steps), 0, -1):
        yield ".".join(steps[:length])
