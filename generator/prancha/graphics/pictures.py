"""Pictures of a game: found below its template folders, measured, and how opaque they are."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote_to_bytes

from msgspec import Struct

from prancha.graphics.pixels.picture_headers import read_header
from prancha.graphics.svg.svg_markup import DrawingFault, DrawingFaults, ExternalMarkupFault
from prancha.model.diagnostic import UserError
from prancha.system.cache import TEMPLATE
from prancha.system.file_contents import format_path
from prancha.system.machine import as_png

if TYPE_CHECKING:
    from prancha.graphics.pixels.png_pixels import PngFile
    from prancha.graphics.svg.external import ExternalDrawing


MAX_BYTES = 50_000_000


def load(href: str, roots: Sequence[Path]) -> bytes:
    """Read a `data:` URI or a file below one of `roots`, and nothing else.  Raises DrawingFault."""
    if href.startswith("data:"):
        head, comma, body = href.partition(",")
        if not comma:
            raise DrawingFault("a data: picture has no data")
        try:
            return (
                base64.b64decode(body, validate=False) if head.endswith(";base64") else unquote_to_bytes(body)
            )
        except binascii.Error:
            raise DrawingFault("a data: picture is not base64") from None
    if "://" in href or href.startswith("//") or _elsewhere(href):
        raise DrawingFault(
            f'the picture "{href}" is not a file of this project', "save it in the game's template folder"
        )
    path = find(href, roots)
    if path is None:
        raise DrawingFault(f'there is no picture "{href}"', "looked in " + ", ".join(str(r) for r in roots))
    return read(path, href)


def read(path: Path, href: str) -> bytes:
    """The bytes of the file that `href` names.  Raises DrawingFault."""
    if path.stat().st_size > MAX_BYTES:
        raise DrawingFault(f'the picture "{href}" is larger than {MAX_BYTES // 10**6} MB', "scale it down")
    return path.read_bytes()


def find(href: str, roots: Sequence[Path]) -> Path | None:
    """The file `href` names below one of `roots`, links followed but never out of it; None when none does."""
    if "\0" in href or _elsewhere(href):
        return None
    for k, root in enumerate(roots):
        try:
            path = (root / href).resolve()
            top = root if path == root / href else root.resolve()  # without links the folder has none either
            # Below all but the first lie other games too, and only what is shared is anybody's.
            if path.is_relative_to(top) and path.is_file() and (k == 0 or _shared(path.relative_to(top))):
                # What was drawn is kept by the pictures that are there and the templates it names.
                return None if path.name.casefold().rstrip(". ").endswith(TEMPLATE) else path
        except (OSError, RuntimeError):  # a name longer than the file system's, or links in a circle
            return None
    return None


def _elsewhere(href: str) -> bool:
    """Whether a name leads to another drive or machine on Windows; checked before the file is touched."""
    return "\\" in href or bool(PureWindowsPath(href).drive)


def _shared(path: Path) -> bool:
    return path.parts[0].startswith("_")


MAX_PIXELS = 89_000_000
PictureFormat = Literal["JPEG", "PNG", "WEBP", "SVG", "PDF"]
_MAGIC: Mapping[bytes, PictureFormat] = {
    b"\xff\xd8\xff": "JPEG",
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"RIFF": "WEBP",
    b"%PDF": "PDF",
}
_OTHERS: Mapping[bytes, str] = {
    b"GIF8": "a GIF",
    b"II*\0": "a TIFF",
    b"MM\0*": "a TIFF",
    b"BM": "a BMP",
    b"8BPS": "a Photoshop file",
    b"%!PS": "an EPS",
    b"\x1f\x8b": "a compressed SVG (SVGZ)",
    b"\0\0\0\x0cjP": "a JPEG 2000",
}
_BRANDS = {b"avif": "an AVIF", b"heic": "a HEIC", b"heix": "a HEIC", b"mif1": "a HEIC"}
MOST_LOOKS = 4096
"""Pictures of which it is remembered what they are."""


class Look(Struct, frozen=True):
    """Facts of a picture: upright `width` and `height`, in pixels, units of a drawing or mm of a page.

    `turn` is the EXIF orientation that makes the stored pixels upright, 1 to 8; `frames` counts
    those of an animation; `mode` is L, RGB or CMYK for a JPEG, "" for other files.
    """

    kind: PictureFormat
    width: float
    height: float
    turn: int = 1
    frames: int = 1
    mode: str = ""

    @property
    def stored(self) -> tuple[int, int]:
        """Width and height of the pixels as they lie in the file."""
        wide, high = int(self.width), int(self.height)
        return (wide, high) if self.turn <= 4 else (high, wide)


_State = tuple[str, Path, int, int, int, int]
_LOOKS: dict[_State, Look] = {}


def look_at(href: str, roots: Sequence[Path]) -> Look:
    """The facts of a picture below one of `roots`, read again when it changes.  Raises DrawingFault."""
    path = None if href.startswith("data:") else find(href, roots)
    if path is None:
        return look(load(href, roots), href)  # which tells why there is none
    return look_in(path, href)


def look_in(path: Path, href: str) -> Look:
    """The facts of a file that `find` returned."""
    return _LOOKS.get(_state(path, href)) or look_and_read(path, href)[1]


def look_and_read(path: Path, href: str) -> tuple[bytes, Look]:
    """The bytes of a file and its facts; the facts are recomputed only when the file changed."""
    state = _state(path, href)
    data = read(path, href)
    if state in _LOOKS and _state(path, href) == state:  # it did not change before it was read, either
        return data, _LOOKS[state]
    if len(_LOOKS) >= MOST_LOOKS:
        _LOOKS.clear()
    seen = _LOOKS[state] = look(data, href)
    return data, seen


def _state(path: Path, href: str) -> _State:
    """A key that changes when the file does."""
    found = path.stat()
    return href, path, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


def look(data: bytes, href: str) -> Look:
    """The facts of picture `href` from its bytes; DrawingFault for other files and huge pictures."""
    kind = _kind(data, href)
    if kind == "SVG":
        return Look(kind, *size_of(data))
    if kind == "PDF":
        from prancha.graphics.pdf_art import page_size  # only games with PDFs pay for it

        return Look(kind, *page_size(data, href))
    try:
        found = read_header(data, kind)
    except ValueError as problem:
        raise unreadable(href, kind, problem) from None
    width, height = found.width, found.height
    if width * height > MAX_PIXELS:
        raise DrawingFault(f'"{href[:40]}" has {width} x {height} pixels', "scale it down")
    if found.turn > 4:
        width, height = height, width
    return Look(kind, width, height=height, turn=found.turn, frames=found.frames, mode=found.mode)


def unreadable(href: str, kind: str, problem: Exception) -> DrawingFault:
    """The fault of a picture's file that cannot be read."""
    return DrawingFault(f'"{href[:40]}" cannot be read as {kind}: {problem}', getattr(problem, "hint", ""))


