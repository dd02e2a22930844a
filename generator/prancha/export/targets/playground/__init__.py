"""Tabletop Playground: a package with a template for each stack of cards, tiles, tokens, and each board.

The form is that of its schemas (github.com/plasticity-studios/tabletop-playground-schemas) and of templates
that the program wrote.
"""

from __future__ import annotations

from collections.abc import Iterator

from prancha.export.face_pictures import FacePictures
from prancha.export.target import Export, File, Plan, Target
from prancha.export.targets.designs import cut_down
from prancha.export.targets.names import slug, wrong_names
from prancha.export.targets.playground.guide import steps
from prancha.export.targets.playground.package import MOST_PIXELS, TablePackage
from prancha.export.targets.roles import families_of, role, unfolded
from prancha.model.components import ComponentKit


def plan(export: Export) -> Plan:
    """A folder of the package, to be copied as it is."""
    kit, dpi = export.kit, export.options["dpi"]
    package, name = TablePackage(kit, dpi), slug(kit.title) or slug(kit.game) or "game"
    names = [f"{name}/{file}" for file in (*package.texts, *(f"Textures/{one}" for one in package.textures))]

    def write(pictures: FacePictures) -> Iterator[File]:
        for file, data in package.texts.items():
            yield f"{name}/{file}", data
        for texture in package.textures:
            yield f"{name}/Textures/{texture}", package.texture(texture, pictures)

    return Plan(
        tuple(names), write, steps(name), wrong=tuple(wrong_names(names)), told=tuple(_told(kit, dpi)),
        left_out=families_of(kit, "die"),
    )  # fmt: skip


def _told(kit: ComponentKit, dpi: float) -> Iterator[str]:
    for family in kit.families:
        kind = role(family)
        if kind == "die":
            yield f"{family.title}: left out; the program has dice of its own"
        if kind == "standee" or unfolded(family):
            yield f"{family.title}: a {family.kind or kind} lies flat on this table"
        if kind == "card" and any(one.back is None for one in family.components):
            yield f"{family.title}: these cards have no back; on the table theirs is white"
        spaces = sum(len(one.front.spaces) for one in family.components)
        if spaces and kind == "board":
            yield f"{family.title}: {spaces} snap points, one on each space that is drawn"
    yield from cut_down(kit.families, dpi, MOST_PIXELS)


TARGET = Target(
    "playground",
    "Tabletop Playground: a package with stacks of cards and pieces, and boards that snap",
    {"dpi": 200.0},
    plan,
)
