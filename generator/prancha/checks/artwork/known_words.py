"""Digests of the words on faces, by which faces that may be alike are told; kept of an earlier build."""

from __future__ import annotations

import re
from hashlib import blake2b

import msgspec

from prancha.model.face import Face
from prancha.system.cache import NOTHING, Pack, made_of

_WORDS = re.compile(r">([^<>#=\"]*[^<>#=\"\s])</")
"""Words, but for those that could be taken for a colour."""
_NAME = "words"
_HELD = 10_000
_HERE: dict[str, bytes] = {}
"""By the digests of drawings: a process that checks a game save after save looks at each once."""


class KnownWords:
    """The digests of words by those of faces, in one entry of a pack, or of this process where none is."""

    def __init__(self, pack: Pack = NOTHING) -> None:
        kept = made_of(pack.get(_NAME), msgspec.msgpack.Decoder(dict[str, bytes]).decode)
        self._pack, self._grown = pack, False
        self._before = _HERE if kept is None else kept
        self._now: dict[str, bytes] = {}

    def of(self, face: Face) -> bytes:
        """A digest of the words of a face."""
        found = self._before.get(face.digest)
        if found is None:
            self._grown = True
            words = "\n".join(_WORDS.findall(face.svg))
            found = blake2b(words.encode(), digest_size=16).digest()
            if len(_HERE) >= _HELD:
                _HERE.clear()
            self._before[face.digest] = _HERE[face.digest] = found
        self._now[face.digest] = found
        return found

    def finish(self) -> None:
        """Put them into the pack, which is about to be saved; of faces nobody asked for none."""
        if self._grown:
            self._pack.put(_NAME, msgspec.msgpack.encode(self._now))


def words_of(pack: Pack) -> KnownWords:
    """What is known of the faces of a pack: one for all that ask."""
    found = pack.tables.get(_NAME) if pack.lasts else None
    if not isinstance(found, KnownWords):
        found = KnownWords(pack)
        if pack.lasts:
            pack.tables[_NAME] = found
    return found
