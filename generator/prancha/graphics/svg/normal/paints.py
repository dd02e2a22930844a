"""Fills and strokes of plain elements: a colour and an opacity each, or a paint server of the drawing."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from prancha.graphics.svg.colours import hexadecimal, rgba
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.normal.context import NONE, Context, DrawingSetting, Paint, user_length
from prancha.graphics.svg.style import START
from prancha.graphics.svg.values import link, share

Server = Callable[[Element, Context], Paint | None]
"""Makes the plain twin of a gradient or pattern; says what to paint with, None where it has no box."""
_PEN = ("stroke-linecap", "stroke-linejoin", "stroke-miterlimit")


def paint_attributes(context: Context, setting: DrawingSetting, server: Server) -> dict[str, str]:
    """Fill and stroke of an element as plain attributes; what is as it starts from is left out."""
    found: dict[str, str] = {}
    for name in ("fill", "stroke"):
        paint, alpha = paint_of(name, context.style[name], context, setting, server)
        alpha *= share(context.style[f"{name}-opacity"])
        found[name] = paint
        found[f"{name}-opacity"] = f"{alpha:.6g}"
    if found["fill"] != "none":
        found["fill-rule"] = context.style["fill-rule"]
    if found["stroke"] != "none":
        found |= _pen(context, setting)
    else:
        del found["stroke-opacity"]
    if context.style["visibility"] != "visible":
        found["visibility"] = "hidden"
    return {name: value for name, value in found.items() if START.get(name) != value}


def _pen(context: Context, setting: DrawingSetting) -> dict[str, str]:
    style, units = context.style, setting.units
    found = {name: style[name] for name in _PEN}
    for name in ("stroke-width", "stroke-dashoffset"):
        found[name] = f"{user_length(style[name], name, context, units):.9g}"
    dashes = style["stroke-dasharray"]
    if dashes != "none":
        words = dashes.replace(",", " ").split()
        found["stroke-dasharray"] = " ".join(
            f"{user_length(word, 'stroke-dasharray', context, units):.9g}" for word in words
        )
    return found


def paint_of(which: str, text: str, context: Context, setting: DrawingSetting, server: Server) -> Paint:
    """What a value of `which`, fill or stroke, paints with.

    Raises DrawingFault for references to nothing.
    """
    for name, meant in (("context-fill", context.context_fill), ("context-stroke", context.context_stroke)):
        if text == name:
            if meant is None:
                raise DrawingFault(
                    f"{name} of a gradient or pattern cannot be printed truly", "give the marker a colour"
                )
            return meant
    if text == "none":
        return NONE
    if text.startswith("url("):
        name, other = link(text)
        target = setting.ids.get(name)
        if target is not None and target.tag in ("linearGradient", "radialGradient", "pattern"):
            found = server(target, context)
            if found is not None:
                return found
            return paint_of(which, other, context, setting, server) if other else NONE
        if other:
            return paint_of(which, other, context, setting, server)
        if target is None:
            raise DrawingFault(
                f'{which}="{text}" refers to an element that does not exist', "does its id have another name?"
            )
        raise DrawingFault(f'{which}="{text}" refers to a <{target.tag}>, which is no gradient or pattern')
    return colour_of(text, context)


def colour_of(text: str, context: Context) -> Paint:
    """A colour as #rrggbb, and its alpha."""
    if text.lower() == "currentcolor":
        text = context.style["color"]
    red, green, blue, alpha = (0.0, 0.0, 0.0, 1.0) if text.lower() == "currentcolor" else rgba(text)
    return hexadecimal((red, green, blue)), alpha


def solid(setting: DrawingSetting, name: str, context: Context, server: Server) -> Paint | None:
    """What context-fill or context-stroke means inside an element: a colour, or None for what needs a box."""
    text = context.style[name]
    return None if text.startswith("url(") else paint_of(name, text, context, setting, server)
