"""JSON, JSON lines and YAML, flat and nested."""

# ruff: noqa: E501 - lists stand as they are written

from __future__ import annotations

import json
from typing import Any

from tests.lists.case import Case


def _json(value: Any, name: str = "deck.json") -> dict[str, bytes | str]:
    return {name: json.dumps(value, ensure_ascii=False, indent=1)}


_CARDS: list[dict[str, Any]] = [
    {"name": "Owl", "cost": 2, "text": "Fly."},
    {"name": "Elk", "cost": 1, "text": "Run."},
]
_UNSAID = ("{'", "['", "None", "True")

NESTED: dict[str, Case] = {
    "json": Case(_json(_CARDS), 2, printed=("Owl",)),
    "json-under-a-key": Case(_json({"version": 3, "cards": _CARDS}), 2, printed=("Owl",)),
    "json-several-lists": Case(_json({"authors": ["me"], "cards": _CARDS, "tokens": [{"name": "Coin"}]}), 2, told=("cards",)),
    "json-by-id": Case(_json({"owl": {"name": "Owl", "cost": 2}, "elk": {"name": "Elk", "cost": 1}}), 2, printed=("Owl",)),
    "json-by-id-under-a-key": Case(_json({"cards": {"owl": {"name": "Owl"}, "elk": {"name": "Elk"}}}), 2, printed=("Owl",)),
    "json-copies-as-text": Case(_json([{"name": "Owl", "copies": "2"}, {"name": "Elk", "copies": "3"}]), 5),
    "json-stats": Case(
        _json([{"name": "Owl", "stats": {"attack": 2, "defence": 3}}, {"name": "Elk", "stats": {"attack": 4, "defence": 1}}]),
        2, absent=_UNSAID, printed=("4",),
    ),
    "json-set-by-name": Case(
        _json([{"title": "Owl", "set": {"id": 3, "name": "Woods"}}, {"title": "Elk", "set": {"id": 4, "name": "Hills"}}]),
        2, absent=_UNSAID, printed=("Woods",),
    ),
    "json-sentences": Case(
        _json([{"name": "Owl", "rules": ["Fly over one wall.", "Then land on a roof and rest."]}, {"name": "Elk", "rules": ["Run."]}]),
        2, absent=_UNSAID, printed=("Then land",),
    ),
    "json-list-of-objects": Case(
        _json([
            {"name": "Owl", "abilities": [{"name": "Flight", "text": "Skip a wall."}, {"name": "Night", "text": "See all."}]},
            {"name": "Elk", "abilities": []},
        ]), 2, absent=_UNSAID,
    ),
    "json-words": Case(_json([{"name": "Owl", "tags": ["bird", "night"]}, {"name": "Elk", "tags": ["beast"]}]), 2, absent=_UNSAID),
    "json-deep": Case(
        _json([
            {"name": "Owl", "meta": {"artist": {"name": "Ana", "links": {"web": "x"}}, "year": 2020}, "seen": None},
            {"name": "Elk", "meta": {"artist": {"name": "Bo", "links": {}}, "year": 2021}, "seen": True},
        ]), 2, absent=_UNSAID,
    ),
    "json-languages": Case(
        _json([{"name": {"en": "Owl", "de": "Eule"}}, {"name": {"en": "Elk", "de": "Elch"}}]), 2, told=("en, de",), absent=_UNSAID
    ),
    "json-languages-missing": Case(
        _json([{"name": {"en": "Owl", "de": "Eule"}}, {"name": {"en": "Elk"}}]), 2, printed=("Elk",), absent=_UNSAID
    ),
    "json-mixed-values": Case(
        _json([{"name": "Owl", "cost": 2, "power": "X"}, {"name": "Elk", "cost": "X", "power": None}, {"name": 7, "cost": 1.5}]),
        3, absent=_UNSAID,
    ),
    "json-like-an-interface": Case(
        _json({"object": "list", "total": 2, "data": [
            {"object": "card", "id": "0f8a2b1c-77aa-4b6e-9d10-0c5b4a3e2f01", "name": "Owl", "uri": "https://example.org/1",
             "image_uris": {"small": "https://example.org/1.jpg", "large": "https://example.org/2.jpg"},
             "mana_cost": "{1}{W}", "oracle_text": "Flying\nWhen Owl enters, draw a card.", "legalities": {"a": "yes", "b": "no", "c": "no"},
             "prices": {"eur": "0.10", "usd": None}, "colors": ["W"], "keywords": ["Flying"], "power": "1", "toughness": "1+*"},
            {"object": "card", "id": "5d1e9c44-12ab-4f0f-8c3c-9a7b6c5d4e02", "name": "Elk", "uri": "https://example.org/3",
             "image_uris": {"small": "https://example.org/3.jpg", "large": "https://example.org/4.jpg"},
             "mana_cost": "{2}{G}", "oracle_text": "{T}: Run.", "legalities": {"a": "yes", "b": "yes", "c": "no"},
             "prices": {"eur": None, "usd": "1.00"}, "colors": ["G"], "keywords": [], "power": "3", "toughness": "*"},
        ]}), 2, absent=("{'", "['"), printed=("Owl", "draw a card"),
    ),
    "json-picture-elsewhere": Case(_json([{"name": "Owl", "img": "../../images/owl.png"}, {"name": "Elk", "img": "/srv/elk.png"}]), 2),
    "json-columns": Case(_json({"carta": ["Owl", "Elk", "Eel"], "coste": [1, 2, 3]}), 3, printed=("Eel",)),
    "json-columns-by-row": Case(_json({"Name": {"0": "Owl", "1": "Elk"}, "Text": {"0": "Fly.", "1": "Run."}}), 2, printed=("Owl", "Run.")),
    "json-split": Case(_json({"columns": ["Name", "Text"], "index": [0, 1], "data": [["Owl", "Fly."], ["Elk", "Run."]]}), 2, printed=("Elk",)),
    "json-rows": Case(_json([["Name", "Text"], ["Owl", "Fly."], ["Elk", "Run.", "more"]]), 2, printed=("Elk", "Run.", "more")),
    "json-one-word": Case(_json(["A cat."]), 1, printed=("A cat.",)),
    "json-texts-by-name": Case(_json({"Fox": "Draw a card.", "Owl": "Fly away.", "Elk": "Run."}), 3, printed=("Fox", "Fly away.")),
    "json-one-or-several": Case(_json([{"name": "A", "x": [1, 2]}, {"name": "B", "x": 37}]), 2, printed=("1, 2", "37")),
    "json-effect-or-effects": Case(_json([{"name": "A", "effect": "Draw."}, {"name": "B", "effect": ["Fly.", "Run."]}, {"name": "C", "effect": None}]), 3, printed=("Draw.", "Fly.")),
    "json-machine-data": Case(
        _json([{"name": "Owl", "owner": "5d1e9c44-12ab-4f0f-8c3c-9a7b6c5d4e02", "link": "/api/owl", "hex": "#ff8800", "text": "Fly."}]),
        1, absent=("5d1e9c44", "/api/", "#ff8800"), told=('left out: "link" (paths of files)',),
    ),
    "yaml-documents": Case({"deck.yaml": "---\nname: Owl\ntext: Fly.\n---\nname: Elk\ntext: Run.\n"}, 2, printed=("Owl", "Elk"), told=("its 2 documents are one list",)),
    "yaml-texts-by-name": Case({"deck.yaml": "Fox: Draw a card.\nOwl: Fly away.\n"}, 2, printed=("Fox", "Fly away.")),
    "json-lines": Case({"deck.jsonl": "".join(json.dumps(card) + "\n" for card in _CARDS)}, 2, printed=("Owl",)),
    "json-lines-ndjson": Case({"deck.ndjson": "\n".join(json.dumps({**card, "tags": ["a", "b"]}) for card in _CARDS)}, 2, absent=_UNSAID),
    "yaml": Case({"deck.yaml": "- name: Owl\n  cost: 2\n  text: Fly.\n- name: Elk\n  cost: 1\n  text: Run.\n"}, 2, printed=("Owl",)),
    "yaml-under-a-key": Case({"deck.yml": "version: 2\ncards:\n  - name: Owl\n    stats: {attack: 2}\n  - name: Elk\n    stats: {attack: 3}\n"}, 2, absent=_UNSAID),
    "yaml-each-below-its-name": Case(
        {"deck.yaml": "- Fire Bolt:\n    level: 0\n    text: Burn.\n- Wish: {level: 9, text: Anything*}\n"}, 2,
        told=('title: "name"',), printed=("Fire Bolt", "Burn", "Anything*"),
    ),
    "yaml-by-id-under-a-key": Case({"deck.yaml": "cards:\n  fox: {name: Fox}\n  owl: {name: Owl}\n"}, 2, printed=("Fox", "Owl")),
    "yaml-two-lists": Case(
        {"deck.yaml": "attack:\n  - {name: Hit}\n  - {name: Kick}\ndefense:\n  - {name: Block}\n"}, 3, printed=("Block", "Kick"), told=('defense ("defense", 1 row, cards)',)
    ),
    "json-words-and-objects": Case(
        _json({"white": ["A cat."], "black": [{"text": "Why?"}, {"text": "How?"}]}), 3, printed=("A cat.", "How?"), told=('white ("white", 1 row, cards)',)
    ),
    "yaml-by-name": Case({"deck.yaml": "Fire Bolt:\n  level: 0\nWish:\n  level: 9\n"}, 2, printed=("Fire Bolt",)),
    "yaml-by-id": Case({"deck.yaml": "owl:\n  title: The owl\n  copies: 2\nelk:\n  title: The elk\n  copies: 1\n"}, 3, printed=("The owl",)),
}  # fmt: skip
