"""The fonts of texts: of a role such as `body`, or of a family that a template names itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

from prancha.faces.text.errors import LettersError, TextError
from prancha.faces.text.font_advice import FontAdvice
from prancha.faces.text.words import ChainOf
from prancha.graphics.fonts import Chain, Font, FontBook
from prancha.model.diagnostic import suggestion

_CACHE = 8192


class RoleFonts:
    """Finds fonts in `book`; `roles` names families such as `title` and `body`.

    `fallback` names for a role the families that have what the first lacks; all of them, and those of the
    roles, stand in for a family that a template names itself.
    """

    def __init__(
        self, book: FontBook, roles: Mapping[str, str], fallback: Mapping[str, tuple[str, ...]]
    ) -> None:
        """Read no font yet; a role naming no family is an error when it is first used."""
        self._book, self._roles, self._fallback = book, dict(roles), fallback
        further = (family for families in fallback.values() for family in families)
        self._named = tuple(dict.fromkeys((*self._roles.values(), *further)) if fallback else ())
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
        return self._book.font(family, weight, bool(italic))

    def chains(self, font: str, weight: int, italic: bool) -> ChainOf:
        """The fonts for markup; `*...*` inside italic text is upright, as in print."""
        base = self.font(font, weight, italic)
        others = self._fallback.get(font, ()) if font in self._roles else self._named

        def style(bold: bool, slanted: bool) -> Chain:
            upright = self._book.font(base.family, base.weight, base.italic ^ slanted) if slanted else base
            return self._chain(self._book.bolder(upright) if bold else upright, others)

        return style

    def lack(self, error: LettersError, text: str, lang: str) -> TextError:
        """What is told of a text in `lang` whose fonts have not all its letters."""
        return FontAdvice(self._book, self._roles, self._fallback, lang).error(error, text)

    def _chained(self, font: Font, others: tuple[str, ...]) -> Chain:
        nearest = self._book.nearest
        return Chain(font, [partial(nearest, family, font.weight, font.italic) for family in others])
