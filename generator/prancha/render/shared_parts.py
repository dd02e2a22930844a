"""Drawn faces before their parts are compared: what several faces show is stored once.

A card's frame or ornament is often most of its drawing, and the same on every
card of a deck.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from msgspec import Struct

from prancha.graphics.svg.boxes import ViewBox
from prancha.model.art import Art, Resource
from prancha.render.numbers import n

_Key = tuple[str, ViewBox]
"""What tells one part from another: its operators, and the view box that clips them."""


class Part(Struct, frozen=True):
    """A stretch of a face, drawn from a fresh graphics state; `alone` when other faces may share it.

    `advance` is that of its own text (see Art).
    """

    operators: str
    alone: bool
    advance: float = 0.0


class FaceParts(Struct, frozen=True):
    """A face as parts, and its view box (x, y, width, height) in mm."""

    digest: str
    box: ViewBox
    parts: tuple[Part, ...]


def extract_shared(drafts: Sequence[FaceParts]) -> tuple[dict[str, Art], list[Resource]]:
    """Turn drafts into art: parts that several faces share become resources.

    Which are shared depends on all faces together and names on content, so
    the order of drawing does not matter.
    """
    shared = _shared(drafts)
    resources: dict[str, Resource] = {}
    arts: dict[str, Art] = {}
    for draft in drafts:
        written: list[str] = []
        advance = 0.0
        names = [shared.get((part.operators, draft.box), "") if part.alone else "" for part in draft.parts]
        for name, part in zip(names, draft.parts, strict=True):
            if name:
                if name not in resources:
                    resources[name] = _form(name, part.operators, draft.box)
                written.append(f"/{name} Do")
            else:
                # The next part starts from a fresh state, whatever this one sets.
                written.append(f"q\n{part.operators}\nQ")
                advance += part.advance
        x, y, width, height = draft.box
        content = "\n".join(written).encode("latin-1")
        box = x, y, x + width, y + height
        arts[draft.digest] = Art(draft.digest, box, content, zlib.crc32(content), advance)
    return arts, [resources[name] for name in sorted(resources)]


def _shared(drafts: Sequence[FaceParts]) -> dict[_Key, str]:
    """The names of parts that several faces show."""
    seen = Counter(
        key for draft in drafts for key in {(part.operators, draft.box) for part in draft.parts if part.alone}
    )
    names = {key: _name(key) for key, count in seen.items() if count > 1}
    # Names are short, since every face tells them: two parts that would get the same stay unshared.
    once = Counter(names.values())
    return {key: name for key, name in names.items() if once[name] == 1}


def _name(key: _Key) -> str:
    return "x" + urlsafe_b64encode(blake2b(repr(key).encode(), digest_size=3).digest()).decode()


def _form(name: str, operators: str, box: ViewBox) -> Resource:
    x, y, width, height = box
    entries = f"/Subtype /Form /BBox [{n(x)} {n(y)} {n(x + width)} {n(y + height)}] /Filter /FlateDecode"
    return Resource(name, "XObject", entries, zlib.compress(operators.encode("latin-1"), 9))
