"""Snapshots as text for git: sorted keys, a line per family and item, previews packed below."""

from __future__ import annotations

import binascii
import json
import lzma
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Annotated, Any

from msgspec import Meta, MsgspecError, Struct, ValidationError, convert, msgpack, to_builtins
from msgspec.structs import replace

from prancha.changes.kept_texts import kept_text
from prancha.changes.preview_packing import EndlessNumberError, packed, read_json, sliced, unpacked, written
from prancha.changes.snapshot import MOST, FamilyState, ItemState, Picture, Snapshot
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.outline import Outline, Shape
from prancha.system.cache import KeptParts, Store

WHOLE, SLICED = 1, 2
"""Formats: all previews packed together, or, of thousands of faces, in slices."""
_BATCH = 100
"""Components whose lines are kept together."""
Number = Annotated[float, Meta(ge=-MOST, le=MOST)]
Measure = Annotated[float, Meta(ge=0, le=MOST)]
Length = Annotated[float, Meta(ge=0.01, le=MOST)]
"""Millimetres that can be seen."""


class _StoredFamily(Struct, kw_only=True):
    id: str
    title: str
    stock: str
    shape: Shape
    size: tuple[Length, Length]
    points: tuple[tuple[Number, Number], ...]
    radius: Measure
    bleed: Measure
    template: str
    back: str


class _StoredGame(Struct):
    id: str
    title: str
    languages: tuple[str, ...]


class _Stored(Struct):
    """A file as it is written, but for its format, which is looked at first."""

    name: str
    game: _StoredGame
    families: tuple[_StoredFamily, ...]
    items: tuple[ItemState, ...]
    findings: tuple[str, ...]
    previews: list[str]
    values: dict[str, Any]


def serialize(snapshot: Snapshot, kept: KeptParts | None = None) -> str:
    """The text of a snapshot; the same snapshot always gives the same text, whatever of it is `kept`."""
    kept = kept or KeptParts(Store())
    parts = {
        "families": _lines(to_builtins(_stored_family(family)) for family in snapshot.families),
        "findings": _lines(snapshot.findings),
        "format": written(SLICED if sliced(snapshot) else WHOLE),
        "game": written(
            {"id": snapshot.game, "languages": list(snapshot.languages), "title": snapshot.title}
        ),
        "items": _array(_item_lines(snapshot.items, kept)),
        "name": written(snapshot.name),
        "previews": _array(packed(snapshot, kept)),
        "values": _members(snapshot.values),
    }
    return "{\n" + ",\n".join(f'"{key}": {text}' for key, text in parts.items()) + "\n}\n"


def read_snapshot(text: str, file: str) -> Snapshot:
    """Read what `serialize` wrote; Failure for anything else, naming `file`."""
    try:
        tree = read_json(text)
    except json.JSONDecodeError as problem:
        hint = "git may have left a conflict in it; take the snapshot again"
        message = f"this is no snapshot: {problem.msg}"
        place = Place(file, problem.lineno, problem.colno)
        raise Failure([Diagnostic(place, "snapshot-broken", message, hint=hint)]) from None
    except (EndlessNumberError, UnicodeEncodeError) as problem:
        raise _damaged(file, problem) from None
    except (RecursionError, ValueError):
        message = "this is no snapshot: it is nested too deep, or has a number of too many digits"
        raise Failure([Diagnostic(Place(file), "snapshot-broken", message, hint="take it again")]) from None
    found = tree.get("format") if isinstance(tree, dict) else None
    if found not in (WHOLE, SLICED):
        message = f"this snapshot has format {found}, expected {WHOLE} or {SLICED}"
        hint = "take it again with this version of prancha"
        raise Failure([Diagnostic(Place(file), "snapshot-format", message, hint=hint)])
    try:
        return _snapshot(tree)
    except (
        KeyError, ValueError, RecursionError, ValidationError, lzma.LZMAError, binascii.Error,
    ) as problem:  # fmt: skip
        raise _damaged(file, problem) from None


def remembered(snapshot: Snapshot) -> bytes:
    """What `recalled` makes the snapshot of again, without its previews; msgspec's error where it cannot."""
    return msgpack.encode(replace(snapshot, previews={}))


