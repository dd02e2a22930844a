"""Texts and marked objects of a drawing as calls of the template language, and paints bound to fields.

Paints are bound by names, `fill:colour` and `stroke:colour`, and by `{{ }}` on a group.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.faces.svg_templates.drawing_objects import PAINTS, Marks, ObjectName, TypeStyle, literal, look_of
from prancha.faces.svg_templates.drawn_texts import (
    DrawingLine,
    letters_of,
    lines_of,
    parts_of,
    style_in,
    unset,
)
from prancha.faces.svg_templates.growing_boxes import BOXES, GrowingBoxes
from prancha.faces.svg_templates.placing import Frame, TextSpot, box_of, outline_of, scaled, spot
from prancha.faces.svg_templates.static_parts import SILENT
from prancha.faces.template_shapes import n
from prancha.graphics.svg.cascade import FIELD
from prancha.graphics.svg.css_colours import hexadecimal, parse_colour
from prancha.graphics.svg.matrix import IDENTITY, Matrix, first, multiply, parse_transform
from prancha.graphics.svg.normal import FILE_UNITS
from prancha.graphics.svg.normal.context import outermost
from prancha.graphics.svg.normal.flow_frames import align_of, named_shapes, shape_frame, upright_box
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import START, Style

LEAST_SHARE, LEAST = 0.6, 6.0
"""Type in a box shrinks to this share of its size, not below so many points, unless `min` says otherwise."""
GROUPS = ("g", "a")


class Calls:
    """Writes calls; `fonts` are families and roles, `ids` the elements that may be referred to."""

    def __init__(
        self,
        fonts: Collection[str],
        ids: Mapping[str, Element],
        view: tuple[float, float],
        boxes: GrowingBoxes,
    ) -> None:
        """`view` is the size of the page, in user units."""
        self._fonts, self._ids, self._page, self._boxes = fonts, ids, outermost(view), boxes

    def marked(self, element: Element, mark: ObjectName, style: Style, matrix: Matrix) -> str:
        """Return the call that draws the content of a marked object.  Raises ValueError."""
        if mark.kind == "text":
            return self._text_box(element, mark, style, matrix)
        inner, shape, _ = self._parts(element)
        matrix = multiply(matrix, inner)
        if shape is None:
            raise ValueError(
                f"{mark.kind}:{mark.field} marks a <{element.tag}>; mark a shape, or a group of one"
            )
        if shape.tag == "image" and mark.kind != "art":
            raise ValueError(f"{mark.kind}:{mark.field} marks an <image>, which art: alone may; mark a shape")
        frame, at = box_of(shape), spot(matrix)
        box = self._boxes.box(element, frame, at)
        if mark.kind == "art":
            return _art(mark, box, at, self._outline(shape, box, at))
        if mark.kind == "qr":
            # The plain fill of its shape may be that of the ground, which a code has of its own.
            bound = {"fill": ink} if (ink := _ink(style_in(style, shape))).startswith("(") else {}
            return _around(at, f"{{{{ svg_qr({mark.field}, {box}{_named(bound | {**mark.options})}) }}}}")
        options = {k: v for k, v in mark.options.items() if k != "count"}
        named = _named({"fill": _ink(style_in(style, shape)), "called": literal(mark.field), **options})
        if mark.kind == "repeat":
            return _around(at, f"{{{{ svg_repeat({mark.field}, {mark.options['count']}, {box}{named}) }}}}")
        if box.startswith("*"):
            raise ValueError(
                f"grow: is for texts, pictures, repeats and rectangles, not for {mark.kind}:{mark.field}"
            )
        return _icon(mark, frame, at, named)

    def grown_rectangle(self, element: Element, matrix: Matrix) -> dict[str, str]:
        """Return x, y, width and height of a rectangle that grows, as expressions.  Raises ValueError."""
        if element.tag != "rect":
            raise ValueError(f"grow: is for boxes; <{element.tag}> is none, draw a rectangle")
        at = spot(matrix)
        call = self._boxes.grown(element, at.placed(box_of(element)), at)
        moves = {"x": f" - ({at.dx:.9g})", "y": f" - ({at.dy:.9g})", "width": "", "height": ""}
        return {
            name: f"{{{{ n(({call}[{k}]{move}) / {at.unit:.9g}) }}}}"
            for k, (name, move) in enumerate(moves.items())
        }

    def _outline(self, shape: Element, box: str, at: TextSpot) -> str:
        """Return the outline along which a picture is cut, as an argument; "" for a plain rectangle."""
        outline = outline_of(shape)
        if not outline:
            return ""
        if not box.startswith("*"):
            return literal(scaled(outline, at.unit, at.dx, at.dy))
        if shape.tag != "rect":
            raise ValueError(f"grow: is for boxes; <{shape.tag}> is none, draw a rectangle")
        radius = first(shape.get("rx", ""), first(shape.get("ry", ""))) * at.unit
        return f"rounded({box}, radius={n(radius)})"

    def text(self, element: Element, style: Style, matrix: Matrix) -> str:
        """Return the calls that draw a text as it stands in the drawing.  Raises ValueError."""
        at = spot(matrix)
        style = {"font-size": "16", **style}  # as all programs take it where a file says nothing
        frame = self._flow(element, style)
        lines = lines_of(element, style)
        if not lines:
            return ""
        if any("font-family" not in run.style for line in lines for run in line.runs):
            raise ValueError("a text has no font-family, for which every program takes another font")
        if frame is not None:
            words = "".join("".join(r.words for r in line.runs) + " \n"[line.ends] for line in lines).rstrip()
            looks = [look_of(run.style, at.unit, self._fonts) for line in lines for run in line.runs]
            if any(look != looks[0] for look in looks):
                raise ValueError(
                    "words of another look in a text that flows cannot be set; mark them in the field"
                )
            box = self._boxes.box(element, frame, at)
            return _around(at, _paragraph(_words(words), box, _flowing(looks[0], style), {}))
        return _around(at, "".join(self._line(line, at) for line in lines))

    def _text_box(self, element: Element, mark: ObjectName, style: Style, matrix: Matrix) -> str:
        if element.tag == "text":
            return self._marked_text(element, mark, style, matrix)
        inner, shape, sample = self._parts(element)
        if shape is None or shape.tag == "image":
            raise ValueError(
                f"text:{mark.field} marks a <{element.tag}>; mark a text, a rectangle, or a group of the two"
            )
        outer, matrix = matrix, multiply(matrix, inner)
        at, words = spot(matrix), mark.field
        if sample is None:
            its = style_in(style, shape)
            # Plain paints are those of the box, which is not drawn.
            own = {k: v for k, v in its.items() if k not in PAINTS or "{{" in v}
            look = look_of(own, at.unit, self._fonts)
        else:
            way, text = sample
            its = style_in(style, text)
            if beyond := unset(text, its, True):
                raise ValueError(f"{beyond} on a sample of type cannot be set")
            lines = lines_of(text, its)
            place = multiply(multiply(outer, way), parse_transform(text.get("transform", "")))
            look = look_of(lines[0].runs[0].style if lines else its, spot(place).unit, self._fonts)
            said = " ".join("".join(run.words for run in line.runs) for line in lines)
            words = ", ".join(letters_of(said)) if "{{" in said else mark.field
        box = self._boxes.box(element, box_of(shape), at)
        return _around(at, _paragraph(f"svg_words({words})", box, look, mark.options))

    def _marked_text(self, element: Element, mark: ObjectName, style: Style, matrix: Matrix) -> str:
        at, frame = spot(matrix), self._flow(element, style)
        lines = lines_of(element, style)
        first = lines[0] if lines else DrawingLine(0.0, 0.0, [])
        look = look_of(first.runs[0].style if first.runs else style, at.unit, self._fonts)
        words = f"svg_words({mark.field})"
        if frame is not None:
            return _around(
                at,
                _paragraph(words, self._boxes.box(element, frame, at), _flowing(look, style), mark.options),
            )
        if self._boxes.grows(element):
            raise ValueError("grow: is for boxes; draw a rectangle for this text and group the two")
        its = {*_look(look), "tracking", "shadow", "shadow_by"}
        options = {**_look(look), **{k: v for k, v in mark.options.items() if k in its}}
        align = mark.options.get("align", f"'{look.align}'")
        fit = _named({k: v for k, v in mark.options.items() if k in ("width", "min")}) + _baseline(style)
        return _around(
            at, _label(f"({words}, {_mapping(options)})", first.x, y=first.y, at=at, align=align, fit=fit)
        )

    def _line(self, line: DrawingLine, at: TextSpot) -> str:
        looks = [look_of(run.style, at.unit, self._fonts) for run in line.runs]
        runs = ", ".join(
            f"({_words(run.words)}, {_mapping(_look(look))})"
            for run, look in zip(line.runs, looks, strict=True)
        )
        baselines = {_baseline(run.style) for run in line.runs}
        if len(baselines) > 1:
            raise ValueError("words with several baselines (dominant-baseline) cannot be set")
        return _label(runs, line.x, y=line.y, at=at, align=f"'{looks[0].align}'", fit=baselines.pop())

    def _parts(self, element: Element) -> tuple[Matrix, Element | None, tuple[Matrix, Element] | None]:
        """Return the matrix and shape of a marked group, and matrix and element of its text, if it has one.

        A shape is its own group.  Groups around one of them do not count, nor do empty ones: Affinity writes
        both.
        """
        if element.tag in BOXES:
            return IDENTITY, element, None
        parts = list(_unwrapped(element, IDENTITY)) if element.tag in GROUPS else []
        shapes = [part for part in parts if part[1].tag in BOXES]
        texts = [part for part in parts if part[1].tag == "text"]
        if len(shapes) > 1 or len(texts) > 1 or len(shapes) + len(texts) < len(parts):
            raise ValueError("a marked group holds one shape, and for a text one sample of its type")
        if not shapes:
            return IDENTITY, None, None
        (inner, shape), sample = shapes[0], texts[0] if texts else None
        return multiply(inner, parse_transform(shape.get("transform", ""))), shape, sample

    def _flow(self, element: Element, style: Style) -> Frame | None:
        """Return the box that a text flows in (`shape-inside` or `inline-size`); None for other texts."""
        inside = style.get("shape-inside", "none")
        if inside not in ("none", "auto"):
            shapes = named_shapes(inside, self._ids)
            if len(shapes) > 1:
                raise ValueError("a text with fields flows in one frame; make a text of its own for each")
            box = upright_box(shape_frame(shapes[0], self._page, FILE_UNITS, style.get("shape-padding", "0")))
            if box is None:
                raise ValueError(
                    f"a text that flows in a <{shapes[0].tag}> cannot be set; draw its frame as a rectangle"
                )
            left, top, right, bottom = box
            return left, top, right - left, bottom - top
        width = style.get("inline-size", "auto")
        if width in ("auto", "0"):
            return None
        size = float(style.get("font-size", "9"))
        lines = lines_of(element, style)
        x, y = (lines[0].x, lines[0].y) if lines else (0.0, 0.0)
        shift = {"middle": 0.5, "end": 1.0}.get(style.get("text-anchor", "start"), 0.0)
        return x - float(width) * shift, y - size * 0.8, float(width), size * 1000


def _unwrapped(group: Element, matrix: Matrix) -> Iterator[tuple[Matrix, Element]]:
    """Yield the parts of a group with their matrices; groups that only move their parts are opened."""
    for child in group:
        if child.tag in GROUPS and child.attrib.keys() <= {"id", "transform"}:
            yield from _unwrapped(child, multiply(matrix, parse_transform(child.get("transform", ""))))
        else:
            yield matrix, child


def _flowing(look: TypeStyle, style: Style) -> TypeStyle:
    """Return the look of a text that flows: `text-align` aligns it."""
    return replace(look, align=align_of(style))


def _baseline(style: Style) -> str:
    """Return the argument for the baseline of a text on which its y lies; "" for the usual one."""
    name = style.get("dominant-baseline", "auto")
    return "" if name in ("auto", "alphabetic", "baseline") else f", baseline='{name}'"


def _words(words: str) -> str:
    return f"svg_words({', '.join(letters_of(words))})"


def _around(at: TextSpot, call: str) -> str:
    return f"{at.before}{call}{at.after}"


def _xy(x: float, y: float, at: TextSpot) -> str:
    return f"{n(x * at.unit + at.dx)}, {n(y * at.unit + at.dy)}"


def _look(look: TypeStyle) -> dict[str, str]:
    found = {
        "font": literal(look.font),
        "weight": str(look.weight),
        "italic": "true" if look.italic else "false",
        "size": f"{look.size:.8g}",
        "fill": _colour(look.fill),
    }
    if look.tracking:
        found["tracking"] = f"{look.tracking:.4g}"
    if look.stroke_width:
        found |= {"stroke": _colour(look.stroke), "stroke_width": f"{look.stroke_width:.4g}"}
        found["behind"] = "true" if look.behind else "false"
    return found


def _colour(paint: str) -> str:
    """Return a paint as an argument: a colour, or the expression in it."""
    return "~".join(parts_of(paint))


def _ink(style: Style) -> str:
    """Return the colour that a shape gives its icon, as an argument."""
    fill = style.get("fill", "#000000")
    if fill in ("none", "currentColor") or fill.startswith("url("):
        return literal("#000000")
    return _colour(fill) if "{{" in fill else literal(hexadecimal(parse_colour(fill)))


def _mapping(values: Mapping[str, str]) -> str:
    return "{" + ", ".join(f'"{key}": {value}' for key, value in values.items()) + "}"


def _named(values: Mapping[str, str]) -> str:
    return "".join(f", {key}={value}" for key, value in values.items())


def _label(runs: str, x: float, y: float, at: TextSpot, align: str, fit: str) -> str:
    align = align.replace("justify", "left")  # one line is never stretched
    return f"{{{{ svg_line([{runs}], {_xy(x, y, at)}, {align}{fit}) }}}}"


def _paragraph(words: str, box: str, look: TypeStyle, options: Mapping[str, str]) -> str:
    if look.tracking or "tracking" in options:
        raise ValueError("letter-spacing of a text that fills a box cannot be set")
    known = _look(look) | {"align": f"'{look.align}'"}
    if look.leading is not None:
        known["leading"] = f"{look.leading:.4g}"
    own = {k: v for k, v in options.items() if k not in ("width", "height")}
    known |= own
    size = float(known["size"])
    if "min" not in own:
        known["min"] = f"{min(size, max(LEAST, LEAST_SHARE * size)):.4g}"
    named = _named(known)
    return f"{{{{ svg_paragraph({words}, {box}{named}) }}}}"


def _icon(mark: ObjectName, box: Frame, at: TextSpot, named: str) -> str:
    x, y, width, height = box
    size = n(min(width, height) * at.unit)
    return _around(
        at, f"{{{{ svg_icon({mark.field}, {_xy(x + width / 2, y + height / 2, at)}, {size}{named}) }}}}"
    )


def _art(mark: ObjectName, box: str, at: TextSpot, outline: str) -> str:
    """Return the call for a picture in the box of a shape, cut along its outline."""
    clip = f", clip={outline}" if outline else ""
    return _around(at, f"{{{{ svg_art({mark.field}, {box}{clip}{_named(mark.options)}) }}}}")


_TEXTS = ("text", "tspan")
_GROUPS = ("svg", "g", "a", "switch")
_INK = "#000000"


def bind_paints(root: Element, marks: Mapping[Element, Marks]) -> list[tuple[Element, str]]:
    """Write bound paints into the attributes of shapes and texts, as expressions.

    A name on a shape or text paints that; one on a group paints what is painted in it, apart from objects
    that have a name for the same.  Returns the objects whose paint cannot be bound, each with the reason.
    """
    binder = _Binder(marks)
    binder.bind(root, START, {}, {})
    for element, found in marks.items():
        for kind, mark in found.paints.items():
            if (element, kind) not in binder.done:
                what = f"{kind}:{mark.field} is on an object with nothing to paint; name a shape or a text"
                binder.faults.append((element, what))
    return binder.faults


class _Binder:
    def __init__(self, marks: Mapping[Element, Marks]) -> None:
        self._marks = marks
        self.done: set[tuple[Element, str]] = set()
        """The named objects whose paint reached a shape or text, with the kind of paint."""
        self.faults: list[tuple[Element, str]] = []

    def bind(
        self,
        element: Element,
        above: Style,
        bound: Mapping[str, tuple[Element, ObjectName]],
        written: Mapping[str, str],
    ) -> None:
        """Bind the paints of an element below the style `above`, and of all in it.

        `bound` are the names that hold for it, `written` the expressions of groups around it.
        """
        style, marks = style_in(above, element), self._marks.get(element)
        if marks is not None:
            bound = {**bound, **{kind: (element, mark) for kind, mark in marks.paints.items()}}
        if element.tag in _GROUPS:
            own = {kind: element.attrib.pop(kind) for kind in PAINTS if FIELD in element.get(kind, "")}
            written = {
                **{kind: value for kind, value in written.items() if kind not in element.attrib},
                **own,
            }
        paints = {}
        if element.tag in SHAPES or element.tag == "text":
            paints = {kind: value for kind, value in written.items() if kind not in element.attrib}
        for child in element:
            if child.tag not in SILENT:
                self.bind(child, style, bound, written)
        if element.tag in SHAPES or element.tag in _TEXTS:
            for kind, (owner, mark) in bound.items():
                paint = self._paint(element, kind, style, owner)
                if paint is not None:
                    paints[kind] = f"{{{{ svg_paint({mark.field}, {paint}) }}}}"
                    self.done.add((owner, kind))
        element.attrib.update(paints)

    def _paint(self, element: Element, kind: str, style: Style, owner: Element) -> str | None:
        """Return the paint of an element for an empty field, as an argument; None if no name applies."""
        paint, marks = style.get(kind, START[kind]), self._marks.get(element)
        if owner is not element and (
            paint == "none" or (element.tag == "tspan" and kind not in element.attrib)
        ):
            return None
        content = marks.content if marks is not None and element.tag in SHAPES else None
        if content is not None and (content.kind == "text" or paint == "none" or paint.startswith("url(")):
            return literal(_INK)  # its content does not take the look of the box
        if element.tag in _TEXTS and paint.startswith("url("):
            self.faults.append((owner, f"{kind}: on a text with a gradient or pattern; give it one colour"))
        if FIELD in paint:
            self.faults.append(
                (owner, f"{kind}: on an object whose {kind} is an expression; keep one of the two")
            )
            return None
        return literal(paint)
