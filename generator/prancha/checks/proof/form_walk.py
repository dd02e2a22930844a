"""Inside form XObjects: which objects a face uses, its pictures and its text, each form walked once."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator
from typing import Any

import pikepdf
from msgspec import Struct, field

from prancha.checks.proof.embedded_fonts import GlyphFont, read_glyph_font
from prancha.checks.proof.graphics_state import unknown_operators
from prancha.checks.proof.measured import FoundImage
from prancha.checks.proof.object_digests import NOWHERE, Number, ObjectDigests
from prancha.checks.proof.page_text import OPERATORS, ShownRun, TextReader
from prancha.checks.proof.pdf_geometry import IDENTITY, Matrix, after

DEEPEST = 24
"""Forms within forms; deeper ones are no drawing but a trap."""
KINDS = {
    "Do": "XObject", "gs": "ExtGState", "Tf": "Font", "sh": "Shading",
    "CS": "ColorSpace", "cs": "ColorSpace", "SCN": "Pattern", "scn": "Pattern",
}  # fmt: skip
"""Operators that name an object, and the kind of it."""
_READ = f"q Q cm BI {' '.join(KINDS)} {OPERATORS}"
_NAMED = re.compile(rb"/([!-$&'*-.0-;=?-Z^-z|~]+)\s+(" + b"|".join(map(str.encode, KINDS)) + rb")(?=\s|\Z)")
_DEVICE = frozenset(("/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern"))


class Use(Struct, frozen=True):
    """An object that a content stream names; `digest` is empty when no such object is there."""

    kind: str
    name: str
    digest: str
    number: Number


class FormContent(Struct, frozen=True):
    """What is in a form, and in all it shows.

    `images` have their place in the form's own coordinates.  `runs` are the text objects of the form's
    own content, `words` those of what it shows, too.  `broken` says why the content cannot be read.
    """

    uses: frozenset[Use] = frozenset()
    images: tuple[tuple[Number, tuple[int, int], Matrix], ...] = ()
    runs: tuple[ShownRun, ...] = ()
    words: tuple[ShownRun, ...] = ()
    unknown: tuple[str, ...] = ()
    broken: str = ""


class FormPlace(Struct, frozen=True):
    """The first page and item that show something."""

    page: int
    item: str


class Forms(Struct):
    """Everything used anywhere in a file, with the first page and item that use it."""

    images: dict[Number, FoundImage] = field(default_factory=dict)
    used: dict[Use, FormPlace] = field(default_factory=dict)
    placed: dict[Number, FormPlace] = field(default_factory=dict)
    digests: ObjectDigests = field(default_factory=ObjectDigests)
    fonts: dict[Number, GlyphFont | None] = field(default_factory=dict)
    inside: dict[Number, FormContent] = field(default_factory=dict)
    _checks: dict[Number, str] = field(default_factory=dict)
    _listed: dict[Number, dict[str, GlyphFont | None]] = field(default_factory=dict)

    def check(self, form: Any) -> str:
        """CRC-32 of a form's content."""
        number = form.objgen
        if number not in self._checks:
            self._checks[number] = check_of(form.read_bytes())
        return self._checks[number]

    def note_form(self, form: Any, matrix: Matrix, page: int, item: str) -> None:
        """Count what a form on a page uses; `matrix` takes its coordinates to page mm."""
        number = form.objgen
        if number not in self.placed and "/Resources" in form:
            self._share(form.Resources)
        inside = self._look(form, 0)
        if number not in self.placed:
            self.placed[number] = FormPlace(page, item)
            for use in inside.uses:
                self.used.setdefault(use, FormPlace(page, item))
        for image, pixels, local in inside.images:
            self._keep(image, pixels, after(local, matrix), page, item)

    def _share(self, resources: Any) -> None:
        """Note what faces share: the resources of one, and of forms in it.

        A face that was in a page has those of the page, which are another dictionary.
        """
        shared = self.digests.shared
        if resources.objgen in shared:
            return
        shared.add(resources.objgen)
        for thing in resources.get("/XObject", pikepdf.Dictionary()).values():
            if "/Resources" in thing:
                shared.add(thing.Resources.objgen)
        shared.discard(NOWHERE)

    def note_image(self, image: Any, matrix: Matrix, page: int, item: str) -> None:
        """Count a picture that a page paints itself."""
        self._keep(image.objgen, _pixels(image), matrix, page, item)

    def _keep(self, number: Number, pixels: tuple[int, int], matrix: Matrix, page: int, item: str) -> None:
        a, b, c, d, _, _ = matrix
        found = FoundImage(pixels, (math.hypot(a, b), math.hypot(c, d)), page, item)
        if number not in self.images or found.ppi < self.images[number].ppi - 1e-6:
            self.images[number] = found

    def _look(self, form: Any, depth: int) -> FormContent:
        number = form.objgen
        if number not in self.inside:
            # A form that names itself finds this, and ends there.
            self.inside[number] = FormContent()
            self.inside[number] = self._walk(form, depth)
        return self.inside[number]

    def _walk(self, form: Any, depth: int) -> FormContent:
        content = form.read_bytes()
        unknown = unknown_operators(content)
        if depth > DEEPEST or not any(b" " + name.encode() in content for name in KINDS):
            return FormContent(unknown=unknown)
        resources = form.get("/Resources", pikepdf.Dictionary())
        # What has resources of its own is told by its digest as a whole.
        listed = resources.objgen in self.digests.shared
        if not (b"(" in content or b"<" in content):
            # Without strings a name is a name wherever it stands; only pictures need their place.
            walk = _FormWalk(self, resources, listed, depth)
            for name, operator in _NAMED.findall(content):
                walk.name(operator.decode(), [pikepdf.Name("/" + name.decode())], IDENTITY)
            if not walk.images:
                unknown = tuple(sorted({*unknown, *walk.unknown}))
                return FormContent(
                    frozenset(walk.uses), (), runs=(), words=tuple(walk.words), unknown=unknown,
                    broken=walk.broken,
                )  # fmt: skip
        reader = TextReader(self._fonts(resources.get("/Font", {})))
        walk = _FormWalk(self, resources, listed, depth)
        state, saved = IDENTITY, list[Matrix]()
        try:
            instructions = pikepdf.parse_content_stream(form, _READ)
        except (pikepdf.PdfError, TypeError) as problem:
            return FormContent(unknown=unknown, broken=" ".join(str(problem).split()))
        for instruction in instructions:
            operator, operands = str(instruction.operator), instruction.operands
            if operator == "q":
                saved.append(state)
                reader.save()
            elif operator == "Q":
                state = saved.pop() if saved else state
                reader.restore()
            elif operator == "cm":
                a, b, c, d, e, f = map(float, operands)
                state = after((a, b, c, d, e, f), state)
            else:
                if operator in KINDS:
                    walk.name(operator, operands, state)
                reader.follow(operator, list(operands), state)
        runs = tuple(reader.runs)
        return FormContent(
            frozenset(walk.uses), tuple(walk.images), runs=runs, words=(*runs, *walk.words),
            unknown=tuple(sorted({*unknown, *walk.unknown})), broken=walk.broken,
        )  # fmt: skip

    def _fonts(self, listed: Any) -> dict[str, GlyphFont | None]:
        number = listed.objgen if isinstance(listed, pikepdf.Object) else NOWHERE
        if number == NOWHERE:
            return {name: self.font(thing) for name, thing in listed.items()}
        if number not in self._listed:
            self._listed[number] = {name: self.font(thing) for name, thing in listed.items()}
        return self._listed[number]

    def font(self, thing: Any) -> GlyphFont | None:
        """The reader of a font; see `read_glyph_font`."""
        number = thing.objgen
        if number not in self.fonts:
            self.fonts[number] = read_glyph_font(thing)
        return self.fonts[number]


