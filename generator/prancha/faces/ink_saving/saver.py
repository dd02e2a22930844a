"""Redraw faces in less ink: all colours lighter, texts and signs as legible as they were."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from hashlib import blake2b
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.faces.ink_saving.edges import CASING, colour_of, edges
from prancha.faces.ink_saving.surroundings import (
    BLACK,
    Surroundings,
    icon_area,
    median_of,
    ratio,
    standing_out,
)
from prancha.faces.ink_saving.tone_curve import (
    TONES,
    chroma,
    fade,
    lightness,
    put_white_behind,
    repaint,
    take_colour,
    with_defaults,
)
from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.ground import icon_matrix
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.scene import KEY, SceneMaker, TooManyMarks
from prancha.graphics.scene.split_face import FaceReader, MarkedDrawing
from prancha.graphics.scene.text_marks import Lettering, letters_of
from prancha.graphics.scene.visibility import find_repeat, inside, is_same_text
from prancha.graphics.svg.css_colours import WHITE, Rgb, colour_or_none, show
from prancha.graphics.svg.matrix import first, moved, moved_box
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.plain_svg import restate
from prancha.graphics.svg.svg_markup import DrawingFault, href
from prancha.model.box import Box
from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face, Ink
from prancha.system.cache import NOTHING, Pack, key_of

_SERVERS = ("linearGradient", "radialGradient", "pattern")
_URL = re.compile(r"url\(#([^)]+)\)")
_PREFIX = "light-"
_BLACK = {"fill": "#000000", "color": "#000000"}


def copy_servers(root: Element) -> None:
    """Give the masks of a plain drawing gradients and patterns of their own, which lie in a mask, too.

    What names no colour in a mask is black, whatever stands around the mask.
    """
    masks = list(root.iter("mask"))
    if not masks:
        return
    servers = {element.get("id", ""): element for element in root.iter() if element.tag in _SERVERS}
    needed: dict[str, Element] = {}
    waiting = [name for mask in masks for name in _named_servers(mask.iter())]
    while waiting:
        name = waiting.pop()
        if name in servers and name not in needed:
            needed[name] = servers[name]
            waiting += _named_servers(servers[name].iter())
    for mask in masks:
        mask.attrib.update(_BLACK)
    copies = [_rename(deepcopy(server), needed) for _, server in sorted(needed.items())]
    for mask in masks:
        _rename(mask, needed)
    if copies:
        home = Element("mask", {"id": f"{_PREFIX}servers", **_BLACK})
        home.extend(copies)
        root.insert(0, home)


def _named_servers(elements: Iterable[Element]) -> Iterator[str]:
    """The ids that fills and strokes of elements refer to."""
    for element in elements:
        for name in ("fill", "stroke"):
            yield from _URL.findall(element.get(name, ""))


def _rename(tree: Element, names: Collection[str]) -> Element:
    for element in tree.iter():
        if element.tag in _SERVERS and element.get("id", "") in names:
            element.set("id", _PREFIX + element.attrib["id"])
        for name in ("fill", "stroke"):
            found = _URL.fullmatch(element.get(name, ""))
            if found and found[1] in names:
                element.set(name, f"url(#{_PREFIX}{found[1]})")
    return tree


GREAT_ICON = 150.0
"""Square mm of ink from which on an icon is a picture, and becomes lighter."""
TEXT, FIRM, SIGN = 4.7, 7.0, 3.2
"""Contrast that text keeps at least, and where it had more; that icons keep."""
GREY = 0.04
"""Chroma (OKLab) below which a light ink has no colour of its own: made dark, it takes its ground's."""
PATTERN = 3.0
"""Contrast below which a text or icon was a pattern as designed: it does not come to the fore."""
LIGHT = 91.0
"""CIE L* from which on a piece is as good as white, and needs no frame."""
RIM = 0.97
"""Size of an icon, as a share of the same icon under it, below which that is a rim and no shadow."""
FRAME = 0.9
"""How far inside the trim, in mm, a frame shows the colour of a piece that became nearly white."""


