"""Unseen faults of fonts and pictures.

Each docstring says who is harmed.  Where one is changed to what this program never writes, its digest
in the manifest is made anew: such a fault could be the program's own.
"""

from __future__ import annotations

import io
import re
import zlib
from typing import Any

from faults_unseen_resources import BOLD, REGULAR, named, picture
from fontTools.ttLib import TTFont
from injecting import Case, unseen
from pikepdf import Array, Dictionary, Name, Stream, String


@unseen("text that runs downwards", "font")
def vertical(case: Case) -> None:
    """The encoding for columns: letters stand one below another across the card."""
    named(case, "Font", REGULAR).Encoding = Name("/Identity-V")


@unseen("a font whose codes are shifted by one", "font: encoding")
def encoding_shifted(case: Case) -> None:
    """An embedded code table maps each code to its neighbour's glyph: all texts are nonsense."""
    table = Stream(
        case.document,
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Next def\n"
        b"1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        b"1 begincidrange <0000> <fffe> 1 endcidrange\nendcmap end end\n",
    )
    table.update({
        "/Type": Name.CMap, "/CMapName": Name.Next,
        "/CIDSystemInfo": Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
    })  # fmt: skip
    named(case, "Font", REGULAR).Encoding = case.document.make_indirect(table)


@unseen("glyphs of a font that are mapped to others", "font: glyph map")
def glyphs_mapped(case: Case) -> None:
    """Two digits change places in print; a search still finds the right ones."""
    table = bytearray(b"".join(k.to_bytes(2, "big") for k in range(0x200)))
    one, other = (_code(named(case, "Font", REGULAR), text) for text in "12")
    table[2 * one : 2 * one + 2], table[2 * other : 2 * other + 2] = (
        other.to_bytes(2, "big"), one.to_bytes(2, "big"),
    )  # fmt: skip
    font = named(case, "Font", REGULAR).DescendantFonts[0]
    font.CIDToGIDMap = case.document.make_indirect(Stream(case.document, bytes(table)))


def _code(font: Any, text: str) -> int:
    """The code of a character in a font."""
    found = re.search(rb"<(....)> <%04x>" % ord(text), font.ToUnicode.read_bytes())
    assert found, text
    return int(found[1], 16)


@unseen("widths that are not those of the glyphs", "font: widths")
def widths_wrong(case: Case) -> None:
    """Readers advance by them: letters overlap, and a preflight tells the font is damaged."""
    font = named(case, "Font", REGULAR).DescendantFonts[0]
    font.W = Array([
        [round(float(width) * 0.8) for width in part] if isinstance(part, Array) else part for part in font.W
    ])  # fmt: skip


@unseen("a default width in place of the widths", "font: widths")
def widths_gone(case: Case) -> None:
    """Every letter is as wide as any other: texts run over the edges."""
    font = named(case, "Font", BOLD).DescendantFonts[0]
    del font.W
    font.DW = 700


@unseen("the file of another face in a font", "font file")
def font_swapped(case: Case) -> None:
    """Glyph numbers of one face in the file of another: other letters, in the other weight."""
    other = named(case, "Font", BOLD).DescendantFonts[0].FontDescriptor.FontFile2
    named(case, "Font", REGULAR).DescendantFonts[0].FontDescriptor.FontFile2 = other


@unseen("a font without the outline of one letter", "font file")
def letter_empty(case: Case) -> None:
    """Every "e" is a gap in print, and found by a search all the same."""
    font = named(case, "Font", REGULAR)
    held = font.DescendantFonts[0].FontDescriptor.FontFile2
    face = TTFont(io.BytesIO(held.read_bytes()), recalcBBoxes=False)
    name = face.getGlyphOrder()[_code(font, "e")]
    glyph = face["glyf"][name]
    glyph.numberOfContours = 0
    for part in ("coordinates", "flags", "endPtsOfContours", "program"):
        if hasattr(glyph, part):
            delattr(glyph, part)
    written = io.BytesIO()
    face.save(written, reorderTables=None)
    held.write(written.getvalue())
    held.Length1 = len(written.getvalue())


@unseen("a font that is not in the file", "font file: absent", kit="x4")
def font_not_embedded(case: Case) -> None:
    """The press sets the texts in a font of its own, or refuses the file."""
    for name in list(case.placed["resources"].get("Font", {})):
        descriptor = named(case, "Font", name).DescendantFonts[0].FontDescriptor
        if "/FontFile2" in descriptor:
            del descriptor["/FontFile2"]


