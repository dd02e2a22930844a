"""Faults put into a good PDF: each is caught, by its code, with page, component and millimetres."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pikepdf
import pytest
from conftest_proof import Built, Edit, Spoil, build, only
from PIL.Image import Image

from prancha.checks.proof.pdf_geometry import Matrix, concat
from prancha.checks.proof.pdfium_pages import PageRaster
from prancha.checks.proof.proofing import proof

K = 72 / 25.4


def change(document: pikepdf.Pdf, page: int, old: str, new: object, count: int = 1) -> None:
    """Replace a pattern in a page's content; it must be there."""
    part = document.pages[page - 1]
    text, done = re.subn(old, new, part.Contents.read_bytes().decode("latin1"), count=count, flags=re.S)  # type: ignore[call-overload]
    assert done, f"{old} is not on page {page}"
    part.Contents.write(text.encode("latin1"))


def block(item: str, side: str) -> str:
    return rf"/Piece <</Item \({item}\) /Copy 1 /Side /{side}>> BDC.*?EMC"


def content(document: pikepdf.Pdf, page: int) -> str:
    text: str = document.pages[page - 1].Contents.read_bytes().decode("latin1")
    return text


def move(document: pikepdf.Pdf, page: int, item: str, side: str, dx: float, dy: float = 0.0) -> None:
    """Shift one face by mm."""

    def moved(found: re.Match[str]) -> str:
        return f"{found[1]}{float(found[2]) + dx:.4f} {float(found[3]) + dy:.4f} cm"

    head = rf"(/Item \({item}\) /Copy 1 /Side /{side}>> BDC q\s+(?:\S+ ){{4}})(\S+) (\S+) cm"
    change(document, page, head, moved)


def test_the_good_kit_raises_no_alarm(kit: Built) -> None:
    report = proof(kit.pdf)
    assert report.faults == ()
    assert report.clean
    assert report.components > 12 * 2
    assert report.readings > 20
    assert report.images == 3  # two of them on the cover
    assert report.fonts == 2
    assert report.vector_deviation < 0.001
    assert 0 < report.pixel_deviation < 0.06


