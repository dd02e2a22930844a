"""PNG without Pillow: every colour type, depth and filter, interlaced and with transparent colours."""

from __future__ import annotations

import io
import random
import struct
import zlib
from itertools import product

import pytest
from PIL import Image

from prancha.graphics.pixels.png_pixels import (
    Planes,
    PngFile,
    read_planes,
    read_png,
    stored_stream,
    wrap_png,
    write_png,
)

SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
KINDS = [(colour, depth) for colour, depths in DEPTHS.items() for depth in depths]


def filtered(rows: list[bytes], unit: int, chance: random.Random) -> bytes:
    """Rows with a filter of any kind each (PNG, 9.2), written out byte by byte."""
    out, above = bytearray(), bytes(len(rows[0]) if rows else 0)
    for row in rows:
        kind = chance.randrange(5)
        out.append(kind)
        for k, value in enumerate(row):
            left, up = row[k - unit] if k >= unit else 0, above[k]
            corner = above[k - unit] if k >= unit else 0
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda one: abs(guess - one))  # the first of equals
            out.append((value - (0, left, up, (left + up) // 2, nearest)[kind]) % 256)
        above = row
    return bytes(out)


def packed(values: list[int], depth: int) -> bytes:
    """Samples of a row in bytes."""
    if depth == 16:
        return struct.pack(f">{len(values)}H", *values)
    bits = "".join(f"{value:0{depth}b}" for value in values)
    return bytes(int(bits[at : at + 8].ljust(8, "0"), 2) for at in range(0, len(bits), 8))


def made(
    size: tuple[int, int], colour: int, depth: int, *, interlaced: bool, clear: bool
) -> tuple[bytes, list[list[int]]]:
    """A PNG of noise, and the samples of each of its pixels."""
    chance = random.Random(repr((size, colour, depth, interlaced, clear)))
    width, height = size
    most = 5 if colour == 3 and depth > 2 else (1 << depth) - 1
    pixels = [[chance.randint(0, most) for _ in range(SAMPLES[colour])] for _ in range(width * height)]
    unit, rows = max(1, SAMPLES[colour] * depth // 8), b""
    for x, y, across, down in PASSES if interlaced else ((0, 0, 1, 1),):
        lines = [
            packed([v for column in range(x, width, across) for v in pixels[row * width + column]], depth)
            for row in range(y, height, down)
        ]
        rows += filtered(lines, unit, chance) if lines and lines[0] else b""
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced))]
    if colour == 3:
        chunks.append((b"PLTE", bytes(range(10, 10 + 3 * (most + 1)))))
    if clear:
        one = bytes([0, 120]) if colour == 3 else struct.pack(f">{len(pixels[0])}H", *pixels[0])
        chunks.append((b"tRNS", one))
    data = zlib.compress(rows)
    return wrap_png([*chunks, (b"IDAT", data[:7]), (b"IDAT", data[7:])]), pixels


def expected(pixels: list[list[int]], colour: int, depth: int, clear: bool) -> list[tuple[int, ...]]:
    """The colours and alpha that pixels stand for, 8 bits each."""
    if colour == 3:
        alphas = {0: 0, 1: 120} if clear else {}
        return [
            (10 + 3 * n, 11 + 3 * n, 12 + 3 * n, *([alphas.get(n, 255)] if clear else [])) for (n,) in pixels
        ]
    shown = [tuple(v >> 8 if depth == 16 else v * 255 // ((1 << depth) - 1) for v in one) for one in pixels]
    return (
        [(*s, 0 if one == pixels[0] else 255) for s, one in zip(shown, pixels, strict=True)]
        if clear
        else shown
    )


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (13, 9)])
@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize(("colour", "depth"), KINDS)
def test_every_kind_of_png_has_its_pixels(
    colour: int, depth: int, interlaced: bool, size: tuple[int, int]
) -> None:
    for clear in (False, True) if colour <= 3 else (False,):
        data, pixels = made(size, colour, depth, interlaced=interlaced, clear=clear)
        planes = read_planes(read_png(data))
        every = (*planes.colours, *([] if planes.alpha is None else [planes.alpha]))
        assert list(zip(*every, strict=True)) == expected(pixels, colour, depth, clear)


@pytest.mark.parametrize(("colour", "mode"), [(0, "L"), (2, "RGB")])
def test_a_plain_png_is_stored_as_it_is(colour: int, mode: str) -> None:
    data, _ = made((13, 9), colour, 8, interlaced=False, clear=False)
    png = read_png(data)
    assert stored_stream(png) == png.stream
    longer = PngFile(
        **{name: getattr(png, name) for name in png.__struct_fields__} | {"stream": png.stream + b"x"}
    )
    kept = stored_stream(longer)  # without what follows the pixels
    assert kept is not None
    assert zlib.decompress(kept) == zlib.decompress(png.stream)
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.mode == mode


@pytest.mark.parametrize(
    ("colour", "depth", "interlaced", "clear"),
    [
        (0, 16, False, False),
        (2, 8, True, False),
        (2, 8, False, True),
        (3, 8, False, False),
        (6, 8, False, False),
    ],
)
def test_other_pngs_are_not(colour: int, depth: int, interlaced: bool, clear: bool) -> None:
    data, _ = made((4, 4), colour, depth, interlaced=interlaced, clear=clear)
    assert stored_stream(read_png(data)) is None


@pytest.mark.parametrize(
    ("count", "alpha", "mode"), [(1, False, "L"), (1, True, "LA"), (3, False, "RGB"), (3, True, "RGBA")]
)
def test_what_is_written_is_what_pillow_and_this_program_read(count: int, alpha: bool, mode: str) -> None:
    chance = random.Random(mode)
    colours = tuple(chance.randbytes(35) for _ in range(count))
    planes = Planes(7, 5, colours, chance.randbytes(35) if alpha else None)
    data = write_png(planes, turn=6)
    assert read_planes(read_png(data)) == planes
    with Image.open(io.BytesIO(data)) as picture:
        assert (picture.mode, picture.size, picture.getexif()[0x112]) == (mode, (7, 5), 6)
        bands = [*colours, *([planes.alpha] if planes.alpha is not None else [])]
        assert [band.tobytes() for band in picture.split()] == bands


def broken(change: str) -> bytes:
    head, rows, more = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0), bytes(14), []
    if change == "filter":
        rows = b"\5" + bytes(13)
    elif change == "palette":
        head, rows = struct.pack(">IIBBBBB", 2, 2, 8, 3, 0, 0, 0), b"\0\0\3\0\0\0"
        more = [(b"PLTE", bytes(9))]
    elif change == "depth":
        head = struct.pack(">IIBBBBB", 2, 2, 4, 2, 0, 0, 0)
    elif change == "short":
        rows = bytes(13)
    elif change == "clear":
        more = [(b"tRNS", b"\0\1")]
    data = b"no zlib" if change == "zlib" else zlib.compress(rows)
    whole = wrap_png([(b"IHDR", head), *more, (b"IDAT", data)])
    if change == "checksum":
        return whole.replace(zlib.compress(rows), zlib.compress(b"\1" + rows[1:]))
    return whole[:-20] if change == "cut" else whole


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("filter", "the file is broken"),
        ("palette", "a pixel has colour 3 of a palette of 3"),
        ("depth", "the file is broken"),
        ("short", "the file is truncated"),
        ("clear", "the file is broken"),
        ("zlib", "the file is broken"),
        ("checksum", "the checksum of its IDAT is wrong"),
        ("cut", "the file is truncated"),
    ],
)
def test_a_broken_png_is_refused(change: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_planes(read_png(broken(change)))


def test_a_picture_as_large_as_a_card_takes_no_loop_over_its_pixels() -> None:
    """Rows were to be unfiltered in Python: 3 megapixels would take seconds."""
    one = Image.effect_noise((600, 800), 90).convert("RGBA")
    one.putalpha(Image.linear_gradient("L").resize((600, 800)))
    data = io.BytesIO()
    one.save(data, "PNG")
    from tests.work import counted

    planes, calls = counted(lambda: read_planes(read_png(data.getvalue())))
    assert planes.alpha == one.getchannel("A").tobytes()
    assert planes.colours == tuple(one.getchannel(band).tobytes() for band in "RGB")
    assert calls < 20_000


def test_all_pairs_of_noise_and_filters_were_met() -> None:
    """The cases above use all five filters: the noise is the same in every run."""
    used = set()
    for (colour, depth), interlaced in product(KINDS, (False, True)):
        data, _ = made((13, 9), colour, depth, interlaced=interlaced, clear=False)
        png = read_png(data)
        if not png.interlaced:
            used |= set(zlib.decompress(png.stream)[:: (13 * png.samples * depth + 7) // 8 + 1])
    assert used == {0, 1, 2, 3, 4}
