"""Pages of faces from snapshots: old and new side by side, lists of small pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from prancha.building.face_drawing import open_fonts
from prancha.changes import snapshot_store
from prancha.changes.snapshot import Snapshot
from prancha.changes.snapshot_pictures import PictureRegion, named_pictures, regions_between, with_thumbs
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.faces.framing import frame_face
from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import load as load_picture
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import NOWHERE, Failure
from prancha.model.face import Face, Portfolio, Side
from prancha.model.outline import Outline, rectangle
from prancha.model.sheet import Paper
from prancha.model.units import PT_PER_MM, Mm, Pt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image


DPI = 100
Shown = tuple[str, Outline]
"""A digest and the outline it is cut to."""


class SnapshotFaces:
    """Draws faces of a game's snapshots, those that can still be drawn."""

    def __init__(self, project: Path, snapshots: Sequence[Snapshot]) -> None:
        """Take snapshots of one game, None where there is none; the last is the newest."""
        newest = snapshots[-1]
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
        """Return the drawing of a face; "" when it can no longer be drawn, for want of a font, say."""
        return "" if digest in self._lost else self._svg.get(digest, "")

    def find_drawable(self, faces: Iterable[Shown]) -> None:
        """Find out which faces can be drawn."""
        listed = {digest: self._face(digest, outline) for digest, outline in faces if self.svg(digest)}
        try:
            self.render(listed.values())
        except Failure:
            for digest, face in listed.items():
                try:
                    self.render([face])
                except Failure:
                    self._lost.add(digest)

    def regions(
        self, pairs: Iterable[tuple[Shown, Shown]]
    ) -> dict[tuple[str, str], tuple[PictureRegion, ...]]:
        """Return where old and new faces differ, for pairs of one size that can both be drawn."""
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
        """Return pictures of faces that can be drawn, at `DPI`."""
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
        """Return a PDF of one page with a face, cut at its trim; raises Failure."""
        return self._pdf([shown])

    def _pdf(self, order: Sequence[Shown]) -> bytes:
        faces = [self._face(*one) for one in order]
        portfolio = self.render(faces)
        pages = [PdfPage(f.outline.width, f.outline.height, faces=((f.digest, 0.0, 0.0),)) for f in faces]
        return write_pdf(pages, portfolio, self.book, About(""), "none")

    def render(self, faces: Iterable[Face]) -> Portfolio:
        """Return the art of faces or pages; raises Failure."""
        from prancha.render import render  # most comparisons draw nothing

        return render(faces, self.symbols, self.book, self.folders)

    def _face(self, digest: str, outline: Outline) -> Face:
        svg = self._svg[digest]
        # Thumbs may stand in for pictures, so the digest of the printed face is not that of this drawing.
        own = blake2b(svg.encode(), digest_size=16).hexdigest()
        return Face(
            svg, own, outline=outline, bleed=0.0, side="front", item="", template="snapshot", place=NOWHERE
        )

    def _current(self, snapshots: Sequence[Snapshot]) -> Mapping[str, str]:
        found = {}
        names = {name for one in snapshots for svg in one.previews.values() for name in named_pictures(svg)}
        for name in sorted(names):
            with suppress(DrawingFault):
                found[name] = blake2b(load_picture(name, self.folders), digest_size=12).hexdigest()
        return found


class EarlierFaces:
    """Reads a snapshot once and draws its faces one by one."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._open: dict[tuple[str, str], tuple[SnapshotFaces, Snapshot]] = {}

    def names(self, game: str) -> tuple[str, ...]:
        """Return the names of a game's snapshots."""
        return snapshot_store.snapshot_names(self._project, game)

    def sizes(self, game: str, name: str) -> Mapping[str, tuple[Mm, Mm]]:
        """Return width and height of each family as it was; raises Failure."""
        _, snapshot = self._read(game, name)
        return {family.id: (family.outline.width, family.outline.height) for family in snapshot.families}

    def page(self, game: str, name: str, key: str, lang: str, side: Side) -> bytes:
        """Return a PDF of one page with a face, cut at its trim; raises Failure, LookupError."""
        faces, snapshot = self._read(game, name)
        item = next((one for one in snapshot.items if one.key == key), None)
        digest = item.face(lang, side) if item is not None else ""
        if item is None or not faces.svg(digest):
            raise LookupError(key)
        outline = snapshot.family(item.family).outline
        return faces.page((digest, outline if side == "front" else outline.mirrored()))

    def keys(self, game: str, name: str) -> tuple[str, ...]:
        """Return the keys of all items as they were; raises Failure."""
        return tuple(item.key for item in self._read(game, name)[1].items)

    def forget(self) -> None:
        """Read the snapshot anew next time: fonts, templates or the snapshot itself changed."""
        self._open.clear()

    def _read(self, game: str, name: str) -> tuple[SnapshotFaces, Snapshot]:
        if (game, name) not in self._open:
            snapshot = snapshot_store.find_states(self._project, [game], name)[game]
            self._open = {(game, name): (SnapshotFaces(self._project, [snapshot]), snapshot)}
        return self._open[game, name]


