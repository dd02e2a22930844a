"""What is written in parts: photographs are read from their files one by one, never all at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Content, FileContent
from prancha.system.safe_open import Refused, regular_bytes

if TYPE_CHECKING:
    from _hashlib import HASH

Begun: TypeAlias = "tuple[HASH, int]"
"""The SHA-256 of the first parts of a content, and how many these are."""


def bytes_of(content: Content) -> bytes:
    """The bytes of a content.  Raises Failure where a file is not what it was when it was looked at."""
    if isinstance(content, bytes):
        return content
    with suppress(Refused):
        data = regular_bytes(Path(content.path), content.size)
        if len(data) == content.size and sha256(data).hexdigest() == content.sha256:
            return data
    raise Failure([_changed(content)])


def sha256_of(content: Content) -> str:
    """The digest of a content in hexadecimal; of a file as it was when it was looked at."""
    return sha256(content).hexdigest() if isinstance(content, bytes) else content.sha256


def _changed(content: FileContent) -> Diagnostic:
    message = f'the picture "{content.name}" changed or went while it was printed'
    return Diagnostic(Place(content.path), "picture-changed", message, hint="build again")


class Chunks:
    """Bytes in parts, some of which lie in files: iterating reads one after another.

    `begun` is known of those that were read before.
    """

    def __init__(self, parts: Sequence[Content], begun: Begun | None = None) -> None:
        self._parts = tuple(parts)
        self._length = sum(map(len, self._parts))
        self._begun = begun or (sha256(), 0)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[bytes]:
        return map(bytes_of, self._parts)

    @cached_property
    def sha256(self) -> str:
        """The digest of all, in hexadecimal."""
        begun, count = self._begun
        total = begun.copy()
        for part in self._parts[count:]:
            total.update(bytes_of(part))
        return total.hexdigest()