class UnreadForms(Forms):
    """Forms that nobody looks into: where they lie is all that is asked."""

    def note_form(self, form: Any, matrix: Matrix, page: int, item: str) -> None:
        """Count nothing."""

    def note_image(self, image: Any, matrix: Matrix, page: int, item: str) -> None:
        """Count nothing."""


class _FormWalk:
    """The objects that one form names."""

    def __init__(self, forms: Forms, resources: Any, listed: bool, depth: int) -> None:
        self._forms, self._resources, self._listed, self._depth = forms, resources, listed, depth
        self._seen: set[tuple[str, str]] = set()
        self.uses: set[Use] = set()
        self.images: list[tuple[Number, tuple[int, int], Matrix]] = []
        self.words: list[ShownRun] = []
        self.unknown: set[str] = set()
        self.broken = ""

    def name(self, operator: str, operands: Any, matrix: Matrix) -> None:
        """Note the object that an operator names."""
        if not len(operands):
            return
        name = operands[0] if operator == "Tf" else operands[-1]
        if not isinstance(name, pikepdf.Name):
            return
        kind, text = KINDS[operator], str(name)
        new = (kind, text) not in self._seen
        if text in _DEVICE or not (new or kind == "XObject"):
            return
        thing = self._resources.get(f"/{kind}", pikepdf.Dictionary()).get(text)
        if new:
            self._seen.add((kind, text))
            self._note(kind, text, thing)
        if kind != "XObject" or thing is None:
            return
        if thing.get("/Subtype") == "/Image":
            self.images.append((thing.objgen, _pixels(thing), matrix))
            return
        inner = self._forms._look(thing, self._depth + 1)
        local = after(matrix_of(thing), matrix)
        self.images += [(number, pixels, after(place, local)) for number, pixels, place in inner.images]

    def _note(self, kind: str, name: str, thing: Any) -> None:
        if self._listed:
            digest = "" if thing is None else self._forms.digests.digest(thing)
            number = NOWHERE if thing is None else getattr(thing, "objgen", NOWHERE)
            self.uses.add(Use(kind, name[1:], digest, number))
        for form in _shown(kind, thing):
            inner = self._forms._look(form, self._depth + 1)
            self.uses |= inner.uses
            self.words += inner.words
            self.broken = self.broken or inner.broken
            self.unknown.update(inner.unknown)


def _shown(kind: str, thing: Any) -> Iterator[Any]:
    """The forms that naming an object paints: itself, a tile, or what a soft mask is made of."""
    if thing is None:
        return
    if (kind == "XObject" and thing.get("/Subtype") == "/Form") or (
        kind == "Pattern" and isinstance(thing, pikepdf.Stream)
    ):
        yield thing
    elif kind == "ExtGState" and isinstance(thing.get("/SMask"), pikepdf.Dictionary):
        yield thing.SMask.G


def check_of(content: bytes) -> str:
    """CRC-32 of the content of a face, as a manifest writes it."""
    return f"{zlib.crc32(content):08x}"


def matrix_of(form: Any) -> Matrix:
    """The form's own matrix."""
    if "/Matrix" not in form:
        return IDENTITY
    a, b, c, d, e, f = map(float, form.Matrix)
    return a, b, c, d, e, f


def _pixels(image: Any) -> tuple[int, int]:
    return int(image.get("/Width", 0)), int(image.get("/Height", 0))
