"""Text or an icon under something that is painted later.

A panel, a picture or another text painted over a text takes it from the card, however right all else
is: the fifth step of a list that grew under the panel below it.  What a translucent layer leaves is
judged by its contrast; from four fifths opacity on it hides.  `error` and `warning` are shares of a
text; a whole letter that is hidden is told, too.  Of an icon, which often carries a badge or a number, half
must be hidden, and half of its outline.  No harm is seen in a text or icon that is drawn again on
top of itself (a shadow, a rim), nor in one printed at less than `faint` opacity (a pattern).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from prancha.checks.artwork.safe_zone import icon_name
from prancha.checks.artwork.struck_texts import striking_line, thin_lines
from prancha.checks.artwork.subject import FaceFinding, Sight
from prancha.graphics.scene.ground import HAIRLINE, UnknownGroundError
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.split_face import MarkedDrawing
from prancha.graphics.scene.text_marks import Lettering
from prancha.graphics.scene.visibility import (
    ROWS,
    above,
    columns_of,
    find_repeat,
    hidden_by,
    icon_points,
    ink_box,
    is_same_text,
)
from prancha.graphics.svg.css_colours import colour_or_none, show
from prancha.graphics.svg.matrix import inverse, moved, scale_of
from prancha.graphics.svg.svg_markup import href
from prancha.model.box import Box, Point, area, overlap_area
from prancha.model.diagnostic import Severity, excerpt
from prancha.model.units import Mm

Pair = tuple[Lettering, Lettering, float]
"""The smaller text, the other, and the share of the first that lies on the second."""
TOUCH = 0.1
"""Share of the smaller box from which on two texts are looked at more closely: turned boxes are too large."""


def pairs(letters: Sequence[Lettering]) -> Iterator[Pair]:
    """Yield pairs of texts of a face that overlap in part."""
    order = sorted(letters, key=lambda text: text.on_face[1])
    for one, other in touching([text.on_face for text in order]):
        small, large = sorted((order[one], order[other]), key=_area)
        points = [point for column in columns_of(small).points for point in column]
        yield small, large, sum(_inked(large, p) and _shows(small, p) for p in points) / len(points)


def touching(boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """The indices of overlapping boxes, which are given from the topmost on."""
    for k, box in enumerate(boxes):
        left, _, right, bottom = box
        for other in range(k + 1, len(boxes)):
            its = boxes[other]
            if its[1] >= bottom:
                break
            least = TOUCH * min(area(box), area(its))
            if its[0] < right and its[2] > left and overlap_area(box, its) >= least:
                yield k, other


def _area(text: Lettering) -> float:
    """Square mm of the face that a text takes."""
    return area(text.box) * scale_of(text.setting.mark.matrix) ** 2


def _shows(text: Lettering, point: Point) -> bool:
    return text.setting.mark.shows(*point)


def _inked(text: Lettering, point: Point) -> bool:
    """Return whether a point of the face lies between the baseline of a text and the top of its ink."""
    back = inverse(text.setting.mark.matrix)
    if back is None or not _shows(text, point):
        return False
    x, y = moved(back, point)
    left, top, right, _ = text.box
    return left <= x <= right and top <= y <= text.base


CODE = "covered"
OPTIONS: Mapping[str, Any] = {"error": 0.5, "warning": 0.1, "faint": 0.5}
_HALF, _WHOLE = 0.5, 0.9
"""Shares of an icon from which on its being hidden is told, and is an error."""
_LOOK = 0.3
"""Share of the box around an icon's ink that must lie under boxes of other things before points are asked."""
_CROSSING = 0.25
"""Share of the smaller of two texts that may lie on the other: accents and descenders of close lines do."""
_HINT = "move one of them, or paint what covers it before it"


def look(sight: Sight) -> Iterator[FaceFinding]:
    """Yield texts and icons of a face of which something is hidden."""
    letters = sight.letters
    hidden: set[int] = set()
    for k, (text, over) in enumerate(zip(letters, sight.over, strict=True)):
        if (
            over
            and not _is_faint(sight, text)
            and not any(is_same_text(text, other) for other in letters[k + 1 :])
        ):
            for spot in _text(sight, text, over):
                hidden.add(text.number)
                yield spot
    yield from _struck(sight, letters, hidden)
    for one, other, share in pairs(letters):
        if not {one.number, other.number} & hidden:
            yield from _crossing(sight, one, other, share)
    yield from _icons(sight)


def _text(sight: Sight, text: Lettering, over: Sequence[int]) -> Iterator[FaceFinding]:
    try:
        loss = _loss(sight, text, over, 0.0)
        if loss.share < _HALF:  # a line across it, or a fold, does no harm
            loss = _loss(sight, text, over, HAIRLINE)
    except UnknownGroundError:
        sight.unknown += 1
        return
    share = loss.share
    if share < sight.options["warning"] and not loss.letter:
        return
    if text.setting.mark.hidden and share < _WHOLE:  # what is hidden may be what a clip or mask takes anyway
        sight.unknown += 1
        return
    severity: Severity = "error" if share >= sight.options["error"] else "warning"
    top = loss.hiding.most_common(1)[0][0]
    what = "all" if share > 0.99 else f"{share:.0%}"
    yield sight.spot(
        CODE,
        severity,
        f"{what} of {excerpt(text.text)} is hidden: "
        f"{describe_mark(sight.scene.drawing.marks[top])} is painted over it",
        hint=_HINT,
        text=text.text,
        about=f"text {severity}",
        badness=share * len(text.text),
        marks=(("the text", text.number), ("what covers it", top)),
    )


