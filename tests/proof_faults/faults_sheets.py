"""What stands beside the pieces: marks, cuts, ruler, label, cross, boards in parts, cover and cut plan."""

from __future__ import annotations

import re

import pikepdf
from injecting import CARD, Case, kind

MARKS, LABELS, BOARD, COVER = "marks and cuts", "ruler and label", "boards", "cover and cut plan"
LAYER = r"(/OC /Cut BDC\s+)"
PEN = r"(/OC /Cut BDC\s+q )0 G 0\.15 w"
STROKE = r"q [01] G \S+ w 1 j \[1\.2 1\.2\] \S+ d "
CUT_LINES = rf"(?:{STROKE}.*? S Q ?){{2}}"
HEX, MAP = "hexes/land", "board/map"


@kind("all marks left out", MARKS, "mark-missing")
def _(case: Case) -> None:
    case.sub(case.page(), r"/OC /Cut BDC.*?EMC", "")


@kind("one mark left out", MARKS, "mark-missing")
def _(case: Case) -> None:
    _mark(case, "")


@kind("a mark 0.15 mm off", MARKS, "mark-off")
def _(case: Case) -> None:
    def moved(found: re.Match[str]) -> str:
        x = float(found[1]) + 0.15
        return f"{x:.4f} {found[2]} m {x:.4f} {found[3]} l"

    _mark(case, moved)


@kind("a mark half as long", MARKS, "mark-missing", "mark-off")
def _(case: Case) -> None:
    def cut(found: re.Match[str]) -> str:
        y = (float(found[2]) + float(found[3])) / 2
        return f"{found[1]} {found[2]} m {found[1]} {y:.4f} l"

    _mark(case, cut)


def _mark(case: Case, new: object) -> None:
    head, _, tail = case.text(case.page()).partition("/OC /Cut BDC")
    tail, done = re.subn(r"(\S+) (\S+) m \1 (\S+) l", new, tail, count=1)  # type: ignore[call-overload]
    assert done
    case.write(case.page(), f"{head}/OC /Cut BDC{tail}")


@kind("a mark too many on the art", MARKS, "mark-inside", "cut-off")
def _(case: Case) -> None:
    case.sub(case.page(), LAYER, r"\1 q 0 G 0.15 w 60 60 m 60 70 l S Q ")


@kind("marks 3 mm thick", MARKS, "mark-weight")
def _(case: Case) -> None:
    case.sub(case.page(), PEN, r"\g<1>0 G 3 w")


@kind("marks 0.001 mm thin", MARKS, "mark-weight")
def _(case: Case) -> None:
    case.sub(case.page(), PEN, r"\g<1>0 G 0.001 w")


@kind("marks twice as thick", MARKS, "mark-weight")
def _(case: Case) -> None:
    case.sub(case.page(), PEN, r"\g<1>0 G 0.3 w")


@kind("white marks", MARKS, "mark-weight")
def _(case: Case) -> None:
    case.sub(case.page(), PEN, r"\g<1>1 G 0.15 w")


@kind("red marks", MARKS, "mark-weight")
def _(case: Case) -> None:
    case.sub(case.page(), PEN, r"\g<1>1 0 0 RG 0.15 w")


@kind("dashed marks", MARKS, "mark-weight")
def _(case: Case) -> None:
    case.sub(case.page(), PEN, r"\g<1>0 G 0.15 w [0.3 0.3] 0 d")


@kind("marks at 30 % opacity", MARKS, "mark-weight")
def _(case: Case) -> None:
    page = case.document.pages[case.page() - 1]
    page.Resources.ExtGState = pikepdf.Dictionary(X=pikepdf.Dictionary(CA=0.3))
    case.sub(case.page(), PEN, r"\g<1>/X gs 0 G 0.15 w")


@kind("marks outside their layer", MARKS, "mark-missing")
def _(case: Case) -> None:
    case.sub(case.page(), r"/OC /Cut BDC", "/Span BMC")


@kind("all cut lines of hexagons left out", MARKS, "cut-missing")
def _(case: Case) -> None:
    case.sub(case.page(HEX), CUT_LINES, "")


@kind("one edge of a hexagon without its line", MARKS, "cut-missing")
def _(case: Case) -> None:
    case.sub(case.page(HEX), rf"({STROKE}\S+ \S+ m) \S+ \S+ l", r"\1", count=2)


@kind("half an edge of a hexagon without its line", MARKS, "cut-missing", "cut-off")
def _(case: Case) -> None:
    def halved(found: re.Match[str]) -> str:
        x1, y1, x2, y2 = (float(found[k]) for k in (2, 3, 4, 5))
        return f"{found[1]}{(x1 + x2) / 2:.4f} {(y1 + y2) / 2:.4f} m {x2} {y2} l"

    case.sub(case.page(HEX), rf"({STROKE})(\S+) (\S+) m (\S+) (\S+) l", halved, count=2)


