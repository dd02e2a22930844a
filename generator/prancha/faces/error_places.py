"""Where what is wrong with a face was written: the field its text comes from, the role of its font."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from prancha.faces.faults import FaceFault
from prancha.model.diagnostic import Place, suggestion
from prancha.model.game import Game, Item

PRINTED = (
    "title", "subtitle", "designers", "artists", "publisher", "licence", "rulebook", "revision", "assumed",
    "supplied",
)  # fmt: skip
"""What pages show of game.yaml."""
SHORTEST = 4
"""Letters of a field's text that tell it within a longer text."""


def text_place(item: Item, lang: str, languages: Collection[str], text: str) -> Place:
    """The one field of `item` that `text` is, or has within it; the item where none or several are."""
    found = _paths(item.fields, lang, languages, text)
    return item.where(found[0]) if len(found) == 1 else item.place


def page_place(game: Game, lang: str, text: str) -> Place | None:
    """The one value of game.yaml, or title or note of a family, that `text` on a page is, or has within it.

    Pages keep names whole and write some in capitals.
    """
    plain = text.replace("\u00a0", " ").replace("\u2011", "-").casefold()
    values = {name: getattr(game, name) for name in PRINTED}
    found = [(game.places, path) for path in _paths(values, lang, game.languages, plain, True)]
    for family in game.families:
        told = {"title": family.title, "note": family.note}
        found += [(family.places, path) for path in _paths(told, lang, game.languages, plain, True)]
    if len(found) != 1:
        return None
    ((places, path),) = found
    return places.get(path)


def _paths(
    values: Mapping[str, Any], lang: str, languages: Collection[str], text: str, fold: bool = False
) -> list[str]:
    """The dotted paths of values that are `text`, or else of those within it; of a page's in any capitals."""
    fields = [
        (path, str(value).strip().casefold() if fold else str(value).strip())
        for path, value in _leaves(values, lang, languages)
        if isinstance(value, str | int | float)
    ]
    same = [path for path, value in fields if value == text.strip()]
    return same or [path for path, value in fields if len(value) >= SHORTEST and value in text]


def unknown_fonts(game: Game, families: Collection[str], lang: str) -> Iterator[FaceFault]:
    """Yield a fault for each font of a role of the game, as set in `lang`, that is none of `families`."""
    for role, first in game.fonts.items():
        for family in (first, *game.fallback.get(role, ())):
            if family in families:
                continue
            near = suggestion(family, families)
            hint = f"{near} known: {', '.join(sorted(families))}" if near.startswith("did") else near
            hint += f'; or have it added: prancha font add "{family}"'
            place = _font_place(game, role, lang)
            yield FaceFault(place, "", "font", f'there is no font "{family}"', hint)


def _font_place(game: Game, role: str, lang: str) -> Place:
    """Where the fonts of a role are written: for a language, for all, or else the game."""
    for name in (f"fonts.{role}.{lang}", f"fonts.{role}", "fonts"):
        if name in game.places:
            return game.places[name]
    return game.place


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
