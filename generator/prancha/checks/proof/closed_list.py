"""The closed list of what the PDF of a kit may hold, object by object; anything else is a fault.

A row is a kind of object and its entries; `closed_walk` begins with the trailer.  A key that ends with !
must be there; * stands for any name, or for what it begins with.
What an entry may be is told by alternatives between bars: `/Name`, a number or word as it is written,
"number", "text", "name", "subset" (the name of a font with some of its glyphs),
the name of another kind, `[kind ...]` for any number of them and `[a, b]` for
just these; what stands behind @ names a feature of the kit without which an alternative is none.
A kind that has a Length is a stream.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


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
