"""Texts that are part of a snapshot, made once for what they tell."""

from __future__ import annotations

from collections.abc import Callable

from prancha.system.cache import KeptParts


def kept_text(parts: KeptParts, source: bytes, make: Callable[[], str]) -> str:
    """The text of a source, made where it is not among `parts`."""
    known = parts.find(source)
    if known is not None:
        return known.decode()
    text = make()
    parts.put(source, text.encode())
    return text
