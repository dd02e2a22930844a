"""What a PDF says of itself: Info dictionary, XMP packet, and the output intent of a file for a press."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct
from reportlab.pdfbase import pdfdoc

from prancha.export.pdf_objects import Raw
from prancha.model.printing import Press
from prancha.model.units import number

CREATOR = "prancha"
PRODUCER = "prancha, ReportLab"
_NAMESPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "xmp": "http://ns.adobe.com/xap/1.0/",
}
_OF_STANDARDS = {
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
}
_NOT_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""Characters that no XML file may hold (XML 1.0, 2.2)."""


class About(Struct, frozen=True):
    """What a document is: its authors, subject and language; empty values are left out.

    `author` has all names in one string, so that XMP and the Info dictionary agree.  `rights` is the licence.
    """

    title: str
    author: str = ""
    lang: str = ""
    subject: str = ""
    keywords: Sequence[str] = ()
    rights: str = ""


class Info(pdfdoc.PDFInfo):  # type: ignore[misc]  # ReportLab has no types
    """The Info dictionary, without the placeholders that ReportLab writes for unknown values."""

    def __init__(self, about: About, standard: str = "") -> None:
        """`standard` is the version of PDF/X stated here."""
        super().__init__()
        self._texts = {
            "Title": about.title,
            "Author": about.author,
            "Subject": about.subject,
            "Keywords": ", ".join(about.keywords),
            "Creator": CREATOR,
            "Producer": PRODUCER,
            "GTS_PDFXVersion": standard,
        }

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        """Return the dictionary as bytes."""
        made = pdfdoc.PDFDate(ts=document._timeStamp)
        entries = {key: pdfdoc.PDFString(text) for key, text in self._texts.items() if text}
        entries |= {"CreationDate": made, "ModDate": made, "Trapped": pdfdoc.PDFName("False")}
        source: bytes = pdfdoc.PDFDictionary(entries).format(document)
        return source


def xmp(about: About, moment: Sequence[int], standard: str = "") -> bytes:
    """Return the XMP packet; `moment` is the time of making in UTC: year, month, day, hour, minute, second.

    `standard` is the version of PDF/X stated here, which requires more of a file's history.
    """
    year, month, day, hour, minute, second = moment
    made = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
    simple = {
        "dc:format": "application/pdf",
        "pdf:Keywords": ", ".join(about.keywords),
        "pdf:Producer": PRODUCER,
        "pdf:Trapped": "False",
        "xmp:CreateDate": made,
        "xmp:CreatorTool": CREATOR,
        "xmp:ModifyDate": made,
    }
    named = dict(_NAMESPACES)
    if standard:
        simple |= _history(about, made, standard)
        named |= _OF_STANDARDS
    spaces = "".join(f' xmlns:{name}="{uri}"' for name, uri in named.items() if name != "rdf")
    lines = [f"<{key}>{_text(text)}</{key}>" for key, text in simple.items() if text]
    lines += _lists(about)
    return "\n".join(
        (
            '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
            f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="{_NAMESPACES["rdf"]}">',
            f'<rdf:Description rdf:about=""{spaces}>',
            *lines,
            "</rdf:Description></rdf:RDF></x:xmpmeta>",
            '<?xpacket end="r"?>',
        )
    ).encode()


def _history(about: About, made: str, standard: str) -> Mapping[str, str]:
    """Return the history that PDF/X-4 requires: a document of which this is the only version."""
    identity = sha256(msgspec.json.encode((about, made, standard))).hexdigest()
    number = "-".join((identity[:8], identity[8:12], identity[12:16], identity[16:20], identity[20:32]))
    return {
        "pdfxid:GTS_PDFXVersion": standard,
        "xmp:MetadataDate": made,
        "xmpMM:DocumentID": f"uuid:{number}",
        "xmpMM:RenditionClass": "default",
        "xmpMM:VersionID": "1",
    }


def _lists(about: About) -> Iterator[str]:
    for key, kind, texts in (
        ("dc:title", "Alt", (about.title,)),
        ("dc:creator", "Seq", (about.author,)),
        ("dc:description", "Alt", (about.subject,)),
        ("dc:subject", "Bag", about.keywords),
        ("dc:language", "Bag", (about.lang,)),
        ("dc:rights", "Alt", (about.rights,)),
    ):
        which = ' xml:lang="x-default"' if kind == "Alt" else ""
        items = "".join(f"<rdf:li{which}>{_text(text)}</rdf:li>" for text in texts if text)
        if items:
            yield f"<{key}><rdf:{kind}>{items}</rdf:{kind}></{key}>"


def _text(text: str) -> str:
    # Printable text is valid XML; compiling a pattern of so many characters takes as long as ten modules.
    text = text if text.isprintable() else re.sub(_NOT_XML, "", text)
    # The standard library's functions import the names of all entities, or half the library.
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


VERSIONS: Mapping[str, str] = {"": "1.6", "x4": "1.6", "x1a": "1.4"}
NAMES: Mapping[str, str] = {"": "", "x4": "PDF/X-4", "x1a": "PDF/X-1a:2003"}
"""Names of the standards, as they stand in the file."""
_REGISTRY = "http://www.color.org"
_STROKE = re.compile(r"\((?:[^()\\]+|\\.)*\)|(?<!\S)([\d.]+) ([\d.]+) ([\d.]+) RG(?!\S)")


def output_intent(press: Press) -> Raw:
    """Return the printing condition of a file's colours, with its profile."""
    profile = press.profile
    data = Raw("/N 4 /Filter /FlateDecode", zlib.compress(profile.data, 9))
    entries = f"/Type /OutputIntent /S /GTS_PDFX /Info {_string(profile.title)}"
    if profile.condition:
        entries += (
            f" /OutputConditionIdentifier {_string(profile.condition)} /RegistryName {_string(_REGISTRY)}"
        )
    else:
        entries += " /OutputConditionIdentifier (Custom)"
    return Raw(entries, DestOutputProfile=data)


def mark_colours(content: str) -> str:
    """Convert a page's coloured marks to inks; greys are black ink as they stand.

    Each ink absorbs one primary, so that a reader without the profile sees the colour that was asked for.
    """
    return _STROKE.sub(_in_inks, content)


def _in_inks(found: re.Match[str]) -> str:
    if found[1] is None:
        return found[0]
    return " ".join(number(1 - float(part)) for part in found.groups()) + " 0 K"


def _string(text: str) -> str:
    if text.isascii():
        return "(" + re.sub(r"([()\\])", r"\\\1", text) + ")"
    return f"<feff{text.encode('utf-16-be').hex()}>"
