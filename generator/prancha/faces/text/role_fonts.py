"""The fonts of texts: of a role such as `body` or a family named itself, and advice on missing letters."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import lru_cache, partial

from prancha.faces.text.measured_words import ChainOf
from prancha.faces.text.text_options import LettersError, TextError
from prancha.graphics.fonts import Chain, Font, FontBook, FontError
from prancha.graphics.fonts.letters import STAND_INS
from prancha.model.diagnostic import excerpt, suggestion
from prancha.model.game import Game

USUAL = "Alegreya Sans"


def plain_font(game: Game, book: FontBook) -> str:
    """The family of running text: the game's, else the usual one, else any; "" without fonts."""
    families = book.families()
    wanted = (game.fonts.get("body", ""), USUAL, *game.fonts.values(), *families)
    return next((family for family in wanted if family in families), "")


def roles_of(game: Game, book: FontBook) -> Mapping[str, str]:
    """Families by role: those the game names; `body`, and as that `title`, where it names none."""
    body = game.fonts.get("body") or plain_font(game, book)
    return {"body": body, "title": body, **game.fonts} if body else game.fonts


def font_line(roles: Mapping[str, tuple[str, ...]]) -> str:
    """Families by role as a line of game.yaml, each family once."""
    parts = (f"{role}: [{', '.join(dict.fromkeys(names))}]" for role, names in roles.items())
    return f"fonts: {{{', '.join(parts)}}}"


_CACHE = 8192


class RoleFonts:
    """Finds fonts in `book`; `roles` names families such as `title` and `body`.

    `fallback` names for a role the families that have what the first lacks; all of them, and those of the
    roles, stand in for a family that a template names itself.  What those lack too is in STAND_INS.
    """

    def __init__(
        self, book: FontBook, roles: Mapping[str, str], fallback: Mapping[str, tuple[str, ...]]
    ) -> None:
        """Read no font yet; a role naming no family is an error when it is first used."""
        self._book, self._roles, self._fallback = book, dict(roles), fallback
        further = [family for families in fallback.values() for family in families]
        self._named = tuple(dict.fromkeys((*self._roles.values(), *further)) if fallback else ())
        own = {*self._roles.values(), *further}
        self.stand_ins = {each for each in STAND_INS if each in book.families() and each not in own}
        """Families that neither the game nor a template names."""
        self._chain = lru_cache(_CACHE)(self._chained)

    @property
    def mixes(self) -> bool:
        """Whether a word can be in several fonts, which takes some to fall back on."""
        return bool(self._named)

    def font(self, font: str, weight: int, italic: bool) -> Font:
        """The font of a role or family that is nearest to this weight.  Raises TextError, FontError."""
        families = self._book.families()
        family = self._roles.get(font, font)
        if family not in families and font not in self._roles:
            raise TextError(
                f'"{font}" is neither a font role nor a family',
                suggestion(str(font), {*self._roles, *families}),
                "text-font",
            )
        self.stand_ins.discard(family)
        return self._book.font(family, weight, bool(italic))

    def chains(self, font: str, weight: int, italic: bool) -> ChainOf:
        """The fonts for markup; `*...*` inside italic text is upright, as in print."""
        base = self.font(font, weight, italic)
        others = self._fallback.get(font, ()) if font in self._roles else self._named
        others = (*others, *(each for each in STAND_INS if each in self._book.families()))

        def style(bold: bool, slanted: bool) -> Chain:
            upright = self._book.font(base.family, base.weight, base.italic ^ slanted) if slanted else base
            return self._chain(self._book.bolder(upright) if bold else upright, others)

        return style

    def choice(self, family: str) -> str:
        """`fonts:` of game.yaml with `family` behind all that it names."""
        families = {role: (first, *self._fallback.get(role, ())) for role, first in self._roles.items()}
        return font_line({role: (*names, family) for role, names in families.items()})

    def lack(self, lack: LettersError, text: str, lang: str) -> TextError:
        """Return what is missing in `text`, in `lang`: of its scripts, and letters besides, one each."""
        from prancha.graphics.fonts.missing_letters import lacks  # only who lacks letters waits for it

        further = {family for families in self._fallback.values() for family in families}
        at_hand = partial(self._at_hand, {*self._roles.values(), *further})
        found = []
        for one in lacks(lack.letters, lack.fonts, lang, at_hand, self.choice):
            # Of a script the same is told of every text, and so once for all cards.
            where = "" if one.of_script else f", used in {excerpt(text)}"
            found.append(TextError(one.message + where, one.hint, "text-glyph"))
            found[-1].of_game = one.of_script
        first, *others = found
        first.besides = tuple(others)
        return first

    def _at_hand(self, named: Collection[str], letters: str) -> str:
        """The family of the project or the program that has `letters` and is not among those named."""
        for family in self._book.families():
            if family in named:
                continue
            with suppress(FontError):  # a font that cannot be used is told where it is asked for
                if self._book.nearest(family, 400, False).covers(letters):
                    return family
        return ""

    def _chained(self, font: Font, others: tuple[str, ...]) -> Chain:
        nearest = self._book.nearest
        return Chain(font, [partial(nearest, family, font.weight, font.italic) for family in others])
