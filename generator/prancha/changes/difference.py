"""Compare two snapshots: what was added, removed, renamed or changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

from msgspec import MsgspecError, Struct, msgpack
from msgspec.structs import replace

from prancha.changes.book_changes import BookChange, find_book_changes
from prancha.changes.snapshot import FamilyState, ItemState, Snapshot, flat
from prancha.model.face import Side
from prancha.model.polygon import signed_area

LIKE = 0.75
"""Least share of equal values, of all that either has, for a likely new name."""
FEWEST = 2
"""A single equal value is no likeness."""


def find_renames(gone: Sequence[ItemState], come: Sequence[ItemState]) -> dict[str, ItemState]:
    """Pair removed items with added ones of the same family, best match first: old key -> new item.

    Equal faces are the surest sign, then equal values.
    """
    scored = [
        (-likeness(old, new), i, j)
        for i, old in enumerate(gone)
        for j, new in enumerate(come)
        if old.family == new.family
    ]
    pairs: dict[int, int] = {}
    for score, i, j in sorted(scored):
        if -score >= LIKE and i not in pairs and j not in pairs.values():
            pairs[i] = j
    return {gone[i].key: come[j] for i, j in sorted(pairs.items())}


def likeness(old: ItemState, new: ItemState) -> float:
    """Return the share of equal values, 0 to 1; 2 when both look the same."""
    if old.faces and old.faces == new.faces:
        return 2.0
    mine, its = dict(flat(old.fields)), dict(flat(new.fields))
    equal = sum(path in its and its[path] == value for path, value in mine.items())
    return equal / len({*mine, *its}) if equal >= FEWEST else 0.0


ChangeKind = Literal["added", "removed", "changed", "moved", "renamed"]
SIDES: tuple[Side, ...] = ("front", "back")
ABSENT = object()
"""The value of a field that is not there."""
_WRITER = msgpack.Encoder(order="deterministic")
"""Fields of a snapshot that was read are sorted, those of a state that was taken are not."""


class FieldChange(Struct, frozen=True):
    """A changed value; ABSENT where there was, or is, none."""

    path: str
    old: Any
    new: Any


class FaceChange(Struct, frozen=True):
    """A side that looks different, in `languages`; the digests are those of the first of them."""

    side: Side
    languages: tuple[str, ...]
    old: str
    new: str


class Change(Struct, frozen=True):
    """What happened to one design; `old` is None when it is new, `new` when it is gone.

    A "renamed" one has lost its id and another, much alike, has appeared: a
    likely reading, never a certain one.
    """

    kind: ChangeKind
    old: ItemState | None
    new: ItemState | None
    fields: tuple[FieldChange, ...] = ()
    faces: tuple[FaceChange, ...] = ()
    notes: tuple[str, ...] = ()
    """What somebody noted of it, under the id it has or had."""

    @property
    def key(self) -> str:
        """`family/id` now, or what it was."""
        item = self.new or self.old
        assert item is not None
        return item.key

    @property
    def copies(self) -> tuple[int, int]:
        """Copies before and after."""
        return self.old.copies if self.old else 0, self.new.copies if self.new else 0

    @property
    def is_unexplained(self) -> bool:
        """Whether the face changed though no field did: by template, font, icon, picture or shared value."""
        return bool(self.faces) and not self.fields and self.kind in ("changed", "moved", "renamed")


class StaleTranslation(Struct, frozen=True):
    """A text that `changed` in some languages and not in others, where it may be `stale` now."""

    path: str
    changed: tuple[str, ...]
    stale: tuple[str, ...]


def find_stale(change: Change, languages: Sequence[str] = ()) -> list[StaleTranslation]:
    """Return the texts of a design that changed in some of `languages`, or of those it is printed in."""
    if change.old is None or change.new is None:
        return []
    printed = languages or tuple(change.new.faces)
    now = dict(flat(change.new.fields))
    changed: dict[str, list[str]] = {}
    for field in change.fields:
        path, _, language = field.path.rpartition(".")
        if path and language in printed and ABSENT not in (field.old, field.new):
            changed.setdefault(path, []).append(language)
    return [
        StaleTranslation(path, tuple(mine), others)
        for path, mine in changed.items()
        if (others := tuple(one for one in printed if one not in mine and f"{path}.{one}" in now))
    ]


class StaleDesigns(Struct, frozen=True):
    """Designs with texts that `changed` in some languages, and in `stale` ones not."""

    changed: tuple[str, ...]
    stale: tuple[str, ...]
    items: tuple[ItemState, ...]


def group_stale(changes: Sequence[Change], languages: Sequence[str]) -> list[StaleDesigns]:
    """Return the designs with texts that changed in some of `languages` alone, by these languages."""
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], dict[str, ItemState]] = {}
    for change in changes:
        for one in find_stale(change, languages):
            if change.new is not None:
                groups.setdefault((one.changed, one.stale), {})[change.key] = change.new
    return [StaleDesigns(changed, stale, tuple(items.values())) for (changed, stale), items in groups.items()]


class Difference(Struct, frozen=True):
    """All that differs between two snapshots of one game, in the order of the catalogue.

    `families` are the families' own changes by id, `values` the game's, `books` those of its rulebook.
    """

    old: Snapshot
    new: Snapshot
    changes: tuple[Change, ...]
    families: Mapping[str, tuple[FieldChange, ...]]
    values: tuple[FieldChange, ...]
    books: tuple[BookChange, ...] = ()

    @property
    def whole_game(self) -> Literal["added", "removed", ""]:
        """ "added" or "removed" when the game itself is new or gone, else ""."""
        if self.old.there == self.new.there:
            return ""
        return "added" if self.new.there else "removed"

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs, findings included."""
        told = self.old.findings != self.new.findings
        own = self.changes or self.families or self.values or self.books
        return not (own or told or self.whole_game)


