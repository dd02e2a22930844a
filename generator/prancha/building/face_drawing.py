"""Draw faces: where from, with which fonts, what earlier builds kept, how long it took.

Where texts are too long for their component, also on how many parts they go on (`with_continued_parts`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType

from msgspec.structs import replace

from prancha.building.order import RENDER, Order, Progress, Row
from prancha.faces import Drawn, FaceMaker, game_head
from prancha.faces.composed_faces import PlacedFace
from prancha.faces.text.role_fonts import roles_of
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Failure, first_of
from prancha.model.face import Face, RenderSettings, Side
from prancha.model.game import Family, Game, Item
from prancha.model.printing import Duplex
from prancha.system import program_folders
from prancha.system.cache import (
    NOTHING,
    Pack,
    Store,
    context_of,
    drawing_inputs,
    is_settled,
    program_digest,
    template_inputs,
)

FaceSetup = tuple[FaceMaker, FontBook, tuple[Path, ...]]
"""The maker of a game's faces, its fonts, and the folders of its templates and pictures."""
_NAMED = 5


class Stopwatch:
    """Adds the rendering time of each face to the layout time of its family."""

    def __init__(self, drawn: Drawn, ahead: Mapping[str, float] = MappingProxyType({})) -> None:
        """Begin with the seconds of `ahead`, spent by workers."""
        self._seconds = {name: took + ahead.get(name, 0.0) for name, took in drawn.seconds.items()}
        self._faces: dict[str, set[str]] = {}
        for key, face in (*drawn.fronts.items(), *drawn.backs.items()):
            self._faces.setdefault(key.partition("/")[0], set()).add(face.digest)
        self._last = time.perf_counter()

    def lap(self, face: Face) -> None:
        """Add the time since the last face to the family of this one."""
        now = time.perf_counter()
        family = face.item.partition("/")[0]
        if family:
            self._seconds[family] = self._seconds.get(family, 0.0) + now - self._last
        self._last = now

    @property
    def seconds(self) -> dict[str, float]:
        """The seconds of each family so far."""
        return dict(self._seconds)

    def read(self, rows: Iterable[Row]) -> tuple[Row, ...]:
        """The rows with their faces and seconds."""
        return tuple(
            replace(
                row, faces=len(self._faces.get(row.family, ())), seconds=self._seconds.get(row.family, 0.0)
            )
            for row in rows
        )


def prepare_faces(project: Path, game: Game, lang: str, pack: Pack = NOTHING) -> FaceSetup:
    """Prepare drawing a game's faces in one language; `pack` caches what is drawn."""
    book, folders = open_fonts(project, game.id, lang)
    book.roles = roles_of(game, book)
    further = (family for families in game.fallback.values() for family in families)
    book.lenders = tuple(dict.fromkeys(each for each in further if each in book.families()))
    maker = FaceMaker(game, lang, folders, book, pack)
    if any(family.book is not None for family in game.families):
        maker.set_leaflet = partial(_set_leaflet, game, maker, book)
    return maker, book, folders


def _set_leaflet(
    game: Game,
    maker: FaceMaker,
    book: FontBook,
    family: Family,
    fronts: Mapping[str, Face],
    backs: Mapping[str, Face],
) -> Mapping[Side, Sequence[PlacedFace]]:
    """Return the faces placed on each side of a leaflet; raises Failure."""
    from prancha.book.leaflets import leaflet_sides  # few games have one
    from prancha.book.setup_pictures import DrawnKit
    from prancha.building.components import spaces_of_boards

    drawn = Drawn(fronts, backs, maker.symbols)
    kit = DrawnKit(game, maker.lang, fronts, backs, partial(spaces_of_boards, game, drawn, book))
    return leaflet_sides(kit, family, maker, book)


def open_fonts(project: Path, game: str, lang: str) -> tuple[FontBook, tuple[Path, ...]]:
    """Fonts of a game in one language, and the folders of its templates, existing or not."""
    folders = (project / "templates" / game, project / "templates", program_folders.TEMPLATES)
    return FontBook((folders[0], *program_folders.libraries(project)), lang), folders


def open_pack(order: Order, game: Game, lang: str, passing: bool = False) -> Pack:
    """Open the cache of faces of a game in one language, for the current templates.

    Without a cache it stores nothing, or, if `passing`, keeps entries until the build ends.
    """
    store = Store.usual() if order.cache else Store()
    if store:
        return Pack(store, pack_context(order.project, game, lang))
    return Pack(store, b"", passing) if passing else NOTHING


