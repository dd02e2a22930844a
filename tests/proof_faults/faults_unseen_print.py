"""Unseen faults of what is printed and cut: marks, rulers, labels, folds, contours, pieces, parts of a board.

Most are in the file and in its manifest alike, as a fault of the program would be.  Each docstring says who
is harmed.
"""

from __future__ import annotations

import re
from typing import Any

from injecting import CARD, Case, unseen

NUMBER = r"-?[\d.]+"


def _n(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _marks(case: Case, page: int, move: tuple[float, float] = (0, 0), colour: str = "0 G") -> None:
    """Move all marks of a page, or draw them in another colour."""

    def moved(found: re.Match[str]) -> str:
        points = re.sub(
            rf"({NUMBER}) ({NUMBER}) ([ml])",
            lambda at: f"{_n(float(at[1]) + move[0])} {_n(float(at[2]) + move[1])} {at[3]}", found[2],
        )  # fmt: skip
        return f"q {colour}{found[1]}{points}"

    case.sub(page, r"q 0 G( 0\.15 w )([^Q]*S)", moved)


@unseen("a ruler of 49.5 mm that is told as it is drawn", "ruler")
def short_ruler(case: Case) -> None:
    """Who prints at 101 % measures 50 mm and cuts a deck that is too large."""
    page = case.page()
    at = case.sheet()["beside"][0][1:3]
    old = rf"q 1 0 0 1 {re.escape(_n(at[0]))} {re.escape(_n(at[1]))} cm"
    case.sub(page, old, f"q 0.99 0 0 1 {_n(at[0])} {_n(at[1])} cm")
    ruler = case.sheet()["ruler"]
    ruler[2] = round(ruler[0] + 0.99 * (ruler[2] - ruler[0]), 4)


@unseen("crop marks half a millimetre off, in the manifest, too", "marks")
def marks_moved(case: Case) -> None:
    """Every cut is half a millimetre beside the edge of the cards."""
    _marks(case, case.page(), (0.5, 0.5))
    sheet = case.sheet()
    sheet["marks"] = [[round(value + 0.5, 4) for value in mark] for mark in sheet["marks"]]


@unseen("crop marks in white, in the manifest, too", "marks")
def white_marks(case: Case) -> None:
    """They cannot be seen, so nobody can cut."""
    _marks(case, case.page(), colour="1 G")
    case.sheet()["pen"][1] = "#ffffff"


@unseen("a mark too many that stands where nothing is cut", "marks: number")
def stray_mark(case: Case) -> None:
    """Who lays the ruler on it cuts through a row of cards."""
    case.sub(case.page(), r"q 0 G 0\.15 w ", "q 0 G 0.15 w 40 10 m 40 6 l ")
    case.sheet()["marks"].append([40.0, 10.0, 40.0, 6.0])


@unseen("no fold line, in the manifest neither", "fold line", kit="fold")
def fold_missing(case: Case) -> None:
    """Nobody knows where to fold, and backs do not come behind their fronts."""
    case.sub(case.page(), r"q 0\.3 G 0\.4 w 1 J \[0 1\.2\] 0 d [^Q]*S Q", "")
    del case.sheet()["fold"]


@unseen("a fold line 1 mm off, in the manifest, too", "fold line", kit="fold")
def fold_moved(case: Case) -> None:
    """Folded there, all backs are 2 mm off."""
    x = case.sheet()["fold"][0]
    case.sub(case.page(), rf"( 0 d ){_n(x)} (\S+) m {_n(x)}", rf"\g<1>{_n(x + 1)} \2 m {_n(x + 1)}")
    case.sheet()["fold"][0] = case.sheet()["fold"][2] = x + 1


@unseen("the ring of a back beside the cross of its front", "registration tick")
def tick_moved(case: Case) -> None:
    """Held against the light the ring says that good backs are 2 mm off, and they are printed again."""
    page, sheet = case.page(side="back"), case.sheet(side="back")
    case.sub(
        page, r"(q 0\.3 G 0\.15 w )([^Q]*h S Q)",
        lambda found: found[1] + re.sub(
            rf"({NUMBER}) ({NUMBER}) ([ml])", lambda at: f"{_n(float(at[1]) + 2)} {at[2]} {at[3]}", found[2]
        ),
    )  # fmt: skip
    sheet["tick"][0] = round(sheet["tick"][0] + 2, 4)


@unseen("a cut of the plan that goes through cards", "cut plan")
def plan_moved(case: Case) -> None:
    """Who cuts by the manifest's plan, by hand or with a program, cuts 3 mm into a row."""
    case.placed["plans"][case.sheet()["plan"]][0][1][1] -= 3


@unseen("the label of another sheet, in the manifest, too", "label")
def label_elsewhere(case: Case) -> None:
    """The sheet of notes says "Cards": it is cut with the wrong plan and put into the wrong box."""
    page, donor = case.page("notes/n1"), case.page()
    label = re.findall(r"q 1 0 0 1 \S+ \S+ cm\s+/(f\d+) Do", case.text(donor))[1]
    own = re.findall(r"q 1 0 0 1 \S+ \S+ cm\s+/(f\d+) Do", case.text(page))[1]
    drawing = case.document.pages[donor - 1].Resources.XObject[f"/{label}"]
    case.document.pages[page - 1].Resources.XObject[f"/{own}"] = drawing
    notes, cards = case.sheet("notes/n1"), case.sheet()
    notes["beside"][1][0] = cards["beside"][1][0]
    notes["label"]["text"] = cards["label"]["text"]


@unseen("another revision in the label's drawing than in its text", "label")
def label_revision(case: Case) -> None:
    """The sheet says another number than the manifest: old and new cards are mixed in one deck."""
    label = case.beside(case.page(), 1)
    content = label.read_bytes()
    changed = re.sub(rb"(.*)(.)(\)\] TJ)", _letter_before, content, count=1, flags=re.S)
    assert changed != content
    label.write(changed)
    case.told(content, changed, text=False)


def _letter_before(found: re.Match[bytes]) -> bytes:
    return found[1] + bytes([found[2][0] - 1]) + found[3]


@unseen("a part of the board that begins 2 mm further on, in the manifest, too", "window")
def window_moved(case: Case) -> None:
    """A strip of the board is on neither of its two sheets."""
    sheets = [sheet for sheet in case.placed["sheets"] if "window" in sheet]
    sheet = sheets[1]
    row = sheet["pieces"][0]
    text = case.text(sheet["page"])
    found = re.search(rf"(BDC q\s+[^c]*1 0 0 1 )({NUMBER})( {NUMBER} cm)", text)
    assert found
    new = f"{found[1]}{_n(float(found[2]) - 2)}{found[3]}"
    case.write(sheet["page"], text.replace(found[0], new, 1))
    row[2] = round(row[2] - 2, 4)


@unseen("no lines to lay the parts of the board by, in the manifest neither", "window")
def aligns_missing(case: Case) -> None:
    """The two halves of the board are glued by guess."""
    for sheet in [sheet for sheet in case.placed["sheets"] if "window" in sheet]:
        for x1, y1, x2, y2 in sheet["lines"]:
            line = rf"{re.escape(_n(x1))} {re.escape(_n(y1))} m {re.escape(_n(x2))} {re.escape(_n(y2))} l ?"
            case.write(sheet["page"], re.sub(line, "", case.text(sheet["page"]), count=1))
        sheet["lines"] = []


def _rows(case: Case, item: str, side: str) -> list[Any]:
    return [row for row in case.sheet(item, side)["pieces"] if row[0] == item]


@unseen("backs of two cards exchanged, in the manifest, too", "pieces")
def backs_exchanged(case: Case) -> None:
    """The back of c2 is behind the front of c4: every back is there, and two are wrong."""
    page = case.page(side="back")
    one, other = (case.place(page, item, 1, "back") for item in ("cards/c2", "cards/c4"))
    for item, new in (("cards/c2", other), ("cards/c4", one)):
        head = rf"(/Item \({item}\) /Copy 1 /Side /back>> BDC q\s+1 0 0 1) {NUMBER} {NUMBER} cm"
        case.sub(page, head, rf"\1 {_n(new[0])} {_n(new[1])} cm")
    rows = [_rows(case, item, "back")[0] for item in ("cards/c2", "cards/c4")]
    rows[0][2:4], rows[1][2:4] = rows[1][2:4], rows[0][2:4]


@unseen("one back upside down, in the manifest, too", "pieces")
def back_turned(case: Case) -> None:
    """Everybody sees from behind which card it is."""
    page = case.page(side="back")
    x, y = case.place(page, "cards/c2", 1, "back")
    head = r"(/Item \(cards/c2\) /Copy 1 /Side /back>> BDC q\s+)1 0 0 1 \S+ \S+ cm"
    case.sub(page, head, rf"\1-1 0 0 -1 {_n(x + 63)} {_n(y + 88)} cm")
    row = _rows(case, "cards/c2", "back")[0]
    row[4] = 180.0
    row[6:10] = [row[8], row[9], row[6], row[7]]


@unseen("a card without bleed, in the manifest neither", "pieces: bleed")
def bleed_cut(case: Case) -> None:
    """Its catalogue says 3 mm: a white edge shows wherever the knife is a little off."""
    page = case.page()
    head = r"(/Item \(cards/c1\) /Copy 1 /Side /front>> BDC q\s+1 0 0 1 \S+ \S+ cm) \S+ \S+ \S+ \S+ re W n"
    case.sub(page, head, r"\1 0 0 63 88 re W n")
    _rows(case, CARD, "front")[0][6:10] = [0.0] * 4


@unseen("a piece without the clip around its art", "pieces: bleed")
def clip_missing(case: Case) -> None:
    """Its bleed is painted over the edge of the card beside it."""
    head = r"(/Item \(cards/c2\) /Copy 1 /Side /front>> BDC q\s+1 0 0 1 \S+ \S+ cm) \S+ \S+ \S+ \S+ re W n"
    case.sub(case.page(), head, r"\1")


CONTOUR = r"(/OC /CutContour BDC[^\n]*\n)([^\n]* S\n)"


@unseen("a contour that is drawn twice", "contours: path", kit="contour")
def contour_twice(case: Case) -> None:
    """The knife goes around twice and through the mat; a stack is torn out of the sheet."""
    case.sub(case.page("hexes/land"), CONTOUR, r"\1\2\2")


@unseen("a contour without its last side", "contours: path", kit="contour")
def contour_open(case: Case) -> None:
    """The piece hangs on the sheet by one edge and is torn off."""
    case.sub(case.page("hexes/land"), r"(/OC /CutContour BDC[^\n]*\n[^\n]*) h S\n", r"\1 S\n")


@unseen("contours in dashes", "contours: stroke", kit="contour")
def contour_dashed(case: Case) -> None:
    """A machine cuts a perforation, and the pieces stay in the sheet."""
    case.sub(case.page("hexes/land"), r"1 SCN 0\.09 w", "1 SCN 0.09 w [3 3] 0 d")


@unseen("contours as wide as a pen's", "contours: stroke", kit="contour")
def contour_wide(case: Case) -> None:
    """Cutters take hairlines alone for cuts: this one is printed as a magenta band."""
    case.sub(case.page("hexes/land"), r"1 SCN 0\.09 w", "1 SCN 1.5 w")


@unseen("contours in the layer of marks", "contours: layer", kit="contour")
def contour_layer(case: Case) -> None:
    """Who hides the marks hides the cuts, and the layer of cuts is empty."""
    case.sub(case.page("hexes/land"), "/OC /CutContour BDC", "/OC /Cut BDC")


@unseen("contours on the backs, too", "contours: page", kit="contour")
def contour_on_back(case: Case) -> None:
    """The machine cuts the pile a second time from behind, mirrored."""
    text = case.text(case.page("hexes/land"))
    lines = text[text.index("/OC /CutContour BDC") :]
    back = case.page("hexes/land", "back")
    case.write(back, f"{case.text(back)}\n{lines}")


@unseen("a contour across two cards", "contours: page", kit="contour")
def contour_across(case: Case) -> None:
    """The knife cuts two cards in half."""
    case.sub(case.page(), CONTOUR, r"\g<1>20 30 m 110 60 l S\n\2")


@unseen("contours that are cut off by a clip", "contours: clip", kit="contour")
def contour_clipped(case: Case) -> None:
    """Of the lower row of pieces no outline reaches the machine."""
    case.sub(case.page("hexes/land"), r"1 SCN 0\.09 w", "1 SCN 0.09 w 0 0 210 145 re W n")


@unseen("contours that do not overprint in one of two states", "contours: state", kit="x4")
def contour_knocks_out(case: Case) -> None:
    """Where the line lies the art is knocked out: a white hairline around each piece in print."""
    case.sub(case.page("hexes/land"), "/CutContour gs ", "")
