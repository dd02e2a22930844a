"""What the faces and pages of one game are drawn with: templates, fonts, icons, pictures and memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from prancha.faces.face_cache import FaceCache
from prancha.faces.game_templates import Templates
from prancha.faces.placed.art import PictureSet
from prancha.faces.placed.icons import IconSet
from prancha.faces.placed.placeholder import Placeholder
from prancha.faces.remark import Remark
from prancha.faces.roles import plain_font, roles_of
from prancha.faces.template_context import GameContext
from prancha.faces.template_functions import drawing_words, game_words, measuring_words
from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.faces.text.calls import Typesetter
from prancha.graphics.fonts import FontBook
from prancha.model.game import Game
from prancha.system.cache import Pack

if TYPE_CHECKING:
    from prancha.faces.revision_mark import RevisionMark
    from prancha.faces.svg_templates import SvgTemplates


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
            book, roles, lang=lang, icon=self.icons.draw_in_text, fallback=game.fallback,
            glossary=self.scope.glossary, draft=game.draft,
            longer=game.longer,
        )  # fmt: skip
        placeholder = Placeholder(self.typesetter.label, self.typesetter.text_width, plain_font(game, book))
        self.art = PictureSet(folders, placeholder)
        self.environment.give(game_words(self.scope, game, lang, book, roles))
        self.environment.give(measuring_words(self.typesetter))
        self.environment.let_draw(drawing_words(self.typesetter, self.icons, self.art))
        self.mark: RevisionMark | None = None
        if game.revision_mark:
            from prancha.faces.revision_mark import RevisionMark

            self.mark = RevisionMark(self.typesetter, game.revision)
        self._fonts = {**{family: family for family in book.families()}, **roles}
        self._drawings: dict[str, str] = {}
        self.memory = FaceCache(
            pack, game, scope=self.scope, environment=self.environment, icons=self.icons,
            drawings=self._drawings, digest=self.loader.digest,
        )  # fmt: skip
        self.templates = Templates(self.environment, self._open_foreign)

    @property
    def symbols(self) -> Mapping[str, str]:
        """The icons and shared drawings so far, of all faces and pages."""
        return dict(sorted({**self.icons.symbols, **self._drawings}.items()))

    def remarks(self) -> tuple[Remark, ...]:
        """What was remarked since the last call on pictures and texts."""
        return (*self.art.take(), *self.typesetter.take())

    def _open_foreign(self) -> SvgTemplates:
        """What makes templates of drawings; a game without such need not wait for it."""
        from prancha.faces.svg_templates import SvgTemplateCalls, SvgTemplates

        words = SvgTemplateCalls(self.typesetter, self.icons, self.art)
        self.environment.give({"svg_words": words.words})
        self.environment.let_draw(words.calls())
        languages = (self._lang, self._lang.partition("-")[0])
        return SvgTemplates(self.environment, self.loader, self._fonts, self._drawings, languages)
