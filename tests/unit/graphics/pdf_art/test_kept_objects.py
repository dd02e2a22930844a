"""Objects of a PDF: what is kept, what is left out, and what viewers read in different ways is refused."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream

from prancha.graphics.pdf_art import read_page
from prancha.graphics.svg.svg_markup import DrawingFault
from tests.unit.graphics.pdf_art import pages

Change = Callable[[pikepdf.Pdf, Any], None]


def _with(kind: str, make: Callable[[pikepdf.Pdf], Any]) -> Change:
    """Give a page a resource "A" of a kind."""

    def change(document: pikepdf.Pdf, one: Any) -> None:
        one.Resources = Dictionary({f"/{kind}": Dictionary(A=make(document))})

    return change


def _form(content: bytes, **entries: Any) -> Callable[[pikepdf.Pdf], Any]:
    def make(document: pikepdf.Pdf) -> Any:
        told = {f"/{key}": value for key, value in entries.items()}
        return Stream(document, content, {"/Subtype": Name.Form, "/BBox": [0, 0, 9, 9], **told})

    return make


def _image(data: bytes = b"\0" * 12, **entries: Any) -> Callable[[pikepdf.Pdf], Any]:
    def make(document: pikepdf.Pdf) -> Any:
        told = {f"/{key}": value for key, value in entries.items()}
        size = {"/Width": 2, "/Height": 2, "/BitsPerComponent": 8, "/ColorSpace": Name.DeviceRGB}
        return Stream(document, data, {"/Subtype": Name.Image, **size, **told})

    return make


def _itself(document: pikepdf.Pdf) -> Any:
    form = document.make_indirect(Stream(document, b"/A Do", Subtype=Name.Form, BBox=Array([0, 0, 9, 9])))
    form.Resources = Dictionary(XObject=Dictionary(A=form))
    return form


def _many(document: pikepdf.Pdf) -> Any:
    inner = _form(b"0 0 9 9 re f")(document)
    for _ in range(8):
        resources = Dictionary(XObject=Dictionary(A=document.make_indirect(inner)))
        inner = _form(b"/A Do " * 10, Resources=resources)(document)
    return inner


def _tile(step: float) -> Callable[[pikepdf.Pdf], Any]:
    return lambda document: Stream(
        document, b"0 0 1 1 re f", PatternType=1, PaintType=1, TilingType=1, BBox=Array([0, 0, 2, 2]),
        XStep=step, YStep=2, Resources=Dictionary(),
    )  # fmt: skip


def _bomb(document: pikepdf.Pdf) -> Any:
    image = _image()(document)
    image.write(zlib.compress(b"\0" * 70_000_000), filter=Name.FlateDecode)
    return image


def _font(**entries: Any) -> Callable[[pikepdf.Pdf], Any]:
    return lambda _: Dictionary({f"/{key}": value for key, value in {"Type": Name.Font, **entries}.items()})


TEXT = b"BT /A 9 Tf (x) Tj ET"


@pytest.mark.parametrize(
    ("content", "change", "why"),
    [
        (TEXT, _with("Font", _font(Subtype=Name.Type1, BaseFont=Name.Helvetica)),
         "its font Helvetica is not in the file"),
        (TEXT, _with("Font", _font(Subtype=Name.Type3)), "it has a font whose letters are drawings (Type 3)"),
        (TEXT, _with("Font", _font(Subtype=Name.Type0, BaseFont=Name.Kozuka, Encoding=Name("/90ms-RKSJ-H"))),
         "the letters of its font Kozuka are numbered by a table of their own"),
        (TEXT, _with("XObject", _form(b"")), 'a resource that it names is missing: Font "A"'),
        (b"BT (x) Tj ET", _with("XObject", _form(b"")), "a text in it has no font"),
        (b"/A gs", _with("ExtGState", lambda _: Dictionary(TR=Dictionary(FunctionType=2))),
         "it has a transfer function"),
        (b"/A Do", _with("XObject", _form(b"", OC=Dictionary())),
         "it has layers, which viewers show or hide"),
        (b"/OC /A BDC 0 0 9 9 re f EMC", _with("XObject", _form(b"")),
         "it has layers, which viewers show or hide"),
        (b"/A Do", _with("XObject", lambda document: Stream(document, b"", Subtype=Name.PS)),
         "it shows PostScript, which few viewers understand"),
        (b"/A Do", _with("XObject", _form(b"", Group=Dictionary(S=Name.Transparency, K=True))),
         "it has a knockout group, which few viewers show"),
        (b"/A Do", _with("XObject", _image(Filter=Name.JPXDecode)),
         "a picture in it is packed by JPXDecode, which viewers read differently"),
        (b"/A Do", _with("XObject", _bomb), "a part of it unpacks to more than 64 MB"),
        (b"/A Do", _with("XObject", _itself), "its parts are nested too deep, or contain themselves"),
        (b"/A Do", _with("XObject", _many),
         "drawings within its drawings paint more than 1,000,000 operators"),
        (b"/Pattern cs /A scn 0 0 9 9 re f", _with("Pattern", _tile(1e-6)),
         "a pattern in it has tiles that nobody sees"),
        (b"/A cs", _with("ColorSpace", lambda _: Array([Name.Strange, 1])),
         "it has a colour space of an unknown kind (/Strange)"),
        (b"BI /W 1 /H 1 /BPC 8 /CS /G ID x EI", _with("XObject", _form(b"")),
         "a picture stands within its operators"),
        (b"0 0 9 9 re fill", _with("XObject", _form(b"")),
         'it has an operator "fill" that the standard does not know'),
        (b"0 d0", _with("XObject", _form(b"")), "it draws as a letter does"),
        (b"q 1 gs", _with("XObject", _form(b"")), 'its operator "gs" names nothing'),
        (TEXT, _with("Font", _font(Subtype=Name.Odd)), "it has a font of an unknown kind (/Odd)"),
        (b"/A gs", _with("ExtGState", lambda _: Dictionary(Font=Array([1, 2]))),
         "a graphics state sets its font"),
        (b"/A gs", _with("ExtGState", lambda _: Array([1])),
         "something else stands where a dictionary of a state is expected"),
        (b"/A gs", _with("ExtGState", lambda _: Dictionary(LW=Dictionary())),
         "an object stands where a plain value is expected"),
        (b"/A gs", _with("ExtGState", lambda _: Dictionary(LW=pikepdf.Object.parse(b"12345678901.5"))),
         "a number in it is larger than any length"),
        (b"/A cs", _with("ColorSpace", lambda _: Array([Name.ICCBased, Array([1])])),
         "something else stands where a dictionary of a profile is expected"),
        (b"/A Do", _with("XObject", _image(Filter=Array([Name.FlateDecode, Name.FlateDecode]))),
         "a part of it is packed twice"),
    ],
)  # fmt: skip
def test_what_viewers_read_in_different_ways_is_refused(content: bytes, change: Change, why: str) -> None:
    with pytest.raises(DrawingFault) as fault:
        read_page(pages.page(content, change), "a.pdf")
    assert fault.value.message == f'"a.pdf" cannot be used as a PDF: {why}'


def _sources(content: bytes, change: Change) -> list[tuple[str, bytes]]:
    """Entries and streams, unpacked, of all parts of a page, the page last."""
    art = read_page(pages.page(content, change), "a.pdf")
    return [(part.entries, zlib.decompress(part.content) if part.content else b"") for part in art.parts]


def test_what_only_tells_of_the_page_is_left_out() -> None:
    state = Dictionary(ca=0.5, OP=True, OPM=1, SA=True, Type=Name.ExtGState)
    content = b"/P <</MCID 0>> BDC /A gs 0 0 9 9 re f EMC /Relative ri 1 i Q"
    ((entries, operators),) = _sources(content, _with("ExtGState", lambda _: state))
    assert operators.endswith(b"/A gs\n0 0 9 9 re\nf")
    assert "/A <</ca 0.5>>" in entries
    assert "/Group <</S /Transparency /I true>>" in entries


def test_resources_that_nothing_names_are_left_out() -> None:
    def change(document: pikepdf.Pdf, one: Any) -> None:
        shown, other = _image()(document), _image(b"\1" * 12)(document)
        one.Resources = Dictionary(XObject=Dictionary(A=shown, B=other))

    parts = _sources(b"/A Do", change)
    assert len(parts) == 2
    assert parts[0][1] == b"\0" * 12


def test_colours_of_a_pattern_that_takes_them_from_outside_are_left_out() -> None:
    def tile(document: pikepdf.Pdf) -> Any:
        found = _tile(2)(document)
        found.PaintType = 2
        found.write(b"1 0 0 rg 0 0 1 1 re f")
        return found

    parts = _sources(b"/Pattern cs 1 0 0 /A scn 0 0 9 9 re f", _with("Pattern", tile))
    assert b"rg" not in parts[0][1]


def test_names_and_strings_are_written_so_that_nothing_in_them_is_a_reference() -> None:
    space = Array([Name.Indexed, Name.DeviceRGB, 1, pikepdf.String(b"@a@b@c")])
    parts = _sources(
        b"/A@x cs", lambda _, one: one.Resources.update({"/ColorSpace": Dictionary({"/A@x": space})})
    )
    assert "/A#40x [/Indexed /DeviceRGB 1 <406140624063>]" in parts[0][0]
    assert not re.search("@", parts[0][0])


def test_numbers_keep_their_digits() -> None:
    form = _form(b"0 0 9 9 re f", Matrix=[pikepdf.Object.parse(b"0.0009765625"), 0, 0, 1, 0, 0])
    assert "/Matrix [0.0009765625 0 0 1 0 0]" in _sources(b"/A Do", _with("XObject", form))[0][0]


def test_pages_of_too_many_parts_or_operators_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prancha.graphics.pdf_art.kept_objects.MAX_PARTS", 1)
    with pytest.raises(DrawingFault, match="it has more than 1 parts, or 50 MB of them"):
        read_page(pages.page(b"/A Do", _with("XObject", _image())), "a.pdf")
    monkeypatch.setattr("prancha.graphics.pdf_art.kept_content.MAX_OPERATORS", 2)
    with pytest.raises(DrawingFault, match="it has more than 2 operators"):
        read_page(pages.page(b"q Q q Q"), "a.pdf")


def test_a_stream_that_is_none_is_refused() -> None:
    def change(document: pikepdf.Pdf, one: Any) -> None:
        descriptor = Dictionary(FontFile2=Stream(document, b"x"))
        font = Dictionary(
            Subtype=Name.TrueType, BaseFont=Name.Own, FontDescriptor=descriptor, ToUnicode=Dictionary(A=1)
        )
        one.Resources = Dictionary(Font=Dictionary(A=font))

    with pytest.raises(DrawingFault, match="something else stands where a stream is expected"):
        read_page(pages.page(TEXT, change), "a.pdf")
