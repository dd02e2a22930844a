"""The pictures and icons a list names, found beside it whatever their case and signs, and copied."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from prancha.graphics.pictures import find, load, look
from prancha.graphics.svg.errors import DrawingFault
from prancha.setup.new_game.cell_values import ENDINGS, folded
from prancha.setup.new_game.column_words import PICTURES
from prancha.setup.new_game.proposal import Proposed

BESIDE = ("", "art", "images", "pictures", "img", "icons")
"""Folders beside a list where its pictures are looked for, in this order."""
_TOLD = 5
_MOST_FOLDERS = 5
"""Folders that are cut off the names of pictures."""


class Beside(Struct, frozen=True):
    """The pictures beside a list: by their names with and without ending, case and signs aside."""

    folder: Path
    folders: tuple[Path, ...]
    named: Mapping[str, Path]
    stems: Mapping[str, Path]

    def find(self, name: str) -> Path | None:
        """The picture called so, with its ending or without, in the folder it names or any other beside."""
        plain = name.replace("\\", "/").removeprefix("./")
        for root in self.folders:
            path = find(plain, [root])
            if (
                path is not None
                and path.is_relative_to(self.folder.resolve())
                and ".." not in plain.split("/")
            ):
                return path
        last = name.replace("\\", "/").rpartition("/")[2]
        stem, dot, ending = last.rpartition(".")
        if dot and f".{ending.lower()}" in ENDINGS:
            return self.named.get(f"{folded(stem)}.{_ending(ending)}")
        return self.stems.get(folded(last))


def look_beside(folder: Path) -> Beside:
    """Look for pictures in `folder` and those of BESIDE, whatever the case of their names; links are left."""
    named: dict[str, Path] = {}
    stems: dict[str, Path] = {}
    inside = sorted(each for each in folder.iterdir() if each.name.lower() in BESIDE)
    places = [folder, *(each for each in inside if each.is_dir() and not each.is_symlink())]
    for place in places:
        for path in sorted(place.iterdir() if place == folder else place.rglob("*")):
            if path.suffix.lower() in ENDINGS and path.is_file() and not path.is_symlink():
                named.setdefault(f"{folded(path.stem)}.{_ending(path.suffix[1:])}", path)
                stems.setdefault(folded(path.stem), path)
    return Beside(folder, tuple(places), named, stems)


class Gathered(Struct, frozen=True):
    """Where pictures go, below the game's templates, and what each is copied from; notes on those missing."""

    files: Mapping[str, Path]
    notes: tuple[str, ...]
    ending: str = ""
    """What a template adds to the names that the list has without it."""


def give_bare_art(fields: Sequence[Proposed], beside: Beside) -> str:
    """Make a field the art whose words name pictures without their ending; returns it, "" for none."""
    if any(one.role == "art" for one in fields):
        return ""
    for one in fields:
        if one.name not in PICTURES or one.role not in ("line", "type") or one.out:
            continue
        found = [beside.find(str(value)) for value in one.values]
        endings = {path.suffix.lower() for path in found if path is not None}
        if len(endings) == 1:
            one.role, one.why = "art", "names of pictures beside the list"
            return endings.pop()
    return ""


def art_told(fields: Sequence[Proposed], beside: Beside) -> Iterable[str]:
    """Why a column that is called as pictures are names none."""
    if any(one.role == "art" for one in fields):
        return
    for one in fields:
        if one.name not in PICTURES or one.out or one.role not in ("line", "type", "icon", "text"):
            continue
        found = {str(value): beside.find(str(value)) for value in one.values}
        endings = sorted({path.suffix.lower() for path in found.values() if path is not None})
        lost = next((name for name, path in found.items() if path is None), "")
        if len(endings) > 1:
            why = f"the files end in {' and '.join(endings)}: write the endings in the list"
        else:
            where = f"{beside.folder.as_posix()} or its {', '.join(BESIDE[1:])}"
            why = f'no picture is called "{lost}" in {where}; put them there before prancha new'
        yield f'art: not "{one.heading}" ({why})'


def gather_art(
    fields: Sequence[Proposed], beside: Beside, ending: str, taken: Collection[str] = ()
) -> Gathered:
    """Find the pictures of the field that names them; its folders outside the game are cut off the names.

    Those that are `taken` out of a workbook lie nowhere else.
    """
    art = next((one for one in fields if one.role == "art"), None)
    if art is None:
        return Gathered({}, ())
    files: dict[str, Path] = {}
    missing, odd = [], []
    names = [name for name in dict.fromkeys(str(value).strip() for value in art.values) if name not in taken]
    outside = sorted({_folder(name) for name in names if _is_outside(name)})
    art.replace.update(dict.fromkeys(outside[:_MOST_FOLDERS], ""))
    for name in names:
        path = beside.find(name)
        if path is None:
            missing.append(name)
            continue
        try:
            look(load(path.name, [path.parent]), name)
        except DrawingFault as fault:
            odd.append(f"{fault.message}; it is not copied")
            continue
        inside = name.removeprefix(_folder(name)) if _is_outside(name) else name.replace("\\", "/")
        inside = inside.removeprefix("./") + ending
        files[inside if inside.startswith("art/") else f"art/{inside}"] = path
    whole = len(missing) + len(files) + len(odd)
    return Gathered(files, (*_missing(missing, whole, beside.folder), *odd), ending)


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


def _ending(ending: str) -> str:
    return "jpg" if ending.lower() == "jpeg" else ending.lower()


def _folder(name: str) -> str:
    return name[: max(name.rfind("/"), name.rfind("\\")) + 1]


def _is_outside(name: str) -> bool:
    plain = name.replace("\\", "/")
    return plain.startswith(("/", "~")) or ".." in plain.split("/") or ":" in plain.split("/")[0]


def _missing(names: Sequence[str], whole: int, folder: Path) -> Iterable[str]:
    if not names:
        return []
    few = ", ".join(names[:_TOLD]) + (", ..." if len(names) > _TOLD else "")
    where = f"{folder.as_posix()} or its {', '.join(BESIDE[1:])}"
    later = "crossed boxes stand for them until they are in art/ of the game's templates"
    return [f"{len(names)} of {whole} pictures are not in {where}: {few}; {later}"]
