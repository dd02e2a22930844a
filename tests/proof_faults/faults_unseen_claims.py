"""Unseen faults of what the manifest claims, and of the files that belong to a kit.

Each docstring says who is harmed.
"""

from __future__ import annotations

import io
from typing import Any

import pikepdf
from injecting import Case, unseen
from pikepdf import Array, Name


def _family(case: Case, name: str) -> Any:
    return next(family for family in case.tree["families"] if family["id"] == name)


def _change_backs(case: Case, edit: Any) -> None:
    """Change the file of backs; its digest fits afterwards."""
    name = next(name for name in case.others if name.endswith("-backs.pdf"))
    with pikepdf.open(io.BytesIO(case.others[name])) as document:
        edit(document)
        written = io.BytesIO()
        document.save(written)
    case.others[name] = written.getvalue()


@unseen("turned about the short edge, says the manifest, and the file asks for it", "manifest: duplex")
def short_edge(case: Case) -> None:
    """The printer obeys, and every back stands on its head behind another front."""
    case.tree["duplex"] = "short"
    case.document.Root.ViewerPreferences.Duplex = Name.DuplexFlipShortEdge


@unseen("a kit of two files that says it is one", "manifest: duplex", kit="separate")
def long_of_two(case: Case) -> None:
    """Who follows it prints the fronts on both sides of the paper."""
    case.tree["duplex"] = "long"


@unseen("pairs of pages that are crossed", "manifest: pairs")
def crossed_pairs(case: Case) -> None:
    """The fronts of cards are told to have the backs of hexagons."""
    cards, hexes = (case.sheet(item) for item in ("cards/c1", "hexes/land"))
    cards["pair"], hexes["pair"] = hexes["pair"], cards["pair"]
    for sheet in case.placed["sheets"]:
        if sheet["side"] == "back":
            sheet["pair"] = next(
                one["page"] for one in case.placed["sheets"]
                if one["pair"] == sheet["page"] and one["side"] == "front"
            )  # fmt: skip


@unseen("a sheet that is told to have no back, while its back is in the file", "manifest: pairs")
def unpaired(case: Case) -> None:
    """Nothing compares the two any more: a back 2 mm off would be told as fine."""
    case.sheet("hexes/land")["pair"] = 0
    case.sheet("hexes/land", "back")["pair"] = 0


@unseen("a licence that the file does not give", "manifest: game")
def licence_claimed(case: Case) -> None:
    """A shop or a player takes it for free to copy."""
    case.tree["game"]["licence"] = "CC0 1.0"


@unseen("a title that the file does not have", "manifest: game")
def other_title(case: Case) -> None:
    """Two kits are taken for each other: the one for print is not the one that was tested."""
    case.tree["game"]["title"] = "Another game"


@unseen("more players than the cover says", "manifest: people")
def more_players(case: Case) -> None:
    """The box is printed for six, and there are pieces for three."""
    case.tree["game"]["players"] = [2, 6]


@unseen("a designer more than the file names", "manifest: people")
def designer_added(case: Case) -> None:
    """Somebody is credited who has not made it; royalties are paid by such lists."""
    case.tree["game"]["designers"].append("Bea")


@unseen("another revision than the labels say", "manifest: revision")
def other_revision(case: Case) -> None:
    """Testers mix the cards of two revisions."""
    case.tree["game"]["revision"] = "7"


@unseen("another language than the file's", "manifest: language")
def other_language(case: Case) -> None:
    """The English kit is sent to the Portuguese printer's job."""
    case.tree["language"] = "pt-BR"


@unseen("an item on a page where it is not", "manifest: items")
def item_elsewhere(case: Case) -> None:
    """Who prints one card anew by this list prints the wrong sheet."""
    _family(case, "cards")["items"][0]["pages"] = [7]


@unseen("a copy more of a card, in all sums", "manifest: items")
def copy_more(case: Case) -> None:
    """The box list counts ten cards, and nine are printed."""
    family = _family(case, "cards")
    family["items"][1]["copies"] += 1
    family["copies"] += 1
    case.tree["copies"] += 1


@unseen("a family with backs that is told to have none", "manifest: families")
def one_sided(case: Case) -> None:
    """A shop quotes and prints one side."""
    _family(case, "cards")["double_sided"] = False


@unseen("a family of another size than its pieces", "manifest: families")
def family_size(case: Case) -> None:
    """Sleeves and boxes are bought for poker cards."""
    _family(case, "cards")["size_mm"] = [63.5, 88.9]


@unseen("a family of more designs than it has", "manifest: families: designs")
def designs(case: Case) -> None:
    """A shop quotes by designs; a tester misses a card that never was."""
    _family(case, "notes")["designs"] = 5


@unseen("a family of another outline than its pieces", "manifest: families: outline")
def family_outline(case: Case) -> None:
    """A die is ordered for circles, and hexagons are printed."""
    _family(case, "hexes")["outline"] = "circle"


@unseen("round corners of another radius", "manifest: outlines")
def other_radius(case: Case) -> None:
    """A cut file made of the manifest leaves corners of 3 mm white inside ones of 1 mm."""
    outline = next(one for one in case.placed["outlines"] if one[0] == "rounded")
    outline[3] = 1.0


@unseen("an outline 1 mm wider than the family's size", "manifest: outlines")
def outline_wider(case: Case) -> None:
    """A cut file made of the manifest cuts 64 mm, through the neighbours' bleed."""
    for outline in case.placed["outlines"]:
        if outline[:3] == ["rectangle", 63.0, 88.0]:
            outline[1] = 64.0


