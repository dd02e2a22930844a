"""Snapshots as text for git: sorted keys, one line per family and item, packed previews below.

Faces of one game resemble each other: packed together they take a hundredth of their size, one by one
ten times as much.  Thousands are packed in slices, and a face lies in the slice of its digest, so that
a changed card changes two slices, for git and for whoever packs them anew.
"""

from __future__ import annotations

import base64
import binascii
import json
import lzma
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Annotated, Any
from zlib import crc32

from msgspec import Meta, MsgspecError, Struct, ValidationError, convert, msgpack, to_builtins
from msgspec.structs import asdict, replace

from prancha.changes.snapshot import MOST, FamilyState, ItemState, Picture, Snapshot
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.outline import Outline, Shape
from prancha.system.cache import KeptParts, Store


def kept_text(parts: KeptParts, source: bytes, make: Callable[[], str]) -> str:
    """Return the text of a source; made when `parts` lacks it."""
    known = parts.find(source)
    if known is not None:
        return known.decode()
    text = make()
    parts.put(source, text.encode())
    return text


COLUMNS = 100
"""Characters of a line: a multiple of four, so that each can be decoded by itself."""
MANY = 2_000
"""Faces from which on they are packed in slices."""
SLICES = 32
LARGE = 4_000_000
"""Bytes of previews that are packed in a tenth of the time, a third larger."""
MOST_BYTES = 200_000_000
"""Of unpacked previews: a file of a few kilobytes could else unpack to all memory."""


class _Slice(Struct):
    faces: dict[str, str]


class Previews(_Slice):
    """What is packed: faces, icons, and of pictures digest and thumb."""

    icons: dict[str, str]
    pictures: dict[str, tuple[str, str]]


class EndlessNumberError(ValueError):
    """A number that is NaN or infinite, which JSON cannot write."""


def is_sliced(snapshot: Snapshot) -> bool:
    """Return whether the faces of a snapshot are packed in slices."""
    return len(snapshot.previews) >= MANY


def pack(snapshot: Snapshot, kept: KeptParts) -> Iterator[str]:
    """Return lines of JSON with the previews; slices that are `kept` are not packed again."""
    pictures = {name: [picture.digest, picture.thumb] for name, picture in snapshot.pictures.items()}
    rest = {"icons": snapshot.symbols, "pictures": pictures}
    if not is_sliced(snapshot):
        yield _whole({"faces": dict(snapshot.previews), **rest})
        return
    yield _whole({"faces": {}, **rest})
    slices: list[list[str]] = [[] for _ in range(SLICES)]
    for digest in sorted(snapshot.previews):
        slices[crc32(digest.encode()) % SLICES].append(digest)
    for digests in filter(None, slices):
        # A digest is that of all that a preview is made of.
        yield kept_text(kept, "\n".join(digests).encode(), partial(_slice, snapshot.previews, digests))


def _slice(previews: Mapping[str, str], digests: list[str]) -> str:
    return _packed_lines(written({"faces": {digest: previews[digest] for digest in digests}}).encode(), 1)


def unpack_previews(lines: list[str]) -> Previews:
    """Return what was packed; raises ValueError, or an error of msgspec, base64 or LZMA."""
    data = b"".join(base64.b64decode(line, validate=True) for line in lines)
    first, data, left = _next_stream(data, MOST_BYTES)
    seen = convert(first, Previews)
    while data:
        more, data, left = _next_stream(data, left)
        seen.faces.update(convert(more, _Slice).faces)
    return seen


def _next_stream(data: bytes, most: int) -> tuple[Any, bytes, int]:
    """Return the contents of the first stream of `data`, the rest, and what is left of `most` bytes."""
    reader = lzma.LZMADecompressor()
    text = reader.decompress(data, max_length=most)
    if not reader.eof:
        raise ValueError("its previews are cut short, or too large")
    return read_json(text.decode()), reader.unused_data, most - len(text)


def read_json(text: str) -> Any:
    """Return JSON that can be written again: no lone surrogates, no infinite numbers; raises ValueError."""
    tree = json.loads(text, parse_float=_finite, parse_constant=_finite)
    if "\\u" in text:  # only written so can half a character come
        json.dumps(tree, ensure_ascii=False).encode()
    return tree


