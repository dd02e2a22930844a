"""Card Game Simulator: a folder of a game with its cards, backs, boards and decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from PIL import Image

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size, pixels, readable_json
from prancha.export.target import Export, Plan, Target, steps_in_words, usual_fields
from prancha.export.targets.designs import (
    COMMON,
    Draw,
    Make,
    TableDesign,
    as_png,
    families_of,
    plan_files,
    role,
    shrunk_families,
    slug,
    table_designs,
)
from prancha.export.targets.picture_sheets import WHITE, draw_panel, panel_of
from prancha.model.kit_components import ComponentFace, ComponentFamily, ComponentKit
from prancha.model.outline import Net
from prancha.model.units import MM_PER_INCH, Mm

MOST_PIXELS = 2048
"""The longer side of a picture."""
BLANK = "blank"
LONGEST_NAME = 80
"""Most letters in the name of a deck, which is a file too."""
BOARD_GAP = 0.5
"""Inches between boards."""
Tree = dict[str, Any]


class CardBox(Struct, frozen=True):
    """The box that all cards have, in mm and in pixels."""

    width: Mm
    height: Mm
    size: Size

    @property
    def dpi(self) -> float:
        """Pixels an inch, across."""
        return self.size[0] / self.width * MM_PER_INCH

    def fits(self, width: Mm, height: Mm) -> bool:
        """Return whether a piece has room in its true size."""
        return width < self.width + 0.05 and height < self.height + 0.05

    def placed(self, width: Mm, height: Mm) -> tuple[Size, tuple[int, int]]:
        """Return a piece's pixels, at the scale of the others if it fits, and its corner if centred."""
        scale = min(1.0, self.width / width, self.height / height)
        across = min(self.size[0], max(1, round(width * scale * self.size[0] / self.width)))
        down = min(self.size[1], max(1, round(height * scale * self.size[1] / self.height)))
        return (across, down), ((self.size[0] - across) // 2, (self.size[1] - down) // 2)

    def around(self, picture: Image.Image, corner: tuple[int, int]) -> Image.Image:
        """Put a picture at its place, transparent around it."""
        whole = Image.new("RGBA", self.size, (0, 0, 0, 0))
        whole.paste(picture, corner)
        return whole


def card_box(kit: ComponentKit, dpi: float) -> CardBox:
    """Return the size of the largest cards; of the largest pieces, in a game without cards."""
    cards = [one for one in kit.families if role(one) == "card"] or list(kit.families)
    outline = max((one.outline for one in cards), key=lambda one: one.width * one.height)
    dpi = min(dpi, MOST_PIXELS * MM_PER_INCH / max(outline.width, outline.height))
    return CardBox(outline.width, outline.height, (pixels(outline.width, dpi), pixels(outline.height, dpi)))


class CgsGame:
    """Gathers pictures and texts by the name of their file in the folder."""

    def __init__(self, kit: ComponentKit, box: CardBox, dpi: float) -> None:
        self.pictures: dict[str, Draw] = {}
        self.texts: dict[str, bytes] = {}
        self._box, self._cards, self._backs = box, list[Tree](), list[str]()
        decks: dict[str, list[str]] = {}
        # A board comes onto the table with a card; where there is none, it is one.
        apart = any(role(family) not in ("board", "die", "box") for family in kit.families)
        boards: list[tuple[str, ComponentFamily]] = []
        for family in kit.families:
            kind, designs = role(family), table_designs(family, dpi, MOST_PIXELS)
            if kind == "board" and apart:
                for one in designs:
                    boards += [(self._board(one), family)] * one.copies
            elif kind not in ("die", "box"):
                title = _deck_name(family, decks)
                decks[title] = [self._card(family, one) for one in designs]
        self.texts["AllCards.json"] = readable_json(self._cards)
        for title, lines in decks.items():
            text = "\n".join((f"### {kit.title} Deck: {title}", *lines)) + "\n"
            self.texts[f"decks/{title}.txt"] = text.encode()
        self.texts["cgs.json"] = readable_json(self._about(kit, list(decks), boards))

    def _about(
        self, kit: ComponentKit, decks: Sequence[str], boards: Sequence[tuple[str, ComponentFamily]]
    ) -> Tree:
        listed = [{"name": one, "url": f"decks/{one}.txt"} for one in decks]
        made = usual_fields("cgs", "game") | {
            "name": kit.title,
            "copyright": kit.licence,
            "cardSize": {"x": _inches(self._box.width), "y": _inches(self._box.height)},
            "cardBackFaceImageUrls": [{"id": one, "url": f"backs/{one}.png"} for one in self._backs],
            "deckUrls": listed,
            "gameStartDecks": listed,
        }
        if boards and self._cards:
            made["gameBoardImageFileType"] = "png"
            made["gameBoardUrls"] = [
                {"id": one, "url": f"boards/{one}.png"} for one in dict.fromkeys(name for name, _ in boards)
            ]
            made["gameBoardCards"] = [{"card": _loaded(self._cards[0]), "boards": _row(boards)}]
        return made

    def _board(self, one: TableDesign) -> str:
        face, size = one.front.face, one.front.size
        name = one.front.name.removesuffix(".png")
        self.pictures[f"boards/{name}.png"] = lambda pictures: pictures.draw(face, (0.0, 0.0), size)
        return name

    def _card(self, family: ComponentFamily, one: TableDesign) -> str:
        """Add a card; return its line in a deck."""
        family_id = slug(family.id)
        name, back = f"{family_id}-{one.id}", f"{family_id}-{BLANK}"
        if role(family) == "standee":
            assert family.net is not None
            front, behind = (self._panel(one.front.face, family.net, side) for side in ("front", "back"))
            back = name
        else:
            front, behind = self._face(one.front.face), self._blank(one.front.face)
            if one.back is not None:
                back = name if family.common_back is None else f"{family_id}-{COMMON}"
                behind = self._face(one.back.face)
        self.pictures[f"sets/{family_id}/{name}.png"] = front
        self.pictures[f"backs/{back}.png"] = behind
        self.pictures.setdefault("CardBack.png", behind)
        if back not in self._backs:
            self._backs.append(back)
        card = {
            "id": name,
            "name": one.title,
            "set": family_id,
            "setname": family.title,
            "backs": [back],
            "family": family.title,
            "text": one.words,
        }
        self._cards.append(card)
        return f"{one.copies} [{_loaded(card)}] {_plain(one.title)}"

    def _face(self, face: ComponentFace) -> Draw:
        size, corner = self._box.placed(face.outline.width, face.outline.height)
        return lambda pictures: self._box.around(pictures.cut_out(face, size), corner)

    def _blank(self, face: ComponentFace) -> Draw:
        size, corner = self._box.placed(face.outline.width, face.outline.height)

        def draw(pictures: FacePictures) -> Image.Image:
            white = Image.new("RGBA", size, (*WHITE, 255))
            white.putalpha(pictures.mask(face, size))
            return self._box.around(white, corner)

        return draw

    def _panel(self, face: ComponentFace, net: Net, side: str) -> Draw:
        panel = panel_of(net, side)
        size, corner = self._box.placed(panel.width, panel.height)
        return lambda pictures: self._box.around(draw_panel(pictures, face, panel, size), corner)


def _loaded(card: Mapping[str, Any]) -> str:
    """Return the id under which the program has a card with one back of its own."""
    return f"{card['id']}.{card['backs'][0]}"


def _plain(title: str) -> str:
    """Remove brackets, which hold ids and sets in a line of a deck."""
    return " ".join("".join(" " if sign in "[]()" else sign for sign in title).split())


def _deck_name(family: ComponentFamily, decks: Mapping[str, object]) -> str:
    """Return what the program shows and the file is called."""
    name = "".join(" " if sign in '\\/:*?"<>|.' else sign for sign in family.title)
    name = " ".join(name.split())[:LONGEST_NAME].strip() or slug(family.id)
    taken = {one.casefold() for one in decks}
    return name if name.casefold() not in taken else f"{name} ({slug(family.id)})"


def _row(boards: Sequence[tuple[str, ComponentFamily]]) -> list[Tree]:
    """Place boards side by side, from the lower left corner."""
    made, x = list[Tree](), BOARD_GAP
    for name, family in boards:
        width, height = _inches(family.outline.width), _inches(family.outline.height)
        made.append(
            {"id": name, "offsetMin": {"x": round(x, 4), "y": BOARD_GAP}, "size": {"x": width, "y": height}}
        )
        x += width + BOARD_GAP
    return made


def _inches(length: Mm) -> float:
    """Convert mm to inches."""
    return round(length / MM_PER_INCH, 4)


def plan(export: Export) -> Plan:
    """Plan all pictures, the lists of cards and decks, and the description of the game."""
    kit = export.kit
    box = card_box(kit, export.options["dpi"])
    game = CgsGame(kit, box, export.options["dpi"])
    name = slug(kit.title) or slug(kit.game) or "game"
    files: list[tuple[str, Make | bytes]] = []
    files += ((f"{name}/{file}", as_png(draw, box.dpi)) for file, draw in game.pictures.items())
    files += ((f"{name}/{file}", data) for file, data in game.texts.items())
    told = _told(kit, box, export.options["dpi"])
    return plan_files(
        files, steps_in_words("cgs", name=name), told=told, left_out=families_of(kit, "die", "box")
    )


def _told(kit: ComponentKit, box: CardBox, dpi: float) -> Iterator[str]:
    """Yield remarks for the user."""
    for family in kit.families:
        kind = role(family)
        if kind == "die":
            yield f"{family.title}: left out; the program has dice of its own"
        elif kind == "box":
            yield f"{family.title}: left out; its net is no piece"
        elif kind == "board":
            if any(one.back is not None for one in family.components):
                yield f"{family.title}: a board has one side on this table; its back is left out"
        elif not box.fits(family.outline.width, family.outline.height) and kind != "standee":
            yield f"{family.title}: larger than the cards, which have all one size here; shown smaller"
    yield from shrunk_families(kit.families, dpi, MOST_PIXELS)


TARGET = Target(
    "cgs", "Card Game Simulator: a game with cards, backs, boards and decks", {"dpi": 200.0}, plan
)
