"""A family of a list: the YAML of `from:` that reads it, and drawings of both sides on each size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from prancha.catalogue.splice import quote
from prancha.catalogue.spreadsheet.cells import apply_replacements
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.units import Mm
from prancha.setup.layouts import FilledLayout, Look, fill_layout, find_layout
from prancha.setup.new_game.given_list import GivenList
from prancha.setup.new_game.list_meanings import TINTS, tint_of
from prancha.setup.new_game.list_slots import (
    ListSlots,
    SlotPlan,
    fitting_layouts,
    plan_slots,
    rows_needed,
    slots_of,
)
from prancha.setup.new_game.project_files import scalar
from prancha.setup.new_game.proposal import Proposed, with_role
from prancha.setup.new_game.starter_kinds import Size, StarterKind

TABLE = "tints"
"""The table of a family that holds a colour for each word."""


def from_key(
    lists: Sequence[GivenList],
    fields: Sequence[Proposed],
    patterns: Sequence[str],
    where: str,
    tints: Sequence[str] = (),
) -> str:
    """Return the YAML of `from:`; with `tints`, their colours for kinds of cards, cards are tinted."""
    first = "from:                              # each row is a component; see prancha help spreadsheets\n"
    parts = []
    for one, pattern in zip(lists, patterns, strict=True):
        lines = list(_reading(one, fields, pattern, where, bool(tints)))
        if len(lists) > 1:
            lines = [f"  - {lines[0]}", *(f"    {line}" for line in lines[1:])]
        else:
            lines = [f"  {line}" for line in lines]
        parts.append("".join(lines))
    return first + "".join(parts) + (tint_table(fields, tints) if tints else "")


def _reading(
    one: GivenList, fields: Sequence[Proposed], pattern: str, where: str, tinting: bool
) -> Iterator[str]:
    yield f"file: {scalar(one.file)}\n"
    for key, value in one.options.items():
        yield f"{key}: {scalar(value) if isinstance(value, str) else value}\n"
    if where:
        yield f"where: {quote(where)}\n"
    if pattern:
        yield f'id: "{pattern}"               # a name for each that stays the same\n'
    if tinting and (line := fields_key(fields, one.names)):
        yield line
    yield "columns:                         # name in the spreadsheet: field of the template\n"
    known = {name: (field, language) for field in fields for name, language in field.columns.items()}
    for name in one.names:
        inner = [key for key in known if key == name or key.startswith(f"{name}.")] if name else []
        for key in [name] if name in known else inner:
            field, language = known[key]
            if field.out:
                why = field.out if len(field.out) < 50 else "left out"
                yield f"  {scalar(key)}: null             # {why}\n"
            else:
                yield f"  {scalar(key)}: {_column(field, language)}\n"


def _column(one: Proposed, language: str) -> str:
    """Return a column as YAML."""
    path = scalar(f"{one.name}.{language}" if language else one.name)
    keys = [f"field: {path}"]
    if (
        one.type not in ("auto", "list", "whole", "number")
        and not language
        and not one.translated
        and one.name not in ("id", "copies")
    ):
        keys.append(f"type: {one.type}")
    if one.plain:
        keys.append("markup: none")
    if one.replace:
        pairs = (f"{quote(a)}: {quote(b)}" for a, b in one.replace.items())
        keys.append("replace: {" + ", ".join(pairs) + "}")
    return path if len(keys) == 1 else "{" + ", ".join(keys) + "}"


def tinting_field(fields: Sequence[Proposed]) -> Proposed | None:
    """Return the field whose words tint the card; None for none."""
    return with_role(fields, "colour") or with_role(fields, "type")


def tint_field(fields: Sequence[Proposed]) -> str:
    """Return a name for the field of a card's colour that no column has."""
    taken = {one.name for one in fields}
    return next(name for name in ("tint", "band_tint", "tint_of_the_band") if name not in taken)


def fields_key(fields: Sequence[Proposed], names: Sequence[str]) -> str:
    """Return the key `fields:` of a list with the columns `names`; "" for nothing to compute."""
    one = tinting_field(fields)
    if one is None or not any(name in one.columns for name in names):
        return ""
    return f'fields: {{{tint_field(fields)}: "get(tables.{TABLE}, {one.name}, null)"}}\n'


def tint_table(fields: Sequence[Proposed], tints: Sequence[str] = TINTS) -> str:
    """Return the key `tables:` of the family, a colour for each word; "" where no field tints the card."""
    one = tinting_field(fields)
    if one is None:
        return ""
    written = apply_replacements(one.replace, one.plain)
    words = list(dict.fromkeys(map(str, one.values)))
    colours = {
        word: tint_of(word) if one.role == "colour" else tints[k % len(tints)] for k, word in enumerate(words)
    }
    lines = (f'    {quote(written(word))}: "{tint}"\n' for word, tint in colours.items())
    called = f"a colour for each {one.name}"
    return f"tables:\n  {TABLE}:                           # {called}\n{''.join(lines)}"


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