FONT = "Alegreya Sans"
EDGE: Mm = 14.0
INK, GREY = "#1b1b1f", "#5a5a62"


class ListPages:
    """Pages that fill from top to bottom; the next thing goes to `y`."""

    def __init__(self, paper: Paper, book: FontBook) -> None:
        self._paper, self._book = paper, book
        self._done: list[str] = []
        self._parts: list[str] = []
        self.y: Mm = EDGE

    @property
    def width(self) -> Mm:
        """The width between the margins, mm."""
        return self._paper.width - 2 * EDGE

    def room(self, height: Mm) -> None:
        """Begin a page when `height` does not fit on this one."""
        if self.y + height > self._paper.height - EDGE + 1e-6 and self._parts:
            self._turn()

    def text(
        self, content: str, size: Pt = 9, weight: int = 400, fill: str = INK, indent: Mm = 0.0, gap: Mm = 0.0
    ) -> None:
        """Write text over the whole width, then leave a `gap`."""
        for line in self.wrapped(content, self.width - indent, size, weight):
            self.room(self._step(size))
            self.put(line, EDGE + indent, top=self.y, size=size, weight=weight, fill=fill)
            self.y += self._step(size)
        self.y += gap

    def put(self, line: str, x: Mm, top: Mm, size: Pt, weight: int = 400, fill: str = INK) -> None:
        """Write one line of text with its top at `top`."""
        em = size / PT_PER_MM
        self._parts.append(
            f'<text x="{x:.3f}" y="{top + 0.95 * em:.3f}" font-family="{FONT}" font-weight="{weight}"'
            f' font-size="{em:.4f}" fill="{fill}">{escape(self._known(line, weight))}</text>'
        )

    def draw(self, svg: str, x: Mm, y: Mm, scale: float) -> None:
        """Draw with the origin at (x, y)."""
        self._parts.append(f'<g transform="translate({x:.4f} {y:.4f}) scale({scale:.6f})">{svg}</g>')

    def rule(self) -> None:
        """Draw a thin line across the page."""
        self._parts.append(
            f'<rect x="{EDGE}" y="{self.y:.3f}" width="{self.width:.3f}" height="0.2" fill="{GREY}"/>'
        )
        self.y += 2.5

    def wrapped(self, content: str, width: Mm, size: Pt, weight: int = 400) -> list[str]:
        """Return `content` in lines no wider than `width`; a wider word is broken."""
        lines, line = [], ""
        for word in content.split():
            longer = f"{line} {word}".strip()
            if self._wide(longer, size, weight) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            while self._wide(word, size, weight) > width and len(word) > 1:
                cut = len(word) - 1
                while cut > 1 and self._wide(word[:cut], size, weight) > width:
                    cut -= 1
                lines.append(word[:cut])
                word = word[cut:]
            line = word
        return [*lines, line] if line else lines

    def faces(self) -> tuple[Face, ...]:
        """Return all pages."""
        if self._parts:
            self._turn()
        page = rectangle(self._paper.width, self._paper.height)
        return tuple(frame_face(inside, page, 0.0, "changes", NOWHERE) for inside in self._done)

    def _turn(self) -> None:
        self._done.append("\n".join(self._parts))
        self._parts, self.y = [], EDGE

    def _step(self, size: Pt) -> Mm:
        return 1.25 * size / PT_PER_MM

    def _wide(self, text: str, size: Pt, weight: int) -> Mm:
        font = self._book.font(FONT, weight)
        return font.shape(text).advance / font.units_per_em * size / PT_PER_MM

    def _known(self, text: str, weight: int) -> str:
        # A value may be in a script that this font lacks; the report still is to be read.
        missing = self._book.font(FONT, weight).shape(text).missing
        return "".join("?" if character in missing else character for character in text)
