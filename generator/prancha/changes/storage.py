"""Snapshots as text for git: sorted keys, a line per family and item, previews packed below.

Faces of one game repeat each other, so all previews together pack to a hundredth
of their size; one by one they would take ten times the room.
"""

from __future__ import annotations

import base64
import binascii
import json
import lzma
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert, msgpack, to_builtins
from msgspec.structs import replace

from prancha.changes.snapshot import MOST, FamilyState, ItemState, Picture, Snapshot
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.outline import Outline, Shape

FORMAT = 1
COLUMNS = 100
Number = Annotated[float, Meta(ge=-MOST, le=MOST)]
Measure = Annotated[float, Meta(ge=0, le=MOST)]
Length = Annotated[float, Meta(ge=0.01, le=MOST)]
"""Millimetres that can be seen."""
LARGE = 4_000_000
"""Bytes of previews, of thousands of cards, that are packed in a tenth of the time, a third larger."""
MOST_BYTES = 200_000_000
"""Of unpacked previews: a file of a few kilobytes could else unpack to all memory."""


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


class _Seen(Struct):
    """What is packed: faces, icons, and of pictures digest and thumb."""

    faces: dict[str, str]
    icons: dict[str, str]
    pictures: dict[str, tuple[str, str]]


class EndlessNumberError(ValueError):
    """A number that is none, or without end, which JSON cannot write."""


def serialize(snapshot: Snapshot) -> str:
    """The text of a snapshot; the same snapshot always gives the same text."""
    parts = {
        "families": _lines(to_builtins(_stored_family(family)) for family in snapshot.families),
        "findings": _lines(snapshot.findings),
        "format": _json(FORMAT),
        "game": _json({"id": snapshot.game, "languages": list(snapshot.languages), "title": snapshot.title}),
        "items": _lines(to_builtins(item) for item in snapshot.items),
        "name": _json(snapshot.name),
        "previews": _lines(_packed(snapshot)),
        "values": _members(snapshot.values),
    }
    return "{\n" + ",\n".join(f'"{key}": {text}' for key, text in parts.items()) + "\n}\n"


def read_snapshot(text: str, file: str) -> Snapshot:
    """Read what `serialize` wrote; Failure for anything else, naming `file`."""
    try:
        tree = _read_json(text)
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
    if found != FORMAT:
        message = f"this snapshot has format {found}, expected {FORMAT}"
        hint = "take it again with this version of prancha"
        raise Failure([Diagnostic(Place(file), "snapshot-format", message, hint=hint)])
    try:
        return _snapshot(tree)
    except (
        KeyError, ValueError, RecursionError, ValidationError, lzma.LZMAError, binascii.Error,
    ) as problem:  # fmt: skip
        raise _damaged(file, problem) from None


def _read_json(text: str) -> Any:
    """What JSON tells, if it can be written again: no half characters, no numbers without end; ValueError."""
    tree = json.loads(text, parse_float=_finite, parse_constant=_finite)
    if "\\u" in text:  # only written so can half a character come
        json.dumps(tree, ensure_ascii=False).encode()
    return tree


def _finite(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise EndlessNumberError(f"{written[:20]} is a number without end")
    return number


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


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _lines(values: Iterable[Any]) -> str:
    lines = [" " + _json(value) for value in values]
    return "[\n" + ",\n".join(lines) + "\n]" if lines else "[]"


def _members(values: Mapping[str, Any]) -> str:
    lines = [f" {_json(key)}: {_json(value)}" for key, value in sorted(values.items())]
    return "{\n" + ",\n".join(lines) + "\n}" if lines else "{}"


def _stored_family(family: FamilyState) -> _StoredFamily:
    outline = family.outline
    return _StoredFamily(
        id=family.id, title=family.title, stock=family.stock, shape=outline.shape,
        size=(outline.width, outline.height), points=outline.points, radius=outline.radius,
        bleed=family.bleed, template=family.template, back=family.back,
    )  # fmt: skip


def _packed(snapshot: Snapshot) -> list[str]:
    pictures = {name: [picture.digest, picture.thumb] for name, picture in snapshot.pictures.items()}
    seen = {"faces": dict(snapshot.previews), "icons": snapshot.symbols, "pictures": pictures}
    data = _json(seen).encode()
    packed = lzma.compress(data, preset=6 if len(data) < LARGE else 1)
    text = base64.b64encode(packed).decode()
    return [text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]


def _unpacked(lines: list[str]) -> dict[str, Any]:
    packed = base64.b64decode("".join(lines), validate=True)
    reader = lzma.LZMADecompressor()
    data = reader.decompress(packed, max_length=MOST_BYTES)
    if not reader.eof:
        raise ValueError("its previews are cut short, or too large")
    seen: dict[str, Any] = _read_json(data.decode())
    return seen


def _snapshot(tree: dict[str, Any]) -> Snapshot:
    stored = convert(tree, _Stored)
    seen = convert(_unpacked(stored.previews), _Seen)
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
