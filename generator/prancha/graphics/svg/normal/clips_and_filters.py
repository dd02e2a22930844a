"""Clips, masks and filters of a drawing as plain ones, in the user space of what they are on.

All that they say as shares of what they are on, and in units and words, is written in user units and figures.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.graphics.svg.attribute_values import angle, fraction, length, share
from prancha.graphics.svg.matrix import IDENTITY, LIMIT, Matrix, multiply, numbers
from prancha.graphics.svg.normal.context import Context, region_of, transform_of, user_length
from prancha.graphics.svg.normal.definitions import refuse_transform
from prancha.graphics.svg.normal.plain_elements import (
    around,
    exact,
    format_matrix,
    group,
    make_element,
    move_element,
    painted,
    rectangle,
)
from prancha.graphics.svg.normal.plain_paints import colour_of
from prancha.graphics.svg.normal.plain_shapes import plain_shape
from prancha.graphics.svg.normal.plain_texts import plain_text
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box

if TYPE_CHECKING:
    from prancha.graphics.svg.normal.normaliser import Normaliser


def in_bounds(element: Element, name: str, default: str = "userSpaceOnUse") -> bool:
    """Return whether attribute `name` selects objectBoundingBox units."""
    return element.get(name, default) == "objectBoundingBox"


def bounds_matrix(box: Box) -> Matrix:
    """From shares of a box to user units."""
    return (box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1])


def clip(walk: Normaliser, source: Element, box: Box | None, context: Context) -> str | None:
    """The id of a plain clip; None where it leaves nothing, as in units of a box that is not there."""
    home = walk.setting.home(source, context)
    bounds = IDENTITY
    if in_bounds(source, "clipPathUnits"):
        if box is None:
            return None
        bounds = bounds_matrix(box)
    parts = [part for child in source for part in _parts(walk, child, home)]
    matrix = multiply(transform_of(source, parts, home, walk.setting.units), bounds)
    nested = walk.region_of("clip-path", source, parts, home)
    if nested is None:
        return None
    name = walk.name("c")
    walk.define(
        source,
        make_element("clipPath", {"id": name, **nested}, [move_element(part, matrix) for part in parts]),
    )
    return name


def _parts(walk: Normaliser, child: Element, home: Context) -> Iterator[Element]:
    """The plain shapes and letters of one child of a clip."""
    if child.tag in ("stop", "style") or child.get("display") == "none":
        return
    own = home.inside(child.attrib, walk.setting.units)
    if child.tag in SHAPES:
        shape = plain_shape(child, own, walk.setting.units)
        found = [shape] if shape is not None and own.style["visibility"] == "visible" else []
    elif child.tag == "text":
        found = [*plain_text(child, own, walk.setting, walk.painter)]
    elif child.tag == "use":
        target = walk.target(child)
        if target is None or target.tag not in (*SHAPES, "text"):
            raise _beyond(child, f"a clip that uses a <{'symbol' if target is None else target.tag}>")
        x, y = (user_length(child.get(name, ""), name, own, walk.setting.units) for name in ("x", "y"))
        found = [move_element(each, (1.0, 0.0, 0.0, 1.0, x, y)) for each in _parts(walk, target, own)]
    else:
        raise _beyond(child, f"a clip with a <{child.tag}> in it")
    matrix = transform_of(child, found, own, walk.setting.units)
    nested = walk.region_of("clip-path", child, found, own)
    if nested is None:
        return
    for each in found:
        each.attrib = {k: v for k, v in each.attrib.items() if not k.startswith(("fill", "stroke"))}
        if own.style["clip-rule"] == "evenodd":
            each.set("clip-rule", "evenodd")
        # A clip of the part's own is in its own space, so it may not be moved apart from it.
        yield move_element(group([each], **nested) if nested else each, matrix)


def _beyond(child: Element, what: str) -> DrawingFault:
    hint = "clip with shapes and texts alone"
    return DrawingFault(f"{what} cannot be printed truly", hint, element=child)


def mask(walk: Normaliser, source: Element, box: Box | None, context: Context) -> str | None:
    """The id of a plain mask; None where it leaves nothing."""
    refuse_transform(source)
    home = walk.setting.home(source, context)
    units = walk.setting.units
    shares = in_bounds(source, "maskUnits", "objectBoundingBox")
    if shares and (box is None or not (box[2] > box[0] and box[3] > box[1])):
        return None
    x, y, width, height = region_of(source.attrib, _REGION, box if shares else None, context, units)
    region = (x, y, x + width, y + height)
    if region[2] <= region[0] or region[3] <= region[1]:
        return None
    content = list(walk.children(source, replace(home, view=context.view)))
    if in_bounds(source, "maskContentUnits"):
        if box is None:
            return None
        content = [make_element("g", {"transform": format_matrix(bounds_matrix(box))}, content)]
    nested = walk.region_of("mask", source, [rectangle(box or region)], home)
    if nested is None:
        return None
    name = walk.name("m")
    shown = {"clip-path": f"url(#{walk.rectangle_clip(region)})"}
    inner = (
        make_element("g", nested, [make_element("g", shown, content)])
        if nested
        else make_element("g", shown, content)
    )
    kind = source.get("mask-type", "luminance").replace("luminance", "")
    walk.define(source, make_element("mask", {"id": name, "mask-type": kind}, [inner]))
    return name


_REGION = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
"""The default region of masks and filters."""
_ALONG = ("dx", "x", "pointsAtX"), ("dy", "y", "pointsAtY"), ("scale", "z", "pointsAtZ")
"""Attributes of filters' parts that are lengths: across, down, and along the diagonal."""
_PAIRS = ("stdDeviation", "radius")
_ON_PAPER = {"cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "q": 0.25}
"""Units of functions in a template, whose user unit is a millimetre: lengths of CSS need a unit."""
_CALL = re.compile(r"\s*+([a-z-]++)\(((?:[^()]|\([^()]*\))*+)\)")
_WORD = re.compile(r"[^\s()]+(?:\([^()]*\))?")
_EFFECTIVE = "color-interpolation-filters"


def own_filter(walk: Normaliser, element: Element, drawn: Sequence[Element], context: Context) -> str:
    """The value of a plain element's `filter`, with the filter it names among the definitions.

    `drawn` is what the element draws.  Raises DrawingFault.
    """
    text = element.get("filter", "none").strip()
    if text == "none":
        return ""
    if not text.startswith("url("):
        return _of_functions(walk, element, text, drawn, context)
    source = walk.linked(text, "filter", ("filter",))
    assert source is not None  # only "none" links to nothing
    copy = deepcopy(source)
    copy.tail = None
    if copy.get("href"):
        raise DrawingFault(
            "a filter that refers to another cannot be printed truly", "copy its parts into it"
        )
    for part, written in zip(copy.iter(), source.iter(), strict=True):
        if part.tag == "feImage" and not part.get("href", "").startswith("data:"):
            raise DrawingFault(
                "a filter that shows another part of the drawing cannot be printed truly", "draw it there"
            )
        _in_figures(part, written, walk, context)
    _in_user_units(copy, around(drawn, IDENTITY), walk, context)
    return _defined(walk, source, copy)


def _defined(walk: Normaliser, source: Element, made: Element) -> str:
    name = walk.name("f")
    made.set("id", name)
    walk.define(source, made)
    return f"url(#{name})"


def _in_user_units(copy: Element, box: Box | None, walk: Normaliser, context: Context) -> None:
    """Write a filter's region and parts in user units; shares of a `box` without area stay what they are."""
    sized = box is not None and box[2] > box[0] and box[3] > box[1]
    units = walk.setting.units
    in_units = copy.get("filterUnits") == "userSpaceOnUse"
    if in_units or sized:
        sides = region_of(copy.attrib, _REGION, None if in_units else box, context, units)
        copy.attrib.update(zip(_REGION, map(exact, sides), strict=True))
        copy.set("filterUnits", "userSpaceOnUse")
    shares = copy.get("primitiveUnits") == "objectBoundingBox"
    if shares and not sized:
        return
    copy.attrib.pop("primitiveUnits", None)
    for part in copy.iter():
        if part is copy:
            continue
        for name in _REGION.keys() & part.attrib.keys():
            light = part.tag in ("fePointLight", "feSpotLight")
            if shares and box is not None:
                part.set(name, exact(_of_box(part.attrib[name], name, box)))
            elif not light:
                part.set(name, exact(user_length(part.attrib[name], name, context, units)))
        if shares and box is not None:
            _enlarge(part, box)


def _of_box(text: str, name: str, box: Box) -> float:
    """A share of a box in user units, or for `x` and `y` a place in it."""
    side = box[2] - box[0] if name in ("x", "width") else box[3] - box[1]
    return fraction(text) * side + {"x": box[0], "y": box[1]}.get(name, 0.0)


def _enlarge(part: Element, box: Box) -> None:
    """Write lengths of a filter's part, which are shares of a box, in user units."""
    wide, high = box[2] - box[0], box[3] - box[1]
    diagonal = math.hypot(wide, high) / math.sqrt(2)
    for names, side, start in zip(_ALONG, (wide, high, diagonal), (box[0], box[1], 0.0), strict=True):
        for name in names:
            values = numbers(part.get(name, ""))
            if values and name not in _REGION:
                part.set(name, exact(values[0] * side + (start if name.startswith("points") else 0.0)))
    for name in _PAIRS:
        values = numbers(part.get(name, ""))
        if values:
            part.set(name, f"{exact(values[0] * wide)} {exact(values[-1] * high)}")


def _in_figures(part: Element, written: Element, walk: Normaliser, context: Context) -> None:
    """Write colours as #rrggbb and an opacity, which every reader of filters knows, and what is inherited.

    They are those of the filter, wherever it is shown.
    """
    home = walk.setting.home(written, context)
    if part.tag.startswith("fe"):
        part.set(_EFFECTIVE, home.style[_EFFECTIVE].replace("auto", "linearRGB"))
    for name, opacity in (("flood-color", "flood-opacity"), ("lighting-color", "")):
        if name in part.attrib:
            colour, alpha = colour_of(part.attrib[name], home)
            part.set(name, colour)
            if alpha < 1 and opacity:
                part.set(opacity, f"{share(part.get(opacity, '1')) * alpha:.6g}")


# Functions of CSS


def _of_functions(
    walk: Normaliser, element: Element, text: str, drawn: Sequence[Element], context: Context
) -> str:
    """The filter of a list of CSS filter functions.  Raises DrawingFault."""
    parts: list[Element] = []
    at = 0
    while at < len(text.rstrip()):
        call = _CALL.match(text, at)
        if call is None:
            raise _unread(text)
        at = call.end()
        if call[1] == "url":
            raise DrawingFault(
                f'filter="{text}" names a filter behind a function', "put the one into the other"
            )
        try:
            parts.append(_part(call[1], call[2], walk, context))
        except (ValueError, KeyError):
            raise _unread(text) from None
    for part in parts:
        part.set(_EFFECTIVE, "sRGB")
    left, top, right, bottom = painted(drawn) or (0.0, 0.0, 1.0, 1.0)
    reach = sum(
        3 * max(numbers(part.get("stdDeviation", "0")))
        + max(abs(float(part.get(name, "0"))) for name in ("dx", "dy"))
        for part in parts
    )
    if any("filter" in part.attrib for each in drawn for part in each.iter()):
        reach += LIMIT / 4  # how far those reach is not told by what they are on
    sides = left - reach, top - reach, right - left + 2 * reach, bottom - top + 2 * reach
    region = dict(zip(_REGION, map(exact, sides), strict=True))
    made = make_element("filter", {**region, "filterUnits": "userSpaceOnUse"}, parts)
    return _defined(walk, element, made)


def _unread(text: str) -> DrawingFault:
    return DrawingFault(
        f'filter="{text}" cannot be read',
        "expected url(#id), or functions such as blur(1px) or drop-shadow(1px 1px 2px #000)",
    )


def _part(name: str, inside: str, walk: Normaliser, context: Context) -> Element:
    """The filter primitive of a CSS function.  Raises ValueError and KeyError."""
    words = _WORD.findall(inside)
    if name in ("blur", "drop-shadow"):
        return _soft(name, words, walk, context)
    (word,) = words or [""]
    if name == "hue-rotate":
        turn = angle(word) if word else 0.0
        return make_element("feColorMatrix", {"type": "hueRotate", "values": exact(turn)})
    value, unit = length(word) if word else (1.0, "")
    if unit not in ("", "%") or value < 0:
        raise ValueError(word)
    value = value / 100 if unit else value
    return _TINTS[name](min(value, 1.0) if name in _SHARES else value)


def _soft(name: str, words: Sequence[str], walk: Normaliser, context: Context) -> Element:
    """A blur or a shadow, in user units."""
    colours = [word for word in words if not re.match(r"[-+.\d]", word)]
    units = {**_ON_PAPER, **walk.setting.units}
    lengths = [user_length(word, "stdDeviation", context, units) for word in words if word not in colours]
    if name == "blur":
        (blur,) = lengths or [0.0]
        if colours or blur < 0:
            raise ValueError(name)
        return make_element("feGaussianBlur", {"stdDeviation": exact(blur)})
    across, down, *blurs = lengths
    (colour,) = colours or ["currentColor"]
    (blur,) = blurs or [0.0]
    shade, alpha = colour_of(colour, context)
    attributes = {"dx": exact(across), "dy": exact(down), "stdDeviation": exact(blur)}
    return make_element("feDropShadow", {**attributes, "flood-color": shade, "flood-opacity": f"{alpha:.6g}"})


def _matrix(*rows: Sequence[float]) -> Element:
    """A matrix of three rows for red, green and blue."""
    values = " ".join(f"{' '.join(map(exact, row))} 0 0" for row in rows)
    return make_element("feColorMatrix", {"type": "matrix", "values": f"{values} 0 0 0 1 0"})


def _channels(letters: str, **how: str) -> Element:
    return make_element("feComponentTransfer", {}, [Element(f"feFunc{one}", how) for one in letters])


def _mixed(weights: Sequence[Sequence[float]], rest: float) -> Iterator[Sequence[float]]:
    """A matrix between `weights`, whose share is 1 - `rest`, and none."""
    for k, row in enumerate(weights):
        yield [value + (float(k == j) - value) * rest for j, value in enumerate(row)]


_GREY = ((0.2126, 0.7152, 0.0722),) * 3
_SEPIA = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))
_SHARES = ("grayscale", "invert", "opacity", "sepia")
_TINTS: Mapping[str, Callable[[float], Element]] = {
    "brightness": lambda v: _channels("RGB", type="linear", slope=exact(v)),
    "contrast": lambda v: _channels("RGB", type="linear", slope=exact(v), intercept=exact(0.5 - v / 2)),
    "grayscale": lambda v: _matrix(*_mixed(_GREY, 1 - v)),
    "invert": lambda v: _channels("RGB", type="table", tableValues=f"{exact(v)} {exact(1 - v)}"),
    "opacity": lambda v: _channels("A", type="table", tableValues=f"0 {exact(v)}"),
    "saturate": lambda v: make_element("feColorMatrix", {"type": "saturate", "values": exact(v)}),
    "sepia": lambda v: _matrix(*_mixed(_SEPIA, 1 - v)),
}
"""The part that a function of one amount stands for (Filter Effects 1, 13)."""
