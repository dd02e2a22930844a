"""Build a game for every paper and ink, and gather what the page of a shop says of it, in each language."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from prancha.building import pipeline
from prancha.building.cover_content import facts_of_play
from prancha.building.game_loading import read_game
from prancha.building.order import Order, Progress
from prancha.export.target import PageFacts, PrintedKit
from prancha.model.diagnostic import Failure
from prancha.model.face import Ink
from prancha.model.game import Game
from prancha.model.localised_text import resolve_texts
from prancha.system.signals import temporary_folder

PAPERS = ("a4", "letter")
INKS: tuple[Ink, ...] = ("full", "low")
_LICENCES = ("LICENSE", "LICENCE")
"""How the names of files with a licence begin."""


def gather_page_facts(order: Order, name: str, progress: Progress) -> tuple[PageFacts, ...]:
    """Return the kits of a game in the language of the order, without one in all complete ones.

    Raises Failure as a build does.
    """
    game = read_game(order.project, name, rules=order.check).game
    langs = [order.lang] if order.lang else [lang for lang in game.languages if not game.missing(lang)]
    if not langs:
        raise Failure(game.missing(game.languages[0]))
    with temporary_folder() as folder:
        return tuple(_facts(replace(order, lang=lang, out=folder), game, progress) for lang in langs)


def _facts(order: Order, game: Game, progress: Progress) -> PageFacts:
    lang = order.lang or game.languages[0]
    kits = [
        _printed(replace(order, paper=paper, ink=ink, cover=True), game, progress)
        for paper in PAPERS
        for ink in INKS
    ]

    def text(value: object) -> str:
        return str(resolve_texts(value, lang, game.languages) or "")

    def thing(name: object, count: int) -> str:
        return f"{count} × {text(name)}" if count > 1 else text(name)

    printed = {family.id: family for family in game.families}
    return PageFacts(
        lang,
        subtitle=text(game.subtitle),
        pitch=text(game.pitch),
        play=tuple(f"{name}: {value}" for _, name, value in facts_of_play(game, lang)),
        designers=game.designers,
        artists=game.artists,
        publisher=text(game.publisher),
        licence=text(game.licence),
        supplied=tuple(thing(one["name"], one["count"]) for one in game.supplied),
        contents=tuple(
            f"{family.copies} {text(family.title)}" for family in printed.values() if family.copies
        ),
        kits=tuple(kits),
        licences=tuple(_licence_files(game.folder)),
    )


def _printed(order: Order, game: Game, progress: Progress) -> PrintedKit:
    """Build one kit; its rulebook is taken of the one in full ink."""
    kit = pipeline.build_game(order, game.id, progress)
    names = [name for name in kit.written if name.endswith(".pdf")]
    if order.ink != "full":
        names = [kit.pdf.name]
    folder = kit.pdf.parent
    return PrintedKit(
        order.paper,
        order.ink,
        files=tuple((name, (folder / name).read_bytes()) for name in names),
        sheets=kit.sheets,
        minutes=kit.minutes,
    )


def _licence_files(folder: Path) -> list[tuple[str, bytes]]:
    found = sorted(path for path in folder.iterdir() if path.name.upper().startswith(_LICENCES))
    return [(path.name, path.read_bytes()) for path in found if path.is_file() and not path.is_symlink()]
