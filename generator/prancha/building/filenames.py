"""What the files of a kit are called.

Whatever changes what is in them is in their name, so that no kit takes the place of another:
`dual-a4.pdf`, `dual-a4-en-low.pdf`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256

from msgspec import Struct

from prancha.building.order import DEFAULT_PAPER, PSEUDO, Order
from prancha.model.printing import USUAL_LIMIT, Press

MANIFEST = "manifest.json"
"""The manifest of a kit built with no options; that of any other is named like its PDF."""
_LONGEST = 60
"""Characters of a name that lists what is printed."""


class KitNames(Struct, frozen=True):
    """The PDF of a kit, or that of its fronts and that of its backs; and the manifest."""

    pdfs: tuple[str, ...]
    manifest: str


def kit_names(
    order: Order, game: str, languages: Sequence[str], paper: str, part: str = "", backs: bool = False
) -> KitNames:
    """The names of what `order` makes of a game, whose first language is its default.

    `part` names what of the game is in it, "" being all; `backs`, whether backs have a file of their own.
    """
    stem = "-".join((game, paper, *_marks(order, languages, part)))
    if order.backs.apart:
        ends = ("fronts", "backs") if backs else ("fronts",)
        return KitNames(tuple(f"{stem}-{end}.pdf" for end in ends), f"{stem}-fronts.json")
    usual = stem == f"{game}-{DEFAULT_PAPER}"
    return KitNames((f"{stem}.pdf",), MANIFEST if usual else f"{stem}.json")


def part_name(order: Order, families: Sequence[str]) -> str:
    """What of a game is printed: `only-cards`, `items-cards-5-9`, `copies-3`; "" for all of it."""
    parts = ["only-" + "+".join(families)] if order.only else []
    if order.items:
        listed = "items-" + "+".join(map(as_name, order.items))
        if len(listed) > _LONGEST:
            digest = sha256(" ".join(order.items).encode()).hexdigest()[:8]
            listed = f"items-{len(order.items)}-{digest}"
        parts.append(listed)
    if order.copies is not None:
        parts.append(f"copies-{order.copies}")
    return "-".join(parts)


def press_name(press: Press) -> str:
    """A part of a name for each thing that a press changes: `cmyk`, `cmyk-PSO-Coated-v3-ink240-x1a`."""
    parts = ["cmyk"]
    if not press.profile.condition:
        parts.append(as_name(press.profile.title)[:_LONGEST])
    if press.limit != USUAL_LIMIT:
        parts.append(f"ink{press.limit}")
    if press.rich is not None:
        parts.append("rich" + "-".join(f"{ink:g}" for ink in press.rich))
    if press.standard:
        parts.append(press.standard)
    return "-".join(parts)


def as_name(text: str) -> str:
    """`text` as a part of a file's name: what is no letter, digit, dot, _ or - becomes one -."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-.") or "x"


def _marks(order: Order, languages: Sequence[str], part: str) -> Iterator[str]:
    if part:
        yield part
    if order.lang not in (None, languages[0]):
        yield str(order.lang)
    if order.sheet:
        yield f"on-{order.sheet}"
    if order.backs.mark:
        yield order.backs.mark
    if order.gutter is not None:
        yield f"gutter-{order.gutter:g}"
    if order.printer is not None:
        yield f"for-{order.printer.name}"
    if order.longer:
        yield PSEUDO
    if order.draft:
        yield "draft"
    if order.ink != "full":
        yield order.ink
    if order.press is not None:
        yield press_name(order.press)
    if order.cut_contour:
        yield "contour"
    if order.show_safe:
        yield "safe"
    if not order.cover:
        yield "no-cover"
