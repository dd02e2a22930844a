"""Unseen faults of pages: what they inherit, their boxes, what is beside their content, and the content.

Each docstring says who is harmed.
"""

from __future__ import annotations

import re
from typing import Any

from injecting import Case, K, unseen
from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Stream, String


def _page(case: Case, item: str = "cards/c1", side: str = "front") -> Any:
    return case.document.pages[case.page(item, side) - 1].obj


def begin(case: Case, page: int, operators: str) -> None:
    """Put operators before all that a page paints."""
    case.paint(page, operators, first=True)


def remove_page(case: Case, gone: int) -> None:
    """Take a page out, in the manifest too."""

    def moved(page: int) -> int:
        return page - (page > gone)

    del case.document.pages[gone - 1]
    placed = case.placed
    placed["plain"] = [one for one in placed["plain"] if one["page"] != gone]
    for one in (*placed["plain"], *placed["sheets"]):
        one["page"] = moved(one["page"])
        if "pair" in one:
            one["pair"] = moved(one["pair"])
    for family in case.tree["families"]:
        for item in family["items"]:
            item["pages"] = [moved(page) for page in item["pages"]]
    case.tree["pages"] -= 1


@unseen("pages that inherit a rotation", "page tree")
def inherited_rotation(case: Case) -> None:
    """Every sheet is printed on its side, and printers scale it to fit."""
    for page in case.document.pages:
        if "/Rotate" in page.obj:
            del page.obj["/Rotate"]
    case.document.Root.Pages.Rotate = 90


@unseen("pages that inherit a crop box", "page tree")
def inherited_crop(case: Case) -> None:
    """Acrobat prints the crop box alone: marks, ruler and labels are gone."""
    case.document.Root.Pages.CropBox = Array([30, 30, 565, 811])


@unseen("a page tree that counts one page too few", "page tree: count")
def count_short(case: Case) -> None:
    """Readers that believe the count never print the last sheet, a half of the board."""
    count = len(case.document.pages)
    case.saving = {"object_stream_mode": ObjectStreamMode.disable}
    case.finish = lambda data: data.replace(b"/Count %d" % count, b"/Count %d" % (count - 1))


@unseen("a sheet that is in the page tree twice, and another never", "page tree: count")
def page_twice(case: Case) -> None:
    """The cards come out twice, the second part of the board not at all; the number of pages is right."""
    kids = case.document.Root.Pages.Kids
    kids[len(kids) - 2] = kids[case.page() - 1]


@unseen("a unit of its own on one back", "page: unit")
def unit_of_back(case: Case) -> None:
    """Acrobat prints this back 1 % larger than its front: it drifts 2 mm at the edges."""
    _page(case, side="back").UserUnit = 1.01


@unseen("a page that begins elsewhere", "page: media box")
def media_origin(case: Case) -> None:
    """The paper is as large as it was, and all is printed 2 mm to the right: not behind its back."""
    page = _page(case)
    left, bottom, right, top = (float(value) for value in page.MediaBox)
    page.MediaBox = Array([left - 2 * K, bottom, right - 2 * K, top])


@unseen("a bleed box without bleed", "page: bleed box")
def no_bleed_box(case: Case) -> None:
    """A shop that imposes by the bleed box cuts the bleed away, and white edges show."""
    page = _page(case)
    page.BleedBox = page.TrimBox


@unseen("a trim box that is 5 mm off", "page: trim box", kit="x4")
def trim_off(case: Case) -> None:
    """A shop lays sheets by their trim box: 5 mm of the cards are cut off."""
    page = _page(case)
    left, bottom, right, top = (float(value) for value in page.TrimBox)
    page.TrimBox = Array([left + 5 * K, bottom, right + 5 * K, top])


@unseen("a page whose colours are mixed in four inks", "page: group")
def page_group(case: Case) -> None:
    """Acrobat mixes all colours of the page in CMYK: bright ones turn dull on this sheet alone."""
    _page(case).Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK, I=True)


@unseen("a page that says it is one plate of four", "page: separation", kit="x4")
def separation_info(case: Case) -> None:
    """A shop's workflow takes the sheet for the black plate of a separated job, and prints it in black."""
    page = _page(case)
    page.SeparationInfo = Dictionary(Pages=Array([page]), DeviceColorant=Name.Black)


