"""What can be wrong with a text on a face, before anyone knows which card it is on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prancha.graphics.fonts import Font


class TextError(Exception):
    """A text cannot be set as asked: what is wrong, the likely fix, and the diagnostic's word.

    `text` is all of the text, for whoever looks for where it was written, and
    `others` are what else is wrong with it, `besides` what was found with it.
    An error `of_game` is the same for every template and text of it, and told once.
    """

    text = ""
    others: Sequence[Exception] = ()
    besides: Sequence[TextError] = ()
    of_game: bool = False

    def __init__(self, message: str, hint: str = "", code: str = "text") -> None:
        """Keep `message`, `hint` and `code` apart, so that a caller can add the place."""
        self.message = message
        self.hint = hint
        self.code = code
        super().__init__(f"{message}\n    {hint}" if hint else message)


class LettersError(Exception):
    """Letters that none of the fonts of a text has; whoever knows the game tells what to do."""

    def __init__(self, letters: str, fonts: Sequence[Font]) -> None:
        self.letters, self.fonts = letters, fonts
        super().__init__(letters)
