"""Steps 1 and 2, reading and checking a catalogue; imports nothing that draws or writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha import catalogue
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Game
from prancha.system import program_folders
from prancha.system.crashes import caught


class ReadGame(Struct, frozen=True):
    """A game from its catalogue, and its rules file; None if there is none or it is not wanted."""

    project: Path
    game: Game
    rules: catalogue.YamlDocument | None = None


def load(project: Path, name: str, given: Mapping[str, bytes] = MappingProxyType({})) -> Game:
    """Read and validate one game's catalogue, its files as they are `given`; raises Failure."""
    with caught(Place(f"components/{name}"), "reading its catalogue"):
        return catalogue.load_game(project / "components" / name, project, given)


def read_game(project: Path, name: str, rules: bool = True, draft: bool = False) -> ReadGame:
    """Step 1, reading its catalogue: the game and, with `rules`, its rules file; raises Failure."""
    game = load(project, name)
    if draft:
        game = replace(game, draft=True)
    path = game.folder / "rules.yaml"
    found = catalogue.read_yaml(path, project) if rules and catalogue.is_there(path) else None
    return ReadGame(project, game, found)


def check_rules(read: ReadGame, checks: bool = True, rulebook: bool = True) -> tuple[Diagnostic, ...]:
    """Step 2, checking its rules: remarks on the catalogue, and what its rules find; raises Failure.

    Without `checks`, of its set-ups only those that cannot be laid are reported.  The texts of a `rulebook`
    are checked where it is to be built.
    """
    game, document = read.game, read.rules
    of_book = _check_book(game, document) if rulebook else ()
    found = (*game.notes, *_check_table(game, checks), *of_book)
    if document is None:
        return found
    from prancha.checks import rules  # not loaded for a game without rules

    with caught(Place(document.file), "checking its rules"):
        sets = rule_sets(read.project) if rules.uses_sets(document) else {}
        return (*found, *rules.check(game, document, _icon_names(read.project, game.id), sets))


def _check_table(game: Game, checks: bool) -> tuple[Diagnostic, ...]:
    if game.play_table is None:
        return ()
    from prancha.checks.set_ups import check_table

    return check_table(game, laying=not checks)


def _check_book(game: Game, document: catalogue.YamlDocument | None) -> tuple[Diagnostic, ...]:
    if game.book is None and not any(family.book for family in game.families):
        return ()
    from prancha.book.book_checks import check_books  # few games have a rulebook

    with caught(game.place, "checking its rulebook"):
        return check_books(game, document)


def check(project: Path, name: str) -> tuple[Diagnostic, ...]:
    """The findings of a game's rules on its catalogue; raises Failure for a broken catalogue."""
    return check_rules(read_game(project, name))


def untranslated(game: Game) -> Iterator[Diagnostic]:
    """Missing texts: errors for the first language, and one warning with a count for each other language.

    Outdated translations of all languages are reported too.
    """
    first, *others = game.languages
    yield from game.missing(first)
    for language in others:
        missing = game.missing(language)
        if missing:
            more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
            hint = f"prancha build {game.id} --lang {language} prints when all are there"
            yield replace(missing[0], message=missing[0].message + more, hint=hint, severity="warning")
    yield from (one.told for one in game.stale)


def describe(project: Path, games: Sequence[str] = ()) -> tuple[Mapping[str, Any], ...]:
    """These games, or all, with their families and counts, for `prancha list`; raises Failure."""
    from prancha.building.selection import choose_games

    listing = []
    wrong: list[Diagnostic] = []
    for name in choose_games(project, games):
        try:
            game = load(project, name)
        except Failure as failure:
            wrong += failure.diagnostics
            continue
        lang = game.languages[0]
        listing.append(
            {
                "id": name,
                "title": game.title,
                "languages": game.languages,
                "families": [(f.id, f.title[lang], len(f.items), f.copies, f.stock) for f in game.families],
                "untranslated": {
                    each: len(game.missing(each)) for each in game.languages if game.missing(each)
                },
            }
        )
    if wrong:
        raise Failure(wrong)
    return tuple(listing)


def rule_sets(project: Path) -> Mapping[str, catalogue.YamlDocument]:
    """The rule sets that games share, by name: the shipped ones, and the project's own over them.

    Raises Failure for files that cannot be read, or are called nearly as rule sets are.
    """
    own = project / "components" / "_rules"
    wrong = catalogue.find_misnamed(own, project)
    if wrong:
        raise Failure(wrong)
    folders = dict.fromkeys((program_folders.RULES, own))
    files = {path.stem: path for folder in folders for path in sorted(folder.glob("*.yaml"))}
    return {name: catalogue.read_yaml(path, project) for name, path in sorted(files.items())}


def _icon_names(project: Path, game: str) -> frozenset[str]:
    folders = [
        folder / "icons" for folder in (project / "templates" / game, *program_folders.libraries(project))
    ]
    return frozenset(path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.svg"))
