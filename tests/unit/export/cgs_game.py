"""Reads a game as Card Game Simulator would, with other code than wrote it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from PIL import Image

KNOWN = {
    "name", "autoUpdate", "copyright", "cardSize", "cardIdIdentifier", "cardNameIdentifier",
    "cardNameIsUnique", "cardSetIdentifier", "cardSetNameIdentifier", "cardImageFileType",
    "cardBackImageFileType", "cardProperties", "cardPrimaryProperty", "cardBackFaceImageUrls",
    "deckFileType", "deckFileTxtId", "deckUrls", "gameStartDecks", "gameBoardImageFileType",
    "gameBoardUrls", "gameBoardCards",
}  # fmt: skip
"""Of the 77 properties of schema/cgs.json, which allows no others, those that we write."""


class CgsGame:
    """A folder of a game, and what is wrong with it."""

    def __init__(self, folder: Path) -> None:
        (self.folder,) = (path for path in folder.iterdir() if path.is_dir())
        self.about: dict[str, Any] = json.loads((self.folder / "cgs.json").read_text())
        self.cards: list[dict[str, Any]] = json.loads((self.folder / "AllCards.json").read_text())

    def decks(self) -> dict[str, Counter[str]]:
        """Copies by id of each deck."""
        found = {}
        for path in (self.folder / "decks").glob("*.txt"):
            lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
            made = [re.fullmatch(r"(\d+) \[([^\]]+)\] ([^\[\]()]+)", line) for line in lines]
            assert all(made), path.name
            found[path.stem] = Counter({one[2]: int(one[1]) for one in made if one})
        return found

    def problems(self, copies: dict[str, int]) -> list[str]:
        """`copies` are those of the game by the id of their cards."""
        files = {p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*") if p.is_file()}
        wrong = [f"no property {key}" for key in sorted(set(self.about) - KNOWN)]
        used = {"cgs.json", "AllCards.json", "CardBack.png"}
        loaded: dict[str, str] = {}
        for card in self.cards:
            used.add(f"sets/{card['set']}/{card['id']}.png")
            for back in card["backs"]:
                used.add(f"backs/{back}.png")
                key = f"{card['id']}.{back}"  # what the program makes of a card with a back
                wrong += [f"two cards are {key}"] if key in loaded else []
                loaded[key] = card["id"]
        for key, folder in (
            ("cardBackFaceImageUrls", "backs"), ("deckUrls", "decks"), ("gameBoardUrls", "boards"),
        ):  # fmt: skip
            named = [one["url"] for one in self.about.get(key, ())]
            here = {name for name in files if name.startswith(f"{folder}/")}
            wrong += [f"{key} lacks {name}" for name in sorted(here - set(named))]
            used |= set(named)
        wrong += [f"{name} is not there" for name in sorted(used - files)]
        wrong += [f"{name} is not used" for name in sorted(files - used)]
        found: Counter[str] = Counter()
        for title, deck in self.decks().items():
            wrong += [f"{key} in {title} is no card" for key in sorted(set(deck) - set(loaded))]
            found.update({loaded[key]: count for key, count in deck.items() if key in loaded})
        if dict(found) != copies:
            wrong.append(f"copies are {dict(found)}")
        if {one["name"] for one in self.about["gameStartDecks"]} != set(self.decks()):
            wrong.append("not all decks are on the table")
        return wrong + self._boards(set(loaded)) + self._sizes(files)

    def _boards(self, loaded: set[str]) -> list[str]:
        wrong, known = [], {one["id"] for one in self.about.get("gameBoardUrls", ())}
        shown: set[str] = set()
        for one in self.about.get("gameBoardCards", ()):
            wrong += [] if one["card"] in loaded else [f"{one['card']} brings boards and is no card"]
            right = 0.0
            for board in one["boards"]:
                shown.add(board["id"])
                if board["offsetMin"]["x"] < right:
                    wrong.append(f"{board['id']} lies on another board")
                right = board["offsetMin"]["x"] + board["size"]["x"]
        return wrong + [f"board {name} is not on the table" for name in sorted(known ^ shown)]

    def _sizes(self, files: set[str]) -> list[str]:
        sizes = {
            Image.open(self.folder / name).size
            for name in files
            if name.endswith(".png") and not name.startswith("boards/")
        }
        wrong = [] if len(sizes) == 1 else [f"sizes {sorted(sizes)}"]
        (width, height), box = min(sizes), self.about["cardSize"]
        if abs(width / height - box["x"] / box["y"]) > 0.6 / height * (1 + width / height):
            wrong.append("pictures have another shape than cards")
        return wrong
