"""Additions of a page to a game: a family of a kind, a font or a picture, never over another file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from prancha.catalogue.splice import SpliceError, add_keys, change_text, compose_data
from prancha.faces.placed_art import ENDINGS as PICTURES
from prancha.faces.placed_art import FOLDER as ART
from prancha.graphics import pictures
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.setup.font_adding import add_font
from prancha.setup.new_game.plain_game import DRAWN_KINDS
from prancha.setup.new_game.project import start
from prancha.setup.new_game.project_files import refusal
from prancha.setup.new_game.starter_kinds import KINDS
from prancha.system.atomic_files import write_whole
from prancha.system.file_contents import is_file, leads_out, refuse_links, regular_bytes

Json = dict[str, object]
_MOST_NAMES = 999


class Addition(Struct, frozen=True):
    """An addition to `game`: a family of a `kind`, or the one file that was given."""

    game: Annotated[str, Meta(max_length=100)]
    kind: Annotated[str, Meta(max_length=40)] = ""


def add_family(project: Path, asked: Addition) -> Json:
    """Add a family of a kind to a game, with components to begin with; raises Failure."""
    refuse_links(project, asked.game)
    if asked.kind not in KINDS and asked.kind not in DRAWN_KINDS:
        raise refusal("bad-kind", f'"{asked.kind}" is not a kind of component', "choose one of the list")
    family = DRAWN_KINDS[asked.kind].family if asked.kind in DRAWN_KINDS else KINDS[asked.kind].family
    file = project / "components" / asked.game / f"{family}.yaml"
    if not is_file(file.with_name("game.yaml")):
        raise refusal("no-game", f"there is no game {asked.game} any more", "look at the games again")
    if file.exists() or file.is_symlink():
        message = f"the game has a family {family} already"
        raise refusal("exists", message, "add cards to it, or rename its file and its line in families:")
    started = start(project, asked.game, asked.kind)
    files = [path.relative_to(project).as_posix() for path in started.files]
    return {"family": family, "files": files, "notes": list(started.notes)}


def add_given_font(project: Path, asked: Addition, files: Path) -> Json:
    """Add the given font to a game, and name it in game.yaml where that names none; raises Failure."""
    given = _only_file(files)
    folder = project / "templates" / asked.game / "fonts"
    refuse_links(project, asked.game)
    _refuse_way_out(folder, project)
    there = set(folder.rglob("*"))
    added = add_font(project, str(given), asked.game)
    line = added.lines.get(asked.game, "")
    head = project / "components" / asked.game / "game.yaml"
    place = head.relative_to(project).as_posix()
    written = False
    try:
        before = regular_bytes(head, 20_000_000, project / "components")
        names = {"body": f'"{added.family}"'}

        def named(text: str) -> str:
            has_fonts = "fonts" in (compose_data(text, place) or ())
            return text if has_fonts else add_keys(text, place, "fonts", names)

        after = change_text(before, named)
        if after != before:
            write_whole(head, after)
            written = True
    except (SpliceError, UnicodeError):
        pass  # the page shows the line to write
    new = [path.relative_to(project).as_posix() for path in added.files if path not in there]
    told = {"family": added.family, "files": new, "notes": list(added.notes)}
    return {**told, "line": "" if written else line}


def add_picture(project: Path, asked: Addition, files: Path) -> Json:
    """Copy the picture that was given to those of a game, under a name that is free there; raises Failure.

    `files` has it where it was copied: a picture of the same bytes and name is used as it is.
    """
    given = _only_file(files)
    refuse_links(project, asked.game)
    folder = project / "templates" / asked.game / ART
    _refuse_way_out(folder, project)
    if given.suffix.lower() not in PICTURES:
        message = f"{given.name} is no picture that can be dropped here"
        raise refusal("unreadable", message, f"give one of {', '.join(PICTURES)}")
    data = regular_bytes(given, pictures.MAX_BYTES, files)
    try:
        pictures.look(data, given.name)
    except DrawingFault as fault:
        raise refusal("unreadable", fault.message, fault.hint) from None
    for number in range(1, _MOST_NAMES):
        name = given.name if number == 1 else f"{given.stem}-{number}{given.suffix}"
        path = folder / name
        if path.is_symlink():
            continue
        if not path.exists():
            write_whole(path, data)
            return {"name": name, "files": [path.relative_to(project).as_posix()]}
        if is_file(path) and path.stat().st_size == len(data) and path.read_bytes() == data:
            return {"name": name, "files": []}
    raise refusal("exists", f"there are {_MOST_NAMES} pictures called {given.stem}", "give it another name")


def _only_file(files: Path) -> Path:
    """Return the one file of a batch; raises Failure for none or several."""
    found = sorted(path for path in files.rglob("*") if path.is_file())
    if len(found) != 1:
        raise refusal("missing-file", f"{len(found)} files were given", "give one file")
    return found[0]


def _refuse_way_out(folder: Path, project: Path) -> None:
    """Raise Failure for a folder that is a link, or lies behind one, to a place outside the project."""
    if leads_out(folder, project):
        place = Place(folder.relative_to(project).as_posix())
        message = "this is a link to a place outside the project"
        raise Failure([Diagnostic(place, "unreadable", message, hint="copy what it leads to here")])
