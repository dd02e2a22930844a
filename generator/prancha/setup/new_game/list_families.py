"""The families that the lists in a file become, what is new in their lists, and copying these again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue import read_yaml
from prancha.catalogue.game_folders import OTHER_FILES
from prancha.catalogue.source_files import ENDINGS
from prancha.catalogue.spreadsheet import slug
from prancha.model.diagnostic import Failure, counted
from prancha.setup import user_settings
from prancha.setup.new_game.field_roles import NONE, Wishes, give_roles
from prancha.setup.new_game.given_list import GivenList, file_from, lists_in, read_list
from prancha.setup.new_game.headings import languages_of
from prancha.setup.new_game.list_parts import FoundList, components_in
from prancha.setup.new_game.list_tables import words_of
from prancha.setup.new_game.project_files import refusal
from prancha.setup.new_game.proposal import fields_of, id_pattern
from prancha.setup.new_game.starter_kinds import KINDS, StarterKind
from prancha.system.atomic_files import write_whole
from prancha.system.cache import lists_around
from prancha.system.file_contents import is_device, is_file

_KINDS: Mapping[str, str] = {
    word: kind
    for kind, words in {
        "tokens": "token tokens counter counters marker markers chip chips coin coins münzen marken jeton "
        "jetons ficha fichas marcador marcadores moneda monedas moeda moedas segnalino segnalini gettoni",
        "tiles": "tile tiles plättchen kachel kacheln tuile tuiles loseta losetas tessera tessere tegels",
        "hexes": "hex hexes hexagon hexagons sechseck sechsecke hexagone hexagones hexágono hexágonos",
    }.items()
    for word in words.split()
}
"""Words in the names of lists that tell the kind of their pieces."""
_LONGEST = 40
"""Maximum length of the id of a family."""


class FamilyPlan(Struct, frozen=True):
    """A family to be made of the list `sheet` of a file, "" where the file is one list."""

    sheet: str
    kind: StarterKind


def plan_families(
    sources: Sequence[Path], kind: str, sheet: str, folder: Path
) -> tuple[list[FamilyPlan], tuple[str, ...]]:
    """Return the families that lists become in the game whose `folder` is given, and what is told of them.

    Each list of components in a file becomes one, called as the list is; several files are one.  A list
    keeps the family that it has.  Raises Failure for a file that cannot be read, and for a kind of pieces
    that takes no list.
    """
    if not sources:
        return [], ()
    message = ""
    if kind == "board":
        message = "a board is one piece, and a spreadsheet lists many"
    elif kind not in KINDS:
        message = f"a {kind} has a drawing of its own, and lists become what a template draws"
    if message:
        raise refusal("bad-kind", message, "choose --kind cards, tiles, hexes or tokens")
    starter, source = KINDS[kind], sources[0]
    if len(sources) > 1:
        return [FamilyPlan(sheet, starter)], ()
    known = _families_of(source, folder)
    taken = {path.stem for path in folder.glob("*.yaml")}
    if sheet:
        usual = "" if known or starter.family in taken else starter.family
        name = known.get(sheet) or usual or _free_id(sheet, starter.family, taken)
        return [FamilyPlan(sheet, _named(starter, name, sheet))], ()
    found, main = lists_in(source, starter.family)
    lists, told = components_in(found, main)
    if len(lists) < 2:
        name = known.get(main) or known.get("") or starter.family
        return [FamilyPlan("", _named(starter, name, ""))], ()
    plans: list[FamilyPlan] = []
    for one in lists:
        own = KINDS[_kind_of(one)] if kind == "cards" else starter
        name = known.get(one.name) or (known.get("", "") if one.name == main else "")
        name = name or _free_id(one.name, own.family, taken)
        taken.add(name)
        plans.append(FamilyPlan(one.name, _named(own, name, one.name)))
    shown = (
        f'{plan.kind.id} ("{one.name}", {counted(len(one.rows), "row")}, {plan.kind.family})'
        for plan, one in zip(plans, lists, strict=True)
    )
    return plans, (f"families: {', '.join(shown)}; --sheet NAME takes one alone", *told)


def _named(kind: StarterKind, name: str, title: str) -> StarterKind:
    """Return a kind whose family is called `name`, and on sheets `title` where that is not the usual one."""
    if name == kind.family:
        return kind
    words = title.rpartition(": ")[2].replace("_", " ") or name.replace("-", " ")
    return replace(kind, called=name, title=words[:1].upper() + words[1:])


def _kind_of(one: FoundList) -> str:
    """Return the kind of pieces that the name of a list says; texts need cards."""
    if any(languages_of(word, "text") for word in words_of(one.header)):
        return "cards"
    words = (word.casefold() for word in one.name.replace("_", " ").split())
    return next((_KINDS[word] for word in words if word in _KINDS), "cards")


def _free_id(name: str, otherwise: str, taken: Collection[str]) -> str:
    """Return an id made of the name of a list that no family has."""
    plain = slug(name.rpartition(": ")[2])[:_LONGEST].strip("-") or otherwise
    plain = f"{plain}-list" if is_device(plain) or plain in OTHER_FILES else plain
    wanted, number = plain, 2
    while plain in taken:
        plain, number = f"{wanted}-{number}", number + 1
    return plain


def _families_of(source: Path, folder: Path) -> Mapping[str, str]:
    """Return which family of a game is made of which list of a file, "" for the whole of it."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.yaml")):
        try:
            data = read_yaml(path, folder).data
        except Failure:
            continue  # the build tells what is wrong with it
        for file, sheet in _sources(data.get("from") if isinstance(data, dict) else None):
            copy = folder / file
            known = user_settings.origin_of(copy)
            if copy.resolve() == source.resolve():
                found.setdefault(sheet, path.stem)
            elif known is not None and Path(known.origin) == source.resolve():
                found.setdefault(sheet or known.sheet, path.stem)
    return found


