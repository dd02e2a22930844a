"""Icons: small SVG drawings placed by name, each validated once and shared as a symbol."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from prancha.faces.colour import check_colour
from prancha.faces.faults import FaceError, IconError, format_path
from prancha.faces.template_shapes import n, share_of
from prancha.model.diagnostic import suggestion
from prancha.model.localised_text import SYMBOL
from prancha.model.units import Mm
from prancha.system.file_contents import Refused, TooLarge, is_file, leads_out, regular_bytes

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


MAX_BYTES = 200_000
MAX_DEPTH = 16
_NAME = r"[a-z0-9][a-z0-9-]*\Z"
_BOX = r"\s*(-?[\d.]+(?:[\s,]+-?[\d.]+){3})\s*\Z"
_COLOUR = r"(none|currentColor|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-z]{3,24})\Z"
_VALUE = r"(?a)[-+.,()\s\w%]*\Z"
_BLACK = ("#000", "#000000", "black")
_SVG = "{http://www.w3.org/2000/svg}"
_SHAPES: Mapping[str, frozenset[str]] = {
    "g": frozenset(),
    "path": frozenset(("d",)),
    "rect": frozenset(("x", "y", "width", "height", "rx", "ry")),
    "circle": frozenset(("cx", "cy", "r")),
    "ellipse": frozenset(("cx", "cy", "rx", "ry")),
    "line": frozenset(("x1", "y1", "x2", "y2")),
    "polygon": frozenset(("points",)),
    "polyline": frozenset(("points",)),
}
_PAINT = frozenset(
    "fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit "
    "stroke-dasharray stroke-dashoffset stroke-opacity opacity transform".split()
)
_IGNORED_ON_ROOT = frozenset(("width", "height", "version", "viewBox", "x", "y", "preserveAspectRatio"))
_IGNORED = frozenset(("title", "desc", "metadata"))


class IconSet:
    """Finds icons by name in `folders`, earlier folders first, and remembers which were drawn."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folder.resolve() for folder in folders)
        self._ids: dict[str, str] = {}
        self.symbols: dict[str, str] = {}
        self.drawn: set[str] = set()

    def names(self) -> tuple[str, ...]:
        """All icons at hand, sorted."""
        return tuple(sorted({file.stem for folder in self._folders for file in folder.glob("*.svg")}))

    def draw(
        self,
        name: str,
        x: Mm,
        y: Mm,
        size: Mm,
        fill: str = "#000000",
        turn: float = 0,
        opacity: float = 1,
        hint: str = "",
    ) -> Markup:
        """A `<use>` of icon `name` in a square of `size` mm centred on (x, y).

        `turn` is in degrees clockwise.  Raises IconError for an unknown or
        unfit icon, with `hint` as a second line of its hint, ValueError for a
        colour that is none.
        """
        try:
            self.want(name)
        except IconError as error:
            error.hint = "\n".join(filter(None, (error.hint, hint)))
            raise
        if size <= 0:
            raise FaceError(f"the size of an icon is {n(size)} mm", "it must be more than 0")
        half = size / 2
        turned = f' transform="rotate({n(turn)} {n(x)} {n(y)})"' if turn != 0 else ""
        faded = f' opacity="{n(share_of(opacity))}"' if opacity != 1 else ""
        return Markup(
            f'<use href="#{self._ids[name]}" {_square(x - half, y - half, size)}'
            f' color="{check_colour(fill)}"{turned}{faded}/>'
        )

    def symbol(self, name: str) -> str:
        """The `<symbol>` of icon `name`.  Raises IconError for an unknown or unfit icon."""
        self.want(name)
        return self.symbols[self._ids[name]]

    def draw_in_text(self, name: str, x: Mm, y: Mm, size: Mm, fill: str) -> Markup:
        """As `draw`, for a name that stands in braces in a text, where `symbols:` may explain it."""
        try:
            return self.draw(name, x, y, size, fill)
        except IconError as error:
            if not re.match(_NAME, name):
                error.hint = f'say which icon it is: symbols: {{"{name}": star}} in game.yaml'
            raise

    def want(self, name: str) -> None:
        """Have icon `name` among the symbols.  Raises IconError for an unknown or unfit icon."""
        if not isinstance(name, str) or name not in self._ids:
            try:
                self._ids[name] = self._load(name)
            except IconError as error:
                error.text = str(name)
                raise
        self.drawn.add(name)

    def _load(self, name: str) -> str:
        if name is None:
            raise IconError("nothing (null) is given as an icon", "give a name, or ask `is not none` first")
        if not isinstance(name, str) or not re.match(_NAME, name):
            hint = "names are lower case letters, digits and -"
            if isinstance(name, str) and re.fullmatch(SYMBOL, name):
                hint += f'; a column can say another word for it: replace: {{"{name}": star}}'
            raise IconError(f'"{name}" is not the name of an icon', hint)
        for folder in self._folders:
            path = folder / f"{name}.svg"
            if is_file(path):
                box, drawing, paint = _read(path, folder)
                body = f'viewBox="{box}"{paint}>{drawing}</symbol>'
                key = f"i-{name}-{blake2b(body.encode(), digest_size=4).hexdigest()}"
                self.symbols[key] = f'<symbol id="{key}" {body}'
                return key
        raise IconError(f'there is no icon "{name}"', suggestion(name, self.names()))


