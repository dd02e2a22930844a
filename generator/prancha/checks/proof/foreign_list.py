"""The closed list of what a form that another program wrote may hold, in the notation of `closed_list`.

It is wider than that of our own faces: fonts of other kinds, colour spaces with profiles, patterns, masks.
What viewers show in different ways is in neither: no layers, no drawn letters, no font that is not in the
file, no picture that few programs unpack.
"""

from __future__ import annotations

from collections.abc import Mapping

_FLATE = {"Length!": "number", "Filter!": "/FlateDecode"}
_BOX = "[number, number, number, number]"
_MATRIX = "[number, number, number, number, number, number]"
_FUNCTION = "ForeignFormula | ForeignSamples"
_PAINTED = "ForeignShading | ForeignMesh"
_FONT = {"Type!": "/Font", "BaseFont": "name", "ToUnicode": "ForeignData | name"}
_GLYPHS = {
    "Type!": "/Font", "BaseFont!": "name", "CIDSystemInfo!": "ForeignOrdering", "DW": "number", "W": "plain",
    "CIDToGIDMap": "ForeignData | /Identity", "FontDescriptor!": "ForeignDescriptor",
}  # fmt: skip
_LETTERS = {
    **_FONT, "FirstChar": "number", "LastChar": "number", "Widths": "plain",
    "Encoding": "ForeignEncoding | name", "FontDescriptor!": "ForeignDescriptor",
}  # fmt: skip
_SHADING = {
    "ColorSpace!": "ForeignSpace", "Background": "plain", "BBox": _BOX, "AntiAlias": "true | false",
    "Domain": "plain", "Matrix": _MATRIX, "Coords": "plain", "Extend": "plain",
    "Function": f"{_FUNCTION} | [{_FUNCTION} ...]",
}  # fmt: skip

