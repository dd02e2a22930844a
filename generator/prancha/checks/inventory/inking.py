"""Ink as families use it: in A4 pages, and as shares of the paper they are on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from prancha.checks.inventory.inventory import NO_INK, InkPages, InkUse, Purchase
from prancha.model.game import Family

A4 = 210.0 * 297.0
COLOURS = ("cyan", "magenta", "yellow", "black")


def ink_uses(
    families: Sequence[Family],
    lang: str,
    sheets: Sequence[Mapping[str, Any]],
    at: int,
    ink: Mapping[str, InkPages],
) -> Iterator[InkUse]:
    """Yield the use of every family that prints, then that of all; `ink` is mm² of each item.

    `sheets` are fronts and backs of the manifest, `at` the position of the item in their pieces.
    """
    sides = [
        ({row[at] for row in (*sheet["pieces"], *sheet.get("backs", ()))}, sheet["width"] * sheet["height"])
        for sheet in sheets
    ]
    for family in families:
        keys = {item.key for item in family.items}
        areas = [area for items, area in sides if keys & items]
        if areas:
            yield _use(family.id, family.title[lang], areas, (ink.get(key, NO_INK) for key in sorted(keys)))
    yield _use("", "all", [area for items, area in sides if items], (ink[key] for key in sorted(ink)))


def in_pages(area: InkPages) -> InkPages:
    """mm² as A4 pages, to a thousandth."""
    cyan, magenta, yellow, black = (round(colour / A4, 3) for colour in area)
    return cyan, magenta, yellow, black


def cartridges(use: InkUse) -> Iterator[Purchase]:
    """What the ink of all families comes to, a line for each colour."""
    for colour, pages in zip(COLOURS, use.ink, strict=True):
        yield Purchase(f"{colour} ink, estimated", round(pages, 1), "A4 pages covered whole")


def _use(family: str, title: str, areas: Sequence[float], inks: Iterable[InkPages]) -> InkUse:
    cyan, magenta, yellow, black = map(sum, zip(NO_INK, *inks, strict=True))
    area = cyan, magenta, yellow, black
    c, m, y, k = (round(colour / max(sum(areas), 1.0), 4) for colour in area)
    return InkUse(family, title, len(areas), (c, m, y, k), in_pages(area))
