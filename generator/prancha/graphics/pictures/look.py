"""What a picture is: its format by its first bytes, its size, which side is up."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from prancha.graphics.pictures.files import find, load, read
from prancha.graphics.svg.errors import DrawingFault

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 89_000_000
PictureFormat = Literal["JPEG", "PNG", "WEBP", "SVG"]
_MAGIC: Mapping[bytes, PictureFormat] = {
    b"\xff\xd8\xff": "JPEG",
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"RIFF": "WEBP",
}
_OTHERS: Mapping[bytes, str] = {
    b"GIF8": "a GIF",
    b"II*\0": "a TIFF",
    b"MM\0*": "a TIFF",
    b"BM": "a BMP",
    b"8BPS": "a Photoshop file",
    b"%PDF": "a PDF",
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
    """A picture as it is seen: `width` and `height` stand upright, in pixels, or in units of a drawing.

    `turn` is the EXIF orientation that makes the stored pixels upright, 1 to 8; `frames` counts
    those of an animation; `mode` is Pillow's word for the pixels, "" for a drawing.
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
    """What picture `href` below one of `roots` is: a file is read once, as long as it stays the same.

    Raises DrawingFault.
    """
    path = None if href.startswith("data:") else find(href, roots)
    if path is None:
        return look(load(href, roots), href)  # which tells why there is none
    return look_in(path, href)


def look_in(path: Path, href: str) -> Look:
    """The same of the file that `find` gave for a picture."""
    return _LOOKS.get(_state(path, href)) or look_and_read(path, href)[1]


def look_and_read(path: Path, href: str) -> tuple[bytes, Look]:
    """The bytes of the same file, and what they are: looked at again only where it is not as it was then."""
    state = _state(path, href)
    data = read(path, href)
    if state in _LOOKS and _state(path, href) == state:  # it did not change before it was read, either
        return data, _LOOKS[state]
    if len(_LOOKS) >= MOST_LOOKS:
        _LOOKS.clear()
    seen = _LOOKS[state] = look(data, href)
    return data, seen


def _state(path: Path, href: str) -> _State:
    """What tells that a file is the one it was."""
    found = path.stat()
    return href, path, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


def look(data: bytes, href: str) -> Look:
    """What the bytes of picture `href` are; Fault for other files and huge pictures."""
    kind = _kind(data, href)
    if kind == "SVG":
        from prancha.graphics.pictures.drawing import size_of  # no other picture needs the readers of SVG

        return Look(kind, *size_of(data))
    _refuse_scraps(data, kind, href)
    from PIL import Image as Pillow  # only games with pictures pay for it

    try:
        # MAX_PIXELS is lower than what Pillow warns of, and of broken EXIF nobody need know.
        with (
            warnings.catch_warnings(action="ignore"),
            Pillow.open(io.BytesIO(data), formats=[kind]) as picture,
        ):
            width, height = picture.size
            if width * height > MAX_PIXELS:
                raise DrawingFault(f'"{href[:40]}" has {width} x {height} pixels', "scale it down")
            turn, frames = _orientation(picture), int(getattr(picture, "n_frames", 1))
            mode = picture.mode
    except (DrawingFault, MemoryError):
        raise
    except Exception as problem:  # Pillow, fed with what strangers made, fails in any way
        why = str(problem) or "the file is broken"
        raise DrawingFault(f'"{href[:40]}" cannot be read as {kind}: {why}') from None
    if turn > 4:
        width, height = height, width
    return Look(kind, width, height=height, turn=turn, frames=frames, mode=mode)


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
        f'"{href[:40]}" is not a JPEG, PNG, WebP or SVG picture{it_is}', "save it as PNG" if other else ""
    )