@lru_cache(maxsize=4096)
def _square(left: Mm, top: Mm, size: Mm) -> str:
    """The attributes of a square: icons of a family stand in the same places on many cards."""
    return f'x="{n(left)}" y="{n(top)}" width="{n(size)}" height="{n(size)}"'


def _read(path: Path, folder: Path) -> tuple[str, str, str]:
    """The viewBox, drawing and root paint of an icon file.  Raises IconError naming the file."""
    from xml.etree.ElementTree import ParseError

    if leads_out(path, folder):
        raise IconError(f"{format_path(path)} is a link out of its folder", "copy the file instead")
    try:
        text = regular_bytes(path, MAX_BYTES).decode()
    except TooLarge:
        raise IconError(
            f"{format_path(path)} is larger than {MAX_BYTES // 1000} kB", "simplify the drawing"
        ) from None
    except Refused as refused:
        raise IconError(f"{format_path(path)} {refused}") from None
    except UnicodeDecodeError:
        raise IconError(f"{format_path(path)} is not UTF-8 text") from None
    if re.search(r"<!(?!--)", text):
        raise IconError(f"{format_path(path)} has a DOCTYPE or entity", "delete it; icons are plain SVG")
    try:
        return _symbol(text)
    except ParseError as error:
        line, column = error.position
        raise IconError(f"{format_path(path)}:{line}:{column + 1} is not well-formed XML: {error}") from None
    except ValueError as error:
        raise IconError(
            f"{format_path(path)}: {error}", "icons are flat shapes with a viewBox; simplify the drawing"
        ) from None


def _symbol(text: str) -> tuple[str, str, str]:
    """The viewBox, drawing and root paint that an icon file holds.  Raises ValueError."""
    from xml.etree.ElementTree import fromstring

    root = fromstring(text)
    if root.tag.removeprefix(_SVG) != "svg":
        raise ValueError(f"the root element is <{root.tag}>, not <svg>")
    found = re.match(_BOX, root.get("viewBox", ""))
    if not found:
        raise ValueError("the root has no viewBox of four numbers")
    box = " ".join(found[1].replace(",", " ").split())
    if any(float(side) <= 0 for side in box.split()[2:]):
        raise ValueError("the viewBox has no size")
    own = {name: value for name, value in root.attrib.items() if name not in _IGNORED_ON_ROOT}
    # SVG's own default is black, which an icon means as "the ink".
    paint = {"fill": "currentColor", **_painted(own, frozenset(), "svg")}
    drawing = "".join(_drawn(child, 1) for child in root)
    if not drawing:
        raise ValueError("there is nothing to draw")
    return box, drawing, _attributes(paint)


def _drawn(element: Element, depth: int) -> str:
    name = element.tag.removeprefix(_SVG) if isinstance(element.tag, str) else "comment"
    if name in _IGNORED:
        return ""
    if name not in _SHAPES:
        raise ValueError(f"<{name}> is not allowed; {', '.join(_SHAPES)} are")
    if depth > MAX_DEPTH:
        raise ValueError("groups are nested too deep")
    attributes = _attributes(_painted(dict(element.attrib), _SHAPES[name], name))
    inside = "".join(_drawn(child, depth + 1) for child in element)
    return f"<{name}{attributes}>{inside}</{name}>" if inside else f"<{name}{attributes}/>"


def _painted(attributes: Mapping[str, str], geometry: Iterable[str], name: str) -> dict[str, str]:
    kept = {}
    for key, value in attributes.items():
        if key == "id":
            continue
        if key not in _PAINT and key not in geometry:
            raise ValueError(f'the attribute "{key}" of <{name}> is not allowed')
        plain = " ".join(value.split())
        if key in ("fill", "stroke"):
            if not re.match(_COLOUR, plain):
                raise ValueError(f'{key}="{value}" is not a plain colour')
            plain = "currentColor" if plain in _BLACK else plain
        elif not re.match(_VALUE, plain):
            raise ValueError(f'{key}="{value}" is not a plain value')
        kept[key] = plain
    return kept


def _attributes(values: Mapping[str, str]) -> str:
    return "".join(f' {key}="{escape(value)}"' for key, value in values.items())
