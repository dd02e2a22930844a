"""Drawings of one game as templates, compiled when first needed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Template
from jinja2.runtime import Context

from prancha.faces.faults import FaceFault, ManyFaults, format_path
from prancha.faces.svg_templates.placing import TargetPiece
from prancha.faces.svg_templates.static_parts import Manner
from prancha.faces.svg_templates.translate_drawing import TranslationFaults, translate
from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.graphics.svg.external import ExternalMarkupFault, read
from prancha.graphics.svg.svg_markup import MAX_FILE_BYTES
from prancha.model.diagnostic import Place
from prancha.model.units import Mm


class FieldContext(Context):
    """Names in a drawing: first the fields of the component, then all that templates know.

    A field that other components of the family have, and this one has not, is empty.
    """

    def resolve_or_missing(self, key: str) -> Any:
        """The value of a name."""
        item = self.parent.get("item")
        if item is not None and not key.startswith("svg_"):
            if key in item:
                return item[key]
            if key in self.parent["svg_fields"]:
                return ""
        return super().resolve_or_missing(key)


class SvgTemplates:
    """Keeps the templates made of drawings; the parts that faces share go into `drawings`, by id."""

    def __init__(
        self,
        environment: FaceEnvironment,
        loader: FolderLoader,
        fonts: Mapping[str, str],
        drawings: dict[str, str],
        languages: tuple[str, ...],
    ) -> None:
        """`fonts` are the families and roles a drawing may name, and the family each means."""
        self._environment, self._loader, self._fonts, self._drawings = environment, loader, fonts, drawings
        self._languages = languages
        self._made: dict[tuple[str, tuple[Mm, Mm, Mm]], Template] = {}

    def template(self, name: str, piece: tuple[Mm, Mm, Mm]) -> Template:
        """The template of drawing `name` for pieces of one width, height and bleed.

        Raises ManyFaults, TemplateMissingError and Jinja's own errors.
        """
        if (name, piece) not in self._made:
            path, data = self._loader.read_drawing(name, MAX_FILE_BYTES)
            file = format_path(path)
            try:
                manner = Manner(file, Path(name).stem, TargetPiece(*piece), self._fonts, self._languages)
                made = translate(read(data), manner)
            except ExternalMarkupFault as fault:
                raise ManyFaults([_fault(file, fault)]) from None
            except TranslationFaults as faults:
                raise ManyFaults(_fault(file, fault) for fault in faults.faults) from None
            self._drawings.update(made.drawings)
            environment = self._environment
            code = environment.compile(made.source, name, str(path))
            compiled = environment.template_class.from_code(environment, code, environment.globals)
            self._made[name, piece] = compiled
        return self._made[name, piece]

    def context(self, template: Template, known: Mapping[str, Any], fields: Collection[str]) -> Context:
        """Return what a drawing sees; `fields` are those that any component of the family has."""
        parent = {**template.globals, **known, "svg_fields": fields}
        return FieldContext(self._environment, parent, template.name, template.blocks)


def _fault(file: str, fault: ExternalMarkupFault) -> FaceFault:
    return FaceFault(Place(file, fault.line, 1), "", "svg-template", fault.message, fault.hint)
