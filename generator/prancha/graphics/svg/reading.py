"""Drawings read whole: held against the grammar, their styles worked in, and made plain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFaults
from prancha.graphics.svg.normal import LetterMeasures, Plain, normalise


def plain_drawing(
    root: Element,
    box: tuple[float, float, float, float],
    units: Mapping[str, float],
    letters: LetterMeasures,
    languages: Sequence[str] = ("en",),
) -> Plain:
    """The plain drawing of a parsed one, which is changed; `box` is what of it is seen: x, y, width, height.

    Raises DrawingFaults for all that is not of the grammar, Fault for what cannot be drawn truly.
    """
    from prancha.graphics.svg.settling import settled  # loads the grammar, which most decks do not need

    found = settled(root)
    if found.faults:
        raise DrawingFaults(found.faults)
    plain = normalise(root, box, units, letters, tuple(languages))
    return Plain(plain.root, plain.sources, tuple(dict.fromkeys(text for _, text in found.told)))
