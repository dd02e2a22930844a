"""Where what is wrong with a face was written: the field its text comes from, the role of its font."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from generator.faces.faults import Fault
from generator.model.diagnostic import Place, suggestion
from generator.model.game import Game, Item

SHORTEST = 4
"""Letters of a field's text that tell it within a longer text."""


def text_place(item: Item, lang: str, languages: Collection[str], text: str) -> Place:
    """The one field of `item` that `text` is, or has within it; the item where none or several are."""
    fields = [
        (path, str(value))
        for path, value in _leaves(item.fields, lang, languages)
        if isinstance(value, str | int | float)
    ]
    same = [path for path, value in fields if value.strip() == text.strip()]
    within = [path for path, value in fields if len(value.strip()) >= SHORTEST and value.strip() in text]
    for found in (same, within):
        if found:
            return item.where(found[0]) if len(found) == 1 else item.place
    return item.place


def unknown_fonts(game: Game, families: Collection[str]) -> Iterator[Fault]:
    """Yield a fault for each font of a role of the game that is none of `families`."""
    for role, first in game.fonts.items():
        for family in (first, *game.fallback.get(role, ())):
            if family in families:
                continue
            near = suggestion(family, families)
            hint = f"{near} known: {', '.join(sorted(families))}" if near.startswith("did") else near
            place = game.places.get(f"fonts.{role}", game.places.get("fonts", game.place))
            yield Fault(place, "", "font", f'there is no font "{family}"', hint)


def _leaves(value: Any, lang: str, languages: Collection[str], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value with its dotted path; of a text per language, the one in `lang`."""
    if isinstance(value, Mapping):
        told = [key for key in value if key in languages]
        for key, part in value.items():
            if key == lang or key not in told:
                yield from _leaves(part, lang, languages, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _leaves(part, lang, languages, f"{path}.{number}")
    else:
        yield path, value
