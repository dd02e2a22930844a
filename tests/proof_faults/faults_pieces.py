"""Faults of pages, pieces, copies and backs."""

from __future__ import annotations

import re

import pikepdf
from injecting import CARD, Case, K, kind

PIECES, PAGES, BACKS = "pieces", "pages", "backs"


def _moved(case: Case, dx: float, dy: float, item: str = CARD, side: str = "front") -> None:
    def shift(found: re.Match[str]) -> str:
        return f"{found[1]}{float(found[2]) + dx:.4f} {float(found[3]) + dy:.4f} cm"

    head = rf"(/Item \({item}\) /Copy 1 /Side /{side}>> BDC q\s+(?:\S+ ){{4}})(\S+) (\S+) cm"
    case.sub(case.page(item, side), head, shift)


def _turned(case: Case, matrix: str, item: str = CARD) -> None:
    head = rf"(/Item \({item}\) /Copy 1 /Side /front>> BDC q\s+)1 0 0 1 (\S+) (\S+) cm"

    def turn(found: re.Match[str]) -> str:
        return f"{found[1]}{matrix} {float(found[2])} {float(found[3])} cm"

    case.sub(case.page(item), head, turn)


@kind("a card moved by 0.05 mm", PIECES, "piece-place")
def _(case: Case) -> None:
    _moved(case, 0.05, 0)


@kind("a card moved by 2 mm", PIECES, "piece-place")
def _(case: Case) -> None:
    _moved(case, 0, 2)


@kind("a hexagon moved by 0.1 mm", PIECES, "piece-place")
def _(case: Case) -> None:
    _moved(case, 0.1, 0, "hexes/land")


@kind("a coin moved by 0.1 mm", PIECES, "piece-place")
def _(case: Case) -> None:
    _moved(case, 0, 0.1, "coins/one")


@kind("a page printed at 98 %", PIECES, "piece-size")
def _(case: Case) -> None:
    case.sub(case.page(), r"\A(\S+) 0 0 -\S+ 0 (\S+) cm", f"{K * 0.98:.8f} 0 0 {-K * 0.98:.8f} 0 841.0 cm")


@kind("a page stretched by 0.2 % one way", PIECES, "piece-size")
def _(case: Case) -> None:
    case.sub(case.page(), r"\A(\S+) 0 0 (-\S+) 0 (\S+) cm", rf"{K * 1.002:.8f} 0 0 \2 0 \3 cm")


@kind("one card at 99 %", PIECES, "piece-size")
def _(case: Case) -> None:
    _turned(case, "0.99 0 0 0.99")


@kind("a card turned by 1 degree", PIECES, "piece-turn", "piece-place")
def _(case: Case) -> None:
    _turned(case, "0.99985 0.01745 -0.01745 0.99985")


@kind("a card upside down", PIECES, "piece-turn", "piece-place")
def _(case: Case) -> None:
    _turned(case, "-1 0 0 -1")


@kind("a card mirrored", PIECES, "piece-turn", "piece-place")
def _(case: Case) -> None:
    _turned(case, "-1 0 0 1")


@kind("a card sheared", PIECES, "piece-turn", "piece-place", "piece-size")
def _(case: Case) -> None:
    _turned(case, "1 0.02 0 1")


@kind("a card left out", PIECES, "copy-missing")
def _(case: Case) -> None:
    case.sub(case.page(), case.piece(), "")


@kind("a card printed twice", PIECES, "copy-doubled")
def _(case: Case) -> None:
    page = case.page()
    found = re.search(case.piece(), case.text(page), re.S)
    assert found
    case.paint(page, found[0].replace("1 0 0 1 ", "1 0 0 1 1", 1))


@kind("a card of no catalogue", PIECES, "copy-unknown")
def _(case: Case) -> None:
    case.sub(case.page(), rf"\({CARD}\) /Copy 1", "(cards/c99) /Copy 1")


@kind("a copy with another number", PIECES, "copy-missing")
def _(case: Case) -> None:
    case.sub(case.page(), rf"\({CARD}\) /Copy 1", f"({CARD}) /Copy 7")


@kind("two cards with exchanged faces", PIECES, "face-wrong")
def _(case: Case) -> None:
    names = {"f0": "f1", "f1": "f0"}
    case.sub(case.page(), r"/(f[01]) Do", lambda found: f"/{names[found[1]]} Do", count=0)


@kind("a card clipped 1 mm inside its trim", PIECES, "bleed-short")
def _(case: Case) -> None:
    case.sub(case.page(), r"(cm )\S+ \S+ \S+ \S+ re W n", r"\g<1>1 -3 62 91 re W n")


@kind("a card without its clip", PIECES, "bleed-over")
def _(case: Case) -> None:
    case.sub(case.page(), r"(\(cards/c1\) /Copy 2.*?cm) \S+ \S+ \S+ \S+ re W n", r"\1")


@kind("a card with an empty clip", PIECES, "bleed-short")
def _(case: Case) -> None:
    case.sub(case.page(), r"(cm )\S+ \S+ \S+ \S+ re W n", r"\g<1>0 0 0 0 re W n")


@kind("a hexagon clipped to a square", PIECES, "bleed-over", "bleed-short")
def _(case: Case) -> None:
    case.sub(case.page("hexes/land"), r"(cm) [^W]*?h W n", r"\1 0 0 40 46 re W n")


@kind("the bleed of a family left out", PIECES, "bleed-short")
def _(case: Case) -> None:
    case.sub(case.page(), r"-?\d\S* -?\d\S* \S+ \S+ re W n", "0 0 63 88 re W n", count=0)


