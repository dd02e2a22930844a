"""Snapshots as text for git: sorted keys, a line per family and item, previews packed below.

Faces of one game repeat each other, so all previews together pack to a hundredth
of their size; one by one they would take ten times the room.
"""

from __future__ import annotations

import base64
import binascii
import json
import lzma
from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any

from prancha.changes.snapshot import FamilyState, ItemState, Picture, Snapshot
from prancha.changes.validation import complete, count, length, number, shape, words, writable
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.outline import Outline

FORMAT = 1
COLUMNS = 100
MOST_BYTES = 200_000_000
"""Of unpacked previews: a file of a few kilobytes could else unpack to all memory."""


def serialize(snapshot: Snapshot) -> str:
    """The text of a snapshot; the same snapshot always gives the same text."""
    parts = {
        "families": _lines(_family(family) for family in snapshot.families),
        "findings": _lines(snapshot.findings),
        "format": _json(FORMAT),
        "game": _json({"id": snapshot.game, "languages": list(snapshot.languages), "title": snapshot.title}),
        "items": _lines(_item(item) for item in snapshot.items),
        "name": _json(snapshot.name),
        "previews": _lines(_packed(snapshot)),
        "values": _members(snapshot.values),
    }
    return "{\n" + ",\n".join(f'"{key}": {text}' for key, text in parts.items()) + "\n}\n"


def read_snapshot(text: str, file: str) -> Snapshot:
    """Read what `serialize` wrote; Failure for anything else, naming `file`."""
    try:
        tree = json.loads(text)
    except json.JSONDecodeError as problem:
        hint = "git may have left a conflict in it; take the snapshot again"
        message = f"this is no snapshot: {problem.msg}"
        place = Place(file, problem.lineno, problem.colno)
        raise Failure([Diagnostic(place, "snapshot-broken", message, hint=hint)]) from None
    except (RecursionError, ValueError):
        message = "this is no snapshot: it is nested too deep, or has a number of too many digits"
        raise Failure([Diagnostic(Place(file), "snapshot-broken", message, hint="take it again")]) from None
    found = tree.get("format") if isinstance(tree, dict) else None
    if found != FORMAT:
        message = f"this snapshot has format {found}, expected {FORMAT}"
        hint = "take it again with this version of prancha"
        raise Failure([Diagnostic(Place(file), "snapshot-format", message, hint=hint)])
    try:
        return _snapshot(writable(tree))
    except (
        KeyError, TypeError, ValueError, AttributeError, RecursionError, lzma.LZMAError, binascii.Error,
    ) as problem:  # fmt: skip
        raise _damaged(file, problem) from None


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


def _family(family: FamilyState) -> dict[str, Any]:
    outline = family.outline
    return {
        "id": family.id,
        "title": family.title,
        "stock": family.stock,
        "shape": outline.shape,
        "size": [outline.width, outline.height],
        "points": [list(point) for point in outline.points],
        "radius": outline.radius,
        "bleed": family.bleed,
        "template": family.template,
        "back": family.back,
    }


def _item(item: ItemState) -> dict[str, Any]:
    return {
        "id": item.id,
        "family": item.family,
        "copies": item.copies,
        "fields": item.fields,
        "faces": {lang: list(pair) for lang, pair in item.faces.items()},
    }


def _packed(snapshot: Snapshot) -> list[str]:
    pictures = {name: [picture.digest, picture.thumb] for name, picture in snapshot.pictures.items()}
    seen = {"faces": snapshot.previews, "icons": snapshot.symbols, "pictures": pictures}
    packed = lzma.compress(_json(seen).encode(), preset=6)
    return wrap(base64.b64encode(packed).decode(), COLUMNS)


def _unpacked(lines: list[str]) -> dict[str, Any]:
    packed = base64.b64decode("".join(lines), validate=True)
    reader = lzma.LZMADecompressor()
    data = reader.decompress(packed, max_length=MOST_BYTES)
    if not reader.eof:
        raise ValueError("its previews are cut short, or too large")
    seen: dict[str, Any] = writable(json.loads(data))
    return seen


def _snapshot(tree: dict[str, Any]) -> Snapshot:
    seen = _unpacked(tree["previews"])
    snapshot = Snapshot(
        words(tree["name"]),
        words(tree["game"]["id"]),
        words(tree["game"]["title"]),
        tuple(map(words, tree["game"]["languages"])),
        dict(tree["values"]),
        tuple(_read_family(family) for family in tree["families"]),
        tuple(_read_item(item, tree["game"]["languages"]) for item in tree["items"]),
        tuple(map(words, tree["findings"])),
        {name: words(face) for name, face in seen["faces"].items()},
        {name: words(icon) for name, icon in seen["icons"].items()},
        {name: Picture(words(digest), words(thumb)) for name, (digest, thumb) in seen["pictures"].items()},
    )
    return complete(snapshot)


def _read_family(tree: dict[str, Any]) -> FamilyState:
    width, height = tree["size"]
    points = tuple((number(x), number(y)) for x, y in tree["points"])
    outline = Outline(shape(tree["shape"]), length(width), length(height), points, number(tree["radius"], 0))
    return FamilyState(
        words(tree["id"]),
        words(tree["title"]),
        words(tree["stock"]),
        outline,
        number(tree["bleed"], 0),
        words(tree["template"]),
        words(tree["back"]),
    )


def _read_item(tree: dict[str, Any], languages: list[str]) -> ItemState:
    pairs = ((lang, tree["faces"][lang]) for lang in languages)
    faces = {lang: (words(front), words(back)) for lang, (front, back) in pairs}
    return ItemState(
        words(tree["id"]), words(tree["family"]), count(tree["copies"]), dict(tree["fields"]), faces
    )