@unseen("a page with a scale for measuring", "page: viewport")
def measure_scale(case: Case) -> None:
    """Acrobat's measuring tool tells a card is 126 mm wide."""
    ways = Array([Dictionary(Type=Name.NumberFormat, U=String("mm"), C=2 / K)])
    measure = Dictionary(Type=Name.Measure, Subtype=Name.RL, R=String("1 pt"), X=ways, D=ways, A=ways)
    _page(case).VP = Array([Dictionary(Type=Name.Viewport, BBox=Array([0, 0, 595, 842]), Measure=measure)])


@unseen("a page with the private data of a drawing program", "page: private data")
def private_data(case: Case) -> None:
    """Illustrator opens its private data in place of the content: what is edited there is another sheet."""
    held = case.document.make_indirect(Stream(case.document, b"%!PS-Adobe-3.0 another sheet"))
    private = Dictionary(AIPrivateData1=held, NumBlock=1, RoundtripVersion=17)
    stamp = String("D:20200101000000Z")
    _page(case).PieceInfo = Dictionary(Illustrator=Dictionary(LastModified=stamp, Private=private))
    _page(case).LastModified = stamp


@unseen("an action whenever a sheet is shown", "page: actions")
def page_opens(case: Case) -> None:
    """Acrobat jumps elsewhere whenever the sheet is to be looked at; nobody sees what will be printed."""
    to = Array([case.document.pages[0].obj, Name.Fit])
    _page(case).AA = Dictionary(O=Dictionary(S=Name.GoTo, D=to))


@unseen("a thumbnail of something else", "page: thumbnail")
def thumbnail(case: Case) -> None:
    """Who picks sheets to print by their thumbnails picks the wrong one."""
    picture = Stream(case.document, b"\xff\x00\x00" * 4)
    picture.update({
        "/Width": 2, "/Height": 2, "/BitsPerComponent": 8, "/ColorSpace": Name.DeviceRGB,
    })  # fmt: skip
    _page(case).Thumb = case.document.make_indirect(picture)


@unseen("fronts on even pages, as the manifest says, too", "page tree: order")
def even_fronts(case: Case) -> None:
    """A leaf was taken out: printed on both sides, a front comes behind the page before it."""
    remove_page(case, next(one["page"] for one in case.placed["plain"] if not one["kind"]))


@unseen("a second content stream that paints white", "page: contents")
def second_contents(case: Case) -> None:
    """A watermark tool put it there: a card's picture is gone under a white box."""
    page = _page(case)
    more = Stream(case.document, b"q 1 g 12 18 50 60 re f Q")
    page.Contents = Array([page.Contents, case.document.make_indirect(more)])


@unseen("text that paints nothing from the head of a page on", "content: text state")
def invisible_text(case: Case) -> None:
    """Drawings inherit the state of their page: all texts of the sheet are blank in every reader."""
    begin(case, case.page(), "3 Tr")


@unseen("text that is squeezed from the head of a page on", "content: text state")
def squeezed_text(case: Case) -> None:
    """All texts of the sheet are 10 % narrower, centred ones no longer in the middle."""
    begin(case, case.page(), "90 Tz")


@unseen("flat curves from the head of a page on", "content: graphics state")
def flat_curves(case: Case) -> None:
    """Raster processors that heed flatness print round icons with corners."""
    begin(case, case.page("coins/one"), "100 i")


@unseen("a pale state from the head of a page on", "content: graphics state")
def pale_page(case: Case) -> None:
    """Every drawing that sets no opacity of its own is printed at a tenth."""
    begin(case, case.page(), "/a100.1000 gs")


@unseen("a note that is printed at a fixed place of each sheet", "annotation")
def fixed_print(case: Case) -> None:
    """Acrobat prints the watermark over the cards; most other viewers do not show it."""
    form = Stream(case.document, b"0.5 g 0 0 200 40 re f")
    form.update({"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": Array([0, 0, 200, 40])})
    place = Dictionary(Type=Name.FixedPrint, Matrix=Array([1, 0, 0, 1, 72, -200]), H=0, V=1)
    _page(case).Annots = Array([
        case.document.make_indirect(
            Dictionary(
                Type=Name.Annot, Subtype=Name.Watermark, Rect=Array([60, 600, 260, 640]), F=4,
                FixedPrint=place, AP=Dictionary(N=case.document.make_indirect(form)),
            )
        )
    ])  # fmt: skip


