"""All colours of a drawing through the tone curve, wherever they stand."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from prancha.faces.folding import FOLDS
from prancha.faces.ink_saving.tone_curve import Tone
from prancha.graphics.scene.colours import parse_colour, show
from prancha.graphics.svg.creases import CREASE
from prancha.model.face import REVISION_MARK

PAINTS = ("fill", "stroke", "color", "stop-color", "flood-color")
_AS_THEY_ARE = frozenset(("mask", "clipPath"))
"""What is no paint: the light of a mask, the shape of a clip."""
_BLACK = {"stop": "stop-color", "feFlood": "flood-color", "feDropShadow": "flood-color"}
"""Elements that are black where they name no colour, and by what attribute they do."""
_FOR_THE_MAKER = frozenset((REVISION_MARK, FOLDS))
"""Ids of aids to making the pieces, which must be seen in any ink."""


def repaint(root: Element, tone: Tone) -> None:
    """Change every colour of the drawing `root`, inherited and unwritten ones too."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if element.tag in _AS_THEY_ARE or element.get("id") in _FOR_THE_MAKER:
            continue
        if element.get("class") == CREASE:
            continue
        if element.tag in _BLACK:
            element.attrib.setdefault(_BLACK[element.tag], "#000000")
        for name in PAINTS:
            colour = parse_colour(element.get(name, "none"))
            if colour is not None:
                element.set(name, show(tone.of(colour)))
        waiting += element


def with_defaults(root: Element) -> None:
    """Write down the colours that elements have which name none: black."""
    inner = Element("g", {name: root.get(name, "#000000") for name in ("fill", "color")})
    inner.extend(root)
    root[:] = [inner]
