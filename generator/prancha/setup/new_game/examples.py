"""`prancha new NAME --like EXAMPLE`: a complete game of the library, under a name of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from prancha.model.diagnostic import suggestion
from prancha.setup.new_game.project import Started
from prancha.setup.new_game.project_files import (
    Files,
    game_id,
    game_title,
    new_folders,
    ready_file,
    refusal,
    refuse_taken,
    scalar,
    undo_on_failure,
    write_around,
    write_files,
)
from prancha.system import program_folders

EXAMPLES: Mapping[str, str] = {
    "trick-taking": "a deck of four suits, indices in two corners, with a box",
    "hex-tiles": "landscape tiles of six sides, and a board to lay them on",
    "roll-and-write": "a pad to write on, and dice to fold",
    "storytelling": "tarot-sized cards with a picture each",
    "wargame": "a sheet of counters of two armies, printed on both sides",
    "party": "words to explain, in English, Portuguese and Spanish",
}
"""What there is to begin from, by the name of its folder."""


def start_like(project: Path, name: str, example: str) -> Started:
    """Write the game `example` into `project`, called `name`; raises Failure and then writes nothing."""
    if example not in EXAMPLES:
        raise refusal("no-example", f'there is no example "{example}"', suggestion(example, EXAMPLES))
    game = game_id(name)
    folders = new_folders(project, game)
    refuse_taken(folders)
    with undo_on_failure(project, folders):
        around = write_around(project, first=True)
        written = write_files(project, folders, _files(example, game_title(name)), _pictures(example), [])
    return Started(game, (*written, *around), ())


def _files(example: str, title: str) -> Files:
    """Return the texts of the example, with `title` in game.yaml."""
    files: dict[tuple[str, str], bytes] = {}
    for where, folder in _folders(example).items():
        for path in sorted((*folder.glob("*.yaml"), *folder.glob("*.j2"))):
            text = path.read_text(encoding="utf-8")
            if path.name == "game.yaml":
                old = next(line for line in text.splitlines() if line.startswith("title: "))
                text = text.replace(old, f"title: {scalar(title)}", 1)
            files[where, path.name] = ready_file(path.name, text)
    return files


def _pictures(example: str) -> Mapping[str, Path]:
    """Return where pictures go, below the game's templates, and what each is copied from."""
    folder = _folders(example)["templates"]
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.glob("art/*"))}


def _folders(example: str) -> Mapping[str, Path]:
    return {where: root / example for where, root in program_folders.EXAMPLES.items()}
