"""Objects of a document that its faces share: pictures and drawings from files, icons, forms."""

from __future__ import annotations

import hashlib
import io
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Generic, TypeVar
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.fonts import FontBook, Letters
from prancha.graphics.pictures import Look, find, load, look, look_and_read
from prancha.graphics.svg.matrix import IDENTITY, Matrix, ViewBox, view_box
from prancha.graphics.svg.normal import FILE_UNITS, Plain
from prancha.graphics.svg.plain_svg import plain_drawing
from prancha.graphics.svg.style import START
from prancha.graphics.svg.svg_markup import (
    DrawingFault,
    DrawingFaults,
    ExternalMarkupFault,
    TooMuch,
    parse_symbol,
)
from prancha.model.face import RenderSettings, Resource, ResourceKind
from prancha.model.units import MM_PER_INCH
from prancha.render.filter_pictures import Effects
from prancha.render.image_objects import ShownPicture, convert_to_grey, encode, upright
from prancha.render.path_operators import n
from prancha.render.resources import DocumentResources, PrintedWord
from prancha.render.stream import Stream
from prancha.render.stream_operators import FAR_AROUND


def ids_of(root: Element) -> dict[str, Element]:
    """The elements of a drawing by id; of several with one, the first is meant."""
    found: dict[str, Element] = {}
    for element in root.iter():
        if "id" in element.attrib:
            found.setdefault(element.attrib["id"], element)
    return found


def blends(root: Element) -> bool:
    """Return whether anything of a drawing blends with what is below it."""
    return any("mix-blend-mode" in element.attrib for element in root.iter())


MAX_ELEMENTS = 100_000
MOST_PAINTED = 1_000_000
"""Elements that a face paints, those of tiles and masks as often as they are painted: viewers and printers
take seconds for so many."""


Made = TypeVar("Made")


class Noted(Struct, Generic[Made], frozen=True):
    """A result with what every face that shows it needs: resources, words, remarks, painted elements."""

    made: Made
    resources: set[str]
    spoken: set[PrintedWord]
    remarks: set[str]
    painted: int


class FaceObjects:
    """Puts objects into `document`, and counts what the face being drawn paints."""

    def __init__(self) -> None:
        self.document = DocumentResources()
        self.remarks: set[str] = set()
        """What of the face being drawn is printed otherwise than as vectors, or left out."""
        self._elements = self.painted = 0

    def _begin(self) -> None:
        """Clear the notes on the previous face."""
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
        """The name of the graphics state that blends by a mode of CSS: by `ColorDodge` for `color-dodge`."""
        name = mode.title().replace("-", "")  # Compositing 1, 10, and ISO 32000-1, 11.3.5
        return self.document.keep(Resource(f"b{name}", "ExtGState", f"/BM /{name}"))

    def mask(self, operators: str, kind: str) -> str:
        """The name of the graphics state that masks by the `Luminosity` or `Alpha` of what operators draw."""
        form = self.form(operators, FAR_AROUND, group=True, isolated=True)
        return self.document.keep(Resource(f"{form}{kind[0]}", "ExtGState", f"/S /{kind}", mask=form))