@kind("bleed made of the face left out", PIECES, "bleed-short")
def _(case: Case) -> None:
    case.sub(case.page("notes/n1"), r"/Artifact BMC q 1 0 0 1.*?EMC", "")


@kind("bleed made of another face", PIECES, "stray-paint")
def _(case: Case) -> None:
    page = case.page("notes/n1")
    names = re.findall(r"/(f\d) Do", case.text(page))
    other = next(name for name in names if name != names[0])
    case.sub(page, rf"/{names[0]} Do", f"/{other} Do")


@kind("a page taken out", PAGES, "page-count")
def _(case: Case) -> None:
    del case.document.pages[case.page() - 1]


@kind("an empty page added", PAGES, "page-count")
def _(case: Case) -> None:
    case.document.add_blank_page(page_size=(595.2756, 841.8898))


@kind("two pages exchanged", PAGES, "copy-missing")
def _(case: Case) -> None:
    pages, one, other = case.document.pages, case.page() - 1, case.page("hexes/land") - 1
    pages[one], pages[other] = pages[other], pages[one]


@kind("a MediaBox of another paper", PAGES, "page-size")
def _(case: Case) -> None:
    case.document.pages[0].obj.MediaBox = pikepdf.Array([0, 0, 612, 792])


@kind("a MediaBox that begins elsewhere", PAGES, "piece-place", "page-box", "trim-box")
def _(case: Case) -> None:
    case.document.pages[case.page() - 1].obj.MediaBox = pikepdf.Array([10, 0, 605.2756, 841.8898])


@kind("a CropBox", PAGES, "page-box")
def _(case: Case) -> None:
    case.document.pages[case.page() - 1].obj.CropBox = pikepdf.Array([20, 20, 575, 820])


@kind("a page with Rotate", PAGES, "page-rotated")
def _(case: Case) -> None:
    case.document.pages[case.page() - 1].obj.Rotate = 180


@kind("Rotate inherited from the tree of pages", PAGES, "page-rotated")
def _(case: Case) -> None:
    for page in case.document.pages:
        if "/Rotate" in page.obj:
            del page.obj["/Rotate"]
    case.document.Root.Pages.Rotate = 90


@kind("a page with UserUnit", PAGES, "page-unit")
def _(case: Case) -> None:
    case.document.pages[case.page() - 1].obj.UserUnit = 1.01


@kind("a TrimBox 0.15 mm off", PAGES, "trim-box")
def _(case: Case) -> None:
    box = case.document.pages[case.page() - 1].obj.TrimBox
    box[0] = float(box[0]) + 0.15 * K


@kind("no TrimBox", PAGES, "trim-box")
def _(case: Case) -> None:
    del case.document.pages[case.page() - 1].obj["/TrimBox"]


@kind("a BleedBox 0.15 mm off", PAGES, "bleed-box")
def _(case: Case) -> None:
    box = case.document.pages[case.page("hexes/land") - 1].obj.BleedBox
    box[3] = float(box[3]) - 0.15 * K


@kind("a page group that blends otherwise", PAGES, "document-extra")
def _(case: Case) -> None:
    group = pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceCMYK, K=True)
    case.document.pages[case.page() - 1].obj.Group = group


@kind("all backs of a page 0.15 mm off", BACKS, "back-off")
def _(case: Case) -> None:
    case.paint(case.page(CARD, "back"), "1 0 0 1 0.15 0 cm", first=True)


@kind("backs not mirrored", BACKS, "not-mirrored")
def _(case: Case) -> None:
    def plain(found: re.Match[str]) -> str:
        return f"{found[1]}{210 - float(found[2]) - 63:.4f} {found[3]} cm"

    case.sub(case.page(CARD, "back"), r"(/Side /back>> BDC q\s+1 0 0 1 )(\S+) (\S+) cm", plain, count=0)


@kind("backs turned about the wrong edge", BACKS, "wrong-flip")
def _(case: Case) -> None:
    def turned(found: re.Match[str]) -> str:
        x, y = 210 - float(found[2]), 297 - float(found[3])
        return f"{found[1]}-1 0 0 -1 {x:.4f} {y:.4f} cm"

    case.sub(case.page(CARD, "back"), r"(/Side /back>> BDC q\s+)1 0 0 1 (\S+) (\S+) cm", turned, count=0)


@kind("two backs exchanged", BACKS, "face-wrong", "swapped-backs")
def _(case: Case) -> None:
    names = {"(cards/c1)": "(cards/c2)", "(cards/c2)": "(cards/c1)"}
    case.sub(case.page(CARD, "back"), r"\(cards/c[12]\)", lambda found: names[found[0]], count=0)


@kind("a back left out", BACKS, "copy-missing")
def _(case: Case) -> None:
    case.sub(case.page(CARD, "back"), case.piece(CARD, 1, "back"), "")


@kind("a front in the place of a back", BACKS, "face-wrong")
def _(case: Case) -> None:
    page = case.document.pages[case.page(CARD, "back") - 1]
    page.Resources.XObject[case.name(CARD, "back")] = case.form()


@kind("a hexagon's back 0.1 mm off", BACKS, "back-off", "piece-place")
def _(case: Case) -> None:
    _moved(case, 0.1, 0, "hexes/land", "back")


@kind("backs of a folded sheet 0.1 mm off", BACKS, "back-off", "piece-place", kit="fold")
def _(case: Case) -> None:
    def shift(found: re.Match[str]) -> str:
        return f"{found[1]}{float(found[2]) + 0.1:.4f} {found[3]} cm"

    case.sub(case.page(), r"(/Side /back>> BDC q\s+(?:\S+ ){4})(\S+) (\S+) cm", shift, count=0)