@kind("cut lines of coins left out", MARKS, "cut-missing")
def _(case: Case) -> None:
    case.sub(case.page("coins/one"), CUT_LINES, "")


@kind("cut lines without their white dashes", MARKS, "mark-weight")
def _(case: Case) -> None:
    case.sub(case.page(HEX), r" q 1 G \S+ w 1 j .*? S Q", "")


@kind("white dashes of cut lines over the black ones", MARKS, "mark-weight")
def _(case: Case) -> None:
    case.sub(case.page(HEX), r"(q 1 G \S+ w 1 j \[1\.2 1\.2\]) 1\.2 d", r"\1 0 d")


@kind("cut lines 0.1 mm off", MARKS, "cut-off")
def _(case: Case) -> None:
    case.sub(case.page(HEX), rf"({STROKE})", r"\1 1 0 0 1 0.1 0 cm ", count=2)


@kind("the pairing cross left out", MARKS, "tick-off")
def _(case: Case) -> None:
    case.sub(case.page(), r"q 0\.3 G 0\.15 w .*?S Q", "")


@kind("the pairing ring 0.3 mm off", MARKS, "tick-off")
def _(case: Case) -> None:
    case.sub(case.page(CARD, "back"), r"(q 0\.3 G 0\.15 w)", r"\1 1 0 0 1 0.3 0 cm")


@kind("the pairing cross half as large", MARKS, "tick-off")
def _(case: Case) -> None:
    x, y = case.sheet()["tick"]
    case.sub(case.page(), r"(q 0\.3 G 0\.15 w)", rf"\1 0.5 0 0 0.5 {x / 2} {y / 2} cm")


@kind("the line to fold along left out", MARKS, "mark-missing", kit="fold")
def _(case: Case) -> None:
    case.sub(case.page(), r"q 0\.3 G 0\.4 w 1 J .*?S Q", "")


@kind("the line to fold along 0.5 mm off", MARKS, "mark-off", kit="fold")
def _(case: Case) -> None:
    case.sub(case.page(), r"(q 0\.3 G 0\.4 w 1 J)", r"1 0 0 1 0.5 0.5 cm \1")


# Ruler and label: the first two things beside the pieces


@kind("a ruler at 98 %", LABELS, "beside-off")
def _(case: Case) -> None:
    _place_ruler(case, "0.98 0 0 0.98", 0, 0)


@kind("a ruler stretched by 1 %", LABELS, "beside-off")
def _(case: Case) -> None:
    _place_ruler(case, "1.01 0 0 1", 0, 0)


@kind("a ruler 5 mm off", LABELS, "beside-off")
def _(case: Case) -> None:
    _place_ruler(case, "1 0 0 1", 5, 0)


@kind("a ruler upside down", LABELS, "beside-off")
def _(case: Case) -> None:
    _place_ruler(case, "-1 0 0 -1", 51, 4)


def _place_ruler(case: Case, matrix: str, dx: float, dy: float) -> None:
    def placed(found: re.Match[str]) -> str:
        return f"q {matrix} {float(found[1]) + dx} {float(found[2]) + dy} cm\n/{found[3]} Do"

    case.sub(case.page(), r"q 1 0 0 1 (\S+) (\S+) cm\s+/(f\d+) Do", placed)


@kind("a ruler left out", LABELS, "beside-missing")
def _(case: Case) -> None:
    case.sub(case.page(), r"q 1 0 0 1 \S+ \S+ cm\s+/f\d+ Do\s+Q", "")


@kind("a ruler left out, and the manifest told so", LABELS, "ruler-missing")
def _(case: Case) -> None:
    case.sub(case.page(), r"q 1 0 0 1 \S+ \S+ cm\s+/f\d+ Do\s+Q", "")
    del case.sheet()["beside"][0]


@kind("a ruler with wrong ticks, and the manifest told so", LABELS, "ruler-off")
def _(case: Case) -> None:
    _ruler(case, rb"\n12 (\S+) m\n12 ", rb"\n12.4 \1 m\n12.4 ")


@kind("a ruler with a tick missing, and the manifest told so", LABELS, "ruler-off")
def _(case: Case) -> None:
    _ruler(case, rb"\n17 (\S+) m\n17 \S+ l", rb"")


@kind("a ruler of 49 mm that says 50, and the manifest told so", LABELS, "ruler-off")
def _(case: Case) -> None:
    _ruler(case, rb"\A", b"0.98 0 0 1 0 0 cm ")


