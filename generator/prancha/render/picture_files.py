"""The picture files that faces show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from prancha.graphics.pictures import Look, find, load, look, look_and_read
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.external_markup import ExternalMarkupFault
from prancha.model.art import Resource
from prancha.render.pictures import encode, in_greys, upright
from prancha.render.protocol import ShownPicture


class _Opened(NamedTuple):
    """The bytes of a picture and what it is; `file` is None where it has none."""

    href: str
    file: Path | None
    data: bytes
    seen: Look


class PictureFiles:
    """Picture files below some folders."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
        self._last: _Opened | None = None

    def look(self, href: str) -> tuple[bytes, Look]:
        """The bytes of a picture, and what it is; who asks for its size and then for it reads it once.

        Raises DrawingFault; of a drawing all that is wrong with it, at its own lines.
        """
        opened = self._opened(href)
        return opened.data, opened.seen

    def _opened(self, href: str) -> _Opened:
        if self._last is None or self._last.href != href:
            file = None if href.startswith("data:") else find(href, self._folders)
            with self.told(href):
                if file is None:
                    data = load(href, self._folders)  # which tells why there is none
                    seen = look(data, href)
                else:
                    data, seen = look_and_read(file, href)
            self._last = _Opened(href, file, data, seen)
        return self._last

    @contextmanager
    def told(self, href: str) -> Iterator[None]:
        """What is wrong with a drawing is told at the lines of its file."""
        try:
            yield
        except DrawingFault as found:
            if not any(isinstance(each, ExternalMarkupFault) for each in found):
                raise
            from prancha.graphics.pictures.drawing import in_file

            raise in_file(found, href, self._folders) from None

    def pixels(self, href: str, smooth: bool, grey: bool) -> tuple[list[Resource], ShownPicture]:
        """The objects of a picture, and how it is shown; `grey` is for printing with black alone."""
        opened = self._opened(href)
        self._last = None  # it may be large, and is kept by who shows it
        file, data, seen = opened.file, opened.data, opened.seen
        if grey:
            data, file = in_greys(data, href), None
            seen = look(data, href)
        resources = encode(data, href, seen, smooth, file)
        box = (0.0, 0.0, seen.width, seen.height)
        return resources, ShownPicture(resources[0].name, box, upright(seen))
