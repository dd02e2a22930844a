"""Folders of games: which there are, which files of a game are families, and what is misnamed there."""

from __future__ import annotations

import re
from pathlib import Path

from prancha.catalogue.file_names import is_there, misnamed
from prancha.catalogue.text_file import shown_path
from prancha.model.device_names import HINT, is_device
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.system.safe_open import is_file, is_folder

GAME_FILE = "game.yaml"
OTHER_FILES = ("game", "rules")
_GAME_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}\Z")
_FAMILY_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}\Z")


def list_games(project: Path) -> tuple[str, ...]:
    """Return the sorted names of the games in `project`/components.

    Raises Failure when the folder is missing or holds no game.
    """
    folder = project / "components"
    names = _games_in(folder)
    lost = [found for name in _folders_in(folder) for found in _lost_game(folder / name, project)]
    if lost:
        raise Failure(lost)
    if not names:
        message = "there is no game here" if is_folder(folder) else "there is no such folder"
        hint = (
            "go to the project's folder, or name it with --project; to begin one: prancha new NAME"
            if not is_folder(folder)
            else "make a folder components/<game>/ with a game.yaml, or: prancha new NAME"
        )
        raise Failure([Diagnostic(Place(shown_path(folder, project)), "no-game", message, hint=hint)])
    return names


def no_game(folder: Path, root: Path) -> Diagnostic:
    """Why `folder` is no game."""
    lost = _lost_game(folder, root)
    if lost:
        return lost[0]
    if is_folder(folder):
        place = Place(shown_path(folder / GAME_FILE, root))
        message = "this folder of a game has no game.yaml"
        return Diagnostic(
            place, "no-game", message, hint="add a game.yaml with title, languages and families"
        )
    hint = suggestion(folder.name, _games_in(folder.parent)) or "make the folder, with a game.yaml in it"
    message = f'there is no game "{folder.name}"'
    return Diagnostic(Place(shown_path(folder, root)), "no-game", message, hint=hint)


def family_names(folder: Path, root: Path, found: list[Diagnostic]) -> list[str]:
    """Return the stems of the family files of `folder`, noting names that cannot be ids."""
    if not _GAME_ID.match(folder.name):
        message = f'"{folder.name}" cannot name a game'
        hint = "use lower-case letters, digits, - and _"
        found.append(Diagnostic(Place(shown_path(folder, root)), "bad-id", message, hint=hint))
    elif is_device(folder.name):
        message = f'"{folder.name}" cannot be a folder on Windows'
        found.append(Diagnostic(Place(shown_path(folder, root)), "bad-id", message, hint=HINT))
    found += {*misnamed(folder, root), *misnamed(folder, root, OTHER_FILES)}
    names = []
    for entry in sorted(folder.iterdir()):
        stem, ending = entry.stem, entry.suffix
        if entry.name.startswith(".") or stem.lower() in OTHER_FILES or ending != ".yaml":
            continue
        place = Place(shown_path(entry, root))
        if not _FAMILY_ID.match(stem):
            hint = "use lower-case letters, digits and -"
            found.append(Diagnostic(place, "bad-id", f'"{stem}" cannot name a family', hint=hint))
        elif is_device(stem):
            message = f'"{entry.name}" cannot be a file on Windows'
            found.append(Diagnostic(place, "bad-id", message, hint=HINT))
        else:
            names.append(stem)
    return names


def _games_in(components: Path) -> tuple[str, ...]:
    return tuple(name for name in _folders_in(components) if is_file(components / name / GAME_FILE))


def _folders_in(components: Path) -> list[str]:
    try:
        names = sorted(entry.name for entry in components.iterdir())
    except OSError:
        return []
    return [name for name in names if name[:1] not in "_."]


def _lost_game(folder: Path, root: Path) -> list[Diagnostic]:
    """What keeps `folder` from being a game, where it is meant as one."""
    path = folder / GAME_FILE
    if is_file(path):
        return []
    if is_there(path):
        message = "this is no file that can be read: a folder, a pipe, or a link that leads nowhere"
        hint = "put the file itself there"
        return [Diagnostic(Place(shown_path(path, root)), "unreadable", message, hint=hint)]
    return misnamed(folder, root, ("game",))