def save_pack(pack: Pack, project: Path, game: Game, lang: str, part: bool = False) -> None:
    """Save what was drawn, unless files changed meanwhile and the digest no longer holds.

    With `part` only some faces of the game were drawn, and the entries of the others are kept.
    """
    if pack.grown and pack_context(project, game, lang) == pack.context:
        pack.save(all_else=part)


def pack_context(project: Path, game: Game, lang: str) -> bytes:
    """Digest of program and files that faces depend on, without families, items and the project's templates.

    A cached face lists the templates it was drawn with.  A settled cache is that of one program and game.
    """
    if is_settled():
        return context_of("faces", b"settled", game.id, lang, game_head(game))
    files = drawing_inputs(project / "templates", game.id)
    return context_of("faces", program_digest(), context_of(files, game.id, lang, game_head(game)))


def drawing_digest(project: Path, game: Game, lang: str) -> bytes:
    """Digest of the program and files that faces depend on, without families and items."""
    return context_of(program_digest(), faces_context(project, game, lang))


def faces_context(project: Path, game: Game, lang: str) -> bytes:
    """Digest of the files that faces depend on, without families and items."""
    return context_of(template_inputs(project / "templates", game.id), game.id, lang, game_head(game))


def apply_ink(
    order: Order, drawn: Drawn, book: FontBook, folders: Sequence[Path], pack: Pack = NOTHING
) -> Drawn:
    """Convert faces to the ink of the order; `folders` are those of the pictures, `pack` keeps faces."""
    if order.ink == "full":
        return drawn
    from prancha.faces.ink_saving import save_ink

    return save_ink(order.ink, drawn, book, folders, pack)


def count_faces(
    name: str, progress: Progress, faces: Sequence[Face], stopwatch: Stopwatch | None = None, ahead: int = 0
) -> Callable[[Face], None]:
    """The function that `render` calls after each different face, for the progress of a game called `name`.

    Progress of the first `ahead` faces was reported before.
    """
    count, done = len({face.digest for face in faces}), 0

    def tick(face: Face) -> None:
        nonlocal done
        done += 1
        if done > ahead or done == count:
            progress(name, RENDER, done, count)
        if stopwatch is not None:
            stopwatch.lap(face)

    return tick


def render_settings(game: Game, lang: str) -> RenderSettings:
    """Render settings of a game in one language."""
    return RenderSettings(tuple(dict.fromkeys((lang, lang.partition("-")[0]))), game.raster)


def with_continued_parts(order: Order, game: Game, lang: str) -> Game:
    """Add the parts that long texts in `lang` need to families with `continue:`.

    Their fronts are drawn to measure; items that cannot be drawn are left alone and reported when drawn.
    """
    if not any(family.continues for family in game.families):
        return game
    pack = open_pack(order, game, lang)
    maker, _, _ = prepare_faces(order.project, game, lang, pack)
    parts = maker.parts()
    save_pack(pack, order.project, game, lang, part=True)
    families = (replace(family, items=tuple(_split_items(family, parts))) for family in game.families)
    return replace(game, families=tuple(families)) if parts else game


def _split_items(family: Family, parts: Mapping[str, int]) -> Iterator[Item]:
    for item in family.items:
        count = parts.get(item.key, 1)
        yield replace(item, parts=count)
        if family.continues == "card":
            for part in range(2, count + 1):
                yield replace(item, id=f"{item.id}.{part}", part=part, parts=count)


def refuse_unprinted(game: Game, duplex: Duplex) -> None:
    """Raise Failure where texts continue on backs that `duplex` does not print: they would be lost."""
    if duplex.printed:
        return
    wrong = []
    for family in game.families:
        if family.continues == "back" and (names := _continued_names(family)):
            message = f"the texts of {names} continue on their backs, but no backs are printed"
            hint = f'write continue: card, or print backs ("--duplex {duplex.name}" prints none)'
            place = family.places.get("continue", family.place)
            wrong.append(Diagnostic(place, "text-unprinted", message, hint=hint))
    if wrong:
        raise Failure(wrong)


def _continued_names(family: Family) -> str:
    """Names of the first components of a family that continue, and how many more; "" if none does."""
    found = [item.id for item in family.items if item.parts > 1 and item.part == 1 and item.copies]
    return first_of(found, _NAMED)


def continuing_remarks(game: Game, lang: str) -> Iterator[str]:
    """Sentences on which components of each family continue, and where."""
    for family in game.families:
        names = _continued_names(family)
        if not names:
            continue
        if family.continues == "back":
            where = "on their backs, which tells them from the others in a face-down deck"
        else:
            added = sum(item.copies for item in family.items if item.part > 1)
            where = f"on {added} further {'components' if added > 1 else 'component'}"
        yield f"{family.title[lang]}: texts of {names} continue {where}"
