"""The faces of a kit held against the safe zone, the border and the pictures that a print shop asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from prancha.building.step_values import DrawnGame
from prancha.export.targets.shop_products import SAME, fit_families
from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face
from prancha.model.kit_components import ComponentKit, Service

if TYPE_CHECKING:
    from prancha.checks.artwork import Printed

CODES = {"safe-zone": "shop-safe-zone", "picture-resolution": "shop-resolution"}
"""Checks of the printed face that a print shop has limits of its own for, and what they are called then."""


def shop_findings(
    drawing: DrawnGame, kit: ComponentKit, service: Service, options: Mapping[str, Any]
) -> Iterator[Diagnostic]:
    """Texts and icons outside the safe zone of the shop where it is wider than the family's own.

    Coarse pictures are told where the shop wants more pixels than the checks of the game do, and borders
    that show where its cut is off.
    """
    from prancha.checks import artwork
    from prancha.checks.artwork.drift import shop_borders

    shown = drawing.shown
    fits = fit_families(kit, service, options["product"], fit=True).fits
    tight = {fit.family.id: fit.safe for fit in fits if fit.safe > fit.family.safe + SAME}
    if shown is None:
        return
    made = {fit.family.id for fit in fits}
    yield from shop_borders(_of_families(shown, made), service.title, service.border)
    if not tight:
        return
    game = shown.game
    families = tuple(
        replace(family, safe=tight[family.id]) if family.id in tight else family for family in game.families
    )

    held = replace(_of_families(shown, tight), game=replace(game, families=families))
    for found in artwork.inspect([held], None, idle=False).findings:
        if found.code in CODES:
            hint = f"{service.title} may cut it; {found.hint}"
            yield replace(found, code=CODES[found.code], hint=hint)


def _of_families(shown: Printed, names: Collection[str]) -> Printed:
    """`shown` with the faces of the families `names` alone."""

    def chosen(faces: Mapping[str, Face]) -> Mapping[str, Face]:
        return {key: face for key, face in faces.items() if key.partition("/")[0] in names}

    return replace(shown, fronts=chosen(shown.fronts), backs=chosen(shown.backs))
