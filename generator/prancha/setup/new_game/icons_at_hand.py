"""The icons that a list may name: those of the program, and drawings beside the list."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property
from pathlib import Path

from prancha.setup.new_game.cell_values import folded
from prancha.setup.new_game.pictures import Beside
from prancha.setup.new_game.roles import icon_name

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*\Z")


class IconsAtHand:
    """Icons by name, `known` ones and those that lie `beside` the list."""

    def __init__(self, known: Collection[str], beside: Beside) -> None:
        self.known = frozenset(known)
        self._beside = beside

    @cached_property
    def names(self) -> frozenset[str]:
        """All names, as files of icons have them."""
        files = (
            icon_name(path.stem) for path in self._beside.stems.values() if path.suffix.lower() == ".svg"
        )
        return self.known | frozenset(filter(_NAME.match, files))

    def file(self, name: str) -> Path | None:
        """The drawing beside the list that is called so, whatever its case and signs."""
        path = self._beside.stems.get(folded(name))
        return path if path is not None and path.suffix.lower() == ".svg" else None

    def name_of(self, word: str) -> str:
        """The name of the icon that a word means, "" for none."""
        name = icon_name(word)
        fits = _NAME.match(name) and folded(name) and (name in self.known or self.file(name) is not None)
        return name if fits else ""
