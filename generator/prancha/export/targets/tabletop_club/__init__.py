"""Tabletop Club: an asset pack with cards, tokens, boards, pieces, stand-ups and dice.

The form is that of its documentation (docs.tabletopclub.net, custom assets) and of its reader
(github.com/drwhut/tabletop-club, AssetDB.gd).
"""

from __future__ import annotations

from collections.abc import Iterator

from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, Plan, Target
from prancha.export.targets.designs import cut_down
from prancha.export.targets.names import slug, wrong_names
from prancha.export.targets.roles import role, unfolded
from prancha.export.targets.tabletop_club.guide import steps
from prancha.export.targets.tabletop_club.meshes import DIE_TURNS
from prancha.export.targets.tabletop_club.pack import MOST_PIXELS, AssetPack
from prancha.model.components import ComponentFamily, ComponentKit


def plan(export: Export) -> Plan:
    """A folder called like the game, to be copied as it is."""
    kit, dpi = export.kit, export.options["dpi"]
    pack, name = AssetPack(kit, dpi), slug(kit.game) or "game"
    names = [f"{name}/{file}" for file in pack.files]

    def write(pictures: FacePictures) -> Iterator[File]:
        for file, draw in pack.files.items():
            yield f"{name}/{file}", draw(pictures)

    return Plan(
        tuple(names), write, steps(name, bool(pack.loose)), wrong=tuple(wrong_names(names)),
        told=tuple(_told(kit, dpi, pack)), left_out=tuple(family.id for family in _strange_dice(kit)),
    )  # fmt: skip


def _strange_dice(kit: ComponentKit) -> Iterator[ComponentFamily]:
    """Dice that do not have the six sides of which we know how they lie."""
    for family in kit.families:
        if role(family) == "die" and family.net is not None and len(family.net.panels) != len(DIE_TURNS):
            yield family


def _told(kit: ComponentKit, dpi: float, pack: AssetPack) -> Iterator[str]:
    for family in _strange_dice(kit):
        sides = len(family.net.panels) if family.net is not None else 0
        yield f"{family.title}: a d{sides} is left out; the program's own is there"
    for family in kit.families:
        if unfolded(family):
            yield f"{family.title}: a {family.kind} lies unfolded on this table"
        if role(family) == "card" and any(one.back is None for one in family.components):
            yield f"{family.title}: these cards have no back; on the table theirs is white"
    yield from cut_down(kit.families, dpi, MOST_PIXELS)
    for title, count in pack.loose.items():
        yield f"{title}: models do not stack; its {count} pieces are taken one by one, each says how often"


TARGET = Target(
    "tabletop-club",
    "Tabletop Club: an asset pack with stacks of cards and tokens, models of all else",
    {"dpi": 200.0},
    plan,
)