def png_of(data: bytes, href: str, seen: Look) -> PngFile:
    """The pixels of a PNG, a WebP or a JPEG of inks, as a PNG.  Raises DrawingFault."""
    from prancha.graphics.pixels.png_pixels import read_png  # only games with pictures pay for it

    try:
        return read_png(data if seen.kind == "PNG" else as_png(data, seen.kind))
    except (ValueError, UserError) as problem:
        raise unreadable(href, seen.kind, problem) from None


def _kind(data: bytes, href: str) -> PictureFormat:
    kind = next((name for magic, name in _MAGIC.items() if data.startswith(magic)), None)
    if kind is not None and (kind != "WEBP" or data[8:12] == b"WEBP"):
        return kind
    drawn = href.startswith("data:image/svg+xml") or not href.startswith("data:")
    if drawn and data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        return "SVG"
    other = next((name for magic, name in _OTHERS.items() if data.startswith(magic)), "")
    if data[4:8] == b"ftyp":
        other = _BRANDS.get(data[8:12], "")
    it_is = f", it is {other}" if other else ""
    raise DrawingFault(
        f'"{href[:40]}" is not a JPEG, PNG, WebP, SVG or PDF picture{it_is}',
        "save it as PNG" if other else "",
    )


CELLS = 128
"""Cells along the longer side of the grid that stands for a picture: on a card, half a millimetre each."""

_FLIPS = {2: (0, 1, 0), 3: (0, 1, 1), 4: (0, 0, 1), 5: (1, 0, 0), 6: (1, 1, 0), 7: (1, 1, 1), 8: (1, 0, 1)}
"""By EXIF orientation: whether rows and columns of the stored pixels change places, and whether the columns
and then the rows of what results run backwards."""


