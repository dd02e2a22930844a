"""What becomes of each mark of a face that is to be printed in less ink."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from xml.etree.ElementTree import Element

from generator.fonts import FontBook
from generator.model.art import Ink
from generator.model.face import Face
from generator.printed.colours import WHITE, Rgb, contrast, over, parse_colour, show
from generator.printed.contrast import drawn_again, inside, same_text
from generator.printed.drawing import Drawing
from generator.printed.ground import icon_matrix
from generator.printed.lettering import Lettering, settings_of
from generator.printed.marks import Mark
from generator.svg.markup import href
from generator.svg.matrix import Box, moved, moved_box, scale_of
from generator.thrift.areas import fill_area, icon_area, shown, stroke_area
from generator.thrift.gradients import Gradients
from generator.thrift.surroundings import Surroundings
from generator.thrift.tints import (
    BLACK,
    SOFT,
    lightened,
    lightness,
    median_of,
    pale,
    ratio,
    standing_back,
    standing_out,
)

KEY = "data-k"
"""The attribute that names an element while a face is worked on."""
SMALLEST = 1.5
"""Square mm from which on a fill among many of its colour gets an outline; smaller ones become pale."""
MANY = 0.07
"""Share of a face from which on small shapes of one colour are much together."""
LARGE: Mapping[str, float] = {"low": 30.0, "outline": 12.0}
"""Square mm from which on a fill is large."""
HEAVY = 1.2
"""Width from which on a line is an area, in mm."""
GREAT_ICON = 150.0
"""Square mm of ink from which on an icon is a picture, and becomes paler."""
LIGHT = 91.0
"""Lightness from which on a fill costs no ink worth naming."""
TEXT, FIRM, SIGN, DETAIL = 4.7, 9.0, 3.2, 2.4
"""Contrast that text keeps at least, and where it had more; that icons and small shapes keep."""
FRAME = 0.9
"""How far inside the trim, in mm, a frame shows the colour of a piece that became white."""


class Painter:
    """Changes the elements of one face, mark by mark in painting order.

    `before` is the face as designed, `after` the same scene as it becomes.
    """

    def __init__(
        self,
        ink: Ink,
        face: Face,
        book: FontBook,
        named: Mapping[str, Element],
        before: Drawing,
        after: Drawing,
    ) -> None:
        self._ink, self._face, self._book, self._named = ink, face, book, named
        self._before, self._after = before, after
        self._scene, self._gradients = Surroundings(face, before, after), Gradients(named, after, KEY)
        bleed, outline = face.bleed, face.outline
        self.box: Box = (-bleed, -bleed, outline.width + bleed, outline.height + bleed)
        self._letters = {setting.index: setting.letters(()) for setting in settings_of(before, book)}
        self._twins_of: dict[str, list[int]] = {}
        for k, mark in enumerate(before.marks):
            self._twins_of.setdefault(mark.element.get(KEY, ""), []).append(k)
        self._decided: set[str] = set()
        self._frame: Rgb | None = None

    def paint(self, index: int, mark: Mark, many: frozenset[str]) -> None:
        """Decide on one mark; an element that is drawn several times is decided on once."""
        key = mark.element.get(KEY, "")
        if key in self._decided:
            self._scene.changed.append(mark.box())
            return
        self._decided.add(key)
        if mark.tag == "text":
            self._text(self._letters[index])
        elif mark.tag == "use":
            self._icon(index, mark)
        elif mark.tag == "image" or mark.hidden:
            self._picture(index, mark)
        else:
            self._shape(index, mark, many)

    def finish(self, root: Element) -> None:
        """Draw a frame in the colour of a piece whose ground became white."""
        if self._frame is None:
            return
        width = 0.3 + 0.7 * (1 - lightness(self._frame) / 100)
        colour = standing_out(self._frame, 1.0, [WHITE], SIGN)
        frame = {"d": self._face.outline.path(-FRAME), "fill": "none", "stroke": show(colour)}
        root.append(Element("path", {**frame, "stroke-width": f"{width:.2f}"}))

    # Text and icons

    def _text(self, text: Lettering) -> None:
        index, mark = text.setting.index, text.setting.mark
        colour = _colour(mark, "fill")
        later = (self._letters.get(k) for k in range(index + 1, index + 4))
        if any(other is not None and same_text(text, other) for other in later):
            self._halo(index, mark)
            return
        if colour is None:
            return
        points = [moved(mark.matrix, point) for point in inside(text)]
        grounds = self._scene.grounds(self._after, index, moved_box(mark.matrix, text.box), points)
        alpha = mark.alpha * mark.share("fill-opacity")
        if not grounds:
            if self._scene.changed and lightness(colour) > 50:
                self._set(index, "fill", show(BLACK))
            return
        if self._ink == "outline" and ratio(BLACK, 1.0, grounds) >= TEXT:
            found = BLACK
        else:
            stood = self._scene.grounds(self._before, index, moved_box(mark.matrix, text.box), points)
            wanted = min(FIRM, max(TEXT, ratio(colour, alpha, stood)))
            found = standing_out(colour, alpha, grounds, wanted)
        if ratio(found, alpha, grounds) < TEXT:
            for name in ("opacity", "fill-opacity"):
                self._element(index).attrib.pop(name, None)
            self._set(index, "fill-opacity", "1")
        if found != colour:
            self._set(index, "fill", show(found))

    def _halo(self, index: int, mark: Mark) -> None:
        """A text that is drawn again over itself: a rim becomes white, a shadow goes."""
        if mark.style.get("stroke", "none") != "none":
            self._set(index, "stroke", "#ffffff")
            self._set(index, "fill", "#ffffff")
        else:
            self._set(index, "fill", "none")

    def _icon(self, index: int, mark: Mark) -> None:
        symbol = self._before.symbol(href(mark.element.attrib).lstrip("#"))
        colour = parse_colour(mark.style.get("color", "#000000"))
        if symbol is None or colour is None:
            return
        if drawn_again(self._before, mark, index):
            self._element(index).set("display", "none")
            self._after.marks[index].alpha = 0.0
            return
        matrix = icon_matrix(mark, symbol)
        step = max(1, len(symbol.edge) // 8)
        points = [moved(mark.matrix, moved(matrix, point)) for point in symbol.edge[::step]]
        below = self._scene.both(index, mark.box(), points)
        if below is None:
            return
        old, new = below
        wanted = min(SIGN, ratio(colour, mark.alpha, old))
        if icon_area(mark, symbol, self.box) * mark.alpha >= GREAT_ICON and mark.alpha > 0.5:
            self._set(index, "color", show(lightened(colour, new, SIGN)))
        elif ratio(colour, mark.alpha, new) < wanted - 0.02:
            self._set(index, "color", show(standing_out(colour, mark.alpha, new, wanted)))

    def _picture(self, index: int, mark: Mark) -> None:
        """What cannot be followed is faded as a whole."""
        if mark.tag == "svg":
            return
        if mark.tag == "image" or shown(mark, self.box) * _size(mark.box()) >= LARGE[self._ink]:
            faded = mark.alpha * (0.45 if self._ink == "low" else 0.3)
            self._element(index).set("opacity", f"{faded:.2f}")
            self._scene.changed.append(mark.box())

    # Shapes

    def _shape(self, index: int, mark: Mark, many: frozenset[str]) -> None:
        fill = mark.style.get("fill", "none")
        area = 0.0 if fill == "none" or mark.tag == "line" else fill_area(mark, self.box)
        least = SMALLEST if fill in many and self._ink == "outline" else LARGE[self._ink]
        if area and area >= least:
            self._large(index, mark, fill)
        elif area and fill in many:
            self._soften(index, mark, "fill")
        elif area:
            self._small(index, mark, area)
        stroke = mark.style.get("stroke", "none")
        if stroke in many and mark.stroke_width() * scale_of(mark.matrix) < HEAVY:
            self._soften(index, mark, "stroke")
        elif stroke != "none":
            self._line(index, mark)

    def _soften(self, index: int, mark: Mark, which: str) -> None:
        """One of many small things of a colour."""
        colour = _colour(mark, which)
        if colour is not None and lightness(colour) < LIGHT:
            self._scene.changed.append(mark.box())
            self._set(index, which, show(pale(colour, SOFT)))

    def _large(self, index: int, mark: Mark, fill: str) -> None:
        alpha = mark.alpha * mark.share("fill-opacity")
        colour = self._gradients.mean(fill) if fill.startswith("url(") else _colour(mark, "fill")
        if colour is None:
            return
        if lightness(over(colour, alpha, WHITE)) >= LIGHT:
            # As light as it was; on a ground that was dark it needs an edge now.
            if self._ink == "outline" and alpha > 0.6:
                self._set(index, "fill", "#ffffff")
            self._edge(index, mark, colour, alpha)
            return
        self._scene.changed.append(mark.box())
        covers = self._scene.covers(mark)
        if self._ink == "low":
            if fill.startswith("url("):
                self._gradients.fade(fill)
            else:
                self._set(index, "fill", show(pale(colour)))
        else:
            if alpha > 0.6:
                self._set(index, "fill", "#ffffff")
                self._set(index, "fill-opacity", "1")
            else:
                self._set(index, "fill", "none")
            if covers and alpha > 0.6:
                self._frame = colour
        if not covers:
            self._edge(index, mark, colour, alpha)

    def _edge(self, index: int, mark: Mark, colour: Rgb, alpha: float) -> None:
        """A thin outline where a fill no longer stands out as it did."""
        if mark.style.get("stroke", "none") != "none" or self._scene.covers(mark):
            return
        around = self._scene.grounds_of(index, mark)
        if around is None:
            return
        old, new = around
        stood = median(contrast(over(colour, alpha, ground), ground) for ground in old)
        now = _colour(self._after.marks[index], "fill") or median_of(new)
        stands = median(contrast(over(now, alpha, ground), ground) for ground in new)
        if stood < 1.25 or stands >= min(stood, DETAIL):
            return
        wanted = min(DETAIL if self._ink == "low" else TEXT, max(1.6, stood))
        line = standing_out(colour, 1.0, [*new, *[now]], wanted)
        width = 0.2 if self._ink == "low" else 0.2 + 0.35 * (1 - lightness(colour) / 100)
        self._set(index, "stroke", show(line))
        self._set(index, "stroke-width", f"{width / max(scale_of(mark.matrix), 1e-6):.4g}")
        self._set(index, "stroke-opacity", "1")

    def _small(self, index: int, mark: Mark, area: float) -> None:
        colour = _colour(mark, "fill")
        alpha = mark.alpha * mark.share("fill-opacity")
        if colour is None or not self._scene.touched(mark.box()):
            return
        around = self._scene.grounds_of(index, mark)
        if around is None:
            return
        old, new = around
        vanishes = ratio(colour, alpha, new) < min(DETAIL, ratio(colour, alpha, old)) - 0.02
        if (
            vanishes
            and lightness(colour) > 70
            and area >= 3.0
            and mark.style.get("stroke", "none") == "none"
            and alpha > 0.6
        ):
            self._edge(index, mark, colour, alpha)
        else:
            self._detail(index, "fill", colour, alpha, old, new)

    def _line(self, index: int, mark: Mark) -> None:
        colour = _colour(mark, "stroke")
        if colour is None:
            return
        alpha = mark.alpha * mark.share("stroke-opacity")
        width = mark.stroke_width() * scale_of(mark.matrix)
        if stroke_area(mark, self.box) >= LARGE[self._ink] and width >= HEAVY:
            if lightness(over(colour, alpha, WHITE)) >= LIGHT:
                return
            self._scene.changed.append(mark.box())
            if self._ink == "low":
                self._set(index, "stroke", show(pale(colour)))
            else:
                self._set(index, "stroke-width", f"{0.6 / max(scale_of(mark.matrix), 1e-6):.4g}")
            return
        if not self._scene.touched(mark.box()):
            return
        around = self._scene.grounds_of(index, mark)
        if around is None:
            return
        old, new = around
        self._detail(index, "stroke", colour, alpha, old, new)

    def _detail(
        self, index: int, which: str, colour: Rgb, alpha: float, old: Sequence[Rgb], new: Sequence[Rgb]
    ) -> None:
        """A small shape neither vanishes on its new ground nor comes to the fore."""
        stood, stands = ratio(colour, alpha, old), ratio(colour, alpha, new)
        if stands < min(DETAIL, stood) - 0.02:
            self._set(index, which, show(standing_out(colour, alpha, new, min(DETAIL, stood))))
        elif stood < 3 and stands > 1.25 * stood:
            self._set(index, which, show(standing_back(colour, alpha, new, stood)))

    def _element(self, index: int) -> Element:
        return self._named[self._before.marks[index].element.get(KEY, "")]

    def _set(self, index: int, name: str, value: str) -> None:
        self._element(index).set(name, value)
        for twin in self._twins_of[self._before.marks[index].element.get(KEY, "")]:
            mark = self._after.marks[twin]
            mark.style = {**mark.style, name: value}


def _colour(mark: Mark, which: str) -> Rgb | None:
    paint = mark.style.get(which, "#000000" if which == "fill" else "none")
    return parse_colour(mark.style.get("color", "#000000") if paint == "currentColor" else paint)


def _size(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])
