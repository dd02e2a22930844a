"""Lists of a family that is there already: what is new in them, and copying them once more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from prancha.catalogue.source_files import ENDINGS
from prancha.model.diagnostic import counted
from prancha.setup import user_settings
from prancha.setup.new_game.field_roles import NONE, Wishes, give_roles
from prancha.setup.new_game.given_list import GivenList, read_list
from prancha.setup.new_game.list_families import FamilyPlan, shared_copy, stems_of
from prancha.setup.new_game.project_files import refusal
from prancha.setup.new_game.proposal import fields_of, id_pattern
from prancha.system.atomic_files import write_whole
from prancha.system.cache import lists_around
from prancha.system.file_contents import is_file

_TOLD = 5
_TO_UPDATE = "to update it: "


def describe_new(
    project: Path,
    folders: Mapping[str, Path],
    sources: Sequence[Path],
    plans: Sequence[FamilyPlan],
) -> tuple[list[Path], list[str]]:
    """Do as `describe_updates` for all families that are made of `sources`."""
    written: list[Path] = []
    lines: list[str] = []
    for plan in plans:
        stems = dict(zip(stems_of(plan.kind.id, sources), sources, strict=True))
        if len(plans) > 1 and is_file(folders["components"] / shared_copy(sources[0])):
            stems = {Path(shared_copy(sources[0])).stem: sources[0]}
        files, told = describe_updates(project, folders, plan.kind.id, stems, plan.sheet)
        written += files
        mark = f"{plan.kind.id}: " if len(plans) > 1 else ""
        lines += [line if line.startswith(_TO_UPDATE) else mark + line for line in told]
    return written, list(dict.fromkeys(lines))


def describe_updates(
    project: Path, folders: Mapping[str, Path], family: str, sources: Mapping[str, Path], sheet: str
) -> tuple[list[Path], list[str]]:
    """Write new pictures of `sources`; returns their files, and lines that describe what else is new.

    `sources` are the lists by the stem of their copy.  Raises Failure where there is nothing to compare.
    """
    folder, art = folders["components"], folders["templates"] / "art"
    around = [path.resolve() for path in lists_around(project, folder.name)]
    lines: list[str] = []
    written: list[Path] = []
    for stem, source in sources.items():
        if source.resolve() in around or source.resolve().is_relative_to(folder.resolve()):
            lines.append(f"{source} is read in place, so what is new in it is built")
            written += _taken(read_list(source, stem, sheet), art)
            continue
        copy = next((path for path in sorted(folder.glob(f"{stem}.*")) if path.suffix in ENDINGS), None)
        if copy is None:
            message = f"{folder.as_posix()} has no copy of {source.name} to compare it with"
            raise refusal("exists", message, "choose another name, or another --kind")
        one = read_list(source, stem, sheet)
        if differing := _compare(one, copy):
            # By a command where it is known that the copy was made of it.
            known = user_settings.origin_of(copy)
            if known is not None and Path(known.origin) == one.source.resolve():
                way = user_settings.update_command(project, known)
            elif one.rewritten:
                way = f"{copy.as_posix()} was made of it; write the same there, and build"
            else:
                way = f"copy {one.source} over {copy.as_posix()}, and build"
            lines += [*differing, f"{_TO_UPDATE}{way}"]
        else:
            lines.append(f"nothing is new in {source}")
        written += _taken(one, art)
    if written:
        lines.append(f"pictures: {counted(len(written), 'picture')} taken out of the cells of the workbook")
    if not lines:
        message = f"{(folder / family).as_posix()}.yaml exists already; nothing is overwritten"
        raise refusal("exists", message, "choose another name, or another --kind")
    return written, lines


def copy_again(
    folders: Mapping[str, Path], lists: Sequence[GivenList], kind: str
) -> tuple[list[Path], list[str]]:
    """Copy lists again into their family; raises Failure where one was edited there, and writes nothing."""
    folder, art = folders["components"], folders["templates"] / "art"
    lines: list[str] = []
    for one in lists:
        copy = folder / one.file
        known = user_settings.origin_of(copy)
        if not is_file(copy):
            message = f"{copy.as_posix()} does not exist, so there is nothing to update"
            raise refusal("not-written", message, "a list within the project is read in place")
        if known is None or Path(known.origin) != one.source.resolve():
            message = f"it is not known that {copy.as_posix()} was made of {one.source}"
            raise refusal("not-written", message, f"copy {one.source} over it, if it was")
        if user_settings.digest(copy) not in ("", known.copied):
            message = f"{copy.as_posix()} was changed since it was copied, and that would be lost"
            hint = f"write into {one.source} what was changed, move {copy.name} away, and copy the list there"
            raise refusal("not-written", message, hint)
        lines += _compare(one, copy) or [f"nothing is new in {one.source}"]
    written: list[Path] = []
    for one in lists:
        copy = folder / one.file
        shared = one.file == shared_copy(one.source) and one.part != ""
        write_whole(copy, one.data)
        user_settings.remember_origin(one.source, copy, folder.name, kind, "" if shared else one.part)
        written += [path for path in (copy, *_taken(one, art)) if path not in written]
    return written, lines


def _taken(one: GivenList, art: Path) -> Iterator[Path]:
    """Write the pictures of a list's cells that are not in `art` yet; yields their files."""
    for name, data in one.pictures.items():
        if not is_file(art / name):
            art.mkdir(parents=True, exist_ok=True)
            write_whole(art / name, data)
            yield art / name


def _compare(new: GivenList, copy: Path) -> list[str]:
    """Return what a list has that its `copy` has not, and the reverse; empty where they agree."""
    old = read_list(copy, copy.stem, "" if new.rewritten else str(new.options.get("sheet", "")))
    before, after = _by_name(old), _by_name(new)
    changed = []
    for name, row in after.items():
        differing = [
            f"{field}: {' -> '.join(map(_short, (before[name][field], cell)))}"
            for field, cell in row.items()
            if name in before and field and str(before[name].get(field, cell)) != str(cell)
        ]
        if differing:
            changed.append(f"{name} ({', '.join(differing)})")
    found = {
        "new column": [name for name in new.names if name and name not in old.names],
        "column gone": [name for name in old.names if name and name not in new.names],
        "new": [name for name in after if name not in before],
        "gone": [name for name in before if name not in after],
        "changed": changed,
    }
    return [
        f"{what}: {', '.join(names[:_TOLD])}"
        + (f", and {len(names) - _TOLD} more" if len(names) > _TOLD else "")
        for what, names in found.items()
        if names
    ]


def _short(value: Any) -> str:
    text = " ".join(str(value).split()) or "nothing"
    return text if len(text) <= 24 else f"{text[:23]}…"


def _by_name(listed: GivenList) -> dict[str, dict[str, Any]]:
    """Return the rows by what tells them apart, else by their number."""
    fields = fields_of(listed.names, listed.rows, ("en",), listed.called)
    give_roles(fields, (), Wishes(copies=NONE))
    pattern, heading = id_pattern(fields, len(listed.rows))
    own = heading in listed.names and "{row}" not in pattern
    at = listed.names.index(heading) if own else -1
    return {
        (str(row[at]) if own else f"row {number}"): dict(zip(listed.names, row, strict=False))
        for number, row in enumerate(listed.rows, 2)
    }
