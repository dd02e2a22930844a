"""Build a kit in a temporary folder and count it at every step, for `prancha manifest`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from prancha.building.full_check import cached_result
from prancha.checks.inventory.inventory import Inventory
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Game
from prancha.system.cache import Store, context_of, made_of, program_digest
from prancha.system.crashes import caught
from prancha.system.file_contents import Refused, regular_bytes
from prancha.system.signals import temporary_folder

if TYPE_CHECKING:
    from prancha.checks.proof.printed_ink import PrintedInks

_MOST_BYTES = 20_000_000


class Counted(Struct, frozen=True):
    """An inventory, and every component whose counts differ."""

    inventory: Inventory
    wrong: tuple[Diagnostic, ...]


def count_inventory(
    project: Path, name: str, paper: str, lang: str | None
) -> tuple[Inventory, tuple[Diagnostic, ...]]:
    """The inventory of a game, and every component whose counts differ; raises Failure as a build does.

    If program and files are unchanged since an earlier count, its result is returned.
    """
    asked = "inventory", paper, repr(lang)
    counted = cached_result(project, name, asked, Counted, lambda: (_count(project, name, paper, lang), True))
    return counted.inventory, counted.wrong


def _count(project: Path, name: str, paper: str, lang: str | None) -> Counted:
    from prancha.building import pipeline  # not loaded for an unchanged game
    from prancha.building.game_loading import read_game
    from prancha.building.order import Order
    from prancha.building.selection import choose_language

    read = read_game(project, name, rules=False)
    with temporary_folder() as folder:
        order = Order(project, paper, lang, out=folder, check=False, cover=False)
        kit = pipeline.build_game(order, name, read=read)
        return Counted(*count_kit(read.game, choose_language(read.game, lang), kit.pdf, kit.manifest))


def count_kit(game: Game, lang: str, pdf: Path, listing: Path) -> tuple[Inventory, tuple[Diagnostic, ...]]:
    """The inventory of a written kit, and every component whose counts differ."""
    from prancha.checks.inventory import gather, reconcile

    manifest = json.loads(listing.read_text(encoding="utf-8"))
    printed = _read_printed(pdf, game.id, manifest["placed"]["resources"])
    fronts = [(page, piece.item, piece.copy) for page, piece in printed.pieces if piece.side == "front"]
    inventory = gather(game, lang, manifest=manifest, found=fronts, forms=printed.held, ink=printed.ink)
    places = {item.key: item.place for family in game.families for item in family.items}
    return inventory, tuple(reconcile(inventory, places))


def _read_printed(pdf: Path, game: str, resources: Mapping[str, Mapping[str, str]]) -> PrintedInks:
    """Read the content of a file and its ink; faces measured by an earlier count are not measured again."""
    from prancha.checks.proof.printed_ink import InkEstimate, read_printed

    store = Store.usual()
    named = repr(sorted((kind, *sorted(of.items())) for kind, of in resources.items()))
    key = context_of("inks", program_digest(), game)
    before = made_of(store.get(key), msgspec.msgpack.Decoder(dict[str, InkEstimate]).decode) or {}
    printed = read_printed(pdf, before, named)
    if printed.known != before:
        store.put(key, msgspec.msgpack.encode(printed.known))
    return printed


def compare_list(project: Path, name: str, file: Path) -> tuple[Diagnostic, ...]:
    """Compare a handwritten list with the catalogue; raises Failure if either cannot be read."""
    from prancha.building.game_loading import load
    from prancha.catalogue.source_files import refuse_conflicts
    from prancha.catalogue.spreadsheet.delimited import read_delimited
    from prancha.catalogue.spreadsheet.text_encoding import decode
    from prancha.checks.inventory import compare

    game = load(project, name)
    try:
        data = regular_bytes(file, _MOST_BYTES)
    except Refused as problem:
        message = f"the list {problem}"
        hint = "give a CSV file"
        raise Failure([Diagnostic(Place(str(file)), "list-unreadable", message, hint=hint)]) from None
    shown = str(file)
    with caught(Place(shown), "comparing this list"):
        decoded = decode(data, shown, None)
        refuse_conflicts(decoded.text, shown)
        found = compare(game, read_delimited(decoded.text, shown, None), shown)
    return found if decoded.note is None else (decoded.note, *found)
