"""What can be wrong with a text on a face, before anyone knows which card it is on."""

from __future__ import annotations

from collections.abc import Sequence


class TextError(Exception):
    """A text cannot be set as asked: what is wrong, the likely fix, and the diagnostic's word.

    `text` is all of the text, for whoever looks for where it was written, and
    `others` are what else is wrong with it.
    """

    text = ""
    others: Sequence[Exception] = ()

    def __init__(self, message: str, hint: str = "", code: str = "text") -> None:
        """Keep `message`, `hint` and `code` apart, so that a caller can add the place."""
        self.message = message
        self.hint = hint
        self.code = code
        super().__init__(f"{message}\n    {hint}" if hint else message)
