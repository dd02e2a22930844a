"""Put a font where the games of a project look for it, with its licence, and say how to name it."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from prancha.building.loading import load
from prancha.building.selection import choose_games
from prancha.faces.text.role_fonts import font_line
from prancha.graphics.fonts.book import MAX_BYTES
from prancha.graphics.fonts.errors import FontError
from prancha.graphics.fonts.installed import documents_beside
from prancha.graphics.fonts.sfnt import read_metrics, refuse_embedding
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.setup.fonts.choosing import (
    WEIGHTS,
    ChosenFace,
    font_bytes,
    from_family,
    from_file,
    is_file_name,
)
from prancha.setup.fonts.conversion import is_static, static_font
from prancha.system.atomic_files import write_set

USUAL = "Alegreya Sans"
LARGE = 2_000_000
"""Bytes of a font file that takes long to convert."""
_LONGEST_LICENCE = 500_000
_RESERVED = re.compile(r"reserved font name", re.IGNORECASE)


class AddedFont(Struct, frozen=True):
    """What was put there: the family, its files, what to know of them, and the line for each game.yaml."""

    family: str
    files: tuple[Path, ...]
    notes: tuple[str, ...]
    lines: Mapping[str, str]


class FamilyFiles(Struct, frozen=True):
    """A family, its fonts and licence as files by their names, and what to know of them."""

    family: str
    files: Mapping[str, bytes]
    notes: tuple[str, ...]


def add_font(
    project: Path, wanted: str, game: str = "", face: str = "", weights: Sequence[int] = WEIGHTS,
    slow: Callable[[Path, str], None] = lambda *_: None,
) -> AddedFont:  # fmt: skip
    """Add the font file or installed family `wanted` to `game`, or to what all games of `project` share.

    `slow` is called before what takes longer than a few seconds.  Raises Failure for a font that cannot be
    used, or may not be, and then writes nothing.
    """
    named = choose_games(project, (game,) if game else ())
    made = family_files(wanted, slow, face, weights)
    family, files = made.family, made.files
    library = project / "templates" / (named[0] if game else "_library") / "fonts"
    there = {name: data for name, data in files.items() if (library / family / name).exists()}
    if any((library / family / name).read_bytes() != data for name, data in there.items()):
        where = (library / family).as_posix()
        message = f"{where} has other files of that name, and nothing is written over"
        raise Failure(
            [Diagnostic(Place(""), "exists", message, hint="delete the folder first, to take these")]
        )
    if len(there) < len(files):
        write_set(library / family, files)
    lines = {name: _line(project, name, family) for name in named}
    return AddedFont(family, tuple(library / family / name for name in files), made.notes, lines)


def family_files(
    wanted: str, slow: Callable[[Path, str], None], face: str = "", weights: Sequence[int] = WEIGHTS
) -> FamilyFiles:
    """The files that the font file or installed family `wanted` becomes.  Raises Failure."""
    try:
        chosen = (
            from_file(Path(wanted), face, weights) if is_file_name(wanted) else from_family(wanted, weights)
        )
        files, notes = _made(chosen, slow)
    except FontError as refused:
        raise Failure([Diagnostic(Place(""), "font", refused.message, hint=refused.hint)]) from None
    licences, told = _licence(chosen[0], bool(notes))
    return FamilyFiles(folder_name(chosen[0].face.family), {**files, **licences}, (*notes, *told))


def folder_name(family: str) -> str:
    """What the folder of a family is called: its name, without what no folder may have in it."""
    return re.sub(r'[\x00-\x1f<>:"/\\|?*]', "", family).strip(". ") or "Font"


def _made(
    chosen: Sequence[ChosenFace], slow: Callable[[Path, str], None]
) -> tuple[dict[str, bytes], list[str]]:
    """The files of the faces by name, and what was done to make them.  Raises FontError."""
    files: dict[str, bytes] = {}
    done: dict[str, list[str]] = {}
    for one in chosen:
        name = str(one.face.path)
        data = font_bytes(one.face.path)
        _refuse_restricted(data, one.face.index, name)
        if len(data) > LARGE and not is_static(data):
            slow(one.face.path, "a minute or more")
        made = static_font(data, name, one.face.index, one.face.family, one.weight)
        if len(made.data) > MAX_BYTES:
            size = f"{len(made.data) / 1e6:.0f} MB; {MAX_BYTES // 1_000_000} MB is the most"
            message = f"{name} makes a font of {size}"
            raise FontError(message, "take a font with fewer letters")
        read_metrics(made.data, name)
        files[one.file] = made.data
        if made.done:
            done.setdefault(made.done, []).append(one.file)
    return files, [f"{', '.join(names)}: {what}" for what, names in done.items()]


def _refuse_restricted(data: bytes, index: int, name: str) -> None:
    """Raise FontError where the licence's bits forbid embedding, before anything is converted."""
    import uharfbuzz as hb

    table = bytes(hb.Face(hb.Blob(data), index).reference_table("OS/2").data)
    if len(table) >= 10:
        refuse_embedding(struct.unpack_from(">H", table, 8)[0], name)


def _licence(chosen: ChosenFace, converted: bool) -> tuple[dict[str, bytes], list[str]]:
    """The licence beside a font, as files, and what is to be told of it."""
    found = {
        f"LICENCE-{path.name}" if path.name == "copyright" else path.name: path.read_bytes()
        for path in documents_beside(chosen.face.path)
        if path.stat().st_size <= _LONGEST_LICENCE
    }
    import uharfbuzz as hb

    face = hb.Face(hb.Blob(font_bytes(chosen.face.path)), chosen.face.index)
    own, said = face.get_name(0) or "", (face.get_name(13) or face.get_name(14) or "").strip()
    told = []
    if not found:
        told.append(
            "no licence lies beside it; "
            + (f'the font says: "{said[:120]}"' if said else "the font names none: may you print it?")
        )
    if _RESERVED.search(own) and converted:
        told.append("its licence reserves its name: rename the font before you give the converted files on")
    return found, told


def _line(project: Path, game: str, family: str) -> str:
    """`fonts:` of a game with `family` behind what each role has."""
    try:
        read = load(project, game)
    except Failure:  # what is wrong with the game is told by its build
        return font_line({"body": (USUAL, family)})
    roles = {role: (first, *read.fallback.get(role, ())) for role, first in read.fonts.items()}
    roles = roles if "body" in roles else {"body": (USUAL,), **roles}
    return font_line({role: (*names, family) for role, names in roles.items()})
