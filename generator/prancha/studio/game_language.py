"""The faces of one game in one language, as far as they are drawn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from prancha.building.components import BOARD, Spaces
from prancha.building.face_drawing import (
    drawing_digest,
    open_pack,
    pack_context,
    prepare_faces,
    render_settings,
    save_pack,
    with_continued_parts,
)
from prancha.building.order import Ahead, Order
from prancha.building.step_values import DrawnGame
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.faces import Drawn, FaceMaker
from prancha.graphics.scene.scene import TooManyMarks
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Point
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.face import Face, Side
from prancha.model.game import Family, Game
from prancha.render import render
from prancha.studio.child_process import AvoidedWork
from prancha.studio.guard import token
from prancha.system.cache import Pack, Store, remember_digests
from prancha.system.crashes import caught

if TYPE_CHECKING:
    from prancha.faces.svg_templates.placed_objects import ItemWords

KEPT_FACES = 2_000
KEPT_PAGES = 24_000_000
"""Bytes of one-page PDFs of faces that are kept to be drawn at another size."""
LAZY = 3_000
"""Items above which faces are drawn only when they are looked at."""
ASKED = 80
"""Items looked at last, which are drawn before all others after a change."""
CHUNK = 10
SIDES: tuple[Side, Side] = ("front", "back")
ITEM_TRAITS = ("fields", "copies", "source", "why", "assumed")
FAMILY_TRAITS = "id outline bleed safe template back continues net title note tables".split()
"""Attributes of an item and of a family that its faces are drawn from."""
Versions = dict[str, list[str]]
"""The names of the pictures of front and back, "" for none, by the token of an item."""


class GameLanguage:
    """Draws what is asked for, and in small steps all else; a broken face stays as it last was.

    `broken` has why items cannot be drawn or printed now, by their keys, `noted` what should be known of
    others; `news` is set when either changes.
    """

    def __init__(self, project: Path, game: Game, lang: str, avoided: AvoidedWork) -> None:
        """Begin with nothing drawn; raises Failure where the game cannot be drawn in `lang`.

        What is `avoided` is not drawn until the game is followed.
        """
        self._avoided = avoided
        self._project, self.lang = project, lang
        self._drawer = Drawer(project, game, lang)
        self._faces: OrderedDict[tuple[str, Side], tuple[Face, Drawer]] = OrderedDict()
        self._late: Versions = {}
        self._pages: OrderedDict[str, bytes] = OrderedDict()
        self._asked: OrderedDict[str, None] = OrderedDict()
        self._todo: list[list[str]] = []
        self._urgent = 0
        self.versions: dict[str, list[str]] = {}
        self.broken: dict[str, tuple[Diagnostic, ...]] = {}
        self.noted: dict[str, tuple[Diagnostic, ...]] = {}
        self.news = False
        self._unprintable: OrderedDict[str, tuple[Diagnostic, ...]] = OrderedDict()
        self._printed: dict[tuple[str, Side], str] = {}
        self._plan(key for key, _ in _items(game))

    def follow(self, game: Game) -> Versions:
        """Take the game as it is now and draw what was looked at last of what changed; returns what differs.

        All else that is looked at comes with the next steps, ever more at a time (`is_shown_late`).
        Raises Failure where the game cannot be drawn at all; then all stays as it was.
        """
        self._avoided = AvoidedWork(())
        # A drawer is large: of former ones, only what items show that broke since is kept.
        for (key, side), (_, drawer) in list(self._faces.items()):
            if drawer is not self._drawer and key not in self.broken:
                del self._faces[key, side]
        old, before = self._drawer, dict(_items(self._drawer.game))
        self._drawer = Drawer(self._project, game, self.lang, old)
        known = dict(_items(game))
        for key in [key for key in self.versions if key not in known]:
            del self.versions[key]
            self._set_findings(key, (), ())
        new = [
            key
            for key, item in known.items()
            if key not in before or _traits(before[key], ITEM_TRAITS) != _traits(item, ITEM_TRAITS)
        ]
        looked = [key for key in reversed(self._asked) if key in known]
        first = list(dict.fromkeys((*(key for key in looked if key in set(new)), *new[:CHUNK])))
        if self._drawer.context != old.context or _families(game) != _families(old.game):
            first = list(dict.fromkeys((*first, *looked)))[:ASKED]
        changed = self._draw(first[:1])
        self._plan([key for key in known if key not in set(first)])
        urgent = [first[at : min(2 * at, at + CHUNK)] for at in _starts(len(first))]
        self._todo, self._urgent = [*urgent, *self._todo], len(urgent)
        return changed

    def step(self) -> Versions | None:
        """Draw some more; returns what differs from what was shown, None when all is drawn."""
        late, self._late = self._late, {}
        if not self._todo:
            return late or None
        self._urgent = max(0, self._urgent - 1)
        keys = self._todo.pop(0)
        return {**late, **self._draw([key for key in keys if not self._is_drawn(key)])}

    def _is_drawn(self, key: str) -> bool:
        """Return whether the front of an item was drawn from the files as they are."""
        kept = self._faces.get((key, "front"))
        return kept is not None and kept[1] is self._drawer

    def keep(self) -> None:
        """Keep what was drawn for later runs."""
        if not self._todo:
            self._drawer.keep()

    @property
    def is_shown_late(self) -> bool:
        """Whether faces that are looked at are still to be drawn from the files as they are."""
        return self._urgent > 0

    @property
    def is_done(self) -> bool:
        """Whether all faces are as the files are."""
        return not self._todo and not self._late

    def page(self, key: str, side: Side) -> bytes:
        """Return the one-page PDF of a face; raises Failure, LookupError."""
        self._asked[key] = None
        self._asked.move_to_end(key)
        if len(self._asked) > ASKED:
            self._asked.popitem(last=False)
        kept = self._faces.get((key, side))
        if kept is None or (kept[1] is not self._drawer and key not in self.broken):
            self._late |= self._draw([key])
        if key in self.broken and (key, side) not in self._faces:
            raise Failure(self.broken[key])
        face, drawer = self._faces[key, side]
        self._faces.move_to_end((key, side))
        name = self._print(key, side, _picture_name(face, drawer))
        self._pages.move_to_end(name)
        return self._pages[name]

    def _print(self, key: str, side: Side, name: str) -> str:
        """Print a face that is kept; returns the name of its page.

        That of the last one that could be printed where this one cannot; raises Failure where there is none.
        """
        face, drawer = self._faces[key, side]
        wrong = self._unprintable.get(name)
        if wrong is None and name not in self._pages:
            try:
                self._pages[name] = drawer.pdf(face)
            except Failure as failure:
                wrong = self._unprintable[name] = failure.diagnostics
                if len(self._unprintable) > KEPT_FACES:
                    self._unprintable.popitem(last=False)
            while sum(map(len, self._pages.values())) > KEPT_PAGES and len(self._pages) > 1:
                self._pages.popitem(last=False)
        if wrong is None:
            self._printed[key, side] = name
            return name
        self._set_findings(key, wrong, self.noted.get(key, ()))
        before = self._printed.get((key, side), "")
        if before not in self._pages:
            raise Failure(wrong)
        return before

    @property
    def drawer(self) -> Drawer:
        """The drawer of the game as its files are."""
        return self._drawer

    def spaces(self) -> dict[str, tuple[Point, ...]]:
        """Return the middles of the spaces of the boards of the game, by key; of broken ones none."""
        drawer, found = self._drawer, {}
        for family in drawer.game.families:
            if family.stock != "board" or max(family.outline.width, family.outline.height) < BOARD:
                continue
            for item in family.items:
                if not self._is_drawn(item.key) and item.key not in self.broken:
                    self._late |= self._draw([item.key])
                if (item.key, "front") in self._faces:
                    found[item.key] = drawer.spaces(self._faces[item.key, "front"][0], family)
        return {key: points for key, points in found.items() if points}

    def _plan(self, keys: Iterable[str]) -> None:
        """Draw `keys` later, in chunks of one family."""
        chunks: dict[str, list[list[str]]] = {}
        count = 0
        for key in keys:
            count += 1
            rows = chunks.setdefault(key.partition("/")[0], [[]])
            if len(rows[-1]) == CHUNK:
                rows.append([])
            rows[-1].append(key)
        self._todo = [] if count > LAZY else [row for rows in chunks.values() for row in rows]

    def _draw(self, keys: list[str]) -> Versions:
        changed: Versions = {}
        for some, outcome in self._draw_singly(keys):
            if isinstance(outcome, Failure):
                for key in some:
                    self._set_findings(key, outcome.diagnostics, ())
                    changed[token(key)] = self.versions.get(key, ["", ""])
                continue
            faces, backs = outcome.fronts, outcome.backs
            for key in some:
                now = [
                    _picture_name(faces[key], self._drawer),
                    _picture_name(backs[key], self._drawer) if key in backs else "",
                ]
                self._remember(key, "front", faces[key])
                if key in backs:
                    self._remember(key, "back", backs[key])
                if self.versions.setdefault(key, now) != now or key in self.broken:
                    changed[token(key)] = self.versions[key] = now
                wrong = (one for name in now for one in self._unprintable.get(name, ()))
                self._set_findings(key, tuple(wrong), outcome.notes)
        return changed

    def _set_findings(self, key: str, broken: tuple[Diagnostic, ...], noted: tuple[Diagnostic, ...]) -> None:
        """Keep the findings of an item."""
        for kept, now in ((self.broken, broken), (self.noted, noted)):
            if kept.get(key, ()) != now:
                self.news = True
                if now:
                    kept[key] = now
                else:
                    kept.pop(key, None)

    def _draw_singly(self, keys: list[str]) -> Iterator[tuple[list[str], Drawn | Failure]]:
        """Draw items; where there are findings, each for itself."""
        avoided = {key: told for key in keys if (told := self._avoided.find(key)) is not None}
        for key, told in avoided.items():
            yield [key], Failure([told])
        keys = [key for key in keys if key not in avoided]
        if not keys:
            return
        try:
            drawn: Drawn | Failure = self._drawer.draw(keys)
        except Failure as failure:
            drawn = failure
        if len(keys) == 1 or (isinstance(drawn, Drawn) and not drawn.notes):
            yield keys, drawn
            return
        for key in keys:
            yield from self._draw_singly([key])

    def _remember(self, key: str, side: Side, face: Face) -> None:
        self._faces[key, side] = face, self._drawer
        self._faces.move_to_end((key, side))
        if len(self._faces) > KEPT_FACES:
            self._faces.popitem(last=False)


def _picture_name(face: Face, drawer: Drawer) -> str:
    """Return the name of a picture: of the drawing, and of the fonts and pictures it is drawn with."""
    return token(drawer.pictures.hex(), face.digest)


def _items(game: Game) -> Iterator[tuple[str, object]]:
    return ((item.key, item) for family in game.families for item in family.items)


def _families(game: Game) -> str:
    """Return what faces of a game are drawn from of its families."""
    return repr([_traits(one, FAMILY_TRAITS) for one in game.families])


def _starts(count: int) -> Iterator[int]:
    """Yield where chunks begin after the first of `count` items: 1, 2, 4, 8, then by tens."""
    at = 1
    while at < count:
        yield at
        at = min(2 * at, at + CHUNK)


def _traits(one: object, names: Sequence[str]) -> list[object]:
    return [getattr(one, name) for name in names]


class Drawer:
    """Draws faces of one game, as it was read, in one language."""

    def __init__(self, project: Path, game: Game, lang: str, before: Drawer | None = None) -> None:
        """Reuse what drawer `before` drew, as far as files are the same."""
        game = with_continued_parts(Order(project), game, lang)
        self._project, self.game, self.lang = project, game, lang
        with remember_digests(Store.usual(), project) if before is None else nullcontext():
            self.context = drawing_digest(project, game, lang)
            self.pictures = pack_context(project, game, lang)
        if before is not None and before.context == self.context:
            self._pack: Pack = before._pack
        else:
            self._pack = open_pack(Order(project), game, lang)
        self._maker, self._book, self._folders = prepare_faces(project, game, lang, self._pack)

    def draw(self, keys: Collection[str]) -> Drawn:
        """Draw the faces of some items; raises Failure."""
        with caught(self.game.place, "drawing its faces"):
            return self._maker.draw(keys)

    def drawing(self, keys: Collection[str]) -> DrawnGame:
        """Return the faces of some items with all that drew them; raises Failure."""
        drawn = self.draw(keys)
        maker, book, folders = self._maker, self._book, self._folders
        return DrawnGame(drawn, drawn, None, self._pack, maker, book=book, folders=folders, ahead=Ahead())

    def words_on(self, key: str) -> ItemWords:
        """Return the words that drawings show on an item; raises LookupError."""
        return self._maker.words_on(key)

    def try_drawing(self, name: str, data: bytes) -> Callable[[str, Side], bytes]:
        """Return what makes the page of an item with other contents of a drawing; it raises Failure."""
        maker = FaceMaker(self.game, self.lang, self._folders, self._book)
        maker.try_drawing(name, data)

        def page(key: str, side: Side) -> bytes:
            with caught(self.game.place, "drawing a face"):
                drawn = maker.draw([key])
            return self.pdf((drawn.fronts if side == "front" else drawn.backs)[key], maker)

        return page

    def pdf(self, face: Face, maker: FaceMaker | None = None) -> bytes:
        """Return one page that holds a face with its bleed, as a kit would; raises Failure.

        The face was drawn by `maker`, or else by the one for the files as they are.
        """
        maker = maker or self._maker
        with caught(face.place, "printing a face"):
            portfolio = render(
                [face],
                maker.symbols,
                self._book,
                self._folders,
                pack=self._pack,
                where=maker,
                settings=render_settings(self.game, self.lang),
            )
            outline, bleed = face.outline, face.bleed
            width, height = outline.width + 2 * bleed, outline.height + 2 * bleed
            page = PdfPage(width, height, faces=((face.digest, bleed, bleed),))
            return write_pdf([page], portfolio, self._book, About(""), "none")

    def spaces(self, face: Face, family: Family) -> tuple[Point, ...]:
        """Return the middles of the spaces on a face, as exports find them; none where that fails."""
        try:
            with caught(face.place, "looking for its spaces"):
                return Spaces(self._maker.symbols, self._book).on(face.svg, family)
        except (TooManyMarks, DrawingFault, Failure):
            return ()

    def keep(self) -> None:
        """Keep what was drawn for later builds."""
        if self._pack.grown:
            save_pack(self._pack, self._project, self.game, self.lang, part=True)