def _finite(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise EndlessNumberError(f"{written[:20]} is not a finite number")
    return number


def written(value: Any) -> str:
    """Return a value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _whole(seen: Mapping[str, Any]) -> str:
    data = written(seen).encode()
    return _packed_lines(data, 6 if len(data) < LARGE else 1)


def _packed_lines(data: bytes, preset: int) -> str:
    text = base64.b64encode(lzma.compress(data, preset=preset)).decode()
    return ",\n".join(f' "{text[at : at + COLUMNS]}"' for at in range(0, len(text), COLUMNS))


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
    """A file as it is written, but for its format, which is checked first."""

    name: str
    game: _StoredGame
    families: tuple[_StoredFamily, ...]
    items: tuple[ItemState, ...]
    findings: tuple[str, ...]
    previews: list[str]
    values: dict[str, Any]
    books: dict[str, tuple[str, ...]] = {}


def serialize(snapshot: Snapshot, kept: KeptParts | None = None) -> str:
    """Return the text of a snapshot, the same whatever of it is `kept`."""
    kept = kept or KeptParts(Store())
    parts = {
        "books": _object((lang, _lines(texts)) for lang, texts in snapshot.books.items()),
        "families": _lines(to_builtins(_stored_family(family)) for family in snapshot.families),
        "findings": _lines(snapshot.findings),
        "format": written(SLICED if is_sliced(snapshot) else WHOLE),
        "game": written(
            {"id": snapshot.game, "languages": list(snapshot.languages), "title": snapshot.title}
        ),
        "items": _array(_item_lines(snapshot.items, kept)),
        "name": written(snapshot.name),
        "previews": _array(pack(snapshot, kept)),
        "values": _members(snapshot.values),
    }
    return "{\n" + ",\n".join(f'"{key}": {text}' for key, text in parts.items()) + "\n}\n"


def read_snapshot(text: str, file: str) -> Snapshot:
    """Read what `serialize` wrote; raises Failure naming `file`."""
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
        KeyError,
        ValueError,
        RecursionError,
        ValidationError,
        lzma.LZMAError,
        binascii.Error,
    ) as problem:
        raise _damaged(file, problem) from None


def without_previews(snapshot: Snapshot) -> bytes:
    """Serialise a snapshot without its previews; see `with_previews`."""
    return msgpack.encode(replace(snapshot, previews={}))


def with_previews(data: bytes, lines: Callable[[], str], file: str) -> Snapshot:
    """Restore a snapshot from `without_previews`; previews are unpacked from `lines` on access."""
    previews = _LazyPreviews(lambda: read_snapshot(lines(), file).previews)
    return replace(msgpack.decode(data, type=Snapshot), previews=previews)


class _LazyPreviews(Mapping[str, str]):
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
    return _object((key, written(value)) for key, value in values.items())


def _object(members: Iterable[tuple[str, str]]) -> str:
    lines = [f" {written(key)}: {value}" for key, value in sorted(members)]
    return "{\n" + ",\n".join(lines) + "\n}" if lines else "{}"


def _stored_family(family: FamilyState) -> _StoredFamily:
    own, outline = asdict(family), family.outline
    del own["outline"]
    size = outline.width, outline.height
    return _StoredFamily(**own, shape=outline.shape, size=size, points=outline.points, radius=outline.radius)


def _snapshot(tree: dict[str, Any]) -> Snapshot:
    stored = convert(tree, _Stored)
    seen = unpack_previews(stored.previews)
    return _check_complete(
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
            books=stored.books,
        )
    )


def _item_state(item: ItemState, languages: Sequence[str]) -> ItemState:
    """Return the component with its faces in the order of `languages`, of those it is printed in."""
    return replace(item, faces={lang: item.faces[lang] for lang in languages if lang in item.faces})


def _family_state(family: _StoredFamily) -> FamilyState:
    outline = Outline(family.shape, *family.size, family.points, family.radius)
    own = {name: value for name, value in asdict(family).items() if name in FamilyState.__struct_fields__}
    return FamilyState(**own, outline=outline)


def _check_complete(snapshot: Snapshot) -> Snapshot:
    """Return the snapshot if it has a language, and each item its family and faces; raises ValueError."""
    if not snapshot.languages:
        raise ValueError("it has no language")
    known = {family.id for family in snapshot.families}
    for item in snapshot.items:
        if item.family not in known:
            raise ValueError(f"{item.key} belongs to a family that does not exist")
        for digest in (digest for pair in item.faces.values() for digest in pair if digest):
            if digest not in snapshot.previews:
                raise ValueError(f"{item.key} has a missing face")
    return snapshot
