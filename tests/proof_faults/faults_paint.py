"""Things painted over or under pieces, and graphics states that change them."""

from __future__ import annotations

import re

import pikepdf
from injecting import CARD, Case, kind

PAINT = "paint"


def _over(case: Case, operators: str, item: str = CARD, first: bool = False) -> None:
    """Paint in the mm of a piece."""
    page = case.page(item)
    x, y = case.place(page, item)
    case.paint(page, f"q 1 0 0 1 {x} {y} cm {operators} Q", first)


def _state(case: Case, entries: pikepdf.Dictionary) -> str:
    page = case.document.pages[case.page() - 1]
    page.Resources.ExtGState = pikepdf.Dictionary(X=entries)
    return "/X gs"


@kind("a white patch over a card", PAINT, "stray-paint", "piece-altered")
def _(case: Case) -> None:
    _over(case, "1 g 10 10 40 30 re f")


@kind("a white patch over all of a card", PAINT, "stray-paint", "piece-altered")
def _(case: Case) -> None:
    _over(case, "1 g 0 0 63 88 re f")


@kind("a patch of the card's own colour", PAINT, "stray-paint", "piece-altered")
def _(case: Case) -> None:
    _over(case, "0.2157 0.3137 0.502 rg 10 6 40 12 re f")


@kind("a dot of 0.3 mm on a card", PAINT, "stray-paint", "piece-altered")
def _(case: Case) -> None:
    _over(case, "0 g 30 30 0.3 0.3 re f")


@kind("a line across the art", PAINT, "stray-paint", "piece-altered")
def _(case: Case) -> None:
    _over(case, "0 G 0.1 w 5 5 m 58 80 l S")


@kind("a line across the art in the layer of cuts", PAINT, "cut-off", "mark-inside")
def _(case: Case) -> None:
    case.sub(case.page(), r"/OC /Cut BDC", "/OC /Cut BDC q 0 G 0.15 w 20 40 m 60 40 l S Q")


@kind("a filled patch in the layer of cuts", PAINT, "stray-paint")
def _(case: Case) -> None:
    case.sub(case.page(), r"/OC /Cut BDC", "/OC /Cut BDC q 1 g 20 40 20 20 re f Q")


@kind("a white line as under a label's marks", PAINT, "stray-paint")
def _(case: Case) -> None:
    _over(case, "/Artifact BMC 1 G 1.2 w 5 20 m 58 20 l S EMC")


@kind("a patch inside a card's own marked content", PAINT, "stray-paint")
def _(case: Case) -> None:
    case.sub(case.page(), r"(/f0 Do)", r"\1 1 g 10 10 20 20 re f")


@kind("a second form inside a card's marked content", PAINT, "stray-paint")
def _(case: Case) -> None:
    case.sub(case.page(), r"(/f0 Do)", r"\1 0.5 0 0 0.5 10 10 cm /f1 Do")


@kind("an untagged second card over the first", PAINT, "stray-paint", "piece-altered")
def _(case: Case) -> None:
    _over(case, f"0.8 0 0 0.8 5 5 cm {case.names(case.page())[1]} Do")


@kind("the same card untagged over itself", PAINT, "stray-paint")
def _(case: Case) -> None:
    _over(case, f"{case.names(case.page())[0]} Do")


@kind("a grey ground under a page", PAINT, "stray-paint")
def _(case: Case) -> None:
    case.paint(case.page("hexes/land"), "q 0.9 g 0 0 210 297 re f Q", first=True)


@kind("a watermark of words", PAINT, "stray-paint", "piece-altered")
def _(case: Case) -> None:
    page = case.document.pages[case.page() - 1]
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    )
    page.Resources.Font = pikepdf.Dictionary(F1=font)
    _over(case, "0.85 g BT /F1 12 Tf 1 0 0 -1 10 40 Tm (DRAFT) Tj ET")


@kind("a picture over a card", PAINT, "stray-paint", "piece-altered")
def _(case: Case) -> None:
    case.document.pages[case.page() - 1].Resources.XObject["/P"] = case.images()[0]
    _over(case, "20 0 0 20 5 60 cm /P Do")


@kind("an inline picture over a card", PAINT, "stray-paint", "piece-altered")
def _(case: Case) -> None:
    _over(case, "10 0 0 10 5 60 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI")