@unseen("two letters that are found as each other", "font: text")
def letters_exchanged(case: Case) -> None:
    """A search, a copy and a screen reader get other words than those printed."""
    table = named(case, "Font", REGULAR).ToUnicode
    old, new = re.compile(rb"> <006([15])>"), {b"1": b"> <0065>", b"5": b"> <0061>"}
    text, done = old.subn(lambda code: new[code[1]], table.read_bytes())
    assert done == 2
    table.write(text)


@unseen("a font without its letters", "font: text")
def letters_gone(case: Case) -> None:
    """Nothing is found and screen readers are silent on the sheet."""
    del named(case, "Font", BOLD)["/ToUnicode"]


@unseen("a picture printed as its negative", "picture")
def decode_turned(case: Case) -> None:
    """A decode array that turns each colour round, which all readers heed."""
    picture(case).Decode = Array([1, 0, 1, 0, 1, 0])


@unseen("a colour of a picture that is left out", "picture")
def colour_key(case: Case) -> None:
    """The main colour of the picture is a hole: the card's ground shows there."""
    thing = picture(case)
    first = thing.read_bytes()[:3]
    thing.Mask = Array([value for byte in first for value in (max(0, byte - 3), min(255, byte + 3))])


@unseen("another picture for printing", "picture: alternates")
def alternate(case: Case) -> None:
    """Acrobat shows one picture and prints the other."""
    other = Stream(case.document, b"\xff\x00\x00")
    other.update({
        "/Type": Name.XObject, "/Subtype": Name.Image, "/Width": 1, "/Height": 1, "/BitsPerComponent": 8,
        "/ColorSpace": Name.DeviceRGB,
    })  # fmt: skip
    listed = Dictionary(Image=case.document.make_indirect(other), DefaultForPrinting=True)
    picture(case).Alternates = Array([listed])


@unseen("a picture in a layer that is off", "picture: layer")
def picture_hidden(case: Case) -> None:
    """Its frame is empty wherever layers are known."""
    layer = case.document.make_indirect(Dictionary(Type=Name.OCG, Name=String("art")))
    groups = case.document.Root.OCProperties
    groups.OCGs.append(layer)
    groups.D.OFF = Array([layer])
    picture(case, masked=True).OC = layer


@unseen("a profile for four inks on a picture of three colours", "picture: colours")
def profile_mismatch(case: Case) -> None:
    """Readers skip the picture or print noise."""
    from prancha.export.colour.press_inks import shipped_profile

    profile = Stream(case.document, shipped_profile().data)
    profile.N = 4
    picture(case).ColorSpace = Array([Name.ICCBased, case.document.make_indirect(profile)])


@unseen("a picture through a table of colours that is turned", "picture: colours")
def table_turned(case: Case) -> None:
    """All reds and blues changed places; the digest is as it was, as a tool did it afterwards."""
    thing = picture(case)
    case.retold.clear()
    pixels = thing.read_bytes()
    colours = sorted({pixels[k : k + 3] for k in range(0, len(pixels), 3)})
    assert len(colours) <= 256
    numbers = {colour: k for k, colour in enumerate(colours)}
    thing.write(bytes(numbers[pixels[k : k + 3]] for k in range(0, len(pixels), 3)))
    table = b"".join(colour[::-1] for colour in colours)
    thing.ColorSpace = Array([Name.Indexed, Name.DeviceRGB, len(colours) - 1, String(table)])


@unseen("a soft mask that says its picture was mixed already", "picture: mask")
def matte(case: Case) -> None:
    """Readers that know Matte take black out of the edges again: a bright rim."""
    picture(case, masked=True).SMask.Matte = Array([0, 0, 0])


@unseen("a soft mask that is turned round", "picture: mask")
def mask_decode(case: Case) -> None:
    """The picture is invisible where it was to be seen."""
    picture(case, masked=True).SMask.Decode = Array([1, 0])


@unseen("a picture whose data lie in another file", "picture: data")
def data_outside(case: Case) -> None:
    """On the shop's machine there is no such file: the frame is empty."""
    picture(case).F = String("sky.raw")


@unseen("a picture of 4 bits whose data have 8", "picture: data")
def bits_wrong(case: Case) -> None:
    """Stripes in place of the picture."""
    picture(case).BitsPerComponent = 4


@unseen("a picture packed in a way that loses", "picture: resolution", kit="x4")
def picture_coarse(case: Case) -> None:
    """The picture is 12 pixels wide; the manifest's digest fits, its resolution does not."""
    thing = picture(case)
    size = 12
    parts = len(thing.read_bytes()) // (int(thing.Width) * int(thing.Height))
    thing.write(zlib.compress(bytes(range(144)) * parts), filter=Name.FlateDecode)
    thing.Width = thing.Height = size
