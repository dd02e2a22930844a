"""Check of the cut plan and cover: their words and numbers are those of the manifest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from prancha.checks.proof.design import Design, DesignedCutPlan, PlannedSheet
from prancha.checks.proof.evidence import Evidence, proof_check
from prancha.checks.proof.page_text import without_spaces
from prancha.checks.proof.proof_report import ProofFault, mm
from prancha.model.units import Mm

LENGTH = re.compile(r"\d+[.,]\d\Z")
RULER = Counter(("10", "20", "30", "40"))
"""Numbers along a cover's own ruler."""
ROUNDED: Mm = 0.0511
"""How far a length to a tenth may be from the manifest's."""
PAGES = re.compile(r"[^\W\d]\s(\d+(?:(?:, | \.\.\. |–)\d+)*)\Z")
"""Words, then pages: `3, 5–8, 11, 13 ... 21`."""
TITLE = 16
"""Letters of a family's title that must be found: long ones are shortened."""


@proof_check("plan", "plan-wrong", "cover-wrong")
def check_plan(evidence: Evidence) -> Iterator[ProofFault]:
    """Whoever cuts sets the knife by the plan's numbers, and counts the box by the cover's."""
    design = evidence.design
    pages = {page.number: page for page in evidence.file.pages}
    for kind, check in (("cut-plan", _check_plans), ("cover", _check_cover)):
        numbers = [n for n, plain in sorted(design.plain.items()) if plain.kind == kind and n in pages]
        if numbers:
            words = [text for number in numbers for text in _words(evidence, number)]
            yield from check(evidence, numbers[0], words)


def _words(evidence: Evidence, number: int) -> list[str]:
    page = evidence.file.pages[number - 1]
    return [
        text.strip() for one in page.beside for _, text in evidence.file.forms[one.form].words if text.strip()
    ]


def _check_plans(evidence: Evidence, page: int, words: Sequence[str]) -> Iterator[ProofFault]:
    """Check the lengths, numbers, pages and families of each cut plan."""
    design = evidence.design
    jobs = list(_group_jobs(design.sheets.values()))
    wanted = sorted(cut.at for plan, _ in jobs for cut in plan.cuts)
    said = sorted(float(text.replace(",", ".")) for text in words if LENGTH.match(text))
    lacking, idle = _find_unpaired(wanted, said)
    for at in lacking:
        message = "the cut plan lacks a cut of the manifest"
        yield ProofFault(page, "plan-wrong", "", message, f"no {at:.1f} mm", mm(at))
    for at in idle:
        message = "the cut plan has a cut that is not in the manifest"
        yield ProofFault(page, "plan-wrong", "", message, f"{at:.1f} mm", "no such cut")
    numbers = Counter(str(k) for plan, _ in jobs for k, _ in enumerate(plan.cuts, 1))
    found = Counter(words)
    for text in sorted(numbers - found):
        message = f"the cut plan lacks the number {text} of a cut"
        yield ProofFault(page, "plan-wrong", "", message, f"{found[text]} times", f"{numbers[text]} times")
    ends = [without_spaces(word) for word in words]
    titles = {family.id: family.title for family in design.kit.families}
    whole = "".join(ends)
    named = [_read_pages(found[1]) for found in map(PAGES.search, words) if found]
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
    for at in wanted:
        near = next((one for one in left if abs(one - at) <= ROUNDED), None)
        if near is None:
            lacking.append(at)
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
        way = "folded" if sheet.fold else "two sides" if sheet.pair or apart else "one side"
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
    found.subtract(RULER)
    for text, count in sorted(wanted.items()):
        if found[text] < count:
            message = f"the cover does not tell all counts of the manifest: {text} is missing"
            seen = f"{max(found[text], 0)} times"
            yield ProofFault(page, "cover-wrong", "", message, seen, f"{count} times")


def _has_players(text: str, players: Sequence[int]) -> bool:
    """Return whether a text has all numbers of players, or the first and the last of a run."""
    found = [int(number) for number in re.findall(r"\d+", text)]
    return found in ([*players], [players[0], players[-1]])