def compare(
    old: Snapshot, new: Snapshot, notes: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> Difference:
    """Return every difference; ids decide what is the same, likeness only what may be renamed.

    `notes` are those to components, by key.
    """
    before = {item.key: item for item in old.items}
    after = {item.key: item for item in new.items}
    gone = [item for key, item in before.items() if key not in after]
    come = [item for key, item in after.items() if key not in before]
    moved = _find_moved(gone, come)
    gone = [item for item in gone if item.key not in moved]
    come = [item for item in come if item not in moved.values()]
    again = find_renames(gone, come)
    found: dict[str, Change] = {}
    for key, item in after.items():
        old_item = before.get(key)
        if old_item is not None:
            fields, faces = _fields(old_item.fields, item.fields), _faces(old_item, item)
            if fields or faces or old_item.copies != item.copies:
                found[key] = Change("changed", old_item, item, fields, faces)
    kept: dict[ChangeKind, dict[str, ItemState]] = {"moved": moved, "renamed": again}
    for kind, pairs in kept.items():
        for key, item in pairs.items():
            old_item = before[key]
            fields, faces = _fields(old_item.fields, item.fields), _faces(old_item, item)
            found[item.key] = Change(kind, old_item, item, fields, faces)
    others = {item.key for item in again.values()}
    found |= {
        item.key: Change("added", None, item, faces=_new(item)) for item in come if item.key not in others
    }
    order = [found[key] for key in after if key in found]
    lost = [Change("removed", item, None, faces=_lost(item)) for item in gone if item.key not in again]
    changes = tuple(_with_notes(change, notes) for change in (*order, *lost))
    if not (old.there and new.there):
        # All that a game says is new or gone with it.
        return Difference(old, new, changes, {}, ())
    families, values = _families(old, new), _fields(old.values, new.values)
    return Difference(
        old, new, changes, families, values=values, books=find_book_changes(old.books, new.books)
    )


def _with_notes(change: Change, notes: Mapping[str, Sequence[str]]) -> Change:
    keys = dict.fromkeys(item.key for item in (change.old, change.new) if item is not None)
    found = tuple(note for key in keys for note in notes.get(key, ()))
    return replace(change, notes=found) if found else change


def _find_moved(gone: Sequence[ItemState], come: Sequence[ItemState]) -> dict[str, ItemState]:
    """Return designs that kept their id in one other family: old key -> new item."""
    found: dict[str, ItemState] = {}
    for item in gone:
        same = [other for other in come if other.id == item.id]
        rivals = [other for other in gone if other.id == item.id]
        # Ids such as 1, 2, 3 say nothing across families; some of the content must be the same too.
        if len(same) == len(rivals) == 1 and _same_family(item, same[0]):
            found[item.key] = same[0]
    return found


def _same_family(one: ItemState, other: ItemState) -> bool:
    mine, its = dict(flat(one.fields)), dict(flat(other.fields))
    shared = sum(its.get(path, ABSENT) == value for path, value in mine.items())
    return one.faces == other.faces or 2 * shared >= max(len(mine), len(its), 1)


def _fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[FieldChange, ...]:
    if _are_same_bytes(old, new):
        return ()
    before, after = dict(flat(old)), dict(flat(new))
    paths = [*before, *(path for path in after if path not in before)]
    pairs = ((path, before.get(path, ABSENT), after.get(path, ABSENT)) for path in paths if path)
    # true equals 1 for Python, but not for a reader of the catalogue.
    return tuple(
        FieldChange(*pair) for pair in pairs if pair[1] != pair[2] or type(pair[1]) is not type(pair[2])
    )


def _are_same_bytes(one: Any, other: Any) -> bool:
    """Return whether two plain values serialise alike; faster than comparing their parts."""
    try:
        return _WRITER.encode(one) == _WRITER.encode(other)
    except (MsgspecError, OverflowError, UnicodeEncodeError):  # a number too large for it
        return False


def _faces(old: ItemState, new: ItemState) -> tuple[FaceChange, ...]:
    if old.faces == new.faces:
        return ()
    shared = [lang for lang in new.faces if lang in old.faces]
    return tuple(
        FaceChange(side, differ, old.face(differ[0], side), new.face(differ[0], side))
        for side in SIDES
        if (differ := tuple(lang for lang in shared if old.face(lang, side) != new.face(lang, side)))
    )


def _new(item: ItemState) -> tuple[FaceChange, ...]:
    langs = tuple(item.faces)
    return tuple(
        FaceChange(side, langs, "", item.face(langs[0], side)) for side in SIDES if item.face(langs[0], side)
    )


def _lost(item: ItemState) -> tuple[FaceChange, ...]:
    return tuple(FaceChange(face.side, face.languages, face.new, "") for face in _new(item))


def _families(old: Snapshot, new: Snapshot) -> dict[str, tuple[FieldChange, ...]]:
    before, after = ({family.id: _traits(family) for family in one.families} for one in (old, new))
    changes = {name: _fields(before.get(name, {}), after.get(name, {})) for name in (after | before)}
    return {name: fields for name, fields in changes.items() if fields}


def _traits(family: FamilyState) -> dict[str, Any]:
    outline = family.outline
    traits: dict[str, Any] = {
        "title": family.title,
        "stock": family.stock,
        "outline": outline.shape,
        "size": f"{outline.width:g} x {outline.height:g} mm",
        "bleed": f"{family.bleed:g} mm",
        "template": family.template,
        "back": family.back,
    }
    if outline.radius:
        traits["radius"] = f"{outline.radius:g} mm"
    if outline.shape in ("polygon", "polyomino"):
        traits["points"] = ", ".join(f"{x:g} {y:g}" for x, y in outline.points)
    if outline.shape == "path":
        traits["path"] = f"{len(outline.points)} corners around {abs(signed_area(outline.points)):.2f} mm2"
    return traits
