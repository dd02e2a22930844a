"""The base of all errors that a user can be told in words."""

from __future__ import annotations


class UserError(Exception):
    """What is wrong, and the likely fix; whoever catches it knows the place."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint

    def __str__(self) -> str:
        return f"{self.message}\n    {self.hint}" if self.hint else self.message
