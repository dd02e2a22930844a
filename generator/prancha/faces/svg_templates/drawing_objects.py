"""What objects of a drawing ask for: by their names (`text:rules`, `if:foil`), and by their type style."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from math import isfinite

from msgspec import Struct

from prancha.faces.template_shapes import LEVELS
from prancha.graphics.fonts import family_names, named_font, role_meant
from prancha.graphics.svg.cascade import FIELD
from prancha.graphics.svg.css_colours import hexadecimal, parse_colour
from prancha.graphics.svg.style import Style, share
from prancha.model.diagnostic import UserError, suggestion
from prancha.model.units import PT_PER_MM, Mm, Pt

CONTENT = ("text", "art", "icon", "repeat", "qr")
"""The kinds of content; an object has at most one."""
PAINTS = ("fill", "stroke")
KINDS = (*CONTENT, "if", *PAINTS, "grow")
_KIND = "|".join(KINDS)
_MARK = re.compile(rf"(?:\A({_KIND})\s*:|(?<=\s)({_KIND}):(?=\S))\s*")
"""The start of a mark; the first mark of a name may have spaces around its colon."""
_COUNTED = re.compile(r"(?:_\d+)?_\Z")
"""The suffix that Illustrator adds to a name that exists already: `_1_`, `_00000012_`."""
_FIELD = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*\Z")
_TEST = re.compile(r"(not\s+)?([^\W\d][\w.]*)\s*(?:=\s*(.+))?\Z")
_NUMBERS = frozenset(
    "size min width height leading gap weight tracking bleed opacity columns column_gap shadow_by "
    "inset".split()
)
_WORDS: Mapping[str, tuple[str, ...]] = {
    "align": ("left", "center", "right", "justify"),
    "valign": ("top", "middle", "bottom"),
    "fit": ("fill", "fit", "stretch"),
    "hyphenate": ("true", "false"),
    "italic": ("true", "false"),
    "level": LEVELS,
}
ANYTHING = "*"
"""The value in `if:field=*`, which holds for every field that is filled in, even with 0."""
_COUNTS = frozenset(("count",))
"""Options that are a field or a number."""
ALLOWED: Mapping[str, frozenset[str]] = {
    "text": frozenset(
        "size min width height leading gap weight tracking align valign hyphenate italic font fill "
        "columns column_gap shadow shadow_by".split()
    ),
    "art": frozenset("fit focus bleed opacity ending".split()),
    "icon": frozenset(("fill", "opacity")),
    "repeat": frozenset("count size gap align valign fill opacity".split()),
    "qr": frozenset("fill ground level".split()),
    "fill": frozenset(),
    "stroke": frozenset(),
    "grow": frozenset(("inset",)),
}


class ObjectName(Struct, frozen=True):
    """One mark in the name of an object: `field` is its expression, `about` the field in that."""

    kind: str
    field: str
    options: Mapping[str, str]
    about: str = ""


class Marks(Struct, frozen=True):
    """All marks in the name of one object: at most one `content`, tests that must all hold, paints by kind.

    `grows` are the fields whose room the object takes if they are empty.
    """

    content: ObjectName | None
    tests: tuple[ObjectName, ...]
    paints: Mapping[str, ObjectName]
    grows: tuple[ObjectName, ...]

    @property
    def all(self) -> tuple[ObjectName, ...]:
        """Every mark."""
        content = () if self.content is None else (self.content,)
        return (*content, *self.tests, *self.paints.values(), *self.grows)


def read_marks(name: str) -> Marks | None:
    """Return all marks in an object's name, with spaces between; None for any other name.

    Words before the first mark describe the object to people.  Raises ValueError.
    """
    name = name.strip()
    if _MARK.search(name) is None:
        return None
    said = [(mark[1] or mark[2], rest) for mark, rest in _parts_of(name)]
    marks = [_mark(kind, rest, name) for kind, rest in _options_last(said)]
    contents = [mark for mark in marks if mark.kind in CONTENT]
    if len(contents) > 1:
        both = " and ".join(f"{mark.kind}:{mark.field}" for mark in contents[:2])
        raise ValueError(f'"{name}" stands for {both}; an object is one of {", ".join(CONTENT)}')
    paints: dict[str, ObjectName] = {}
    for mark in marks:
        if mark.kind in PAINTS:
            if mark.kind in paints:
                raise ValueError(f'"{name}" has {mark.kind}: twice; write it once')
            if contents and mark.kind in contents[0].options:
                raise ValueError(f'"{name}" has {mark.kind}: and {mark.kind}=; write one of the two')
            paints[mark.kind] = mark
    return Marks(
        contents[0] if contents else None,
        tuple(mark for mark in marks if mark.kind == "if"),
        paints,
        tuple(mark for mark in marks if mark.kind == "grow"),
    )


def marks_of(name: str, kind: str) -> list[str]:
    """Return what the marks of a kind in a name say, such as `cost=2` for `if:cost=2`, without options."""
    own = _options_of(name)
    found = (rest for part, rest in _parts_of(name) if (part[1] or part[2]) == kind)
    return [_COUNTED.sub("", _without(rest, own)) for rest in found]


def with_marks(name: str, kind: str, wanted: Sequence[str]) -> str:
    """Return a name with other marks of a kind, in the places of those it has; the others stay.

    Options of the content stay, wherever they stand, unless the content itself goes.
    """
    own, goes = _options_of(name), not wanted and kind in CONTENT
    first, rest = _MARK.search(name), list(wanted)
    kept = [name[: first.start()] if first else name]
    for part, words in _parts_of(name):
        if (part[1] or part[2]) != kind:
            said, *others = words.split(" ") if goes else [words]
            kept.append(" ".join((f"{part[0].strip()}{said}", _without(" ".join(others), own))))
            continue
        kept += [f"{kind}:{rest.pop(0)}"] if rest else []
        kept += [word for word in words.split() if word.partition("=")[0] in own and not goes]
    return " ".join(each.strip() for each in (*kept, *(f"{kind}:{one}" for one in rest)) if each.strip())


def _parts_of(name: str) -> list[tuple[re.Match[str], str]]:
    """Return the start of each mark in a name, and what follows it."""
    found = list(_MARK.finditer(name))
    ends = [*(part.start() for part in found), len(name)][1:]
    return [(part, name[part.end() : end].strip()) for part, end in zip(found, ends, strict=True)]


def _options_of(name: str) -> Collection[str]:
    """Return the options that the content of a name may have; none without content."""
    kinds = (part[1] or part[2] for part, _ in _parts_of(name))
    return ALLOWED[next((kind for kind in kinds if kind in CONTENT), "fill")]


def _without(rest: str, options: Collection[str]) -> str:
    return " ".join(word for word in rest.split() if word.partition("=")[0] not in options)


def _options_last(said: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return marks as kinds and words; options of the content that follow other marks are moved to it."""
    content = next((k for k, (kind, _) in enumerate(said) if kind in CONTENT), None)
    if content is None:
        return list(said)
    kept, moved = [], []
    for k, (kind, rest) in enumerate(said):
        first, *words = rest.split() or [""]
        strays = (
            [] if k == content else [w for w in words if w.partition("=")[0] in ALLOWED[said[content][0]]]
        )
        moved += strays
        kept.append((kind, " ".join([first, *(w for w in words if w not in strays)]) if strays else rest))
    kept[content] = said[content][0], " ".join((kept[content][1].strip(), *moved))
    return kept


