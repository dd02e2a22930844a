"""What the rules need of a YAML file: its data, and where each part of it stands."""

from __future__ import annotations

from typing import Any, Protocol

from prancha.model.diagnostic import Place

Path = tuple[str | int, ...]
"""Keys and list positions from the top of the document: ("rules", 0, "count")."""


class Document(Protocol):
    """A parsed YAML file whose every value remembers its place."""

    @property
    def data(self) -> Any:
        """Plain mappings, lists and scalars."""

    def place(self, path: Path, /) -> Place:
        """Where the value at `path` begins."""
