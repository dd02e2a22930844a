"""PDF objects that ReportLab lacks: form XObjects from ready streams, and glyph-id fonts."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

from prancha.export.reportlab_parts import pdfdoc
from prancha.graphics.fonts import Font, FontError
from prancha.model.art import Art, Resource
from prancha.model.content import Content
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.units import fine
from prancha.system.contents import bytes_of


class Raw(pdfdoc.PDFObject):  # type: ignore[misc]  # ReportLab has no types
    """An indirect object given as PDF source: a dictionary body and maybe a stream.

    ReportLab's own stream class formats the dictionary anew for each object,
    which for thousands of faces costs more than drawing them.
    """

    __RefOnly__ = 1

    def __init__(
        self, entries: str, content: Content | None = None, **references: pdfdoc.PDFObject | Sequence[Raw]
    ) -> None:
        self.entries, self.content, self.references = entries, content, references

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        """Bytes of the object; references get their numbers here."""
        return b"".join(map(bytes_of, self.pieces(document)))

    def pieces(self, document: pdfdoc.PDFDocument) -> tuple[Content, ...]:
        """The same in pieces, its stream as it is."""
        entries = self.entries
        for key, target in sorted(self.references.items()):
            entries += f" /{key} {_reference(target, document)}"
        if self.content is None:
            return (f"<<{entries}>>".encode("latin1"),)
        head = f"<<{entries} /Length {len(self.content)}>>\nstream\n".encode("latin1")
        return head, self.content, b"\nendstream"


def reference(target: pdfdoc.PDFObject, document: pdfdoc.PDFDocument) -> bytes:
    """What refers to an object, which gets its number here if it has none.

    ReportLab makes an object of each reference, to be written later.
    """
    if not hasattr(target, "__InternalName__"):
        document.Reference(target)
    return b"%d %d R" % document.idToObjectNumberAndVersion[target.__InternalName__]


def _reference(target: pdfdoc.PDFObject | Sequence[Raw], document: pdfdoc.PDFDocument) -> str:
    if isinstance(target, Sequence):
        return "[" + " ".join(_reference(one, document) for one in target) + "]"
    return reference(target, document).decode("latin1")


def face_form(art: Art, resources: Raw) -> Raw:
    """The form XObject of a face, in mm with y down; placing it turns these into points."""
    box = " ".join(map(fine, art.box))
    entries = f"/Subtype /Form /BBox [{box}] /Filter /FlateDecode"
    return Raw(entries, zlib.compress(art.content, 9), Resources=resources)


def shared_resource(resource: Resource, mask: Raw | None, resources: Raw) -> Raw:
    """An icon, gradient, picture or transparency; forms look up names in `resources`."""
    references: dict[str, Raw] = {}
    if resource.kind == "ExtGState" and mask is not None:
        # What such a state says itself is how its group masks.
        return Raw("/Type /ExtGState", SMask=Raw(f"/Type /Mask {resource.entries}", G=mask))
    if mask is not None:
        references["SMask"] = mask
    if "/Subtype /Form" in resource.entries:
        references["Resources"] = resources
    return Raw(resource.entries, resource.content, **references)


def glyph_font(font: Font, texts: Mapping[int, str], wider: int = 0) -> Raw:
    """A Type 0 font whose codes are glyph ids, embedded as a subset (ISO 32000-1, 9.7).

    All its glyphs are `wider` by so many font units, in the file too: both shall be the same (9.2.4).
    """
    per_em = 1000 / font.units_per_em
    gids = sorted(texts)
    name = subset_name(font, gids, wider)
    try:
        program = font.subset(gids, wider)
    except FontError as error:  # found only now: which glyphs are printed decides it
        raise Failure(
            [Diagnostic(Place(str(font.path)), error.code, error.message, hint=error.hint)]
        ) from None
    file = Raw(f"/Filter /FlateDecode /Length1 {len(program)}", zlib.compress(program, 9))
    box = " ".join(str(round(v * per_em)) for v in font.bbox)
    flags = 4 | (64 if font.italic else 0)
    descriptor = Raw(
        f"/Type /FontDescriptor /FontName /{name} /Flags {flags} /FontBBox [{box}] "
        f"/ItalicAngle {fine(font.italic_angle)} /Ascent {round(font.ascent * per_em)} "
        f"/Descent {round(font.descent * per_em)} /CapHeight {round(font.cap_height * per_em)} /StemV 80",
        FontFile2=file,
    )
    widths = " ".join(f"{gid} [{font.told_width(gid, wider)}]" for gid in gids)
    descendant = Raw(
        f"/Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDToGIDMap /Identity "
        f"/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /W [{widths}]",
        FontDescriptor=descriptor,
    )
    unicode_map = Raw("/Filter /FlateDecode", zlib.compress(to_unicode(texts), 9))
    top = f"/Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H"
    return Raw(top, DescendantFonts=[descendant], ToUnicode=unicode_map)


def subset_name(font: Font, gids: list[int], wider: int = 0) -> str:
    """`ABCDEF+Name`: the tag that marks a subset, made from the glyphs in it."""
    value = zlib.crc32(repr((gids, wider) if wider else gids).encode())
    letters = ""
    for _ in range(6):
        value, digit = divmod(value, 26)
        letters += chr(65 + digit)
    plain = "".join(c for c in font.postscript_name if c.isascii() and (c.isalnum() or c == "-"))
    return f"{letters}+{plain or font.key}"


def to_unicode(texts: Mapping[int, str]) -> bytes:
    """The CMap that gives searching and copying its text back."""
    pairs = [(gid, text) for gid, text in sorted(texts.items()) if text]
    blocks = []
    for start in range(0, len(pairs), 100):
        part = pairs[start : start + 100]
        lines = "\n".join(f"<{gid:04x}> <{text.encode('utf-16-be').hex()}>" for gid, text in part)
        blocks.append(f"{len(part)} beginbfchar\n{lines}\nendbfchar")
    body = "\n".join(blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"
        f"{body}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    ).encode("ascii")
