"""What can be wrong with a text on a face, before anyone knows which card it is on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prancha.graphics.fonts import Font

from prancha.model.user_error import UserError


class TextError(UserError):
    """A text cannot be set as asked: what is wrong, the likely fix, and the diagnostic's word.

    `text` is all of the text, by which its place in the catalogue is found, and
    `others` are what else is wrong with it, `besides` what was found with it.
    An error `of_game` is the same for every template and text of it, and told once.
    """

    text = ""
    others: Sequence[Exception] = ()
    besides: Sequence[TextError] = ()
    of_game: bool = False
    empty = False
    """Whether nothing (null) was given, of which a field of the item may be the reason."""

    def __init__(self, message: str, hint: str = "", code: str = "text") -> None:
        """Keep `message`, `hint` and `code` apart, so that a caller can add the place."""
        super().__init__(message, hint)
        self.code = code

    def __str__(self) -> str:
        return f"{self.message}\n    {self.hint}" if self.hint else self.message


class NothingError(TextError):
    """Nothing (null) is to be set as a text."""

    empty = True


class LettersError(Exception):
    """Letters that none of the fonts of a text has; whoever knows the game tells what to do."""

    def __init__(self, letters: str, fonts: Sequence[Font]) -> None:
        self.letters, self.fonts = letters, fonts
        super().__init__(letters)