def recalled(data: bytes, lines: Callable[[], str], file: str) -> Snapshot:
    """A snapshot of what was `remembered`, its previews unpacked when asked for from the same `lines`."""
    previews = _Previews(lambda: read_snapshot(lines(), file).previews)
    return replace(msgpack.decode(data, type=Snapshot), previews=previews)


class _Previews(Mapping[str, str]):
    """Previews of a text that is known to be whole."""

    def __init__(self, read: Callable[[], Mapping[str, str]]) -> None:
        self._read = cache(read)

    def __getitem__(self, digest: str) -> str:
        return self._read()[digest]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


def _damaged(file: str, problem: Exception) -> Failure:
    why = f"it lacks {problem}" if isinstance(problem, KeyError) else str(problem)
    if isinstance(problem, (binascii.Error, lzma.LZMAError)):
        why = "its previews are not as they were written"
    message = f"this snapshot is damaged: {why}"
    hint = "take it again, or fetch it from git"
    return Failure([Diagnostic(Place(file), "snapshot-broken", message, hint=hint)])


def _item_lines(items: Sequence[ItemState], kept: KeptParts) -> Iterator[str]:
    for at in range(0, len(items), _BATCH):
        batch = items[at : at + _BATCH]
        try:
            source = msgpack.encode(batch)
        except (MsgspecError, OverflowError, UnicodeEncodeError):  # a number too large for it
            yield _joined(map(to_builtins, batch))
        else:
            yield kept_text(kept, source, partial(_joined, map(to_builtins, batch)))


def _joined(values: Iterable[Any]) -> str:
    return ",\n".join([" " + written(value) for value in values])


def _lines(values: Iterable[Any]) -> str:
    return _array(filter(None, [_joined(values)]))


def _array(parts: Iterable[str]) -> str:
    text = ",\n".join(parts)
    return f"[\n{text}\n]" if text else "[]"


def _members(values: Mapping[str, Any]) -> str:
    lines = [f" {written(key)}: {written(value)}" for key, value in sorted(values.items())]
    return "{\n" + ",\n".join(lines) + "\n}" if lines else "{}"


def _stored_family(family: FamilyState) -> _StoredFamily:
    outline = family.outline
    return _StoredFamily(
        id=family.id, title=family.title, stock=family.stock, shape=outline.shape,
        size=(outline.width, outline.height), points=outline.points, radius=outline.radius,
        bleed=family.bleed, template=family.template, back=family.back,
    )  # fmt: skip


def _snapshot(tree: dict[str, Any]) -> Snapshot:
    stored = convert(tree, _Stored)
    seen = unpacked(stored.previews)
    return _complete(
        Snapshot(
            name=stored.name,
            game=stored.game.id,
            title=stored.game.title,
            languages=stored.game.languages,
            values=stored.values,
            families=tuple(_family_state(family) for family in stored.families),
            items=tuple(_item_state(item, stored.game.languages) for item in stored.items),
            findings=stored.findings,
            previews=seen.faces,
            symbols=seen.icons,
            pictures={name: Picture(*pair) for name, pair in seen.pictures.items()},
        )
    )


def _item_state(item: ItemState, languages: Sequence[str]) -> ItemState:
    """The component with its faces in the order of `languages`, of those that it is printed in."""
    return replace(item, faces={lang: item.faces[lang] for lang in languages if lang in item.faces})


def _family_state(family: _StoredFamily) -> FamilyState:
    outline = Outline(family.shape, *family.size, family.points, family.radius)
    return FamilyState(
        id=family.id, title=family.title, stock=family.stock, outline=outline, bleed=family.bleed,
        template=family.template, back=family.back,
    )  # fmt: skip


def _complete(snapshot: Snapshot) -> Snapshot:
    """The snapshot, if it has a language, and each item its family and its faces; ValueError."""
    if not snapshot.languages:
        raise ValueError("it has no language")
    known = {family.id for family in snapshot.families}
    for item in snapshot.items:
        if item.family not in known:
            raise ValueError(f"{item.key} is of a family that is not there")
        for digest in (digest for pair in item.faces.values() for digest in pair if digest):
            if digest not in snapshot.previews:
                raise ValueError(f"{item.key} has a face that is not there")
    return snapshot
