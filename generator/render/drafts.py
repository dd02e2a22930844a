"""Drawn faces before their parts are compared: what several faces show is stored once.

A card's frame or ornament is often most of its drawing, and the same on every
card of a deck.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from generator.model.art import Art, Resource
from generator.render.numbers import n
from generator.svg.boxes import ViewBox


class Part(Struct, frozen=True):
    """A stretch of a face, drawn from a fresh graphics state; `alone` when other faces may share it."""

    operators: str
    alone: bool


class Draft(Struct, frozen=True):
    """A face as parts, and its view box (x, y, width, height) in mm."""

    digest: str
    box: ViewBox
    parts: tuple[Part, ...]


def best(content: bytes) -> bytes:
    """`content` deflated."""
    return zlib.compress(content, 9)


def settle(
    drafts: Sequence[Draft], deflate: Callable[[bytes], bytes] = best
) -> tuple[dict[str, Art], list[Resource]]:
    """Turn drafts into art: parts that several faces share become resources.

    Which are shared depends on all faces together and names on content, so
    the order of drawing does not matter.
    """
    seen = Counter(
        key for draft in drafts for key in {(part.operators, draft.box) for part in draft.parts if part.alone}
    )
    digests = {
        key: hashlib.blake2b(repr(key).encode(), digest_size=8).hexdigest()
        for key, count in seen.items()
        if count > 1
    }
    shared = {name: f"x{k}" for k, name in enumerate(sorted(digests.values()))}
    resources: dict[str, Resource] = {}
    arts: dict[str, Art] = {}
    for draft in drafts:
        written: list[str] = []
        for part in draft.parts:
            name = shared.get(digests.get((part.operators, draft.box), "")) if part.alone else None
            if name:
                if name not in resources:
                    resources[name] = _form(name, part.operators, draft.box)
                written.append(f"/{name} Do")
            else:
                # The next part starts from a fresh state, whatever this one sets.
                written.append(f"q\n{part.operators}\nQ")
        x, y, width, height = draft.box
        content = "\n".join(written).encode("latin-1")
        box = x, y, x + width, y + height
        arts[draft.digest] = Art(draft.digest, box, deflate(content), zlib.crc32(content))
    return arts, [resources[name] for name in sorted(resources)]


def _form(name: str, operators: str, box: ViewBox) -> Resource:
    x, y, width, height = box
    entries = f"/Subtype /Form /BBox [{n(x)} {n(y)} {n(x + width)} {n(y + height)}] /Filter /FlateDecode"
    return Resource(name, "XObject", entries, zlib.compress(operators.encode("latin-1"), 9))
