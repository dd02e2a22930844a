"""A family of a list in layouts: drawings of both sides on each size, those that suit it best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.units import Mm
from prancha.setup.layouts import FilledLayout, Look, fill_layout, find_layout
from prancha.setup.new_game.from_key import tint_field, tinting_field
from prancha.setup.new_game.list_slots import (
    ListSlots,
    SlotPlan,
    fitting_layouts,
    plan_slots,
    rows_needed,
    slots_of,
)
from prancha.setup.new_game.proposal import Proposed
from prancha.setup.new_game.starter_kinds import Size, StarterKind

_ROW: Mm = 2.5
"""The height of a row in the smallest type."""
_LETTERS = 1.15
"""Letters of it for each mm of a row."""
_SHARE_OF_OUTLIERS = 10
"""One card in so many may have a text so long that it goes on on a second card."""


class DrawnFamily(Struct, frozen=True):
    """The drawings of a family in one layout and size, by what follows its name: "" and "-back".

    `lost` are the fields that they do not show, `moved` the numbers and words that stand in texts.  `lacking`
    is the room that the texts of the fullest card lack in the smallest type, `usually` that of all but a few
    cards, in mm of their height; 0 for none.
    """

    layout: str
    size: Size
    drawings: Mapping[str, str]
    lost: tuple[Proposed, ...]
    moved: int
    lacking: Mm
    usually: Mm


def draw_family(
    fields: Sequence[Proposed], kind: StarterKind, sizes: Sequence[Size], layout: str, look: Look, ending: str
) -> list[DrawnFamily]:
    """Return the drawings of a family in all `sizes`, smallest first, and in the layouts that suit it.

    `layout` is the one asked for, "" for any; `ending`
    is that of pictures whose names the list has without it.  Raises Failure for a layout of another outline.
    """
    front, behind = ([one for one in fields if one.behind == side] for side in (False, True))
    answer = behind[0] if len(behind) == 1 and behind[0].role != "art" else None
    found = slots_of(front, answer is not None)
    tinting = tinting_field(fields)
    tint = tint_field(fields) if tinting is not None else ""
    drawn = []
    for size in sizes:
        outline = kind.outline(size)
        box = outline.width, outline.height
        if layout and layout != "token" and not outline.is_box:
            message = f"the layout {layout} is for rectangles, the outline is {outline.shape}"
            hint = "leave it out, or ask for token"
            raise Failure([Diagnostic(Place(""), "bad-layout", message, hint=hint)])
        side = partial(_side, size=box, follows=outline.is_box, look=look, ending=ending)
        for name in [layout] if layout else fitting_layouts(found, box, outline.is_box):
            sides = {"": side(found, name, "front", tint=tint)}
            if answer is not None:
                shown = ListSlots({**found.slots, "answer": answer})
                sides["-back"] = side(shown, "quiz", "back", tint=tint)
            elif behind:
                inside = slots_of(behind)
                other = fitting_layouts(inside, box, outline.is_box)[0]
                sides["-back"] = side(inside, other, "front", tint="")
            lost = [*sides[""][0].lost, *(sides["-back"][0].lost if behind and answer is None else ())]
            lost = [one for one in lost if one is not tinting]  # the colour of the card shows it
            drawn.append(_drawn(name, size, sides, lost, len(fields[0].cells)))
    return drawn


def in_order(drawn: Sequence[DrawnFamily], goes_on: bool) -> list[DrawnFamily]:
    """Return drawings in the order in which they are tried; with `goes_on`, a few texts may be too long."""
    sizes = list(dict.fromkeys(one.size for one in drawn))

    def rank(one: DrawnFamily) -> tuple[int, Mm, int, int]:
        return len(one.lost), one.usually if goes_on else one.lacking, sizes.index(one.size), one.moved

    return sorted(drawn, key=rank)


def _side(
    found: ListSlots,
    layout: str,
    side: str,
    size: tuple[Mm, Mm],
    follows: bool,
    tint: str,
    look: Look,
    ending: str,
) -> tuple[SlotPlan, FilledLayout]:
    drawing = find_layout(layout).drawing(*size, side).read_text(encoding="utf-8")
    plan = plan_slots(found, drawing, size, tint, ending)
    return plan, fill_layout(drawing, size, plan.fields, look, follows)


def _drawn(
    layout: str,
    size: Size,
    sides: Mapping[str, tuple[SlotPlan, FilledLayout]],
    lost: Sequence[Proposed],
    cards: int,
) -> DrawnFamily:
    lacking = [0.0] * max(cards, 1)
    for card in range(cards):
        texts = (text for plan, filled in sides.values() for text in _texts(plan, filled, card))
        lacking[card] = max((need - height for need, height in texts), default=0.0)
    lacking.sort()
    few = cards // _SHARE_OF_OUTLIERS
    return DrawnFamily(
        layout,
        size,
        {after: filled.drawing for after, (_, filled) in sides.items()},
        tuple(lost),
        sides[""][0].moved,
        lacking=max(lacking[-1], 0.0),
        usually=max(lacking[-1 - few], 0.0),
    )


def _texts(plan: SlotPlan, filled: FilledLayout, card: int) -> Iterator[tuple[Mm, Mm]]:
    """Yield the height that each text of a card needs in the smallest type, and the height of its box."""
    for field, paragraphs in plan.texts.items():
        if field in filled.boxes:
            _, _, width, height = filled.boxes[field]
            yield rows_needed(paragraphs, width * _LETTERS, card) * _ROW, height
