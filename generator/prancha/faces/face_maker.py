"""Game -> faces: every item's template rendered to SVG, and pages such as the cover."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from prancha.faces.drawn import Drawn
from prancha.faces.error_places import page_place, text_place, unknown_fonts
from prancha.faces.face_cache import FaceCache
from prancha.faces.faults import (
    FaceFault,
    LimitError,
    ManyFaults,
    MissingNameError,
    distinct_faults,
    fault,
    fault_diagnostics,
)
from prancha.faces.folding import folding, panels
from prancha.faces.framing import framed, shape_of, sides, template_of
from prancha.faces.game_templates import DRAWN_ELSEWHERE, Templates
from prancha.faces.missing import missing_field, missing_name, nothing_given
from prancha.faces.placed.art import PictureSet
from prancha.faces.placed.art_notes import picture_warnings
from prancha.faces.placed.icons import IconSet
from prancha.faces.placed.placeholder import Placeholder
from prancha.faces.remark import Remark
from prancha.faces.roles import plain_font, roles_of
from prancha.faces.seen import SeenFace
from prancha.faces.template_context import GameContext
from prancha.faces.template_functions import drawing_words, game_words, measuring_words
from prancha.faces.templates.context_values import Reads
from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.faces.text.calls import Typesetter
from prancha.faces.text.continuing import MOST_PARTS, PartWanted
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.face import Face, Side
from prancha.model.game import Family, Game, Item
from prancha.model.outline import Outline, rectangle
from prancha.model.units import Mm
from prancha.system.cache import NOTHING, Pack
from prancha.system.limits import work_on, work_on_each

if TYPE_CHECKING:
    from prancha.faces.revision_mark import RevisionMark
    from prancha.faces.svg_templates import SvgTemplates

COVER = "_library/cover.svg.j2"
"""The cover sheet of games whose `cover:` names no template of its own."""
MAX_PAGES = 20


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
            raise Failure([Diagnostic(
                game.places.get("languages", game.place), "unknown-language",
                f'the game has no texts in "{lang}"', hint=suggestion(lang, game.languages),
            )])  # fmt: skip
        game = game.set_in(lang)
        self._game, self._lang, self._families = game, lang, book.families()
        self._icons = IconSet(
            [folders[0] / "icons", *(folder / "_library" / "icons" for folder in folders[1:])]
        )
        self._loader = FolderLoader(folders)
        self._environment = FaceEnvironment(self._loader)
        self._scope = GameContext(game, lang)
        roles = roles_of(game, book)
        typesetter = Typesetter(
            book, roles, lang=lang, icon=self._icons.draw_in_text, fallback=game.fallback,
            glossary=self._scope.glossary, draft=game.draft,
            longer=game.longer,
        )  # fmt: skip
        placeholder = Placeholder(typesetter.label, typesetter.text_width, plain_font(game, book))
        self._art = PictureSet(folders, placeholder)
        self._environment.give(game_words(self._scope, game, lang, book, roles))
        self._environment.give(measuring_words(typesetter))
        self._environment.let_draw(drawing_words(typesetter, self._icons, self._art))
        self._mark: RevisionMark | None = None
        if game.revision_mark:
            from prancha.faces.revision_mark import RevisionMark

            self._mark = RevisionMark(typesetter, game.revision)
        self._typesetter = typesetter
        self._fonts = {**{family: family for family in book.families()}, **roles}
        self._drawings: dict[str, str] = {}
        self._memory = FaceCache(
            pack, game, scope=self._scope, environment=self._environment, icons=self._icons,
            drawings=self._drawings, digest=self._loader.digest,
        )  # fmt: skip
        self._templates = Templates(self._environment, self._open_foreign)
        self._notes: list[tuple[Remark, Item]] = []
        self._named: dict[str, dict[Side, list[str]]] = {}
        self._parts: dict[str, int] = {}
        self._pages: dict[str, Mapping[str, Any]] = {}
        self._numbers: dict[str, int] = {}
        self._seen: dict[str, SeenFace] | None = None
        self._cover = game.places.get("cover.template", game.places.get("cover", game.place))

    @property
    def symbols(self) -> Mapping[str, str]:
        """The icons and shared drawings so far, of all faces and pages."""
        return dict(sorted({**self._icons.symbols, **self._drawings}.items()))

    @property
    def reads(self) -> Reads:
        """What templates asked for so far."""
        return self._memory.reads()

    @property
    def lang(self) -> str:
        """The language of the texts."""
        return self._lang

    def undrawn(self) -> tuple[str, ...]:
        """The keys of the items of which some face is not kept, in their order."""
        if self._memory.empty:
            return tuple(item.key for family in self._game.families for item in family.items)
        self.prepare()
        return tuple(
            item.key
            for family in self._game.families
            for item, *keys in zip(family.items, *self._named[family.id].values(), strict=True)
            if not all(map(self._memory.knows, keys))
        )

    def prepare(self) -> None:
        """Name all faces, as long as others are drawing them."""
        for family in self._game.families:
            if family.id not in self._named:
                self._named[family.id] = {
                    side: [self._face_key(family, side, name, item) for item in family.items]
                    for side, name in sides(family)
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
        wanted = self._numbers_of(only)
        for family in self._game.families:
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
        return Drawn(fronts, backs, self.symbols, seconds, picture_warnings(self._notes))

    def parts(self) -> Mapping[str, int]:
        """Over how many faces each component goes on whose texts are too long for one, by its key.

        What cannot be drawn is left out: drawing it for print tells why.
        """
        for family in self._game.families:
            if family.continues is not None:
                side: Side = "front"
                deque(self._draw_side(family, side, family.template, range(len(family.items)), {}), 0)
        self._notes.clear()
        return self._parts

    def seen(self) -> Mapping[str, SeenFace]:
        """What each component shows, by its key; of a maker without a pack.  Raises Failure."""
        self._seen = {}
        self.draw()
        return self._seen

    def _look_at(self, key: str) -> None:
        """Take note of what was set and placed since the last remarks, where anybody wants to know."""
        if self._seen is None:
            return
        before = self._seen.get(key, SeenFace())
        texts = tuple(dict.fromkeys((*before.texts, *self._typesetter.seen)))
        self._seen[key] = SeenFace(texts, tuple(dict.fromkeys((*before.pictures, *self._art.seen))))

    def _numbers_of(self, keys: Collection[str] | None) -> dict[str, Sequence[int]]:
        """Which items of each family are to be drawn."""
        if keys is None:
            return {family.id: range(len(family.items)) for family in self._game.families}
        if not self._numbers:
            for family in self._game.families:
                self._numbers.update((item.key, number) for number, item in enumerate(family.items))
        found: dict[str, list[int]] = {family.id: [] for family in self._game.families}
        for key in keys:
            found[key.partition("/")[0]].append(self._numbers[key])
        return {name: sorted(numbers) for name, numbers in found.items()}

    def page(self, template: str, width: Mm, height: Mm, **context: Any) -> Face:
        """Draw a page of the program's own, such as a label; raises Failure."""
        return self._page(template, width, height, context)[0]

    def pages(self, template: str, width: Mm, height: Mm, **context: Any) -> tuple[Face, ...]:
        """Draw a page that may run on: its template sets `pages`, and is drawn for `page` 1 to `pages`.

        Raises Failure.
        """
        first, count = self._page(template, width, height, {**context, "page": 1})
        rest = range(2, count + 1)
        return first, *(self._page(template, width, height, {**context, "page": k})[0] for k in rest)

    def _page(self, name: str, width: Mm, height: Mm, context: Mapping[str, Any]) -> tuple[Face, int]:
        outline = rectangle(width, height)
        known = {**self._page_context(outline), **context}
        key = self._memory.page_key(name, {**context, "width": width, "height": height})
        kept = self._memory.recall(key)
        if kept is not None:
            return self._drawn_page(kept.drawing, outline, name, known, kept.digest), kept.pages
        self._memory.begin()
        self._typesetter.wanted = None
        self._typesetter.lengthen(False)
        try:
            with work_on(self._cover, "", f"drawing the page {name}"):
                template = self._templates.named(name, (width, height, 0.0))
                inside, told = self._templates.render(template, known)
            count = told.get("pages", 1)
            if not isinstance(count, int) or not 1 <= count <= MAX_PAGES:
                raise LimitError(f"the template asks for {count} pages", f"1 to {MAX_PAGES} are possible")
        except Exception as error:
            faults = (
                f
                for each in distinct_faults(error)
                for f in self._faults(each, self._blamed_page(each), "", known)
            )
            raise Failure(fault_diagnostics(faults)) from error
        page = self._drawn_page(inside, outline, name, known)
        self._memory.keep(key, page.digest, inside, self._remarks(), count)
        return page, count

    def _remarks(self) -> tuple[Remark, ...]:
        """What was remarked since the last call on pictures and texts."""
        return (*self._art.take(), *self._typesetter.take())

    def _drawn_page(
        self, inside: str, outline: Outline, name: str, known: Mapping[str, Any], digest: str = ""
    ) -> Face:
        page = framed(
            inside, outline, bleed=0.0, side="front", item="", template=name, place=self._cover, digest=digest
        )
        self._pages[page.digest] = known
        return page

    def _draw_side(
        self, family: Family, side: Side, name: str, numbers: Sequence[int], into: dict[str, Face]
    ) -> Iterator[FaceFault]:
        outline = family.outline if side == "front" else family.outline.mirrored()
        shared = self._shared(family, side, outline)
        folds = folding(family.net) if family.net is not None and side == "front" else ""
        piece, fields = (outline.width, outline.height, family.bleed), self._scope.field_names(family)
        try:
            mark = self._mark.draw(outline) if self._mark is not None else ""
        except Exception as error:
            yield from self._faults(error, family.place, "", {})
            return
        named = self._named.get(family.id, {}).get(side)
        usual = name
        asked = family.places.get("template" if side == "front" else "back", family.place)
        read = ""
        for number in work_on_each(numbers, asked, f"drawing {family.id}"):
            item = family.items[number]
            name = template_of(family, usual, item)
            key = named[number] if named else self._face_key(family, side, name, item)
            kept = self._memory.recall(key)
            if kept is None:
                context = {**shared, **self._item_context(item)}
                self._memory.begin()
                self._want_part(family, side, item)
                try:
                    if name != read:
                        with work_on(asked, "", f"reading the template {name}"):
                            self._templates.named(name, piece)
                        read = name
                    template = self._templates.named(name, piece)
                except Exception as error:
                    yield from self._faults(error, asked, "", {})
                    return
                try:
                    with work_on(item.place, item.key, f"drawing its {side} ({name})"):
                        inside, _ = self._templates.render(template, context, fields)
                # Whatever a template's call raises is the template's fault; all of them are told at once.
                except Exception as error:
                    for fault in distinct_faults(error):
                        yield from self._faults(fault, self._blamed(fault, item), item.key, context)
                    continue
                self._look_at(item.key)
                remarks, digest, parts = self._remarks(), "", self._typesetter.parts
            else:
                inside, remarks, digest, parts = kept.drawing, kept.remarks, kept.digest, kept.pages
            if parts > 1:
                self._parts[item.key] = max(parts, self._parts.get(item.key, 1))
            self._notes += ((remark, item) for remark in remarks)
            face = into[item.key] = framed(
                inside + folds + mark, outline, bleed=family.bleed, side=side, item=item.key,
                template=name, place=item.place, digest=digest,
            )  # fmt: skip
            if kept is None:
                self._memory.keep(key, face.digest, inside, remarks, parts)

    def _face_key(self, family: Family, side: Side, name: str, item: Item) -> str:
        return self._memory.face_key(family, side, template_of(family, name, item), item)

    def _item_context(self, item: Item) -> dict[str, Any]:
        return {"item": self._scope.item(item), "part": item.part, "parts": item.parts}

    def _want_part(self, family: Family, side: Side, item: Item) -> None:
        """Let texts that are too long be parted, where the family has them go on."""
        self._typesetter.parts = 1
        self._typesetter.wanted = None
        self._typesetter.lengthen(self._game.longer)
        if family.continues == "card" and side == "front":
            self._typesetter.wanted = PartWanted(item.part, MOST_PARTS)
        elif family.continues == "back" and (side == "front" or item.parts > 1):
            self._typesetter.wanted = PartWanted(1 if side == "front" else 2, 2)

    def _shared(self, family: Family, side: Side, outline: Outline) -> dict[str, Any]:
        return {
            "family": self._scope.family(family), "tables": self._scope.tables_of(family), "side": side,
            "width": outline.width, "height": outline.height, "bleed": family.bleed, "safe": family.safe,
            "shape": shape_of(outline), **panels(family, side),
        }  # fmt: skip

    def origin(self, face: Face, offset: int) -> Place | None:
        """The line of a template that wrote character `offset` of a face drawn here, if it can be told."""
        context = self._pages.get(face.digest)
        if face.item:
            family = self._game.family(face.item.partition("/")[0])
            item = self._item(face.item)
            context = {**self._shared(family, face.side, face.outline), **self._item_context(item)}
        if context is None or face.template.endswith(DRAWN_ELSEWHERE):
            return None
        from prancha.faces.templates.source_map import Tracer  # only what cannot be drawn is traced

        start = face.svg.index(">") + 1
        tracer = Tracer(self._loader.again(), self._environment.globals)
        return tracer.place(face.template, context, face.svg[start:], offset - start)

    def field_place(self, face: Face, value: str) -> Place | None:
        """The one field of a face's component that has this value, if one has it."""
        if not face.item:
            return None
        item = self._item(face.item)
        place = text_place(item, self._lang, self._game.languages, value)
        return place if place != item.place else None

    def _open_foreign(self) -> SvgTemplates:
        """What makes templates of drawings; a game without such need not wait for it."""
        from prancha.faces.svg_templates import SvgTemplateCalls, SvgTemplates

        words = SvgTemplateCalls(self._typesetter, self._icons, self._art)
        self._environment.give({"svg_words": words.words})
        self._environment.let_draw(words.calls())
        languages = (self._lang, self._lang.partition("-")[0])
        return SvgTemplates(self._environment, self._loader, self._fonts, self._drawings, languages)

    def _faults(
        self, error: Exception, place: Place, item: str, context: Mapping[str, Any]
    ) -> tuple[FaceFault, ...]:
        if isinstance(error, ManyFaults):
            return tuple(replace(each, item=each.item or item) for each in error.faults)
        if isinstance(error, MissingNameError) and error.item is not None:
            return (missing_field(error, place, item, self._game),)
        if isinstance(error, MissingNameError) and error.name:
            known = {name for name in (*self._environment.globals, *context) if not name.startswith("svg_")}
            fields = set(dict.keys(context.get("item", {})))
            if "svg_words" in self._environment.globals:  # drawings name fields by themselves
                known, fields = known | fields, set()
            error.hint = missing_name(error, known, fields)
        told = fault(error, place, item)
        return (nothing_given(told, self._item(item)) if item and getattr(error, "empty", False) else told,)

    def _item(self, key: str) -> Item:
        return next(item for item in self._game.family(key.partition("/")[0]).items if item.key == key)

    def _blamed(self, error: Exception, item: Item) -> Place:
        text = getattr(error, "text", "")
        return text_place(item, self._lang, self._game.languages, text) if text else item.place

    def _blamed_page(self, error: Exception) -> Place:
        text = getattr(error, "text", "")
        return (page_place(self._game, self._lang, text) if text else None) or self._cover

    def _page_context(self, outline: Outline) -> dict[str, Any]:
        return {
            "side": "front", "width": outline.width, "height": outline.height, "bleed": 0.0, "safe": 0.0,
            "shape": shape_of(outline), "page": 1,
        }  # fmt: skip
