"""Small fonts of every kind that `font add` meets, made by fontTools: a square for each letter."""

from __future__ import annotations

from io import BytesIO

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

LETTERS = "AOäHx "


def saved(font: TTFont | TTCollection) -> bytes:
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _begun(family: str, outlines: str, weight: int, italic: bool = False) -> FontBuilder:
    builder = FontBuilder(1000, isTTF=outlines == "glyf")
    names = [".notdef", *(f"u{ord(letter):04X}" for letter in LETTERS)]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): name for letter, name in zip(LETTERS, names[1:], strict=True)})
    wide = 100 if weight < 600 else 300
    if outlines == "glyf":
        builder.setupGlyf({name: _square(TTGlyphPen(None), wide).glyph() for name in names})
    else:
        drawn = {name: _round(T2CharStringPen(500, None)).getCharString() for name in names}
        builder.setupCFF(family.replace(" ", ""), {}, drawn, {})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    style = {False: "Regular", True: "Italic"}[italic]
    builder.setupNameTable({"familyName": family, "styleName": style, "licenseDescription": "Free as air."})
    builder.setupOS2(sTypoAscender=800, usWeightClass=weight, fsType=0, fsSelection=1 if italic else 64)
    builder.setupPost(italicAngle=-12 if italic else 0)
    return builder


def _square(pen: TTGlyphPen, wide: int) -> TTGlyphPen:
    for k, point in enumerate(((50, 0), (50, 700), (50 + wide, 700), (50 + wide, 0))):
        (pen.lineTo if k else pen.moveTo)(point)
    pen.closePath()
    return pen


def _round(pen: T2CharStringPen) -> T2CharStringPen:
    pen.moveTo((250, 0))
    pen.curveTo((450, 0), (450, 700), (250, 700))
    pen.curveTo((50, 700), (50, 0), (250, 0))
    pen.closePath()
    return pen


def static(family: str = "Plain", weight: int = 400, italic: bool = False, fs_type: int = 0) -> bytes:
    font = _begun(family, "glyf", weight, italic).font
    font["OS/2"].fsType = fs_type
    return saved(font)


def postscript(family: str = "Round") -> bytes:
    return saved(_begun(family, "CFF ", 400).font)


def variable(family: str = "Varied") -> bytes:
    """From 300 to 900, where every square is wider by 600 units at the end."""
    from fontTools.ttLib.tables.TupleVariation import TupleVariation

    builder = _begun(family, "glyf", 300)
    builder.setupFvar([("wght", 300, 300, 900, "Weight")], [])
    wider = TupleVariation({"wght": (0, 1, 1)}, [(0, 0), (0, 0), (600, 0), (600, 0), *[(0, 0)] * 4])
    builder.setupGvar({name: [wider] for name in builder.font.getGlyphOrder()})
    return saved(builder.font)


def collection(*families: str) -> bytes:
    found = TTCollection()
    found.fonts = [_begun(family, "glyf", 400).font for family in families]
    return saved(found)


def web(family: str = "Woven") -> bytes:
    font = _begun(family, "glyf", 400).font
    font.flavor = "woff"
    return saved(font)
