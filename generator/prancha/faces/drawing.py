"""What a template drew of an item: new, or kept by an earlier build."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from prancha.faces.remark import Remark


class Drawing(Struct, frozen=True):
    """A drawing with the digest of its face, its number of pages, and what is to be told of its pictures.

    The digest is "" for one that is new and not in its face yet.  One that is kept is read when asked for.
    """

    source: str | Callable[[], str]
    digest: str
    pages: int
    remarks: tuple[Remark, ...]

    @property
    def drawing(self) -> str:
        """What a template drew."""
        return self.source if isinstance(self.source, str) else self.source()