def _ruler(case: Case, old: bytes, new: bytes) -> None:
    case.redraw(case.beside(case.page(), 0), old, new, consistent=True)


@kind("a label left out", LABELS, "beside-missing")
def _(case: Case) -> None:
    text = case.text(case.page())
    found = list(re.finditer(r"q 1 0 0 1 \S+ \S+ cm\s+/f\d+ Do\s+Q", text))[1]
    case.write(case.page(), text[: found.start()] + text[found.end() :])


@kind("the label of another sheet", LABELS, "beside-missing")
def _(case: Case) -> None:
    _exchange_labels(case)


def _exchange_labels(case: Case) -> None:
    pages = [case.document.pages[number - 1] for number in (case.page(), case.page(HEX))]
    names = [
        re.findall(r"q 1 0 0 1 \S+ \S+ cm\s+/(f\d+) Do", case.text(number))[1]
        for number in (case.page(), case.page(HEX))
    ]
    one, other = (page.Resources.XObject for page in pages)
    one[f"/{names[0]}"], other[f"/{names[1]}"] = other[f"/{names[1]}"], one[f"/{names[0]}"]


@kind("the label of another sheet, and the manifest told so", LABELS, "label-wrong")
def _(case: Case) -> None:
    _exchange_labels(case)
    one, other = case.sheet()["beside"][1], case.sheet(HEX)["beside"][1]
    one[0], other[0] = other[0], one[0]


@kind("a label emptied, and the manifest told so", LABELS, "label-missing", "label-wrong")
def _(case: Case) -> None:
    form = case.beside(case.page(), 1)
    content = form.read_bytes()
    form.write(b" ")
    case.told(content, b" ")


@kind("a label 3 mm off", LABELS, "beside-off")
def _(case: Case) -> None:
    text = case.text(case.page())
    found = list(re.finditer(r"q 1 0 0 1 (\S+) (\S+) cm\s+/f\d+ Do", text))[1]
    moved = found[0].replace(f" {found[1]} {found[2]} cm", f" {float(found[1]) + 3} {found[2]} cm")
    case.write(case.page(), text[: found.start()] + moved + text[found.end() :])


@kind("a ruler that the manifest tells not of", LABELS, "ruler-off")
def _(case: Case) -> None:
    case.sheet()["ruler"] = None


@kind("a ruler that the manifest tells elsewhere", LABELS, "ruler-off")
def _(case: Case) -> None:
    x1, y1, x2, y2 = case.sheet()["ruler"]
    case.sheet()["ruler"] = [x1, y1 + 1, x2, y2 + 1]


@kind("a second ruler that the manifest tells not of", LABELS, "ruler-off")
def _(case: Case) -> None:
    assert case.sheet(HEX)["along"] is not None
    case.sheet(HEX)["along"] = None


@kind("a second ruler that the manifest tells elsewhere", LABELS, "ruler-off")
def _(case: Case) -> None:
    x1, y1, x2, y2 = case.sheet(HEX)["along"]
    case.sheet(HEX)["along"] = [x1 + 1, y1, x2 + 1, y2]


@kind("a second ruler left out, and the manifest told so", LABELS, "ruler-missing")
def _(case: Case) -> None:
    case.sub(case.page(HEX), r"q \S+ -1 1 \S+ \S+ \S+ cm\s+/f\d+ Do\s+Q", "")
    del case.sheet(HEX)["beside"][2]


@kind("a label that the manifest tells not of", LABELS, "label-wrong")
def _(case: Case) -> None:
    case.sheet()["label"] = None


@kind("a label that the manifest tells elsewhere", LABELS, "label-wrong")
def _(case: Case) -> None:
    case.sheet()["label"]["box"][0] += 40


@kind("a registration cross that the manifest tells not of", MARKS, "tick-off", "cut-off", "mark-off")
def _(case: Case) -> None:
    case.sheet()["tick"] = None


@kind("the note on an empty back left out", LABELS, "beside-missing")
def _(case: Case) -> None:
    page = next(plain["page"] for plain in case.placed["plain"] if plain["page"] > 2 and plain["beside"])
    case.sub(page, r"q 1 0 0 1 \S+ \S+ cm\s+/f\d+ Do\s+Q", "")


# Boards in parts


def _window(case: Case, change: object, consistent: bool = False) -> None:
    sheet = case.sheet(MAP)
    x, y, width, height = sheet["window"][:4]
    new = change(x, y, width, height)  # type: ignore[operator]
    case.sub(sheet["page"], r"BDC q\s+\S+ \S+ \S+ \S+ re W n", "BDC q " + " ".join(map(str, new)) + " re W n")
    if consistent:
        sheet["window"][:4] = new


