"""Pictures of set-ups in a rulebook: every laid piece once, at its place, with labels beside it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pdfplumber
import pikepdf
import pytest

from prancha.book.setup_pictures import _narrowed
from prancha.building.order import Order
from prancha.building.pipeline import build_game
from prancha.model.box import Box, bounds, enclose, overlap_area, within
from prancha.model.rulebook import PageMark, Tag
from prancha.model.table_layout import lay_out, turned
from tests.unit.book.book_project import drawn_game, faults, laid, write_book

TABLE = """\
size: 900 x 900 mm
lay:
  deck: {title: {pt-BR: Monte, en: Deck}, items: [cards/sun, cards/moon], face: down, at: [-300 mm, 0 mm]}
  land: {family: hexes, as: row, at: [0 mm, 300 mm], turned: 90, shuffled: true}
  away: {family: tokens, face: down, as: row, at: [0 mm, -300 mm]}
  hand: {family: cards, count: 2, seat: each, as: hand}
"""
BOOK = "# Lume\n\nLay the table.\n\n{{ setup_picture(players=2) }}\n"
LABEL = 0.72 * 9
"""Size of labels in pt."""
ALT = "Set-up for 2 players: 6 × Cards, 8 × Hexes, 6 × Tokens"


def written(project: Path, table: str = TABLE, book: str = BOOK) -> Path:
    """The tiny game with a table and a rulebook that shows it."""
    write_book(project, english=book)
    (project / "components/lume/table.yaml").write_text(table, encoding="utf-8")
    return project


def built(project: Path, out: str) -> Path:
    order = Order(project, out=project / out, only=("rulebook",), cache=False, lang="en")
    return build_game(order, "lume").pdf


def pieces_of(project: Path) -> tuple[list[PageMark], Tag]:
    """The pieces that the picture shows, in painting order, and its tag; labels are not among them."""
    layout = laid(project).layout
    (figure,) = [tag for tag in layout.root.walk() if tag.role == "Figure" and tag.alt]
    owned = {kid for kid in figure.kids if isinstance(kid, tuple)}
    marks = [
        mark
        for number, page in enumerate(layout.pages)
        for mark in page.marks
        if (number, mark.number) in owned and mark.scale < 1
    ]
    return marks, figure


def test_every_laid_piece_is_shown_once_with_the_side_that_is_up(lume: Path) -> None:
    marks, figure = pieces_of(written(lume))
    game, *_, drawn = drawn_game(lume)
    pieces = lay_out(game, 2, drawn={}).pieces
    assert len(pieces) == 20
    assert figure.alt == ALT
    expected: Counter[str] = Counter()
    for one in pieces:
        if one.up:
            expected[drawn.fronts[one.key].digest] += 1
        elif one.key.startswith("cards"):
            expected[drawn.backs[one.key].digest] += 1
    shown = Counter(mark.digest for mark in marks if mark.clip)
    assert shown == expected
    # Tokens have no back: each is a blank piece, cut to nothing.
    assert sum(not mark.clip for mark in marks) == 6
    # The order of painting is that of the table, and so are the angles.
    assert [round(mark.angle, 3) for mark in marks] == [one.angle for one in pieces]
    assert any(one.angle for one in pieces)


def test_the_pdf_paints_each_piece_and_tells_what_lies_there(lume: Path) -> None:
    with pikepdf.open(built(written(lume), "out")) as document:
        streams = [page.Contents.read_bytes().decode("latin-1") for page in document.pages]
        alts: list[str] = []

        def walk(node: pikepdf.Object) -> None:
            for kid in node if isinstance(node, pikepdf.Array) else [node]:
                if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                    if "/Alt" in kid:
                        alts.append(str(kid.Alt))
                    walk(kid.K)

        walk(document.Root.StructTreeRoot.K)
    assert alts == [ALT]
    figures = re.findall(
        r"/Figure <</MCID \d+>> BDC\s+q (\S+) (\S+) (\S+) (\S+) \S+ \S+ cm", "".join(streams)
    )
    drawn = [tuple(map(float, one)) for one in figures if one[0] != "1"]
    assert len(drawn) == 20
    scales = {round((a * a + b * b) ** 0.5, 4) for a, b, _, _ in drawn}
    assert len(scales) == 1


def test_another_count_changes_the_picture(lume: Path) -> None:
    before, _ = pieces_of(written(lume))
    hexes = lume / "components/lume/hexes.yaml"
    hexes.write_text(hexes.read_text().replace("copies: 5", "copies: 6"))
    after, figure = pieces_of(lume)
    assert len(after) == len(before) + 1
    assert "9 × Hexes" in figure.alt


def test_a_count_that_the_box_does_not_hold_is_told_at_its_line(lume: Path) -> None:
    written(lume, TABLE.replace("count: 2", "count: 20"))
    (told, *_) = faults(lume)
    assert told.startswith('6:32 too-few-pieces: "hand@')
    assert "takes 20 pieces for 2 players" in told


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (
            "setup_picture(players=9)",
            "5:1 book-text: table.yaml has no set-up for 9 players | it has set-ups for 2",
        ),
        ("setup_picture(players='two')", "table.yaml has no set-up for two players"),
        ("setup_picture(players=True)", "table.yaml has no set-up for"),
        ("setup_picture()", "setup_picture(): missing a required argument: 'players'"),
        ("setup_picture(players=2, width='0 mm')", 'a picture of "0 mm" is too narrow | give it 5 mm'),
        ("setup_picture(players=2, width=-3)", "a picture of -3 is too narrow"),
        ("setup_picture(players=2, width='wide')", '"wide" is not a length'),
    ],
)  # fmt: skip
def test_wrong_calls_are_told_at_their_line(call: str, told: str, lume: Path) -> None:
    written(lume, book=BOOK.replace("setup_picture(players=2)", call))
    (found,) = faults(lume)
    assert told in found


def test_a_game_without_a_table_is_told(lume: Path) -> None:
    (found,) = faults(write_book(lume, english=BOOK))
    assert found == (
        "5:1 book-text: lume has no table.yaml to lay out | write one; prancha help table says how"
    )


def test_a_table_with_errors_is_not_told_as_missing(lume: Path) -> None:
    project = written(lume)
    (table,) = project.glob("components/*/table.yaml")
    table.write_text(table.read_text() + "\nscene: {like: 9, lay: {}}\n")
    assert faults(project) == [
        "5:1 book-text: table.yaml has errors, so no set-up is drawn | mend these first"
    ]


def test_labels_lie_on_no_piece_and_on_no_other_label(lume: Path) -> None:
    marks, _ = pieces_of(written(lume))
    number, box = laid(lume).setups["set-up 2"]
    with pdfplumber.open(built(lume, "out")) as document:
        letters = [one for one in document.pages[number].chars if abs(one["size"] - LABEL) < 0.01]
    mm = 25.4 / 72
    text = "".join(one["text"] for one in letters).replace(" ", "")
    for label in ("Player1", "Player2", "Deck×2", "Hexes", "Tokens"):
        assert text.count(label) == 1, text
    # The box of a letter reaches above and below its ink.
    inks: list[Box] = [
        (one["x0"] * mm, one["top"] * mm + 0.5, one["x1"] * mm, one["bottom"] * mm - 0.5) for one in letters
    ]
    assert all(within(one, box) for one in inks)
    for mark in marks:
        covered = outer(mark)
        assert not [one for one in inks if overlap_area(one, covered) > 0.01], (mark, text)


def test_what_lies_within_a_grid_is_told_outside_it_with_a_line(lume: Path) -> None:
    table = """\
