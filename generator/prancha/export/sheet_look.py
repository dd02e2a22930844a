"""How a sheet looks but for its pieces, as JSON for the list of sheets: sheets of a stack look alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from prancha.model.sheet import Segment, Sheet, Spot, ruled


def look_of(sheet: Sheet) -> tuple[Any, ...]:
    """All that sheets have in common which look alike but for their pieces."""
    return (
        sheet.side, sheet.paper, sheet.width, sheet.height, sheet.stock, sheet.group, sheet.pen, sheet.marks,
        sheet.aligns, sheet.light, sheet.tick, sheet.ruler, sheet.label, sheet.along,
    )  # fmt: skip


def look_as_json(sheet: Sheet) -> tuple[str, str]:
    """How a sheet looks but for its pieces, and where its label stands ("" without one), inside braces.

    Registration mark and rulers are null where it has none.
    """
    tick = sheet.tick
    look: dict[str, Any] = {
        "side": sheet.side,
        "paper": sheet.paper.name,
        "width": round(sheet.width, 4),
        "height": round(sheet.height, 4),
        "margin": round(sheet.paper.margin, 4),
        "reach": round(sheet.paper.reach, 4),
        "stock": sheet.stock,
        "group": sheet.group,
        "style": sheet.pen.style,
        "pen": [round(sheet.pen.weight, 4), sheet.pen.colour],
        "marks": _segments(sheet.marks),
        "lines": _segments((*sheet.aligns, *sheet.light)),
        "tick": rounded(tick) if tick is not None else None,
        "ruler": _ruler_line(sheet.ruler),
        "along": _ruler_line(sheet.along),
    }
    label = ""
    if sheet.label is not None:
        left, top, right, bottom = sheet.label.box
        box = rounded((left, top, right - left, bottom - top))
        label = compact({"box": box, "turn": sheet.label.spot.turn})[1:-1]
    return compact(look)[1:-1], label


def _ruler_line(ruler: Spot | None) -> list[float] | None:
    """The millimetres of a ruler, from its first tick to its last; None without one."""
    if ruler is None:
        return None
    middle = ruler.size[1] / 2
    return rounded((*ruler.on_sheet(0.0, middle), *ruler.on_sheet(ruled(ruler), middle)))


def rounded(values: Sequence[float]) -> list[float]:
    """Lengths in mm as they are listed."""
    return [round(value, 4) for value in values]


def _segments(segments: tuple[Segment, ...]) -> list[list[float]]:
    return [[round(value, 4) for value in segment] for segment in segments]


_encode = msgspec.json.Encoder().encode


def compact(value: Any) -> str:
    """A value as JSON without white space."""
    return _encode(value).decode()
