"""One thing that a printed sheet would get wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from prancha.model.units import Mm

NAMED = 2
"""Components that a folded line names; of the others it tells the number."""


class ProofFault(Struct, frozen=True, order=True):
    """A fault on a page (0: the whole file) of a component, with what was found and what was expected.

    `file` is the name of another file of the kit than the one that was to be measured.
    """

    page: int
    code: str
    item: str
    message: str
    found: str
    expected: str
    severity: Literal["error", "warning"] = "error"
    file: str = ""

    def __str__(self) -> str:
        return _line(self, [self])


def folded(faults: Iterable[ProofFault]) -> Iterator[str]:
    """A line for each fault; faults that say the same in the same words share one, with how many they are."""
    groups: dict[tuple[str, ...], list[ProofFault]] = {}
    for fault in faults:
        groups.setdefault((fault.file, fault.severity, fault.code, fault.message), []).append(fault)
    for group in groups.values():
        yield _line(group[0], group)


def _line(fault: ProofFault, group: list[ProofFault]) -> str:
    pages = sorted({one.page for one in group})
    if pages == [0]:
        where = "file"
    elif len(pages) == 1:
        where = f"page {pages[0]}"
    else:
        named = ", ".join(map(str, pages[:6]))
        where = f"pages {named}" + (f" and {len(pages) - 6} more" if len(pages) > 6 else "")
    if fault.file:
        where = fault.file if where == "file" else f"{fault.file}, {where}"
    items = list(dict.fromkeys(one.item for one in group if one.item))
    item = f" [{', '.join(items[:NAMED])}]" if items else ""
    if len(items) > NAMED:
        item = f"{item[:-1]} and {len(items) - NAMED} more]"
    times = f" ({len(group)} times; the first:" if len(group) > 1 else ":"
    end = ")" if len(group) > 1 else ""
    return (
        f"{where}: {fault.severity} {fault.code}{item}: {fault.message}{times} "
        f"found {fault.found}, expected {fault.expected}{end}"
    )


def mm(value: float) -> str:
    """A length to a micrometre, shortest form."""
    return f"{value:.3f}".rstrip("0").rstrip(".") + " mm"


def at(x: float, y: float) -> str:
    """A place on the page."""
    return f"({x:.3f}, {y:.3f}) mm"


def box_mm(box: tuple[Mm, Mm, Mm, Mm]) -> str:
    """A box on the page."""
    return f"({box[0]:.1f}, {box[1]:.1f}) to ({box[2]:.1f}, {box[3]:.1f}) mm"
