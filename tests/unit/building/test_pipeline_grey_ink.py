"""`--ink grey` prints no colour, whatever kind of picture stands on a card, and without blend modes."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.render.image_objects import convert_to_grey

TEMPLATE = """\
<path d="{{ shape(bleed) }}" fill="#3366cc"/>
<image href="photo.jpg" x="5" y="5" width="20" height="20"/>
<image href="cut.png" x="30" y="5" width="20" height="20" opacity="0.7"/>
<image href="plain.webp" x="5" y="30" width="20" height="20" image-rendering="pixelated"/>
<image href="press.jpg" x="30" y="30" width="20" height="20"/>
<filter id="f"><feGaussianBlur stdDeviation="0.3"/></filter>
<g filter="url(#f)"><image href="photo.jpg" x="5" y="55" width="20" height="20"/></g>
<g clip-path="url(#c)"><image href="cut.png" x="30" y="55" width="20" height="20"/></g>
<clipPath id="c"><circle cx="40" cy="65" r="9"/></clipPath>
"""


def picture(mode: str) -> Image.Image:
    ramp = Image.linear_gradient("L").resize((64, 64))
    coloured = Image.merge("RGB", (ramp, ImageChops.invert(ramp), ramp.rotate(90)))
    if mode == "RGBA":
        coloured.putalpha(ramp.rotate(180))
    return coloured.convert(mode)


def test_no_pixel_of_a_kit_has_a_colour(lume: Path) -> None:
    folder = lume / "templates" / "lume"
    for name, mode in {
        "photo.jpg": "RGB",
        "cut.png": "RGBA",
        "plain.webp": "RGB",
        "press.jpg": "CMYK",
    }.items():
        picture(mode).save(folder / name)
    (folder / "card.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    (kit,) = pipeline.build(Order(lume, only=("cards",), ink="grey", cover=False, check=False))
    assert not [note for note in kit.notes if note.code == "ink"]
    assert b"/Saturation" not in kit.pdf.read_bytes()
    with pypdfium2.PdfDocument(kit.pdf) as document:
        red, green, blue = document[0].render(scale=2).to_pil().convert("RGB").split()
    assert ImageChops.difference(red, green).getextrema()[1] <= 1
    assert ImageChops.difference(red, blue).getextrema()[1] <= 1
    assert red.getextrema()[1] - red.getextrema()[0] > 200


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_in_greys_is_as_light_and_as_the_camera_was_held(kind: str) -> None:
    out, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = 6
    picture("RGB").save(out, kind, exif=exif)
    with Image.open(io.BytesIO(convert_to_grey(out.getvalue(), "p"))) as grey:
        assert (grey.mode, grey.size, grey.getexif()[0x0112]) == ("L", (64, 64), 6)
        with Image.open(io.BytesIO(out.getvalue())) as before:
            apart = ImageChops.difference(grey.convert("L"), before.convert("L"))
    assert apart.getextrema()[1] <= 6
