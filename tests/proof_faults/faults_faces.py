"""What faces are made of, emptied, exchanged or changed; and their text."""

from __future__ import annotations

import re

import pikepdf
from injecting import CARD, Case, kind

FACES, TEXT = "faces", "text"


def _icon(case: Case) -> pikepdf.Stream:
    """A form that a card names and that paints something."""
    names = re.findall(rb"/(\S+) Do", case.form().read_bytes())
    forms = case.resources().XObject
    return next(
        thing for name in names
        if (thing := forms[f"/{name.decode()}"]).get("/Subtype") == "/Form" and len(thing.read_bytes()) > 40
    )  # fmt: skip


@kind("a nested form emptied", FACES, "resource-wrong")
def _(case: Case) -> None:
    _icon(case).write(b"")


@kind("a nested form recoloured", FACES, "resource-wrong")
def _(case: Case) -> None:
    icon = _icon(case)
    icon.write(b"1 0 0 rg 1 0 0 RG\n" + icon.read_bytes())


@kind("a nested form moved by its matrix", FACES, "resource-wrong")
def _(case: Case) -> None:
    _icon(case).Matrix = pikepdf.Array([1, 0, 0, 1, 0.5, 0])


@kind("a nested form with a smaller box", FACES, "resource-wrong")
def _(case: Case) -> None:
    _icon(case).BBox = pikepdf.Array([0, 0, 5, 5])


@kind("a nested form made a group that knocks out", FACES, "resource-wrong")
def _(case: Case) -> None:
    _icon(case).Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency, K=True)


@kind("two nested forms exchanged", FACES, "resource-wrong")
def _(case: Case) -> None:
    forms, content = case.form().Resources.XObject, case.form().read_bytes()
    one, other = sorted({f"/{name.decode()}" for name in re.findall(rb"/(\S+) Do", content)})[:2]
    forms[one], forms[other] = forms[other], forms[one]


@kind("a nested form taken out", FACES, "resource-wrong")
def _(case: Case) -> None:
    name = re.findall(rb"/(\S+) Do", case.form().read_bytes())[0].decode()
    del case.resources().XObject[f"/{name}"]


@kind("two pictures exchanged", FACES, "resource-wrong")
def _(case: Case) -> None:
    forms = case.resources().XObject
    one, other = [name for name, thing in sorted(forms.items()) if thing in case.images()][:2]
    forms[one], forms[other] = forms[other], forms[one]


@kind("a picture whitened", FACES, "resource-wrong")
def _(case: Case) -> None:
    image = case.images()[0]
    image.write(b"\xff" * (image.Width * image.Height * 3))
    image.ColorSpace, image.BitsPerComponent = pikepdf.Name.DeviceRGB, 8


@kind("a picture of half the pixels", FACES, "resource-wrong")
def _(case: Case) -> None:
    image = case.images()[0]
    image.write(bytes(120 * 120 * 3))
    image.Width = image.Height = 120
    image.ColorSpace, image.BitsPerComponent = pikepdf.Name.DeviceRGB, 8


@kind("a picture inverted by its Decode", FACES, "resource-wrong")
def _(case: Case) -> None:
    case.images()[0].Decode = pikepdf.Array([1, 0, 1, 0, 1, 0])


@kind("a picture in another colour space", FACES, "resource-wrong")
def _(case: Case) -> None:
    case.images()[0].ColorSpace = pikepdf.Name.DeviceGray


@kind("a picture's soft mask left out", FACES, "resource-wrong")
def _(case: Case) -> None:
    del case.images()[-1]["/SMask"]


@kind("a picture's soft mask emptied", FACES, "resource-wrong")
def _(case: Case) -> None:
    mask = case.images()[-1].SMask
    mask.write(bytes(mask.Width * mask.Height))


@kind("a picture's Interpolate switched", FACES, "resource-wrong")
def _(case: Case) -> None:
    image = case.images()[0]
    image.Interpolate = not image.get("/Interpolate", False)


@kind("an opacity of 70 % made 20 %", FACES, "resource-wrong")
def _(case: Case) -> None:
    case.resources().ExtGState["/a700.700"].ca = 0.2