def _mark(kind: str, rest: str, name: str) -> ObjectName:
    """Return the mark that an object called `name` has, read from the words after its colon."""
    rest = _COUNTED.sub("", rest.strip()).strip()
    if kind == "if":
        return _test(rest, name)
    field, *words = rest.split() or [""]
    if not _FIELD.match(field):
        raise ValueError(
            f'"{name}" names no field: write {kind}: and the name of a field, such as {kind}:name'
        )
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in ALLOWED[kind]:
            near = suggestion(key, ALLOWED[kind]) if ALLOWED[kind] else "it has none"
            raise ValueError(f'"{word}" in "{name}" is no option of {kind}: {near}')
        options[key] = _value(key, value, name)
    if kind == "repeat" and "count" not in options:
        raise ValueError(
            f'"{name}" does not say how often: write repeat:{field} count= and a field or number'
        )
    return ObjectName(kind, field, options, field)


def _value(key: str, value: str, name: str) -> str:
    """Return the value of an option as the template language writes it.  Raises ValueError."""
    if key in _NUMBERS:
        number = value.removesuffix("mm").removesuffix("pt")
        if not _plain(number):
            raise ValueError(f'{key}={value} in "{name}" is not a number')
        return f"{float(number):g}"
    if key in _WORDS:
        if value not in _WORDS[key]:
            raise ValueError(f'{key}={value} in "{name}": {suggestion(value, _WORDS[key])}')
        return value if value in ("true", "false") else f"'{value}'"
    if key in _COUNTS:
        if not value.isdecimal() and not _FIELD.match(value):
            raise ValueError(f'{key}={value} in "{name}" is neither a field nor a whole number')
        return value
    if key == "focus" and _FIELD.match(value) and value not in ("top", "bottom", "left", "right", "center"):
        return value
    return literal(value.replace(",", " ") if key == "focus" else value)


def _test(text: str, name: str) -> ObjectName:
    found = _TEST.match(text)
    if not found or not _FIELD.match(found[2]):
        raise ValueError(f'"{name}" asks for nothing: write if:field, if:not field or if:field=value')
    if found[3] is None:
        test = found[2]
    elif found[3].strip() == ANYTHING:
        test = f"not svg_blank({found[2]})"
    else:
        test = f"({found[2]} ~ '') == {literal(found[3].strip())}"
    return ObjectName("if", f"not ({test})" if found[1] else test, {}, found[2])


def literal(text: str) -> str:
    """Return a text as the template language writes it, on one line."""
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{out}"'


_WEIGHTS = {"normal": 400, "bold": 700}
_ALIGN = {"middle": "center", "end": "right", "center": "center", "right": "right"}
_NUMBER = re.compile(r"[\d.]+")
_AS_EVER = ("", "normal", "inherit")
"""Values of a property that leave a text as it is."""
BODY = "body"
SIZE: Pt = 9.0


