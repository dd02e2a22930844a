"""What faces of one document share, and what each of them needs and is told of."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping

from prancha.graphics.svg.boxes import ViewBox
from prancha.graphics.svg.errors import TooMuch
from prancha.model.art import Resource
from prancha.render.numbers import n
from prancha.render.operators import FAR_AROUND
from prancha.render.protocol import Made, Noted
from prancha.render.resources import DocumentResources

MAX_ELEMENTS = 100_000
MOST_PAINTED = 1_000_000
"""Elements that a face paints, those of tiles and masks as often as they are painted: viewers and printers
take seconds for so many."""
_MODES: Mapping[str, str] = {
    "multiply": "Multiply", "screen": "Screen", "overlay": "Overlay", "darken": "Darken",
    "lighten": "Lighten",
    "color-dodge": "ColorDodge", "color-burn": "ColorBurn", "hard-light": "HardLight",
    "soft-light": "SoftLight", "difference": "Difference", "exclusion": "Exclusion", "hue": "Hue",
    "saturation": "Saturation", "color": "Color", "luminosity": "Luminosity",
}  # fmt: skip
"""Blend modes of CSS (Compositing 1, 10) by their names in PDF (ISO 32000-1, 11.3.5)."""


class FaceObjects:
    """Puts objects into `document`, and counts what the face being drawn paints."""

    def __init__(self) -> None:
        self.document = DocumentResources()
        self.remarks: set[str] = set()
        """What of the face being drawn is printed otherwise than as vectors, or left out."""
        self._elements = self.painted = 0

    def _begin(self) -> None:
        """Forget what was noted of the face before."""
        self.document.begin()
        self.remarks = set()
        self._elements = self.painted = 0

    def count_element(self) -> None:
        """Note one more element of a face; Fault when uses multiply them beyond measure."""
        self._elements += 1
        self.painted += 1
        if self._elements > MAX_ELEMENTS:
            raise TooMuch(f"the drawing has more than {MAX_ELEMENTS} elements", "does a use multiply itself?")

    def paint_again(self, elements: int) -> None:
        """Note elements that are drawn once and painted again; Fault where that takes viewers too long."""
        self.painted += elements
        if self.painted > MOST_PAINTED:
            raise TooMuch(
                f"patterns and masks paint more than {MOST_PAINTED} elements, all repetitions counted",
                "enlarge the tiles, or is there a pattern within a pattern?",
            )

    def noted(self, draw: Callable[[], Made]) -> Noted[Made]:
        """Draw something that many faces may show, and note what each of them then needs."""
        document = self.document
        outside, words, remarks = document.touched, document.spoken, self.remarks
        document.begin()
        self.remarks, painted = set(), self.painted
        try:
            made = draw()
            return Noted(
                made, document.touched, document.spoken, remarks=self.remarks, painted=self.painted - painted
            )
        finally:
            document.touched, document.spoken, self.remarks = outside, words, remarks
            self.painted = painted  # they count where it is shown

    def recalled(self, noted: Noted[Made]) -> Made:
        """Show something that was noted: what it needs, this face needs."""
        self.paint_again(noted.painted)
        self.document.touched |= noted.resources
        self.document.spoken |= noted.spoken
        self.remarks |= noted.remarks
        return noted.made

    def keep(self, resource: Resource) -> str:
        """Put a resource into the document; returns its name."""
        return self.document.keep(resource)

    def form(self, operators: str, box: ViewBox, group: bool = False, isolated: bool = False) -> str:
        """Keep operators as a form XObject; as a transparency group if asked."""
        x, y, width, height = box
        corners = f"{n(x)} {n(y)} {n(x + width)} {n(y + height)}"
        entries = f"/Type /XObject /Subtype /Form /BBox [{corners}] /Filter /FlateDecode"
        if group:
            entries += f" /Group <</S /Transparency /CS /DeviceRGB{' /I true' if isolated else ''}>>"
        content = operators.encode("latin-1")
        name = ("G" if group else "I") + hashlib.blake2b(
            entries.encode() + content, digest_size=6
        ).hexdigest()
        return self.document.keep(Resource(name, "XObject", entries, zlib.compress(content, 9)))

    def transparency(self, fill: float, stroke: float) -> str:
        """The name of a graphics state with these opacities."""
        name = f"a{round(fill * 1000)}.{round(stroke * 1000)}"
        return self.document.keep(Resource(name, "ExtGState", f"/ca {n(fill)} /CA {n(stroke)}"))

    def blending(self, mode: str) -> str:
        """The name of the graphics state that blends by a mode of CSS."""
        return self.document.keep(Resource(f"b{_MODES[mode]}", "ExtGState", f"/BM /{_MODES[mode]}"))

    def mask(self, operators: str, kind: str) -> str:
        """The name of the graphics state that masks by the `Luminosity` or `Alpha` of what operators draw."""
        form = self.form(operators, FAR_AROUND, group=True, isolated=True)
        return self.document.keep(Resource(f"{form}{kind[0]}", "ExtGState", f"/S /{kind}", mask=form))
