"""Reads rooms of browser tables with other code than wrote them."""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections import Counter
from pathlib import Path
from typing import Any


def read_zip(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def vtt_problems(files: dict[str, bytes], copies: dict[str, int]) -> list[str]:
    """What is wrong with a room of virtualtabletop.io; `copies` are those of the game by `family-pile/id`."""
    room = json.loads(files["0.json"])
    meta = room.pop("_meta")
    wrong = [] if isinstance(meta["version"], int) and 0 <= meta["version"] <= 11 else ["version"]
    wrong += [f"{key} is called {one['id']}" for key, one in room.items() if one["id"] != key]
    assets = {name: data for name, data in files.items() if name.startswith("assets/")}
    wrong += [
        f"{name} is not called by its content"
        for name, data in assets.items()
        if name != f"assets/{int.from_bytes(zlib.crc32(data).to_bytes(4), signed=True)}_{len(data)}"
        or len(data) >= 10485760
    ]
    used = set(re.findall(rb'"/(assets/[^"]+)"', files["0.json"]))
    wrong += [f"{name.decode()} is not there" for name in sorted(used) if name.decode() not in assets]
    wrong += [f"{name} is not used" for name in assets if name.encode() not in used]
    return wrong + _widgets(list(room.values()), copies, "holder", "deck")


def pcio_problems(files: dict[str, bytes], copies: dict[str, int]) -> list[str]:
    """The same of PlayingCards.io."""
    widgets = json.loads(files["widgets.json"])
    assets = {name for name in files if name.startswith("userassets/")}
    used = set(re.findall(rb'"package://([^"]+)"', files["widgets.json"]))
    wrong = [f"{name.decode()} is not there" for name in sorted(used) if name.decode() not in assets]
    wrong += [f"{name} is not used" for name in sorted(assets) if name.encode() not in used]
    wrong += [f"{name} is too large" for name in sorted(assets) if len(files[name]) >= 2097152]
    if len({one["id"] for one in widgets}) != len(widgets):
        wrong.append("two widgets have one id")
    return wrong + _widgets(widgets, copies, "cardPile", "cardDeck")


def _widgets(widgets: list[dict[str, Any]], copies: dict[str, int], holder: str, deck: str) -> list[str]:
    known = {one["id"]: one for one in widgets}
    wrong = []
    found: Counter[str] = Counter()
    for one in widgets:
        parent = known.get(one.get("parent", one["id"]))
        if parent is None:
            wrong.append(f"{one['id']} lies on nothing")
        if one.get("dropTarget", {}).get("deck", one["id"]) not in known:
            wrong.append(f"{one['id']} takes cards of no deck")
        if one.get("type") == "card":
            of = known.get(one["deck"])
            if of is None or of["type"] != deck or one["cardType"] not in of["cardTypes"]:
                wrong.append(f"{one['id']} is of no deck")
            elif parent is not None and parent["type"] != holder:
                wrong.append(f"{one['id']} lies on no pile")
            found[f"{one.get('parent')}/{one['cardType']}"] += 1
        if one["x"] < 0 or one["y"] < 0 or one["x"] + one.get("width", 0) > 1600 or one["y"] > 1000:
            wrong.append(f"{one['id']} lies outside")
    if dict(found) != copies:
        wrong.append(f"copies are {dict(found)}")
    flat = [one for one in widgets if one.get("type") == holder and one["id"] != "hand"]
    for k, a in enumerate(flat):
        for b in flat[k + 1 :]:
            if (
                a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
                and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]
            ):  # fmt: skip
                wrong.append(f"{a['id']} lies on {b['id']}")
    return wrong


def vtt_pieces(files: dict[str, bytes]) -> list[tuple[str, str, float, float, float, str]]:
    """Deck, type, middle, degrees and picture of each card of virtualtabletop.io, the lower ones first.

    Children are placed in their parents; all widgets turn about their middles; `activeFace` numbers the
    face templates, whose picture is the property of the card's type that they name.
    """
    room = json.loads(files["0.json"])
    found = []
    for one in room.values():
        if one.get("type") != "card":
            continue
        deck = room[one["deck"]]
        size = deck["cardDefaults"]
        x, y, parent = one["x"], one["y"], one.get("parent")
        while parent:
            x, y, parent = x + room[parent]["x"], y + room[parent]["y"], room[parent].get("parent")
        template = deck["faceTemplates"][one.get("activeFace", 0)]["objects"][0]
        shown = deck["cardTypes"][one["cardType"]][template["dynamicProperties"]["value"]]
        middle = (x + size["width"] / 2, y + size["height"] / 2)
        found.append((one["z"], (one["deck"], one["cardType"], *middle, one.get("rotation", 0), shown)))
    return [each for _, each in sorted(found)]


def decks(files: dict[str, bytes]) -> dict[str, tuple[dict[str, dict[str, str]], int, int]]:
    """The pictures of the types of each deck of a room of either table, and width and height of its cards."""
    if "0.json" in files:
        widgets = json.loads(files["0.json"]).values()
        found = [(one, one["cardDefaults"]) for one in widgets if one.get("type") == "deck"]
        return {one["id"]: (one["cardTypes"], size["width"], size["height"]) for one, size in found}
    widgets = json.loads(files["widgets.json"])
    return {
        one["id"]: (one["cardTypes"], one["cardWidth"], one["cardHeight"])
        for one in widgets
        if one["type"] == "cardDeck"
    }


def pcio_pieces(files: dict[str, bytes]) -> list[tuple[str, str, float, float, float, str]]:
    """The same of PlayingCards.io, where every widget stands in the room and `faceup` names the side."""
    widgets = json.loads(files["widgets.json"])
    known = {one["id"]: one for one in widgets}
    found = []
    for one in widgets:
        if one["type"] == "card":
            deck = known[one["deck"]]
            side = "front" if one["faceup"] else "back"
            middle = one["x"] + deck["cardWidth"] / 2, one["y"] + deck["cardHeight"] / 2
            shown = deck["cardTypes"][one["cardType"]][side]
            found.append((one["z"], (one["deck"], one["cardType"], *middle, one.get("rotation", 0), shown)))
    return [each for _, each in sorted(found)]