class NoFontError(UserError, ValueError):
    """The drawing asks for a `font` that the game does not have."""

    def __init__(self, font: str, known: Collection[str]) -> None:
        super().__init__(f'the font "{font}" is none of the game\'s: {", ".join(sorted(known))}')
        self.font = font


class TypeStyle(Struct, frozen=True):
    """Font, weight, slope, size in pt, colour, alignment and leading of a text, and its outline.

    Colours may be expressions in braces; `stroke_width` is in mm, 0 for no outline, and `behind` says
    that the outline lies below the letters.
    """

    font: str
    weight: int
    italic: bool
    size: Pt
    fill: str
    align: str
    leading: float | None
    tracking: float
    stroke: str
    stroke_width: Mm
    behind: bool


def strokes(style: Mapping[str, str]) -> bool:
    """Return whether letters in a style have an outline that is seen."""
    seen = style.get("stroke", "none") != "none" and style.get("stroke-width", "1") not in ("0", "")
    return seen and share(style.get("stroke-opacity", "1")) > 0


def look_of(style: Style, unit: float, known: Collection[str]) -> TypeStyle:
    """Return the look of a text in `style`, a user unit being `unit` mm; `known` are families and roles.

    Raises ValueError.
    """
    stroke, stroke_width = _outline(style, unit)
    if float(style.get("fill-opacity", "1").replace("%", "e-2")) != 1:
        raise ValueError("a text with a translucent fill cannot be set; give the object an opacity")
    families = style.get("font-family", BODY)
    role = "" if named_font(families, known) else role_meant(families)
    font, weight, italic = (role, 400, False) if role in known else font_of(families, known)
    given = style.get("font-weight", "")
    if given:
        if given not in _WEIGHTS and not given.isdecimal():
            raise ValueError(f'font-weight="{given[:40]}" cannot be set; write a number such as 400 or 700')
        weight = _WEIGHTS.get(given) or int(given)
    size = float(style["font-size"]) * unit * PT_PER_MM if _plain(style.get("font-size")) else SIZE
    spacing, justified = style.get("letter-spacing", ""), style.get("text-align") == "justify"
    if spacing not in _AS_EVER and not _plain(spacing):
        raise ValueError(f'letter-spacing="{spacing[:40]}" is not a length')
    return TypeStyle(
        font,
        weight,
        italic=italic or style.get("font-style") in ("italic", "oblique"),
        size=round(size, 4),
        fill=_colour(style.get("fill", "#000000")),
        align=_ALIGN.get(style.get("text-anchor", "start"), "left") if not justified else "justify",
        leading=_leading(style),
        tracking=float(spacing) * unit if _plain(spacing) else 0.0,
        stroke=stroke,
        stroke_width=stroke_width,
        behind=style.get("paint-order", "normal").split()[0] == "stroke",
    )


def _plain(text: str | None) -> bool:
    """Return whether a text is a finite number."""
    try:
        return text is not None and isfinite(float(text))
    except ValueError:
        return False


def _leading(style: Style) -> float | None:
    text = style.get("line-height", "normal")
    if text.endswith("%") and _plain(text[:-1]):
        return float(text[:-1]) / 100
    if not _plain(text):
        # Lengths in units of their own leave the leading to the game, and so they may; words mean nothing.
        if text not in _AS_EVER and not _NUMBER.match(text):
            raise ValueError(f'line-height="{text[:40]}" is not a number')
        return None
    value = float(text)
    size = float(style["font-size"]) if _plain(style.get("font-size")) else 0.0
    # A plain number is a factor; Inkscape writes lengths in px, which are not that small.
    return value if value < 4 or not size else value / size


def _outline(style: Style, unit: float) -> tuple[str, Mm]:
    """Return colour and width of the outline of a text; "none" and 0 without one.  Raises ValueError."""
    stroke, width = style.get("stroke", "none"), style.get("stroke-width", "1")
    if not strokes(style) or not _plain(width) or float(width) <= 0:
        return "none", 0.0
    if stroke == "currentColor" or stroke.startswith("url("):
        raise ValueError(f'a text outlined with "{stroke}" cannot be set; give the outline one colour')
    for name, nothing in (("stroke-opacity", "1"), ("stroke-dasharray", "none")):
        if style.get(name, nothing) != nothing:
            raise ValueError(f"{name} of the outline of a text with fields cannot be set; take it away")
    return _colour(stroke), float(width) * unit


def _colour(fill: str) -> str:
    """Return a colour as #rrggbb, or its expression in braces."""
    if FIELD in fill:
        return fill
    if fill in ("none", "currentColor") or fill.startswith("url("):
        raise ValueError(f'a text filled with "{fill}" cannot be set; give it one colour')
    return hexadecimal(parse_colour(fill))


def font_of(families: str, known: Collection[str]) -> tuple[str, int, bool]:
    """Return the first family of a list that is known, also by PostScript name, with weight and slope."""
    found = named_font(families, known)
    if found is None:
        raise NoFontError(family_names(families)[0], known)
    return found