@kind("a gradient over a page", PAINT, "stray-paint", "piece-altered")
def _(case: Case) -> None:
    page = case.document.pages[case.page() - 1]
    page.Resources.Shading = pikepdf.Dictionary(S=case.resource("Shading"))
    _over(case, "0 0 63 20 re W n 63 0 0 20 0 0 cm /S sh")


@kind("a card at 30 % opacity", PAINT, "state-altered", "piece-altered")
def _(case: Case) -> None:
    operator = _state(case, pikepdf.Dictionary(ca=0.3, CA=0.3))
    case.sub(case.page(), r"(/f0 Do)", rf"{operator} \1")


@kind("a card that multiplies with what lies under it", PAINT, "state-altered")
def _(case: Case) -> None:
    operator = _state(case, pikepdf.Dictionary(BM=pikepdf.Name.Multiply))
    case.sub(case.page(), r"(/f0 Do)", rf"{operator} \1")


@kind("a page under a soft mask", PAINT, "state-altered", "piece-altered")
def _(case: Case) -> None:
    mask = pikepdf.Dictionary(Type=pikepdf.Name.Mask, S=pikepdf.Name.Luminosity, G=case.form())
    operator = _state(case, pikepdf.Dictionary(SMask=mask))
    case.paint(case.page(), operator, first=True)


@kind("letters made invisible from outside a card", PAINT, "state-altered", "piece-altered")
def _(case: Case) -> None:
    case.sub(case.page(), r"(/f0 Do)", r"3 Tr \1")


@kind("letters stretched from outside a card", PAINT, "state-altered", "piece-altered")
def _(case: Case) -> None:
    case.sub(case.page(), r"(/f0 Do)", r"80 Tz \1")


@kind("a card in a layer of its own", PAINT, "state-altered")
def _(case: Case) -> None:
    found = re.search(case.piece(), case.text(case.page()), re.S)
    assert found
    case.sub(case.page(), case.piece(), lambda _: f"/OC /Cut BDC {found[0]} EMC")


@kind("words in the waste of a sheet", PAINT, "stray-paint")
def _(case: Case) -> None:
    case.paint(case.page("hexes/land"), "q 0.3 g 60 270 30 4 re f Q")


@kind("ink at the edge of the paper", PAINT, "ink-in-margin", "stray-paint")
def _(case: Case) -> None:
    case.paint(case.page("hexes/land"), "q 0 g 1 100 4 4 re f Q")


@kind("a patch over the cover", PAINT, "stray-paint")
def _(case: Case) -> None:
    case.paint(1, "q 1 g 20 60 100 30 re f Q")


@kind("a picture painted larger beneath a card", PAINT, "stray-paint")
def _(case: Case) -> None:
    page = case.page("notes/n1")
    case.sub(page, r"(/Artifact BMC q 1 0 0 1 \S+ \S+ cm)", r"\1 1 0 0 1 0.5 0 cm")


@kind("a stamp as an annotation", PAINT, "annotation")
def _(case: Case) -> None:
    _annotated(case, "Stamp", b"1 0 0 rg 0 0 200 100 re f")


@kind("a watermark as an annotation", PAINT, "annotation")
def _(case: Case) -> None:
    _annotated(case, "Watermark", b"0.9 g 0 0 200 100 re f")


@kind("a link over a card", PAINT, "annotation")
def _(case: Case) -> None:
    _annotated(case, "Link", b"")


@kind("a note for the printer", PAINT, "annotation")
def _(case: Case) -> None:
    _annotated(case, "Text", b"")


def _annotated(case: Case, subtype: str, drawing: bytes) -> None:
    document = case.document
    note = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot,
        Subtype=pikepdf.Name(f"/{subtype}"),
        Rect=pikepdf.Array([100, 500, 300, 600]),
        F=4,
    )
    if drawing:
        form = pikepdf.Stream(document, drawing)
        form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
        form.BBox = pikepdf.Array([0, 0, 200, 100])
        note.AP = pikepdf.Dictionary(N=form)
    page = document.pages[case.page() - 1]
    page.obj.Annots = pikepdf.Array([document.make_indirect(note)])
