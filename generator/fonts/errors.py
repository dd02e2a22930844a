"""What can be wrong with a font, before anyone knows which card asked for it."""

from __future__ import annotations


class FontError(Exception):
    """A font cannot be used: what is wrong, and the likely fix."""

    code = "font"

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep `message` and `hint` apart, so that a caller can add the place."""
        self.message = message
        self.hint = hint
        super().__init__(f"{message}\n    {hint}" if hint else message)
