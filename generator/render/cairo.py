"""Elements beyond the direct renderer, drawn by CairoSVG as one-page PDFs.

Only the element itself comes here (a shape with a pattern, a masked group), so
text around it keeps its one embedded font.  CairoSVG takes fonts from
fontconfig, which is pointed at the game's own folders before its first letter.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from generator.pictures import load, look
from generator.render.clips import refuse_lost
from generator.render.paths import shape
from generator.render.references import reachable, references
from generator.render.style import refuse_never
from generator.stopping import temporary_folder
from generator.svg.colours import parse_colour
from generator.svg.errors import Fault
from generator.svg.matrix import Matrix
from generator.svg.paths import SHAPES
from generator.svg.style import START, Style, seen

CORNER = (-1000, -1000)
SIDE = 3000
"""The page of a fragment in user units: room for anything a component can hold."""

WRONG_IN_CAIRO = {
    "filter": "blurs and shadows are left out",
    "feGaussianBlur": "blurs are left out",
    "foreignObject": "it is left out",
    "script": "it is never run",
    "animate": "paper does not move",
    "textPath": "its letters are set without kerning",
}
_PAINTS = ("fill", "stroke", "stop-color", "color")
_NO_COLOUR = ("none", "inherit", "currentColor")
_DATA = ("path", "polygon", "polyline")
_WHITE = ("white", "#fff", "#ffffff", "none")


def refuse_untrue(root: Element) -> None:
    """Raise Fault for anything that CairoSVG draws wrongly without saying so."""
    for element in root.iter():
        attributes = refuse_never(dict(element.attrib))
        for name in _PAINTS:
            if attributes.get(name, "").startswith(("hsl", "rgba", "var")):
                raise Fault(f'{name}="{attributes[name]}" is drawn black by CairoSVG', "write #rrggbb")
            if attributes.get(name, "none") not in _NO_COLOUR and not attributes[name].startswith("url("):
                parse_colour(attributes[name])  # for another one it would take black
        if element.tag in _DATA:
            shape(element.tag, attributes)  # of broken data it would draw the beginning, or nothing
        if attributes.get("font-weight", "400") not in ("400", "700", "normal", "bold"):
            raise Fault(f'CairoSVG has no font-weight="{attributes["font-weight"]}"', "use 400 or 700")
        if element.tag in WRONG_IN_CAIRO:
            raise Fault(
                f"<{element.tag}> cannot be printed truly: {WRONG_IN_CAIRO[element.tag]}", "draw it as shapes"
            )
        if attributes.get("clip-rule") == "evenodd":
            raise Fault("clip-rule evenodd beside features only CairoSVG draws cannot be printed truly")
        if element.tag == "clipPath":
            refuse_lost(element)
        if attributes.get("visibility") == "collapse" or (
            not seen(attributes) and next(element.iter("image"), None) is not None
        ):
            raise Fault("CairoSVG prints a hidden picture, and all that is collapsed", "leave it out")
        if element.tag == "mask" and element.attrib.get("maskContentUnits") == "objectBoundingBox":
            raise Fault(
                "a mask in objectBoundingBox units cannot be printed truly", "use userSpaceOnUse and white"
            )
        if element.tag == "mask":
            _refuse_shades(element, "black", "none")
        if element.tag == "style" and re.search(r"url\(|@import", element.text or ""):
            raise Fault("a style sheet must not refer to anything", "write the reference as an attribute")


def _refuse_shades(element: Element, fill: str, stroke: str) -> None:
    """Raise Fault where a mask is not white: CairoSVG masks by opacity alone, so black would not hide."""
    attributes = refuse_never(dict(element.attrib))
    fill, stroke = attributes.get("fill", fill), attributes.get("stroke", stroke)
    drawn = element.tag in SHAPES or element.tag in ("text", "use", "image")
    if drawn and (element.tag == "image" or fill not in _WHITE or stroke not in _WHITE):
        raise Fault(
            "a mask that is not white all over cannot be printed truly", "use white shapes with an opacity"
        )
    for child in element:
        _refuse_shades(child, fill, stroke)


def fragment(
    element: Element,
    style: Style,
    root: Element,
    ids: Mapping[str, Element],
    symbols: Mapping[str, str],
) -> str:
    """An SVG document of one element: its inherited style, and all that it refers to.

    Raises Fault when that is too much, or nothing CairoSVG draws truly.
    """
    inherited = {k: v for k, v in style.items() if START.get(k) != v}
    group = Element("g", inherited)
    group.append(element)
    sheets = list(root.iter("style"))
    targets = reachable(group, ids, symbols)
    for part in (*sheets, *targets, group):
        refuse_untrue(part)
    used = {name for part in (*targets, group) for use in part.iter("use") for name in references(use)}
    defs = "".join(symbols[name] for name in sorted(used & set(symbols)))
    # A target may lie within another one, or within the element itself: then it is there already.
    inside = {id(e) for part in (*targets, group) for e in part.iter() if e is not part}
    alone = [part for part in targets if id(part) not in inside]
    defs += "".join(ElementTree.tostring(part, encoding="unicode") for part in alone)
    written = "".join(ElementTree.tostring(part, encoding="unicode") for part in (*sheets, group))
    x, y, side = *CORNER, SIDE
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{side}pt" height="{side}pt" viewBox="{x} {y} {side} {side}">'
        f"<defs>{defs}</defs>{written}</svg>"
    )


def draw_page(text: str, pictures: Sequence[Path], fonts: Sequence[Path]) -> tuple[bytes, Matrix]:
    """A one-page PDF of a fragment, and the matrix from its page to the fragment's user space.

    Raises Fault when cairo is missing or refuses the drawing.
    """
    try:
        cairosvg = _cairosvg()
    except OSError:
        raise Fault(
            "this face needs CairoSVG, and the cairo library is not installed", "run: prancha doctor"
        ) from None
    if "<text" in text:
        _show_fonts(cairosvg.surface.cairo, fonts)

    def fetch(url: str, _kind: str) -> bytes:
        href = _as_written(url)
        data = load(href, pictures)
        seen = look(data, href)
        if seen.kind == "SVG" or seen.turn != 1:
            # CairoSVG would read the one by rules of its own, and print the other lying on its side.
            raise Fault(
                f'"{href[:40]}" cannot be shown beside features only CairoSVG draws',
                "save it as an upright PNG",
            )
        return data

    try:
        page = cairosvg.surface.PDFSurface.convert(bytestring=text.encode(), url_fetcher=fetch, dpi=72)
    except Fault:
        raise
    except MemoryError:  # which is what cairo says of a broken PNG, too
        raise Fault("CairoSVG cannot draw it: a picture is broken, or it is too large") from None
    except Exception as problem:  # others' program, fed with what strangers wrote, fails in any way
        raise Fault(f"CairoSVG cannot draw it: {type(problem).__name__}: {problem}") from problem
    x, y = CORNER
    return bytes(page), (1.0, 0.0, 0.0, -1.0, float(x), float(y + SIDE))


def _cairosvg() -> Any:
    """The module; OSError when there is no cairo library.

    Python's own search for a library starts ldconfig and a compiler on Linux.
    The loader knows where cairo is without them, and opening a game starts nothing.
    """
    import ctypes.util

    search = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None  # noqa: ARG005 (mypy compares names)
    try:
        import cairosvg
    finally:
        ctypes.util.find_library = search
    return cairosvg


def _as_written(url: str) -> str:
    """The reference as the template has it; CairoSVG puts the working folder before relative ones."""
    path = Path(url.removeprefix("file://"))
    if url.startswith("file://") and path.is_relative_to(Path.cwd()):
        return path.relative_to(Path.cwd()).as_posix()
    return url.removeprefix("file://")


_SHOWN: list[Sequence[Path]] = []


def _show_fonts(cairo: Any, folders: Sequence[Path]) -> None:
    """Make fontconfig know the fonts in `folders` and no others; it listens once, at the first letter."""
    if _SHOWN:
        return
    _SHOWN.append(folders)
    directories = "".join(f"<dir>{escape(str(f.resolve()))}</dir>" for f in folders if f.is_dir())
    with temporary_folder() as home:
        config = home / "fonts.conf"
        config.write_text(
            f'<?xml version="1.0"?><fontconfig>{directories}<cachedir>{escape(str(home))}</cachedir>'
            "<config><rescan><int>0</int></rescan></config></fontconfig>",
            encoding="utf-8",
        )
        os.environ["FONTCONFIG_FILE"] = str(config)
        cairo.Context(cairo.PDFSurface(None, 1, 1)).text_extents("a")
        del os.environ["FONTCONFIG_FILE"]
