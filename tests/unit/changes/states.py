"""Snapshots of a made-up game, small enough to read."""

from __future__ import annotations

from typing import Any

from prancha.changes.snapshot import FamilyState, ItemState, Picture, Snapshot
from prancha.model.outline import circle, rectangle

CARDS = FamilyState("cards", "Cards", "card", rectangle(63, 88, 3), 3.0, "card.svg.j2", "back.svg.j2")
COINS = FamilyState("coins", "Coins", "board", circle(20), 1.5, "coin.svg.j2")


def card(id: str, /, copies: int = 1, look: str = "", family: str = "cards", **fields: Any) -> ItemState:
    """An item whose faces are named `look`, its id by default; fronts differ by language, backs do not."""
    look = look or id
    faces = {lang: (f"{look}-{lang}", "back") for lang in ("pt-BR", "en")}
    return ItemState(id, family, copies, fields, faces)


def state(*items: ItemState, name: str = "then", **more: Any) -> Snapshot:
    values: dict[str, Any] = {
        "values": {"revision": "1", "palette": {"ink": "#000000"}},
        "families": (CARDS, COINS),
        **more,
    }
    previews = {
        digest: f'<svg viewBox="0 0 1 1"><g id="a"/>{digest}</svg>'
        for i in items
        for pair in i.faces.values()
        for digest in pair
    }
    return Snapshot(
        name,
        "lume",
        "Lume",
        ("pt-BR", "en"),
        items=items,
        previews=previews,
        symbols={"i-star": '<symbol id="i-star"/>'},
        pictures={"a.png": Picture("d1", "data:image/webp;base64,AA==")},
        **values,
    )
