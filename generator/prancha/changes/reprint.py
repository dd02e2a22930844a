"""`prancha build --changed-since`: which copies to print anew, and which to take out of the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from prancha.building import pipeline
from prancha.building.kit_files import safe_name
from prancha.building.order import Kit, Order, Progress, silent
from prancha.building.pipeline import KitPart
from prancha.building.selection import Selection, choose_games, choose_sheet
from prancha.building.step_values import DrawnGame, OpenedGame
from prancha.changes import snapshot_store
from prancha.changes.capture import PrintDigest, SnapshotBuilder
from prancha.changes.difference import compare
from prancha.changes.difference_report import stale_lines
from prancha.changes.face_pages import EDGE, GREY, ListPages, SnapshotFaces
from prancha.changes.snapshot import ItemState, Snapshot
from prancha.changes.snapshot_pictures import figure
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Face
from prancha.model.game import Game
from prancha.model.outline import Outline
from prancha.model.sheet import Paper
from prancha.model.units import Mm
from prancha.system.crashes import caught
from prancha.system.words import words

Looks = tuple[str, str, Outline, str]
"""What tells pieces apart in the hand: front, back, outline, stock."""


class Discard(Struct, frozen=True):
    """`count` pieces of an old design to take out of the box."""

    item: ItemState
    count: int


class Reprint(Struct, frozen=True):
    """The copies to print, by item key, and the pieces to take out of an old box."""

    copies: Mapping[str, int]
    discards: tuple[Discard, ...]


def plan_reprint(old: Snapshot, new: Snapshot, lang: str) -> Reprint:
    """Compare, piece by piece and in one language, what lies in the box with what should.

    A piece that looks the same stays, whatever its id, family or number is
    called now; so a renamed card is not printed again.
    """
    have = Counter[Looks]()
    for item in old.printed_in(lang):
        have[_looks(old, item, lang)] += item.copies
    kept = Counter[Looks]()
    missing: dict[str, int] = {}
    for item in new.printed_in(lang):
        looks = _looks(new, item, lang)
        taken = min(have[looks], item.copies)
        have[looks] -= taken
        missing[item.key] = item.copies - taken
        kept[looks] += taken
    discards = tuple(_discards(old, kept, lang))
    return Reprint({key: count for key, count in missing.items() if count}, discards)


def _discards(old: Snapshot, kept: Counter[Looks], lang: str) -> Iterator[Discard]:
    for item in old.printed_in(lang):
        looks = _looks(old, item, lang)
        stays = min(kept[looks], item.copies)
        kept[looks] -= stays
        if item.copies > stays:
            yield Discard(item, item.copies - stays)


def _looks(snapshot: Snapshot, item: ItemState, lang: str) -> Looks:
    family = snapshot.family(item.family)
    # A snapshot keeps the chords of an outline, not its curves.
    outline = replace(family.outline, curves=())
    return item.face(lang, "front"), item.face(lang, "back"), outline, family.stock


COLUMNS = 3
GAP: Mm = 6.0
TALLEST: Mm = 58.0
CAPTION: Mm = 15.0


def discard_pages(
    discards: Sequence[Discard],
    copies: int,
    old: Snapshot,
    new: Snapshot,
    lang: str,
    paper: Paper,
    snapshot_faces: SnapshotFaces,
    stale: Sequence[str] = (),
) -> tuple[Face, ...]:
    """Return pages with each old design, how many of it go, and its name; `copies` come.

    `stale` are lines on translations, in `lang`.
    """
    texts = words(lang, "discards")
    shown = [
        (discard, discard.item.face(lang, "front"), old.family(discard.item.family).outline)
        for discard in discards
    ]
    snapshot_faces.find_drawable((digest, outline) for _, digest, outline in shown)
    sheets = ListPages(paper, snapshot_faces.book)
    sheets.text(new.title, size=10, fill=GREY)
    sheets.text(texts["out"], size=22, weight=700, gap=1)
    total = sum(discard.count for discard in discards)
    said = [texts["sum"].format(discards=total, copies=copies) if discards else texts["nothing"]]
    if old.revision != new.revision:
        said.append(texts["revision"].format(old=old.revision, new=new.revision))
    sheets.text(" ".join(said), size=10, gap=1 if stale else 4)
    for number, line in enumerate(stale, 1):
        sheets.text(line, size=10, gap=4 if number == len(stale) else 1)
    wide = (sheets.width - (COLUMNS - 1) * GAP) / COLUMNS
    for start in range(0, len(shown), COLUMNS):
        row = shown[start : start + COLUMNS]
        scales = [min(1.0, wide / outline.width, TALLEST / outline.height) for _, _, outline in row]
        tall = max(outline.height * scale for (_, _, outline), scale in zip(row, scales, strict=True))
        sheets.room(tall + CAPTION)
        for column, ((discard, digest, outline), scale) in enumerate(zip(row, scales, strict=True)):
            x = EDGE + column * (wide + GAP)
            svg = snapshot_faces.svg(digest)
            if svg:
                drawing = figure(svg, outline, f"d{start + column}-", scale=scale)
                sheets.draw(drawing, x, sheets.y + tall - outline.height * scale, scale)
            else:
                sheets.put(texts["lost"], x, sheets.y + tall - 5, 9, fill=GREY)
            sheets.put(f"{discard.count} ×", x, sheets.y + tall + 1, 14, 700)
            for k, line in enumerate(sheets.wrapped(discard.item.key, wide - 14, 9)[:2]):
                sheets.put(line, x + 13, sheets.y + tall + 2.2 + 4 * k, 9)
        sheets.y += tall + CAPTION
    return sheets.faces()


class ChangedKits(Struct, frozen=True):
    """The kits of `build --changed-since`: none of `idle` games, nor of `unknown` ones without a state.

    `remarks` are on translations of idle games that may be stale.
    """

    kits: tuple[Kit, ...]
    idle: tuple[str, ...]
    unknown: tuple[str, ...]
    remarks: tuple[str, ...] = ()


def build_changes(
    order: Order, games: Sequence[str], since: str, start_slot: int = 1, progress: Progress = silent
) -> ChangedKits:
    """Build kits of what is new since the state called `since`; all of a game that is new.

    Writes `<out>/<game>/<game>-<paper>-since-<since>.pdf` and `.json`.  Slots before
    `start_slot` of the first sheet stay empty.  Raises Failure.
    """
    chosen = choose_games(order.project, games)
    olds = snapshot_store.states_at(order.project, chosen if games else (), since)
    unknown = () if olds.complete else tuple(game for game in chosen if game not in olds.snapshots)
    kits: list[Kit] = []
    idle: list[str] = []
    remarks: list[str] = []
    wrong: list[Diagnostic] = []
    for name in (game for game in chosen if game not in unknown):
        try:
            with caught(Place(f"components/{name}"), "building what changed"):
                old = olds.snapshots.get(name)
                stale: list[str] = []
                choose = partial(_changed_kit, old=old, since=since, start_slot=start_slot, stale=stale)
                kit = pipeline.build_kit(order, name, choose, progress)
        except Failure as failure:
            wrong += failure.diagnostics
            continue
        if kit is None:
            idle.append(name)
            remarks += [f"{name}: {line}" for line in stale]
        else:
            kits.append(kit)
    if wrong:
        raise Failure(wrong)
    return ChangedKits(tuple(kits), tuple(idle), unknown, tuple(remarks))


def _changed_kit(
    opened: OpenedGame, old: Snapshot | None, since: str, start_slot: int, stale: list[str]
) -> KitPart:
    """Build the part of a kit that `old` lacks; `stale` takes lines on translations."""
    name = f"since-{safe_name(since)}" + (f"-slot-{start_slot}" if start_slot > 1 else "")
    return KitPart(name, lambda drawing: _select(opened, drawing, old, start_slot - 1, stale))


def _select(
    opened: OpenedGame, drawing: DrawnGame, old: Snapshot | None, skip: int, stale: list[str]
) -> Selection | None:
    """Return new and changed copies, with the list of those they replace; None where nothing is new."""
    game, lang = opened.game, opened.lang
    if old is None:
        copies = {item.key: item.copies for family in game.families for item in family.items}
        remark = f"a new game: all of its {sum(copies.values())} copies to print"
        return Selection(_with_copies(game, copies), False, skip=skip, remarks=(remark,))
    languages = lang, *(each for each in game.languages if each != lang)
    builder = SnapshotBuilder(replace(game, languages=languages))
    builder.add(lang, drawing.drawn, PrintDigest(drawing.book, drawing.folders))
    new = builder.snapshot(snapshot_store.NOW)
    if lang not in old.languages:
        message = f'"{old.name}" has no faces of {old.game} in "{lang}"'
        hint = f"it has: {', '.join(old.languages)}"
        raise Failure([Diagnostic(Place(""), "no-language", message, hint=hint)])
    changes = compare(old, new).changes
    stale += stale_lines(changes, game.languages)
    plan = plan_reprint(old, new, lang)
    if not plan.copies and not plan.discards:
        return None
    total, out = sum(plan.copies.values()), sum(discard.count for discard in plan.discards)
    faces = SnapshotFaces(opened.order.project, [old, new])
    paper, _ = choose_sheet(opened.order)
    listed = discard_pages(
        plan.discards,
        total,
        old=old,
        new=new,
        lang=lang,
        paper=paper,
        snapshot_faces=faces,
        stale=tuple(stale_lines(changes, game.languages, lang)),
    )
    return Selection(
        _with_copies(game, plan.copies),
        False,
        skip=skip,
        listed=tuple(listed),
        symbols=old.symbols,
        remarks=(f"{total} copies to print, {out} to take out of the box: see the last page", *stale),
    )


def _with_copies(game: Game, copies: Mapping[str, int]) -> Game:
    """Return the game with only these copies; families and items without any are left out."""
    families = []
    for family in game.families:
        items = tuple(replace(i, copies=copies[i.key]) for i in family.items if copies.get(i.key))
        if items:
            families.append(replace(family, items=items))
    return replace(game, families=tuple(families))
