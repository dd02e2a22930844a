"""An order at a print shop: each design with its files, copies and looks, family by family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from PIL import Image

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import table
from prancha.export.target import Steps
from prancha.export.targets.designs import COMMON, slug
from prancha.export.targets.shop_products import Fit
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
    return tuple((_repeated if service.repeat else _once)(fit, service, ending) for fit in fits)


def _once(fit: Fit, service: Service, ending: str) -> ShopLot:
    family, common = fit.family, fit.family.common_back
    faces: list[ShopFace] = []
    pieces = []
    shared = _name(service, family.id, COMMON, "back", 1) if common is not None else ""
    for number, one in enumerate(family.components, 1):
        front, back = _name(service, family.id, one.id, "front", number), shared
        faces.append(ShopFace(front, one.front, fit))
        if one.back is not None and common is None:
            back = _name(service, family.id, one.id, "back", number)
            faces.append(ShopFace(back, one.back, fit))
        pieces.append(_piece(one, one.copies, front, back, ending))
    if common is not None:
        faces.append(ShopFace(shared, common, fit))
    return ShopLot(fit, tuple(pieces), tuple(faces))


def _repeated(fit: Fit, service: Service, ending: str) -> ShopLot:
    family = fit.family
    faces: list[ShopFace] = []
    pieces = []
    each = (one for one in family.components for _ in range(one.copies))
    for number, one in enumerate(each, 1):
        front, back = _name(service, family.id, one.id, "front", number), ""
        faces.append(ShopFace(front, one.front, fit))
        if one.back is not None:
            back = _name(service, family.id, one.id, "back", number)
            faces.append(ShopFace(back, one.back, fit))
        pieces.append(_piece(one, 1, front, back, ending))
    return ShopLot(fit, tuple(pieces), tuple(faces))


def _name(service: Service, family: str, name: str, side: str, number: int) -> str:
    word = service.back_word if side == "back" else side
    return service.naming.format(family=slug(family), id=slug(name), side=word, number=f"{number:03}")


def _piece(one: Component, copies: int, front: str, back: str, ending: str) -> ShopPiece:
    return ShopPiece(one, copies, f"{front}.{ending}", f"{back}.{ending}" if back else "")


def order_list(lots: Sequence[ShopLot]) -> bytes:
    """Write order.csv: how many of what."""
    return table((_COLUMNS, *_rows(lots)))


def _rows(lots: Sequence[ShopLot]) -> Iterator[tuple[object, ...]]:
    for lot in lots:
        for piece in lot.pieces:
            one = piece.component
            yield one.family, lot.fit.product.name, one.id, one.title, piece.copies, piece.front, piece.back


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
    if fit.turned:
        made = made.transpose(
            Image.Transpose.ROTATE_270 if face.side == "front" else Image.Transpose.ROTATE_90
        )
    return made.tobytes().hex()


def order_steps(lots: Sequence[ShopLot]) -> Steps:
    """Say what to order: a line for each family, with its product and how many pieces."""

    def steps(lang: str) -> Sequence[str]:
        return [_ordered(lot, words(lang, "exports")["shops"]) for lot in lots]

    return steps


def _ordered(lot: ShopLot, texts: Mapping[str, str]) -> str:
    trim = "{} x {} mm".format(*(f"{v:.2f}".rstrip("0").rstrip(".") for v in lot.fit.trim))
    return texts["ordered_one" if lot.copies == 1 else "ordered"].format(
        family=lot.fit.family.title, count=lot.copies, product=lot.fit.product.name, trim=trim
    )


def closing_steps(service: Service, lots: Sequence[ShopLot]) -> Steps:
    """Say what to check before paying, and how certain the figures are."""
    unsure = sorted({lot.fit.product.name for lot in lots if lot.fit.product.unconfirmed})

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
