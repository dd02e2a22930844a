"""The pages of the program's own, such as covers and labels: templates rendered to SVG."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from prancha.faces.drawing import Drawing
from prancha.faces.drawing_tools import DrawingTools
from prancha.faces.face_faults import FaceFaults
from prancha.faces.faults import LimitError, fault_diagnostics
from prancha.faces.framing import framed, shape_of
from prancha.model.diagnostic import Failure
from prancha.model.face import Face
from prancha.model.game import Game
from prancha.model.outline import Outline, rectangle
from prancha.model.units import Mm
from prancha.system.limits import work_on

COVER = "_library/cover.svg.j2"
"""The cover sheet of games whose `cover:` names no template of its own."""
MAX_PAGES = 20


class PageMaker:
    """Draws pages of one game in one language with `tools`."""

    def __init__(self, game: Game, tools: DrawingTools, faults: FaceFaults) -> None:
        self._tools, self._faults = tools, faults
        self._cover = game.places.get("cover.template", game.places.get("cover", game.place))
        self._contexts: dict[str, Mapping[str, Any]] = {}

    def page(self, template: str, width: Mm, height: Mm, context: Mapping[str, Any]) -> Face:
        """Draw one page; raises Failure."""
        return self._draw(template, width, height, context)[0]

    def pages(self, template: str, width: Mm, height: Mm, context: Mapping[str, Any]) -> tuple[Face, ...]:
        """Draw a page that may run on: its template sets `pages`, and is drawn for `page` 1 to `pages`.

        Raises Failure.
        """
        first, count = self._draw(template, width, height, {**context, "page": 1})
        rest = range(2, count + 1)
        return first, *(self._draw(template, width, height, {**context, "page": k})[0] for k in rest)

    def context_of(self, digest: str) -> Mapping[str, Any] | None:
        """What the template of a page drawn here was given, by the page's digest."""
        return self._contexts.get(digest)

    def _draw(self, name: str, width: Mm, height: Mm, context: Mapping[str, Any]) -> tuple[Face, int]:
        """A page, and of how many it says that it is one."""
        tools, outline = self._tools, rectangle(width, height)
        known = {**_page_context(outline), **context}
        key = tools.memory.page_key(name, {**context, "width": width, "height": height})
        kept = tools.memory.recall(key)
        if kept is not None:
            return self._framed(lambda: kept.drawing, outline, name, known, kept.digest), kept.pages
        tools.memory.begin()
        tools.typesetter.wanted = None
        tools.typesetter.lengthen(False)
        try:
            with work_on(self._cover, "", f"drawing the page {name}"):
                template = tools.templates.named(name, (width, height, 0.0))
                inside, told = tools.templates.render(template, known)
            count = told.get("pages", 1)
            if not isinstance(count, int) or not 1 <= count <= MAX_PAGES:
                raise LimitError(f"the template asks for {count} pages", f"1 to {MAX_PAGES} are possible")
        except Exception as error:  # a template may raise anything; it is told where it was written
            raise Failure(fault_diagnostics(self._faults.of_page(error, self._cover, known))) from error
        page = self._framed(inside, outline, name, known)
        new = tools.memory.keep(key, page.digest, Drawing(inside, "", count, tools.remarks()))
        if new.digest:
            page = self._framed(lambda: new.drawing, outline, name, known, new.digest)
        return page, count

    def _framed(
        self,
        inside: str | Callable[[], str],
        outline: Outline,
        name: str,
        known: Mapping[str, Any],
        digest: str = "",
    ) -> Face:
        page = framed(
            inside, outline, bleed=0.0, side="front", item="", template=name, place=self._cover, digest=digest
        )
        self._contexts[page.digest] = known
        return page


def _page_context(outline: Outline) -> dict[str, Any]:
    return {
        "side": "front", "width": outline.width, "height": outline.height, "bleed": 0.0, "safe": 0.0,
        "shape": shape_of(outline), "page": 1,
    }  # fmt: skip
