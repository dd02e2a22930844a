"""Which pieces of a printed game are stale, and which are to be printed anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from prancha.changes.snapshot import ItemState, Snapshot
from prancha.model.outline import Outline

Looks = tuple[str, str, Outline, str]
"""What tells pieces apart in the hand: front, back, outline, stock."""


class Discard(Struct, frozen=True):
    """`count` pieces of an old design that go out of the box."""

    item: ItemState
    count: int


class Reprint(Struct, frozen=True):
    """What makes an old box a new one: copies to print by item key, and pieces to take out."""

    copies: Mapping[str, int]
    discards: tuple[Discard, ...]


def reprint(old: Snapshot, new: Snapshot, lang: str) -> Reprint:
    """Compare what lies in the box with what should, piece by piece, in one language.

    A piece that looks the same stays, whatever its id, family or number is
    called now; so a renamed card is not printed again.
    """
    have = Counter[Looks]()
    for item in old.printed_in(lang):
        have[_looks(old, item, lang)] += item.copies
    kept = Counter[Looks]()
    missing: dict[str, int] = {}
    for item in new.printed_in(lang):
        looks = _looks(new, item, lang)
        taken = min(have[looks], item.copies)
        have[looks] -= taken
        missing[item.key] = item.copies - taken
        kept[looks] += taken
    discards = tuple(_discards(old, kept, lang))
    return Reprint({key: count for key, count in missing.items() if count}, discards)


def _discards(old: Snapshot, kept: Counter[Looks], lang: str) -> Iterator[Discard]:
    for item in old.printed_in(lang):
        looks = _looks(old, item, lang)
        stays = min(kept[looks], item.copies)
        kept[looks] -= stays
        if item.copies > stays:
            yield Discard(item, item.copies - stays)


def _looks(snapshot: Snapshot, item: ItemState, lang: str) -> Looks:
    family = snapshot.family(item.family)
    return item.face(lang, "front"), item.face(lang, "back"), family.outline, family.stock
