"""Bytes of an object that is written: at hand, or in a file that is read when they are."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class FileContent(Struct, frozen=True):
    """The whole of a picture's file, as it was when it was looked at.

    `name` is what a drawing calls it, `sha256` the digest of its `size` bytes in hexadecimal.
    """

    path: str
    name: str
    size: int
    sha256: str

    def __len__(self) -> int:
        return self.size


Content: TypeAlias = bytes | FileContent