ENTRIES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "Foreign": ("a face of another program", {
        "Type": "/XObject", "Subtype!": "/Form", "BBox!": _BOX, "Matrix": _MATRIX,
        "Group": "ForeignGroup", "Resources!": "ForeignResources", **_FLATE,
    }),
    "ForeignGroup": ("a group", {"S!": "/Transparency", "I": "true | false", "CS": "ForeignSpace"}),
    "ForeignResources": ("the resources of a face of another program", {
        "Font": "ForeignFonts", "XObject": "ForeignDrawings", "ExtGState": "ForeignStates",
        "Shading": "ForeignShadings", "Pattern": "ForeignPatterns", "ColorSpace": "ForeignSpaces",
    }),
    "ForeignFonts": ("the fonts", {"*": "ForeignType0 | ForeignType1 | ForeignTrueType | ForeignMaster"}),
    "ForeignDrawings": ("the drawings", {"*": "ForeignPicture | Foreign"}),
    "ForeignStates": ("the graphics states", {"*": "ForeignState"}),
    "ForeignShadings": ("the gradients", {"*": _PAINTED}),
    "ForeignPatterns": ("the patterns", {"*": "ForeignTile | ForeignShaded"}),
    "ForeignSpaces": ("the colour spaces", {"*": "ForeignSpace"}),
    "ForeignType0": ("a font", {
        **_FONT, "Subtype!": "/Type0", "Encoding!": "/Identity-H",
        "DescendantFonts!": "[ForeignOutlined | ForeignPostScript]",
    }),
    "ForeignType1": ("a font", {**_LETTERS, "Subtype!": "/Type1"}),
    "ForeignTrueType": ("a font", {**_LETTERS, "Subtype!": "/TrueType"}),
    "ForeignMaster": ("a font", {**_LETTERS, "Subtype!": "/MMType1"}),
    "ForeignOutlined": ("the glyphs of a font", {**_GLYPHS, "Subtype!": "/CIDFontType2"}),
    "ForeignPostScript": ("the glyphs of a font", {**_GLYPHS, "Subtype!": "/CIDFontType0"}),
    "ForeignOrdering": ("the order of glyphs", {
        "Registry!": "text", "Ordering!": "text", "Supplement!": "number",
    }),
    "ForeignEncoding": ("the numbers of letters", {
        "Type": "/Encoding", "BaseEncoding": "name", "Differences": "plain",
    }),
    "ForeignDescriptor": ("the description of a font", {
        "Type": "/FontDescriptor", "FontName": "name", "FontBBox": _BOX,
        **dict.fromkeys(
            ("Flags", "ItalicAngle", "Ascent", "Descent", "CapHeight", "XHeight", "StemV", "StemH",
             "MissingWidth"), "number",
        ),
        **dict.fromkeys(("FontFile", "FontFile2", "FontFile3"), "ForeignProgram"),
    }),
    "ForeignProgram": ("the outlines of a font", {
        **_FLATE, "Length1": "number", "Length2": "number", "Length3": "number",
        "Subtype": "/Type1C | /CIDFontType0C | /OpenType",
    }),
    "ForeignData": ("data of a font", _FLATE),
    "ForeignPicture": ("a picture", {
        "Type": "/XObject", "Subtype!": "/Image", "Width!": "number", "Height!": "number",
        "BitsPerComponent": "1 | 2 | 4 | 8 | 16", "ImageMask": "true | false", "Decode": "plain",
        "Interpolate": "true | false", "ColorSpace": "ForeignSpace", "SMask": "ForeignPicture",
        "Mask": "ForeignPicture | [number ...]", "Matte": "plain", "Length!": "number",
        "Filter!": "/FlateDecode | /DCTDecode", "DecodeParms": "ForeignTransform",
    }),
    "ForeignTransform": ("how a picture is stored", {
        "ColorTransform": "0 | 1", "Predictor": "number", "Colors": "number", "Columns": "number",
        "BitsPerComponent": "1 | 2 | 4 | 8 | 16",
    }),
    "ForeignState": ("a graphics state", {
        "LW": "number", "LC": "number", "LJ": "number", "ML": "number", "D": "plain", "CA": "number",
        "ca": "number", "BM": "name | [name ...]", "AIS": "true | false", "TK": "true | false",
        "SMask": "ForeignMask | /None",
    }),
    "ForeignMask": ("a soft mask", {"S!": "/Alpha | /Luminosity", "G!": "Foreign", "BC": "plain"}),
    "ForeignShading": ("a gradient", {"ShadingType!": "1 | 2 | 3", **_SHADING}),
    "ForeignMesh": ("a gradient", {
        "ShadingType!": "4 | 5 | 6 | 7", **_SHADING, "BitsPerCoordinate!": "number",
        "BitsPerComponent!": "number", "BitsPerFlag": "number", "Decode!": "plain",
        "VerticesPerRow": "number", **_FLATE,
    }),
    "ForeignShaded": ("a pattern", {"PatternType!": "2", "Matrix": _MATRIX, "Shading!": _PAINTED}),
    "ForeignTile": ("a pattern", {
        "Type": "/Pattern", "PatternType!": "1", "PaintType!": "1 | 2", "TilingType!": "1 | 2 | 3",
        "BBox!": _BOX, "XStep!": "number", "YStep!": "number", "Matrix": _MATRIX,
        "Resources!": "ForeignResources", **_FLATE,
    }),
    "ForeignFormula": ("a function", {
        "FunctionType!": "2 | 3", "Domain!": "plain", "Range": "plain", "C0": "plain", "C1": "plain",
        "N": "number", "Functions": f"[{_FUNCTION} ...]", "Bounds": "plain", "Encode": "plain",
    }),
    "ForeignSamples": ("a function", {
        "FunctionType!": "0 | 4", "Domain!": "plain", "Range!": "plain", "Size": "plain",
        "BitsPerSample": "number", "Order": "number", "Encode": "plain", "Decode": "plain", **_FLATE,
    }),
    "ForeignProfile": ("a profile", {
        "N!": "1 | 3 | 4", "Alternate": "ForeignSpace", "Range": "plain", **_FLATE,
    }),
    "ForeignWhite": ("a colour space", {
        "WhitePoint!": "plain", "BlackPoint": "plain", "Gamma": "plain", "Matrix": "plain", "Range": "plain",
    }),
}  # fmt: skip
"""Kinds of objects by name: how messages call each, and its entries."""
LISTS: Mapping[str, str] = {
    "ForeignSpace": "name | [/ICCBased, ForeignProfile] | [/CalGray, ForeignWhite] | "
    "[/CalRGB, ForeignWhite] | [/Lab, ForeignWhite] | [/Indexed, ForeignSpace, number, text] | "
    f"[/Separation, name, ForeignSpace, {_FUNCTION}] | [/DeviceN, [name ...], ForeignSpace, {_FUNCTION}] | "
    "[/Pattern] | [/Pattern, ForeignSpace]"
}
"""Alternatives that have a name, for they stand within each other."""
