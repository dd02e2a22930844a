"""Templates of one game, compiled when first asked for and rendered face by face."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from jinja2 import Template
from jinja2.runtime import Context

from prancha.faces.faults import FaceError, LimitError, ManyErrors
from prancha.faces.templates.bounds import MAX_TEXT
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.model.units import Mm

if TYPE_CHECKING:
    from prancha.faces.svg_templates import SvgTemplates

DRAWN_ELSEWHERE = ".svg"
"""The ending of templates that are ordinary drawings."""


class Templates:
    """The templates that `environment` finds; `open_foreign` brings what makes some of drawings."""

    def __init__(self, environment: FaceEnvironment, open_foreign: Callable[[], SvgTemplates]) -> None:
        self._environment, self._open_foreign = environment, open_foreign
        self._compiled: dict[str, Template] = {}

    def named(self, name: str, piece: tuple[Mm, Mm, Mm]) -> Template:
        """A template; of a drawing, the one for a piece of this width, height and bleed."""
        self._environment.used.add(name)
        if name.endswith(DRAWN_ELSEWHERE):
            return self._foreign.template(name, piece)
        if name not in self._compiled:
            self._environment.steps = 0
            self._compiled[name] = self._environment.get_template(name)
        return self._compiled[name]

    def render(
        self, template: Template, known: Mapping[str, Any], fields: Collection[str] = ()
    ) -> tuple[str, Mapping[str, Any]]:
        """The drawing, and the names the template set at its top level."""
        self._environment.steps = 0
        self._environment.face += 1
        if str(template.name).endswith(DRAWN_ELSEWHERE):
            context: Context = self._foreign.context(template, known, fields)
        else:
            context = template.new_context(dict(known))
        noted: list[Exception] = []
        self._environment.noted = noted
        try:
            drawing = "".join(_bounded(template.root_render_func(context)))
        except Exception as error:  # whatever ended it, what was wrong before is told too
            raise ManyErrors((*noted, error)) from error
        if noted:
            raise ManyErrors(noted)
        try:
            drawing.encode()
        except UnicodeEncodeError as problem:
            half = ord(drawing[problem.start])
            message = f"{template.name} writes U+{half:04X}, which is half a character"
            raise FaceError(message, "write the character itself") from None
        return drawing, context.vars

    @cached_property
    def _foreign(self) -> SvgTemplates:
        return self._open_foreign()


def _bounded(parts: Iterable[str]) -> Iterator[str]:
    size = 0
    for part in parts:
        size += len(part)
        if size > MAX_TEXT:
            raise LimitError(f"the template writes more than {MAX_TEXT} characters")
        yield part
