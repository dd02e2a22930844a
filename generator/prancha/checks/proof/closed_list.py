"""The closed list of what the PDF of a kit may hold, object by object; anything else is a fault.

A row is a kind of object and its entries; the walk begins with the trailer.  A key that ends with !
must be there; * stands for any name, or for what it begins with.
What an entry may be is told by alternatives between bars: `/Name`, a number or word as it is written,
"number", "text", "name", "subset" (the name of a font with some of its glyphs), "plain" (anything that
refers to nothing), the name of another kind, `[kind ...]` for any number of them and `[a, b]` for
just these; what stands behind @ names a feature of the kit without which an alternative is none.
A kind that has a Length is a stream.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof import foreign_list
from prancha.checks.proof.measured import NOWHERE, Number, Switch


class Kind(Struct, frozen=True):
    """A kind of object: how messages call it, the code of what is wrong in it, its entries."""

    called: str
    code: str
    entries: Mapping[str, str]


_EXTRA, _LAYER, _FACE, _WRONG = "document-extra", "layer-hidden", "face-entry", "resource-wrong"
_INTENT, _STATE = "pdfx-intent", "state-altered"
_FLATE = {"Length!": "number", "Filter!": "/FlateDecode"}
_BOX = "[number, number, number, number]"
_DEVICE = "/DeviceGray | /DeviceRGB @rgb | /DeviceCMYK @press"

KINDS = {
    "Trailer": Kind("the file", _EXTRA, {
        "Root!": "Catalogue", "Info!": "Information", "ID!": "[text, text]", "Size!": "number",
        # Of a cross-reference stream.
        "Type": "/XRef", "W": "[number ...]", "Index": "[number ...]", "Length": "number",
        "Filter": "/FlateDecode",
        "DecodeParms": "Predictor", "Prev": "number @linear",
    }),
    "Catalogue": Kind("the catalogue", _EXTRA, {
        "Type!": "/Catalog", "Pages!": "Pages", "Lang": "text", "Metadata!": "Metadata",
        "ViewerPreferences": "Preferences", "PageMode": "/UseOutlines | /UseNone", "Outlines": "Outlines",
        "Names": "Names", "OCProperties": "Layers @layers", "OutputIntents": "[Intent] @press",
    }),
    "Names": Kind("the list of names", _EXTRA, {}),
    "Preferences": Kind("the print dialogue", "document-setting", {
        "PrintScaling": "name", "Duplex": "name", "DisplayDocTitle": "true",
    }),
    "Information": Kind("the information dictionary", "document-name", {
        "Title!": "text", "Author": "text", "Subject": "text", "Keywords": "text",
        "Creator!": '"prancha"',
        "Producer!": '"prancha, ReportLab"', "CreationDate!": "text", "ModDate!": "text",
        "Trapped!": "/False",
        "GTS_PDFXVersion": "text @standard",
    }),
    "Metadata": Kind("the metadata", "document-name", {
        "Type!": "/Metadata", "Subtype!": "/XML", "Length!": "number", "Filter": "/FlateDecode",
    }),
    "Outlines": Kind("the list of bookmarks", _EXTRA, {
        "Type!": "/Outlines", "Count": "number", "First": "Bookmark", "Last": "Bookmark",
    }),
    "Bookmark": Kind("a bookmark", _EXTRA, {
        "Title!": "text", "Parent!": "any", "Dest!": "[Page, /Fit]", "Count": "number",
        "First": "Bookmark",
        "Last": "Bookmark", "Next": "Bookmark", "Prev": "Bookmark",
    }),
    "Layers": Kind("the list of layers", _LAYER, {"OCGs!": "[Layer ...]", "D!": "Shown"}),
    "Shown": Kind("the state of layers", _LAYER, {
        "Name": "text", "Order!": "[Layer ...]", "ON!": "[Layer ...]",
    }),
    "Layer": Kind("a layer", _LAYER, {"Type!": "/OCG", "Name!": "text"}),
    "CutLayer": Kind("a layer", _LAYER, {"Type!": "/OCG", "Name!": '"Cut lines and marks"'}),
    "SafeLayer": Kind("a layer", _LAYER, {"Type!": "/OCG", "Name!": '"Trim and safe zone"'}),
    "ContourLayer": Kind("a layer", _LAYER, {"Type!": "/OCG", "Name!": '"CutContour"'}),
    "Intent": Kind("the output intent", _INTENT, {
        "Type!": "/OutputIntent", "S!": "/GTS_PDFX", "Info!": "text",
        "OutputConditionIdentifier!": "text",
        "RegistryName": "text", "DestOutputProfile!": "Profile",
    }),
    "Profile": Kind("the profile", _INTENT, {"N!": "4", **_FLATE}),
    "Pages": Kind("the tree of pages", _EXTRA, {
        "Type!": "/Pages", "Count!": "number", "Kids!": "[Pages | Page ...]", "Parent": "any",
    }),
    "Page": Kind("a page", _EXTRA, {
        "Type!": "/Page", "Parent!": "any", "MediaBox": _BOX, "TrimBox": _BOX, "BleedBox": _BOX,
        "Rotate": "0", "Trans": "Nothing", "Resources": "Resources",
        "Contents": "Contents | [Contents ...]",
    }),
    "Nothing": Kind("how a page appears", _EXTRA, {}),
    "Contents": Kind("what a page draws", _EXTRA, {"Length!": "number", "Filter": "/FlateDecode"}),
    "Resources": Kind("a list of resources", _WRONG, {
        "Font": "Fonts", "XObject": "Drawings", "ExtGState": "States", "Shading": "Gradients",
        "Pattern": "Patterns", "ColorSpace": "Plates @CutContour", "Properties": "Properties @layers",
    }),
    "Fonts": Kind("the fonts", _WRONG, {"*": "Font"}),
    "Drawings": Kind("the drawings", _WRONG, {"*": "Picture | Form"}),
    "Gradients": Kind("the gradients", _WRONG, {"*": "Gradient"}),
    "Patterns": Kind("the patterns", _WRONG, {"*": "Pattern"}),
    "Plates": Kind("the colour spaces", _WRONG, {
        "CutContour": "[/Separation, /CutContour, /DeviceCMYK, Tint]",
    }),
    "Tint": Kind("the colour of lines for the cutting machine", _WRONG, {
        "FunctionType!": "2", "Domain!": "[0, 1]", "C0!": "[0, 0, 0, 0]", "C1!": "[0, 1, 0, 0]",
        "N!": "1",
    }),
    "Properties": Kind("the layers of a page", _LAYER, {
        "Cut": "CutLayer @Cut", "Safe": "SafeLayer @Safe", "CutContour": "ContourLayer @CutContour",
    }),
    "States": Kind("the graphics states", _STATE, {
        "CutContour": "Over @CutContour", "oOn": "Over @press", "oOff": "Aside @press", "*A": "Fade",
        "*Ag": "Fade", "*": "State",
    }),
    "Over": Kind("the graphics state that overprints", _STATE, {
        "Type": "/ExtGState", "OP!": "true", "op!": "true", "OPM!": "1",
    }),
    "Aside": Kind("the graphics state that does not overprint", _STATE, {
        "Type": "/ExtGState", "OP!": "false", "op!": "false", "OPM!": "0",
    }),
    "State": Kind("a graphics state", _STATE, {
        "Type": "/ExtGState", "ca": "number", "CA": "number", "BM": "name", "SMask": "Mask",
    }),
    # A mask by opacity is called so.
    "Fade": Kind("a graphics state", _STATE, {"Type": "/ExtGState", "SMask!": "Opacity"}),
    "Opacity": Kind("a soft mask", _WRONG, {"Type": "/Mask", "S!": "/Alpha", "G!": "Group"}),
    "Mask": Kind("a soft mask", _WRONG, {"Type": "/Mask", "S!": "/Luminosity", "G!": "Group"}),
    "Group": Kind("what a soft mask is made of", _FACE, {
        "Type": "/XObject", "Subtype!": "/Form", "BBox!": _BOX, "Resources": "Resources",
        "Group": "Blend", **_FLATE,
    }),
    "Form": Kind("a drawing", _FACE, {
        "Type": "/XObject", "Subtype!": "/Form", "BBox!": _BOX, "Resources": "Resources",
        "Group": "Blend",
        "Length!": "number", "Filter": "/FlateDecode",
    }),
    "Blend": Kind("a group", _FACE, {
        "S!": "/Transparency", "I": "true",
        "CS!": "/DeviceRGB @rgb | /DeviceCMYK @press | /DeviceGray @press",
    }),
    "Picture": Kind("a picture", _FACE, {
        "Type": "/XObject", "Subtype!": "/Image", "Width!": "number", "Height!": "number",
        "ColorSpace!": _DEVICE,
        "BitsPerComponent!": "8", "Filter!": "/FlateDecode | /DCTDecode", "DecodeParms": "Predictor",
        "Interpolate": "true", "Length!": "number", "SMask": "Veil",
        "Decode": "[1, 0, 1, 0, 1, 0, 1, 0] @press",
    }),
    "Veil": Kind("how much of a picture is seen", _FACE, {
        "Type": "/XObject", "Subtype!": "/Image", "Width!": "number", "Height!": "number",
        "ColorSpace!": "/DeviceGray", "BitsPerComponent!": "8", "Filter!": "/FlateDecode | /DCTDecode",
        "DecodeParms": "Predictor", "Interpolate": "true", "Length!": "number",
    }),
    "Predictor": Kind("how data are stored", _FACE, {
        "Predictor!": "number", "Colors": "number", "Columns!": "number",
    }),
    "Pattern": Kind("a pattern", _FACE, {
        "PatternType!": "2", "Matrix": "[number ...]", "Shading!": "Gradient",
    }),
    "Gradient": Kind("a gradient", _FACE, {
        "ShadingType!": "2 | 3", "ColorSpace!": _DEVICE, "Coords!": "[number ...]",
        "Extend!": "[true, true]",
        "Function!": "Step | Steps",
    }),
    "Step": Kind("a step of a gradient", _FACE, {
        "FunctionType!": "2", "Domain!": "[0, 1]", "C0!": "[number ...]", "C1!": "[number ...]",
        "N!": "1",
    }),
    "Steps": Kind("the steps of a gradient", _FACE, {
        "FunctionType!": "3", "Domain!": "[0, 1]", "Functions!": "[Step ...]", "Bounds!": "[number ...]",
        "Encode!": "[number ...]",
    }),
    "Font": Kind("a font", _WRONG, {
        "Type!": "/Font", "Subtype!": "/Type0", "BaseFont!": "subset", "Encoding!": "/Identity-H",
        "DescendantFonts!": "[Glyphs]", "ToUnicode": "Program",
    }),
    "Glyphs": Kind("the glyphs of a font", _WRONG, {
        "Type!": "/Font", "Subtype!": "/CIDFontType2", "BaseFont!": "subset", "CIDToGIDMap!": "/Identity",
        "CIDSystemInfo!": "Ordering", "W": "any", "FontDescriptor!": "Descriptor",
    }),
    "Ordering": Kind("the order of glyphs", _WRONG, {
        "Registry!": "text", "Ordering!": "text", "Supplement!": "0",
    }),
    "Descriptor": Kind("the description of a font", _WRONG, {
        "Type!": "/FontDescriptor", "FontName!": "subset", "Flags!": "number", "FontBBox!": _BOX,
        "ItalicAngle!": "number", "Ascent!": "number", "Descent!": "number", "CapHeight!": "number",
        "StemV!": "number", "FontFile2!": "Program",
    }),
    "Program": Kind("the outlines of a font", _WRONG, {**_FLATE, "Length1": "number"}),
    **{name: Kind(called, _FACE, entries) for name, (called, entries) in foreign_list.ENTRIES.items()},
}  # fmt: skip
"""Kinds of objects by name."""
CODES = {
    **dict.fromkeys(("OpenAction", "AA", "A", "JavaScript", "URI"), "document-action"),
    "Annots": "annotation", "Encrypt": "document-locked", "Rotate": "page-rotated",
    "UserUnit": "page-unit",
    **dict.fromkeys(("CropBox", "ArtBox", "MediaBox", "TrimBox", "BleedBox"), "page-box"),
    "PageMode": "document-setting", "PrintScaling": "print-scaling", "Duplex": "duplex-hint",
    "Lang": "document-name", "OCProperties": _LAYER, "Properties": _LAYER,
    "FontFile2": "font-not-embedded", "BaseFont": "font-not-subset", "FontName": "font-not-subset",
}  # fmt: skip
"""Codes of entries that have one of their own."""
HEADERS = {"": "%PDF-1.6", "PDF/X-4": "%PDF-1.6", "PDF/X-1a:2003": "%PDF-1.4"}
"""The first line of a file by the standard it follows."""

MOST_TOLD = 200
"""Faults after which the walk ends: the file is of another program."""
_LONGEST = 60
_SUBSET = re.compile(r"/[A-Z]{6}\+")
_CHOSEN_BY = ("Type", "Subtype", "FunctionType", "ShadingType", "PatternType")
"""Entries that tell kinds apart where there may be more than one."""
_WORDS: Mapping[str, Callable[[Any], bool]] = {
    "number": lambda value: not isinstance(value, bool | str | pikepdf.Object) and value is not None,
    "text": lambda value: isinstance(value, pikepdf.String),
    "name": lambda value: isinstance(value, pikepdf.Name),
    "subset": lambda value: isinstance(value, pikepdf.Name) and bool(_SUBSET.match(str(value))),
    "plain": lambda value: _is_plain(value),
    "any": lambda _: True,
}


class _Alternative(Struct, frozen=True):
    """One allowed value of an entry: a word or value, a kind, or a list of `parts` (`many`: any number)."""

    said: str
    kind: str = ""
    parts: tuple[tuple[_Alternative, ...], ...] | None = None
    many: bool = False


def find_unlisted(
    document: pikepdf.Pdf, features: frozenset[str], foreign: frozenset[str] = frozenset()
) -> Iterator[Switch]:
    """Objects and entries of a document that are not in the list, each with the first page that has it.

    `features` are what stands behind @ in the list: "press", "standard", the names of layers ...
    `foreign` names drawings of other programs, for which the list is wider.
    """
    if document.is_linearized:  # saved anew, for the web
        features |= {"linear"}
    walk = _Walk(features, foreign)
    walk.run(document)
    yield from walk.found[:MOST_TOLD]
    for thing in document.objects:
        if thing is not None and thing.objgen not in walk.met and _is_lost(thing, document.is_linearized):
            what = "the file holds an object that nothing refers to"
            yield Switch(KINDS["Catalogue"].code, 0, what, _format_value(thing), "none")
            return


def _is_lost(thing: Any, linear: bool) -> bool:
    """Return whether an object that nothing refers to has content and is no container of other objects."""
    if isinstance(thing, pikepdf.Stream):
        hints = linear and "/S" in thing and "/Type" not in thing
        return not hints and str(thing.get("/Type", "")) not in ("/ObjStm", "/XRef")
    empty = isinstance(thing, pikepdf.Dictionary) and not len(thing.keys())
    return not (empty or (linear and "/Linearized" in thing))


class _Walk:
    """A walk through all that a document refers to, without recursion: files may be deep."""

    def __init__(self, features: frozenset[str], foreign: frozenset[str]) -> None:
        self._entries = {
            name: {key.rstrip("!"): _read_alternatives(text, features) for key, text in kind.entries.items()}
            for name, kind in KINDS.items()
        }
        wider = _read_alternatives("Foreign", features)
        self._entries["Drawings"] = {**self._entries["Drawings"], **dict.fromkeys(foreign, wider)}
        self._lists = {name: _read_alternatives(text, features) for name, text in foreign_list.LISTS.items()}
        self.found: list[Switch] = []
        self.met: set[Number] = set()
        self._seen: set[tuple[Number, str]] = set()
        self._waiting: list[tuple[Any, str, int]] = []
        self._pages = 0

    def run(self, document: pikepdf.Pdf) -> None:
        """Hold everything against the list."""
        self._waiting.append((document.trailer, "Trailer", 0))
        while self._waiting and len(self.found) < MOST_TOLD:
            thing, name, page = self._waiting.pop()
            number = thing.objgen
            if number != NOWHERE:
                self.met.add(number)
                if (number, name) in self._seen:
                    continue
                self._seen.add((number, name))
            if name == "Page":
                self._pages += 1
                page = self._pages
            self._hold(thing, name, page)

    def _hold(self, thing: Any, name: str, page: int) -> None:
        kind, may = KINDS[name], self._entries[name]
        is_stream = "Length!" in kind.entries
        if isinstance(thing, pikepdf.Stream) is not is_stream:
            found = "no stream" if is_stream else "a stream"
            self._tell(
                kind, page, "", f"{kind.called} is of another kind", found=found, wanted="another kind"
            )
            return
        wild = [key for key in may if key.startswith("*")]
        left_out = {key for key, allowed in may.items() if allowed and f"{key}!" in kind.entries}
        for slashed, value in thing.items():
            key = slashed[1:]
            left_out.discard(key)
            if key == "Length" and is_stream:
                continue
            allowed = may.get(key) or next((may[one] for one in wild if key.endswith(one[1:])), ())
            if not allowed:
                what = f"{kind.called} has an entry that no kit has"
                self._tell(kind, page, key, what, found=f"{slashed} {_format_value(value)}", wanted="none")
            elif not self._fits(value, allowed, page):
                what = f"{kind.called} tells {slashed} as no kit does"
                wanted = " or ".join(one.said for one in allowed)
                self._tell(kind, page, key, what, found=_format_value(value), wanted=wanted)
        for key in (key for key in may if key in left_out and key != "Length"):
            what = f"{kind.called} lacks an entry that every kit has"
            self._tell(kind, page, key, what, found=f"no /{key}", wanted=f"/{key}")

    def _fits(self, value: Any, allowed: Sequence[_Alternative], page: int) -> bool:
        """Return whether a value fits an alternative: of several kinds, the one that fits its type best."""
        if len(allowed) > 1 and isinstance(value, pikepdf.Dictionary | pikepdf.Stream):

            def count_fitting(one: _Alternative) -> int:
                may = self._entries[one.kind] if one.kind else {}
                return sum(
                    _format_value(value.get(f"/{key}")) in {each.said for each in may[key]}
                    for key in _CHOSEN_BY
                    if key in may
                )

            allowed = [max(allowed, key=count_fitting)]
        return any(self._is(value, one, page) for one in allowed)

    def _is(self, value: Any, one: _Alternative, page: int) -> bool:
        """Return whether a value fits an alternative; objects of a kind wait to be checked later."""
        if one.kind in self._lists:
            return self._fits(value, self._lists[one.kind], page)
        if one.kind:
            if not isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
                return False
            self._waiting.append((value, one.kind, page))
            return True
        if one.parts is not None:
            if not isinstance(value, pikepdf.Array) or not (one.many or len(value) == len(one.parts)):
                return False
            if value.is_indirect:
                self.met.add(value.objgen)
            # The last is looked at first, so that pages are met in their order.
            members = list(value)
            parts = one.parts * len(members) if one.many else one.parts
            pairs = list(zip(reversed(members), reversed(parts), strict=True))
            # What a word tells decides which of several lists it is, before objects in it are met.
            pairs.sort(key=lambda pair: any(other.kind or other.parts is not None for other in pair[1]))
            return all(self._fits(member, part, page) for member, part in pairs)
        word = _WORDS.get(one.said)
        if word is not None:
            if isinstance(value, pikepdf.Object) and value.is_indirect:
                self.met.add(value.objgen)
            return word(value)
        return _format_value(value) == one.said

    def _tell(self, kind: Kind, page: int, key: str, what: str, found: str, wanted: str) -> None:
        code = CODES.get(key, kind.code)
        self.found.append(Switch(code, page, what, found[:_LONGEST], wanted[:_LONGEST]))


def _format_value(value: Any) -> str:
    """A value in the notation of the list, or its kind."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "nothing"
    if isinstance(value, pikepdf.Name):
        return str(value)
    if isinstance(value, pikepdf.String):
        return f'"{value}"'
    if isinstance(value, pikepdf.Stream):
        return "a stream"
    if isinstance(value, pikepdf.Dictionary):
        return f"<<{' '.join(sorted(value.keys()))}>>"
    if isinstance(value, pikepdf.Array):
        return f"[{', '.join(map(_format_value, list(value)[:8]))}]"
    return f"{float(value):g}"


def _is_plain(value: Any) -> bool:
    """Return whether a value refers to no object of its own."""
    if isinstance(value, pikepdf.Array):
        return all(map(_is_plain, value))
    return not isinstance(value, pikepdf.Dictionary | pikepdf.Stream)


# The list, read


def _read_alternatives(text: str, features: frozenset[str]) -> tuple[_Alternative, ...]:
    parts = (part.partition(" @") for part in _split(text, " | "))
    return tuple(
        _read_alternative(said, features) for said, _, feature in parts if not feature or feature in features
    )


def _read_alternative(said: str, features: frozenset[str]) -> _Alternative:
    if said.startswith("["):
        inner = said[1:-1]
        many = inner.endswith(" ...")
        parts = [inner.removesuffix(" ...")] if many else _split(inner, ", ")
        return _Alternative(
            said, parts=tuple(_read_alternatives(part, features) for part in parts), many=many
        )
    return _Alternative(said, kind=said if said[0].isupper() else "")


def _split(text: str, at: str) -> list[str]:
    """Split a text outside of brackets."""
    return re.split(rf"{re.escape(at)}(?![^\[\]]*\])", text)
