"""Find the game folders of a project and the family files of a game; report misnamed files."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import Path

from prancha.catalogue.source_files import describe_file
from prancha.model.diagnostic import Diagnostic, Failure, suggestion
from prancha.system.file_contents import DEVICE_HINT, is_device, is_file, is_folder

_ENDINGS = (".yaml", ".yml")
GAME_FILE = "game.yaml"
OTHER_FILES = ("game", "rules", "table")
"""Stems of the files of a game that are no families."""
_GAME_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}\Z")
_FAMILY_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}\Z")


def find_misnamed(folder: Path, root: Path, stems: Collection[str] = ()) -> list[Diagnostic]:
    """Return a finding for each misnamed file of `folder`; with `stems` only for those meant as one of them.

    A folder that cannot be listed gives none: reading it reports the reason.
    """
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 (only names are wanted)
    except OSError:
        return []
    return [found for name in names if (found := _check_name(folder / name, root, stems)) is not None]


def _check_name(path: Path, root: Path, stems: Collection[str]) -> Diagnostic | None:
    stem, ending = os.path.splitext(path.name)  # noqa: PTH122 (a name such as .yaml has no ending)
    if ending.lower() not in _ENDINGS or stem.startswith("."):
        return None
    meant = f"{stem.lower() if stems else stem}.yaml"
    if path.name == meant or (stems and stem.lower() not in stems):
        return None
    message = "catalogues end in .yaml" if ending != ".yaml" else f"this file is read only as {meant}"
    return describe_file(path, root, "bad-file-name", message, f"rename it to {meant}")


def is_there(path: Path) -> bool:
    """Return whether the path exists in any form: file, folder, pipe or broken link.

    Reading it reports which.
    """
    return os.path.lexists(path)


def list_games(project: Path) -> tuple[str, ...]:
    """Return the sorted names of the games in `project`/components.

    Raises Failure when the folder is missing or holds no game.
    """
    folder = project / "components"
    names = _games_in(folder)
    lost = [found for name in _folders_in(folder) for found in _explain_lost_game(folder / name, project)]
    if lost:
        raise Failure(lost)
    if not names:
        message = "there is no game here" if is_folder(folder) else "there is no such folder"
        hint = (
            "go to the project's folder, or name it with --project; to begin one: prancha new NAME"
            if not is_folder(folder)
            else "make a folder components/<game>/ with a game.yaml, or: prancha new NAME"
        )
        raise Failure([describe_file(folder, project, "no-game", message, hint)])
    return names


def explain_no_game(folder: Path, root: Path) -> Diagnostic:
    """Return the finding that says why `folder` is not a game."""
    lost = _explain_lost_game(folder, root)
    if lost:
        return lost[0]
    if is_folder(folder):
        message, hint = (
            "this game folder has no game.yaml",
            "add a game.yaml with title, languages and families",
        )
        return describe_file(folder / GAME_FILE, root, "no-game", message, hint)
    hint = suggestion(folder.name, _games_in(folder.parent)) or "create the folder with a game.yaml in it"
    message = f'there is no game "{folder.name}"'
    return describe_file(folder, root, "no-game", message, hint)


def list_family_files(folder: Path, root: Path, found: list[Diagnostic]) -> list[str]:
    """Return the stems of the family files of `folder`; report names that cannot be ids."""
    if not _GAME_ID.match(folder.name):
        message = f'"{folder.name}" cannot name a game'
        hint = "use lower-case letters, digits, - and _"
        found.append(describe_file(folder, root, "bad-id", message, hint))
    elif is_device(folder.name):
        message = f'"{folder.name}" cannot be a folder on Windows'
        found.append(describe_file(folder, root, "bad-id", message, DEVICE_HINT))
    found += {*find_misnamed(folder, root), *find_misnamed(folder, root, OTHER_FILES)}
    names = []
    for entry in sorted(folder.iterdir()):
        stem, ending = entry.stem, entry.suffix
        if entry.name.startswith(".") or stem.lower() in OTHER_FILES or ending != ".yaml":
            continue
        if not _FAMILY_ID.match(stem):
            hint = "use lower-case letters, digits and -"
            found.append(describe_file(entry, root, "bad-id", f'"{stem}" cannot name a family', hint))
        elif is_device(stem):
            message = f'"{entry.name}" cannot be a file on Windows'
            found.append(describe_file(entry, root, "bad-id", message, DEVICE_HINT))
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


def _explain_lost_game(folder: Path, root: Path) -> list[Diagnostic]:
    """Return why `folder` is not a game although it has a file meant as game.yaml."""
    path = folder / GAME_FILE
    if is_file(path):
        return []
    if is_there(path):
        message = "this is not a readable file but a folder, a pipe or a broken link"
        hint = "put the file itself there"
        return [describe_file(path, root, "unreadable", message, hint)]
    return find_misnamed(folder, root, ("game",))
