"""The faces of a kit held against the safe zone and the pictures that a print shop asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from prancha.building.step_values import DrawnGame
from prancha.export.targets.shops.fitting import SAME, fit_families
from prancha.model.components import ComponentKit
from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face
from prancha.model.service import Service

CODES = {"safe-zone": "shop-safe-zone", "picture-resolution": "shop-resolution"}
"""Checks of the printed face that a print shop has limits of its own for, and what they are called then."""


def shop_findings(
    drawing: DrawnGame, kit: ComponentKit, service: Service, options: Mapping[str, Any]
) -> Iterator[Diagnostic]:
    """Texts and icons outside the safe zone of the shop where it is wider than the family's own.

    Coarse pictures are told where the shop wants more pixels than the checks of the game do.
    """
    from prancha.checks import artwork

    shown = drawing.shown
    fits = fit_families(kit, service, options["product"], fit=True).fits
    tight = {fit.family.id: fit.safe for fit in fits if fit.safe > fit.family.safe + SAME}
    if shown is None or not tight:
        return
    game = shown.game
    families = tuple(
        replace(family, safe=tight[family.id]) if family.id in tight else family for family in game.families
    )

    def chosen(faces: Mapping[str, Face]) -> Mapping[str, Face]:
        return {key: face for key, face in faces.items() if key.partition("/")[0] in tight}

    held = replace(
        shown, game=replace(game, families=families), fronts=chosen(shown.fronts), backs=chosen(shown.backs)
    )
    for found in artwork.inspect([held], None, idle=False).findings:
        if found.code in CODES:
            hint = f"{service.title} may cut it; {found.hint}"
            yield replace(found, code=CODES[found.code], hint=hint)