class Opacity(Struct, frozen=True):
    """The opacity of a picture as it is seen: a grid of `cells` from 0 to 255, row by row.

    `width` and `height` are in pixels; a picture without an alpha channel has one cell.
    """

    width: float
    height: float
    columns: int
    rows: int
    cells: bytes

    @property
    def opaque(self) -> bool:
        """Whether nothing shows through anywhere."""
        return not self.cells.strip(b"\xff")

    def at(self, x: float, y: float) -> float:
        """Opacity from 0 to 1 at a point given in pixels; 0 outside the picture."""
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            return 0.0
        column = min(self.columns - 1, int(x / self.width * self.columns))
        row = min(self.rows - 1, int(y / self.height * self.rows))
        return self.cells[row * self.columns + column] / 255


def opacities(folders: Sequence[Path]) -> Callable[[str], Opacity | None]:
    """A function from href to the opacity of a picture in `folders`; None where it is unknown."""

    @lru_cache(maxsize=256)
    def read(href: str) -> Opacity | None:
        try:
            return opacity(load(href, folders), href)
        except DrawingFault:  # the renderer says better what is wrong with it
            return None

    return read


def opacity(data: bytes, href: str) -> Opacity | None:
    """Read the opacity of picture `href`; None for a drawing, which has no pixels.  Raises DrawingFault."""
    seen = look(data, href)
    if seen.kind == "SVG":
        return None
    if seen.kind == "PDF":
        from prancha.graphics.pdf_art import draw_page

        size = _grid_of(seen.width, seen.height)
        cells = draw_page(data, href, size).getchannel("A").tobytes()
        return Opacity(seen.width, seen.height, *size, cells)
    alpha = None
    if seen.kind == "WEBP" or seen.kind == "PNG":
        from prancha.graphics.pixels.planes import shrunk  # only games with pictures pay for it
        from prancha.graphics.pixels.png_pixels import read_planes

        png = png_of(data, href, seen)
        try:
            alpha = read_planes(png).alpha if png.has_alpha else None
        except ValueError as problem:
            raise unreadable(href, seen.kind, problem) from None
    if alpha is None:
        return Opacity(seen.width, seen.height, 1, 1, b"\xff")
    size = _grid_of(*seen.stored) if max(seen.stored) > CELLS else seen.stored
    cells = shrunk(alpha, seen.stored, size)
    if seen.turn > 1:
        size, cells = _turned(size, cells, seen.turn)
    return Opacity(seen.width, seen.height, *size, cells)


def _grid_of(width: float, height: float) -> tuple[int, int]:
    """Columns and rows of the grid for a picture, at most its pixels."""
    shrink = CELLS / max(width, height)
    return max(1, round(width * shrink)), max(1, round(height * shrink))


def _turned(size: tuple[int, int], cells: bytes, turn: int) -> tuple[tuple[int, int], bytes]:
    """A grid turned upright."""
    swapped, mirrored, upside_down = _FLIPS[turn]
    columns, rows = size
    lines = [cells[at : at + columns] for at in range(0, len(cells), columns)]
    if swapped:
        lines, columns, rows = [cells[k::columns] for k in range(columns)], rows, columns
    lines = [line[::-1] for line in lines] if mirrored else lines
    return (columns, rows), b"".join(lines[::-1] if upside_down else lines)


__all__ = ["Look", "Opacity", "find", "load", "look", "look_and_read", "look_at", "look_in", "opacities"]


@lru_cache(maxsize=64)
def drawing(data: bytes) -> ExternalDrawing:
    """The drawing in an SVG file, shared: do not modify it.  Raises DrawingFaults."""
    from prancha.graphics.svg.external import read as read_external  # no other picture needs it

    found = read_external(data)
    if found.faults:
        raise DrawingFaults(found.faults)
    return found


def size_of(data: bytes) -> tuple[float, float]:
    """Width and height of the drawing in its own units."""
    box = drawing(data).box
    return box[2], box[3]


def in_file(fault: DrawingFault, href: str, folders: Sequence[Path]) -> DrawingFaults:
    """All that is wrong with picture `href` of `folders`, with its file where it is one, else by its name."""
    path = None if href.startswith("data:") else find(href, folders)
    found: list[DrawingFault] = []
    for each in fault:
        line = each.line if isinstance(each, ExternalMarkupFault) else 0
        if path is not None and line:
            found.append(ExternalMarkupFault(each.message, line, each.hint, format_path(path)))
        else:
            where = f", line {line}" if line else ""
            found.append(DrawingFault(f'the picture "{href[:80]}"{where}: {each.message}', each.hint))
    return DrawingFaults(found)