class _Loss(NamedTuple):
    """The hidden part of a text: its share, whether it holds a whole letter, and counts of hiding marks."""

    share: float
    letter: bool
    hiding: Counter[int]


def _loss(sight: Sight, text: Lettering, over: Sequence[int], thinnest: Mm) -> _Loss:
    """Raises UnknownGroundError."""
    drawing, mark, columns = sight.scene.drawing, text.setting.mark, columns_of(text)
    hiding: Counter[int] = Counter()
    lost = []
    for column in columns.points:
        shown = (point for point in column if mark.shows(*point))
        found = [hidden_by(drawing, over, *point, thinnest, mark.fades) for point in shown]
        hiding.update(k for k in found if k >= 0)
        lost.append(sum(k >= 0 for k in found))
    return _Loss(hiding.total() / (len(lost) * ROWS), columns.whole_letter(lost), hiding)


def _struck(sight: Sight, letters: Sequence[Lettering], hidden: Collection[int]) -> Iterator[FaceFinding]:
    """Yield texts through which a thin line runs, except those that are reported as hidden already."""
    lines = thin_lines(sight.scene.drawing)
    if not lines:  # as on most faces
        return
    for text in letters:
        if text.number in hidden or _is_faint(sight, text):
            continue
        line = striking_line(sight, text, lines)
        if line is not None:
            what = describe_mark(sight.scene.drawing.marks[line])
            yield sight.spot(
                CODE,
                "warning",
                f"a line runs through the letters of {excerpt(text.text)}: {what}",
                hint="move one of them, or let the line end beside the text",
                text=text.text,
                about="text struck",
                badness=float(len(text.text)),
                marks=(("the text", text.number), ("the line", line)),
            )


def _crossing(sight: Sight, one: Lettering, other: Lettering, share: float) -> Iterator[FaceFinding]:
    """Two texts that are printed over one another, unless one is the other's shadow or a pattern."""
    if share < _CROSSING or is_same_text(one, other) or _is_faint(sight, one) or _is_faint(sight, other):
        return
    severity: Severity = "error" if share >= sight.options["error"] else "warning"
    yield sight.spot(
        CODE,
        severity,
        f"{excerpt(one.text)} and {excerpt(other.text)} are printed over one another: "
        f"{share:.0%} of the first lies on the second",
        hint="move one of them, or give both less room",
        text=one.text,
        about=f"texts {severity}",
        badness=share * len(one.text),
        marks=(("the first", one.number), ("the second", other.number)),
    )


def _icons(sight: Sight) -> Iterator[FaceFinding]:
    drawing = sight.scene.drawing
    for index, mark in drawing.sorted().uses:
        if mark.alpha < sight.options["faint"]:
            continue
        over = above(drawing, index, mark.box())
        if over and _may_hide(drawing, mark, over) and not find_repeat(drawing, mark, index):
            yield from _icon(sight, index, mark, over)


def _may_hide(drawing: MarkedDrawing, mark: Mark, over: Sequence[int]) -> bool:
    """Return whether enough lies over an icon to check it closely: badges at a corner do not count."""
    ink = ink_box(drawing, mark)
    shared = (overlap_area(ink, drawing.marks[k].box()) for k in over)
    return sum(shared) >= _LOOK * overlap_area(ink, ink)


def _icon(sight: Sight, index: int, mark: Mark, over: Sequence[int]) -> Iterator[FaceFinding]:
    drawing = sight.scene.drawing
    hiding: Counter[int] = Counter()
    shares = []
    try:
        for points in icon_points(drawing, mark):
            found = _hidden(drawing, mark, points, over)
            hiding.update(found)
            shares.append(len(found) / max(1, len(points)))
    except UnknownGroundError:
        sight.unknown += 1
        return
    share = min(shares)
    if share < _HALF:
        return
    name, top = icon_name(mark), hiding.most_common(1)[0][0]
    severity: Severity = "error" if share >= _WHOLE else "warning"
    yield sight.spot(
        CODE,
        severity,
        f'{"all" if share > 0.99 else f"{share:.0%}"} of the icon "{name}" is hidden: '
        f"{describe_mark(drawing.marks[top])} is painted over it",
        hint=_HINT,
        icon=name,
        about=f"{name} {severity}",
        badness=share,
        marks=(("the icon", index), ("what covers it", top)),
    )


def _hidden(drawing: MarkedDrawing, mark: Mark, points: Sequence[Point], over: Sequence[int]) -> list[int]:
    shown = (point for point in points if mark.shows(*point))
    found = (hidden_by(drawing, over, *point, within=mark.fades) for point in shown)
    return [k for k in found if k >= 0]


def describe_mark(mark: Mark) -> str:
    """Describe a mark: `a rect in #204060`, `the icon "star"`, `the picture "sky.png"`."""
    if mark.tag == "use":
        return f'the icon "{icon_name(mark)}"'
    if mark.tag == "image":
        name = href(mark.element.attrib)
        return "an embedded picture" if name.startswith("data:") else f'the picture "{name[:80]}"'
    paints = (mark.style.get(name, "none") for name in ("fill", "stroke"))
    paint = next((paint for paint in paints if paint != "none"), "")
    colour = colour_or_none(mark.style.get("color", "#000000") if paint == "currentColor" else paint)
    if colour is not None:
        return f"a {mark.tag} in {show(colour)}"
    return f"a {mark.tag} filled with a gradient or pattern" if paint.startswith("url(") else f"a {mark.tag}"


def _is_faint(sight: Sight, text: Lettering) -> bool:
    mark = text.setting.mark
    return mark.alpha * mark.share("fill-opacity") < float(sight.options["faint"])