class InkSaver:
    """Changes the elements of one face, mark by mark in painting order.

    `before` is the face as designed, `after` the same scene in the colours it has now.
    """

    def __init__(
        self,
        ink: Ink,
        face: Face,
        book: FontBook,
        named: Mapping[str, Element],
        before: MarkedDrawing,
        after: MarkedDrawing,
    ) -> None:
        self._ink, self._face, self._book, self._named = ink, face, book, named
        self._before, self._after, self._tone = before, after, TONES[ink]
        self._scene = Surroundings(face, before, after)
        bleed, outline = face.bleed, face.outline
        self.box: Box = (-bleed, -bleed, outline.width + bleed, outline.height + bleed)
        self._letters = {text.number: text for text in letters_of(before, (), book)}
        self._twins_of: dict[str, list[int]] = {}
        for k, mark in enumerate(before.marks):
            self._twins_of.setdefault(mark.element.get(KEY, ""), []).append(k)
        self._decided: set[str] = set()
        self._frame: Rgb | None = None
        self._casings: dict[str, str] = {}

    def paint(self, index: int, mark: Mark) -> None:
        """Decide on one mark; an element that is drawn several times is decided on once."""
        key = mark.element.get(KEY, "")
        if key in self._decided:
            return
        self._decided.add(key)
        if mark.tag == "text":
            self._text(self._letters[index])
        elif mark.tag == "use":
            self._icon(index, mark)

    def finish(self, root: Element) -> None:
        """Draw casings, and a frame in the colour of a piece whose ground became nearly white."""
        if self._casings:
            self._case(root)
        if self._frame is None:
            return
        width = 0.3 + 0.7 * (1 - lightness(self._frame) / 100)
        colour = standing_out(self._frame, 1.0, [WHITE], SIGN)
        frame = {"d": self._face.outline.path(-FRAME), "fill": "none", "stroke": show(colour)}
        root.append(Element("path", {**frame, "stroke-width": f"{width:.2f}"}))

    def _case(self, root: Element) -> None:
        """Put casings under shapes; under all of them where several in a row make one."""
        for parent in list(root.iter()):
            under: list[Element] = []
            made: list[Element] = []
            last = ""
            for element in parent:
                casing = self._casings.get(element.get(KEY, ""), "")
                if casing != last:
                    under += made
                    made = []
                last = casing
                if casing:
                    under.append(_cased(element, casing))
                    made.append(element)
                else:
                    under.append(element)
            parent[:] = [*under, *made]

    # Text and icons

    def _text(self, text: Lettering) -> None:
        index, mark = text.number, text.setting.mark
        colour = colour_of(mark, "fill")
        later = (self._letters.get(k) for k in range(index + 1, index + 4))
        if any(other is not None and is_same_text(text, other) for other in later):
            # It is drawn again over itself: a rim becomes white, a shadow goes.
            if mark.style.get("stroke", "none") != "none":
                self._set(index, "stroke", "#ffffff")
                self._set(index, "fill", "#ffffff")
            else:
                self._set(index, "fill", "none")
            return
        if colour is None and not mark.style.get("fill", "none").startswith("url("):
            return
        points = [moved(mark.matrix, point) for point in inside(text)]
        alpha = mark.alpha * mark.share("fill-opacity")
        found = self._sign(
            index,
            moved_box(mark.matrix, text.box),
            points=points,
            colour=colour or BLACK,
            alpha=alpha,
            least=TEXT,
            most=FIRM,
        )
        self._set(index, "fill", show(found))
        if mark.style.get("stroke", "none") != "none":
            # A rim round letters that became dark is as light as they were.
            turned = colour is not None and lightness(found) < lightness(colour) - 20
            line = self._tone.of(colour) if turned and colour else colour_of(mark, "stroke")
            if line is not None:
                self._set(index, "stroke", show(line))

    def _icon(self, index: int, mark: Mark) -> None:
        symbol = self._before.symbol(href(mark.element.attrib).lstrip("#"))
        colour = colour_or_none(mark.style.get("color", "#000000"))
        if symbol is None or colour is None:
            return
        matrix = icon_matrix(mark, symbol)
        step = max(1, len(symbol.edge) // 8)
        points = [moved(mark.matrix, moved(matrix, point)) for point in symbol.edge[::step]]
        again = find_repeat(self._before, mark, index)
        if again is not None and again.number("width") < RIM * mark.number("width"):
            new = self._scene.grounds(self._after, index, mark.box(), points)
            self._set(index, "color", show(standing_out(colour, mark.alpha, new, SIGN) if new else colour))
            return
        if again is not None:
            self._element(index).set("display", "none")
            self._after.marks[index].alpha = 0.0
            return
        great = icon_area(mark, symbol, self.box) * mark.alpha >= GREAT_ICON
        found = self._sign(
            index,
            mark.box(),
            points=points,
            colour=colour,
            alpha=mark.alpha,
            least=SIGN,
            most=SIGN,
            lighter=great,
        )
        self._set(index, "color", show(found))

    def _sign(
        self,
        index: int,
        box: Box,
        points: Sequence[tuple[float, float]],
        colour: Rgb,
        alpha: float,
        least: float,
        most: float,
        lighter: bool = False,
    ) -> Rgb:
        """The ink of a text or icon on its new ground; with `lighter`, as light as it may be."""
        old, new = (self._scene.grounds(scene, index, box, points) for scene in (self._before, self._after))
        if not new:
            return BLACK if lightness(colour) > 50 else colour
        stood = ratio(colour, alpha, old)
        if old and stood < PATTERN:
            return self._tone.of(colour)
        wanted = max(least, min(most, stood))
        if lighter:
            return standing_out(self._tone.of(colour), alpha, new, min(wanted, stood))
        if ratio(colour, alpha, new) >= min(wanted, stood):
            return colour
        base = colour if chroma(colour) > GREY or not old else min(colour, median_of(old), key=lightness)
        found = standing_out(base, alpha, new, wanted)
        if ratio(found, alpha, new) < least:
            for name in ("opacity", "fill-opacity"):
                self._element(index).attrib.pop(name, None)
            self._set(index, "fill-opacity", "1")
        return found

    # Shapes

    def edge(self) -> None:
        """Give shapes that stand out no more an edge, once all colours are what they will be."""
        marks = self._before.marks
        elements = [(twins[0], marks[twins[0]], len(twins)) for twins in self._twins_of.values()]
        for index, name, value in edges(self._ink, self._scene, elements, self.box):
            self._set(index, name, value)
        if self._ink == "outline":
            grounds = (mark for mark in self._before.marks if mark.tag in SHAPES and self._scene.covers(mark))
            colours = [colour_of(mark, "fill") for mark in grounds if mark.alpha > 0.6]
            if colours and colours[-1] is not None and lightness(colours[-1]) < LIGHT:
                self._frame = colours[-1]

    def _element(self, index: int) -> Element:
        return self._named[self._before.marks[index].element.get(KEY, "")]

    def _set(self, index: int, name: str, value: str) -> None:
        if name == CASING:
            self._casings[self._before.marks[index].element.get(KEY, "")] = value
            return
        self._element(index).set(name, value)
        for twin in self._twins_of[self._before.marks[index].element.get(KEY, "")]:
            mark = self._after.marks[twin]
            mark.style = {**mark.style, name: value}


def _cased(element: Element, casing: str) -> Element:
    """A copy of a shape that shows round it: `casing` is the colour and the width in mm."""
    colour, width = casing.split()
    copy = deepcopy(element)
    line = first(element.get("stroke-width", "1"), 1.0) + 2 * float(width)
    copy.attrib.update({"fill": colour, "stroke": colour, "stroke-width": f"{line:.4g}"})
    return copy


SVG = "http://www.w3.org/2000/svg"
CODE = "ink"


class Saver:
    """Makes faces that take less ink; equal faces are made once."""

    def __init__(
        self,
        ink: Ink,
        symbols: Mapping[str, str],
        book: FontBook,
        opacity: Callable[[str], Opacity | None] = lambda _: None,
        pack: Pack = NOTHING,
    ) -> None:
        """`opacity` gives that of a picture by its href; None if it is unknown.  `pack` keeps faces."""
        self._ink, self._book, self._opacity = ink, book, opacity
        self._scenes, self._reader = SceneMaker(symbols, book, opacity), FaceReader(symbols, book)
        self._pack, self._made = pack, dict[str, tuple[str, str]]()
        self.notes: list[Diagnostic] = []
        """What of the faces is left out, or could not be done."""

    def face(self, face: Face) -> Face:
        """The face in less ink, with a digest of its own."""
        if face.digest not in self._made:
            svg = self._recalled(face)
            self._made[face.digest] = svg, blake2b(svg.encode(), digest_size=16).hexdigest()
        svg, digest = self._made[face.digest]
        return replace(face, source=svg, digest=digest)

    def _recalled(self, face: Face) -> str:
        key, told = key_of("ink", self._ink, face.digest), len(self.notes)
        kept = self._pack.get(key)
        if kept is not None:
            return kept.decode()
        svg = self._svg(face)
        if len(self.notes) == told:  # a note names the place of its face, which may be another next time
            self._pack.put(key, svg.encode())
        return svg

    def _svg(self, face: Face) -> str:
        try:
            plain = self._reader.plain(face.svg)
            svg = self._saved(face, plain.root)
        except (DrawingFault, TooManyMarks) as problem:
            # What is broken the renderer refuses, and says better why; all else must not pass for saved.
            message = f"it is printed in full ink: {problem.message} (template {face.template})"
            self._note(face, CODE, message, problem.hint)
            return face.svg
        for told in plain.told:
            self._note(face, "svg-told", f"{told} (template {face.template})")
        return svg

    def _note(self, face: Face, code: str, message: str, hint: str = "") -> None:
        self.notes.append(
            Diagnostic(face.place, code, message=message, item=face.item, hint=hint, severity="warning")
        )

    def _saved(self, face: Face, root: Element) -> str:
        if self._ink == "grey":
            self._take_colour(face, root)
        else:
            self._lighten(face, root)
        root.set("xmlns", SVG)
        return ElementTree.tostring(restate(root), encoding="unicode")

    def _lighten(self, face: Face, root: Element) -> None:
        tone = TONES[self._ink]
        photographs = put_white_behind(root, self._opacity)
        copy_servers(root)
        named = _named(root)
        before = deepcopy(root)
        repaint(root, tone)
        fade(photographs, tone)
        old, new = (self._scenes.drawing(tree) for tree in (before, root))
        painter = InkSaver(self._ink, face, book=self._book, named=named, before=old, after=new)
        for index, mark in enumerate(old.marks):
            painter.paint(index, mark)
        painter.edge()
        painter.finish(root)
        for element in root.iter():
            element.attrib.pop(KEY, None)

    def _take_colour(self, face: Face, root: Element) -> None:
        """Make all greys as light as the colours are, so that nothing else has to change."""
        for picture in take_colour(root, self._opacity):
            name = href(picture.attrib)
            message = f"the picture {name} is a drawing and printed in its colours"
            self._note(face, CODE, message, "save it as a PNG, or in greys")
        repaint(root, TONES[self._ink])


def _named(root: Element) -> dict[str, Element]:
    """Every element by a name that its copies in a scene keep."""
    with_defaults(root)
    found: dict[str, Element] = {}
    for number, element in enumerate(root.iter()):
        element.set(KEY, str(number))
        found[str(number)] = element
    return found
