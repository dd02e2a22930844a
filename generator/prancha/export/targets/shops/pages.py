"""The PDFs of print shops: a page for each face, as large as the product with its bleed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from prancha.export.face_pages import Turn, framed_page, trimmed
from prancha.export.pdf import PdfPage
from prancha.export.targets.names import slug
from prancha.export.targets.shops.fitting import Fit
from prancha.export.targets.shops.lots import ShopLot, ShopPiece
from prancha.model.components import Component, ComponentFace
from prancha.model.service import Service
from prancha.model.units import Mm


class ShopPdf(Struct, frozen=True):
    """A PDF to write: its pages, each a face of a component, None for a blank one."""

    name: str
    fit: Fit
    pages: tuple[tuple[Component, ComponentFace | None], ...]


def pdf_lots(fits: Sequence[Fit], service: Service) -> tuple[tuple[ShopLot, ...], tuple[ShopPdf, ...]]:
    """Each family with its pages: which are in which file, and where each design stands."""
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
        pairs = (
            ((one, one.front), (one, one.back))
            if order == "front-back"
            else ((one, one.back), (one, one.front))
            for one in each
        )
        yield ShopPdf(f"{name}.pdf", fit, tuple(page for pair in pairs for page in pair))
    elif order == "back-last" and family.common_back is not None:
        yield ShopPdf(f"{name}.pdf", fit, (*fronts, (each[0], family.common_back)))
    else:
        yield ShopPdf(f"{name}-fronts.pdf", fit, fronts)
        yield ShopPdf(f"{name}-backs.pdf", fit, tuple((one, one.back) for one in each))


def _pieces(fit: Fit, files: Sequence[ShopPdf]) -> Iterator[ShopPiece]:
    """Each design once, with the pages on which it stands: `cards.pdf#1,3,5`."""
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
    """Width and height of a page, bleed included."""
    across, down = (side + 2 * fit.product.bleed for side in fit.trim)
    return (down, across) if fit.turned else (across, down)


def shop_pages(file: ShopPdf) -> list[PdfPage]:
    """The pages of a file, with their trim and bleed boxes."""
    fit = file.fit
    width, height = page_size(fit)
    boxes = trimmed(width, height, fit.product.bleed)
    pages = []
    for component, face in file.pages:
        if face is None:
            pages.append(PdfPage(width, height, boxes=boxes))
            continue
        turn: Turn = (90 if face.side == "front" else -90) if fit.turned else 0
        pages.append(framed_page(face, fit.reach, component.key, turn=turn, boxes=boxes))
    return pages


def pdf_facts(files: Sequence[ShopPdf], colour: str) -> Mapping[str, Mapping[str, Any]]:
    """Pages, boxes and colours of each PDF, by name."""
    facts: dict[str, Mapping[str, Any]] = {}
    for file in files:
        width, height = page_size(file.fit)
        facts[file.name] = {
            "kind": "pdf", "pages": len(file.pages), "page_mm": [round(width, 3), round(height, 3)],
            "bleed_mm": round(file.fit.product.bleed, 3), "mode": colour.upper(),
            "blank": [number for number, (_, face) in enumerate(file.pages, 1) if face is None],
        }  # fmt: skip
    return facts
