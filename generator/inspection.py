"""What the checks of the printed face look at, gathered from the stages that know it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from generator.cache import NOTHING, Pack
from generator.cache.pack import key_of
from generator.faces import Drawn, FaceMaker
from generator.faces.loader import MAX_BYTES
from generator.faces.maker import COVER
from generator.fonts import FontBook
from generator.model.game import Game
from generator.opening import Refused, regular_bytes
from generator.pictures import load, look
from generator.printed import Printed, Used

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_NAME = re.compile(r"(?<=\.)\w+|(?<=')[\w-]+(?=')|(?<=\")[\w-]+(?=\")")
"""What follows a dot, or is a word in quotes: `palette.ink`, `palette['ink']`, `icon("star")`."""
_TEMPLATE = re.compile(r"[\w/-]+\.svg\.j2")


def gather(
    game: Game, maker: FaceMaker, drawn: Drawn, book: FontBook, folders: Sequence[Path], pack: Pack = NOTHING
) -> Printed:
    """The faces just drawn by `maker` from `folders` (the game's own first), with all that it used for them.

    Call it before covers and labels are drawn: what they use is no use of a face.  `pack` keeps what
    templates name: its context must tell all files of those folders.
    """
    reads, own = maker.reads, folders[0]
    icons = frozenset(
        symbol.removeprefix("i-").rpartition("-")[0] for symbol in drawn.symbols if symbol.startswith("i-")
    )
    return replace(
        faces_of(game, drawn, book, folders),
        used=Used(reads.fields, reads.palette, reads.texts, reads.keywords, reads.templates, icons),
        templates=frozenset(path.relative_to(own).as_posix() for path in own.rglob("*.j2")),
        icons=frozenset(path.stem for path in (own / "icons").glob("*.svg")),
        elsewhere=_named_elsewhere(game, folders, pack),
    )


def faces_of(game: Game, drawn: Drawn, book: FontBook, folders: Sequence[Path]) -> Printed:
    """The faces alone, which is all that checks of single ones look at."""
    pixels = partial(_pixels, folders=folders)
    return Printed(game, drawn.fronts, drawn.backs, drawn.symbols, book, pixels=pixels)


def _pixels(href: str, folders: Sequence[Path]) -> tuple[float, float] | None:
    seen = look(load(href, folders), href)
    return None if seen.kind == "SVG" else (seen.width, seen.height)


def _text(path: Path, folders: Sequence[Path]) -> str:
    """The text of a template; none of a file that no template may read."""
    for folder in folders:
        with suppress(Refused):
            return regular_bytes(path, MAX_BYTES, folder).decode("utf-8", "replace")
    return ""


def _named_elsewhere(game: Game, folders: Sequence[Path], pack: Pack) -> frozenset[str]:
    """Names in the game's cover, and in what it is made of: used, though no face shows them."""
    cover = str(game.cover.get("template", COVER))
    key = key_of("named", cover)
    kept = pack.get(key)
    if kept is None:
        kept = msgspec.json.encode(sorted(_named_from(cover, folders)))
        pack.put(key, kept)
    return frozenset(msgspec.json.decode(kept, type=list[str]))


def _named_from(template: str, folders: Sequence[Path]) -> set[str]:
    """Names in a template and in those it is made of."""
    words = {template}
    files: list[Path] = []
    waiting = sorted(words)
    while waiting:
        name = waiting.pop()
        path = next((folder / name for folder in folders if (folder / name).is_file()), None)
        if path is not None and path not in files:
            files.append(path)
            text = _COMMENT.sub("", _text(path, folders))
            waiting += sorted(set(_TEMPLATE.findall(text)))
            words.update(_TEMPLATE.findall(text))
            words.update(_NAME.findall(text))
    return words
