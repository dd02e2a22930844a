"""What to tell of letters that no font of a text has: what is missing, and the line that mends it."""

from __future__ import annotations

from collections.abc import Mapping

from prancha.faces.text.errors import LettersError, TextError
from prancha.graphics.fonts import FontBook, FontError
from prancha.model.excerpt import excerpt

CODE = "text-glyph"


class FontAdvice:
    """Tells of missing letters in the fonts of a game: its `roles`, and the families behind each."""

    def __init__(
        self, book: FontBook, roles: Mapping[str, str], fallback: Mapping[str, tuple[str, ...]], lang: str
    ) -> None:
        self._book, self._lang = book, lang
        self._families = {role: (first, *fallback.get(role, ())) for role, first in roles.items()}

    def error(self, lack: LettersError, text: str) -> TextError:
        """What is missing in `text`: of its scripts, and letters besides, one each."""
        from prancha.graphics.fonts.missing import lacks  # only who lacks letters waits for it

        found = []
        for one in lacks(lack.letters, lack.fonts, self._lang, self._at_hand, self.line):
            # Of a script the same is told of every text, and so once for all cards.
            where = "" if one.of_script else f", used in {excerpt(text)}"
            found.append(TextError(one.message + where, one.hint, CODE))
            found[-1].of_game = one.of_script
        first, *others = found
        first.besides = tuple(others)
        return first

    def line(self, family: str) -> str:
        """`fonts:` of game.yaml with `family` behind all that it names."""
        return font_line({role: (*names, family) for role, names in self._families.items()})

    def _at_hand(self, letters: str) -> str:
        """The family of the project or the program that has `letters` and is named by no role."""
        named = {family for names in self._families.values() for family in names}
        for family in self._book.families():
            if family in named:
                continue
            try:
                font = self._book.nearest(family, 400, False)
            except FontError:
                continue  # a font that cannot be used is told where it is asked for
            if font.covers(letters):
                return family
        return ""


def font_line(roles: Mapping[str, tuple[str, ...]]) -> str:
    """Families by role as a line of game.yaml, each family once."""
    parts = (f"{role}: [{', '.join(dict.fromkeys(names))}]" for role, names in roles.items())
    return f"fonts: {{{', '.join(parts)}}}"
