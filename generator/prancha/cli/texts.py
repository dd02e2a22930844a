"""The commands of translators: texts export, texts import."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from prancha.cli.output import FINE, counted, say


def add_commands(commands: Any, project: Callable[[argparse.ArgumentParser], None]) -> None:
    """Add the commands; `project` adds the option that names the project."""
    texts = commands.add_parser("texts", help="texts to a PO file for translators, and back")
    actions = texts.add_subparsers(title="actions", metavar="ACTION", required=True)
    export = actions.add_parser(
        "export", help="write the texts of a game to translate into a language, for Poedit or Weblate"
    )
    export.add_argument("game", metavar="GAME", help="a folder name in components/")
    export.add_argument("--lang", required=True, metavar="CODE", help="the language to translate into")
    export.add_argument("--out", type=Path, metavar="FILE.po", help="default: texts/CODE.po of the game")
    project(export)
    export.set_defaults(run=_export)
    take = actions.add_parser("import", help="take translations of a PO file into texts/CODE.yaml of a game")
    take.add_argument("game", metavar="GAME", help="a folder name in components/")
    take.add_argument("file", type=Path, metavar="FILE.po")
    take.add_argument("--lang", default="", metavar="CODE", help="default: the one the file names")
    project(take)
    take.set_defaults(run=_import)


def _export(options: argparse.Namespace) -> int:
    from prancha.building.selection import choose_games
    from prancha.setup.translations import export_texts

    (game,) = choose_games(options.project, [options.game])
    done = export_texts(options.project, game, options.lang, options.out)
    fuzzy = f", {done.fuzzy} fuzzy" if done.fuzzy else ""
    say(f"{done.path.as_posix()}: {counted(done.texts, 'text')}, {done.translated} translated{fuzzy}")
    for note in done.notes:
        say(f"note: {note}")
    if done.ahead:
        ahead = counted(done.ahead, "translation")
        say(f"note: {ahead} not in the game yet: prancha texts import {game} {done.path.as_posix()}")
    return FINE


def _import(options: argparse.Namespace) -> int:
    from prancha.building.selection import choose_games
    from prancha.setup.translations import import_texts

    (game,) = choose_games(options.project, [options.game])
    done = import_texts(options.project, game, options.file, options.lang)
    say(f"{done.path.as_posix()}: {counted(done.taken, 'text')}")
    for note in done.notes:
        say(f"left out: {note}")
    return FINE
