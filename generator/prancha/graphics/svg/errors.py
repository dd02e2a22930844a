"""Why an SVG cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from prancha.model.user_error import UserError


class DrawingFault(UserError):
    """The SVG is wrong or asks for what no renderer here draws truly.

    `like` is equal for what is one mistake on many faces; `bare` is the message without places in
    the document.  Where it went wrong is told by `at`, a character of the document, or `element`, and
    by `words` that stand in it.  `value` is what was written and cannot be read, such as a colour.
    """

    def __init__(
        self, message: str, hint: str = "", like: str = "", bare: str = "", at: int | None = None,
        words: str = "", value: str = "",
    ) -> None:  # fmt: skip
        super().__init__(message, hint)
        self.words, self.value = words, value
        self.like, self.bare, self.at = like or message, bare or message, at
        self.element: Element | None = None

    def __str__(self) -> str:
        return f"{self.message}\n    {self.hint}" if self.hint else self.message

    def __iter__(self) -> Iterator[DrawingFault]:
        return iter((self,))


class TooMuch(DrawingFault):
    """The drawing is deeper or larger than any that is meant; reading it another way would not help."""


class DrawingFaults(DrawingFault):
    """All that is wrong with a drawing, in the order of its elements; by itself it says the first."""

    def __init__(self, faults: Iterable[DrawingFault]) -> None:
        self.all = tuple(faults)
        first = self.all[0]
        super().__init__(
            first.message, first.hint, first.like, first.bare, at=first.at, words=first.words,
            value=first.value,
        )  # fmt: skip
        self.element = first.element

    def __iter__(self) -> Iterator[DrawingFault]:
        return iter(self.all)
