"""Read form XObjects once each: the objects a face uses, its pictures and its text."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import pikepdf
from msgspec import Struct, field
from msgspec.structs import replace

from prancha.checks.proof.content_stream import STROKES, Operands, PathReader, State, on, unknown_operators
from prancha.checks.proof.embedded_fonts import GlyphFont, read_glyph_font
from prancha.checks.proof.measured import NOWHERE, FoundImage, FoundUse, Number
from prancha.checks.proof.page_text import ShownRun, TextReader
from prancha.checks.proof.pdf_geometry import IDENTITY, Matrix, concat
from prancha.model.face import NAMING_OPERATORS, NO_RESOURCES

DEEPEST = 24
"""Forms within forms; deeper ones are no drawing but a trap."""


DIGITS = 12
DEEPEST_OBJECT = 40
_WORDS = {None: b"null", True: b"true", False: b"false"}


class ObjectDigests:
    """Takes the digest of each object once; `shared` are the resource dictionaries of all faces."""

    def __init__(self) -> None:
        self.shared: set[Number] = set()
        self._known: dict[Number, str] = {}

    def digest(self, thing: Any) -> str:
        """The digest of an object."""
        number = thing.objgen
        known = self._known.get(number) if number != NOWHERE else None
        if known is None:
            known = sha256(self._write(thing)).hexdigest()[:DIGITS]
            self._known[number] = known
        return known

    def _write(self, value: Any, outer: tuple[Number, ...] = ()) -> bytes:
        """A value as bytes; `outer` are the objects that it stands in."""
        if isinstance(value, pikepdf.Array):
            return b"[%b]" % b" ".join([self._write(part, outer) for part in value])
        if isinstance(value, pikepdf.Name):
            return str(value).encode()
        if isinstance(value, pikepdf.String):
            return b"(%b)" % bytes(value).hex().encode()
        if value is None or isinstance(value, bool):
            return _WORDS[value]
        if not isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
            text = f"{float(value):.5f}".rstrip("0").rstrip(".")
            return b"0" if text in ("-0", "") else text.encode()
        number = value.objgen
        if (number != NOWHERE and number in outer) or len(outer) > DEEPEST_OBJECT:
            return b"null"
        parts = [
            b"%b %b" % (key.encode(), self._write(part, (*outer, number)))
            for key, part in sorted(value.items())
            if key != "/Length" and not (key == "/Resources" and part.objgen in self.shared)
        ]
        head = b"<<%b>>" % b" ".join(parts)
        if not isinstance(value, pikepdf.Stream):
            return head
        return head + b"stream " + sha256(value.read_raw_bytes()).hexdigest().encode()


class FormContent(Struct, frozen=True):
    """The content of a form and of all it shows.

    `images` have their place in the form's own coordinates.  `runs` are the text objects of the form's
    own content, `words` those of what it shows, too.  `broken` says why the content cannot be read.
    """

    uses: frozenset[FoundUse] = frozenset()
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
    used: dict[FoundUse, FoundUse] = field(default_factory=dict)
    placed: dict[Number, FormPlace] = field(default_factory=dict)
    digests: ObjectDigests = field(default_factory=ObjectDigests)
    fonts: dict[Number, GlyphFont | None] = field(default_factory=dict)
    inside: dict[Number, FormContent] = field(default_factory=dict)
    foreign: frozenset[str] = frozenset()
    """Names of forms of other programs: they have digests, and nobody looks into them."""
    _checks: dict[Number, str] = field(default_factory=dict)
    _foreign_forms: list[Any] = field(default_factory=list)

    def check(self, form: Any) -> str:
        """CRC-32 of a form's content."""
        number = form.objgen
        if number not in self._checks:
            self._checks[number] = checksum(form.read_bytes())
        return self._checks[number]

    def note_form(self, form: Any, matrix: Matrix, page: int, item: str) -> None:
        """Count what a form on a page uses; `matrix` takes its coordinates to page mm."""
        number = form.objgen
        if number not in self.placed and "/Resources" in form:
            self._share(form.Resources)
        inside = self.look(form, 0)
        if number not in self.placed:
            self.placed[number] = FormPlace(page, item)
            for use in inside.uses:
                self.used.setdefault(use, replace(use, page=page, item=item))
        for image, pixels, local in inside.images:
            self._keep(image, pixels, concat(local, matrix), page, item)

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
        self._keep(image.objgen, _image_size(image), matrix, page, item)

    def _keep(self, number: Number, pixels: tuple[int, int], matrix: Matrix, page: int, item: str) -> None:
        a, b, c, d, _, _ = matrix
        found = FoundImage(pixels, (math.hypot(a, b), math.hypot(c, d)), page, item)
        if number not in self.images or found.ppi < self.images[number].ppi - 1e-6:
            self.images[number] = found

    def note_foreign(self, form: Any) -> None:
        """Keep a form that another program wrote, which nobody looks into."""
        self._foreign_forms.append(form)

    def foreign_fonts(self) -> Iterator[Number]:
        """Fonts of forms that other programs wrote."""
        seen: set[Number] = set()
        waiting = list(self._foreign_forms)
        while waiting:
            form = waiting.pop()
            if form.objgen in seen:
                continue
            seen.add(form.objgen)
            resources = form.get("/Resources", pikepdf.Dictionary())
            yield from (font.objgen for font in resources.get("/Font", pikepdf.Dictionary()).values())
            for kind in ("XObject", "Pattern", "ExtGState"):
                for thing in resources.get(f"/{kind}", pikepdf.Dictionary()).values():
                    waiting += _forms_shown(kind, thing)

    def look(self, form: Any, depth: int) -> FormContent:
        """Read a form once; `depth` is the number of forms around it."""
        number = form.objgen
        if number not in self.inside:
            # A form that names itself finds this, and ends there.
            self.inside[number] = FormContent()
            self.inside[number] = self._read(form, depth)
        return self.inside[number]

    def _read(self, form: Any, depth: int) -> FormContent:
        content = form.read_bytes()
        unknown = unknown_operators(content)
        if depth > DEEPEST or not any(b" " + name.encode() in content for name in NAMING_OPERATORS):
            return FormContent(unknown=unknown)
        reader = _FormReader(self, form.get("/Resources", pikepdf.Dictionary()), depth)
        try:
            instructions = reader.parse(form)
        except (pikepdf.PdfError, TypeError) as problem:
            return FormContent(unknown=unknown, broken=" ".join(str(problem).split()))
        reader.carry_out(instructions)
        runs = tuple(reader.runs)
        return FormContent(
            frozenset(reader.uses),
            tuple(reader.images),
            runs=runs,
            words=(*runs, *reader.words),
            unknown=tuple(sorted({*unknown, *reader.unknown})),
            broken=reader.broken,
        )

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


