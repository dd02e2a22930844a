"""What lies elsewhere on a page is taken out of a face: paths, pictures, forms, letters, layers."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream

from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.setup.new_game.face_content import FaceContent
from tests.unit.graphics.pdf_art import pages

FACE = (0.0, 0.0, 50.0, 100.0)
"""The lower left quarter of a page of 100 x 200 points."""


def reduced(
    content: bytes, change: Callable[[pikepdf.Pdf, Any], None] = lambda *_: None
) -> tuple[list[str], dict[str, Any]]:
    """The operators that are left on the face, with their operands, and its XObjects."""
    with pikepdf.open(io.BytesIO(pages.page(content, change))) as document:
        kept, resources = FaceContent(document).reduce_page(document.pages[0], FACE)
        found = {name: _words(form.read_bytes()) for name, form in resources.XObject.items()}
        return _words(kept), found


def _words(content: bytes) -> list[str]:
    return content.decode("latin-1").split("\n") if content else []


def test_paths_elsewhere_and_parts_of_paths_are_taken_out() -> None:
    here, there = b"10 10 20 20 re", b"60 10 20 20 re"
    assert reduced(here + b" f " + there + b" f")[0] == ["10 10 20 20 re", "f"]
    assert reduced(here + b" " + there + b" f*")[0] == ["10 10 20 20 re", "f*"]
    assert reduced(b"60 0 m 90 0 l 90 90 l s")[0] == []
    assert reduced(b"10 0 m 20 90 l 60 0 m 90 9 l s")[0] == ["10 0 m", "20 90 l", "S"]


@pytest.mark.parametrize(("width", "kept"), [(1, False), (30, True)])
def test_a_line_reaches_as_far_as_it_is_wide(width: int, kept: bool) -> None:
    assert bool(reduced(b"%d w 60 0 m 60 90 l S" % width)[0]) is kept


def test_what_a_clip_keeps_off_the_face_is_taken_out() -> None:
    # A picture that is larger than the card next door, and cut to it.
    words, _ = reduced(b"q 60 0 40 90 re W n 0 0 99 99 re f Q q 0 0 40 90 re W n 0 0 99 99 re f Q")
    assert words == ["q", "0 0 40 90 re", "W", "n", "0 0 99 99 re", "f", "Q"]


def test_states_in_which_nothing_is_drawn_are_taken_out() -> None:
    assert reduced(b"1 0 0 rg 60 0 9 9 re f 0 1 0 rg 2 w 3 w 0 0 9 9 re f")[0] == [
        "0 1 0 rg", "3 w", "0 0 9 9 re", "f",
    ]  # fmt: skip
    assert reduced(b"q 1 0 0 rg q 60 0 9 9 re f Q Q")[0] == []


def _font(document: pikepdf.Pdf, one: Any) -> None:
    """A font whose letters are half as wide as they are high."""
    descriptor = Dictionary(Type=Name.FontDescriptor, Ascent=800, Descent=-200, FontName=Name.Own)
    descriptor.FontFile2 = Stream(document, b"x")
    font = Dictionary(
        Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name.Own, FirstChar=0, LastChar=255,
        Widths=Array([500] * 256), FontDescriptor=document.make_indirect(descriptor),
    )  # fmt: skip
    one.Resources = Dictionary(Font=Dictionary(F=document.make_indirect(font)))


def test_letters_elsewhere_leave_their_room_behind() -> None:
    # Each letter is 10 points wide: five are on the face, which ends in the middle of a sixth.
    words, _ = reduced(b"BT /F 20 Tf 5 10 Td (abcdefgh) Tj 2 Tc 3 Tw (i j) Tj ET", _font)
    assert "[ (abcde) -1500 ] TJ" in words
    assert "[ -1950 ] TJ" in words
    assert not any("f" in word for word in words if word.endswith("TJ"))


def test_a_line_elsewhere_is_taken_out_with_its_place_and_keeps_its_state() -> None:
    there = b"BT /F 20 Tf 14 TL 5 150 Td (there) Tj T* (there) ' ET "
    words, _ = reduced(there + b"BT 5 30 Td (a) Tj T* (b) Tj ET", _font)
    assert words == [
        "/F 20 Tf", "14 TL", "BT", "5 30 Td", "[ (a) ] TJ", "T*", "[ (b) ] TJ", "ET",
    ]  # fmt: skip


def test_leading_that_a_line_elsewhere_set_stays() -> None:
    words, _ = reduced(b"BT /F 9 Tf 0 300 Td 5 -160 TD (there) Tj ET BT 5 190 Td T* (a) Tj ET", _font)
    assert "160 TL" in words


def _forms(document: pikepdf.Pdf, one: Any) -> None:
    def form(content: bytes, **entries: Any) -> Any:
        told = {f"/{key}": value for key, value in entries.items()}
        return document.make_indirect(
            Stream(document, content, {"/Subtype": Name.Form, "/BBox": [0, 0, 100, 200], **told})
        )

    def layer(name: str) -> Any:
        return document.make_indirect(Dictionary(Type=Name.OCG, Name=name))

    shown, hidden = layer("shown"), layer("hidden")
    document.Root.OCProperties = Dictionary(OCGs=Array([shown, hidden]), D=Dictionary(OFF=Array([hidden])))
    picture = Stream(document, b"\0" * 3, {"/Subtype": Name.Image, "/Width": 1, "/Height": 1})
    one.Resources = Dictionary(
        XObject=Dictionary(
            Both=form(b"0 0 9 9 re f 60 0 9 9 re f"),
            There=form(b"60 0 9 9 re f"),
            Hidden=form(b"0 0 9 9 re f", OC=hidden),
            Shown=form(b"0 0 9 9 re f", OC=shown),
            Picture=document.make_indirect(picture),
        ),
        Properties=Dictionary(On=shown, Off=hidden, All=Dictionary(
            Type=Name.OCMD, OCGs=Array([shown, hidden]), P=Name.AllOn,
        )),
    )  # fmt: skip


def test_forms_are_reduced_where_they_are_shown() -> None:
    words, forms = reduced(b"/Both Do /There Do", _forms)
    assert words == ["/Face0 Do"]
    assert forms == {"/Face0": ["0 0 9 9 re", "f"]}
    _, forms = reduced(b"1 0 0 1 -60 0 cm /Both Do", _forms)
    assert forms == {"/Face0": ["60 0 9 9 re", "f"]}


def test_layers_are_shown_or_not_as_viewers_show_them() -> None:
    words, forms = reduced(b"/Hidden Do /Shown Do", _forms)
    assert words == ["/Face0 Do"]
    assert forms["/Face0"] == ["0 0 9 9 re", "f"]
    square = b" BDC 0 0 9 9 re f EMC "
    assert reduced(b"/OC /Off" + square + b"/OC /All" + square, _forms)[0] == []
    assert reduced(b"/OC /On" + square, _forms)[0] == ["0 0 9 9 re", "f"]


def test_one_picture_of_several_faces_is_refused() -> None:
    assert reduced(b"q 20 0 0 20 40 0 cm /Picture Do Q", _forms)[0][2] == "/Picture Do"
    with pytest.raises(DrawingFault, match="one picture shows it and its neighbours"):
        reduced(b"q 100 0 0 200 0 0 cm /Picture Do Q", _forms)


def test_pictures_within_operators_become_objects() -> None:
    inline = b"cm BI /W 1 /H 1 /BPC 8 /CS /RGB /F /AHx ID ff0000> EI Q "
    words, found = reduced(b"q 20 0 0 20 5 5 " + inline + b"q 20 0 0 20 70 5 " + inline)
    assert words == ["q", "20 0 0 20 5 5 cm", "/Inline0 Do", "Q"]
    assert list(found) == ["/Inline0"]


def _again(document: pikepdf.Pdf, one: Any) -> None:
    inner = Stream(document, b"0 0 9 9 re f", Subtype=Name.Form, BBox=Array([0, 0, 9, 9]))
    for _ in range(8):
        resources = Dictionary(XObject=Dictionary(A=document.make_indirect(inner)))
        inner = Stream(
            document, b"/A Do " * 10, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]), Resources=resources
        )
    one.Resources = Dictionary(XObject=Dictionary(A=document.make_indirect(inner)))


@pytest.mark.parametrize(
    ("content", "change", "why"),
    [
        (b"BT 7 Tr (a) Tj ET", _font, "letters in it clip what is drawn in them"),
        (b"BT /G 9 Tf (a) Tj ET", _font, 'a resource that it names is missing: Font "G"'),
        (b"/F 9 Tf (a) Tj", _font, "a text is shown outside of any"),
        (b"3 4 Td", _font, "a text is placed outside of any"),
        (b"ET", _font, "a text ends that was not begun"),
        (b"/A Do", _again, "drawings within its drawings have more than 500,000 operators"),
    ],
)
def test_what_cannot_be_told_apart_is_refused(
    content: bytes, change: Callable[[pikepdf.Pdf, Any], None], why: str
) -> None:
    with pytest.raises(DrawingFault) as fault:
        reduced(content, change)
    assert fault.value.message == why