size: 900 x 900 mm
lay:
  land: {family: hexes, as: grid, columns: 3, rows: 3, at: [0 mm, 0 mm]}
  middle: {title: {pt-BR: Meio, en: Middle}, family: tokens, count: 1, on: land, spaces: [5]}
"""
    marks, figure = pieces_of(written(lume, table=table))
    book = laid(lume)
    outlines = {face.digest: face.outline for face in book.faces}
    mm = 25.4 / 72
    (page,) = {kid[0] for kid in figure.kids if isinstance(kid, tuple)}
    with pdfplumber.open(built(lume, "out")) as document:
        letters = [one for one in document.pages[page].chars if abs(one["size"] - LABEL) < 0.01]
    text = "".join(one["text"] for one in letters)
    assert "Middle" in text, text
    label = letters[text.index("Middle") :][: len("Middle")]
    top, bottom = label[0]["top"] * mm, label[0]["bottom"] * mm
    grid = enclose(outer(mark) for mark in marks if mark.clip)
    assert bottom <= grid[1] or top >= grid[3]
    ((start, end),) = [
        (mark.y, mark.y + outlines[mark.digest].height)
        for mark in book.layout.pages[page].marks
        if mark.role == "Figure" and mark.scale == 1 and outlines[mark.digest].width < 0.5
    ]
    # It begins beside the label and crosses one of three rows.
    assert min(abs(start - bottom), abs(end - top)) < 1
    assert end - start > (grid[3] - grid[1]) / 3


def test_labels_of_a_narrow_picture_stay_in_its_column(lume: Path) -> None:
    written(lume, book=BOOK.replace("players=2", "players=2, width='8 mm'"))
    number, box = laid(lume).setups["set-up 2"]
    assert 13 <= box[0] < box[2] <= 148.5 - 13
    with pdfplumber.open(built(lume, "out")) as document:
        letters = [one for one in document.pages[number].chars if abs(one["size"] - LABEL) < 0.01]
    assert len(letters) > 20
    assert all(box[0] <= one["x0"] * 25.4 / 72 <= one["x1"] * 25.4 / 72 <= box[2] for one in letters)


def test_a_width_that_is_asked_for_makes_a_high_picture_higher(lume: Path) -> None:
    """On 34f390e4 it stayed at seven tenths of a page, above white space."""
    column = "{family: cards, as: grid, columns: 1, gap: 4 mm, at: [0 mm, 0 mm]}"
    tall = f"size: 900 x 900 mm\nlay:\n  all: {column}\n"
    shares = []
    for asked in ("", ", width='60 mm'"):
        marks, _ = pieces_of(written(lume, tall, BOOK.replace("players=2", f"players=2{asked}")))
        _, top, _, bottom = enclose(outer(mark) for mark in marks)
        shares.append((bottom - top) / 210)
    assert shares[0] < 0.66 < 0.72 < shares[1] < 0.86


def outer(mark: PageMark) -> Box:
    """The upright box of a piece on its page; of a blank one its origin alone."""
    corners = [turned((x * mark.scale, y * mark.scale), mark.angle) for x, y in mark.clip or ((0.0, 0.0),)]
    return bounds((mark.x + x, mark.y + y) for x, y in corners)


def test_two_builds_give_the_same_bytes(lume: Path) -> None:
    one, other = built(written(lume), "a"), built(lume, "b")
    for end in (".pdf", "-booklet.pdf", ".html", ".txt"):
        name = one.with_suffix("").name + end
        assert (one.parent / name).read_bytes() == (other.parent / name).read_bytes()


def test_text_and_html_tell_and_show_the_table(lume: Path) -> None:
    path = built(written(lume), "out")
    assert f"[{ALT}]\n" in path.with_suffix(".txt").read_text()
    html = path.with_suffix(".html").read_text()
    assert html.count("<img ") == 1
    assert f'alt="{ALT}"' in html
    assert "<figcaption>Set-up for 2 players</figcaption>" in html


def test_wide_empty_bands_are_narrowed_and_the_order_is_kept() -> None:
    spans = [(300.0, 360.0), (0.0, 50.0), (55.0, 70.0), (10.0, 20.0)]
    assert _narrowed(spans, 20.0) == [210.0, 0.0, 0.0, 0.0]
    assert _narrowed(spans, 300.0) == [0.0, 0.0, 0.0, 0.0]
