"""MakePlayingCards and Printer's Studio: pictures, and order files for the program mpc-autofill.

Its desktop tool takes as `id` the path of a local file, relative to the folder it is started in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from msgspec import Struct
from PIL import Image

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import png
from prancha.export.target import Export, File, Plan, Steps, Target, refuse_plan, steps_in_words
from prancha.export.targets.print_shops import PICTURE_OPTIONS, fit_to_shop
from prancha.export.targets.shop_files import picture_facts, picture_files
from prancha.export.targets.shop_orders import ShopLot, ShopPiece, picture_lots, shop_plan
from prancha.model.kit_components import Service
from prancha.system.words import words

STOCKS: Mapping[str, str] = {
    "S27": "(S27) Smooth",
    "S30": "(S30) Standard Smooth",
    "S33": "(S33) Superior Smooth",
    "M31": "(M31) Linen",
    "P10": "(P10) Plastic",
}
BLANK = "cards/blank-back.png"
_OPTIONS: Mapping[str, Any] = {**PICTURE_OPTIONS, "stock": "S30"}
Slot = tuple[str, str]
"""The files of the front and of the back of one card."""


class CardOrder(Struct, frozen=True):
    """An order file, and the cards of it in their slots."""

    name: str
    slots: tuple[Slot, ...]


def plan(export: Export) -> Plan:
    """Plan all pictures in cards/, and an order file for every 612 of those that a program can order."""
    service, found = fit_to_shop(export)
    if found.wrong:
        return refuse_plan(found.wrong, found.told)
    lots = picture_lots(found.fits, service, "png")
    orders = _orders(lots)
    blanks = sorted({lot.fit.product.pixels for lot in lots if any(not piece.back for piece in lot.pieces)})
    facts = dict(picture_facts(lots, service))
    made = [f"{one.name}.png" for lot in lots for one in lot.faces]
    blank = blanks[0] if any(back == BLANK for order in orders for _, back in order.slots) else None
    if blank:
        facts[BLANK] = {"kind": "png", "width": blank[0], "height": blank[1], "mode": "RGB", "blank": True}
        made.append(BLANK)
    names = (*made, *(order.name for order in orders))
    stock = STOCKS[export.options["stock"]]

    def write(pictures: FacePictures) -> Iterator[File]:
        yield from picture_files(pictures, lots, service)
        if blank:
            yield BLANK, png(Image.new("RGB", blank, "white"), service.dpi)
        for order in orders:
            yield order.name, order_xml(order, stock)

    return shop_plan(
        service,
        found,
        lots,
        names=names,
        write=write,
        facts=facts,
        own=_steps(service, orders),
        told=tuple(_told(lots, orders)),
    )


def _orders(lots: Sequence[ShopLot]) -> tuple[CardOrder, ...]:
    """Return the cards of all families of one product in slots, as many to an order as the shop takes."""
    products = {lot.fit.product.name: lot.fit.product for lot in lots if lot.fit.product.automatic}
    found = []
    for name, product in products.items():
        slots = [slot for lot in lots if lot.fit.product is product for slot in _slots(lot.pieces)]
        parts = [slots[at : at + product.most] for at in range(0, len(slots), product.most)]
        for number, part in enumerate(parts, 1):
            which = f"-{number}" if len(parts) > 1 else ""
            found.append(CardOrder(f"order-{name}{which}.xml", tuple(part)))
    return tuple(found)


def _slots(pieces: Sequence[ShopPiece]) -> Iterator[Slot]:
    """Yield a slot for every copy."""
    for piece in pieces:
        yield from [(piece.front, piece.back or BLANK)] * piece.copies


def order_xml(order: CardOrder, stock: str) -> bytes:
    """Write an order of mpc-autofill; the most frequent back is the cardback, the others are named."""
    backs = [back for _, back in order.slots]
    common = max(dict.fromkeys(backs), key=backs.count)
    fronts = _cards([front for front, _ in order.slots])
    others = _cards([back if back != common else "" for back in backs])
    lines = [
        "<order>",
        "  <details>",
        f"    <quantity>{len(order.slots)}</quantity>",
        f"    <stock>{escape(stock)}</stock>",
        "    <foil>false</foil>",
        "  </details>",
        "  <fronts>",
        *fronts,
        "  </fronts>",
        *(["  <backs>", *others, "  </backs>"] if others else []),
        f"  <cardback>{escape(common)}</cardback>",
        "</order>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _cards(files: Sequence[str]) -> list[str]:
    """Return a line for each file with its slots, counted from 0; "" is none."""
    slots: dict[str, list[int]] = {}
    for number, name in enumerate(files):
        if name:
            slots.setdefault(name, []).append(number)
    return [
        f"    <card><id>{escape(name)}</id><sourceType>Local File</sourceType>"
        f"<slots>{','.join(map(str, found))}</slots><name>{escape(name.rpartition('/')[2])}</name>"
        f"<query>{escape(name.rpartition('/')[2].rpartition('.')[0])}</query></card>"
        for name, found in slots.items()
    ]


def _told(lots: Sequence[ShopLot], orders: Sequence[CardOrder]) -> Iterator[str]:
    """Yield remarks for the user."""
    by_hand = sorted({lot.fit.product.name for lot in lots if not lot.fit.product.automatic})
    if by_hand:
        names = ", ".join(by_hand)
        yield f"{names}: mpc-autofill orders poker cards alone; upload these pictures by hand"
    if len(orders) > 1:
        yield f"{len(orders)} order files: an order has at most {max(len(one.slots) for one in orders)} cards"
    if any(back == BLANK for order in orders for _, back in order.slots):
        yield f"cards without a back get a white one, {BLANK}: the shop prints both sides"


def _steps(service: Service, orders: Sequence[CardOrder]) -> Steps:
    """Say how to order, with the desktop tool and without."""
    if orders:
        return steps_in_words("mpc", site=service.site, orders=", ".join(order.name for order in orders))
    return lambda lang: [words(lang, "exports")["mpc"]["by_hand"].format(site=service.site)]


TARGETS = (
    Target(
        "mpc", "MakePlayingCards: pictures and order files of mpc-autofill", _OPTIONS, plan, service="mpc"
    ),
    Target(
        "printers-studio",
        "Printer's Studio: pictures and order files of mpc-autofill",
        _OPTIONS,
        plan,
        service="printers-studio",
    ),
)
