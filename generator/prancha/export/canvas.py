"""ReportLab's canvas for sheets: millimetres with y down, compact names of faces, layers, no Helvetica."""

from __future__ import annotations

import io
import zlib
from collections.abc import Mapping
from functools import lru_cache

from prancha.export.mark_operators import CONTOUR_LAYER, CUT_LAYER, SEPARATION
from prancha.export.metadata import NAMES, VERSIONS, About, Info, mark_colours, output_intent, xmp
from prancha.export.pdf_objects import Raw, pack_document, reference
from prancha.export.placement import PdfBox
from prancha.export.reportlab_parts import Canvas, pdfdoc
from prancha.model.printing import Press
from prancha.model.units import PT_PER_MM

SAFE_LAYER = "Safe"
LAYERS = {
    CUT_LAYER: "Cut lines and marks",
    SAFE_LAYER: "Trim and safe zone",
    CONTOUR_LAYER: "CutContour",
}


class SheetCanvas(Canvas):  # type: ignore[misc]  # ReportLab has no types
    """ReportLab's canvas without its Helvetica, with compact names for forms."""

    def __init__(
        self,
        resources: Resources,
        about: About,
        show_safe: bool,
        cut_contour: bool,
        press: Press | None = None,
    ) -> None:
        """Layers are added to `resources`, which pages have, or refer to.

        With a `press`, the file is made for it: its colours, and the standard that it asks for.
        """
        super().__init__(io.BytesIO(), invariant=1, lang=about.lang)
        self._press, standard = press, press.standard if press else ""
        self._doc.format = lambda: pack_document(self._doc, VERSIONS[standard])
        self._doc.info = Info(about, NAMES[standard])
        # Not compressed, so that programs without a PDF reader find the packet too.
        packet = xmp(about, self._doc._timeStamp.YMDhms, NAMES["x4"] if standard == "x4" else "")
        self._doc.Catalog.Metadata = Raw("/Type /Metadata /Subtype /XML", packet)
        self.boxed = bool(standard)
        """Whether each page must say where it is trimmed, even one without pieces."""
        wanted = {CUT_LAYER: True, SAFE_LAYER: show_safe, CONTOUR_LAYER: cut_contour}
        self.layers = tuple(key for key in LAYERS if wanted[key])
        # PDF/X-1a knows none: what would be on one is on the page, marked by its name.
        layers = self.layers if standard != "x1a" else ()
        self._layers = {key: Raw(f"/Type /OCG /Name ({LAYERS[key]})") for key in layers}
        self.show_safe = show_safe
        self.page_resources: Raw = resources
        self.deflated: bytes | None = None
        """The stream of the page that is shown next, where it is known already."""
        resources.kinds["Properties"] = dict(self._layers)
        if cut_contour:
            resources.kinds["ExtGState"][CONTOUR_LAYER] = Raw("/Type /ExtGState /OP true /op true /OPM 1")
            resources.kinds["ColorSpace"] = {CONTOUR_LAYER: _Literal(SEPARATION)}
        catalogue = self._doc.Catalog
        if layers:
            # Viewers offer only layers that the catalogue lists.
            listed = pdfdoc.PDFArray(list(self._layers.values()))
            named = {"Name": pdfdoc.PDFString("prancha")} if standard else {}
            state = pdfdoc.PDFDictionary({**named, "Order": listed, "ON": listed})
            catalogue.OCProperties = pdfdoc.PDFDictionary({"OCGs": listed, "D": state})
            catalogue.__Defaults__ = {**catalogue.__Defaults__, "OCProperties": None}
        if press is not None:
            catalogue.OutputIntents = pdfdoc.PDFArray([output_intent(press)])
            catalogue.__Defaults__ = {**catalogue.__Defaults__, "OutputIntents": None}

    def _make_preamble(self) -> None:
        # The stock preamble selects Helvetica on every page and thereby lists
        # a font that is not embedded.  This one is the only place where
        # millimetres with y down become points with y up.
        k = PT_PER_MM
        self._preamble = f"{k:.8f} 0 0 {-k:.8f} 0 {self._pagesize[1]:.4f} cm"

    def showPage(self) -> bytes:  # noqa: N802 (ReportLab's name)
        """End a page and return its deflated stream.  Pages hold no more than `_Page` writes."""
        empty = self.deflated is not None and not self._code
        if self.deflated is None:
            stream = "\n".join((self._preamble, *self._code, " ")) + "\n"
            if self._press is not None:
                stream = mark_colours(stream)
            self.deflated = zlib.compress(stream.encode("latin-1"), 9)
        deflated, self.deflated = self.deflated, None
        content = Raw("/Filter /FlateDecode", deflated)
        boxes = None
        if self._trimBox is not None:
            boxes = _array(self._trimBox), _array(self._bleedBox)
        self._doc.addPage(_Page(content, self.page_resources, _array((0, 0, *self._pagesize)), boxes))
        if empty:  # nothing was drawn: the state is that of a new page
            self._pageNumber += 1
        else:
            self._startPage()
        return deflated

    def set_boxes(self, trim: PdfBox | None, bleed: PdfBox | None) -> None:
        """Set the trim and bleed boxes of this page and those that follow."""
        self._trimBox, self._bleedBox = trim, bleed

    def addLiteral(self, text: str, escaped: int = 1) -> None:  # noqa: N802 (ReportLab's name)
        """Append to the page; in a file without layers, mark what would be on one by the layer's name."""
        if not self._layers and text.startswith("/OC "):
            text = text.removeprefix("/OC ").replace("BDC", "BMC", 1)
        super().addLiteral(text, escaped)


