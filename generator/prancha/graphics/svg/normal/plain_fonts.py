"""Name the fonts that the texts of a plain drawing are set in, those that stand for absent ones included."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from prancha.graphics.svg.matrix import IDENTITY, Matrix, multiply, parse_transform
from prancha.graphics.svg.normal import LetterMeasures, Plain
from prancha.graphics.svg.normal.plain_elements import own_box
from prancha.graphics.svg.svg_markup import DrawingFault, DrawingFaults
from prancha.model.box import Box

Told = tuple[Element | None, str]
"""An element of the drawing as it was written, and what is said of it."""


def settle_fonts(
    plain: Plain, box: tuple[float, float, float, float], letters: LetterMeasures, forgives: bool
) -> Sequence[Told]:
    """Return what is told of fonts that stand for absent ones, once for each; changes the drawing in place.

    Texts outside `box` (x, y, width, height) are taken out.  Raises DrawingFaults with all fonts that are
    absent and that no generic name replaces, unless it `forgives` them, which tells them too.
    """
    x, y, width, height = box
    _drop_outside(plain.root, IDENTITY, (x, y, x + width, y + height))
    told: dict[str, Told] = {}
    faults: dict[str, DrawingFault] = {}
    for text in plain.root.iter("text"):
        found = letters.stand_in(text.attrib)
        if found is None:
            continue
        source = plain.source(text)
        if found.meant or forgives:
            told.setdefault(found.why, (source, found.why))
        else:
            lack = f'there is no font "{found.named}"'
            faults.setdefault(found.named, DrawingFault(lack, found.hint, element=source))
        text.attrib.update({"font-family": found.family, "font-weight": str(found.weight)})
        text.set("font-style", "italic" if found.italic else "normal")
    if faults:
        raise DrawingFaults(faults.values())
    return [each for why, each in told.items() if why]


def _drop_outside(parent: Element, matrix: Matrix, box: Box) -> None:
    """Take out texts that lie more than their height beyond a box."""
    for child in list(parent):
        inside = multiply(matrix, parse_transform(child.get("transform", "")))
        if child.tag == "g":
            _drop_outside(child, inside, box)
        elif child.tag == "text" and (own := own_box(child, inside)) is not None:
            reach = own[3] - own[1]
            if not (
                box[0] - reach < own[2]
                and own[0] < box[2] + reach
                and box[1] - reach < own[3]
                and own[1] < box[3] + reach
            ):
                parent.remove(child)
