"""ReportLab's canvas for sheets: millimetres with y down, compact names of faces, layers, no Helvetica."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from prancha.export.mark_operators import CONTOUR_LAYER, CUT_LAYER, SEPARATION
from prancha.export.metadata import NAMES, VERSIONS, About, Info, mark_colours, output_intent, xmp
from prancha.export.pdf_objects import Raw, pack_document, reference
from prancha.export.placement import PdfBox
from prancha.model.printing import Press
from prancha.model.units import PT_PER_MM

SAFE_LAYER = "Safe"
LAYERS = {
    CUT_LAYER: "Cut lines and marks",
    SAFE_LAYER: "Trim and safe zone",
    CONTOUR_LAYER: "CutContour",
}


Deflate = Callable[[bytes], bytes]


def deflated(stream: bytes) -> bytes:
    """Compress a stream for /FlateDecode, as small as zlib makes it."""
    return zlib.compress(stream, 9)


class SheetCanvas(Canvas):  # type: ignore[misc]  # ReportLab has no types
    """ReportLab's canvas without its Helvetica, with compact names for forms."""

    def __init__(
        self,
        resources: Resources,
        about: About,
        show_safe: bool,
        cut_contour: bool,
        press: Press | None = None,
        deflate: Deflate = deflated,
    ) -> None:
        """Layers are added to `resources`, which pages have, or refer to.

        With a `press`, the file is made for it: its colours, and the standard that it asks for.
        """
        super().__init__(io.BytesIO(), invariant=1, lang=about.lang)
        self._deflate = deflate
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
        self.page_entries = ""
        """Further entries of this page alone, which may name `page_parts` as `@name`."""
        self.page_parts: dict[str, Raw] = {}
        self.written: list[Raw] = []
        """The pages so far."""
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

    def showPage(self) -> None:  # noqa: N802 (ReportLab's name)
        """End a page."""
        stream = "\n".join((self._preamble, *self._code, " ")) + "\n"
        if self._press is not None:
            stream = mark_colours(stream)
        content = Raw("/Filter /FlateDecode", self._deflate(stream.encode("latin-1")))
        boxes = f"/MediaBox {_array((0, 0, *self._pagesize))}"
        if self._trimBox is not None:
            boxes += f" /TrimBox {_array(self._trimBox)} /BleedBox {_array(self._bleedBox)}"
        # ReportLab's own page takes ten times as long to write.
        page = Raw(
            f"/Type /Page {boxes}{self.page_entries}",
            parts=self.page_parts,
            Contents=content,
            Parent=self._doc.Pages,
            Resources=self.page_resources,
        )
        self.page_entries, self.page_parts = "", {}
        self.written.append(page)
        self._doc.addPage(page)
        self._startPage()

    def set_in_catalogue(self, **entries: pdfdoc.PDFObject | str) -> None:
        """Add entries to the document's catalogue: objects, or PDF source."""
        catalogue = self._doc.Catalog
        for name, value in entries.items():
            setattr(catalogue, name, _Literal(value) if isinstance(value, str) else value)
            catalogue.__Defaults__ = {**catalogue.__Defaults__, name: None}

    def set_boxes(self, trim: PdfBox | None, bleed: PdfBox | None) -> None:
        """Set the trim and bleed boxes of this page and those that follow."""
        self._trimBox, self._bleedBox = trim, bleed

    def addLiteral(self, text: str, escaped: int = 1) -> None:  # noqa: N802 (ReportLab's name)
        """Append to the page; in a file without layers, mark what would be on one by the layer's name."""
        if not self._layers and text.startswith("/OC "):
            text = text.removeprefix("/OC ").replace("BDC", "BMC", 1)
        super().addLiteral(text, escaped)


@lru_cache(maxsize=64)
def _array(values: tuple[float, ...]) -> str:
    """Return a box as ReportLab writes it, which is the same on most pages."""
    source: bytes = pdfdoc.PDFArray(values).format(None)
    return source.decode("ascii")


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

    def refer(self, kind: str, other: Resources) -> None:
        """Share all of a kind that `other` has."""
        members = other.kinds.get(kind)
        if members:
            self._objects[kind] = other._objects.setdefault(kind, _Names(members))

    def pieces(self, document: pdfdoc.PDFDocument) -> tuple[bytes, ...]:
        """Return the finished dictionary as bytes."""
        parts = []
        for kind in {**self.kinds, **self._objects}:
            if kind in self._objects:
                number = reference(self._objects[kind], document).decode("latin1")
                parts.append(f"/{kind} {number}")
            elif self.kinds[kind]:
                parts.append(f"/{kind} {_named(self.kinds[kind], document)}")
        return (("<<" + " ".join(parts) + ">>").encode("latin1"),)


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