class _Page(Raw):
    """A page as ReportLab writes it, ten times faster: what is the same on all pages is formatted once."""

    def __init__(
        self, content: Raw, resources: Raw, media: bytes, trim_and_bleed: tuple[bytes, bytes] | None
    ) -> None:
        super().__init__("")
        self._parts, self._media, self._boxes = (content, resources), media, trim_and_bleed

    def pieces(self, document: pdfdoc.PDFDocument) -> tuple[bytes, ...]:
        """Return its dictionary as bytes."""
        parent, content, resources = (reference(one, document) for one in (document.Pages, *self._parts))
        main = b"/Contents %b /MediaBox %b /Parent %b /Resources %b /Rotate 0" % (
            content,
            self._media,
            parent,
            resources,
        )
        if self._boxes is None:
            return (b"<<\n%b /Trans <<\n\n>> \n  /Type /Page\n>>" % main,)
        trim, bleed = self._boxes
        return (b"<<\n/BleedBox %b %b \n  /Trans <<\n\n>> /TrimBox %b /Type /Page\n>>" % (bleed, main, trim),)


@lru_cache(maxsize=64)
def _array(values: tuple[float, ...]) -> bytes:
    """A box as ReportLab writes it: the same on most pages."""
    source: bytes = pdfdoc.PDFArray(values).format(None)
    return source


class _Literal(pdfdoc.PDFObject):  # type: ignore[misc]  # ReportLab has no types
    """PDF source, written as it is as an object of its own."""

    __RefOnly__ = 1

    def __init__(self, text: str) -> None:
        self._text = text

    def format(self, _: pdfdoc.PDFDocument) -> bytes:
        """Return the source."""
        return self._text.encode("ascii")


class Resources(Raw):
    """The dictionary that maps names in content streams to objects, by kind: fonts, forms, layers...

    A kind that others refer to is an object of its own.
    """

    def __init__(self, *kinds: str) -> None:
        super().__init__("")
        self.kinds: dict[str, dict[str, pdfdoc.PDFObject]] = {kind: {} for kind in kinds}
        self._objects: dict[str, _Names] = {}
        self._source: bytes | None = None

    def refer(self, kind: str, other: Resources) -> None:
        """Share all of a kind that `other` has."""
        members = other.kinds.get(kind)
        if members:
            self._objects[kind] = other._objects.setdefault(kind, _Names(members))

    def pieces(self, document: pdfdoc.PDFDocument) -> tuple[bytes, ...]:
        """Return the finished dictionary as bytes."""
        if self._source is None:
            self._source = self._written(document)
        return (self._source,)

    def _written(self, document: pdfdoc.PDFDocument) -> bytes:
        parts = []
        for kind in {**self.kinds, **self._objects}:
            if kind in self._objects:
                number = reference(self._objects[kind], document).decode("latin1")
                parts.append(f"/{kind} {number}")
            elif self.kinds[kind]:
                parts.append(f"/{kind} {_named(self.kinds[kind], document)}")
        return ("<<" + " ".join(parts) + ">>").encode("latin1")


class SameResources(Raw):
    """A dictionary equal to that of an earlier page, written as an object of its own."""

    def __init__(self, before: Resources) -> None:
        super().__init__("")
        self._before = before

    def pieces(self, document: pdfdoc.PDFDocument) -> tuple[bytes, ...]:
        """Return the dictionary as bytes."""
        return self._before.pieces(document)


class _Names(Raw):
    """The names of one kind, as an object."""

    def __init__(self, members: Mapping[str, pdfdoc.PDFObject]) -> None:
        super().__init__("")
        self._members = members

    def pieces(self, document: pdfdoc.PDFDocument) -> tuple[bytes, ...]:
        """Return the dictionary as bytes."""
        return (_named(self._members, document).encode("latin1"),)


def _named(members: Mapping[str, pdfdoc.PDFObject], document: pdfdoc.PDFDocument) -> str:
    inner = " ".join(
        f"/{name} {reference(raw, document).decode('latin1')}" for name, raw in sorted(members.items())
    )
    return f"<<{inner}>>"
