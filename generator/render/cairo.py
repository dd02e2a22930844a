"""Elements beyond the direct renderer, drawn by CairoSVG as one-page PDFs.

Only the element itself comes here (a shape with a pattern, a masked group), so
text around it keeps its one embedded font.  CairoSVG takes fonts from
fontconfig, which is pointed at the game's own folders before its first letter.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape

from generator.render.errors import Fault
from generator.render.matrix import Matrix
from generator.render.pictures import load
from generator.render.style import START, Style

CORNER = (-1000, -1000)
SIDE = 3000
"""The page of a fragment in user units: room for anything a component can hold."""
REFERENCES = frozenset("linearGradient radialGradient clipPath pattern mask marker symbol".split())

WRONG_IN_CAIRO = {
    "filter": "blurs and shadows are left out",
    "feGaussianBlur": "blurs are left out",
    "foreignObject": "it is left out",
    "script": "it is never run",
    "animate": "paper does not move",
    "textPath": "its letters are set without kerning",
}


def refuse_untrue(root: Element) -> None:
    """Raise Fault for an element that CairoSVG draws wrongly without saying so."""
    for element in root.iter():
        if element.tag in WRONG_IN_CAIRO:
            raise Fault(
                f"<{element.tag}> cannot be printed truly: {WRONG_IN_CAIRO[element.tag]}", "draw it as shapes"
            )
        if element.attrib.get("clip-rule") == "evenodd":
            raise Fault("clip-rule evenodd beside features only CairoSVG draws cannot be printed truly")
        if element.tag == "mask" and element.attrib.get("maskContentUnits") == "objectBoundingBox":
            raise Fault(
                "a mask in objectBoundingBox units cannot be printed truly", "use userSpaceOnUse and white"
            )


def fragment(element: Element, style: Style, root: Element, symbols: Mapping[str, str]) -> str:
    """An SVG document of one element: its inherited style, and all that it may refer to."""
    inherited = {k: v for k, v in style.items() if START.get(k) != v}
    group = Element("g", inherited)
    group.append(element)
    refuse_untrue(group)
    targets = [part for part in root.iter() if part.tag in ("defs", "style")]
    targets += [part for part in root if part.tag in REFERENCES]
    used = {_href(part).lstrip("#") for part in group.iter("use")} & set(symbols)
    defs = "".join(symbols[name] for name in sorted(used))
    written = "".join(ElementTree.tostring(part, encoding="unicode") for part in (*targets, group))
    x, y, side = *CORNER, SIDE
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{side}pt" height="{side}pt" viewBox="{x} {y} {side} {side}">'
        f"<defs>{defs}</defs>{written}</svg>"
    )


def _href(element: Element) -> str:
    return element.attrib.get("href") or element.attrib.get("{http://www.w3.org/1999/xlink}href", "")


def draw_page(text: str, pictures: Sequence[Path], fonts: Sequence[Path]) -> tuple[bytes, Matrix]:
    """A one-page PDF of a fragment, and the matrix from its page to the fragment's user space.

    Raises Fault when cairo is missing or refuses the drawing.
    """
    _point_fontconfig_at(fonts)
    try:
        import cairosvg
        from cairosvg.surface import PDFSurface
    except OSError:
        raise Fault(
            "this face needs CairoSVG, and the cairo library is not installed", "run: prancha doctor"
        ) from None

    def fetch(url: str, _kind: str) -> bytes:
        return load(url.removeprefix("file://"), pictures)

    try:
        page = PDFSurface.convert(bytestring=text.encode(), url_fetcher=fetch, dpi=72)
    except (
        ValueError,
        TypeError,
        KeyError,
        RecursionError,
        OSError,
        cairosvg.surface.cairo.CairoError,
    ) as problem:
        raise Fault(f"CairoSVG cannot draw it: {type(problem).__name__}: {problem}") from problem
    x, y = CORNER
    return bytes(page), (1.0, 0.0, 0.0, -1.0, float(x), float(y + SIDE))


_CONFIGURED: dict[str, tempfile.TemporaryDirectory[str]] = {}


def _point_fontconfig_at(folders: Sequence[Path]) -> None:
    """Make fontconfig know the shipped fonts and no others (it listens only before its first use)."""
    if _CONFIGURED:
        return
    home = tempfile.TemporaryDirectory(prefix="prancha-fonts-")
    directories = "".join(f"<dir>{escape(str(f.resolve()))}</dir>" for f in folders if f.is_dir())
    config = Path(home.name, "fonts.conf")
    config.write_text(
        f'<?xml version="1.0"?><fontconfig>{directories}'
        f"<cachedir>{escape(home.name)}/cache</cachedir></fontconfig>"
    )
    os.environ["FONTCONFIG_FILE"] = str(config)
    _CONFIGURED["home"] = home
