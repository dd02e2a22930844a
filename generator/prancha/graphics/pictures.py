"""Pictures of a game: found below its template folders, measured, and how opaque they are."""

from __future__ import annotations

import base64
import binascii
import io
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote_to_bytes

from msgspec import Struct

from prancha.graphics.svg.svg_markup import DrawingFault, DrawingFaults, ExternalMarkupFault
from prancha.system.cache import TEMPLATE
from prancha.system.file_contents import format_path

if TYPE_CHECKING:
    from PIL.Image import Image

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
MOST_BLOCKS = 50_000
"""Chunks of a PNG, or blocks of a JPEG before its pixels; a camera writes some ten."""
MOST_LOOKS = 4096
"""Pictures of which it is remembered what they are."""
_SCAN = 0xDA
"""The marker of a JPEG that pixels follow."""
ORIENTATION = 0x0112
"""The EXIF tag that tells how a camera was held."""


class Look(Struct, frozen=True):
    """Facts of a picture: upright `width` and `height`, in pixels, units of a drawing or mm of a page.

    `turn` is the EXIF orientation that makes the stored pixels upright, 1 to 8; `frames` counts
    those of an animation; `mode` is Pillow's word for the pixels, "" for a drawing or page.
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
    _refuse_scraps(data, kind, href)
    with _opened(data, kind, href) as picture:
        width, height = picture.size
        if width * height > MAX_PIXELS:
            raise DrawingFault(f'"{href[:40]}" has {width} x {height} pixels', "scale it down")
        turn, frames = _orientation(picture), int(getattr(picture, "n_frames", 1))
        mode = picture.mode
    if turn > 4:
        width, height = height, width
    return Look(kind, width, height=height, turn=turn, frames=frames, mode=mode)


@contextmanager
def _opened(data: bytes, kinds: str, href: str) -> Iterator[Image]:
    """The picture in Pillow, one of some kinds.  Raises DrawingFault for one that it cannot read."""
    from PIL import Image  # only games with pictures pay for it

    try:
        # MAX_PIXELS is lower than what Pillow warns of, and of broken EXIF nobody need know.
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(io.BytesIO(data), formats=kinds.split()) as picture,
        ):
            yield picture
    except (DrawingFault, MemoryError):
        raise
    except Exception as problem:  # Pillow, fed with what strangers made, fails in any way
        why = (
            str(problem).partition(" <_io")[0] or "the file is broken"
        )  # where in memory is nobody's business
        raise DrawingFault(f'"{href[:40]}" cannot be read as {" or ".join(kinds.split())}: {why}') from None


_CONVERTIBLE = "GIF TIFF BMP"


def as_png(data: bytes, href: str) -> bytes:
    """A GIF, TIFF or BMP as PNG, of an animation the first frame.  Raises DrawingFault."""
    out = io.BytesIO()
    with _opened(data, _CONVERTIBLE, href) as picture:
        if picture.width * picture.height > MAX_PIXELS:
            raise DrawingFault(
                f'"{href[:40]}" has {picture.width} x {picture.height} pixels', "scale it down"
            )
        deep = picture.mode.startswith("I")  # 16 bits become 8
        shown = picture.convert("I").point(lambda level: level / 256).convert("L") if deep else picture
        plain = shown.convert("RGBA" if picture.has_transparency_data else "RGB")
        plain.save(out, "PNG", dpi=picture.info.get("dpi"))
    return out.getvalue()


def has_more(data: bytes, href: str) -> bool:
    """Return whether a GIF, TIFF or BMP holds more pictures than its first.  Raises DrawingFault."""
    with _opened(data, _CONVERTIBLE, href) as picture:
        try:
            picture.seek(1)
        except (EOFError, OSError, SyntaxError, ValueError):  # none, or a broken one
            return False
    return True


def resolution(data: bytes, href: str) -> float:
    """Pixels per inch that a file names, 0 for none or what no printer has.  Raises DrawingFault."""
    with _opened(data, _kind(data, href), href) as picture:
        across = picture.info.get("dpi", (0, 0))[0]
    return float(across) if isinstance(across, int | float) and 50 < across < 1e5 else 0.0


def _refuse_scraps(data: bytes, kind: PictureFormat, href: str) -> None:
    """Raise Fault for a file of very many tiny blocks: Pillow walks over them one by one, for minutes."""
    at, count = 2 if kind == "JPEG" else 8, 0
    while kind != "WEBP" and at + 4 <= len(data):
        if kind == "PNG":
            at += 12 + int.from_bytes(data[at : at + 4], "big")
        elif data[at] == 0xFF and data[at + 1] != _SCAN:
            # A byte 0xFF may be repeated before a marker.
            at += 1 if data[at + 1] == 0xFF else 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))
        else:
            return
        count += 1
        if count > MOST_BLOCKS:
            message = f'"{href[:40]}" has more than {MOST_BLOCKS} blocks beside its pixels'
            raise DrawingFault(message, "save it anew with a picture program")


def _orientation(picture: Image) -> int:
    """The EXIF orientation, 1 where there is none that can be read; no pixel is decoded."""
    block = picture.info.get("exif")
    if not isinstance(block, bytes):
        return 1
    from PIL.Image import Exif

    found = Exif()
    try:
        found.load(block)
        turn = found.get(ORIENTATION, 1)
    except MemoryError:
        raise
    except Exception:
        return 1  # a camera's notes that nobody can read say nothing of the picture
    return turn if turn in range(1, 9) else 1


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

_UPRIGHT = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}
"""By EXIF orientation: the number of Pillow's transposition that turns a picture upright (ImageOps)."""


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
    from PIL.Image import Resampling, Transpose  # only games with pictures pay for it

    if seen.kind == "PDF":
        from prancha.graphics.pdf_art import draw_page

        longer = CELLS / max(seen.width, seen.height)
        size = (max(1, round(seen.width * longer)), max(1, round(seen.height * longer)))
        cells = draw_page(data, href, size).getchannel("A")
        return Opacity(seen.width, seen.height, *size, cells.tobytes())
    with _opened(data, seen.kind, href) as picture:
        if not picture.has_transparency_data:
            return Opacity(seen.width, seen.height, 1, 1, b"\xff")
        alpha = picture.convert("RGBA").getchannel("A")
        if seen.turn > 1:
            alpha = alpha.transpose(Transpose(_UPRIGHT[seen.turn]))
        shrink = CELLS / max(alpha.size)
        size = (max(1, round(alpha.width * shrink)), max(1, round(alpha.height * shrink)))
        cells = alpha.resize(size, Resampling.BOX) if shrink < 1 else alpha
        return Opacity(seen.width, seen.height, *cells.size, cells.tobytes())


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
