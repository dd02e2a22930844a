"""Pictures as PDF image objects: JPEG data as it is, everything else deflated once."""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import warnings
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from generator.model.art import Resource
from generator.svg.errors import Fault

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_BYTES = 50_000_000
MAX_PIXELS = 89_000_000
_MAGIC = {b"\xff\xd8\xff": "JPEG", b"\x89PNG": "PNG", b"RIFF": "WEBP"}


def load(href: str, roots: Sequence[Path]) -> bytes:
    """Read a `data:` URI or a file below one of `roots`; nothing else is ever opened."""
    if href.startswith("data:"):
        head, comma, body = href.partition(",")
        if not comma:
            raise Fault("a data: picture has no data")
        try:
            return (
                base64.b64decode(body, validate=False) if head.endswith(";base64") else unquote_to_bytes(body)
            )
        except binascii.Error:
            raise Fault("a data: picture is not base64") from None
    if "://" in href or href.startswith("//"):
        raise Fault(
            f'the picture "{href}" is not a file of this project', "save it in the game's template folder"
        )
    for k, root in enumerate(roots):
        path, top = (root / href).resolve(), root.resolve()
        # Below all but the first lie other games too, and only what is shared is anybody's.
        if path.is_relative_to(top) and path.is_file() and (k == 0 or _shared(path.relative_to(top))):
            if path.stat().st_size > MAX_BYTES:
                raise Fault(f'the picture "{href}" is larger than {MAX_BYTES // 10**6} MB', "scale it down")
            return path.read_bytes()
    raise Fault(f'there is no picture "{href}"', "looked in " + ", ".join(str(r) for r in roots))


def _shared(path: Path) -> bool:
    return path.parts[0].startswith("_")


def measure(data: bytes, href: str) -> tuple[str, int, int]:
    """The format by its first bytes, and width, height in pixels; Fault for other files and huge pictures."""
    kind = next((name for magic, name in _MAGIC.items() if data.startswith(magic)), "")
    if not kind or (kind == "WEBP" and data[8:12] != b"WEBP"):
        raise Fault(f'"{href[:40]}" is not a JPEG, PNG or WebP picture')
    from PIL import Image as Pillow  # only games with pictures pay for it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Pillow.DecompressionBombWarning)  # MAX_PIXELS is lower
            with Pillow.open(io.BytesIO(data), formats=[kind]) as picture:
                width, height = picture.size
    except (OSError, ValueError, SyntaxError, Pillow.DecompressionBombError) as problem:
        raise Fault(f'"{href[:40]}" cannot be read as {kind}: {problem}') from None
    if width * height > MAX_PIXELS:
        raise Fault(f'"{href[:40]}" has {width} x {height} pixels', "scale it down")
    return kind, width, height


def encode(data: bytes, href: str) -> tuple[list[Resource], int, int]:
    """PDF image resources (the picture first, then its soft mask), and width, height in pixels."""
    kind, width, height = measure(data, href)
    from PIL import Image as Pillow

    try:
        with Pillow.open(io.BytesIO(data), formats=[kind]) as picture:
            name = "M" + hashlib.blake2b(data, digest_size=8).hexdigest()
            if kind == "JPEG" and picture.mode in ("RGB", "L"):
                # No marker stands inside the scan's data, so the end mark of a whole file comes last.
                if data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda"):
                    raise OSError("the file is truncated")
                space = "DeviceRGB" if picture.mode == "RGB" else "DeviceGray"
                return [_image(name, width, height, space, data, "DCTDecode")], width, height
            alpha = picture.convert("RGBA").getchannel("A") if _translucent(picture) else None
            rgb = _eight_bits(picture).convert("RGB").tobytes()
    except (OSError, ValueError, SyntaxError, Pillow.DecompressionBombError) as problem:
        raise Fault(f'"{href[:40]}" cannot be read as {kind}: {problem}') from None
    main = _image(
        name, width, height, "DeviceRGB", zlib.compress(rgb), "FlateDecode", mask=name + "a" if alpha else ""
    )
    if alpha is None:
        return [main], width, height
    soft = _image(name + "a", width, height, "DeviceGray", zlib.compress(alpha.tobytes()), "FlateDecode")
    return [main, soft], width, height


def _eight_bits(picture: Image) -> Image:
    """Greys of 16 bits scaled down; Pillow's own conversion cuts them off at 255."""
    return picture.point(lambda v: v / 256).convert("L") if picture.mode.startswith("I") else picture


def _translucent(picture: object) -> bool:
    return getattr(picture, "has_transparency_data", False) is True


def _image(
    name: str, width: int, height: int, space: str, content: bytes, codec: str, mask: str = ""
) -> Resource:
    entries = (
        f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /{space} "
        f"/BitsPerComponent 8 /Filter /{codec}"
    )
    return Resource(name, "XObject", entries, content, mask)
