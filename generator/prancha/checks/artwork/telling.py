"""Findings on faces as diagnostics: of the same one on many components the worst is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from prancha.checks.artwork.lines import lines_of
from prancha.checks.artwork.subject import FaceFinding, Printed
from prancha.model.diagnostic import NOWHERE, Diagnostic

_LISTED = ("unused-icon", "unused-template")
"""Findings about files, which are told in one line with their names."""
_NAMED = 12


def told(spots: Iterable[FaceFinding], seen_on: Mapping[FaceFinding, Printed]) -> Iterator[Diagnostic]:
    """Findings; of the same one on many components the worst is told, with the number of the others."""
    groups: dict[tuple[str, ...], list[FaceFinding]] = {}
    for spot in spots:
        about = "" if spot.check in _LISTED else spot.about
        template = "" if spot.check in _LISTED else spot.template
        key = (spot.check, spot.severity, spot.family, template, spot.side, about)
        groups.setdefault(key, []).append(spot)
    for group in groups.values():
        worst = max(group, key=lambda spot: spot.badness)
        others, here = len({spot.item for spot in group} - {worst.item}), len(group) - 1
        more = f" (and {others} more)" if others else f" (and {here} more on it)" if here else ""
        if worst.check in _LISTED and here:
            names = sorted(spot.about for spot in group if spot is not worst)
            more = f" (and {here} more: {', '.join(names[:_NAMED])}{', ...' if here > _NAMED else ''})"
        printed = seen_on[worst]
        ink = "" if printed.ink == "full" else f", {printed.ink} ink"
        where = f"{worst.template}, {worst.side}{ink}: " if worst.side else ""
        lines = lines_of(printed, worst)
        yield Diagnostic(
            worst.place or NOWHERE, worst.check, message=f"{where}{worst.message}{lines}{more}",
            item=worst.item,
            hint=worst.hint, severity=worst.severity,
        )  # fmt: skip
