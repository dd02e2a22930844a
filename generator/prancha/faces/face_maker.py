"""Render the template of every item of a game to SVG, and pages of the program's own such as covers."""

from __future__ import annotations

import time
from collections import ChainMap, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Template

from prancha.faces.composed_faces import DrawnPart, PlacedFace, SetLeaflet, compose, part_at
from prancha.faces.drawing_tools import DRAWN_ELSEWHERE, DrawingTools
from prancha.faces.face_drawings import Drawing, Drawn, Remark, SeenFace
from prancha.faces.face_faults import FaceFaults, merge_fields, picture_warnings, unknown_fonts
from prancha.faces.faults import FaceError, FaceFault, fault_diagnostics
from prancha.faces.framing import draw_folds, frame_face, panels, shape_of, sides, template_of
from prancha.faces.templates.context_values import Reads
from prancha.faces.text.continued_texts import MOST_PARTS, PartWanted
from prancha.graphics.fonts import FontBook
from prancha.graphics.svg.svg_markup import MAX_FILE_BYTES, DrawingFault, parse
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.face import Face, Side
from prancha.model.game import Family, Game, Item
from prancha.model.outline import Outline, rectangle
from prancha.model.units import Mm
from prancha.system.cache import NOTHING, Pack
from prancha.system.limits import work_on, work_on_each

if TYPE_CHECKING:
    from prancha.faces.svg_templates.placed_objects import ItemWords


def _piece_context(outline: Outline, side: Side, bleed: Mm, safe: Mm) -> dict[str, Any]:
    return {
        "side": side,
        "width": outline.width,
        "height": outline.height,
        "bleed": bleed,
        "safe": safe,
        "shape": shape_of(outline),
    }


