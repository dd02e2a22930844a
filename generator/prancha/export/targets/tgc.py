"""The Game Crafter: pictures to the pixel, and a plan of what to make of them in the order of its API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, Plan, Target
from prancha.export.targets.print_shops import PICTURE_OPTIONS, fitted, plan_pictures
from prancha.export.targets.shops.lots import ORDER_LIST, ShopLot, picture_lots
from prancha.export.targets.shops.shop_pictures import ENDINGS
from prancha.export.targets.shops.words import Steps, joined
from prancha.model.components import ComponentKit
from prancha.model.service import Service

PLAN = "tgc.json"


def plan(export: Export) -> Plan:
    """Pictures as for any print shop, and tgc.json."""
    made = plan_pictures(export)
    if made.wrong:
        return made
    service, found = fitted(export)
    lots = picture_lots(found.fits, service, ENDINGS[service.kind])
    data = msgspec.json.format(msgspec.json.encode(_plan(export.kit, service, lots)), indent=1) + b"\n"

    def write(pictures: FacePictures) -> Iterator[File]:
        yield from made.write(pictures)
        yield PLAN, data

    return replace(made, names=(*made.names, PLAN), write=write, steps=joined(_STEPS, made.steps))


def _plan(kit: ComponentKit, service: Service, lots: Sequence[ShopLot]) -> Mapping[str, Any]:
    """The game, the files to upload, and its decks with their cards."""
    return {
        "service": service.name,
        "checked": service.checked,
        "game": {"name": kit.title, "description": kit.subtitle},
        "folder": {"name": kit.title},
        "files": sorted(
            {name for lot in lots for piece in lot.pieces for name in (piece.front, piece.back) if name}
        ),
        "components": [_component(lot) for lot in lots],
        "list": ORDER_LIST,
    }


def _component(lot: ShopLot) -> Mapping[str, Any]:
    backs = {piece.back for piece in lot.pieces}
    shared = next(iter(backs)) if len(backs) == 1 else ""
    return {
        "identity": lot.fit.product.name,
        "name": lot.fit.family.title,
        "quantity": 1,
        "back": shared,
        "cards": [
            {"name": piece.component.title, "face": piece.front, "back": piece.back, "quantity": piece.copies}
            for piece in lot.pieces
        ],
    }


_STEPS: Steps = {
    "pt": (
        "Entre em thegamecrafter.com e crie um jogo; depois, um componente para cada linha abaixo.",
        "Envie as figuras da pasta da família: a frente de cada carta, a quantidade dela e o verso. tgc.json "
        "tem tudo isso na ordem da API (pasta, arquivos, jogo, baralho, cartas), para quem a usa.",
    ),
    "en": (
        "Sign in at thegamecrafter.com and make a game; then a component for each line below.",
        "Upload the pictures of the family's folder: each card's face, its quantity, and the back. tgc.json "
        "has all that in the order of the API (folder, files, game, deck, cards), for whoever uses it.",
    ),
}

TARGET = Target(
    "tgc",
    "The Game Crafter: pictures to the pixel and a plan of the order",
    PICTURE_OPTIONS,
    plan,
    service="tgc",
)
