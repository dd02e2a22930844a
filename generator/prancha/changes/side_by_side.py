"""Old and new faces on pages of our own, drawn by the fonts and pictures there are now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from prancha.building.drawing import open_fonts, render_faces
from prancha.building.order import silent
from prancha.changes.pictures import PictureRegion, named_pictures, with_thumbs
from prancha.changes.regions import regions_between
from prancha.changes.snapshot import Snapshot
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.graphics.pictures import load as load_picture
from prancha.graphics.svg.errors import DrawingFault
from prancha.model.art import Portfolio
from prancha.model.diagnostic import Failure, Place
from prancha.model.face import Face
from prancha.model.outline import Outline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

DPI = 100
Shown = tuple[str, Outline]
"""A digest and the outline it is cut to."""


class SnapshotFaces:
    """Draws faces of a game's snapshots, whichever of them still can be drawn."""

    def __init__(self, project: Path, snapshots: Sequence[Snapshot]) -> None:
        """Snapshots of one game, which may be gone; the last is the newest."""
        newest = snapshots[-1]
        self.project, self.game = project, newest.game
        self.book, self.folders = open_fonts(project, newest.game, newest.languages[0])
        self.symbols = {name: icon for one in snapshots for name, icon in one.symbols.items()}
        current = self._current(snapshots)
        self._svg = {
            digest: with_thumbs(svg, one, current)
            for one in snapshots
            for digest, svg in one.previews.items()
        }
        self._lost: set[str] = set()

    def svg(self, digest: str) -> str:
        """The drawing of a face; "" when it can be drawn no more, for want of a font say."""
        return "" if digest in self._lost else self._svg.get(digest, "")

    def try_out(self, faces: Iterable[Shown]) -> None:
        """Find out which faces can be drawn."""
        listed = {digest: self._face(digest, outline) for digest, outline in faces if self.svg(digest)}
        try:
            self._render(listed.values())
        except Failure:
            for digest, face in listed.items():
                try:
                    self._render([face])
                except Failure:
                    self._lost.add(digest)

    def regions(
        self, pairs: Iterable[tuple[Shown, Shown]]
    ) -> dict[tuple[str, str], tuple[PictureRegion, ...]]:
        """Where old and new faces differ, for pairs of one size that both can be drawn."""
        usable = [
            (old, new)
            for old, new in dict.fromkeys(pairs)
            if self.svg(old[0]) and self.svg(new[0]) and old[1] == new[1]
        ]
        pixels = self.pixels({shown for pair in usable for shown in pair})
        return {
            (old[0], new[0]): regions_between(pixels[old], pixels[new], 25.4 / DPI) for old, new in usable
        }

    def pixels(self, shown: set[Shown]) -> dict[Shown, Image]:
        """Pictures of faces that can be drawn, at `DPI`."""
        order = sorted(shown, key=lambda one: (one[0], one[1].width, one[1].height))
        if not order:
            return {}
        from prancha.export.pixels_and_bytes import Raster, pixels

        found: dict[Shown, Image] = {}
        with Raster(self._pdf(order)) as raster:
            for k, (digest, outline) in enumerate(order):
                size = pixels(outline.width, DPI), pixels(outline.height, DPI)
                found[digest, outline] = raster.draw(k, (0.0, 0.0, outline.width, outline.height), size)
        return found

    def page(self, shown: Shown) -> bytes:
        """A PDF of one page with a face, cut at its trim; raises Failure."""
        return self._pdf([shown])

    def _pdf(self, order: Sequence[Shown]) -> bytes:
        faces = [self._face(*one) for one in order]
        portfolio = self._render(faces)
        pages = [PdfPage(f.outline.width, f.outline.height, faces=((f.digest, 0.0, 0.0),)) for f in faces]
        return write_pdf(pages, portfolio, self.book, About(""), "none")

    def _render(self, faces: Iterable[Face]) -> Portfolio:
        return render_faces(
            list(faces), self.symbols, book=self.book, templates=self.folders, name=self.game, progress=silent
        )

    def _face(self, digest: str, outline: Outline) -> Face:
        svg = self._svg[digest]
        # Thumbs may stand in for pictures, so the digest of the printed face is not that of this drawing.
        own = blake2b(svg.encode(), digest_size=16).hexdigest()
        return Face(
            svg, own, outline=outline, bleed=0.0, side="front", item="", template="snapshot", place=Place("")
        )

    def _current(self, snapshots: Sequence[Snapshot]) -> Mapping[str, str]:
        found = {}
        names = {name for one in snapshots for svg in one.previews.values() for name in named_pictures(svg)}
        for name in sorted(names):
            with suppress(DrawingFault):
                found[name] = blake2b(load_picture(name, self.folders), digest_size=12).hexdigest()
        return found
