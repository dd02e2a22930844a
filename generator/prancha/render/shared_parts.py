"""Find the parts that several drawn faces share, and store each once.

A card's frame or ornament is often most of its drawing, and the same on every
card of a deck.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import blake2b

from msgspec import Struct

from prancha.graphics.svg.matrix import ViewBox
from prancha.model.face import Art, Resource
from prancha.render.operands import n

Key = str | tuple[str, ViewBox]
"""Identifies a part: its operators and the view box that clips them, or a digest of both."""
WORTH_SHARING = 80
"""Characters of operators; a shorter shape costs less than a reference to it."""
NO_KEY = ""
"""Of a part that other faces may not share."""


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


class Made(Struct, frozen=True):
    """A face written out: under which names its parts are shared ("" for none), its checksum and advance."""

    shares: tuple[str, ...]
    check: int
    advance: float


class Draft(Struct, frozen=True):
    """A face whose parts are known by their keys; `parts` gives them.

    `shares`, `check` and `advance` tell how it was written out by an earlier build, which `shares` is None
    without.
    """

    digest: str
    box: ViewBox
    keys: tuple[Key, ...]
    parts: Callable[[], Sequence[Part]]
    shares: tuple[str, ...] | None = None
    check: int = 0
    advance: float = 0.0

    @classmethod
    def of(cls, face: FaceParts, key: Callable[[str, ViewBox], Key]) -> Draft:
        """A face just drawn."""
        parts = face.parts
        keys = tuple(key(part.operators, face.box) if part.alone else NO_KEY for part in parts)
        return cls(face.digest, face.box, keys, lambda: parts)


def digest_key(operators: str, box: ViewBox) -> Key:
    """A key that can be stored in the cache."""
    return blake2b(repr((operators, box)).encode(), digest_size=16).hexdigest()


def whole_key(operators: str, box: ViewBox) -> Key:
    """A key that needs no hashing."""
    return operators, box


def extract_shared(drafts: deque[Draft]) -> tuple[dict[str, Art], list[Resource], dict[str, Made]]:
    """Turn drafts into art: parts that several faces share become resources.

    Which are shared depends on all faces together and names on content, so
    the order of drawing does not matter.  What is made otherwise than before comes third.
    Each draft is taken away once it is art, so that no drawing is in memory twice.
    """
    shared = _name_shared(drafts)
    known: dict[tuple[Key, ...], tuple[str, ...]] = {}
    arts: dict[str, Art] = {}
    anew: dict[str, Made] = {}
    forms: dict[str, Resource] = {}
    while drafts:
        draft = drafts.popleft()
        shares = known.get(draft.keys)
        if shares is None:
            shares = known[draft.keys] = tuple([shared.get(key, "") for key in draft.keys])
            for number, name in enumerate(shares):
                if name and name not in forms:
                    forms[name] = _form(name, draft.parts()[number].operators, draft.box)
        digest, box = draft.digest, _corners(*draft.box)
        if draft.shares == shares:
            arts[digest] = Art(digest, box, partial(_write_stream, draft, shares), draft.check, draft.advance)
            continue
        content = _write_stream(draft, shares)
        advance = 0.0  # added one by one: `sum` rounds otherwise since Python 3.12
        for part, name in zip(draft.parts(), shares, strict=True):
            advance += 0.0 if name else part.advance
        made = anew[digest] = Made(shares, zlib.crc32(content), advance)
        arts[digest] = Art(digest, box, content, made.check, made.advance)
    return arts, [forms[name] for name in sorted(forms)], anew


@lru_cache(maxsize=16)
def _corners(x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a view box: most faces have the same."""
    return x, y, x + width, y + height


def _write_stream(draft: Draft, shares: Sequence[str]) -> bytes:
    """The content stream of a face; each part starts from a fresh state, whatever the one before it sets."""
    written = [
        f"/{name} Do" if name else f"q\n{part.operators}\nQ"
        for name, part in zip(shares, draft.parts(), strict=True)
    ]
    return "\n".join(written).encode("latin-1")


def _name_shared(drafts: Collection[Draft]) -> Mapping[Key, str]:
    """The names of parts that several faces show, by their keys."""
    seen: Counter[Key] = Counter()
    # Most faces of a deck are made of the same parts as many others.
    for keys, count in Counter([draft.keys for draft in drafts]).items():
        for key in set(keys):
            seen[key] += count
    del seen[NO_KEY]
    wanted = {key for key, count in seen.items() if count > 1}
    texts: dict[Key, tuple[str, ViewBox]] = {}
    for draft in drafts:
        if not wanted:
            break
        if found := wanted.intersection(draft.keys):
            parts = draft.parts()
            texts |= {key: (parts[draft.keys.index(key)].operators, draft.box) for key in found}
            wanted -= found
    names = {key: _name(text) for key, text in texts.items()}
    # Names are short, since every face tells them: two parts that would get the same stay unshared.
    once = Counter(names.values())
    return {key: name for key, name in names.items() if once[name] == 1}


def _name(part: tuple[str, ViewBox]) -> str:
    return "x" + urlsafe_b64encode(blake2b(repr(part).encode(), digest_size=3).digest()).decode()


def _form(name: str, operators: str, box: ViewBox) -> Resource:
    x, y, width, height = box
    entries = f"/Subtype /Form /BBox [{n(x)} {n(y)} {n(x + width)} {n(y + height)}] /Filter /FlateDecode"
    return Resource(name, "XObject", entries, zlib.compress(operators.encode("latin-1"), 9))
