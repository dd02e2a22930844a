"""Clips and masks of plain drawings in content streams.

A clip of several shapes shows in SVG what any of them covers, in PDF what one path of them all does; both are
the same where all shapes run the same way round, or none reaches into another.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Self
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.matrix import IDENTITY, Matrix, parse_transform
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import START, Style, clip_shapes, inherit
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, Point, corners
from prancha.model.polygon import crossing, signed_area
from prancha.render.path_operators import PathOperators, shape
from prancha.render.stream_operators import Operators, invert

if TYPE_CHECKING:
    from prancha.render.renderer import DirectRenderer

PLAIN = frozenset(("rect", "circle", "ellipse"))
"""Shapes that are all drawn the same way round, and whose inside is the same by both rules."""
MOST = 1000
"""Shapes that are held against each other, each against each; more than this are a mistake."""
CHORDS = 8
"""Of a curve, to see whether its shape crosses itself."""


class ClipPart(Struct, frozen=True):
    """One shape of a clip."""

    tag: str
    drawn: PathOperators
    evenodd: bool


class ClipPath(Struct, frozen=True):
    """One path that clips as several shapes do: a matrix to draw it through and one to take that back."""

    matrix: Matrix
    operators: str
    operator: str
    back: Matrix


def one_path(clip: Element) -> ClipPath | None:
    """The path that clips to all shapes of a `<clipPath>`; None where no path does."""
    shown = clip_shapes(clip)
    moves = {child.get("transform", "") for child, _ in shown}
    if any(child.tag not in SHAPES or "clip-path" in child.attrib for child, _ in shown) or len(moves) > 1:
        return None
    matrix = parse_transform("".join(moves))
    parts = tuple(
        ClipPart(child.tag, drawn, evenodd)
        for child, evenodd in shown
        if (drawn := shape(child.tag, child.attrib)).operators
    )
    operator = rule(parts)
    if operator is None:
        return None
    back = IDENTITY if matrix == IDENTITY else invert(matrix)
    return ClipPath(matrix, "\n".join(part.drawn.operators for part in parts) or "0 0 0 0 re", operator, back)


@lru_cache(maxsize=1024)
def rule(parts: tuple[ClipPart, ...]) -> str | None:
    """The operator that clips to the union of `parts`, given as one path; None where none does."""
    if len(parts) < 2:
        return "W*" if parts and parts[0].evenodd else "W"
    found = [_turns(part) for part in parts]
    rules = {part.evenodd for part, turns in zip(parts, found, strict=True) if len(turns) > 1}
    if True not in rules and set().union(*found) in ({1}, {-1}):
        return "W"
    if len(rules) < 2 and _apart([part.drawn.box for part in parts]):
        return "W*" if True in rules else "W"
    return None


def _turns(part: ClipPart) -> tuple[int, ...]:
    """Which way each ring runs: 1 clockwise, -1 the other way, 0 for one that crosses or touches itself."""
    return (1,) if part.tag in PLAIN else tuple(_turn(ring) for ring in _rings(part.drawn.operators))


def _rings(operators: str) -> Iterator[list[Point]]:
    """The rings of a path, curves as chords."""
    ring: list[Point] = []
    for line in operators.split("\n"):
        *words, operator = line.split()
        v = [float(word) for word in words]
        if operator == "re":
            yield list(corners((v[0], v[1], v[0] + v[2], v[1] + v[3])))
        elif operator == "h":
            yield ring
            ring = ring[:1]
        elif operator == "c":
            ring += _curve(ring[-1], *zip(v[::2], v[1::2], strict=True))
        else:
            if operator == "m":
                if len(ring) > 1:
                    yield ring
                ring = []
            ring.append((v[0], v[1]))
    if len(ring) > 1:
        yield ring


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for k in range(1, CHORDS + 1):
        t, s = k / CHORDS, 1 - k / CHORDS
        parts = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        yield (
            sum(share * point[0] for share, point in zip(parts, (a, b, c, d), strict=True)),
            sum(share * point[1] for share, point in zip(parts, (a, b, c, d), strict=True)),
        )


def _turn(ring: Sequence[Point]) -> int:
    points = [point for point, before in zip(ring, [ring[-1], *ring], strict=False) if point != before]
    if len(points) < 3 or crossing(points) is not None:
        return 0
    return 1 if signed_area(points) > 0 else -1


def _apart(boxes: Sequence[Box]) -> bool:
    """Return whether no box reaches into another."""
    if len(boxes) > MOST:
        return False
    rest = sorted(boxes)
    for k, (_, top, right, bottom) in enumerate(rest):
        for left, other_top, _, other_bottom in rest[k + 1 :]:
            if left >= right:
                break
            if other_top < bottom and top < other_bottom:
                return False
    return True


EFFECTS = frozenset("transform clip-path mask opacity mix-blend-mode isolation filter".split())
WHITE: Style = {**START, "fill": "#ffffff"}


class MaskingStream(Operators):
    """A content stream that clips and masks; `ids` are the elements that may be referred to."""

    def __init__(
        self,
        renderer: DirectRenderer,
        ids: Mapping[str, Element],
        floating: bool = False,
        luminance: bool = False,
    ) -> None:
        super().__init__(renderer, floating, luminance)
        self._ids = ids
        self._made: dict[tuple[object, ...], tuple[str, int]] = {}
        """Masks and tiles by what they are made of, and how many elements they paint; alike anywhere."""

    @abstractmethod
    def shape(self, tag: str, attributes: dict[str, str], style: Style) -> None:
        """Draw a shape."""

    @abstractmethod
    def text(self, element: Element, attributes: dict[str, str], style: Style, depth: int) -> None:
        """Draw a text."""

    @abstractmethod
    def children(self, element: Element, attributes: dict[str, str], style: Style, depth: int) -> None:
        """Draw what is in an element."""

    def find(self, reference: str, attribute: str, tags: tuple[str, ...]) -> Element:
        """The element that `url(#id)` names.

        Raises DrawingFault when it is not there, or not one of `tags`.
        """
        name = reference[5:-1] if reference.startswith("url(#") and reference.endswith(")") else ""
        found = self._ids.get(name)
        if found is None:
            raise DrawingFault(f'{attribute}="{reference}" refers to an element that does not exist')
        if found.tag not in tags:
            raise DrawingFault(f'{attribute}="{reference}" refers to a <{found.tag}>, not to a <{tags[0]}>')
        return found

    def beside(self, luminance: bool) -> Self:
        """A stream for a form of its own, in which a drawing's parts are looked up as here."""
        stream = type(self)(self._renderer, self._ids, luminance=luminance)
        stream._made = self._made
        stream.begin_form()
        return stream

    def once(self, key: tuple[object, ...], make: Callable[[], str], times: int = 1) -> str:
        """The name of what `make` makes of `key` when first asked for, to be painted so many `times`."""
        if key in self._made:
            name, elements = self._made[key]
        else:
            before = self._renderer.painted
            name = make()
            elements = self._renderer.painted - before
            self._made[key] = name, elements
            times -= 1
        self._renderer.paint_again(elements * times)
        return name

    def clip(self, reference: str) -> list[str]:
        """Clip to the union of a clip's shapes; what no path of PDF can be is given back as masks."""
        clip = self.find(reference, "clip-path", ("clipPath",))
        masks = self.clip(clip.attrib["clip-path"]) if "clip-path" in clip.attrib else []
        path = one_path(clip)
        if path is None:
            whole = self.once(
                ("clip", clip), lambda: self.masked_by(lambda stream: stream.silhouettes(clip), "Luminosity")
            )
            return [*masks, whole]
        self._concat(path.matrix)
        self.out += [path.operators, f"{path.operator} n"]
        self._concat(path.back)
        return masks

    def silhouettes(self, parent: Element) -> None:
        """Draw the parts of a clip in white, whatever their own colours are."""
        for element in parent:
            self._renderer.count_element()
            attributes = element.attrib
            saved = self._save()
            if "transform" in attributes:
                self._concat(parse_transform(attributes["transform"]))
            clipped = attributes.get("clip-path", "none")
            masks = self.clip(clipped) if clipped != "none" else []
            style = {**WHITE, "fill-rule": attributes.get("clip-rule", "nonzero")}
            if masks:
                self._group(lambda style, e=element: self._silhouette(e, style), style, 1.0, masks)  # type: ignore[misc]
            else:
                self._silhouette(element, style)
            self._restore(saved)

    def _silhouette(self, element: Element, style: Style) -> None:
        inner = {k: v for k, v in element.attrib.items() if k not in EFFECTS and k not in START}
        if element.tag == "g":
            self.silhouettes(element)
        elif element.tag == "text":
            self.text(element, inner, inherit(style, inner), 0)
        elif element.tag in SHAPES:
            self.shape(element.tag, inner, style)
        else:
            raise DrawingFault(
                f"a clip with a <{element.tag}> in it cannot be printed truly", "clip with shapes"
            )

    def mask(self, reference: str) -> str:
        """The graphics state that masks by a `<mask>`."""
        mask = self.find(reference, "mask", ("mask",))
        kind = "Alpha" if mask.get("mask-type") == "alpha" else "Luminosity"
        return self.once(
            ("mask", mask),
            lambda: self.masked_by(lambda stream: stream.children(mask, {}, {**START}, 0), kind),
        )

    def masked_by(self, draw: Callable[[Self], None], kind: str) -> str:
        """The graphics state that masks by what `draw` draws, by its luminance or its opacity."""
        stream = self.beside(luminance=kind == "Luminosity")
        draw(stream)
        return self._renderer.mask("\n".join(stream.out), kind)
