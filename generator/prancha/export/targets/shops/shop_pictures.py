"""The pictures of print shops, exact to the pixel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from PIL import Image

from prancha.export.encoding import jpeg, png
from prancha.export.face_pictures import FacePictures
from prancha.export.target import File
from prancha.export.targets.shops.fitting import Fit
from prancha.export.targets.shops.lots import ShopFace, ShopLot
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.service import Service

ENDINGS: Mapping[str, str] = {"png": "png", "jpeg": "jpg"}
_TURNS = {"front": Image.Transpose.ROTATE_270, "back": Image.Transpose.ROTATE_90}
"""Clockwise, and the other way: then front and back have the same edge on top."""


def file_size(fit: Fit, service: Service) -> tuple[int, int]:
    """Pixels of the file of a product."""
    if fit.product.shape != "free":
        return fit.product.pixels
    width, height = fit.trim
    bleed = 2 * fit.product.bleed
    return service.pixels(width + bleed), service.pixels(height + bleed)


def picture(pictures: FacePictures, one: ShopFace, service: Service) -> Image.Image:
    """A face as large as the file of its product."""
    width, height = file_size(one.fit, service)
    if not one.fit.turned:
        return pictures.draw(one.face, one.fit.reach, (width, height))
    return pictures.draw(one.face, one.fit.reach, (height, width)).transpose(_TURNS[one.face.side])


def picture_files(pictures: FacePictures, lots: Sequence[ShopLot], service: Service) -> Iterator[File]:
    """The pictures of all lots; each face is drawn once.  Raises Failure for one that is too large."""
    encode, ending = (jpeg, "jpg") if service.kind == "jpeg" else (png, "png")
    for lot in lots:
        drawn: dict[str, bytes] = {}
        for one in lot.faces:
            name = f"{one.name}.{ending}"
            if one.face.digest not in drawn:
                drawn[one.face.digest] = encode(picture(pictures, one, service), service.dpi)
                _allowed(name, len(drawn[one.face.digest]), service)
            yield name, drawn[one.face.digest]


def _allowed(name: str, size: int, service: Service) -> None:
    if service.largest and size > service.largest:
        message = f"{name} has {size / 1e6:.1f} MB; {service.title} takes {service.largest / 1e6:.0f}"
        hint = "leave the family out with --only, and make its art simpler"
        raise Failure([Diagnostic(Place(""), "shop-file", message, hint=hint)])


def picture_facts(lots: Sequence[ShopLot], service: Service) -> Mapping[str, Mapping[str, Any]]:
    """Kind, pixels and colours of each picture, by name."""
    facts: dict[str, Mapping[str, Any]] = {}
    for lot in lots:
        width, height = file_size(lot.fit, service)
        for one in lot.faces:
            facts[f"{one.name}.{ENDINGS[service.kind]}"] = {
                "kind": service.kind, "width": width, "height": height, "mode": "RGB",
            }  # fmt: skip
    return facts