@kind("a board's page 15 mm short", BOARD, "window-short")
def _(case: Case) -> None:
    _window(case, lambda x, y, w, h: [x, y, w - 15, h])


@kind("a board's page 15 mm short, and the manifest told so", BOARD, "window-gap")
def _(case: Case) -> None:
    _window(case, lambda x, y, w, h: [x, y, w - 15, h], consistent=True)


@kind("a board's pages overlap by half, and the manifest told so", BOARD, "window-gap")
def _(case: Case) -> None:
    _window(case, lambda x, y, w, h: [x, y, w - 5, h], consistent=True)


@kind("a board's page without its window", BOARD, "window-short")
def _(case: Case) -> None:
    _window(case, lambda x, y, w, h: [0, 0, 210, 297])


@kind("a board moved within its window", BOARD, "piece-place")
def _(case: Case) -> None:
    def moved(found: re.Match[str]) -> str:
        return f"{found[1]}{float(found[2]) + 1} {found[3]} cm"

    case.sub(case.page(MAP), r"(re W n 1 0 0 1 )(\S+) (\S+) cm", moved)


@kind("the crosses that align a board left out", BOARD, "mark-missing")
def _(case: Case) -> None:
    lines = case.sheet(MAP)["lines"]
    assert lines
    x, y = lines[0][:2]
    case.sub(case.page(MAP), rf"{x:g} {y:g} m \S+ \S+ l", "")


@kind("a page of a board left out", BOARD, "page-count")
def _(case: Case) -> None:
    del case.document.pages[case.page(MAP) - 1]


# Cover and cut plan


def _plan(case: Case) -> tuple[int, int]:
    """The page of the cut plan, and its place among the drawings there."""
    page = next(one for one in case.placed["plain"] if "cut-plan" in one["kind"])
    return page["page"], page["kind"].split("+").index("cut-plan")


@kind("a blank cover", COVER, "beside-missing")
def _(case: Case) -> None:
    case.sub(1, r"/f\d+ Do", "")


@kind("a blank cut plan", COVER, "beside-missing")
def _(case: Case) -> None:
    case.sub(_plan(case)[0], r"/f\d+ Do", "")


@kind("cover and cut plan exchanged", COVER, "beside-missing")
def _(case: Case) -> None:
    one, other = (case.document.pages[k].Resources.XObject for k in (0, 1))
    (here, there) = (case.names(page)[0] for page in (1, 2))
    one[here], other[there] = other[there], one[here]


@kind("a cover at 97 %", COVER, "beside-off")
def _(case: Case) -> None:
    case.sub(1, r"q 1 0 0 1 (\S+) (\S+) cm", r"q 0.97 0 0 0.97 \1 \2 cm")


@kind("a number of the cut plan wrong, and the manifest told so", COVER, "plan-wrong")
def _(case: Case) -> None:
    case.placed["plans"][case.sheet()["plan"]][0][0][1] += 1.0


@kind("a cut left out of the cut plan, and the manifest told so", COVER, "plan-wrong")
def _(case: Case) -> None:
    form = case.beside(*_plan(case))
    content = form.read_bytes()
    lines = list(re.finditer(rb"BT [^\n]*? 2\.75\d* Tf.*?ET", content, re.S))
    assert lines
    case.redraw(form, re.escape(lines[3][0]), b"", consistent=True, text=True)


@kind("a cut plan emptied, and the manifest told so", COVER, "plan-wrong")
def _(case: Case) -> None:
    form = case.beside(*_plan(case))
    content = form.read_bytes()
    form.write(b" ")
    case.told(content, b" ")


@kind("a cover emptied, and the manifest told so", COVER, "cover-wrong")
def _(case: Case) -> None:
    form = case.beside(1, 0)
    content = form.read_bytes()
    form.write(b" ")
    case.told(content, b" ")


@kind("a cover with another count of copies", COVER, "cover-wrong")
def _(case: Case) -> None:
    """The program drew the cover of yesterday's catalogue."""
    family = next(one for one in case.tree["families"] if one["id"] == "coins")
    family["items"][0]["copies"] += 17
    for sheet in case.placed["sheets"]:
        rows = [row for row in sheet["pieces"] if row[0] == "coins/one"]
        for k in range(17 if rows else 0):
            sheet["pieces"].append([*rows[0][:1], 7 + k, *rows[0][2:]])


@kind("the cover of a game of another name", COVER, "cover-wrong", "document-name")
def _(case: Case) -> None:
    case.tree["game"]["title"] = "Outra mostra"
