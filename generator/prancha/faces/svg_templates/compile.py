"""Drawings of one game as templates, compiled when first needed, and the functions they call."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Template, Undefined
from jinja2.runtime import Context
from markupsafe import Markup

from prancha.faces.faults import FaceError, FaceFault, ManyFaults, format_path
from prancha.faces.placed_art import PictureSet
from prancha.faces.placed_icons import IconSet
from prancha.faces.svg_templates.placing import TargetPiece
from prancha.faces.svg_templates.static_parts import Manner
from prancha.faces.svg_templates.translate_drawing import TranslationFaults, translate
from prancha.faces.template_shapes import n
from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.faces.text.typesetter import Typesetter
from prancha.graphics.fonts.letters import measures_of
from prancha.graphics.svg.external import ExternalMarkupFault, read
from prancha.graphics.svg.normal.plain_texts import baseline_height
from prancha.graphics.svg.svg_markup import MAX_FILE_BYTES
from prancha.model.diagnostic import Place
from prancha.model.units import PT_PER_MM, Mm

_WHITE = " \t\r\n"
"""What may be left out at the ends of a line; a no-break space may not."""


class SvgTemplateCalls:
    """Set texts and place pictures of drawings; empty values draw nothing."""

    def __init__(self, typesetter: Typesetter, icons: IconSet, art: PictureSet) -> None:
        self._typesetter, self._icons, self._art = typesetter, icons, art

    def calls(self) -> Mapping[str, Callable[..., Any]]:
        """The calls that draw, by the names that translations use."""
        return {
            "svg_line": self.line,
            "svg_paragraph": self.paragraph,
            "svg_art": self.art,
            "svg_icon": self.icon,
        }

    def words(self, *parts: Any) -> str:
        """The parts as one text: texts, numbers, and lists of these with commas.  Raises FaceError."""
        return "".join(map(_word, parts))

    def line(
        self,
        runs: Sequence[tuple[str, Mapping[str, Any]]],
        x: Mm,
        y: Mm,
        align: str,
        baseline: str = "",
        **fit: Any,
    ) -> Markup:
        """Runs beside each other on one line, each with a look of its own, aligned as a whole about x.

        `y` is that of a `baseline` of the first run, by its name in SVG.
        """
        shown = [(text, look) for text, look in runs if text]
        if baseline and shown:
            font, size = self._typesetter.font_of(**shown[0][1]), shown[0][1]["size"] / PT_PER_MM
            y += baseline_height(baseline, measures_of(font, size))
        if len(shown) == 1:
            text, look = shown[0]
            return self._typesetter.label(text.strip(_WHITE), x, y, align=align, **look, **fit)
        widths = [self._advance(text, look) for text, look in shown]
        whole = sum(widths)
        if "width" in fit and whole > fit["width"]:
            raise FaceError(
                f"a line of several looks needs {whole:.1f} mm, its width is {fit['width']:g} mm",
                "shorten it",
            )
        at = x - whole * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        drawn = []
        for (text, look), width in zip(shown, widths, strict=True):
            lead = self._advance(text[: len(text) - len(text.lstrip(_WHITE))], look)
            drawn.append(str(self._typesetter.label(text.strip(_WHITE), at + lead, y, **look)))
            at += width
        return Markup("".join(drawn))

    def paragraph(self, text: str, *box: Any, **look: Any) -> Markup:
        """A paragraph as templates write it."""
        return self._typesetter.paragraph(text, *box, **look) if text.strip(_WHITE) else Markup("")

    def art(self, path: Any, *box: Any, **how: Any) -> Markup:
        """A picture; nothing where the component names none."""
        return self._art.draw(path, *box, **how) if path not in ("", None) else Markup("")

    def icon(self, name: Any, *place: Any, **how: Any) -> Markup:
        """An icon; nothing where the component names none."""
        return self._icons.draw(name, *place, **how) if name not in ("", None) else Markup("")

    def _advance(self, text: str, look: Mapping[str, Any]) -> Mm:
        """The width of a run with the spaces at its ends."""
        if not text:
            return 0.0
        plain = {k: look[k] for k in ("font", "weight", "italic", "tracking") if k in look}
        frame = self._typesetter.text_width("||", look["size"], **plain)
        space = self._typesetter.text_width("| |", look["size"], **plain) - frame
        inner = text.strip(_WHITE)
        tracking = float(look.get("tracking", 0.0))
        # Letter-spacing follows the last letter too, where another run goes on.
        width = self._typesetter.text_width(inner, look["size"], **plain) + tracking if inner else 0.0
        return width + space * (len(text) - len(inner))


def _word(part: Any) -> str:
    if isinstance(part, Undefined):
        return str(part)  # raises, naming what is missing
    if isinstance(part, bool) or part is None or isinstance(part, Mapping):
        raise FaceError(
            f"{part!r:.40} is written here as if it were a text", "write its parts, or show it by if:"
        )
    if isinstance(part, float):
        return n(part)
    if isinstance(part, list | tuple):
        return ", ".join(map(_word, part))
    return str(part)


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
            path = self._loader.path_of(name, MAX_FILE_BYTES)
            file = format_path(path)
            try:
                manner = Manner(file, Path(name).stem, TargetPiece(*piece), self._fonts, self._languages)
                made = translate(read(path.read_bytes()), manner)
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
