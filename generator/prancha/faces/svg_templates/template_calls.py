"""The functions that templates made of drawings call: texts, pictures, icons, codes, colours, boxes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Any

from jinja2 import Undefined
from markupsafe import Markup

from prancha.faces.colour import check_colour
from prancha.faces.faults import FaceError, IconError
from prancha.faces.placed_art import PictureSet
from prancha.faces.placed_icons import IconSet
from prancha.faces.template_shapes import n, qr_code
from prancha.faces.text.typesetter import Typesetter
from prancha.graphics.fonts.letters import measures_of
from prancha.graphics.svg.css_colours import parse_colour
from prancha.graphics.svg.normal.plain_texts import baseline_height
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, overlap
from prancha.model.units import PT_PER_MM, Mm
from prancha.model.values import WrittenFloat

_BETWEEN = re.compile(r"[\s_]+")
"""The separators of words in the names of icons that lists have."""
_WHITE = " \t\r\n"
"""White space that is dropped at the ends of a line; a no-break space is not."""


def with_ending(path: Any, ending: str) -> Any:
    """Return the name of a picture, completed where it has no ending."""
    if ending and isinstance(path, str) and "." not in path.rpartition("/")[2]:
        return f"{path.strip()}.{ending.lstrip('.')}"
    return path


class SvgTemplateCalls:
    """Set texts and place pictures of drawings; empty values draw nothing."""

    def __init__(
        self, typesetter: Typesetter, icons: IconSet, art: PictureSet, palette: Mapping[str, Any]
    ) -> None:
        self._typesetter, self._icons, self._art, self._palette = typesetter, icons, art, palette

    def calls(self) -> Mapping[str, Callable[..., Any]]:
        """Return the functions that draw, by the names that translations use."""
        return {
            "svg_line": self.line,
            "svg_paragraph": self.paragraph,
            "svg_art": self.art,
            "svg_icon": self.icon,
            "svg_repeat": self.repeat,
            "svg_qr": self.code,
        }

    def values(self) -> Mapping[str, Callable[..., Any]]:
        """Return the functions that calculate, by the names that translations use."""
        return {
            "svg_words": self.words,
            "svg_paint": self.paint,
            "svg_blank": is_blank,
            "svg_grown": grown,
        }

    def words(self, *parts: Any) -> str:
        """Return the parts as one text: texts, numbers, and lists of these with commas.  Raises FaceError."""
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
        """Draw runs beside each other on one line, each with a look of its own, aligned as a whole about x.

        `y` is that of a `baseline` of the first run, by its name in SVG.
        """
        shown = [(text, look) for text, look in runs if text]
        if baseline and shown:
            plain, _ = _without_effects(shown[0][1])
            font, size = self._typesetter.font_of(**plain), plain["size"] / PT_PER_MM
            y += baseline_height(baseline, measures_of(font, size))
        if len(shown) == 1:
            text, look = shown[0]
            return self._label(text, x, y, look, align=align, **fit)
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
            drawn.append(str(self._label(text, at + lead, y, look)))
            at += width
        return Markup("".join(drawn))

    def _label(self, text: str, x: Mm, y: Mm, look: Mapping[str, Any], **fit: Any) -> Markup:
        plain, effects = _without_effects(look)
        return _with_effects(self._typesetter.label(text.strip(_WHITE), x, y, **plain, **fit), effects, plain)

    def paragraph(self, text: str, *box: Any, **look: Any) -> Markup:
        """Draw a paragraph; nothing for an empty text."""
        plain, effects = _without_effects(look)
        if not text.strip(_WHITE):
            return Markup("")
        return _with_effects(self._typesetter.paragraph(text, *box, **plain), effects, plain)

    def art(self, path: Any, *box: Any, ending: str = "", **how: Any) -> Markup:
        """Draw a picture, the first of several; nothing for an empty name.

        `ending` completes names without one.
        """
        if isinstance(path, list | tuple):
            path = path[0] if path else ""
        if path in ("", None):
            return Markup("")
        path = with_ending(path, ending)
        if how.get("focus") in ("", None):
            how.pop("focus", None)
        return self._art.draw(path, *box, **how)

    def icon(self, name: Any, *place: Any, called: str = "", **how: Any) -> Markup:
        """Draw an icon; nothing for an empty name.  `Big Feather` is the icon big-feather.

        If the field `called` does not exist, the icon of that name is drawn.
        """
        name = self._icon_named(name, called)
        return self._icons.draw(name, *place, **how) if name not in ("", None) else Markup("")

    def repeat(
        self,
        name: Any,
        count: Any,
        x: Mm,
        y: Mm,
        width: Mm,
        height: Mm,
        called: str = "",
        size: Mm | None = None,
        gap: Mm | None = None,
        align: str = "center",
        valign: str = "middle",
        **how: Any,
    ) -> Markup:
        """Draw `count` icons in a box, in as many rows as make them largest, `size` mm at most.

        `gap` is an eighth of an icon unless it says otherwise, mm.
        """
        name, often = self._icon_named(name, called), _count(count)
        if name in ("", None) or not often:
            return Markup("")
        rows, side, between = _rows(often, width, height, size, gap)
        if side < _SMALLEST_ICON:
            raise FaceError(
                f"{often} icons in {n(width)} x {n(height)} mm would be {side:.1f} mm large",
                "make the box larger, or show the number",
            )
        high = rows * side + (rows - 1) * between
        top = y + (height - high) * _SHARES[valign]
        drawn, per_row = [], ceil(often / rows)
        for row in range(rows):
            here = min(per_row, often - row * per_row)
            left = x + (width - here * side - (here - 1) * between) * _SHARES[align]
            middle = top + row * (side + between) + side / 2
            places = (left + k * (side + between) + side / 2 for k in range(here))
            drawn += [str(self._icons.draw(name, place, middle, side, **how)) for place in places]
        return Markup("".join(drawn))

    def code(self, text: Any, x: Mm, y: Mm, width: Mm, height: Mm, **how: Any) -> Markup:
        """Draw a QR code in the middle of a box; nothing for an empty text."""
        if is_blank(text):
            return Markup("")
        size = min(width, height)
        return qr_code(str(text), x + (width - size) / 2, y + (height - size) / 2, size, **how)

    def paint(self, value: Any, otherwise: str) -> str:
        """Return the colour a component asks for, by its name in the palette or not; `otherwise` if none.

        Raises FaceError.
        """
        if is_blank(value):
            return otherwise
        name = str(value).strip()
        if name in self._palette:
            return str(self._palette[name])
        try:
            parse_colour(check_colour(name))
        except (ValueError, DrawingFault):
            known = f", or a name of the palette: {', '.join(self._palette)}" if self._palette else ""
            error = FaceError(f'"{name:.40}" is not a colour', f"write it as #rrggbb{known}")
            error.text = str(value)
            raise error from None
        return name

    def _icon_named(self, name: Any, called: str) -> Any:
        if isinstance(name, str):
            plain = _BETWEEN.sub("-", name.strip().lower()).removesuffix(".svg")
            return plain if plain != name and self._has_icon(plain) else name
        if not isinstance(name, Undefined) or not called:
            return name
        if not self._has_icon(called):
            str(name)  # raises, naming the field that is missing
        return called

    def _has_icon(self, name: str) -> bool:
        try:
            self._icons.want(name)
        except IconError:
            return False
        return True

    def _advance(self, text: str, look: Mapping[str, Any]) -> Mm:
        """Return the width of a run with the spaces at its ends, in mm."""
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
    if isinstance(part, float) and not isinstance(part, WrittenFloat):
        return n(part)
    if isinstance(part, list | tuple):
        return ", ".join(map(_word, part))
    return str(part)


def is_blank(value: Any) -> bool:
    """Return whether a field is empty or white space.  Raises MissingNameError if there is no such field."""
    if isinstance(value, Undefined):
        str(value)  # raises, naming what is missing
    if isinstance(value, str):
        return not value.strip(_WHITE)
    return value is None or (isinstance(value, list | tuple) and not value)


MOST_OVERLAP: Mm = 1.0
"""Two boxes that overlap by at most so many mm still lie beside each other."""


def grown(box: Sequence[Mm], rooms: Sequence[tuple[str, Mm, Box, bool]]) -> tuple[Mm, Mm, Mm, Mm]:
    """Return a box (x, y, width, height) grown into the rooms of its empty neighbours.

    Each room is a side, how far it reaches there, its box, and whether it is empty; on each side they come
    in the order in which they lie.  The growing ends at the first that is not empty, and where the box would
    cover any that is not.
    """
    edges = {"left": box[0], "top": box[1], "right": box[0] + box[2], "bottom": box[1] + box[3]}
    taken = [room for _, _, room, empty in rooms if not empty]
    ended: set[str] = set()
    for side, edge, _, empty in rooms:
        furthest = min if side in ("left", "top") else max
        wider = {**edges, side: furthest(edges[side], edge)}
        left, top, right, bottom = wider.values()
        if not empty or any(overlap((left, top, right, bottom), room, MOST_OVERLAP) for room in taken):
            ended.add(side)
        elif side not in ended:
            edges = wider
    left, top, right, bottom = edges.values()
    return left, top, right - left, bottom - top


_SHARES = {"left": 0.0, "top": 0.0, "center": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}
_SMALLEST_ICON: Mm = 1.5
_MOST_ICONS = 200


def _count(value: Any) -> int:
    """Return how often something is repeated.  Raises FaceError."""
    if is_blank(value):
        return 0
    try:
        number = float(value) if not isinstance(value, bool) else -1.0
    except (TypeError, ValueError):
        number = -1.0
    if not number.is_integer() or not 0 <= number <= _MOST_ICONS:
        error = FaceError(
            f"{value!r:.40} is no number of times to repeat an icon",
            f"give a whole number from 0 to {_MOST_ICONS}",
        )
        error.text = str(value)
        raise error
    return int(number)


def _rows(count: int, width: Mm, height: Mm, largest: Mm | None, gap: Mm | None) -> tuple[int, Mm, Mm]:
    """Return the number of rows in which icons are largest, their size, and the gap between them, in mm."""
    best = (1, 0.0, 0.0)
    for rows in range(1, count + 1):
        columns = ceil(count / rows)
        if gap is None:
            side = min(width / (columns + (columns - 1) / 8), height / (rows + (rows - 1) / 8))
        else:
            side = min((width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows)
        side = min(side, largest or side)
        if side > best[1] + 1e-6:
            best = rows, side, side / 8 if gap is None else gap
    return best


_EFFECTS = ("stroke", "stroke_width", "behind", "shadow", "shadow_by")
_INKED = re.compile(r'\b(fill|color|stroke)="(?!none)[^"]*"')
_PIECE = re.compile(r"<text .*?</text>|<[^>]*/>", re.DOTALL)
"""One piece of what the typesetter draws: a run of letters, an icon, a bullet, the frame of a draft."""
_SHADOW_BY = 0.06
"""The distance down and to the right by which a shadow falls, in ems."""


def _without_effects(look: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split a look into arguments of the typesetter, and the outline and shadow that are added afterwards."""
    effects = {name: look[name] for name in _EFFECTS if name in look}
    return {name: value for name, value in look.items() if name not in effects}, effects


