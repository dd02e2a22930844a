"""The lines of templates that draw what a finding is about."""

from __future__ import annotations

import re

from prancha.checks.artwork.subject import FaceFinding, Printed
from prancha.graphics.scene.scene import KEY, SceneMaker
from prancha.graphics.svg.paths import SHAPES
from prancha.graphics.svg.shared import DRAWING

_TAG = re.compile(
    rf'<(?!use href="#{DRAWING}[^>]*>)(?:{"|".join(("g", "text", "use", "image", *SHAPES))})(?=[\s/>])'
)
"""Of what may be plain: a drawing must not become another kind by being numbered."""


def lines_of(printed: Printed, spot: FaceFinding) -> str:
    """Where each mark of a finding is drawn, in words for a message; "" where that cannot be told.

    Templates are drawn once more for it, so ask for what is told to the user only.
    """
    faces = printed.fronts if spot.side == "front" else printed.backs
    face = faces.get(spot.item)
    if face is None or not spot.marks:
        return ""
    numbered = _TAG.sub(lambda found: f'{found[0]} {KEY}="{found.start()}"', face.svg)
    marks = SceneMaker(printed.symbols, printed.book).scene(numbered).drawing.marks
    told = []
    for name, number in spot.marks:
        at = marks[number].element.get(KEY) if number < len(marks) else None
        place = printed.where(face, int(at)) if at is not None else None
        if place is not None:
            told.append(f"{name}: {place.file}:{place.line}")
    return f" ({', '.join(told)})" if told else ""
