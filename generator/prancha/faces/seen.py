"""What a face shows of a component: its texts with their boxes, and its pictures, for translators."""

from __future__ import annotations

from msgspec import Struct

from prancha.model.units import Mm


class SeenText(Struct, frozen=True):
    """A text and the box it is set in; None where a side has no limit."""

    text: str
    width: Mm | None = None
    height: Mm | None = None


class SeenFace(Struct, frozen=True):
    """The texts and the names of the pictures of one component, front and back."""

    texts: tuple[SeenText, ...] = ()
    pictures: tuple[str, ...] = ()
