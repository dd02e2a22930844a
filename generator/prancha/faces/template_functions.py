"""The names every template can use, whatever it draws; docs/templates.md describes them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from prancha.faces import colour, geometry
from prancha.faces.faults import FaceError, MissingNameError
from prancha.faces.folding import crease
from prancha.faces.placed.art import PictureSet
from prancha.faces.placed.icons import IconSet
from prancha.faces.polyomino import polyomino
from prancha.faces.repeatable_random import RepeatableRandom
from prancha.faces.template_context import GameContext
from prancha.faces.text.arguments import truth
from prancha.faces.text.calls import Typesetter
from prancha.faces.text.measure import Measure
from prancha.faces.text.paragraphs import RTL_LANGUAGES
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import suggestion
from prancha.model.game import Game

_SHAPES = (
    *("arc", "cos", "hex_cells", "hexagon", "n", "path", "points", "polar"),
    *("regular", "rounded", "sector", "sin", "slots", "smooth", "spread", "star"),
)
_COLOURS = ("chroma", "contrast", "darken", "ink_on", "lighten", "mix")


def drawing_words(typesetter: Typesetter, icons: IconSet, art: PictureSet) -> dict[str, Any]:
    """Calls that draw, and do nothing else."""
    return {
        "label": typesetter.label,
        "paragraph": typesetter.paragraph,
        "text_path": typesetter.text_path,
        "icon": icons.draw,
        "art": art.draw,
        "crease": crease,
    }


def measuring_words(typesetter: Typesetter) -> dict[str, Any]:
    """Calls that measure and calculate."""
    measure = Measure(typesetter)
    return {
        "text_width": typesetter.text_width,
        "keywords_in": typesetter.keywords_in,
        "text_height": measure.text_height,
        "text_size": measure.text_size,
        "polyomino": polyomino,
        "random": RepeatableRandom,
        "refuse": _refuse,
        "abs": abs,
        "max": max,
        "min": min,
        "pi": math.pi,
        "round": round,
        "sqrt": math.sqrt,
        **{name: getattr(geometry, name) for name in _SHAPES},
        **{name: getattr(colour, name) for name in _COLOURS},
    }


def game_words(
    scope: GameContext, game: Game, lang: str, book: FontBook, roles: Mapping[str, str]
) -> dict[str, Any]:
    """The game's own values, in one language."""

    def items(family: str) -> Sequence[Any]:
        scope.all_items_read = True
        try:
            return scope.items(family)
        except KeyError:
            known = (each.id for each in game.families)
            raise MissingNameError(f'there is no family "{family}"', suggestion(str(family), known)) from None

    def font_weights(font: str, italic: bool = False) -> tuple[int, ...]:
        return book.weights(roles.get(font, font), truth("italic", italic))

    return {
        "game": scope.game,
        "palette": scope.palette,
        "texts": scope.texts,
        "tables": scope.tables,
        "keywords": scope.keywords,
        "lang": lang,
        "rtl": lang.split("-")[0] in RTL_LANGUAGES,
        "items": items,
        "font_weights": font_weights,
    }


def _refuse(message: str, hint: str = "") -> str:
    """Let a template stop with its own words."""
    raise FaceError(str(message), str(hint))
