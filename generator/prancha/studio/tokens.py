"""Names that the browser may say: digests of what we listed ourselves, never paths."""

from __future__ import annotations

from hashlib import blake2b


def token(*parts: str) -> str:
    """A short name for a game, an item or a picture, the same in every run."""
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
