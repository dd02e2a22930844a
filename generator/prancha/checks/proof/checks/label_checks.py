"""Checks of what sheets say: rulers and labels, and the words and numbers of cut plan and cover."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from prancha.checks.proof.design import Design, DesignedCutPlan, PlannedSheet
from prancha.checks.proof.evidence import Evidence, proof_check
from prancha.checks.proof.matched_pieces import VECTOR_BAR
from prancha.checks.proof.measured import FoundPage
from prancha.checks.proof.page_text import without_spaces
from prancha.checks.proof.pdf_geometry import Point, Segment, distance_to_line, map_point
from prancha.checks.proof.proof_report import ProofFault, at, mm
from prancha.model.units import Mm

NEARLY = 0.1
"""Share by which a line may miss the length that the words tell, to be what ticks stand on."""
REACH: Mm = 6.0
"""How far ticks may go from their line."""
TOUCH: Mm = 0.03
FEWEST = 10
"""Ticks that make a line a ruler."""
SIXTEENTH: Mm = 25.4 / 16
_LENGTH = re.compile(r"(\d+)\s*(mm|in)\Z")
Stroke = tuple[Mm, Mm, Mm, Mm]


class Scale(Struct, frozen=True):
    """One side of a ruler: places of its ticks in mm from its start, ascending, and its caption."""

    ticks: tuple[Mm, ...]
    step: Mm
    length: Mm


class Ruler(Struct, frozen=True):
    """A ruler as found: both ends of its line, and its scales."""

    start: Point
    end: Point
    scales: tuple[Scale, ...]

    @property
    def length(self) -> Mm:
        """From end to end."""
        return math.dist(self.start, self.end)


def read_ruler(strokes: Sequence[Stroke], words: Sequence[str]) -> Ruler | None:
    """Read a ruler from strokes and the words beside them; None where they form none.

    Ticks of 1 mm stand on one side of its line, of 1/16 in on the other; the words say how long each is.
    """
    told = {
        unit: int(number)
        for word in words
        if (found := _LENGTH.match(word.strip()))
        for number, unit in [found.groups()]
    }
    lengths = [number * (25.4 if unit == "in" else 1.0) for unit, number in told.items()]
    long = [stroke for stroke in strokes if any(abs(_length(stroke) - one) < NEARLY * one for one in lengths)]
    bases = [(base, _tick_sides(base, strokes)) for base in long]
    if not bases:
        return None
    base, sides = max(bases, key=lambda one: _count_places(one[1]))
    if _count_places(sides) < FEWEST:
        return None
    scales: list[Scale] = []
    for unit, step, factor in (("mm", 1.0, 1.0), ("in", SIXTEENTH, 25.4)):
        if unit in told:
            length = told[unit] * factor
            side = min(sides, key=lambda ticks: abs(len(ticks) - length / step - 1), default=())
            scales.append(Scale(tuple(side), step, length))
    return Ruler(base[:2], base[2:], tuple(scales))


def wrong_ticks(scale: Scale) -> Iterator[tuple[Mm, Mm | None]]:
    """Expected and nearest place of each tick that is off; None where there is no tick."""
    count = round(scale.length / scale.step)
    for k in range(count + 1):
        wanted = k * scale.step
        place = bisect_left(scale.ticks, wanted)
        beside = scale.ticks[max(0, place - 1) : place + 1]
        nearest = min(beside, key=lambda at: abs(at - wanted), default=None)
        if nearest is None or abs(nearest - wanted) > scale.step / 2:
            yield wanted, None
        elif abs(nearest - wanted) > 0.02:
            yield wanted, nearest


def _tick_sides(base: Stroke, strokes: Sequence[Stroke]) -> tuple[list[Mm], list[Mm]]:
    """Places of ticks along the base, to its left and to its right."""
    x1, y1, x2, y2 = base
    length = _length(base)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    sides: tuple[list[Mm], list[Mm]] = [], []
    left, right = sorted((x1, x2))
    top, bottom = sorted((y1, y2))
    for stroke in strokes:
        if not (left - REACH < stroke[0] < right + REACH and top - REACH < stroke[1] < bottom + REACH):
            continue
        ends = [
            ((x - x1) * ux + (y - y1) * uy, (x - x1) * -uy + (y - y1) * ux)
            for x, y in (stroke[:2], stroke[2:])
        ]
        (a, off_a), (b, off_b) = ends
        touches = min(abs(off_a), abs(off_b)) <= TOUCH or off_a * off_b < 0
        if abs(a - b) > TOUCH or not touches:
            continue
        for side, sign in ((0, -1), (1, 1)):
            if max(sign * off_a, sign * off_b) > TOUCH:
                sides[side].append((a + b) / 2)
    return sorted(sides[0]), sorted(sides[1])


def _count_places(sides: tuple[list[Mm], list[Mm]]) -> int:
    """At how many different places ticks stand."""
    return sum(len({round(at * 20) for at in side}) for side in sides)


def _length(stroke: Stroke) -> Mm:
    return math.dist(stroke[:2], stroke[2:])


ROOM: Mm = 0.6
"""How far a label's words may begin outside its box: letters that lean do."""


