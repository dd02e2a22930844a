"""Why an SVG cannot be read."""

from __future__ import annotations

from xml.etree.ElementTree import Element


class Fault(Exception):
    """The SVG is wrong or asks for what no renderer here draws truly.

    `like` is equal for what is one mistake on many faces; `bare` is the message without places in
    the document.  Where it went wrong is told by `at`, a character of the document, or `element`.
    """

    def __init__(
        self, message: str, hint: str = "", like: str = "", bare: str = "", at: int | None = None
    ) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint
        self.like, self.bare, self.at = like or message, bare or message, at
        self.element: Element | None = None
