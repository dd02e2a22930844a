"""Pictures exact to the pixel and PDFs of one face a page, in the colours that a print shop wants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from PIL import Image

from prancha.export.colour import read_profile, shipped_profile
from prancha.export.face_pictures import FacePictures, Turn, bleed_to_edges, framed_page
from prancha.export.pdf import PdfPage
from prancha.export.pixels_and_bytes import jpeg, png
from prancha.export.target import File
from prancha.export.targets.designs import slug
from prancha.export.targets.shop_orders import TURNS, ShopFace, ShopLot, ShopPiece
from prancha.export.targets.shop_products import Fit
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.kit_components import Component, ComponentFace, Service
from prancha.model.printing import USUAL_LIMIT, Press, Standard
from prancha.model.units import Mm


class ShopPdf(Struct, frozen=True):
    """A PDF to write: its pages, each a face of a component, None for a blank one."""

    name: str
    fit: Fit
    pages: tuple[tuple[Component, ComponentFace | None], ...]


def pdf_lots(fits: Sequence[Fit], service: Service) -> tuple[tuple[ShopLot, ...], tuple[ShopPdf, ...]]:
    """Return each family with its pages: which are in which file, and where each design stands."""
    lots: list[ShopLot] = []
    files: list[ShopPdf] = []
    for fit in fits:
        made = tuple(_files(fit, service))
        pieces = tuple(_pieces(fit, made))
        lots.append(ShopLot(fit, pieces, ()))
        files += made
    return tuple(lots), tuple(files)


def _files(fit: Fit, service: Service) -> Iterator[ShopPdf]:
    family, name = fit.family, slug(fit.family.id)
    each = [one for one in family.components for _ in range(one.copies if service.repeat else 1)]
    backs = any(one.back is not None for one in each)
    fronts = tuple((one, one.front) for one in each)
    order = service.pages
    if not backs and order != "back-front":
        yield ShopPdf(f"{name}.pdf", fit, fronts)
    elif order in ("front-back", "back-front"):
        way = 1 if order == "front-back" else -1
        pages = tuple((one, face) for one in each for face in (one.front, one.back)[::way])
        yield ShopPdf(f"{name}.pdf", fit, pages)
    elif order == "back-last" and family.common_back is not None:
        yield ShopPdf(f"{name}.pdf", fit, (*fronts, (each[0], family.common_back)))
    else:
        yield ShopPdf(f"{name}-fronts.pdf", fit, fronts)
        yield ShopPdf(f"{name}-backs.pdf", fit, tuple((one, one.back) for one in each))


def _pieces(fit: Fit, files: Sequence[ShopPdf]) -> Iterator[ShopPiece]:
    """Return each design once, with the pages on which it stands: `cards.pdf#1,3,5`."""
    for one in fit.family.components:
        yield ShopPiece(one, one.copies, _where(one, one.front, files), _where(one, one.back, files))


def _where(one: Component, face: ComponentFace | None, files: Sequence[ShopPdf]) -> str:
    for file in files if face is not None else ():
        shown = [(number, whose) for number, (whose, each) in enumerate(file.pages, 1) if each == face]
        # A back that all share may stand in the file once.
        pages = [number for number, whose in shown if whose is one] or [number for number, _ in shown]
        if pages:
            return f"{file.name}#{','.join(map(str, pages))}"
    return ""


def page_size(fit: Fit) -> tuple[Mm, Mm]:
    """Return width and height of a page, bleed included."""
    across, down = (side + 2 * fit.product.bleed for side in fit.trim)
    return (down, across) if fit.turned else (across, down)


def shop_pages(file: ShopPdf) -> list[PdfPage]:
    """Return the pages of a file, with their trim and bleed boxes."""
    fit = file.fit
    width, height = page_size(fit)
    boxes = bleed_to_edges(width, height, fit.product.bleed)
    pages = []
    for component, face in file.pages:
        if face is None:
            pages.append(PdfPage(width, height, boxes=boxes))
            continue
        turn: Turn = (90 if face.side == "front" else -90) if fit.turned else 0
        pages.append(framed_page(face, fit.reach, component.key, turn=turn, boxes=boxes))
    return pages


def pdf_facts(files: Sequence[ShopPdf], colour: str) -> Mapping[str, Mapping[str, Any]]:
    """Return pages, boxes and colours of each PDF, by name."""
    facts: dict[str, Mapping[str, Any]] = {}
    for file in files:
        width, height = page_size(file.fit)
        facts[file.name] = {
            "kind": "pdf",
            "pages": len(file.pages),
            "page_mm": [round(width, 3), round(height, 3)],
            "bleed_mm": round(file.fit.product.bleed, 3),
            "mode": colour.upper(),
            "blank": [number for number, (_, face) in enumerate(file.pages, 1) if face is None],
        }
    return facts


_STANDARDS: Mapping[str, Standard] = {"PDF/X-1a:2003": "x1a", "PDF/X-4": "x4"}


def press_for(service: Service, colour: str, profile: str) -> Press | None:
    """Return the inks of a print shop; None for colours of the screen.

    `colour` is "rgb", "cmyk" or "" for what the shop asks for; `profile` a file, "" for FOGRA39.  Raises
    Failure for an unusable profile.
    """
    if (colour or service.colour) != "cmyk":
        return None
    inks = read_profile(Path(profile)) if profile else shipped_profile()
    return Press(inks, service.ink or USUAL_LIMIT, None, _STANDARDS.get(service.standard, ""))


def colour_remark(service: Service, colour: str) -> str:
    """Return the remark on files in another colour than the service asks for, or ""."""
    if service.colour == "cmyk" and colour == "rgb":
        ink = f" of at most {service.ink} % ink" if service.ink else ""
        return f"{service.title} asks for CMYK{ink}; these files are RGB, and their ink is not limited"
    return ""


ENDINGS: Mapping[str, str] = {"png": "png", "jpeg": "jpg"}


def file_size(fit: Fit, service: Service) -> tuple[int, int]:
    """Return the pixels of the file of a product."""
    if fit.product.shape != "free":
        return fit.product.pixels
    width, height = fit.trim
    bleed = 2 * fit.product.bleed
    return service.pixels(width + bleed), service.pixels(height + bleed)


def picture(pictures: FacePictures, one: ShopFace, service: Service) -> Image.Image:
    """Draw a face as large as the file of its product."""
    width, height = file_size(one.fit, service)
    if not one.fit.turned:
        return pictures.draw(one.face, one.fit.reach, (width, height))
    return pictures.draw(one.face, one.fit.reach, (height, width)).transpose(TURNS[one.face.side])


def picture_files(pictures: FacePictures, lots: Sequence[ShopLot], service: Service) -> Iterator[File]:
    """Yield the pictures of all lots, each face drawn once; raises Failure for one that is too large."""
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
    """Return kind, pixels and colours of each picture, by name."""
    facts: dict[str, Mapping[str, Any]] = {}
    for lot in lots:
        width, height = file_size(lot.fit, service)
        for one in lot.faces:
            facts[f"{one.name}.{ENDINGS[service.kind]}"] = {
                "kind": service.kind,
                "width": width,
                "height": height,
                "mode": "RGB",
            }
    return facts
