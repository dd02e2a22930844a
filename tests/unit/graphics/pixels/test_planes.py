"""Sums of whole planes are what Pillow computes pixel by pixel."""

from __future__ import annotations

import random

import pytest
from PIL import Image

from prancha.graphics.pixels import planes
from prancha.graphics.pixels.planes import lightness, shrunk

NOISE = random.Random(4)


def test_lightness_is_that_of_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    every = bytes(range(256))
    pixels = NOISE.randbytes(3 * 5000) + every * 3
    with Image.frombytes("RGB", (len(pixels) // 3, 1), pixels) as picture:
        want = picture.convert("L").tobytes()
    parts = (pixels[0::3], pixels[1::3], pixels[2::3])
    assert lightness(parts) == want
    monkeypatch.setattr(planes, "_AT_ONCE", 700)
    assert lightness(parts) == want


@pytest.mark.parametrize(
    ("size", "to"),
    [
        ((37, 23), (37, 23)),
        ((500, 333), (128, 85)),
        ((129, 400), (41, 128)),
        ((1000, 1), (128, 1)),
        ((3, 900), (1, 128)),
    ],
)
def test_a_smaller_plane_is_the_mean_of_what_it_covers(size: tuple[int, int], to: tuple[int, int]) -> None:
    pixels = NOISE.randbytes(size[0] * size[1])
    with Image.frombytes("L", size, pixels) as picture:
        want = picture.resize(to, Image.Resampling.BOX).tobytes()
    found = shrunk(pixels, size, to)
    # Pillow rounds between the two directions, in an order that depends on the size.
    assert len(found) == len(want)
    assert max(abs(one - other) for one, other in zip(found, want, strict=True)) <= 1
