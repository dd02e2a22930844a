"""What a print shop would spoil: sizes it does not make, words outside its safe zone, coarse pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from prancha.building import steps
from prancha.building.components import component_kit
from prancha.building.continuing import continued
from prancha.building.exporting import choose_target, service_of
from prancha.building.loading import check_rules, read_game
from prancha.building.order import Order, Progress, silent
from prancha.building.selection import choose_families
from prancha.building.shop_faces import shop_findings
from prancha.building.step_values import DrawnGame, OpenedGame
from prancha.catalogue import load_services
from prancha.export.target import Export, Target
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.kit_components import Service
from prancha.system import shipped
from prancha.system.unexpected import caught


def choose_shop(
    project: Path, name: str, asked: Mapping[str, Any]
) -> tuple[Target, Mapping[str, Any], Service]:
    """The target of a print shop with all its options; raises Failure for a name that is none."""
    services = load_services((project / "components" / "_sheets", shipped.SHEETS))
    if name.casefold() not in services:
        hint = suggestion(name.casefold(), services)
        raise Failure([Diagnostic(Place(""), "no-target", f'there is no print shop "{name}"', hint=hint)])
    target, options = choose_target(name, asked)
    service = service_of(project, target)
    assert service is not None, "the targets of print shops have one"
    return target, options, service


def check_for_shop(
    project: Path, name: str, shop: tuple[Target, Mapping[str, Any], Service], only: tuple[str, ...] = (),
    progress: Progress = silent,
) -> tuple[Diagnostic, ...]:  # fmt: skip
    """Hold a game against a print shop in every language that it has whole; nothing is written."""
    try:
        read = read_game(project, name)
        check_rules(read)
    except Failure as failure:
        return failure.diagnostics
    found: set[Diagnostic] = set()
    for lang in read.game.languages:
        if read.game.missing(lang):
            continue
        order = Order(project, lang=lang, only=only)
        opened = OpenedGame(order, continued(order, read.game, lang), read.rules, (), lang)
        try:
            drawing = steps.draw_game(opened, progress)
            with steps.kept(opened, drawing):
                found |= _of_language(opened, drawing, shop)
        except Failure as failure:
            found |= set(failure.diagnostics)
    return tuple(sorted(found))


def _of_language(
    opened: OpenedGame, drawing: DrawnGame, shop: tuple[Target, Mapping[str, Any], Service]
) -> set[Diagnostic]:
    target, options, service = shop
    only = opened.order.only
    game = choose_families(opened.game, only) if only else opened.game
    kit = component_kit(game, drawing, opened.lang)
    with caught(game.place, f"planning its export to {target.name}"):
        plan = target.plan(Export(kit, options, service=service))
    told = {Diagnostic(game.place, "shop-note", each, severity="warning") for each in plan.told}
    wrong = {replace(each, place=game.place) if not each.place.file else each for each in plan.wrong}
    return {*told, *wrong, *shop_findings(drawing, kit, service, options)}
