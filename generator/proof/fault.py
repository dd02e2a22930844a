"""One thing that a printed sheet would get wrong."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Fault(Struct, frozen=True, order=True):
    """A fault on a page (0: the whole file) of a component, with what was found and what was expected."""

    page: int
    code: str
    item: str
    message: str
    found: str
    expected: str
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        where = f"page {self.page}" if self.page else "file"
        item = f" [{self.item}]" if self.item else ""
        return (
            f"{where}: {self.severity} {self.code}{item}: {self.message}: "
            f"found {self.found}, expected {self.expected}"
        )


def mm(value: float) -> str:
    """A length to a micrometre, shortest form."""
    return f"{value:.3f}".rstrip("0").rstrip(".") + " mm"


def at(x: float, y: float) -> str:
    """A place on the page."""
    return f"({x:.3f}, {y:.3f}) mm"
