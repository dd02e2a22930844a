"""Headers of JPEG, PNG and WebP say what Pillow says of them."""

from __future__ import annotations

import io
import struct
from typing import Any

import pytest
from PIL import Image

from prancha.graphics.pixels.picture_headers import MOST_BLOCKS, Header, read_header
from prancha.graphics.pixels.png_pixels import wrap_png


def saved(mode: str, kind: str, size: tuple[int, int] = (13, 9), **options: Any) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, 1 if mode in "PL1" else None).save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_tells_its_size_and_colours(mode: str, progressive: bool) -> None:
    data = saved(mode, "JPEG", progressive=progressive, comment=b"x" * 300)
    assert read_header(data, "JPEG") == Header(13, 9, mode=mode)
    padded = data[:2] + b"junk" + b"\xff\xff\xff" + data[2:]
    assert read_header(padded, "JPEG") == Header(13, 9, mode=mode)


@pytest.mark.parametrize("turn", range(1, 10))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_tells_how_it_was_held(kind: str, turn: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = turn
    exif[0x010F] = "a camera"
    data = saved("RGB", kind, exif=exif)
    assert read_header(data, kind).turn == (turn if turn < 9 else 1)


@pytest.mark.parametrize(
    ("block", "turn"),
    [
        (b"II*\0\x08\0\0\0\1\0\x12\1\4\0\1\0\0\0\6\0\0\0", 6),
        (b"MM\0*\0\0\0\x08\0\1\x01\x12\0\1\0\0\0\1\x08\0\0\0", 8),
        (b"MM\0*\0\0\0\x08\0\1\x01\x12\0\2\0\0\0\1\x08\0\0\0", 1),
        (b"XX\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1\0\6\0\0", 1),
        (b"MM\0*\xff\xff\xff\xff", 1),
        (b"MM", 1),
    ],
)
def test_notes_of_cameras_in_either_order_of_bytes(block: bytes, turn: int) -> None:
    assert read_header(saved("RGB", "JPEG", exif=b"Exif\0\0" + block), "JPEG").turn == turn


@pytest.mark.parametrize("options", [{}, {"lossless": True}, {"lossless": True, "exact": True}])
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_webp_tells_its_size(mode: str, options: dict[str, Any]) -> None:
    assert read_header(saved(mode, "WEBP", (300, 17), **options), "WEBP") == Header(300, 17)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_frames_are_counted(kind: str) -> None:
    frames = [Image.new("RGB", (13, 9), (90 * k, 0, 0)) for k in range(3)]
    data = saved("RGB", kind, save_all=True, append_images=frames[1:])
    assert read_header(data, kind) == Header(13, 9, frames=3)


def test_a_picture_that_is_no_frame_of_its_animation_is_one_more() -> None:
    frames = [Image.new("RGB", (13, 9), (k, 0, 0)) for k in range(1, 3)]
    data = saved("RGB", "PNG", save_all=True, append_images=frames, default_image=True)
    with Image.open(io.BytesIO(data)) as picture:
        assert read_header(data, "PNG").frames == picture.n_frames == 3


def block(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def framed(marker: int, bits: int = 8, colours: int = 3) -> bytes:
    return (
        b"\xff\xd8" + block(marker, struct.pack(">BHHB", bits, 9, 13, colours) + bytes(9)) + b"\xff\xda\0\2"
    )


@pytest.mark.parametrize(
    ("data", "kind", "told"),
    [
        (framed(0xC3), "JPEG", "it is compressed in a way that no PDF may hold"),
        (framed(0xC9), "JPEG", "it is compressed in a way that no PDF may hold"),
        (framed(0xC1, bits=12), "JPEG", "it has 12 bits for each colour; only 8 can be printed"),
        (framed(0xC0, colours=2), "JPEG", "it has 2 colours for each pixel"),
        (b"\xff\xd8" + block(0xFE, b"note") + b"\xff\xda\0\2", "JPEG", "the file is broken"),
        (framed(0xC0)[:9], "JPEG", "the file is truncated"),
        (b"\xff\xd8\xff", "JPEG", "the file is truncated"),
        (b"\xff\xd8" + block(0xFE, b"") * (MOST_BLOCKS + 1), "JPEG", "it has more than 50000 blocks beside"),
        (b"\xff\xd8" + block(0xC0, b"\x08\0\0\0\0\3") + b"\xff\xda\0\2", "JPEG", "it has no pixels"),
        (wrap_png([(b"teXt", b"")] * (MOST_BLOCKS + 1)), "PNG", "more than 50000 blocks beside its pixels"),
        (b"\x89PNG\r\n\x1a\n\0\0", "PNG", "the file is truncated"),
        (b"RIFF\x0c\0\0\0WEBP", "WEBP", "the file is truncated"),
    ],
)  # fmt: skip
def test_what_no_header_can_be_read_of_is_refused(data: bytes, kind: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_header(data, kind)
