"""The files in a folder that a game begins with: lists, finished faces or PDFs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from prancha.catalogue.spreadsheet import slug
from prancha.setup.new_game.given_list import LISTS
from prancha.setup.new_game.list_meanings import ENDINGS as PICTURES
from prancha.setup.new_game.project_files import game_title, refusal

Source = Literal["list", "pictures", "pdf", "like", "kind"]


class Given(Struct, frozen=True):
    """The `source` of a new game, the `paths` of its files, and the `title` that their names suggest."""

    source: Source
    paths: tuple[Path, ...] = ()
    title: str = ""


def find_given(folder: Path) -> Given:
    """Return what a folder of given files holds; raises Failure for what no game can begin with.

    Files beside a list are pictures that it names; a PDF must be alone.
    """
    top = _entries(folder)
    if len(top) == 1 and top[0].is_dir() and any(_is_list(path) for path in _entries(top[0])):
        top = _entries(top[0])
    files = [path for path in top if path.is_file()]
    lists = [path for path in files if _is_list(path)]
    pdfs = [path for path in files if path.suffix.lower() == ".pdf"]
    pictures = [path for path in top if path.is_dir() or path.suffix.lower() in (".zip", *PICTURES)]
    if pdfs and (lists or pictures):
        message = f"{pdfs[0].name} has all faces of a game, and was given with {(lists or pictures)[0].name}"
        raise refusal("not-with-from", message, "give the PDF alone, or leave it out")
    sources: tuple[tuple[Source, list[Path]], ...] = (("list", lists), ("pdf", pdfs), ("pictures", pictures))
    for source, chosen in sources:
        if chosen:
            return Given(source, tuple(chosen), _title(chosen))
    names = ", ".join(path.name for path in top[:3]) or "nothing"
    hint = "give a list (.csv, .xlsx, .ods, .json, .txt), pictures, a folder or zip of them, or a PDF"
    raise refusal("unknown-file", f"no game can begin with {names}", hint)


def _entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def _is_list(path: Path) -> bool:
    return path.is_file() and path.suffix.lower() in LISTS


def _title(paths: Sequence[Path]) -> str:
    """Return the title that the name of a file suggests; "" where several files were given."""
    return game_title(slug(paths[0].stem)[:64].strip("-")) if len(paths) == 1 else ""
