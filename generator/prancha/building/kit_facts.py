"""Facts about a kit for its cover and the user: sheets, papers, material, time, and what falls short."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from prancha.building.leaves import Leaf, group
from prancha.building.order import Order
from prancha.building.selection import known_profiles
from prancha.building.step_values import KitLayout
from prancha.export.pdf import PdfPage
from prancha.model.diagnostic import Failure
from prancha.model.game import Family, Game
from prancha.model.packing import takes_sleeves
from prancha.model.sheet import Group, Paper, Profile, Sheet
from prancha.model.units import Mm
from prancha.sheets import cut_plan, impose
from prancha.sheets.one_size import fits, single_layout
from prancha.sheets.poster_parts import poster

MANY = 100
"""Number of sheets above which a note is printed before drawing."""
_FEWEST = 0.5
"""Minimum share of a full sheet that pieces cover; a kit with less area is certainly small."""
_SHOWN = 3
NAMES = {"ruler": "ruler", "label": "label", "tick": "registration cross"}
Numbered = Sequence[tuple[int, Sheet]]
"""Sheets with their pages."""
Way = Literal["one", "two", "fold", "faces"]
"""How a paper is printed: on one side, on both, on one to be folded, or on one to be glued to a board
whose other side has the back."""
GLUED: Mapping[str, float] = {"one": 4.0, "faces": 4.0, "fold": 5.0}
"""Minutes to glue a paper to board, or a face of it, or a folded paper around it."""
PRINTED, FOLDED, CUT, SNIPPED, JOINED, MADE = 1.0, 3.0, 1.0, 1.0, 5.0, 2.0
"""Minutes to print a sheet, fold and glue it, make a straight cut, cut out a piece with scissors, join two
parts of a board, and fold or glue a piece."""


def many_sheets(game: Game, order: Order, paper: Paper, profile: Profile) -> str:
    """The note for a kit of more than MANY sheets, with their number and families; "" for a smaller one."""
    if profile.margin is not None:
        paper = replace(paper, margin=profile.margin, reach=profile.margin)
    room = max(1.0, (paper.width - 2 * paper.margin) * (paper.height - 2 * paper.margin))
    area = sum(one.copies * one.outline.width * one.outline.height for one in game.families)
    labels = sum(one.copies for one in game.families) if profile.cells else 0
    if max(area / room, labels) <= MANY * _FEWEST:
        return ""
    sheets = {one.id: _sheets_of(one, order, paper, profile) for one in game.families if one.copies}
    total = math.ceil(sum(_shared(game, sheets).values()))
    return _count_note(game, sheets, total) if total > MANY else ""


def _sheets_of(family: Family, order: Order, paper: Paper, profile: Profile) -> float:
    """Number of sheets that a family fills, with the fraction of the last one."""
    gap = max(profile.gutter, family.gutter if order.gutter is None else order.gutter)
    if profile.cells:
        return family.copies / len(profile.cells)
    bleed = family.bleed or profile.bleed
    if not fits(family.outline, paper):
        creases = family.net.creases if family.net is not None else ((), ())
        return float(family.copies * len(poster(family.outline, bleed, paper, profile.marks, creases)))
    slots = len(single_layout(family.outline, bleed, gap, paper, family.copies).slots)
    if order.backs.folded and family.back is not None:
        slots = max(1, slots // 2)
    return family.copies / slots


def _shared(game: Game, sheets: Mapping[str, float]) -> Mapping[tuple[str, str], int]:
    """Number of sheets of each group of families that share sheets."""
    groups: dict[tuple[str, str], float] = {}
    for family in game.families:
        if family.id in sheets:
            key = family.stock, family.sheet
            groups[key] = groups.get(key, 0.0) + sheets[family.id]
    return {key: math.ceil(number - 1e-9) for key, number in groups.items()}


def _count_note(game: Game, sheets: Mapping[str, float], total: int) -> str:
    most = sorted(sheets, key=lambda name: -sheets[name])
    parts = []
    for name in most[:_SHOWN]:
        family = game.family(name)
        first = max(family.items, key=lambda item: item.copies)
        also = f", {first.copies} of {first.id} alone" if 1 < first.copies < family.copies else ""
        designs = f"{len(family.items)} designs" if len(family.items) > 1 else first.id
        count = math.ceil(sheets[name] - 1e-9)
        parts.append(f"{name} {count} ({family.copies} copies of {designs}{also})")
    more = f", and {len(most) - _SHOWN} more families" if len(most) > _SHOWN else ""
    less = "Stop it if those are too many; --only, --items and --copies print less"
    return f"about {total} sheets of paper: {', '.join(parts)}{more}. {less}"


def unread_remarks(count: int) -> tuple[str, ...]:
    """Return a sentence on so many PDFs of other programs; none for 0."""
    if not count:
        return ()
    these, their, them = ("PDFs", "their", "them") if count > 1 else ("PDF", "its", "it")
    return (
        f"{count} {these} of other programs: no check reads {their} texts, colours and pictures, "
        f"--ink low makes {them} paler, and --ink outline hardly shows {them}",
    )


def profile_remarks(order: Order, layout: KitLayout, lang: str) -> Iterator[str]:
    """Sentences on families that would take fewer sheets with a profile of fixed places for this paper.

    An order that names a profile, a printer or folded backs gets no advice.
    """
    sheets = {(leaf.front.stock, leaf.front.group): leaf.front.of for leaf in layout.leaves}
    asked = order.sheet or order.printer is not None or order.backs.folded
    if asked or max(sheets.values(), default=0) < 2:
        return
    known = known_profiles(order.project).values()
    profiles = [one for one in known if one.cells and one.paper == layout.paper.name]
    for pieces in group(layout.game, layout.pieces) if profiles else ():
        now = sheets[pieces.stock, pieces.name]
        hopeful = [one for one in profiles if len(pieces.pieces) <= (now - 1) * len(one.cells)]
        counts = {one.name: _count_sheets(pieces, one, layout, order) for one in hopeful}
        best = min(hopeful, key=lambda one: counts[one.name], default=None)
        if best is None or counts[best.name] >= now:
            continue
        names = {piece.family for piece in pieces.pieces}
        mine = [family for family in layout.game.families if family.id in names]
        only = f"--only {','.join(family.id for family in mine)} " if mine != [*layout.game.families] else ""
        titles = ", ".join(family.title[lang] for family in mine)
        yield (
            f"{titles}: {now} sheets of {layout.paper.name.upper()}, and {counts[best.name]} with "
            f"{only}--sheet {best.name}: without marks, cut by the measures of the cut plan"
        )


def _count_sheets(pieces: Group, profile: Profile, layout: KitLayout, order: Order) -> float:
    """Number of papers that the pieces take on a profile; infinite where a piece fits none of its places."""
    try:
        sheets = impose([pieces], layout.paper, order.backs, profile)
    except Failure:
        return math.inf
    return sum(sheet.side == "front" for sheet in sheets)


def shortfalls(sheets: Iterable[tuple[int, Sheet]]) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Return what found no room, grouped by the pages on which it is missing."""
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
    """Every side of every leaf with its page number; a back in a separate file has that of its front."""
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
    """Length of the run at the start in which each number is one step higher."""
    return next((k for k, number in enumerate(numbers) if number != numbers[0] + k * step), len(numbers))