class _FormReader(TextReader):
    """Reads the objects that one form names, beside its text."""

    def __init__(self, forms: Forms, resources: Any, depth: int) -> None:
        super().__init__({name: forms.font(thing) for name, thing in resources.get("/Font", {}).items()})
        self._forms, self._resources, self._depth = forms, resources, depth
        # What has resources of its own is told by its digest as a whole.
        self._listed = resources.objgen in forms.digests.shared
        self._seen: set[tuple[str, str]] = set()
        self.uses: set[FoundUse] = set()
        self.images: list[tuple[Number, tuple[int, int], Matrix]] = []
        self.words: list[ShownRun] = []
        self.unknown: set[str] = set()
        self.broken = ""

    @on(*NAMING_OPERATORS)
    def name_object(self, operator: str, operands: Operands) -> None:
        """Note the object that an operator names."""
        if operator == "Tf":
            self.set_font(operator, operands)
        name = operands[0 if operator == "Tf" else -1] if operands else None
        kind, text = NAMING_OPERATORS[operator], str(name)
        new = (kind, text) not in self._seen
        if not isinstance(name, pikepdf.Name) or text in NO_RESOURCES or not (new or kind == "XObject"):
            return
        thing = self._resources.get(f"/{kind}", pikepdf.Dictionary()).get(text)
        if new:
            self._seen.add((kind, text))
            self._note(kind, text, thing)
        if kind != "XObject" or thing is None or self._is_foreign(text):
            return
        if thing.get("/Subtype") == "/Image":
            self.images.append((thing.objgen, _image_size(thing), self.state.matrix))
            return
        inner = self._forms.look(thing, self._depth + 1)
        local = concat(form_matrix(thing), self.state.matrix)
        self.images += [(number, pixels, concat(place, local)) for number, pixels, place in inner.images]

    def _is_foreign(self, name: str) -> bool:
        return self._listed and name[1:] in self._forms.foreign

    def _note(self, kind: str, name: str, thing: Any) -> None:
        if self._listed:
            digest = "" if thing is None else self._forms.digests.digest(thing)
            number = NOWHERE if thing is None else getattr(thing, "objgen", NOWHERE)
            self.uses.add(FoundUse(kind, name[1:], digest, number))
        if kind == "XObject" and self._is_foreign(name):
            self._forms.note_foreign(thing)
            return
        for form in _forms_shown(kind, thing):
            inner = self._forms.look(form, self._depth + 1)
            self.uses |= inner.uses
            self.words += inner.words
            self.broken = self.broken or inner.broken
            self.unknown.update(inner.unknown)