class DrawnPictures(FaceObjects, ABC):
    """Puts what lies in files, and what filters make of elements, into `document`."""

    def __init__(
        self, book: FontBook, symbols: Mapping[str, str], pictures: Sequence[Path], settings: RenderSettings
    ) -> None:
        super().__init__()
        self.pictures = pictures
        self._shown: dict[tuple[str, float | None], Noted[ShownPicture]] = {}
        self._inside = ""
        self._dpi = settings.raster
        self._measures = Letters(book, stands_in=True)
        self._symbols, self._languages = symbols, settings.languages
        self._effects = Effects(book, symbols, self.pictures, settings.raster)

    @abstractmethod
    def _stream(
        self, ids: Mapping[str, Element], unit: float | None, box: ViewBox, blends: bool = False
    ) -> Stream:
        """A content stream of a drawing with these ids, whose unit is `unit` mm on paper."""

    def picture_size(self, href: str) -> tuple[float, float]:
        """Width and height of a picture in pixels, or of a drawing in its own units."""
        if (href, None) in self._shown:
            shown = self._shown[href, None].made
            return shown.box[2], shown.box[3]
        _, seen, _ = self._look(href)
        return seen.width, seen.height

    def _look(self, href: str) -> tuple[bytes, Look, Path | None]:
        """The bytes of a picture, what it is, and its file where it has one.

        Raises DrawingFault; of a drawing all that is wrong with it, at its own lines.
        """
        file = None if href.startswith("data:") else find(href, self.pictures)
        with self._placed(href):
            if file is None:
                data = load(href, self.pictures)  # which tells why there is none
                return data, look(data, href), None
            return *look_and_read(file, href), file

    @contextmanager
    def _placed(self, href: str) -> Iterator[None]:
        """Errors of a drawing are located in its file."""
        try:
            yield
        except DrawingFault as found:
            if not any(isinstance(each, ExternalMarkupFault) for each in found):
                raise
            from prancha.graphics.pictures import in_file

            raise in_file(found, href, self.pictures) from None

    def picture(self, href: str, unit: float | None, smooth: bool, grey: bool = False) -> ShownPicture:
        """A picture, `smooth` where it is enlarged, or a drawing from a file, put into the document."""
        pixels = (f"{href} in greys" if grey else href, None if smooth else 0.0)
        if pixels in self._shown:
            return self.recalled(self._shown[pixels])
        data, seen, file = self._look(href)
        if seen.kind == "SVG":
            key = (href, unit if b"filter" in data else None)
            if key not in self._shown:
                with self._placed(href):
                    self._shown[key] = self.noted(lambda: self._drawing(data, href, key[1]))
            return self.recalled(self._shown[key])
        if seen.kind == "PDF" and not grey:
            return self._shown_page(data, href)
        remark = ""
        if seen.kind == "PDF":
            remark = f'the PDF "{href}" is printed in greys as a picture of {self._dpi} dpi'
            data = self._drawn_page(data, href, seen)
        if grey:
            data, file = convert_to_grey(data, href), None
            seen = look(data, href)

        def keep() -> ShownPicture:
            if remark:
                self.remarks.add(remark)
            resources = encode(data, href, seen, smooth, file)
            for resource in resources:
                self.document.keep(resource)
            return ShownPicture(resources[0].name, (0.0, 0.0, seen.width, seen.height), upright(seen))

        self._shown[pixels] = self.noted(keep)
        return self.recalled(self._shown[pixels])

    def _shown_page(self, data: bytes, href: str) -> ShownPicture:
        """The page of a PDF as it is, with its fonts."""
        from prancha.graphics.pdf_art import read_page

        def keep() -> ShownPicture:
            page = read_page(data, href)
            for part in page.parts:
                mine = part.name == page.form
                kind: ResourceKind = "XObject" if mine else "Part"
                self.document.keep(Resource(part.name, kind, part.entries, part.content, foreign=mine))
            return ShownPicture(page.form, (0.0, 0.0, page.width, page.height), IDENTITY)

        if (href, None) not in self._shown:
            self._shown[href, None] = self.noted(keep)
        return self.recalled(self._shown[href, None])

    def _drawn_page(self, data: bytes, href: str, seen: Look) -> bytes:
        """The page of a PDF as a PNG, transparent where nothing is painted."""
        from prancha.graphics.pdf_art import draw_page

        size = (
            max(1, round(seen.width * self._dpi / MM_PER_INCH)),
            max(1, round(seen.height * self._dpi / MM_PER_INCH)),
        )
        out = io.BytesIO()
        draw_page(data, href, size).save(out, "PNG")
        return out.getvalue()

    def _drawing(self, data: bytes, href: str, unit: float | None) -> ShownPicture:
        """An SVG file as a form: a group, so that it fades as one."""
        from prancha.graphics.pictures import drawing
        from prancha.graphics.svg.normal.normaliser import normalise
        from prancha.graphics.svg.normal.plain_fonts import settle_fonts

        if self._inside:
            raise DrawingFault(
                f'the picture "{self._inside}" shows another drawing, "{href}"', "put both into one file"
            )
        self._inside = href
        try:
            found = drawing(data)
            self.remarks.update(f'the picture "{href}", {each}' for each in found.told)
            try:
                plain = normalise(
                    found.root,
                    found.box,
                    units=FILE_UNITS,
                    letters=self._measures,
                    languages=self._languages,
                    page=found.page,
                )
                self.remarks.update(f'the picture "{href}": {each}' for each in plain.told)
                for element, why in settle_fonts(plain, found.box, self._measures, forgives=True):
                    line = found.lines.get(element, 1) if element is not None else 1
                    self.remarks.add(f'the picture "{href}", line {line}: {why}')
                return self._form_of(plain, found.box, unit, group=True)
            except DrawingFault as fault:
                raise found.placed(fault) from None
        finally:
            self._inside = ""

    def _form_of(self, plain: Plain, box: ViewBox, unit: float | None, group: bool) -> ShownPicture:
        """A plain drawing as a form that begins with no one's colours."""
        root = plain.root
        ids = ids_of(root)
        stream = self._stream(ids, unit, box, blends(root))
        stream.begin_form()
        try:
            for child in root:
                stream.element(child, START, 0)
        except DrawingFault as fault:
            fault.element = plain.source(fault.element)
            raise
        isolated = stream.blends
        name = self.form("\n".join(stream.out), box, group or isolated, isolated)
        return ShownPicture(name, box, IDENTITY)

    def shared_drawing(self, name: str) -> ShownPicture:
        """A drawing that faces share, with its own colours and gradients."""
        if (name, None) not in self._shown:
            if name not in self._symbols:
                raise DrawingFault(f'use refers to "#{name}", which does not exist')
            self._shown[name, None] = self.noted(lambda: self._shared(name))
        return self.recalled(self._shown[name, None])

    def _shared(self, name: str) -> ShownPicture:
        """A drawing translated from a file; its errors are located in that file."""
        root = deepcopy(parse_symbol(self._symbols[name]))
        file, box = root.get("data-file", ""), view_box(root)
        self.remarks.update(f"{file}, {each}" for each in root.get("data-told", "").split("\n") if each)
        try:
            plain = plain_drawing(root, box, FILE_UNITS, self._measures, self._languages)
            self.remarks.update(f"{file}: {each}" for each in plain.told)
            return self._form_of(plain, box, 1.0, group=False)
        except DrawingFault as found:
            lines = [None if each.element is None else each.element.get("data-line") for each in found]
            raise DrawingFaults(
                ExternalMarkupFault(each.message, int(line or 1), each.hint, file) if file else each
                for each, line in zip(found, lines, strict=True)
            ) from None

    def effect(
        self, element: Element, matrix: Matrix, box: ViewBox, unit: float, ids: Mapping[str, Element]
    ) -> ShownPicture | None:
        """An element with a filter as a picture; None where nothing of it is seen."""
        resources, shown = self._effects.drawn(element, matrix, box, unit, ids)
        for resource in resources:
            self.document.keep(resource)
        self.remarks.add(self._effects.remark)
        return shown
