"""The walk from a catalogue to an export, and the check of a game against a print shop."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prancha.building import steps
from prancha.building.components import component_kit
from prancha.building.export_sheets import contact_pages, family_labels, lay_out_cuts
from prancha.building.face_drawing import Stopwatch, render_settings
from prancha.building.game_loading import check_rules, read_game
from prancha.building.kit_files import part_name, safe_name
from prancha.building.order import RULEBOOK, WRITE, Order, Progress, output_folder, silent
from prancha.building.pipeline import open_languages
from prancha.building.selection import choose_ordered, choose_sheet
from prancha.building.step_values import DrawnGame, OpenedGame
from prancha.catalogue import load_services
from prancha.export.face_pictures import FacePictures
from prancha.export.target import (
    READ_ME,
    RECORD,
    BookPages,
    Export,
    PageContents,
    PageFacts,
    Plan,
    Target,
    are_as_planned,
    entry,
    read_me,
    record,
    unknown_files,
)
from prancha.export.targets import load_targets
from prancha.export.targets.shop_products import SAME, fit_families
from prancha.model.diagnostic import Diagnostic, Failure, Place, counted, suggestion
from prancha.model.face import Face, Portfolio
from prancha.model.game import Game
from prancha.model.kit_components import ComponentFace, ComponentKit, Service
from prancha.model.play_table import SCENE
from prancha.model.table_layout import LaidTable, lay_out
from prancha.render import render
from prancha.system import program_folders
from prancha.system.atomic_files import new_folder
from prancha.system.crashes import caught

if TYPE_CHECKING:
    from prancha.checks.artwork import Printed


CODES = {"safe-zone": "shop-safe-zone", "picture-resolution": "shop-resolution"}
"""Codes of face checks for which print shops have their own limits, and the codes used then."""
_USUAL_TABLE = {"players": SCENE, "seed": 1}
"""Options of the table that a page shows: its scene, or the fewest players."""
FOLDER = "export"
"""Folder beside the kits of a game that contains its exports."""


def shop_findings(
    drawing: DrawnGame, kit: ComponentKit, service: Service, options: Mapping[str, Any]
) -> Iterator[Diagnostic]:
    """Find texts and icons outside the shop's safe zone where that is wider than the family's own.

    Also report low-resolution pictures if the shop wants more pixels than the checks of the game, and
    borders that show an inexact cut.
    """
    from prancha.checks import artwork
    from prancha.checks.artwork.drift import shop_borders

    shown = drawing.shown
    fits = fit_families(kit, service, options["product"], fit=True).fits
    tight = {fit.family.id: fit.safe for fit in fits if fit.safe > fit.family.safe + SAME}
    if shown is None:
        return
    made = {fit.family.id for fit in fits}
    yield from shop_borders(_limit_families(shown, made), service.title, service.border)
    if not tight:
        return
    game = shown.game
    families = tuple(
        replace(family, safe=tight[family.id]) if family.id in tight else family for family in game.families
    )

    held = replace(_limit_families(shown, tight), game=replace(game, families=families))
    for found in artwork.inspect([held], None, idle=False).findings:
        if found.code in CODES:
            hint = f"{service.title} may cut it; {found.hint}"
            yield replace(found, code=CODES[found.code], hint=hint)


def _limit_families(shown: Printed, names: Collection[str]) -> Printed:
    """`shown` with the faces of the families `names` alone."""

    def chosen(faces: Mapping[str, Face]) -> Mapping[str, Face]:
        return {key: face for key, face in faces.items() if key.partition("/")[0] in names}

    return replace(shown, fronts=chosen(shown.fronts), backs=chosen(shown.backs))


class Exported(Struct, frozen=True):
    """Result of an export: number of files, their folder and size."""

    game: str
    title: str
    folder: Path
    files: int
    size: int
    notes: tuple[Diagnostic, ...] = ()
    told: tuple[str, ...] = ()


_RENAMED = {"rulebook": "cut-outs"}
"""Targets by their former names."""


def choose_target(name: str, asked: Mapping[str, Any]) -> tuple[Target, Mapping[str, Any]]:
    """The target called `name` and all its options, those `asked` for and the others; raises Failure."""
    targets = load_targets()
    found = targets.get(name.casefold())
    if found is None:
        message = f'there is no target "{name}"'
        hint = suggestion(name.casefold(), targets) + "; prancha export --list describes them"
        if now := _RENAMED.get(name.casefold()):
            hint = f"it is called {now} now; prancha build writes the rulebook that book: declares"
        raise Failure([Diagnostic(Place(""), "no-target", message, hint=hint)])
    known = ", ".join(f"--{each.replace('_', '-')}" for each in found.options) or "none"
    wrong = [
        Diagnostic(
            Place(""),
            "export-option",
            f"--{option.replace('_', '-')} is not an option of --to {found.name}",
            hint=f"its options: {known}",
        )
        for option in asked
        if option not in found.options
    ]
    wrong += [
        Diagnostic(
            Place(""),
            "export-option",
            f"--to {found.name} knows no --{option} {asked[option]}",
            hint=f"choose --{option} {', '.join(choices)}",
        )
        for option, choices in found.choices.items()
        if option in asked and asked[option] not in choices
    ]
    if missing := found.missing():
        wrong.append(Diagnostic(Place(""), "export-pack", missing))
    if wrong:
        raise Failure(wrong)
    return found, {**found.options, **asked}


def export_game(
    order: Order, name: str, target: Target, options: Mapping[str, Any], progress: Progress = silent
) -> Exported:
    """Export one game to one target; raises Failure and leaves an existing folder untouched."""
    opened = steps.open_game(order, name)
    game = _choose(opened.game, order, target)
    folder = _folder(opened.order, game, target, options)
    service = service_of(order.project, target)
    facts: tuple[PageFacts, ...] = ()
    if target.page:
        from prancha.building.page_contents import gather_page_facts  # builds whole kits

        facts = gather_page_facts(order, name, progress)
    earlier = _read_record(folder, game, target)
    drawing = steps.draw_game(opened, progress)
    with steps.saving_faces(opened, drawing, game is not opened.game):
        kit = component_kit(game, drawing, opened.lang)
        if not kit.families and game.families:
            hint = "give a component copies, or name others with --only and --items"
            raise Failure(
                [Diagnostic(game.place, "no-items", "no component has copies to export", hint=hint)]
            )
        whole = drawing.toned
        drawn = whole if game is opened.game else whole.of(game)
        sheets = None
        if target.machine is not None:
            with caught(game.place, f"laying out its sheets for {target.name}"):
                sheets = lay_out_cuts(opened.order, drawing.maker, drawn, game, target.machine(options))
        with caught(game.place, f"planning its export to {target.name}"):
            contact = contact_pages(kit, drawing.maker) if target.contact else None
            told = family_labels(kit, drawing.maker) if target.labels else {}
            labels = {
                name: ComponentFace(face.digest, face.outline, bleed=0.0, side=face.side, words="")
                for name, face in told.items()
            }
            printing = _page_contents(opened.order, game, target, progress)
            at = folder.absolute().as_posix()
            plan = target.plan(
                Export(
                    kit,
                    options,
                    service=service,
                    earlier=earlier,
                    sheets=sheets,
                    contact=contact,
                    folder=at,
                    laid=lay_table(
                        opened.game, kit, {**_USUAL_TABLE, **options} if target.prints else options
                    ),
                    labels=labels,
                    page_facts=facts,
                    book=_book(opened, drawing) if target.book else None,
                    printing=printing,
                )
            )
        if plan.wrong:
            raise Failure(plan.wrong)
        own = (*(sheets.faces if sheets else ()), *(contact.faces if contact else ()), *told.values())
        rendered = steps.render_kit(
            opened,
            drawing,
            printed=(*drawn.faces, *own),
            progress=progress,
            stopwatch=Stopwatch(drawing.drawn),
            others=steps.unprinted_faces(drawn, whole),
        )
        shop = service is not None
        found = steps.inspect_faces(opened, [drawing], opened.rules, idle=False, shop=shop).findings
    if any(finding.severity == "error" for finding in found):
        raise Failure(found)
    notes = (*opened.findings, *found, *drawing.toned.notes, *rendered.notes)
    if service is not None:
        notes = (*notes, *shop_findings(drawing, kit, service, options))
    if order.strict and notes:
        raise Failure(replace(note, severity="error") for note in notes)
    with caught(game.place, f"writing its export to {target.name}"):
        pictures = _face_pictures(opened, drawing, kit, rendered, tuple(labels.values()))
        count, size = _write(
            folder,
            kit,
            target=target,
            options=options,
            plan=plan,
            pictures=pictures,
            tell=lambda done: progress(game.id, WRITE, done, len(plan.names)),
        )
    return Exported(game.id, game.title, folder=folder, files=count, size=size, notes=notes, told=plan.told)


def _page_contents(order: Order, game: Game, target: Target, progress: Progress) -> PageContents | None:
    if not target.prints:
        return None
    from prancha.building.page_contents import page_contents  # builds whole kits, which no other target does

    return page_contents(order, game, progress)


def _choose(game: Game, order: Order, target: Target) -> Game:
    """The families to export: all, or those that are named beside the rulebook; raises Failure."""
    named = tuple(one for one in order.only if one != RULEBOOK or not target.book or game.book is None)
    if order.only and not named:
        return replace(game, families=())
    return choose_ordered(game, replace(order, only=named))


def _book(opened: OpenedGame, drawing: DrawnGame) -> BookPages | None:
    """The rulebook of a game, None where it declares none or others are exported."""
    order = opened.order
    if opened.game.book is None or order.items or (order.only and RULEBOOK not in order.only):
        return None
    from prancha.building.rulebook_files import book_pages

    return book_pages(opened, drawing, choose_sheet(opened.order)[0])


def lay_table(game: Game, kit: ComponentKit, options: Mapping[str, Any]) -> LaidTable | None:
    """The set-up for `players` of the options, None without these; raises Failure where there is none.

    SCENE gives None where the game has no table.yaml or `kit` lacks a board that it needs.
    """
    players, table = options.get("players"), game.play_table
    if players is None or (players == SCENE and table is None):
        return None
    if table is None or players not in (SCENE, *table.players):
        known = f"it has set-ups for {', '.join(map(str, table.players))}" if table is not None else ""
        message = f"{game.id} has no set-up for {counted(players, 'player')}"
        hint = known or "write a table.yaml; prancha help table says how"
        raise Failure([Diagnostic(table.place if table else game.place, "no-set-up", message, hint=hint)])
    laid = lay_out(game, players, options["seed"], kit.spaces)
    if laid.faults:
        # With `--only`, boards may be left out whose spaces the set-up names: then there is no table to show.
        if len(kit.families) < len(game.families) and {one.code for one in laid.faults} == {"unknown-space"}:
            return None
        raise Failure(laid.faults)
    return laid


def service_of(project: Path, target: Target) -> Service | None:
    """The print shop of a target, from the project or the program; None for other targets."""
    if not target.service:
        return None
    return load_services((project / "components" / "_sheets", program_folders.SHEETS))[target.service]


def _face_pictures(
    opened: OpenedGame,
    drawing: DrawnGame,
    kit: ComponentKit,
    portfolio: Portfolio,
    labels: tuple[ComponentFace, ...],
) -> FacePictures:
    faces = {face.digest: face for face in (*drawing.toned.fronts.values(), *drawing.toned.backs.values())}
    settings = render_settings(opened.game, opened.lang)

    def alone(digest: str) -> Portfolio:
        maker, book, folders = drawing.maker, drawing.book, drawing.folders
        return render([faces[digest]], maker.symbols, book, folders, where=maker, settings=settings)

    return FacePictures(kit, portfolio, drawing.book, alone, labels)


def _folder(order: Order, game: Game, target: Target, options: Mapping[str, Any]) -> Path:
    """Folder of this export; its name contains every option that changes its content."""
    above = output_folder(order, game.id)
    parts = [target.name]
    shown = [family.id for family in game.families] + [RULEBOOK] * (RULEBOOK in order.only)
    if part := part_name(order, shown):
        parts.append(part)
    if order.lang not in (None, game.languages[0]):
        parts.append(str(order.lang))
    parts += (
        safe_name(value if isinstance(value, str) else f"{key}-{value}".replace("-True", ""))
        for key, value in options.items()
        if value != target.options[key]
    )
    return above / FOLDER / "-".join(parts)


def _read_record(folder: Path, game: Game, target: Target) -> Mapping[str, Any]:
    """Read what this target stored in an existing folder; raises Failure if that contains anything else."""
    if not os.path.lexists(folder):
        return {}
    if not folder.is_dir() or folder.is_symlink():
        raise Failure([_folder_problem(folder, "is no folder")])
    found = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if not path.is_dir() or path.is_symlink()
    )
    try:
        told = msgspec.json.decode((folder / RECORD).read_bytes(), type=dict[str, Any])
    except (OSError, msgspec.MsgspecError):
        told = {}
        if not found:
            return {}
    if told.get("game") != game.id or told.get("target") != target.name:
        of = f"an export of {told['game']} to {told.get('target')}" if told.get("game") else "other files"
        raise Failure([_folder_problem(folder, f"holds {of}")])
    if strange := unknown_files(told, found):
        more = f" and {len(strange) - 1} more" if len(strange) > 1 else ""
        raise Failure([_folder_problem(folder, f"holds {strange[0]}{more}, which no export wrote")])
    memory = told.get("memory")
    return memory if isinstance(memory, dict) else {}


def _folder_problem(folder: Path, why: str) -> Diagnostic:
    hint = "move it away, or give another folder with --out: an export takes the place of the whole folder"
    return Diagnostic(Place(str(folder)), "export-folder", f"the folder {why}", hint=hint)


def _write(
    folder: Path,
    kit: ComponentKit,
    target: Target,
    options: Mapping[str, Any],
    plan: Plan,
    pictures: FacePictures,
    tell: Callable[[int], None],
) -> tuple[int, int]:
    """Write all files of a plan, and `tell` how many there are; returns their number and size in bytes."""
    listed = []
    with pictures, new_folder(folder) as writer:
        for name, data in plan.write(pictures):
            writer.write(name, data)
            listed.append(entry(name, data))
            tell(len(listed))
        assert are_as_planned(plan.names, [name for name, *_ in listed]), "a plan names its files"
        data = read_me(kit, target.name, plan)
        writer.write(READ_ME, data)
        listed.append(entry(READ_ME, data))
        looks = plan.looks(pictures) if plan.looks is not None else {}
        writer.write(RECORD, record(kit, target, options, plan=plan, files=listed, looks=looks))
        return len(listed) + 1, writer.size


def choose_shop(
    project: Path, name: str, asked: Mapping[str, Any]
) -> tuple[Target, Mapping[str, Any], Service]:
    """The target of a print shop with all its options; raises Failure for a name that is none."""
    services = load_services((project / "components" / "_sheets", program_folders.SHEETS))
    if name.casefold() not in services:
        hint = suggestion(name.casefold(), services)
        raise Failure([Diagnostic(Place(""), "no-target", f'there is no print shop "{name}"', hint=hint)])
    target, options = choose_target(name, asked)
    service = service_of(project, target)
    assert service is not None, "the targets of print shops have one"
    return target, options, service


def check_for_shop(
    project: Path,
    name: str,
    shop: tuple[Target, Mapping[str, Any], Service],
    only: tuple[str, ...] = (),
    progress: Progress = silent,
) -> tuple[Diagnostic, ...]:
    """Check a game for a print shop in every complete language; nothing is written."""
    try:
        read = read_game(project, name)
        check_rules(read)
    except Failure as failure:
        return failure.diagnostics
    found: set[Diagnostic] = set()
    for opened in open_languages(read, Order(project, only=only)):
        try:
            drawing = steps.draw_game(opened, progress)
            with steps.saving_faces(opened, drawing):
                found |= _check_language(opened, drawing, shop)
        except Failure as failure:
            found |= set(failure.diagnostics)
    return tuple(sorted(found))


def _check_language(
    opened: OpenedGame, drawing: DrawnGame, shop: tuple[Target, Mapping[str, Any], Service]
) -> set[Diagnostic]:
    target, options, service = shop
    game = choose_ordered(opened.game, opened.order)
    kit = component_kit(game, drawing, opened.lang)
    with caught(game.place, f"planning its export to {target.name}"):
        plan = target.plan(Export(kit, options, service=service))
    told = {Diagnostic(game.place, "shop-note", each, severity="warning") for each in plan.told}
    wrong = {replace(each, place=game.place) if not each.place.file else each for each in plan.wrong}
    coarse = {
        replace(each, code=CODES[each.code])
        for each in steps.inspect_faces(opened, [drawing], opened.rules, idle=False, shop=True).findings
        if each.code == "picture-resolution" and each.severity == "error"
    }
    return {*told, *wrong, *coarse, *shop_findings(drawing, kit, service, options)}
