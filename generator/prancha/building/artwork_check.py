"""Gather what the checks of printed faces need from the stages that have it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path

from msgspec.structs import replace

from prancha.book.book_style import PALETTE_ROLES
from prancha.book.cover_pages import parts_of_cover
from prancha.checks.artwork import Printed, Used
from prancha.faces import Drawn, FaceMaker
from prancha.faces.templates.loader import MAX_BYTES
from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import look_at, opacities
from prancha.model.face import Ink
from prancha.model.game import Game
from prancha.system.file_contents import Refused, is_file, regular_bytes

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_NAME = re.compile(r"(?<=\.)\w+|(?<=')[\w-]+(?=')|(?<=\")[\w-]+(?=\")")
"""Matches attribute names and quoted words: `palette.ink`, `palette['ink']`, `icon("star")`."""
_DRAWN = re.compile(r"(?<=')[\w-]+(?=')|(?<=\")[\w-]+(?=\")")
_OF_THE_GAME = re.compile(r"(?<=\bpalette\.)\w+")
"""Names of a game that templates of the library read; all other names in them are their own."""
_LIBRARY = "_library/"
_TEMPLATE = re.compile(r"[\w/-]+\.svg\.j2")


def gather(
    game: Game,
    maker: FaceMaker,
    drawn: Drawn,
    book: FontBook,
    folders: Sequence[Path],
    ink: Ink = "full",
) -> Printed:
    """Gather the faces drawn by `maker` from `folders` (the game's own first), with all names they used.

    `drawn` are the faces as printed in `ink`.  Call it before covers and labels are drawn: what they
    use is no use of a face.
    """
    reads, own = maker.reads, folders[0]
    families = {name for family in game.families for name in (family.template, family.back) if name}
    # The cover uses names too.  So do templates with which no face was drawn, such as a back in whose place
    # texts go on, and all that they include or extend.
    elsewhere = {*parts_of_cover(game).values(), *(families - set(reads.templates))}
    named, drawn_there = _named_from(sorted(elsewhere), folders)
    icons = frozenset(
        symbol.removeprefix("i-").rpartition("-")[0] for symbol in drawn.symbols if symbol.startswith("i-")
    )
    return replace(
        faces_of(game, drawn, book, folders),
        used=Used(
            reads.fields,
            reads.palette,
            texts=reads.texts,
            keywords=reads.keywords,
            templates=reads.templates,
            icons=icons,
        ),
        templates=frozenset(path.relative_to(own).as_posix() for path in own.rglob("*.j2")),
        icons=frozenset(path.stem for path in (own / "icons").glob("*.svg")) - drawn_there,
        elsewhere=named | PALETTE_ROLES,
        where=maker.origin,
        ink=ink,
    )


def faces_of(game: Game, drawn: Drawn, book: FontBook, folders: Sequence[Path]) -> Printed:
    """Gather only the faces, which is enough for checks of single faces.

    Leaflets are left out as rulebooks are: their layouter holds what these checks ask for, and the pieces
    that they picture are smaller than they are printed.
    """
    pixels = lru_cache(maxsize=4096)(partial(_pixels, folders=folders))
    leaflets = {item.key for family in game.families if family.book is not None for item in family.items}
    fronts, backs = (
        {key: face for key, face in faces.items() if key not in leaflets}
        for faces in (drawn.fronts, drawn.backs)
    )
    return Printed(game, fronts, backs, drawn.symbols, book, pixels=pixels, opacity=opacities(folders))


def _pixels(href: str, folders: Sequence[Path]) -> tuple[float, float] | None:
    seen = look_at(href, folders)
    return None if seen.kind in ("SVG", "PDF") else (seen.width, seen.height)


def _text(path: Path, folders: Sequence[Path]) -> str:
    """The text of a template; "" for a file that templates must not read."""
    for folder in folders:
        with suppress(Refused):
            return regular_bytes(path, MAX_BYTES, folder).decode("utf-8", "replace")
    return ""


def _named_from(templates: Sequence[str], folders: Sequence[Path]) -> tuple[frozenset[str], frozenset[str]]:
    """Names in templates and those they include or extend, without the library's own."""
    named, drawn = set(templates), set[str]()
    files: list[Path] = []
    waiting = [*templates]
    while waiting:
        name = waiting.pop()
        path = next((folder / name for folder in folders if is_file(folder / name)), None)
        if path is not None and path not in files:
            files.append(path)
            parts, names, icons = _names_in(_text(path, folders), name.startswith(_LIBRARY))
            waiting += sorted(parts)
            named |= parts | names
            drawn |= icons
    return frozenset(named), frozenset(drawn)


@lru_cache(maxsize=256)
def _names_in(text: str, shared: bool) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Names in a template: other templates, names of the game, and possible icons.

    Shared templates are examined for each game.
    """
    text = _COMMENT.sub("", text)
    names = (_OF_THE_GAME if shared else _NAME).findall(text)
    return frozenset(_TEMPLATE.findall(text)), frozenset(names), frozenset(_DRAWN.findall(text))