@unseen("a sheet of another stock than its families, both on the list", "manifest: stock")
def other_stock(case: Case) -> None:
    """The hexagons are printed on paper, and the board for them lies unused."""
    _family(case, "hexes")["stock"] = "paper"


@unseen("sheets of another paper by name", "manifest: paper")
def paper_name(case: Case) -> None:
    """The sheets are 210 x 297 mm, and who buys by the name buys Letter."""
    case.tree["paper"] = "letter"
    for sheet in case.placed["sheets"]:
        sheet["paper"] = "letter"


@unseen("things to buy that the cover does not list", "manifest: supplied")
def supplied(case: Case) -> None:
    """Somebody buys 40 dice."""
    case.tree["supplied"] = [{"name": "dice", "count": 40}]


@unseen("a limit of ink that was not kept", "manifest: press", kit="cmyk")
def ink_limit(case: Case) -> None:
    """The shop asked for 240 %, the kit was built for 300 % and claims 240."""
    case.tree["press"]["ink_limit"] = 240


@unseen("another standard than the file's", "manifest: press", kit="x4")
def other_standard(case: Case) -> None:
    """A shop that takes PDF/X-1a alone gets transparency and layers."""
    case.tree["press"]["standard"] = "PDF/X-1a:2003"


@unseen("less ink than the faces have", "manifest: ink")
def less_ink(case: Case) -> None:
    """Who prints the kit that saves ink empties a cartridge."""
    case.tree["ink"] = "outline"


@unseen("made for a printer's drift that the file does not have", "manifest: printer")
def printer_claimed(case: Case) -> None:
    """Nobody corrects the drift a second time, and all backs are 2 mm off."""
    case.tree["printer"] = {"name": "office", "x": 2.0, "y": 0.0}


@unseen("layers that the file does not have", "manifest: layers")
def layer_claimed(case: Case) -> None:
    """A machine's operator looks for the layer of contours and finds none."""
    case.placed["layers"].append("CutContour")


@unseen("the cover is told to be blank", "manifest: plain pages")
def cover_blank(case: Case) -> None:
    """The page of credits is left out when printing by the list; its licence asks for them."""
    case.placed["plain"][0]["kind"] = ""


@unseen("no room for a ruler, says the manifest, and there is none", "manifest: lacks")
def ruler_lacks(case: Case) -> None:
    """The sheet has much room: its ruler was taken out, and a wrong scale stays unnoticed."""
    sheet = case.sheet("coins/one")
    number, x, y = sheet["beside"].pop(0)
    del number
    case.sub(sheet["page"], rf"q 1 0 0 1 {x:g} {y:g} cm\s+/f\d+ Do\s+Q", "")
    sheet["ruler"] = None
    sheet["lacks"] = ["ruler"]


@unseen("the file of backs is the file of fronts once more", "files of the kit", kit="separate")
def backs_are_fronts(case: Case) -> None:
    """Fronts on both sides of the cards."""
    name = next(iter(case.others))
    written = io.BytesIO()
    case.document.save(written)
    case.others[name] = written.getvalue()


@unseen("a file of backs in another scale", "files of the kit", kit="separate")
def backs_scaled(case: Case) -> None:
    """Backs 2 % larger than their fronts."""

    def edit(document: pikepdf.Pdf) -> None:
        for page in document.pages:
            page.obj.UserUnit = 1.02

    _change_backs(case, edit)


@unseen("a file of backs with one page too few", "files of the kit: pages", kit="separate")
def backs_short(case: Case) -> None:
    """From the missing page on, all backs come behind other fronts."""

    def edit(document: pikepdf.Pdf) -> None:
        del document.pages[1]

    _change_backs(case, edit)


@unseen("a file of backs whose pages stand on their heads", "files of the kit: pages", kit="separate")
def backs_turned(case: Case) -> None:
    """Backs upside down behind their fronts, and shifted where a sheet is not even."""

    def edit(document: pikepdf.Pdf) -> None:
        for page in document.pages:
            page.obj.Rotate = 180

    _change_backs(case, edit)


@unseen("a file of backs that asks the printer for both sides", "files of the kit: viewer", kit="separate")
def backs_duplex(case: Case) -> None:
    """Two backs are printed on one paper."""

    def edit(document: pikepdf.Pdf) -> None:
        document.Root.ViewerPreferences.Duplex = Name.DuplexFlipLongEdge

    _change_backs(case, edit)


@unseen("a file of backs that the manifest does not name", "manifest: files", kit="separate")
def backs_unnamed(case: Case) -> None:
    """Whoever sends the files of the list to a shop sends no backs."""
    for name in case.others:
        del case.tree["files"][name]


@unseen("a file of the set that is not there", "manifest: files", kit="contour")
def file_missing(case: Case) -> None:
    """A cut file is claimed to belong to the kit, and a machine's operator waits for it."""
    case.tree["files"]["mostra-cut.dxf"] = {"bytes": 1024, "sha256": "0" * 64}


@unseen("a file of backs with a mark over a card", "files of the kit: contents", kit="separate")
def backs_painted(case: Case) -> None:
    """A white box on one back tells everybody which card it is."""

    def edit(document: pikepdf.Pdf) -> None:
        page = document.pages[case.page(side="front") - 1].obj
        more = document.make_indirect(pikepdf.Stream(document, b"q 1 g 12 18 50 60 re f Q"))
        page.Contents = Array([page.Contents, more])

    _change_backs(case, edit)