@kind("an opacity taken out", FACES, "resource-wrong")
def _(case: Case) -> None:
    del case.resources().ExtGState["/a700.700"]


@kind("a blend mode added to an opacity", FACES, "resource-wrong")
def _(case: Case) -> None:
    case.resources().ExtGState["/a700.700"].BM = pikepdf.Name.Multiply


@kind("a gradient of other colours", FACES, "resource-wrong")
def _(case: Case) -> None:
    function = case.resource("Shading").Function
    part = function.Functions[0] if "/Functions" in function else function
    part.C0 = pikepdf.Array([1, 0, 0])


@kind("a gradient from another place", FACES, "resource-wrong")
def _(case: Case) -> None:
    case.resource("Shading").Coords = pikepdf.Array([0, 0, 0, 1])


@kind("two fonts exchanged", FACES, "resource-wrong")
def _(case: Case) -> None:
    fonts = case.resources().Font
    one, other = sorted(fonts.keys())[:2]
    fonts[one], fonts[other] = fonts[other], fonts[one]


@kind("a face recoloured", FACES, "face-wrong")
def _(case: Case) -> None:
    case.redraw(case.form(), rb"0\.2157 0\.3137 0\.502 rg", b"0.9 0.1 0.1 rg")


@kind("a face emptied", FACES, "face-wrong")
def _(case: Case) -> None:
    case.form().write(b" ")


@kind("a face with a matrix", FACES, "face-entry", "piece-place")
def _(case: Case) -> None:
    case.form().Matrix = pikepdf.Array([1, 0, 0, 1, 0, 0])


@kind("a face with a smaller box", FACES, "bleed-short")
def _(case: Case) -> None:
    case.form().BBox = pikepdf.Array([0, 0, 60, 88])


@kind("a face made a group that knocks out", FACES, "face-entry")
def _(case: Case) -> None:
    case.form().Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency, K=True)


@kind("a face in a layer", FACES, "face-entry")
def _(case: Case) -> None:
    case.form().OC = case.document.Root.OCProperties.OCGs[0]


@kind("a face with an operator of no standard", FACES, "operator-unknown")
def _(case: Case) -> None:
    case.redraw(case.form(), rb"\A", b"1 2 3 xyz ", consistent=True)


@kind("a page with an operator of no standard", FACES, "operator-unknown")
def _(case: Case) -> None:
    case.paint(case.page(), "1 foo")


@kind("a face recoloured, and the manifest told so", FACES)
def _(case: Case) -> None:
    case.redraw(case.form(), rb"0\.2157 0\.3137 0\.502 rg", b"0.9 0.1 0.1 rg", consistent=True)


# Text


@kind("ToUnicode left out", TEXT, "text-lost", "resource-wrong")
def _(case: Case) -> None:
    for font in case.fonts():
        del font["/ToUnicode"]


@kind("ToUnicode one letter on", TEXT, "glyph-wrong")
def _(case: Case) -> None:
    _spelt(case, lambda code: code + 1)


@kind("ToUnicode all of one letter", TEXT, "glyph-wrong")
def _(case: Case) -> None:
    _spelt(case, lambda _: 0x0041)


def _spelt(case: Case, other: object) -> None:
    for font in case.fonts():

        def changed(found: re.Match[bytes]) -> bytes:
            code = int(found[2], 16)
            return b"<%s> <%04x>" % (found[1], other(code) if len(found[2]) == 4 else code)  # type: ignore[operator]

        data = font.ToUnicode.read_bytes()
        font.ToUnicode.write(re.sub(rb"<([0-9a-f]{4})> <([0-9a-f]+)>", changed, data))


@kind("a font program with a broken byte", TEXT, "font-damaged")
def _(case: Case) -> None:
    file = _program(case)
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0x40
    file.write(bytes(data))


@kind("a font program cut short", TEXT, "font-damaged")
def _(case: Case) -> None:
    file = _program(case)
    file.write(file.read_bytes()[:-200])


@kind("a font program of nothing", TEXT, "font-damaged")
def _(case: Case) -> None:
    _program(case).write(b"")


