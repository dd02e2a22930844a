"""What the line of a text is made of: spans of one style, icons, and keywords of the game."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace


class Span(Struct, frozen=True):
    """Characters of one style; spaces are single and no line breaks remain.

    `fill` is `#rrggbb`, `.name` of the palette, or None for the colour of the
    whole text; `caps` are small capitals.
    """

    text: str
    bold: bool = False
    italic: bool = False
    fill: str | None = None
    caps: bool = False


class InlineIcon(Struct, frozen=True):
    """An icon in the line; `fill` is None where it takes the colour of the text."""

    name: str
    fill: str | None = None


class Term(Struct, frozen=True):
    """A keyword of the game by `id`, printed as `shown` or by its own name, in the `style` of the text."""

    id: str
    shown: str
    style: Span


Inline: TypeAlias = Span | InlineIcon | Term
Paragraph: TypeAlias = tuple[Inline, ...]
Entry: TypeAlias = tuple[str, Paragraph]
"""A paragraph with its list mark: a bullet, a number with its stop, or nothing."""


def styled(inline: Inline, fill: str | None, caps: bool) -> Inline:
    """`inline` inside a span; what is nearer to it goes before."""
    if isinstance(inline, InlineIcon):
        return replace(inline, fill=inline.fill or fill)
    if isinstance(inline, Term):
        return replace(inline, style=_coloured(inline.style, fill, caps))
    return _coloured(inline, fill, caps)


def _coloured(span: Span, fill: str | None, caps: bool) -> Span:
    return replace(span, fill=span.fill or fill, caps=span.caps or caps)