def _with_effects(drawn: Markup, effects: Mapping[str, Any], look: Mapping[str, Any]) -> Markup:
    """Add its outline to a text, and a shadow below each piece of it."""
    outline = ""
    if effects.get("stroke", "none") != "none":
        order = ' paint-order="stroke"' if effects.get("behind") else ""
        stroke, width = check_colour(effects["stroke"]), n(effects["stroke_width"])
        outline = f' stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round"{order}'
    markup = str(drawn)
    if outline:
        # An icon has units of its own, in which the width is another.
        markup = markup.replace("<use ", '<use stroke="none" ')
    if "shadow" in effects:
        ink, by = check_colour(effects["shadow"]), effects.get("shadow_by")
        move = n(_SHADOW_BY * look["size"] / PT_PER_MM if by is None else by)
        around = f'<g transform="translate({move} {move})"{_INKED.sub(_in(ink), outline)}>'

        def shaded(piece: re.Match[str]) -> str:
            return f"{around}{_INKED.sub(_in(ink), piece[0])}</g>{piece[0]}"

        markup = _PIECE.sub(shaded, markup)
    return Markup(f"<g{outline}>{markup}</g>" if outline and markup else markup)


def _in(ink: str) -> str:
    """Return the replacement that gives every match of `_INKED` one ink."""
    return rf'\1="{ink}"'