def sheet_remarks(
    game: Game, lang: str, pages: Sequence[PdfPage], behind: Sequence[PdfPage]
) -> tuple[str, ...]:
    """Sentences on what found no room and on missing bleed; none if all is well.

    `behind` are the pages of a file of backs.
    """
    fronts, backs = _sheets(pages), _sheets(behind)
    parts = [
        f"{_join_words([f'the {NAMES[name]}' for name in names])} on {_pages(found)}{where}"
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


def _join_words(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _mm(value: Mm) -> str:
    return f"{round(value, 2):g}"


class Material(Struct, frozen=True):
    """Papers of one kind: the stock of the families, what it is really made of, and how it is printed.

    `made` is `card` for two-sided pieces meant for board that are printed on both sides: glued to board
    they would lose their backs.  `sheets` counts papers, `boards` the boards of their size that are glued to
    them, `joined` has the width and height of boards for pieces that are joined of parts.
    `thickness` is that of a piece of what it is made of, None where the game does not say.  `sleeved` says
    whether sleeves hold all pieces of a card, `some` or `none`.
    """

    stock: str
    made: str
    way: Way
    sheets: int
    boards: int
    pages: tuple[int, ...]
    thickness: Mm | None = None
    joined: tuple[tuple[Mm, Mm], ...] = ()
    sleeved: Literal["all", "some", "none"] = "all"


def way_of(leaf: Leaf) -> Way:
    """The way a leaf is printed."""
    if leaf.front.fold is not None:
        return "fold"
    if leaf.back is not None:
        return "two"
    return "faces" if leaf.glued else "one"


def made_of(leaf: Leaf) -> str:
    """What the pieces of a leaf are made of: their stock, but card where board would hide their backs."""
    stock = leaf.front.stock
    return "card" if stock == "board" and way_of(leaf) == "two" else stock


def is_cut_apart(leaf: Leaf) -> bool:
    """Return whether a paper is cut by itself: a back that is glued to a board is cut with its front.

    Parts of a board are cut to be joined, before they are glued to anything.
    """
    return not (leaf.glued and leaf.front.side == "back") or leaf.front.window is not None


def materials(leaves: Sequence[Leaf], numbers: Sequence[range], game: Game) -> tuple[Material, ...]:
    """A row for each stock and way of printing, in the order of their pages.

    A board that is printed in parts is joined first, and glued to one board of its own size.
    """
    found: dict[tuple[str, str, Way], list[int]] = {}
    for index, leaf in enumerate(leaves):
        key = leaf.front.stock, made_of(leaf), way_of(leaf)
        found.setdefault(key, []).append(index)
    return tuple(
        Material(
            stock,
            made,
            way=way,
            sheets=len(mine),
            boards=_boards(leaves, mine, way) if made == "board" else 0,
            pages=tuple(page for index in mine for page in numbers[index][: 2 if way == "two" else 1]),
            thickness=game.stocks.get(made),
            joined=tuple(_joined(game, leaves, mine)) if made == "board" else (),
            sleeved=_sleeved(game, (leaves[index].front for index in mine)),
        )
        for (stock, made, way), mine in found.items()
    )


def _sleeved(game: Game, sheets: Iterable[Sheet]) -> Literal["all", "some", "none"]:
    held = {takes_sleeves(game.family(name)) for sheet in sheets for name in sheet.families}
    return "all" if held == {True} else "some" if True in held else "none"


def _joined(game: Game, leaves: Sequence[Leaf], mine: Sequence[int]) -> Iterator[tuple[Mm, Mm]]:
    for front in (leaves[index].front for index in mine):
        if front.window and front.side == "front" and (front.window.column, front.window.row) == (0, 0):
            outline = game.family(front.families[0]).outline
            yield outline.width, outline.height


def _boards(leaves: Sequence[Leaf], mine: Sequence[int], way: Way) -> int:
    """Boards as large as a sheet: one for a front and its back, half of one in a sheet that is folded."""
    whole = [leaves[index].front for index in mine if leaves[index].front.window is None]
    if way == "faces":
        return sum(front.side == "front" for front in whole)
    return -(-len(whole) // 2) if way == "fold" else len(whole)


def family_made_of(leaves: Sequence[Leaf], family: str) -> str:
    """Return what the pieces of a family are made of; "" when none is printed."""
    return next((made_of(leaf) for leaf in leaves if family in leaf.front.families), "")


def minutes(game: Game, leaves: Sequence[Leaf]) -> int:
    """Estimated minutes to print and make a kit, in steps of 15 or, above three hours, 30."""
    total = 0.0
    for leaf in leaves:
        way, made, front = way_of(leaf), made_of(leaf), leaf.front
        total += PRINTED * (2 if leaf.back is not None else 1)
        if made == "board":
            total += GLUED[way]
        elif way == "fold":
            total += FOLDED
        if front.window is not None:
            total += JOINED
        if is_cut_apart(leaf):
            plan = cut_plan(front)
            loose = sum(placement.piece.family in plan.scissors for placement in front.placements)
            total += CUT * len(plan.cuts) + SNIPPED * loose
    for family in game.families:
        total += MADE * family.copies * len(set(family.make) & {"fold", "glue"}) / 2
    step = 15 if total <= 180 else 30
    return max(step, round(total / step) * step)
