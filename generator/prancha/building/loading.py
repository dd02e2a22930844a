"""Games read and held against their rules, with nothing imported that draws or writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from prancha import catalogue
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Game
from prancha.system import shipped
from prancha.system.unexpected import caught


def load(project: Path, name: str) -> Game:
    """Read and validate one game's catalogue; raises Failure."""
    with caught(Place(f"components/{name}"), "reading its catalogue"):
        return catalogue.load_game(project / "components" / name, project)


def check(project: Path, name: str) -> tuple[Diagnostic, ...]:
    """The findings of a game's rules on its catalogue; raises Failure for a broken catalogue."""
    game = load(project, name)
    return check_game(project, game, rules_file(project, game))


def check_game(project: Path, game: Game, document: catalogue.YamlDocument | None) -> tuple[Diagnostic, ...]:
    """What the catalogue's reading remarks, and the findings of the rules in `document` on it."""
    if document is None:
        return game.notes
    from prancha.checks import rules  # a game without rules need not wait for them

    with caught(Place(document.file), "checking its rules"):
        sets = rule_sets(project) if rules.uses_sets(document) else {}
        return (*game.notes, *rules.check(game, document, _icon_names(project, game.id), sets))


def untranslated(game: Game) -> Iterator[Diagnostic]:
    """What is missing in the first language, as errors, and for each other a warning with its count."""
    first, *others = game.languages
    yield from game.missing(first)
    for language in others:
        missing = game.missing(language)
        if missing:
            more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
            hint = f"prancha build {game.id} --lang {language} prints when all are there"
            yield replace(missing[0], message=missing[0].message + more, hint=hint, severity="warning")


def rule_sets(project: Path) -> Mapping[str, catalogue.YamlDocument]:
    """The rule sets that games share, by name: the shipped ones, and the project's own over them.

    Raises Failure for files that cannot be read, or are called nearly as rule sets are.
    """
    own = project / "components" / "_rules"
    wrong = catalogue.misnamed(own, project)
    if wrong:
        raise Failure(wrong)
    folders = dict.fromkeys((shipped.RULES, own))
    files = {path.stem: path for folder in folders for path in sorted(folder.glob("*.yaml"))}
    return {name: catalogue.read_yaml(path, project) for name, path in sorted(files.items())}


def rules_file(project: Path, game: Game) -> catalogue.YamlDocument | None:
    """A game's rules.yaml; None when it has none.  Raises Failure for one that cannot be read."""
    path = game.folder / "rules.yaml"
    return catalogue.read_yaml(path, project) if catalogue.is_there(path) else None


def _icon_names(project: Path, game: str) -> frozenset[str]:
    folders = [folder / "icons" for folder in (project / "templates" / game, *shipped.libraries(project))]
    return frozenset(path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.svg"))
