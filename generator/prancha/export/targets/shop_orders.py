"""An order at a print shop: each design with its files, copies and looks, family by family."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from PIL import Image

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import table
from prancha.export.target import File, Plan, Steps
from prancha.export.targets.designs import COMMON, name_errors, slug
from prancha.export.targets.shop_products import Fit, Fitted, size_text
from prancha.model.kit_components import Component, ComponentFace, Service
from prancha.system.words import words

ORDER_LIST = "order.csv"
_COLUMNS = ("family", "product", "id", "title", "copies", "front", "back")


class ShopFace(Struct, frozen=True):
    """A file to make of a face; `name` is without ending."""

    name: str
    face: ComponentFace
    fit: Fit


class ShopPiece(Struct, frozen=True):
    """A design to order: `front` and `back` are names of files, "" for no back."""

    component: Component
    copies: int
    front: str
    back: str


class ShopLot(Struct, frozen=True):
    """All pieces of a family, on one product."""

    fit: Fit
    pieces: tuple[ShopPiece, ...]
    faces: tuple[ShopFace, ...]

    @property
    def copies(self) -> int:
        """How many pieces are ordered."""
        return sum(piece.copies for piece in self.pieces)


def picture_lots(fits: Sequence[Fit], service: Service, ending: str) -> tuple[ShopLot, ...]:
    """Return each family with a picture of every face: once, or once for every copy."""
    return tuple(_lot(fit, service, ending) for fit in fits)


def _lot(fit: Fit, service: Service, ending: str) -> ShopLot:
    family = fit.family
    each = [(one, one.copies) for one in family.components]
    common = family.common_back
    if service.repeat:
        each, common = [(one, 1) for one, copies in each for _ in range(copies)], None
    shared = _name(service, family.id, COMMON, "back", 1) if common is not None else ""
    faces: list[ShopFace] = []
    pieces = []
    for number, (one, copies) in enumerate(each, 1):
        front, back = _name(service, family.id, one.id, "front", number), shared
        faces.append(ShopFace(front, one.front, fit))
        if one.back is not None and common is None:
            back = _name(service, family.id, one.id, "back", number)
            faces.append(ShopFace(back, one.back, fit))
        pieces.append(ShopPiece(one, copies, f"{front}.{ending}", f"{back}.{ending}" if back else ""))
    if common is not None:
        faces.append(ShopFace(shared, common, fit))
    return ShopLot(fit, tuple(pieces), tuple(faces))


def _name(service: Service, family: str, name: str, side: str, number: int) -> str:
    word = service.back_word if side == "back" else side
    return service.naming.format(family=slug(family), id=slug(name), side=word, number=f"{number:03}")


def order_list(lots: Sequence[ShopLot]) -> bytes:
    """Write order.csv: how many of what."""
    rows = [
        (
            piece.component.family,
            lot.fit.product.name,
            piece.component.id,
            piece.component.title,
            piece.copies,
            piece.front,
            piece.back,
        )
        for lot in lots
        for piece in lot.pieces
    ]
    return table((_COLUMNS, *rows))


def order_facts(
    lots: Sequence[ShopLot], service: Service, files: Mapping[str, Mapping[str, Any]]
) -> Mapping[str, Any]:
    """Return what a proof of the folder compares its files with; `files` are facts by name of file."""
    return {
        "service": service.name,
        "title": service.title,
        "checked": service.checked,
        "source": service.source,
        "dpi": service.dpi,
        "largest": service.largest,
        "ink": service.ink,
        "standard": service.standard,
        "lots": [_lot_facts(lot) for lot in lots],
        "pieces": [
            {
                "family": piece.component.family,
                "id": piece.component.id,
                "copies": piece.copies,
                "front": piece.front,
                "back": piece.back,
            }
            for lot in lots
            for piece in lot.pieces
        ],
        "files": files,
    }


def _lot_facts(lot: ShopLot) -> Mapping[str, Any]:
    fit, product = lot.fit, lot.fit.product
    return {
        "family": fit.family.id,
        "product": product.name,
        "unconfirmed": product.unconfirmed,
        "trim_mm": [round(v, 3) for v in (reversed(fit.trim) if fit.turned else fit.trim)],
        "bleed_mm": round(product.bleed, 3),
        "fitted_mm": [round(v, 3) for v in fit.over],
        "turned": fit.turned,
        "copies": lot.copies,
    }


CELLS = (6, 8)
"""Pixels of a look, across and down; of a landscape face the other way."""
FINER = 12
TURNS = {"front": Image.Transpose.ROTATE_270, "back": Image.Transpose.ROTATE_90}
"""Front clockwise, back counterclockwise, so that both have the same edge on top."""


def piece_looks(pictures: FacePictures, lots: Sequence[ShopLot]) -> Mapping[str, Mapping[str, str]]:
    """Return the RGB of all pixels in hexadecimal digits, of front and back of each piece."""
    found: dict[str, Mapping[str, str]] = {}
    for lot in lots:
        for piece in lot.pieces:
            sides: dict[str, str] = {
                face.side: _look(pictures, face, lot.fit) for face in piece.component.faces
            }
            found[piece.component.key] = sides
    return found


def _look(pictures: FacePictures, face: ComponentFace, fit: Fit) -> str:
    """Draw a face as the file has it: with its bleed, and turned where the file is."""
    across, down = CELLS if face.outline.width <= face.outline.height else CELLS[::-1]
    made = pictures.draw(face, fit.reach, (across * FINER, down * FINER)).reduce(FINER)
    return (made.transpose(TURNS[face.side]) if fit.turned else made).tobytes().hex()


def order_steps(lots: Sequence[ShopLot]) -> Steps:
    """Say what to order: a line for each family, with its product and how many pieces."""

    def steps(lang: str) -> Sequence[str]:
        return [_ordered(lot, words(lang, "exports")["shops"]) for lot in lots]

    return steps


def _ordered(lot: ShopLot, texts: Mapping[str, str]) -> str:
    product = texts["own_size"] if lot.fit.product.shape == "free" else lot.fit.product.name
    return texts["ordered_one" if lot.copies == 1 else "ordered"].format(
        family=lot.fit.family.title, count=lot.copies, product=product, trim=size_text(lot.fit.trim)
    )


def closing_steps(service: Service, lots: Sequence[ShopLot]) -> Steps:
    """Say what to check before paying, and how certain the figures are."""
    doubtful = [lot.fit for lot in lots if lot.fit.product.unconfirmed]
    unsure = sorted(
        {fit.family.title if fit.product.shape == "free" else fit.product.name for fit in doubtful}
    )

    def steps(lang: str) -> Sequence[str]:
        texts = words(lang, "exports")["shops"]
        found = [text.format(checked=service.checked, source=service.source) for text in texts["closing"]]
        if unsure:
            found.append(texts["unsure"].format(products=", ".join(unsure)))
        if service.note:
            others = next(iter(service.note.values()))
            found.append(service.note.get(lang.partition("-")[0], service.note.get("en", others)))
        return found

    return steps


def join_steps(*parts: Steps) -> Steps:
    """Concatenate steps."""
    return lambda lang: [step for part in parts for step in part(lang)]


def shop_plan(
    service: Service,
    found: Fitted,
    lots: Sequence[ShopLot],
    names: Sequence[str],
    write: Callable[[FacePictures], Iterator[File]],
    facts: Mapping[str, Mapping[str, Any]],
    own: Steps,
    told: Sequence[str] = (),
) -> Plan:
    """Plan the files that `write` yields, and the list of the order; `own` are the steps of the shop."""
    every = (*names, ORDER_LIST)

    def write_all(pictures: FacePictures) -> Iterator[File]:
        yield from write(pictures)
        yield ORDER_LIST, order_list(lots)

    return Plan(
        every,
        write_all,
        join_steps(order_steps(lots), own, closing_steps(service, lots)),
        wrong=tuple(name_errors(every)),
        told=(*found.told, *told),
        order=order_facts(lots, service, facts),
        looks=lambda pictures: piece_looks(pictures, lots),
    )
