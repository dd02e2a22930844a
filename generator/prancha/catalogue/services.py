"""Print shops and their products, as data in components/_sheets/services.yaml."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from prancha.catalogue.papers_and_profiles import load_entries
from prancha.catalogue.yaml_document import Findings, read_sides
from prancha.catalogue.yaml_document import KeyPath as Keys
from prancha.model.kit_components import Product, Service
from prancha.model.units import MM_PER_INCH, Mm, parse_length

if TYPE_CHECKING:
    from prancha.catalogue.file_keys import ProductFile, ServiceFile, ServicesFile

SERVICES_FILE = "services.yaml"
_PIXELS = re.compile(r"\s*(\d+)\s*[x×]\s*(\d+)\s*px\s*\Z")
_PIXEL = re.compile(r"\s*(\d+(?:\.\d+)?)\s*px\s*\Z")


def load_services(folders: Sequence[Path]) -> Mapping[str, Service]:
    """Return the print shops in `folders` by name, in file order; the first folder with a name wins.

    Raises Failure for wrong files.
    """

    def read(findings: Findings, file: ServicesFile) -> dict[str, Service]:
        return {name: _read_service(findings, name, one) for name, one in file.services.items()}

    return MappingProxyType(load_entries(folders, SERVICES_FILE, keys="ServicesFile", read=read))


def _read_service(findings: Findings, name: str, one: ServiceFile) -> Service:
    path = ("services", name)
    bleed = _read_length(findings, (*path, "bleed"), one.bleed, one.dpi)
    safe = _read_length(findings, (*path, "safe"), one.safe, one.dpi)
    border = _read_length(findings, (*path, "border"), one.border, one.dpi) if one.border is not None else 0.0
    products = tuple(
        _read_product(findings, (*path, "products", key), key, of=one, made=made, usual=(bleed, safe))
        for key, made in one.products.items()
    )
    return Service(
        name,
        one.title,
        site=one.site or "",
        checked=one.checked,
        source=one.source,
        kind=one.kind,
        dpi=one.dpi,
        colour=one.colour,
        bleed=bleed,
        safe=safe,
        products=products,
        ink=one.ink,
        standard=one.standard or "",
        pages=one.pages,
        naming=one.naming,
        repeat=one.repeat,
        back_word=one.back_word,
        largest=one.largest,
        note=MappingProxyType(dict(one.note)),
        unconfirmed=one.unconfirmed,
        border=border,
    )


def _read_product(
    findings: Findings, path: Keys, name: str, of: ServiceFile, made: ProductFile, usual: tuple[Mm, Mm]
) -> Product:
    bleed, safe = usual
    if made.bleed is not None:
        bleed = _read_length(findings, (*path, "bleed"), made.bleed, of.dpi)
    if made.safe is not None:
        safe = _read_length(findings, (*path, "safe"), made.safe, of.dpi)
    trim, pixels = _read_size(findings, path, made, bleed=bleed, dpi=of.dpi)
    return Product(
        name,
        made.shape,
        stock=made.stock,
        trim=trim,
        pixels=pixels,
        bleed=bleed,
        safe=safe,
        most=made.most,
        unconfirmed=made.unconfirmed or of.unconfirmed,
        automatic=made.automatic,
    )


def _read_size(
    findings: Findings, path: Keys, made: ProductFile, bleed: Mm, dpi: int
) -> tuple[tuple[Mm, Mm], tuple[int, int]]:
    """Return the trim in mm and the pixels of the file; zeros for a free product.

    One is computed from the other, to the nearest pixel; shops that round differently give both, which must
    agree to 1.5 pixels.
    """
    given = 2 - [made.file, made.trim].count(None)
    if (given > 0) == (made.shape == "free"):
        message = "a product has a file in pixels or a trim, and a free one neither"
        findings.error(path, "bad-value", message, "write file: 825 x 1125 px or trim: 63 x 88 mm")
        return (0.0, 0.0), (0, 0)
    width = height = wide = high = 0.0
    found = _PIXELS.match(made.file or "")
    if made.file is not None and found is None:
        message = f'"{made.file}" is not a size in pixels'
        findings.error((*path, "file"), "bad-length", message, "825 x 1125 px")
        return (0.0, 0.0), (0, 0)
    if made.trim is not None:
        sides = read_sides(findings, (*path, "trim"), made.trim)
        if sides is None:
            return (0.0, 0.0), (0, 0)
        width, height = sides
    if found is not None:
        wide, high = int(found[1]), int(found[2])
        room = tuple(v * MM_PER_INCH / dpi - 2 * bleed for v in (wide, high))
        if made.trim is None:
            width, height = room
            if min(room) <= 0:
                findings.error((*path, "file"), "out-of-range", "the file has only bleed")
        elif any(abs(a - b) > 1.5 * MM_PER_INCH / dpi for a, b in zip(room, (width, height), strict=True)):
            message = (
                f"file and trim do not go together: the file has room for {room[0]:.2f} x {room[1]:.2f} mm"
            )
            findings.error((*path, "file"), "out-of-range", message, "write one of them, or another bleed")
    elif made.trim is not None:
        wide, high = ((v + 2 * bleed) * dpi / MM_PER_INCH + 0.5 for v in (width, height))
    return (round(width, 4), round(height, 4)), (int(wide), int(high))


def _read_length(findings: Findings, path: Keys, text: str, dpi: int) -> Mm:
    """Return a length in mm, given in mm, in, pt or pixels of `dpi`; report what is wrong."""
    found = _PIXEL.match(text)
    try:
        length = float(found[1]) * MM_PER_INCH / dpi if found else parse_length(text)
    except ValueError as error:
        findings.error(path, "bad-length", str(error))
        return 0.0
    if not 0 <= length <= 50:
        findings.error(path, "out-of-range", f'"{text}" must be from 0 to 50 mm')
    return length