def test_scale(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")

    def edit(document: pikepdf.Pdf) -> None:
        change(
            document, page, r"\A(\S+) 0 0 -\S+ 0 (\S+) cm", f"{K * 0.998:.8f} 0 0 {-K * 0.998:.8f} 0 841.0 cm"
        )

    fault = only(spoil(edit), "piece-size", page, "cards/c1 copy 1")
    assert (fault.found, fault.expected) == ("62.874 x 87.824 mm", "63.000 x 88.000 mm")
    assert "99.80%" in fault.message


def test_back_off(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1", "back")

    def edit(document: pikepdf.Pdf) -> None:
        change(document, page, r"\A", f"1 0 0 1 {0.15 * K:.5f} 0 cm ")

    report = spoil(edit)
    fault = only(report, "back-off", page, "cards/c1 copy 1")
    assert "+0.150 mm across and" in fault.message
    assert fault.found != fault.expected
    assert sum(f.code == "back-off" for f in report.faults) == 9
    only(report, "mark-off", page)


def test_wrong_flip_edge(kit: Built, project: Path, tmp_path: Path) -> None:
    other = build(project, tmp_path, duplex="short")
    report = proof(other.pdf, kit.manifest)
    fault = only(report, "wrong-flip", kit.page("cards/c1", "back"))
    assert "turned about its short edge" in fault.message
    assert fault.item.startswith("cards/")
    assert only(report, "duplex-hint", 0).found == "DuplexFlipShortEdge"


def test_not_mirrored(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1", "back")

    def edit(document: pikepdf.Pdf) -> None:
        def unmirrored(found: re.Match[str]) -> str:
            return f"{found[1]}{210 - float(found[2]) - 63:.4f} {found[3]} cm"

        head = r"(/Side /back>> BDC q\s+1 0 0 1 )(\S+) (\S+) cm"
        change(document, page, head, unmirrored, count=0)

    fault = only(spoil(edit), "not-mirrored", page)
    assert "as their fronts do" in fault.message
    assert fault.found != fault.expected


@pytest.mark.parametrize(("name", "what"), [("TrimBox", "trims"), ("BleedBox", "art")])
@pytest.mark.parametrize("item", ["cards/c1", "hexes/land", "coins/one", "board/map"])
def test_boxes_that_are_not_around_the_pieces(
    kit: Built, spoil: Spoil, name: str, what: str, item: str
) -> None:
    page = kit.page(item)

    def edit(document: pikepdf.Pdf) -> None:
        box = document.pages[page - 1].obj[f"/{name}"]
        box[0] = float(box[0]) + 0.15 * K

    report = spoil(edit)
    assert {fault.page for fault in report.faults} == {page}
    fault = only(report, "trim-box" if name == "TrimBox" else "bleed-box", page)
    assert fault.message == f"the {name} is not the box around all {what}"
    left = [float(text.partition(",")[0].lstrip("(")) for text in (fault.found, fault.expected)]
    assert left[0] - left[1] == pytest.approx(0.15, abs=0.002 if item != "coins/one" else 0.1)


def test_no_trim_box(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")

    def edit(document: pikepdf.Pdf) -> None:
        del document.pages[page - 1].obj["/TrimBox"]

    fault = only(spoil(edit), "trim-box", page)
    assert (fault.message, fault.found) == ("the page has no TrimBox", "none")


def test_card_missing(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c5")
    fault = only(
        spoil(lambda document: change(document, page, block("cards/c5", "front"), "")),
        "copy-missing", page, "cards/c5 copy 1",
    )  # fmt: skip
    assert fault.found == "nothing"
    assert "mm" in fault.expected


def test_card_doubled(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c2")

    def edit(document: pikepdf.Pdf) -> None:
        one = re.search(block("cards/c2", "front"), content(document, page), re.S)
        assert one
        change(document, page, block("cards/c3", "front"), one[0].replace("\\", r"\\"))

    report = spoil(edit)
    only(report, "copy-doubled", page, "cards/c2 copy 1")
    only(report, "copy-missing", page, "cards/c3 copy 1")


def test_unknown_card(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c2")
    report = spoil(lambda document: change(document, page, r"cards/c2\)", "cards/joker)"))
    assert only(report, "copy-unknown", page, "cards/joker copy 1").expected == "nothing"


def test_font_not_embedded(spoil: Spoil) -> None:
    def edit(document: pikepdf.Pdf) -> None:
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing:
                del thing["/FontFile2"]

    report = spoil(edit)
    fault = next(f for f in report.faults if f.code == "font-not-embedded")
    assert fault.page
    assert fault.found == "no /FontFile2"


def test_bare_type_one_and_whole_fonts(spoil: Spoil) -> None:
    def edit(document: pikepdf.Pdf) -> None:
        for thing in list(document.objects):
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Subtype") == "/Type0":
                thing.BaseFont = pikepdf.Name("/Whole")
        font = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
        document.pages[0].Resources.Font = pikepdf.Dictionary(F1=document.make_indirect(font))

    codes = {fault.code for fault in spoil(edit).faults}
    assert codes == {"font-not-subset", "resource-wrong"}


def _coarser(pixels: int) -> Edit:
    """Give pictures so many pixels across and down."""

    def edit(document: pikepdf.Pdf) -> None:
        for thing in document.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image":
                thing.write(bytes(pixels * pixels * 3))
                thing.Width = thing.Height = pixels

    return edit


@pytest.mark.parametrize("pixels", [118, 200])
def test_soft_art(kit: Built, spoil: Spoil, pixels: int) -> None:
    (fault,) = (f for f in spoil(_coarser(pixels)).faults if f.code.startswith("image") and f.item)
    assert (fault.code, fault.severity) == ("image-soft", "warning")
    assert (fault.page, fault.item) == (kit.page("cards/c1"), "cards/c1")
    assert fault.found == f"{pixels / 20 * 25.4:.0f} ppi"


def test_coarse_art_where_the_kit_wants_more(kit: Built, tmp_path: Path) -> None:
    path, manifest = tmp_path / "coarse.pdf", tmp_path / "coarse.json"
    with pikepdf.open(kit.pdf) as document:
        _coarser(118)(document)
        document.save(path)
    said = json.loads(kit.manifest.read_text())
    said["ppi"] = [150, 300]
    manifest.write_text(json.dumps(said))
    (fault,) = (f for f in proof(path, manifest).faults if f.code.startswith("image") and f.item)
    assert (fault.code, fault.severity) == ("image-coarse", "error")


def shift_mark(document: pikepdf.Pdf, page: int) -> None:
    """Move the first upright mark 0.15 mm to the right."""
    start, end = content(document, page).split("/OC /Cut BDC")
    found = re.search(r"(\S+) (\S+) m \1 (\S+) l", end)
    assert found
    x = float(found[1]) + 0.15
    end = end.replace(found[0], f"{x:.4f} {found[2]} m {x:.4f} {found[3]} l", 1)
    document.pages[page - 1].Contents.write(f"{start}/OC /Cut BDC{end}".encode("latin1"))


def test_mark_off(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")
    report = spoil(lambda document: shift_mark(document, page))
    fault = only(report, "mark-off", page)
    assert "is off by +0.150 mm" in fault.message
    assert fault.item.startswith("cards/")
    assert fault.found.startswith("x = ")
    assert only(report, "pixels-off", page).found.startswith("x = ")


def test_one_mark_gone(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")

    def edit(document: pikepdf.Pdf) -> None:
        start, end = content(document, page).split("/OC /Cut BDC")
        end = re.sub(r"(\S+) (\S+) m \1 (\S+) l", "", end, count=1)
        document.pages[page - 1].Contents.write(f"{start}/OC /Cut BDC{end}".encode("latin1"))

    report = spoil(edit)
    assert only(report, "mark-missing", page).message == "a designed mark is not there"
    single = only(report, "mark-single", page)
    assert single.severity == "warning"
    assert "only at its other end" in single.message


def test_marks_painted_white(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")
    report = spoil(lambda document: change(document, page, r"(/OC /Cut BDC\s+q) \S+ G", r"\1 1 G"))
    assert {f.code for f in report.faults} == {"pixels-bare", "mark-weight"}
    assert "cannot be seen" in only(report, "pixels-bare", page).message


def test_places_that_are_drawn_elsewhere_than_they_are_read(
    kit: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = PageRaster.draw_part

    def shifted(
        raster: PageRaster, page: int, place: Matrix, size: tuple[int, int], grey: bool = False
    ) -> Image:
        return drawn(raster, page, concat(place, (1, 0, 0, 1, 0.5, 0)), size, grey)

    monkeypatch.setattr(PageRaster, "draw_part", shifted)
    assert {"pixels-off", "piece-altered"} <= {fault.code for fault in proof(kit.pdf).faults}


def test_marks_gone(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")
    report = spoil(lambda document: change(document, page, r"/OC /Cut BDC.*?EMC", ""))
    assert only(report, "mark-missing", page, "cards/c1 copy 1").found == "none"
    only(report, "tick-off", page)


def test_mark_inside_a_card_and_line_of_nothing(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")
    line = "/OC /Cut BDC q 0 G 0.15 w 60 60 m 60 70 l S Q EMC"
    report = spoil(lambda document: change(document, page, r"\Z", f"\n{line}\n"))
    fault = only(report, "mark-inside", page)
    assert "10 mm over it" in fault.message
    assert fault.item.startswith("cards/")
    only(report, "cut-off", page)


def test_cut_line_off_its_outline(kit: Built, spoil: Spoil) -> None:
    page = kit.page("hexes/land")

    def edit(document: pikepdf.Pdf) -> None:
        change(document, page, r"(q [01] G \S+ w 1 j)", r"\1 1 0 0 1 0.1 0 cm", count=2)

    fault = only(spoil(edit), "cut-off", page)
    assert "off every outline" in fault.message
    assert fault.item.startswith("hexes/land copy ")


def shrink_faces(document: pikepdf.Pdf, page: int, by: float) -> None:
    """Take mm off the box of every card's face."""
    for form in document.pages[page - 1].Resources.XObject.values():
        if float(form.BBox[0]) == -3:
            form.BBox = pikepdf.Array([by - 3, by - 3, 66 - by, 91 - by])


def test_bleed_short_by_its_box(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")
    report = spoil(lambda document: shrink_faces(document, page, 1))
    fault = only(report, "bleed-short", page, "cards/c2 copy 1")
    assert fault.message == "art reaches less beyond its top than promised"
    assert (fault.found, fault.expected) == ("2 mm", "3 mm")
    # The middle card shares all its edges, and promised no bleed.
    assert not [f for f in report.faults if f.item == "cards/c5 copy 1"]


def test_pixels_see_an_edge_that_is_off(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")
    report = spoil(lambda document: shrink_faces(document, page, 0.3))
    tops = [
        f
        for f in report.faults
        if f.code == "pixels-off" and re.search(r"top edge is painted \+0\.[23]", f.message)
    ]
    assert {f.item for f in tops} == {"cards/c1 copy 1", "cards/c3 copy 1"}


def test_bleed_short_in_the_paint(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")

    def edit(document: pikepdf.Pdf) -> None:
        for form in document.pages[page - 1].Resources.XObject.values():
            if float(form.BBox[0]) == -3:
                text = form.read_bytes().decode("latin1")
                assert "-3 -3 69 94 re" in text
                form.write(text.replace("-3 -3 69 94 re", "-2 -2 67 92 re").encode("latin1"))

    fault = only(spoil(edit), "bleed-blank", page)
    assert "paper white" in fault.message
    assert fault.expected in ("3 mm", "2.5 mm")
    assert 1.7 <= float(fault.found.split()[1]) <= 2.2


def test_bleed_over_the_neighbour(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c5")

    def edit(document: pikepdf.Pdf) -> None:
        head = r"(/Item \(cards/c5\) /Copy 1 /Side /front>> BDC q\s+(?:\S+ ){6}cm) \S+ \S+ \S+ \S+ re W n"
        change(document, page, head, r"\1")

    fault = only(spoil(edit), "bleed-over", page, "cards/c5 copy 1")
    assert (fault.found, fault.expected) == ("3 mm", "1.5 mm")


def test_wrong_paper(spoil: Spoil) -> None:
    def edit(document: pikepdf.Pdf) -> None:
        document.pages[2].MediaBox = pikepdf.Array([0, 0, 612, 792])

    fault = only(spoil(edit), "page-size", 3)
    assert (fault.found, fault.expected) == ("215.900 x 279.400 mm", "210.000 x 297.000 mm")


def test_rotate_user_unit_and_crop_box(spoil: Spoil) -> None:
    def edit(document: pikepdf.Pdf) -> None:
        document.pages[2].Rotate = 90
        document.pages[3].obj.UserUnit = 2
        document.pages[4].CropBox = pikepdf.Array([10, 10, 500, 800])

    report = spoil(edit)
    assert only(report, "page-rotated", 3).found == "90"
    assert only(report, "page-unit", 4).found == "/UserUnit 2"
    assert only(report, "page-box", 5).found == "/CropBox [10, 10, 500, 800]"


def test_print_preferences(spoil: Spoil) -> None:
    def edit(document: pikepdf.Pdf) -> None:
        document.Root.ViewerPreferences = pikepdf.Dictionary(PrintScaling=pikepdf.Name.AppDefault)

    report = spoil(edit)
    assert only(report, "print-scaling", 0).found == "AppDefault"
    assert only(report, "duplex-hint", 0).found == "not set"


def test_component_off_the_margin(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c4")
    report = spoil(lambda document: move(document, page, "cards/c4", "front", -6))
    fault = only(report, "off-margin", page, "cards/c4 copy 1")
    assert "left edge" in fault.message
    assert fault.expected == "at least 3 mm"  # of its bleed, which is cut away
    place = only(report, "piece-place", page, "cards/c4 copy 1")
    assert "off by -6.000 mm across and +0.000 mm down" in place.message


def test_object_off_the_margin(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")
    report = spoil(lambda document: change(document, page, r"\Z", "\nq 0 g 1 100 4 4 re f Q\n"))
    assert only(report, "stray-paint", page).found == "(1.0, 100.0) to (5.0, 104.0) mm"
    assert only(report, "off-margin", page).found == "1 mm"
    ink = only(report, "ink-in-margin", page)
    assert "left edge of the paper, around (1." in ink.message or "around (0.9" in ink.message


def test_swapped_backs(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1", "back")

    def edit(document: pikepdf.Pdf) -> None:
        names = {"(cards/c1)": "(cards/c2)", "(cards/c2)": "(cards/c1)"}
        change(document, page, r"\(cards/c[12]\)", lambda found: names[found[0]], count=2)

    report = spoil(edit)
    fault = only(report, "swapped-backs", page, "cards/c1 copy 1")
    assert "behind cards/c2 copy 1" in fault.message
    only(report, "swapped-backs", page, "cards/c2 copy 1")


def test_swapped_faces_under_right_names(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1", "back")

    def edit(document: pikepdf.Pdf) -> None:
        spoiled = document.pages[page - 1]
        one, other = re.findall(r"(/\w+) Do", spoiled.Contents.read_bytes().decode("latin-1"))[:2]
        forms = spoiled.Resources.XObject
        forms[one], forms[other] = forms[other], forms[one]

    fault = only(spoil(edit), "face-wrong", page, "cards/c1 copy 1")
    assert fault.found == "the back of cards/c2"


def test_turned_card(kit: Built, spoil: Spoil) -> None:
    page = kit.page("cards/c1")

    def edit(document: pikepdf.Pdf) -> None:
        def turned(found: re.Match[str]) -> str:
            return f"{found[1]}-1 0 0 -1 {float(found[2]) + 63:.4f} {float(found[3]) + 88:.4f} cm"

        head = r"(/Item \(cards/c1\) /Copy 1 /Side /front>> BDC q\s+)1 0 0 1 (\S+) (\S+) cm"
        change(document, page, head, turned)

    fault = only(spoil(edit), "piece-turn", page, "cards/c1 copy 1")
    assert (fault.found, fault.expected) == ("180.00°", "0.00°")


def test_page_missing(kit: Built, spoil: Spoil) -> None:
    board = kit.page("board/map")

    def edit(document: pikepdf.Pdf) -> None:
        del document.pages[board - 1 :]

    report = spoil(edit)
    assert only(report, "page-count", 0).found == f"{board - 1} pages"
    assert only(report, "copy-missing", board, "board/map copy 1").found == "nothing"
