"""Waivers of findings: which of them cover what was found, and which nothing."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from prancha.checks.artwork.settings import Waiver
from prancha.checks.artwork.subject import FaceFinding
from prancha.model.diagnostic import Diagnostic, Place


class Waived(Struct, frozen=True):
    """How many findings one waiver covers, and why they are accepted."""

    check: str
    count: int
    why: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place}: waived {self.check} ({self.count}): {self.why}"


def waive(spots: Iterable[FaceFinding], waivers: tuple[Waiver, ...]) -> tuple[list[FaceFinding], list[int]]:
    """The findings that no waiver covers, and how many each waiver does."""
    kept, counts = [], [0] * len(waivers)
    for spot in spots:
        covering = [k for k, waiver in enumerate(waivers) if waiver.covers(spot)]
        for k in covering[:1]:
            counts[k] += 1
        if not covering:
            kept.append(spot)
    return kept, counts


def unused_waiver(waiver: Waiver) -> Diagnostic:
    """The finding about a waiver that covers nothing."""
    return Diagnostic(
        waiver.place, "unused-waiver",
        message=f"nothing is found that this waiver of {waiver.check} covers", item="",
        hint="remove it, or correct what it selects", severity="warning",
    )  # fmt: skip
