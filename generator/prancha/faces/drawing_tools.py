"""The tools that faces and pages of one game are drawn with: templates, fonts, icons, pictures, cache.

docs/templates.md describes the names that every template can use.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Template
from jinja2.runtime import Context

from prancha.faces import colour, template_shapes
from prancha.faces.face_cache import FaceCache
from prancha.faces.face_drawings import Remark
from prancha.faces.faults import FaceError, LimitError, ManyErrors, MissingNameError
from prancha.faces.framing import crease
from prancha.faces.placed_art import PictureSet, Placeholder
from prancha.faces.placed_icons import IconSet
from prancha.faces.template_context import GameContext
from prancha.faces.template_shapes import polyomino, qr_code
from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import MAX_TEXT, FaceEnvironment
from prancha.faces.text.paragraphs import RTL_LANGUAGES
from prancha.faces.text.role_fonts import plain_font, roles_of
from prancha.faces.text.text_options import truth
from prancha.faces.text.typesetter import Typesetter
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import suggestion
from prancha.model.game import Game
from prancha.model.units import Mm
from prancha.system.cache import Pack
from prancha.system.words import words

if TYPE_CHECKING:
    from prancha.faces.framing import RevisionMark
    from prancha.faces.svg_templates import SvgTemplates


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


DRAWN_ELSEWHERE = ".svg"
"""The ending of templates that are ordinary drawings."""


class Templates:
    """The templates that `environment` finds; `open_foreign` loads the translator of SVG drawings."""

    def __init__(self, environment: FaceEnvironment, open_foreign: Callable[[], SvgTemplates]) -> None:
        self._environment, self._open_foreign = environment, open_foreign

    def named(self, name: str, piece: tuple[Mm, Mm, Mm]) -> Template:
        """A template; of a drawing, the one for a piece of this width, height and bleed."""
        self._environment.used.add(name)
        if name.endswith(DRAWN_ELSEWHERE):
            return self._foreign.template(name, piece)
        self._environment.steps = 0
        return self._environment.get_template(name)

    def render(
        self, template: Template, known: Mapping[str, Any], fields: Collection[str] = ()
    ) -> tuple[str, Mapping[str, Any]]:
        """The drawing, and the names the template set at its top level."""
        self._environment.steps = 0
        self._environment.face += 1
        if str(template.name).endswith(DRAWN_ELSEWHERE):
            context: Context = self._foreign.context(template, known, fields)
        else:
            context = template.new_context(dict(known))
        noted: list[Exception] = []
        self._environment.noted = noted
        try:
            drawing = "".join(_limit_size(template.root_render_func(context)))
        except Exception as error:  # whatever ended it, what was wrong before is told too
            raise ManyErrors((*noted, error)) from error
        if noted:
            raise ManyErrors(noted)
        try:
            drawing.encode()
        except UnicodeEncodeError as problem:
            half = ord(drawing[problem.start])
            message = f"{template.name} writes U+{half:04X}, which is half a character"
            raise FaceError(message, "write the character itself") from None
        return drawing, context.vars

    @cached_property
    def _foreign(self) -> SvgTemplates:
        """The translator of SVG drawings, loaded on first use."""
        return self._open_foreign()


def _limit_size(parts: Iterable[str]) -> Iterator[str]:
    """Yield the parts of a drawing.  Raises LimitError when they grow too long."""
    size = 0
    for part in parts:
        size += len(part)
        if size > MAX_TEXT:
            raise LimitError(f"the template writes more than {MAX_TEXT} characters")
        yield part


class DrawingTools:
    """The tools for `game`, which is set in `lang`; made once, for all its faces and pages."""

    def __init__(self, game: Game, lang: str, folders: Sequence[Path], book: FontBook, pack: Pack) -> None:
        self._lang = lang
        self.icons = IconSet(
            [folders[0] / "icons", *(folder / "_library" / "icons" for folder in folders[1:])]
        )
        self.loader = FolderLoader(folders)
        self.environment = FaceEnvironment(self.loader, lang)
        self.scope = GameContext(game, lang)
        roles = roles_of(game, book)
        self.typesetter = Typesetter(
            book,
            roles,
            lang=lang,
            icon=self.icons.draw_in_text,
            fallback=game.fallback,
            glossary=self.scope.glossary,
            draft=game.draft,
            longer=game.longer,
        )
        placeholder = Placeholder(self.typesetter.label, self.typesetter.text_width, plain_font(game, book))
        self.art = PictureSet(folders, placeholder)
        self.environment.give(game_words(self.scope, game, lang, book, roles))
        self.environment.give(measuring_words(self.typesetter))
        self.environment.let_draw(drawing_words(self.typesetter, self.icons, self.art))
        self.mark: RevisionMark | None = None
        if game.revision_mark:
            from prancha.faces.framing import RevisionMark

            self.mark = RevisionMark(self.typesetter, game.revision)
        self.fonts: Mapping[str, str] = {**{family: family for family in book.families()}, **roles}
        self._drawings: dict[str, str] = {}
        self.memory = FaceCache(
            pack,
            game,
            scope=self.scope,
            environment=self.environment,
            icons=self.icons,
            drawings=self._drawings,
            digest=self.loader.digest,
        )
        self.templates = Templates(self.environment, self._open_foreign)

    @property
    def symbols(self) -> Mapping[str, str]:
        """The icons and shared drawings so far, of all faces and pages."""
        return dict(sorted({**self.icons.symbols, **self._drawings}.items()))

    def remarks(self) -> tuple[Remark, ...]:
        """Remarks on pictures and texts since the last call."""
        found = (*dict.fromkeys(self.art.remarks), *self.typesetter.take())
        self.art.remarks.clear()
        self.art.seen.clear()
        return found

    def _open_foreign(self) -> SvgTemplates:
        """The translator of drawings into templates, loaded only for games that have them."""
        from prancha.faces.svg_templates import SvgTemplateCalls, SvgTemplates

        words = SvgTemplateCalls(self.typesetter, self.icons, self.art, self.scope.palette)
        self.environment.give(words.values())
        self.environment.let_draw(words.calls())
        languages = (self._lang, self._lang.partition("-")[0])
        return SvgTemplates(self.environment, self.loader, self.fonts, self._drawings, languages)
