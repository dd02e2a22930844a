"""The names every template can use; docs/templates.md describes them."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from prancha.faces import colour, template_shapes
from prancha.faces.faults import FaceError, MissingNameError
from prancha.faces.framing import crease
from prancha.faces.placed_art import PictureSet
from prancha.faces.placed_icons import IconSet
from prancha.faces.qr_code import qr_code
from prancha.faces.template_context import GameContext
from prancha.faces.template_shapes import polyomino
from prancha.faces.text.paragraphs import RTL_LANGUAGES
from prancha.faces.text.text_options import truth
from prancha.faces.text.typesetter import Typesetter
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import suggestion
from prancha.model.game import Game
from prancha.system.words import words


class RepeatableRandom:
    """Numbers that depend on the seed alone, the same on every machine and in every build."""

    __slots__ = ("_source",)

    def __init__(self, seed: str | int) -> None:
        # Hashing of str by random.Random is SHA-512, independent of PYTHONHASHSEED.
        self._source = random.Random(str(seed))

    def uniform(self, low: float, high: float) -> float:
        """A number between `low` and `high`."""
        return self._source.uniform(low, high)

    def integer(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return self._source.randint(low, high)

    def choice(self, options: Sequence[Any]) -> Any:
        """One of `options`."""
        return self._source.choice(options)

    def shuffled(self, options: Sequence[Any]) -> list[Any]:
        """All of `options` in a chance order; the list itself stays."""
        return self._source.sample(list(options), len(options))


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
        "qr": qr_code,
    }


def measuring_words(typesetter: Typesetter) -> dict[str, Any]:
    """Calls that measure and calculate."""
    return {
        "text_width": typesetter.text_width,
        "keywords_in": typesetter.keywords_in,
        "text_height": typesetter.text_height,
        "text_size": typesetter.text_size,
        "polyomino": polyomino,
        "random": RepeatableRandom,
        "refuse": _refuse,
        "abs": abs,
        "max": max,
        "min": min,
        "pi": math.pi,
        "round": round,
        "sqrt": math.sqrt,
        **{name: getattr(template_shapes, name) for name in _SHAPES},
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
        "printed_words": partial(words, lang),
    }


def _refuse(message: str, hint: str = "") -> str:
    """Let a template stop with its own words."""
    raise FaceError(str(message), str(hint))
