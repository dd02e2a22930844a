"""Why an SVG cannot be read."""

from __future__ import annotations


class Fault(Exception):
    """The SVG is wrong or asks for what no renderer here draws truly."""

    def __init__(self, message: str, hint: str = "", like: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint
        self.like = like or message  # equal for what is one mistake on many faces