@kind("the font program of another font", TEXT, "glyph-wrong", "resource-wrong")
def _(case: Case) -> None:
    one, other = list(case.fonts())[:2]
    one.DescendantFonts[0].FontDescriptor.FontFile2 = other.DescendantFonts[0].FontDescriptor.FontFile2


def _program(case: Case) -> pikepdf.Stream:
    return next(iter(case.fonts())).DescendantFonts[0].FontDescriptor.FontFile2  # type: ignore[no-any-return]


@kind("a font without its outlines", TEXT, "font-not-embedded")
def _(case: Case) -> None:
    for font in case.fonts():
        del font.DescendantFonts[0].FontDescriptor["/FontFile2"]


@kind("widths of glyphs 5 % larger", TEXT, "glyph-wrong")
def _(case: Case) -> None:
    for font in case.fonts():
        widths = font.DescendantFonts[0].W
        for entry in widths:
            if isinstance(entry, pikepdf.Array):
                entry[0] = float(entry[0]) * 1.05


@kind("widths of glyphs left out", TEXT, "glyph-wrong", "text-end")
def _(case: Case) -> None:
    for font in case.fonts():
        del font.DescendantFonts[0]["/W"]


@kind("glyphs mapped to others", TEXT, "resource-wrong")
def _(case: Case) -> None:
    for font in case.fonts():
        table = pikepdf.Stream(case.document, bytes(2) + b"".join((k ^ 1).to_bytes(2) for k in range(400)))
        font.DescendantFonts[0].CIDToGIDMap = table


@kind("a font set from top to bottom", TEXT, "resource-wrong")
def _(case: Case) -> None:
    for font in case.fonts():
        font.Encoding = pikepdf.Name("/Identity-V")


@kind("two shifts of letters run together", TEXT, "text-jump")
def _(case: Case) -> None:
    _consistent_text(case, rb"\)(\d+)\(", rb")10925(")


@kind("a word pushed by half its size", TEXT, "text-end")
def _(case: Case) -> None:
    _consistent_text(case, rb"\)(\d+)\(", rb")-500(")


@kind("a letter left out", TEXT, "text-end")
def _(case: Case) -> None:
    _consistent_text(case, rb"\[\(..", rb"[(")


@kind("a line of text left out", TEXT, "text-end")
def _(case: Case) -> None:
    _consistent_text(case, rb"BT \S+ 2\.822 .*?ET", rb"")


@kind("a text made invisible, and the manifest told so", TEXT, "text-lost")
def _(case: Case) -> None:
    _consistent_text(case, rb"BT /", rb"BT 3 Tr /")


@kind("a text made a clip, and the manifest told so", TEXT, "text-lost")
def _(case: Case) -> None:
    _consistent_text(case, rb"BT /", rb"BT 7 Tr /")


@kind("type a tenth larger", TEXT, "text-end")
def _(case: Case) -> None:
    _consistent_text(case, rb"4\.939 Tf", rb"5.433 Tf")


@kind("tracking left out", TEXT, "text-end")
def _(case: Case) -> None:
    _consistent_text(case, rb"0\.\d+ Tc", rb"0 Tc")


def _consistent_text(case: Case, old: bytes, new: bytes) -> None:
    """A face written wrong by the program itself: its digest fits."""
    case.redraw(case.form(), old, new, consistent=True)


@kind("two letters of one width exchanged, and the manifest told so", TEXT)
def _(case: Case) -> None:
    """A pair of glyphs that stand beside each other in one string."""
    _consistent_text(case, rb"\[\((..)(..)", rb"[(\2\1")


@kind("a back with the text of another, and the manifest told so", TEXT)
def _(case: Case) -> None:
    back, other = case.form(CARD, "back"), case.form("cards/c2", "back")
    content = back.read_bytes()
    changed = other.read_bytes()
    back.write(changed + b"\n")
    case.told(content, changed + b"\n")


@kind("two numbers run together to none", TEXT, "content-broken")
def _(case: Case) -> None:
    _consistent_text(case, rb"\)(\d+)\(", rb")227-539(")