@proof_check("labels", "ruler-off", "ruler-missing", "label-missing", "label-wrong")
def check_labels(evidence: Evidence) -> Iterator[ProofFault]:
    """By its ruler whoever prints sees that the printer kept to 100 %, and by its label which sheet this is:
    a ruler of 49 mm makes a wrong kit look right.
    """
    for page in evidence.file.pages:
        sheet = evidence.design.sheets.get(page.number)
        found = list(_rulers(evidence, page))
        for ruler in found:
            yield from _check_ticks(page.number, ruler)
        if sheet is not None:
            yield from _check_places(sheet.page, (sheet.ruler, sheet.along), found)
            yield from _check_label(sheet, _label_words(evidence, page))


def _rulers(evidence: Evidence, page: FoundPage) -> Iterator[Ruler]:
    for one in page.beside:
        form = evidence.file.forms[one.form]
        if form.lines:
            strokes = [
                (*map_point(one.matrix, x1, y1), *map_point(one.matrix, x2, y2))
                for x1, y1, x2, y2 in form.lines
            ]
            ruler = read_ruler(strokes, [text for _, text in form.words])
            if ruler is not None:
                yield ruler


def _check_ticks(page: int, ruler: Ruler) -> Iterator[ProofFault]:
    """A ruler's ticks, against what its words say."""
    for scale in ruler.scales:
        wrong = list(wrong_ticks(scale))
        if not wrong:
            continue
        unit = "mm" if scale.step == 1.0 else "1/16 in"
        wanted, found = max(wrong, key=lambda tick: math.inf if tick[1] is None else abs(tick[1] - tick[0]))
        message = f"{len(wrong)} of the ruler's ticks of {unit} are not where they should be"
        seen = mm(found) if found is not None else "no tick"
        yield ProofFault(page, "ruler-off", "", message, seen, mm(wanted))


def _check_places(
    page: int, planned: Sequence[Segment | None], found: Sequence[Ruler]
) -> Iterator[ProofFault]:
    """Each ruler of the manifest is at its place, and there is no other."""
    waiting = list(found)
    for line in planned:
        if line is None:
            continue
        wanted = f"from {at(*line[:2])} to {at(*line[2:])}"
        if not waiting:
            yield ProofFault(page, "ruler-missing", "", "there is no ruler", "none", wanted)
            continue
        nearest = min(waiting, key=lambda ruler: _measure_offset(ruler, line))
        waiting.remove(nearest)
        off = _measure_offset(nearest, line)
        if off > VECTOR_BAR:
            said = f"from {at(*nearest.start)} to {at(*nearest.end)}"
            yield ProofFault(page, "ruler-off", "", f"the ruler is off by {mm(off)}", said, wanted)
    for ruler in waiting:
        message = "there is a ruler that the manifest says is not there"
        yield ProofFault(page, "ruler-off", "", message, f"from {at(*ruler.start)}", "none")


def _measure_offset(found: Ruler, line: Segment) -> Mm:
    """Distance of a ruler's ends from their designed places; the line may go on for its inches."""
    one, other = line[:2], line[2:]
    return min(
        max(distance_to_line(one, found.start, found.end), distance_to_line(other, found.start, found.end)),
        max(math.dist(found.start, one), math.dist(found.end, other)),
    )


def _label_words(evidence: Evidence, page: FoundPage) -> list[tuple[Point, str]]:
    """Words beside the components, with where they begin on the page; without the ruler's."""
    return [
        (map_point(one.matrix, *place), text)
        for one in page.beside
        if not evidence.file.forms[one.form].lines
        for place, text in evidence.file.forms[one.form].words
    ]


