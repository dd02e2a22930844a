"""pdfium decodes photographs to the pixels of Pillow."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from prancha.graphics.pixels.pdfium_streams import jpeg_planes, unfiltered


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("subsampling", [0, 1, 2])
def test_a_photograph_has_the_pixels_of_pillow(subsampling: int, progressive: bool) -> None:
    noise = [Image.effect_noise((61, 43), 70 + 30 * k).resize((122, 86)) for k in range(3)]
    data = io.BytesIO()
    Image.merge("RGB", noise).save(data, "JPEG", quality=88, subsampling=subsampling, progressive=progressive)
    with Image.open(data) as picture:
        assert jpeg_planes(data.getvalue(), 122, 86) == tuple(band.tobytes() for band in picture.split())


@pytest.mark.parametrize("size", [(4, 4), (9, 8)])
def test_a_photograph_of_another_size_than_was_told_is_refused(size: tuple[int, int]) -> None:
    data = io.BytesIO()
    Image.new("RGB", (8, 8)).save(data, "JPEG")
    with pytest.raises(ValueError, match="the file is broken"):
        jpeg_planes(data.getvalue(), *size)


def test_what_is_no_photograph_is_refused() -> None:
    with pytest.raises(ValueError, match="the file is broken"):
        jpeg_planes(b"\xff\xd8nothing", 8, 8)
    with pytest.raises(ValueError, match="the file is broken"):
        unfiltered(b"nothing", 8, 8, 3, 8)