@unseen("traps that somebody made before the last change", "annotation", kit="x4")
def trap_net(case: Case) -> None:
    """The raster processor paints the network of traps over the page: lines where no colours meet."""
    form = Stream(case.document, b"1 0 0 0 K 4 w 40 620 m 180 780 l S")
    form.update({"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": Array([0, 0, 595, 842])})
    _page(case).Annots = Array([
        case.document.make_indirect(
            Dictionary(
                Type=Name.Annot, Subtype=Name.TrapNet, Rect=Array([0, 0, 595, 842]), F=68,
                LastModified=String("D:20000101000000Z"), AS=Name.N,
                AP=Dictionary(N=Dictionary(N=case.document.make_indirect(form))),
            )
        )
    ])  # fmt: skip


@unseen("a small white picture within the content", "content: inline image")
def inline_picture(case: Case) -> None:
    """It covers the lower half of a card."""
    picture = "BI /W 1 /H 1 /BPC 8 /CS /G ID \xff EI"
    case.paint(case.page(), f"q 50 0 0 -40 14 95 cm {picture} Q")


@unseen("other words for a card than those that are printed", "content: marks")
def actual_text(case: Case) -> None:
    """A search, a copy and a screen reader find "Card c9" where Card c1 is printed."""
    case.sub(case.page(), r"/Copy 1 /Side /front>> BDC", "/Copy 1 /Side /front /ActualText (Card c9)>> BDC")


@unseen("a piece drawn once more, without a mark that names it", "content: pieces")
def ghost_piece(case: Case) -> None:
    """A tenth card, which nobody counted, is on the sheet, half over its neighbours."""
    page = case.page()
    case.paint(page, f"q 1 0 0 1 40 60 cm -3 -3 69 94 re W n {case.name()} Do Q")


@unseen("a white box that is part of the marks' layer", "content: layer")
def white_in_layer(case: Case) -> None:
    """Where marks are printed, a card is covered; without them it shows."""
    case.sub(case.page(), r"/OC /Cut BDC", "/OC /Cut BDC q 1 g 14 20 40 40 re f Q")


@unseen("the marks are in no layer any more", "content: layer")
def marks_without_layer(case: Case) -> None:
    """Who hides the layer to print a sheet without marks, or for a laser, still gets them."""
    case.sub(case.page(), r"/OC /Cut BDC", "/Artifact BMC")


@unseen("marks in red, green and blue on a press sheet", "content: marks", kit="x4")
def rgb_marks(case: Case) -> None:
    """The shop's preflight refuses a file with colours of screens, or converts black marks to four inks."""
    case.sub(case.page(), r"q 0 G 0\.15 w", "q 0 0 0 RG 0.15 w")


@unseen("transparency in a standard that has none", "content: transparency", kit="x1a")
def pale_x1a(case: Case) -> None:
    """A raster processor of PDF 1.4 without transparency prints the patch solid, another one pale."""
    page = case.document.pages[case.page() - 1]
    states = dict(page.Resources.get("/ExtGState", {}))
    page.Resources.ExtGState = Dictionary({**states, "/pale": Dictionary(CA=0.5, ca=0.5)})
    case.sub(case.page(), r"/Piece", "/pale gs\n/Piece")


@unseen("a patch of four full inks in the margin", "content: ink", kit="x4")
def full_inks(case: Case) -> None:
    """400 % of ink do not dry and print off on the next sheet."""
    case.paint(case.page(), "q 1 1 1 1 k 3 100 4 20 re f Q")


@unseen("a shading over the whole page", "content: shading")
def page_shaded(case: Case) -> None:
    """An `sh` without a clip paints the paper: much ink, and all cards are covered."""
    name = re.sub("^/", "", sorted(case.document.pages[case.page() - 1].Resources.Shading.keys())[0])
    case.paint(case.page(), f"q 210 0 0 297 0 0 cm /{name} sh Q")


@unseen("front and back of a leaf exchanged, in the manifest, too", "page tree: order")
def front_and_back_swapped(case: Case) -> None:
    """The leaf lies upside down in the pile; it is cut from its back, and by a machine mirrored."""
    front, back = case.page("hexes/land"), case.page("hexes/land", "back")
    kids = case.document.Root.Pages.Kids
    one, other = kids[front - 1], kids[back - 1]
    kids[front - 1], kids[back - 1] = other, one
    for sheet in case.placed["sheets"]:
        if sheet["page"] in (front, back):
            sheet["page"], sheet["pair"] = sheet["pair"], sheet["page"]
    case.placed["sheets"].sort(key=lambda sheet: sheet["page"])
    for family in case.tree["families"]:
        for item in family["items"]:
            item["pages"] = [back if page == front else page for page in item["pages"]]
