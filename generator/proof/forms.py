"""Inside form XObjects: which fonts and pictures a face uses, each form walked once."""

from __future__ import annotations

import math
import zlib
from typing import Any

import pikepdf
from msgspec import Struct, field

from generator.proof.matrix import IDENTITY, Matrix, after
from generator.proof.measured import FoundImage

DEEPEST = 12
"""Forms within forms; deeper ones are no drawing but a trap."""
Number = tuple[int, int]
"""An object's number and generation."""


class _Inside(Struct, frozen=True):
    """Fonts by object number, pictures with their place in the form's own coordinates."""

    fonts: tuple[Number, ...] = ()
    images: tuple[tuple[Number, tuple[int, int], Matrix], ...] = ()


class Forms(Struct):
    """Everything used anywhere in a file; `fonts` maps a font to the first page and item that use it."""

    fonts: dict[Number, tuple[int, str]] = field(default_factory=dict)
    images: dict[Number, FoundImage] = field(default_factory=dict)
    _inside: dict[Number, _Inside] = field(default_factory=dict)
    _digests: dict[Number, str] = field(default_factory=dict)

    def digest(self, form: Any) -> str:
        """CRC-32 of a form's content."""
        number = form.objgen
        if number not in self._digests:
            self._digests[number] = f"{zlib.crc32(form.read_bytes()):08x}"
        return self._digests[number]

    def note_form(self, form: Any, matrix: Matrix, page: int, item: str) -> None:
        """Count what a form on a page uses; `matrix` takes its coordinates to page mm."""
        inside = self._look(form, 0)
        for number in inside.fonts:
            self.fonts.setdefault(number, (page, item))
        for number, pixels, local in inside.images:
            self._keep(number, pixels, after(local, matrix), page, item)

    def note_image(self, image: Any, matrix: Matrix, page: int, item: str) -> None:
        """Count a picture that a page paints itself."""
        self._keep(image.objgen, _pixels(image), matrix, page, item)

    def _keep(self, number: Number, pixels: tuple[int, int], matrix: Matrix, page: int, item: str) -> None:
        a, b, c, d, _, _ = matrix
        found = FoundImage(pixels, (math.hypot(a, b), math.hypot(c, d)), page, item)
        if number not in self.images or found.ppi < self.images[number].ppi - 1e-6:
            self.images[number] = found

    def _look(self, form: Any, depth: int) -> _Inside:
        number = form.objgen
        if number not in self._inside:
            # A form that names itself finds this, and ends there.
            self._inside[number] = _Inside()
            self._inside[number] = self._walk(form, depth)
        return self._inside[number]

    def _walk(self, form: Any, depth: int) -> _Inside:
        content = form.read_bytes()
        if depth > DEEPEST or not (b" Do" in content or b" Tf" in content):
            return _Inside()
        resources = form.get("/Resources", pikepdf.Dictionary())
        things, fonts = resources.get("/XObject", {}), resources.get("/Font", {})
        state, saved = IDENTITY, list[Matrix]()
        used: dict[Number, None] = {}
        images: list[tuple[Number, tuple[int, int], Matrix]] = []
        for instruction in pikepdf.parse_content_stream(form, "q Q cm Do Tf"):
            operator, operands = str(instruction.operator), instruction.operands
            if operator == "q":
                saved.append(state)
            elif operator == "Q" and saved:
                state = saved.pop()
            elif operator == "cm":
                a, b, c, d, e, f = map(float, operands)
                state = after((a, b, c, d, e, f), state)
            elif operator == "Tf" and str(operands[0]) in fonts:
                used[fonts[str(operands[0])].objgen] = None
            elif operator == "Do" and str(operands[0]) in things:
                thing = things[str(operands[0])]
                if thing.get("/Subtype") == "/Image":
                    images.append((thing.objgen, _pixels(thing), state))
                    continue
                inner = self._look(thing, depth + 1)
                used.update(dict.fromkeys(inner.fonts))
                local = after(matrix_of(thing), state)
                images += [(n, pixels, after(place, local)) for n, pixels, place in inner.images]
        return _Inside(tuple(used), tuple(images))


def matrix_of(form: Any) -> Matrix:
    """The form's own matrix."""
    if "/Matrix" not in form:
        return IDENTITY
    a, b, c, d, e, f = map(float, form.Matrix)
    return a, b, c, d, e, f


def _pixels(image: Any) -> tuple[int, int]:
    return int(image.get("/Width", 0)), int(image.get("/Height", 0))
