"""What the sheets of a kit fall short of: what found no room, and bleed that is less than declared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prancha.building.leaves import Leaf
from prancha.export.pdf import PdfPage
from prancha.model.game import Game
from prancha.model.sheet import Sheet
from prancha.model.units import Mm

NAMES = {"ruler": "ruler", "label": "label", "tick": "registration cross"}
Numbered = Sequence[tuple[int, Sheet]]
"""Sheets with their pages."""


def shortfalls(sheets: Iterable[tuple[int, Sheet]]) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """What found no room and on which pages, things that lack on the same pages together."""
    found: dict[str, set[int]] = {}
    for number, sheet in sheets:
        for name in sheet.lacks:
            found.setdefault(name, set()).add(number)
    together: dict[tuple[int, ...], list[str]] = {}
    for name in NAMES:
        if name in found:
            together.setdefault(tuple(sorted(found[name])), []).append(name)
    return [(tuple(names), pages) for pages, names in together.items()]


def on_pages(leaves: Sequence[Leaf], numbers: Sequence[range]) -> list[tuple[int, Sheet]]:
    """Every side of every leaf with its page; a back that is in a file of its own has its front's."""
    sides = []
    for leaf, pages in zip(leaves, numbers, strict=True):
        sides.append((pages[0], leaf.front))
        if leaf.back is not None:
            sides.append((pages[-1], leaf.back))
    return sides


def page_list(numbers: Sequence[int], dash: str = "-", spelled: int = 3) -> str:
    """`3, 5-8, 11, 13 ... 21` for sorted page numbers: runs of all, and of every other one.

    Of the latter, up to `spelled` pages are named one by one.
    """
    parts: list[str] = []
    rest = list(numbers)
    while rest:
        step, count = max(((step, _run(rest, step)) for step in (1, 2)), key=lambda run: (run[1], -run[0]))
        first, last = rest[0], rest[count - 1]
        if count < (2 if step == 1 else spelled + 1):
            parts.append(f"{first}")
            count = 1
        elif step == 1:
            parts.append(f"{first}{dash}{last}")
        else:
            parts.append(f"{first}, {rest[1]} ... {last}")
        rest = rest[count:]
    return ", ".join(parts)


def _run(numbers: Sequence[int], step: int) -> int:
    """How many numbers from the first on are each a step higher."""
    return next((k for k, number in enumerate(numbers) if number != numbers[0] + k * step), len(numbers))


def sheet_remarks(
    game: Game, lang: str, pages: Sequence[PdfPage], behind: Sequence[PdfPage]
) -> tuple[str, ...]:
    """A sentence on what found no room, and one on bleed; none where nothing is amiss.

    `behind` are the pages of a file of backs.
    """
    fronts, backs = _sheets(pages), _sheets(behind)
    parts = [
        f"{_listed([f'the {NAMES[name]}' for name in names])} on {_pages(found)}{where}"
        for where, sheets in (("", fronts), (" of the backs", backs))
        for names, found in shortfalls(sheets)
    ]
    titles = {family.id: family.title[lang] for family in game.families}
    short = [
        f"{titles[family]} {_mm(found)} of {_mm(declared)} mm on {_pages(numbers)}"
        for family, found, declared, numbers in short_bleed(fronts)
    ]
    return (
        *([f"no room beside the pieces for {'; for '.join(parts)}"] if parts else []),
        *([f"paper or neighbours leave less bleed than declared: {'; '.join(short)}"] if short else []),
    )


def short_bleed(sheets: Numbered) -> list[tuple[str, Mm, Mm, list[int]]]:
    """Families with less bleed than declared: the least found, what was declared, and the pages of fronts."""
    found: dict[str, tuple[Mm, Mm, list[int]]] = {}
    for number, sheet in sheets:
        for one in sheet.short if sheet.side == "front" else ():
            least, declared, numbers = found.get(one.family, (one.found, one.declared, []))
            found[one.family] = min(least, one.found), max(declared, one.declared), [*numbers, number]
    return [(family, *rest) for family, rest in found.items()]


def _sheets(pages: Sequence[PdfPage]) -> list[tuple[int, Sheet]]:
    return [(number, page.sheet) for number, page in enumerate(pages, 1) if page.sheet is not None]


def _pages(numbers: Sequence[int]) -> str:
    return f"page {numbers[0]}" if len(numbers) == 1 else f"pages {page_list(numbers)}"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _mm(value: Mm) -> str:
    return f"{round(value, 2):g}"