def _check_label(sheet: PlannedSheet, words: Sequence[tuple[Point, str]]) -> Iterator[ProofFault]:
    label = sheet.label
    told = without_spaces("".join(text for _, text in words))
    if label is None:
        if told:
            message = "there is a label that the manifest says is not there"
            yield ProofFault(sheet.page, "label-wrong", "", message, f'"{told[:40]}"', "none")
        return
    if not told:
        message = "the sheet has no label"
        yield ProofFault(sheet.page, "label-missing", "", message, "no words", f'"{label.text[:60]}"')
        return
    if without_spaces(label.text) not in told:
        message = "the label does not say what the manifest says it does"
        found = " ".join(text for _, text in words)
        yield ProofFault(sheet.page, "label-wrong", "", message, f'"{found[:90]}"', f'"{label.text[:90]}"')
    x, y, width, height = label.box
    for (px, py), text in words:
        off = max(x - px, px - x - width, y - py, py - y - height)
        if off > ROOM and text.strip():
            message = f"words of the label begin {mm(off)} outside its box"
            wanted = f"{at(x, y)} to {at(x + width, y + height)}"
            yield ProofFault(sheet.page, "label-wrong", "", message, at(px, py), wanted)
            return


TENTHS = re.compile(r"\d+[.,]\d\Z")
RULER_NUMBERS = Counter(("10", "20", "30", "40"))
"""Numbers along a cover's own ruler."""
ROUNDED: Mm = 0.0511
"""How far a length to a tenth may be from the manifest's."""
PAGES = re.compile(r"[^\W\d]\s(\d+(?:(?:, | \.\.\. |–)\d+)*)")
"""Words, then pages: `3, 5–8, 11, 13 ... 21`, maybe on several lines."""
TITLE = 16
"""Letters of a family's title that must be found: long ones are shortened."""


@proof_check("plan", "plan-wrong", "cover-wrong")
def check_plan(evidence: Evidence) -> Iterator[ProofFault]:
    """Whoever cuts sets the knife by the plan's numbers, and counts the box by the cover's."""
    design = evidence.design
    pages = {page.number: page for page in evidence.file.pages}
    for kind, check in (("cut-plan", _check_plans), ("cover", _check_cover)):
        shown = [
            (n, kinds.index(kind))
            for n, plain in sorted(design.plain.items())
            if kind in (kinds := plain.kind.split("+")) and n in pages
        ]
        if shown:
            words = [text for number, at in shown for text in _words(evidence, number, at)]
            yield from check(evidence, shown[0][0], words)


def _words(evidence: Evidence, number: int, at: int) -> list[str]:
    """The words of one of the drawings on a page: cover and cut plan may share one, in this order."""
    page = evidence.file.pages[number - 1]
    return [
        text.strip()
        for one in page.beside[at : at + 1]
        for _, text in evidence.file.forms[one.form].words
        if text.strip()
    ]


def _check_plans(evidence: Evidence, page: int, words: Sequence[str]) -> Iterator[ProofFault]:
    """Check the lengths, numbers, pages and families of each cut plan."""
    design = evidence.design
    jobs = list(_group_jobs(design.sheets.values()))
    wanted = sorted(cut.at for plan, _ in jobs for cut in plan.cuts)
    said = sorted(float(text.replace(",", ".")) for text in words if TENTHS.match(text))
    lacking, idle = _find_unpaired(wanted, said)
    for place in lacking:
        message = "the cut plan lacks a cut of the manifest"
        yield ProofFault(page, "plan-wrong", "", message, f"no {place:.1f} mm", mm(place))
    for place in idle:
        message = "the cut plan has a cut that is not in the manifest"
        yield ProofFault(page, "plan-wrong", "", message, f"{place:.1f} mm", "no such cut")
    numbers = Counter(str(k) for plan, _ in jobs for k, _ in enumerate(plan.cuts, 1))
    found = Counter(words)
    for text in sorted(numbers - found):
        message = f"the cut plan lacks the number {text} of a cut"
        yield ProofFault(page, "plan-wrong", "", message, f"{found[text]} times", f"{numbers[text]} times")
    ends = [without_spaces(word) for word in words]
    titles = {family.id: family.title for family in design.kit.families}
    whole = "".join(ends)
    named = [_read_pages(found) for found in PAGES.findall(" ".join(words))]
    for _, sheets in jobs:
        pages = [sheet.page for sheet in sheets]
        if pages not in named:
            message = "the cut plan does not name the pages of a plan"
            yield ProofFault(page, "plan-wrong", "", message, "none", ", ".join(map(str, pages)))
        title = titles.get(sheets[0].pieces[0].family, "")
        if without_spaces(title)[:TITLE] not in whole:
            message = "the cut plan does not name a family"
            yield ProofFault(page, "plan-wrong", "", message, "none", f'"{title}"')


