"""Previews of a snapshot, packed as lines of text, and such lines unpacked.

Faces of one game repeat each other, so together they pack to a hundredth of their size; one by one they
would take ten times the room.  Thousands of them are packed in slices, in which a face lies by its digest:
after a changed card two slices are others, for git as for who packs them anew.
"""

from __future__ import annotations

import base64
import json
import lzma
import math
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any
from zlib import crc32

from msgspec import Struct, convert

from prancha.changes.kept_texts import kept_text
from prancha.changes.snapshot import Snapshot
from prancha.system.cache import KeptParts

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


class Seen(_Slice):
    """What is packed: faces, icons, and of pictures digest and thumb."""

    icons: dict[str, str]
    pictures: dict[str, tuple[str, str]]


class EndlessNumberError(ValueError):
    """A number that is none, or without end, which JSON cannot write."""


def sliced(snapshot: Snapshot) -> bool:
    """Whether the faces of a snapshot are packed in slices."""
    return len(snapshot.previews) >= MANY


def packed(snapshot: Snapshot, kept: KeptParts) -> Iterator[str]:
    """Lines of JSON with the previews; those of slices that are `kept` are not packed again."""
    pictures = {name: [picture.digest, picture.thumb] for name, picture in snapshot.pictures.items()}
    rest = {"icons": snapshot.symbols, "pictures": pictures}
    if not sliced(snapshot):
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
    return _lines(written({"faces": {digest: previews[digest] for digest in digests}}).encode(), 1)


def unpacked(lines: list[str]) -> Seen:
    """What was packed; ValueError, or an error of msgspec, base64 or LZMA, for anything else."""
    data = b"".join(base64.b64decode(line, validate=True) for line in lines)
    first, data, left = _stream(data, MOST_BYTES)
    seen = convert(first, Seen)
    while data:
        more, data, left = _stream(data, left)
        seen.faces.update(convert(more, _Slice).faces)
    return seen


def _stream(data: bytes, most: int) -> tuple[Any, bytes, int]:
    """What the first stream of `data` tells, the data behind it, and what is left of `most` bytes."""
    reader = lzma.LZMADecompressor()
    text = reader.decompress(data, max_length=most)
    if not reader.eof:
        raise ValueError("its previews are cut short, or too large")
    return read_json(text.decode()), reader.unused_data, most - len(text)


def read_json(text: str) -> Any:
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


def written(value: Any) -> str:
    """A value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _whole(seen: Mapping[str, Any]) -> str:
    data = written(seen).encode()
    return _lines(data, 6 if len(data) < LARGE else 1)


def _lines(data: bytes, preset: int) -> str:
    text = base64.b64encode(lzma.compress(data, preset=preset)).decode()
    return ",\n".join(f' "{text[at : at + COLUMNS]}"' for at in range(0, len(text), COLUMNS))
