"""Pictures and drawings from files as objects of a document, each made once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from xml.etree.ElementTree import Element

from prancha.graphics.fonts import FontBook, Letters
from prancha.graphics.svg.boxes import ViewBox, view_box
from prancha.graphics.svg.errors import DrawingFault, DrawingFaults
from prancha.graphics.svg.external_markup import ExternalMarkupFault
from prancha.graphics.svg.markup import parse_symbol
from prancha.graphics.svg.matrix import IDENTITY, Matrix
from prancha.graphics.svg.normal import FILE_UNITS, Plain, normalise
from prancha.graphics.svg.reading import plain_drawing
from prancha.graphics.svg.style import START
from prancha.model.art import RenderSettings
from prancha.render.effects import Effects
from prancha.render.elements import blends, ids_of
from prancha.render.face_objects import FaceObjects
from prancha.render.picture_files import PictureFiles
from prancha.render.protocol import Noted, ShownPicture
from prancha.render.stream import Stream


class DrawnPictures(FaceObjects, ABC):
    """Puts what lies in files, and what filters make of elements, into `document`."""

    def __init__(
        self, book: FontBook, symbols: Mapping[str, str], pictures: Sequence[Path], settings: RenderSettings
    ) -> None:
        super().__init__()
        self.pictures, self._files = pictures, PictureFiles(pictures)
        self._shown: dict[tuple[str, float | None], Noted[ShownPicture]] = {}
        self._inside = ""
        self._by_language = False
        self._read_in(book, symbols, settings)

    def _read_in(self, book: FontBook, symbols: Mapping[str, str], settings: RenderSettings) -> None:
        """Draw in the languages of some settings from now on."""
        self._measures = Letters(book)
        self._symbols, self._languages = symbols, settings.languages
        self._effects = Effects(book, symbols, self.pictures, settings.raster)

    @abstractmethod
    def _stream(
        self, ids: Mapping[str, Element], unit: float | None, box: ViewBox, blends: bool = False
    ) -> Stream:
        """A content stream of a drawing with these ids, whose unit is `unit` mm on paper."""

    def _note_languages(self, root: Element) -> None:
        """Note whether an element is for readers of some languages alone."""
        self._by_language |= any("systemLanguage" in element.attrib for element in root.iter())

    def picture_size(self, href: str) -> tuple[float, float]:
        """Width and height of a picture in pixels, or of a drawing in its own units."""
        if (href, None) in self._shown:
            shown = self._shown[href, None].made
            return shown.box[2], shown.box[3]
        _, seen = self._files.look(href)
        return seen.width, seen.height

    def picture(self, href: str, unit: float | None, smooth: bool, grey: bool = False) -> ShownPicture:
        """A picture, `smooth` where it is enlarged, or a drawing from a file, put into the document."""
        pixels = (f"{href} in greys" if grey else href, None if smooth else 0.0)
        if pixels in self._shown:
            return self.recalled(self._shown[pixels])
        data, seen = self._files.look(href)
        if seen.kind == "SVG":
            key = (href, unit if b"filter" in data else None)
            if key not in self._shown:
                with self._files.told(href):
                    self._shown[key] = self.noted(lambda: self._drawing(data, href, key[1]))
            return self.recalled(self._shown[key])
        self._shown[pixels] = self.noted(lambda: self._pixels(href, smooth, grey))
        return self.recalled(self._shown[pixels])

    def _pixels(self, href: str, smooth: bool, grey: bool) -> ShownPicture:
        resources, shown = self._files.pixels(href, smooth, grey)
        for resource in resources:
            self.document.keep(resource)
        return shown

    def _drawing(self, data: bytes, href: str, unit: float | None) -> ShownPicture:
        """An SVG file as a form: a group, so that it fades as one."""
        from prancha.graphics.pictures.drawing import drawing

        if self._inside:
            raise DrawingFault(
                f'the picture "{self._inside}" shows another drawing, "{href}"', "put both into one file"
            )
        self._inside = href
        try:
            found = drawing(data)
            self.remarks.update(f'the picture "{href}", {each}' for each in found.told)
            try:
                self._note_languages(found.root)
                plain = normalise(
                    found.root, found.box, units=FILE_UNITS, letters=self._measures,
                    languages=self._languages, page=found.page,
                )  # fmt: skip
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
        """A drawing that a file became a template of: what is wrong with it is told at the file's line."""
        root = deepcopy(parse_symbol(self._symbols[name]))
        file, box = root.get("data-file", ""), view_box(root)
        self.remarks.update(
            f"{file}, {each.strip()}" for each in root.get("data-told", "").split(";") if each
        )
        try:
            self._note_languages(root)
            plain = plain_drawing(root, box, FILE_UNITS, self._measures, self._languages)
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