class FaceMaker:
    """Draws the faces of one game in one language.

    `folders` are searched in order: templates/<game>, the project's
    templates, the shipped templates.  `pack` keeps what was drawn: its context
    must tell the program, all files of those folders, the language and `game_head`.
    """

    def __init__(
        self, game: Game, lang: str, folders: Sequence[Path], book: FontBook, pack: Pack = NOTHING
    ) -> None:
        if lang not in game.languages:
            raise Failure(
                [
                    Diagnostic(
                        game.places.get("languages", game.place),
                        "unknown-language",
                        f'the game has no texts in "{lang}"',
                        hint=suggestion(lang, game.languages),
                    )
                ]
            )
        game = game.set_in(lang)
        self._game, self._lang, self._families = game, lang, book.families()
        tools = self._tools = DrawingTools(game, lang, folders, book, pack)
        self._scope, self._memory = tools.scope, tools.memory
        self._typesetter, self._templates = tools.typesetter, tools.templates
        self._faults = FaceFaults(game, lang, tools.environment.globals)
        self._cover = game.places.get("cover.templates", game.places.get("cover", game.place))
        self._contexts: dict[str, Mapping[str, Any]] = {}
        self._composed: dict[str, tuple[DrawnPart, ...]] = {}
        self._notes: list[tuple[Remark, Item]] = []
        self._named: dict[str, dict[Side, list[str]]] = {}
        self._parts: dict[str, int] = {}
        self._numbers: dict[str, int] = {}
        self._seen: dict[str, SeenFace] | None = None
        self.set_leaflet: SetLeaflet | None = None

    @property
    def symbols(self) -> Mapping[str, str]:
        """The icons and shared drawings so far, of all faces and pages."""
        return self._tools.symbols

    @property
    def reads(self) -> Reads:
        """What templates asked for so far."""
        return self._memory.reads()

    @property
    def tools(self) -> DrawingTools:
        """Fonts, texts, icons and pictures of the game, for pages that are laid out without a template."""
        return self._tools

    @property
    def lang(self) -> str:
        """The language of the texts."""
        return self._lang

    def undrawn(self) -> tuple[str, ...]:
        """The keys of the items that have a face not in the cache, in their order."""
        families = [family for family in self._game.families if family.book is None]
        if self._memory.empty:
            return tuple(item.key for family in families for item in family.items)
        self.prepare()
        return tuple(
            item.key
            for family in families
            for item, *keys in zip(family.items, *self._named[family.id].values(), strict=True)
            if not all(map(self._memory.knows, keys))
        )

    def prepare(self) -> None:
        """Name all faces, as long as others are drawing them."""
        for family in self._game.families:
            if family.id not in self._named:
                self._named[family.id] = {
                    side: [name(template_of(family, usual, item), item) for item in family.items]
                    for side, usual in sides(family)
                    for name in (self._memory.namer(family, side),)
                }

    def draw(self, only: Collection[str] | None = None) -> Drawn:
        """Draw every item, or those whose keys are in `only`.

        Raises Failure with all faults of all templates at once.
        """
        fronts: dict[str, Face] = {}
        backs: dict[str, Face] = {}
        faults: list[FaceFault] = []
        self._notes.clear()
        seconds: dict[str, float] = {}
        leaflets = [family for family in self._game.families if family.book is not None]
        if only is not None and not {item.key for one in leaflets for item in one.items}.isdisjoint(only):
            only = None  # a leaflet may show all other faces
        wanted = self._numbers_of(only)
        for family in self._game.families:
            if family.book is not None:
                continue
            started = time.perf_counter()
            for side, template in sides(family):
                into = fronts if side == "front" else backs
                faults += self._draw_side(family, side, template, wanted[family.id], into)
            seconds[family.id] = time.perf_counter() - started
        strange = list(unknown_fonts(self._game, self._families, self._lang))
        if faults or strange:
            # A role without font is told once, where it stands, not by every text that is set in it.
            rest = (one for one in faults if not any(one.message.endswith(f.message) for f in strange))
            raise Failure(fault_diagnostics((*strange, *rest)))
        set_now = leaflets if only is None else ()
        wrong = [one for family in set_now for one in self._draw_leaflet(family, fronts, backs)]
        if wrong:
            raise Failure(wrong)
        notes = (*picture_warnings(self._notes), *self._merge_fields())
        return Drawn(fronts, backs, self.symbols, seconds, notes)

    def _merge_fields(self) -> Iterator[Diagnostic]:
        """Warnings about merge fields of other programs in drawings that are templates."""
        for family in self._game.families:
            fields = self._scope.field_names(family)
            first: dict[str, str] = {}
            for _, usual in sides(family):
                for item in family.items:
                    first.setdefault(template_of(family, usual, item), item.key)
            for name, key in first.items():
                if name.endswith(DRAWN_ELSEWHERE):
                    yield from merge_fields(self._tools.loader.path_of(name, MAX_FILE_BYTES), fields, key)

    def parts(self) -> Mapping[str, int]:
        """The number of faces of each component whose texts are too long for one, by its key.

        What cannot be drawn is left out: drawing it for print tells why.
        """
        for family in self._game.families:
            if family.continues is not None:
                side: Side = "front"
                deque(self._draw_side(family, side, family.template, range(len(family.items)), {}), 0)
        self._notes.clear()
        return self._parts

    def seen(self) -> Mapping[str, SeenFace]:
        """Return texts and pictures of each component by its key, without a pack.  Raises Failure."""
        self._seen = {}
        self.draw()
        return self._seen

    def try_drawing(self, name: str, data: bytes) -> None:
        """Draw with other contents of the drawing called `name`, in a maker without a pack."""
        self._tools.loader.tried[name] = data

    def words_on(self, key: str) -> ItemWords:
        """Return the words that drawings show on an item, to be measured.  Raises LookupError."""
        from prancha.faces.svg_templates.placed_objects import ItemWords  # builds do not need it

        (number,) = self._numbers_of([key])[key.partition("/")[0]]
        item = self._game.family(key.partition("/")[0]).items[number]
        tools = self._tools
        known = ChainMap(self._scope.item(item), {"texts": self._scope.texts})
        return ItemWords(tools.fonts, self._typesetter, tools.art, tools.icons, known)

    def _look_at(self, key: str) -> None:
        """Record the texts and pictures of a component while `seen` runs."""
        if self._seen is None:
            return
        before = self._seen.get(key, SeenFace())
        texts = tuple(dict.fromkeys((*before.texts, *self._typesetter.seen)))
        self._seen[key] = SeenFace(texts, tuple(dict.fromkeys((*before.pictures, *self._tools.art.seen))))

    def _numbers_of(self, keys: Collection[str] | None) -> dict[str, Sequence[int]]:
        """Return which items of each family are to be drawn."""
        if keys is None:
            return {family.id: range(len(family.items)) for family in self._game.families}
        if not self._numbers:
            for family in self._game.families:
                self._numbers.update((item.key, number) for number, item in enumerate(family.items))
        found: dict[str, list[int]] = {family.id: [] for family in self._game.families}
        for key in keys:
            found[key.partition("/")[0]].append(self._numbers[key])
        return {name: sorted(numbers) for name, numbers in found.items()}

    def page(self, template: str, width: Mm, height: Mm, bleed: Mm = 0.0, **context: Any) -> Face:
        """Draw a page of the program's own, such as a label, or a part of one; raises Failure."""
        tools, outline = self._tools, rectangle(width, height)
        known = {**_piece_context(outline, "front", bleed, 0.0), **context}
        size = {"width": width, "height": height, **({"bleed": bleed} if bleed else {})}
        key = tools.memory.page_key(template, {**context, **size})
        kept = tools.memory.recall(key)
        if kept is not None:
            return self._frame_page(lambda: kept.drawing, outline, template, known, kept.digest)
        tools.memory.begin()
        tools.typesetter.wanted = None
        tools.typesetter.lengthen(False)
        try:
            with work_on(self._cover, "", f"drawing the page {template}"):
                read = tools.templates.named(template, (width, height, 0.0))
                inside, _ = tools.templates.render(read, known)
        except Exception as error:  # a template may raise anything; it is told where it was written
            raise Failure(fault_diagnostics(self._faults.of_page(error, self._cover, known))) from error
        page = self._frame_page(inside, outline, template, known)
        try:
            parse(page.svg)  # within a larger drawing it could not be told where it is broken
        except DrawingFault as fault:
            place = self._cover if fault.at is None else self.origin(page, fault.at) or self._cover
            raise Failure([Diagnostic(place, "svg", fault.bare, hint=fault.hint)]) from None
        new = tools.memory.keep(key, page.digest, Drawing(inside, "", 1, tools.remarks()))
        if new.digest:
            page = self._frame_page(lambda: new.drawing, outline, template, known, new.digest)
        return page

    def composed(
        self,
        placed: Iterable[PlacedFace],
        outline: Outline,
        template: str,
        place: Place,
        bleed: Mm = 0.0,
        side: Side = "front",
        item: str = "",
        over: str = "",
    ) -> Face:
        """One face of several and what lies `over` them; what is wrong is told where its part was written."""
        inside, parts = compose(placed)
        face = frame_face(inside + over, outline, bleed, template, place, side=side, item=item)
        self._composed[face.digest] = parts
        return face

    def _frame_page(
        self,
        inside: str | Callable[[], str],
        outline: Outline,
        name: str,
        known: Mapping[str, Any],
        digest: str = "",
    ) -> Face:
        page = frame_face(inside, outline, known["bleed"], name, self._cover, digest=digest)
        self._contexts[page.digest] = known
        return page

    def _draw_leaflet(
        self, family: Family, fronts: dict[str, Face], backs: dict[str, Face]
    ) -> Sequence[Diagnostic]:
        """Draw both sides of a leaflet, which may show the faces of all else; returns what is wrong."""
        assert self.set_leaflet is not None
        (item,) = family.items
        try:
            for side, placed in self.set_leaflet(family, fronts, backs).items():
                outline = family.outline if side == "front" else family.outline.mirrored()
                over, into = self._over(family, side, outline), fronts if side == "front" else backs
                into[item.key] = self.composed(
                    placed,
                    outline,
                    family.template,
                    item.place,
                    family.bleed,
                    side=side,
                    item=item.key,
                    over=over,
                )
        except Failure as failure:
            return failure.diagnostics
        except FaceError as error:
            return fault_diagnostics(self._faults.at(error, family.place, None, {}))
        return ()

    def _over(self, family: Family, side: Side, outline: Outline) -> str:
        """Return the SVG over the drawings of one side of a family: folds, and the mark of the revision."""
        net = family.net if side == "front" and family.book is None else None
        over = draw_folds(net) if net is not None else ""
        return over + (self._tools.mark.draw(outline) if self._tools.mark is not None else "")

    def _draw_side(
        self, family: Family, side: Side, usual: str, numbers: Sequence[int], into: dict[str, Face]
    ) -> Iterator[FaceFault]:
        """Draw one side of the items with these `numbers`; `usual` is the template of most."""
        outline = family.outline if side == "front" else family.outline.mirrored()
        shared, fields = self._shared(family, side, outline), self._scope.field_names(family)
        try:
            over = self._over(family, side, outline)
        except Exception as error:
            yield from self._faults.at(error, family.place, None, {})
            return
        named = self._named.get(family.id, {}).get(side)
        asked = family.places.get("template" if side == "front" else "back", family.place)
        name_of = self._memory.namer(family, side)
        piece, read = (outline.width, outline.height, family.bleed), ""

        def framed(drawing: Drawing, item: Item, template: str) -> Face:
            """The face of a drawing with what lies `over` all of its family."""
            inside = partial(_add_over, drawing, over) if over else drawing.source
            bleed, place = family.bleed, item.place
            return frame_face(
                inside, outline, bleed, template, place, digest=drawing.digest, side=side, item=item.key
            )

        for number in work_on_each(numbers, asked, f"drawing {family.id}"):
            item = family.items[number]
            name = template_of(family, usual, item)
            key = named[number] if named else name_of(name, item)
            kept = drawing = self._memory.recall(key)
            if drawing is None:
                context = {**shared, **self._item_context(item)}
                self._memory.begin()
                self._want_part(family, side, item)
                try:
                    template = self._template(name, piece, asked, name != read)
                except Exception as error:
                    yield from self._faults.at(error, asked, None, {})
                    return
                read = name
                try:
                    with work_on(item.place, item.key, f"drawing its {side} ({name})"):
                        inside, _ = self._templates.render(template, context, fields)
                # Whatever a template's call raises is the template's fault; all of them are told at once.
                except Exception as error:
                    yield from self._faults.of_item(error, item, context)
                    continue
                self._look_at(item.key)
                drawing = Drawing(inside, "", self._typesetter.parts, self._tools.remarks())
            if drawing.pages > 1:
                self._parts[item.key] = max(drawing.pages, self._parts.get(item.key, 1))
            if drawing.remarks:
                self._notes += ((remark, item) for remark in drawing.remarks)
            face = framed(drawing, item, name)
            if kept is None and (drawing := self._memory.keep(key, face.digest, drawing)).digest:
                face = framed(drawing, item, name)
            into[face.item] = face

    def _template(self, name: str, piece: tuple[Mm, Mm, Mm], asked: Place, new: bool) -> Template:
        """The template of a face; to read one that is `new` is work of its own."""
        if new:
            with work_on(asked, "", f"reading the template {name}"):
                self._templates.named(name, piece)
        return self._templates.named(name, piece)

    def _item_context(self, item: Item) -> dict[str, Any]:
        """The context of one item."""
        return {"item": self._scope.item(item), "part": item.part, "parts": item.parts}

    def _want_part(self, family: Family, side: Side, item: Item) -> None:
        """Let texts that are too long be split if the family continues them."""
        self._typesetter.parts = 1
        self._typesetter.wanted = None
        self._typesetter.lengthen(self._game.longer)
        if family.continues == "card" and side == "front":
            self._typesetter.wanted = PartWanted(item.part, MOST_PARTS)
        elif family.continues == "back" and (side == "front" or item.parts > 1):
            self._typesetter.wanted = PartWanted(1 if side == "front" else 2, 2)

    def _shared(self, family: Family, side: Side, outline: Outline) -> dict[str, Any]:
        """The context that all faces of one side of a family share."""
        return {
            "family": self._scope.family(family),
            "tables": self._scope.tables_of(family),
            **_piece_context(outline, side, family.bleed, family.safe),
            **panels(family, side),
        }

    def origin(self, face: Face, offset: int) -> Place | None:
        """The template line that wrote character `offset` of a face drawn here, if it can be found."""
        if face.digest in self._composed:
            part = part_at(self._composed[face.digest], face.svg, offset)
            return self.origin(*part) if part is not None else None
        context = self._contexts.get(face.digest)
        if face.item:
            family = self._game.family(face.item.partition("/")[0])
            item = self._item(face.item)
            context = {**self._shared(family, face.side, face.outline), **self._item_context(item)}
        if context is None or face.template.endswith(DRAWN_ELSEWHERE):
            return None
        from prancha.faces.templates.source_map import Tracer  # only what cannot be drawn is traced

        start = face.svg.index(">") + 1
        tracer = Tracer(self._tools.loader.again(), self._tools.environment.globals)
        return tracer.place(face.template, context, face.svg[start:], offset - start)

    def field_place(self, face: Face, value: str) -> Place | None:
        """The one field of a face's component that has this value, if one has it."""
        if not face.item:
            return None
        item = self._item(face.item)
        place = self._faults.field(item, value)
        return place if place != item.place else None

    def _item(self, key: str) -> Item:
        """The item of this key."""
        return next(item for item in self._game.family(key.partition("/")[0]).items if item.key == key)


def _add_over(drawing: Drawing, over: str) -> str:
    return drawing.drawing + over