def _forms_shown(kind: str, thing: Any) -> Iterator[Any]:
    """The forms that naming an object paints: itself, a tile, or what a soft mask is made of."""
    if thing is None:
        return
    if (kind == "XObject" and thing.get("/Subtype") == "/Form") or (
        kind == "Pattern" and isinstance(thing, pikepdf.Stream)
    ):
        yield thing
    elif kind == "ExtGState" and isinstance(thing.get("/SMask"), pikepdf.Dictionary):
        yield thing.SMask.G


class _StrokeReader(PathReader[State]):
    """Reads straight strokes of a form and of the forms in it."""

    def __init__(self, form: Any, outer: Matrix, depth: int) -> None:
        super().__init__(State(concat(form_matrix(form), outer)))
        self._things = form.get("/Resources", {}).get("/XObject", {})
        self._depth = depth
        self.strokes: list[tuple[float, float, float, float]] = []

    @on("c", "v", "y")
    def curve(self, operator: str, numbers: Operands) -> None:
        """Curves are no ticks of a ruler: where they end is enough."""
        self.line(operator, numbers[-2:])

    def paint(self, operator: str) -> None:
        """Keep the lines of a path that is stroked."""
        if operator in STROKES:
            self.strokes += self.lines()

    @on("Do")
    def paint_object(self, _operator: str, operands: Operands) -> None:
        """Read a form within this one."""
        thing = self._things.get(str(operands[0]))
        if self._depth < 3 and thing is not None and thing.get("/Subtype") == "/Form":
            self.strokes += read_strokes(thing, self.state.matrix, self._depth + 1)


def read_strokes(
    form: Any, matrix: Matrix = IDENTITY, depth: int = 0
) -> Sequence[tuple[float, float, float, float]]:
    """Straight strokes of a form and of those in it, where `matrix` takes them."""
    reader = _StrokeReader(form, matrix, depth)
    reader.run(form)
    return reader.strokes


def checksum(content: bytes) -> str:
    """CRC-32 of the content of a face, as a manifest writes it."""
    return f"{zlib.crc32(content):08x}"


def form_matrix(form: Any) -> Matrix:
    """The form's own matrix."""
    if "/Matrix" not in form:
        return IDENTITY
    a, b, c, d, e, f = map(float, form.Matrix)
    return a, b, c, d, e, f


def _image_size(image: Any) -> tuple[int, int]:
    return int(image.get("/Width", 0)), int(image.get("/Height", 0))