def _sources(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the file and the sheet of each part of a `from:`."""
    for part in value if isinstance(value, list) else [value]:
        if isinstance(part, str):
            yield part, ""
        elif isinstance(part, dict) and isinstance(part.get("file"), str):
            yield part["file"], str(part.get("sheet") or "")


def lists_of(plan: FamilyPlan, sources: Sequence[Path], several: bool, folder: Path) -> list[GivenList]:
    """Read the lists of a family of the game in `folder`.

    Of a file that becomes `several`, or became them before, a copy of the whole serves them all.
    """
    asked = "" if several else "asked for"
    several = several or (len(sources) == 1 and is_file(folder / shared_copy(sources[0])))
    lists = [
        read_list(one, stem, plan.sheet, asked)
        for one, stem in zip(sources, stems_of(plan.kind.id, sources), strict=True)
    ]
    if not several:
        return lists
    return [one if one.rewritten else replace(one, file=shared_copy(one.source)) for one in lists]


def stems_of(family: str, sources: Sequence[Path]) -> list[str]:
    """Return what the copies of lists are called: like the family if there is one, else like the file."""
    if len(sources) == 1:
        return [family]
    stems: list[str] = []
    for number, source in enumerate(sources, 1):
        stem = slug(source.stem)[:50].strip("-") or f"list-{number}"
        stems.append(stem if stem not in (*stems, *OTHER_FILES) else f"{stem}-{number}")
    return stems


def shared_copy(source: Path) -> str:
    """Return what the copy of a file is called that holds the lists of several families."""
    return f"{slug(source.stem)[:50].strip('-') or 'lists'}{source.suffix.lower()}"


def refuse_older_copies(lists: Sequence[GivenList], folder: Path, command: str) -> None:
    """Raise Failure where the copy of a file is in the game already, and differs from it now."""
    for one in lists:
        copy = folder / one.file
        if not one.in_place and is_file(copy) and copy.read_bytes() != one.data:
            message = f"{copy.as_posix()} is a copy of {one.source} that differs from it"
            raise refusal("exists", message, f"update it first: {command.partition(' --sheet')[0]} --update")


def where_they_lie(lists: Sequence[GivenList], project: Path, game: str) -> list[GivenList]:
    """Return lists that are read in the project where they lie there and need no rewriting."""
    found = []
    for one in lists:
        file = "" if one.rewritten else file_from(one.source.resolve(), project.resolve(), game)
        found.append(replace(one, file=file, in_place=True) if file else one)
    return found


def tell_where(lists: Sequence[GivenList], folder: Path, kind: str) -> Iterator[str]:
    """Yield from where each list is read; remember where copied ones came from.

    A family that is of no `kind`, "", cannot be updated by a command.
    """
    told = set()
    for one in lists:
        if one.in_place:
            line = f"{one.source} is read in place: change it there, and build"
        elif not kind:
            copy = folder / one.file
            line = f"{one.source} was copied to {copy.as_posix()}, which is the list from now on"
        else:
            copy = folder / one.file
            shared = one.file == shared_copy(one.source)
            user_settings.remember_origin(one.source, copy, folder.name, kind, "" if shared else one.part)
            line = f"{one.source} was copied to {copy.as_posix()}; builds say when it has changed since"
        if line not in told:
            told.add(line)
            yield line


def wishes_for(wishes: Wishes, lists: Sequence[GivenList], every: Sequence[GivenList]) -> Wishes:
    """Return the wishes that concern some lists; a column that is in none of all stays, to be refused."""
    mine, all_ = ({name for one in each for name in one.names} for each in (lists, every))

    def kept(name: str) -> str:
        return "" if name in all_ and name not in mine else name

    roles = {name: role for name, role in wishes.roles.items() if kept(name)}
    return replace(
        wishes, copies=kept(wishes.copies), id=kept(wishes.id), title=kept(wishes.title), roles=roles
    )


_TOLD = 5
_TO_UPDATE = "to update it: "


def describe_new(
    project: Path, folders: Mapping[str, Path], sources: Sequence[Path], plans: Sequence[FamilyPlan]
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
    before, after = _rows_by_name(old), _rows_by_name(new)
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


def _rows_by_name(listed: GivenList) -> dict[str, dict[str, Any]]:
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
