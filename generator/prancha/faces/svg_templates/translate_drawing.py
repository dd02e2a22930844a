"""Translate a drawing into a template: static parts are shared, the rest are calls on their own lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from jinja2 import Template
from jinja2.runtime import Context
from msgspec import Struct

from prancha.faces.faults import FaceFault, ManyFaults, format_path
from prancha.faces.svg_templates.drawing_objects import Marks, NoFontError, read_marks
from prancha.faces.svg_templates.drawn_texts import (
    OF_TEXTS,
    has_figures,
    parts_of,
    runs_otherwise,
    special,
    style_in,
    unset,
)
from prancha.faces.svg_templates.growing_boxes import GrowingBoxes
from prancha.faces.svg_templates.marked_objects import GROUPS, Calls, bind_paints
from prancha.faces.svg_templates.placing import TargetPiece, format_matrix, page_matrix
from prancha.faces.svg_templates.static_parts import SILENT, Manner, Stills, find_target
from prancha.faces.template_shapes import n
from prancha.faces.templates.loader import FolderLoader
from prancha.faces.templates.sandbox import FaceEnvironment
from prancha.graphics.fonts import add_font, family_names, named_font, role_meant
from prancha.graphics.svg.cascade import FIELD
from prancha.graphics.svg.external import ExternalDrawing, ExternalMarkupFault, in_user_units, read
from prancha.graphics.svg.leftovers import remove
from prancha.graphics.svg.matrix import IDENTITY, Matrix, multiply, parse_transform
from prancha.graphics.svg.normal.plain_elements import applies
from prancha.graphics.svg.normal.plain_texts import flows
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import START, Style, share
from prancha.graphics.svg.svg_markup import MAX_FILE_BYTES, DrawingFault
from prancha.model.diagnostic import Place
from prancha.model.units import Mm

_SHOWN = ("use", "image")
"""Elements without parts or paints to be marked, which `if:` may still show on some components only."""
_HARD = ("mask", "filter", "mix-blend-mode", "isolation", "transform-origin", "transform-box")
"""Effects that apply to an element as a whole, and so to nothing that holds fields."""
_OF_TEXTS = (*_HARD, "text-decoration", "text-decoration-line")
"""The same for a group that holds texts; `special` reports those of a text itself."""


class Translated(Struct, frozen=True):
    """Source in the template language, line by line with the file, and the drawings it uses, by id."""

    source: str
    drawings: Mapping[str, str]


class TranslationFaults(Exception):
    """Everything that is wrong in one drawing; `args[0]` are the faults."""

    def __init__(self, faults: tuple[ExternalMarkupFault, ...]) -> None:
        super().__init__(faults)
        self.faults = faults


def translate(drawing: ExternalDrawing, manner: Manner) -> Translated:
    """The template for a drawing on components of one size.  Raises TranslationFaults."""
    if drawing.faults:
        raise TranslationFaults(drawing.faults)
    drawing = in_user_units(drawing)
    for text in drawing.root.iter("text"):
        for part in list(text.iter()):
            for child in [child for child in part if not applies(child, manner.languages)]:
                remove(part, child)
    try:
        matrix = page_matrix(drawing, manner.piece)
    except ExternalMarkupFault as fault:
        raise TranslationFaults((fault,)) from None
    return _Translator(drawing, manner, matrix).translated()


class _Translator:
    def __init__(self, drawing: ExternalDrawing, manner: Manner, matrix: Matrix) -> None:
        self._drawing, self._manner, self._matrix = drawing, manner, matrix
        self._ids: dict[str, Element] = {}
        for element in drawing.root.iter():
            if "id" in element.attrib:
                self._ids.setdefault(element.attrib["id"], element)
        self._stills = Stills(drawing, manner, self._ids, matrix)
        self._faults: list[ExternalMarkupFault] = list(drawing.faults)
        self._later: list[ExternalMarkupFault] = []
        """Faults that the renderer would report too; they are raised here only along with others."""
        self._marks: dict[Element, Marks] = {}
        self._moving: set[Element] = set()
        self._holding: set[Element] = set()
        self._out: list[str] = []
        self._line = 1

    def translated(self) -> Translated:
        root = self._drawing.root
        for element, name in self._drawing.names.items():
            self._tried(element, self._note_marks, name)
        for element, why in bind_paints(root, self._marks):
            self._tried(element, _refuse, why)
        self._calls = Calls(
            self._manner.fonts,
            self._ids,
            self._drawing.page.view,
            boxes=GrowingBoxes(root, self._matrix, self._marks),
        )
        self._find_moving(root)
        self._children(root, style_in(START, root), self._matrix)
        self._flush()
        if self._faults:
            raise TranslationFaults((*self._faults, *self._later))
        if self._stills.told and not self._stills.drawings:
            self._stills.add(Element("g"), START, self._matrix)  # which carries what is told
            self._flush()
        return Translated("".join(self._out), self._stills.drawings)

    def _note_marks(self, element: Element, name: str) -> None:
        marks = read_marks(name)
        if marks is not None:
            self._marks[element] = marks

    def _find_moving(self, element: Element) -> tuple[bool, bool]:
        """Return whether an element has fields or marks in it, and whether it has texts; record both.

        Elements in `_moving` are walked through; those in `_holding` have fields or marks in them.
        """
        inner = [self._find_moving(child) for child in element if child.tag not in SILENT]
        words = "".join(element.itertext()) if element.tag == "text" else ""
        fields = element in self._marks or any(f for f, _ in inner) or FIELD in words
        fields = fields or any(FIELD in value for value in element.attrib.values())
        texts = element.tag == "text" or any(t for _, t in inner)
        if fields:
            self._holding.add(element)
        if fields or texts:
            self._moving.add(element)
        return fields, texts

    def _tried(self, element: Element, work: Callable[..., None], *details: Any) -> None:
        """Do some work on an element and collect its faults."""
        try:
            work(element, *details)
        except ExternalMarkupFault as fault:
            self._faults.append(fault)
        except DrawingFault as fault:
            self._faults.append(ExternalMarkupFault(fault.message, self._at(element), fault.hint))
        except NoFontError as error:
            self._faults.append(self._absent(element, error.font))
        except ValueError as error:
            hint = "prancha help art tells what may be marked, and what is refused"
            self._faults.append(ExternalMarkupFault(str(error), self._at(element), hint))

    def _absent(self, element: Element, font: str) -> ExternalMarkupFault:
        hint = f'{add_font(font)}, or say what stands for it: fonts: {{"{font}": Alegreya Sans}} in game.yaml'
        return ExternalMarkupFault(f'there is no font "{font}"', self._at(element), hint)

    def _lacks_fonts(self, text: Element, style: Style) -> bool:
        """Return whether a text names an absent font.

        The renderer reports fonts of texts without fields: their faults only join others found here.
        For texts with fields a message names the font that stands in.
        """
        lacks = False
        for part in text.iter():
            families = part.get("font-family", style.get("font-family", "") if part is text else "")
            if not families or named_font(families, self._manner.fonts) is not None:
                continue
            lacks, named = True, family_names(families)[0]
            role = role_meant(families)
            if text not in self._holding:
                if not role:
                    self._later.append(self._absent(part, named))
            elif role:
                why = f'the font "{named}" is set in {role}, {self._manner.fonts[role]}'
                other = f'fonts: {{"{named}": Alegreya Sans}} in game.yaml names another'
                self._stills.told.append(f"line {self._at(text)}: {why}, and {other}")
        return lacks

    def _tell_length(self, text: Element) -> None:
        """Report that `textLength` of a text with fields is ignored."""
        if any("textLength" in part.attrib for part in text.iter()):
            why = "textLength is left out, for the words of a field have a length of their own"
            self._stills.told.append(f"line {self._at(text)}: {why}")

    def _at(self, element: Element) -> int:
        return self._drawing.lines.get(element, 1)

    def _write(self, element: Element, text: str) -> None:
        """Write on the line of an element; line breaks in comments leave nothing on the face."""
        behind = self._at(element) - self._line
        if behind > 0:
            self._out.append("{#" + "\n" * behind + "#}")
            self._line += behind
        self._out.append(text)

    def _flush(self) -> None:
        self._out.append(self._stills.flush())

    def _children(self, parent: Element, style: Style, matrix: Matrix) -> None:
        for child in parent:
            if child.tag not in SILENT:
                self._tried(child, self._element, style, matrix)

    def _element(self, element: Element, style: Style, matrix: Matrix) -> None:
        if element.get("display") == "none" or not self._meant(element):
            return
        names = _HARD if element.tag == "text" or next(element.iter("text"), None) is None else _OF_TEXTS
        hard = [name for name in names if element.get(name, "none") not in ("none", "normal", "auto")]
        if self._clips_by_box(element) and not _upright(matrix, element):
            hard.append("clip-path")  # which a frame that is not turned with it would cut elsewhere
        inside = style_in(style, element)
        holds = element in self._holding
        special_text = special(element, inside, holds) if element.tag == "text" else ""
        drawn = bool(hard or special_text or element.tag == "svg")
        if element.tag == "text":
            drawn |= has_figures(element, inside) or runs_otherwise(element, self._manner.languages)
            drawn |= self._lacks_fonts(element, inside)
        if element not in self._moving or (element not in self._holding and drawn):
            self._stills.add(element, style, matrix)
            return
        marks = self._marks.get(element)
        content = marks.content if marks is not None else None
        if special_text and (content is not None or flows(element)):
            # Its words, or where its lines break, are others.
            special_text = unset(element, inside, content is not None, holds)
        if hard or (special_text and element in self._holding):
            what = hard[0] if hard else special_text
            raise ValueError(f"{what} on something that holds fields or marked objects cannot be set")
        if holds and element.tag == "text" and content is None:
            self._tell_length(element)
        if element.tag == "svg":
            raise ValueError("a drawing within the drawing that holds fields or marked objects cannot be set")
        if element.tag == "switch":
            chosen = next((c for c in element if c.tag not in SILENT and self._meant(c)), None)
            if chosen is not None:
                self._element(chosen, inside, multiply(matrix, parse_transform(element.get("transform", ""))))
            return
        style = inside
        matrix = multiply(matrix, parse_transform(element.get("transform", "")))
        tests = " and ".join(test.field for test in marks.tests) if marks is not None else ""
        wrapped = element.get("opacity", "1") != "1" or element.get("clip-path", "none") != "none"
        if tests or wrapped or element.tag not in GROUPS or content is not None:
            self._flush()
        if tests:
            self._write(element, f"{{% if {tests} %}}")
        if wrapped:
            self._write(element, self._opening(element, matrix))
        if content is not None:
            self._write(element, self._calls.marked(element, content, style, matrix))
        elif marks is not None and marks.grows:
            sides = self._calls.grown_rectangle(element, matrix)
            element.attrib.update(sides)
            self._expressed(element, style, matrix)
        else:
            self._plain(element, style, matrix)
        if wrapped or tests:
            self._flush()
        self._out.append(("</g>" if wrapped else "") + ("{% endif %}" if tests else ""))

    def _plain(self, element: Element, style: Style, matrix: Matrix) -> None:
        if element.tag == "text":
            self._write(element, self._calls.text(element, style, matrix))
        elif element.tag in GROUPS:
            for name, value in element.attrib.items():
                if FIELD in value:
                    raise ValueError(
                        f'{name}="{value[:40]}" on a group cannot be set; write it on what is in it'
                    )
            if element in self._marks and not any(child in self._moving for child in element):
                for child in element:
                    self._stills.add(child, style, matrix)
            else:
                self._children(element, style, matrix)
        elif element.tag in SHAPES:
            if any("{{" in value for value in element.attrib.values()):
                self._expressed(element, style, matrix)
            else:
                self._stills.add(element, style, matrix, moved=True)
        elif element.tag in _SHOWN and not any("{{" in value for value in element.attrib.values()):
            self._stills.add(element, style, matrix, moved=True)  # shown at times, as its name says
        else:
            raise ValueError(f"<{element.tag}> cannot be marked, nor hold {{{{ }}}}")

    def _expressed(self, element: Element, style: Style, matrix: Matrix) -> None:
        """Write a shape with fields in its attributes, and the gradients it is painted with."""
        self._write(element, self._stills.needs(element, style) + _with_expressions(element, style, matrix))

    def _clips_by_box(self, element: Element) -> bool:
        """Return whether the clip of an element, or of its clip, is measured in shares of a box."""
        seen: list[Element] = []
        clip = find_target(element.get("clip-path", "none"), self._ids)
        while clip is not None and clip not in seen:
            if clip.get("clipPathUnits") == "objectBoundingBox":
                return True
            seen.append(clip)
            clip = find_target(clip.get("clip-path", "none"), self._ids)
        return False

    def _meant(self, element: Element) -> bool:
        return applies(element, self._manner.languages)

    def _opening(self, element: Element, matrix: Matrix) -> str:
        opacity = f' opacity="{n(share(element.attrib["opacity"]))}"' if "opacity" in element.attrib else ""
        reference = element.get("clip-path", "none")
        if reference == "none":
            return f"<g{opacity}>"
        clip = find_target(reference, self._ids)
        if clip is None or clip.tag != "clipPath":
            raise ValueError(f'clip-path="{reference}" is no clip of this drawing')
        name = f"clip-{self._at(element)}"
        return f'{self._stills.clip(clip, name, matrix)}<g{opacity} clip-path="url(#{name})">'


def _upright(matrix: Matrix, element: Element) -> bool:
    """Return whether an element below `matrix` stands as the face does, however large."""
    try:
        _, b, c, _, _, _ = multiply(matrix, parse_transform(element.get("transform", "")))
    except DrawingFault:
        return False
    return max(abs(b), abs(c)) < 1e-9


def _refuse(_: Element, message: str) -> None:
    raise ValueError(message)


def _with_expressions(element: Element, style: Style, matrix: Matrix) -> str:
    """A shape with `{{ }}` in its attributes, for the template language to fill in."""
    own = {**{k: v for k, v in style.items() if START.get(k) != v and k not in OF_TEXTS}, **element.attrib}
    words = [f'transform="{format_matrix(matrix)}"' if matrix != IDENTITY else ""]
    for name, value in own.items():
        if name not in ("id", "transform", "opacity", "clip-path"):
            parts = "".join(f"{{{{ {part} }}}}" for part in parts_of(value))
            words.append(f'{name}="{parts}"')
    return f"<{element.tag} {' '.join(word for word in words if word)}/>"


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
