"""What can be wrong with a text on a face, before anyone knows which card it is on."""

from __future__ import annotations

from collections.abc import Sequence

from prancha.model.user_error import UserError


class TextError(UserError):
    """A text cannot be set as asked: what is wrong, the likely fix, and the diagnostic's word.

    `text` is all of the text, by which its place in the catalogue is found, and
    `others` are what else is wrong with it.
    """

    text = ""
    others: Sequence[Exception] = ()

    def __init__(self, message: str, hint: str = "", code: str = "text") -> None:
        """Keep `message`, `hint` and `code` apart, so that a caller can add the place."""
        super().__init__(message, hint)
        self.code = code

    def __str__(self) -> str:
        return f"{self.message}\n    {self.hint}" if self.hint else self.message