def _find_unpaired(wanted: Sequence[Mm], said: Sequence[Mm]) -> tuple[list[Mm], list[Mm]]:
    """Values that are missing, and values too many; both lists ascend, rounded to tenths."""
    lacking: list[Mm] = []
    left = list(said)
    for place in wanted:
        near = next((one for one in left if abs(one - place) <= ROUNDED), None)
        if near is None:
            lacking.append(place)
        else:
            left.remove(near)
    return lacking, left


def _group_jobs(sheets: Iterable[PlannedSheet]) -> Iterator[tuple[DesignedCutPlan, list[PlannedSheet]]]:
    """Group sheets with the same cuts; pages of a poster stay single."""
    alike: dict[tuple[object, ...], list[PlannedSheet]] = {}
    for sheet in sorted(sheets, key=lambda sheet: sheet.page):
        if sheet.plan is not None and sheet.plan.cuts:
            alone = sheet.page if sheet.window else 0
            alike.setdefault((sheet.plan, sheet.width, sheet.height, alone), []).append(sheet)
    for group in alike.values():
        assert group[0].plan is not None
        yield group[0].plan, group


def _read_pages(text: str) -> list[int]:
    """Page numbers as they are listed: `5–8` is a run, `13, 15 ... 21` every other one."""
    pages: list[int] = []
    for part in text.split(", "):
        if "..." in part:
            second, last = map(int, part.split("..."))
            pages.extend(range(second, last + 1, second - pages[-1]))
        else:
            first, _, last_of_run = part.partition("–")
            pages.extend(range(int(first), int(last_of_run or first) + 1))
    return pages


def _count_papers(design: Design) -> Counter[tuple[str, str]]:
    """How many papers there are of each stock, by how they are printed."""
    found: Counter[tuple[str, str]] = Counter()
    for sheet in design.sheets.values():
        # Backs in a file of their own lie on no page of this one.
        apart = design.duplex.apart and any(("back", p.item) in design.own for p in sheet.pieces)
        # What is too large to be folded has front and back on papers of their own, to be glued.
        paired = sheet.pair and not design.duplex.folded
        way = "folded" if sheet.fold else "two sides" if paired or apart else "one side"
        if way == "two sides" and design.duplex.glues(sheet.stock):
            way = "two faces"
        if way != "two sides" or sheet.side == "front":
            found[sheet.stock, way] += 1
    return found


def _check_cover(evidence: Evidence, page: int, words: Sequence[str]) -> Iterator[ProofFault]:
    """Title, families and their counts."""
    design = evidence.design
    whole = without_spaces("".join(words))
    if without_spaces(design.kit.game.title) not in whole:
        message = "the cover does not name the game"
        yield ProofFault(page, "cover-wrong", "", message, "none", f'"{design.kit.game.title}"')
    told = design.kit
    for name in (*told.game.designers, *(one.name for one in told.supplied)):
        if without_spaces(name)[:TITLE] not in whole:
            message = "the cover does not name what the manifest does"
            yield ProofFault(page, "cover-wrong", "", message, found="none", expected=f'"{name}"')
    players = told.game.players
    if players and not any(_has_players(text, players) for text in words):
        listed = ", ".join(map(str, players))
        yield ProofFault(page, "cover-wrong", "", "the cover tells of other players", "none", listed)
    wanted: Counter[str] = Counter()
    for family in told.families:
        if without_spaces(family.title) not in whole:
            message = "the cover does not name a family"
            yield ProofFault(page, "cover-wrong", "", message, "none", f'"{family.title}"')
        wanted.update((str(len(family.items)), str(family.counted)))
    wanted.update(map(str, _count_papers(design).values()))
    designs = sum(len(family.items) for family in told.families)
    wanted.update((str(designs), str(sum(design.copies.values()))))
    found = Counter(words)
    found.subtract(RULER_NUMBERS)
    for text, count in sorted(wanted.items()):
        if found[text] < count:
            message = f"the cover does not tell all counts of the manifest: {text} is missing"
            seen = f"{max(found[text], 0)} times"
            yield ProofFault(page, "cover-wrong", "", message, seen, f"{count} times")


def _has_players(text: str, players: Sequence[int]) -> bool:
    """Return whether a text has all numbers of players, or the first and the last of a run."""
    found = [int(number) for number in re.findall(r"\d+", text)]
    return found in ([*players], [players[0], players[-1]])
