"""Card Game Simulator: a folder of a game with its cards, backs, boards and decks.

The form is that of its schemas (cgs.json, AllCards.json) and of its reader (UnityCardGame.cs in
github.com/finol-digital/Card-Game-Simulator).  All cards of a game have one size there.
"""

from __future__ import annotations

from collections.abc import Iterator

from prancha.export.encoding import png
from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, Plan, Target
from prancha.export.targets.cgs.game import MOST_PIXELS, CardBox, CgsGame, card_box
from prancha.export.targets.cgs.guide import steps
from prancha.export.targets.designs import cut_down
from prancha.export.targets.names import slug, wrong_names
from prancha.export.targets.roles import families_of, role
from prancha.model.components import ComponentKit


def plan(export: Export) -> Plan:
    """All pictures, the lists of cards and decks, and the description of the game."""
    kit = export.kit
    box = card_box(kit, export.options["dpi"])
    game = CgsGame(kit, box, export.options["dpi"])
    name = slug(kit.title) or slug(kit.game) or "game"
    names = [f"{name}/{file}" for file in (*game.pictures, *game.texts)]

    def write(pictures: FacePictures) -> Iterator[File]:
        for file, draw in game.pictures.items():
            yield f"{name}/{file}", png(draw(pictures), box.dpi)
        for file, data in game.texts.items():
            yield f"{name}/{file}", data

    return Plan(
        tuple(names), write, steps(name), wrong=tuple(wrong_names(names)),
        told=tuple(_told(kit, box, export.options["dpi"])), left_out=families_of(kit, "die"),
    )  # fmt: skip


def _told(kit: ComponentKit, box: CardBox, dpi: float) -> Iterator[str]:
    for family in kit.families:
        kind = role(family)
        if kind == "die":
            yield f"{family.title}: left out; the program has dice of its own"
        elif kind == "board":
            if any(one.back is not None for one in family.components):
                yield f"{family.title}: a board has one side on this table; its back is left out"
        elif not box.fits(family.outline.width, family.outline.height) and kind != "standee":
            yield f"{family.title}: larger than the cards, which have all one size here; shown smaller"
    yield from cut_down(kit.families, dpi, MOST_PIXELS)


TARGET = Target(
    "cgs", "Card Game Simulator: a game with cards, backs, boards and decks", {"dpi": 200.0}, plan
)
