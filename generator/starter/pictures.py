"""The pictures a spreadsheet names, copied from beside it into the new project."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from generator.pictures import find, load, look
from generator.svg.errors import Fault

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")
BESIDE = ("", "art", "images", "pictures", "img")
"""Folders beside a spreadsheet where its pictures are looked for, in this order."""
_TOLD = 5


def is_picture(value: object) -> bool:
    """Whether a cell looks like the name of a picture's file."""
    return isinstance(value, str) and value.lower().endswith(ENDINGS) and "\n" not in value


def gather(names: Iterable[str], folder: Path) -> tuple[Mapping[str, Path], tuple[str, ...]]:
    """Where each picture goes, below the game's templates, and what it is copied from; then notes.

    Only pictures inside `folder` are taken: a list from a stranger must not fetch other files.
    """
    found: dict[str, Path] = {}
    missing, odd = [], []
    roots = [folder / each for each in BESIDE]
    for name in dict.fromkeys(name.strip().replace("\\", "/").removeprefix("./") for name in names):
        path = next((p for root in roots if (p := find(name, [root])) is not None), None)
        if path is None or not path.is_relative_to(folder.resolve()) or ".." in name.split("/"):
            missing.append(name)
            continue
        try:
            look(load(path.name, [path.parent]), name)
        except Fault as fault:
            odd.append(f"{fault.message}; it is not copied")
            continue
        found[name if name.startswith("art/") else f"art/{name}"] = path
    return found, (*_missing(missing, len(missing) + len(found) + len(odd), folder), *odd)


def copy(found: Mapping[str, Path], into: Path) -> list[Path]:
    """Copy pictures below `into`; returns what was written."""
    written = []
    for name, path in found.items():
        file = into / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as source, file.open("xb") as target:
            shutil.copyfileobj(source, target)
        written.append(file)
    return written


def _missing(names: Sequence[str], whole: int, folder: Path) -> list[str]:
    if not names:
        return []
    few = ", ".join(names[:_TOLD]) + (", ..." if len(names) > _TOLD else "")
    where = f"{folder.as_posix()} or its {', '.join(BESIDE[1:])}"
    later = "crossed boxes stand for them until they are in art/ of the game's templates"
    return [f"{len(names)} of {whole} pictures are not in {where}: {few}; {later}"]
