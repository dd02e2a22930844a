"""Text or an icon that stands out too little from what lies under it.

WCAG 2.1 asks for 4.5:1 for text, 3:1 for large text (18 pt, or 14 pt bold) and for signs (1.4.3,
1.4.11); cards are read by lamplight, and printers print paler than screens.  The ground is whatever
was painted before at several points of the text: solid colours, gradients and translucent layers are
mixed as they will print.  Over a picture nobody can tell: such texts are counted, not passed.  An icon
stands out when any of its colours does; one printed at less than `faint` opacity is taken for a
pattern, and a text or icon that is drawn again on top of itself for a shadow.  A text with an outline of
`rim` mm or more need only stand out from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from prancha.checks.artwork.print_quality import is_uncut
from prancha.checks.artwork.safe_zone import icon_name
from prancha.checks.artwork.subject import FaceFinding, Sight, around
from prancha.graphics.scene.ground import (
    UnknownGroundError,
    composed,
    icon_matrix,
    layers_under,
    plain_ground,
)
from prancha.graphics.scene.painted_marks import Fades, Mark, Painted, Symbol, on_white, relative
from prancha.graphics.scene.split_face import MarkedDrawing
from prancha.graphics.scene.text_marks import Lettering, Setting
from prancha.graphics.scene.visibility import (
    HIDDEN,
    Veil,
    above,
    blend_under,
    find_repeat,
    inside,
    is_same_text,
    opacity_of,
    veil_at,
)
from prancha.graphics.svg.css_colours import Rgb, colour_or_none, contrast, over, show
from prancha.graphics.svg.matrix import first, moved, moved_box, scale_of
from prancha.graphics.svg.svg_markup import href
from prancha.model.box import Box, Point
from prancha.model.diagnostic import excerpt

CODE = "contrast"
OPTIONS: Mapping[str, Any] = {"text": 4.5, "large": 3.0, "icon": 3.0, "faint": 0.5, "rim": 0.2}
Paints = tuple[tuple[str, float], ...]
"""Values of `fill` or `stroke`, each with its opacity."""
LARGE, LARGE_BOLD, BOLD = 18.0, 14.0, 700
SAMPLES = 12
_ROUNDING = 0.05
_SMALL = 1e-6
_WORST_SHARE = 0.25
"""The ground is judged at its worst quarter: a thin line under a letter does no harm."""


def look(sight: Sight) -> Iterator[FaceFinding]:
    """Yield texts and icons of a face whose contrast is too low."""
    letters, veils, k = sight.letters, sight.over, 0
    for block in sight.blocks:
        begin, k = k, k + len(block)
        if not any(veils[begin:k]) and _stand_out(sight, block):
            continue
        for number, text in enumerate(block, begin):
            sure = not veils[number] and len(block) > 1 and _stand_out(sight, [text])
            if sure or any(is_same_text(text, later) for later in letters[number + 1 : number + 4]):
                continue
            before = letters[number - 1] if number and is_same_text(letters[number - 1], text) else None
            if not _has_rim(text, before, sight.options):
                yield from _text(sight, text)
    for index, mark in sight.scene.drawing.sorted().uses:
        yield from _icon(sight, mark, index)


def _stand_out(sight: Sight, texts: Sequence[Lettering]) -> bool:
    """Return whether texts that are set alike certainly stand out, on one colour under all of them."""
    drawing, mark, least = (
        sight.scene.drawing,
        texts[0].setting.mark,
        _least_of(texts[0].setting, sight.options),
    )
    return stands_out(drawing, mark, texts[0].number, around(texts), paints=_paint(mark), least=least)


def _paint(mark: Mark) -> Paints:
    return ((mark.style.get("fill", "#000000"), 1.0),)


def _text(sight: Sight, text: Lettering) -> Iterator[FaceFinding]:
    mark, least = text.setting.mark, _least_of(text.setting, sight.options)
    if mark.style.get("fill") == "none" or text.cut_away:
        return
    found = _worst(
        sight, mark, index=text.number, box=text.box, points=inside(text), paints=_paint(mark), least=least
    )
    if found:
        yield _spot(sight, excerpt(text.text), least, *found, text=text.text)


def _has_rim(text: Lettering, before: Lettering | None, options: Mapping[str, Any]) -> bool:
    """Return whether a text stands out from its outline: its own, or that of the same text just below."""
    least, ink = (
        _least_of(text.setting, options),
        colour_or_none(text.setting.mark.style.get("fill", "#000000")),
    )
    for mark in (each.setting.mark for each in (text, before) if each is not None):
        rim = colour_or_none(mark.style.get("stroke", "none"))
        if ink is None or rim is None or mark.alpha * mark.share("stroke-opacity") < 1:
            continue
        wide = first(mark.style.get("stroke-width", "1")) * scale_of(mark.matrix)
        if wide >= options["rim"] - _SMALL and contrast(ink, rim) >= least - _ROUNDING:
            return True
    return False


def _least_of(setting: Setting, options: Mapping[str, Any]) -> float:
    """The contrast that texts set so must have."""
    large = setting.size >= LARGE or (setting.size >= LARGE_BOLD and setting.weight >= BOLD)
    return float(options["large" if large else "text"])


def stands_out(
    drawing: MarkedDrawing, mark: Mark, index: int, box: Box, paints: Paints, least: float
) -> bool:
    """Return whether a mark without a veil certainly stands out, judged on a ground of one colour.

    Its `box` is on the face; what fades or is cut is uncertain.
    """
    if mark.hidden or mark.fades or (mark.clips and not is_uncut(mark, box)):
        return False
    ground = plain_ground(drawing, index, box)
    return ground is not None and _best_contrast(mark, paints, ground) >= least - _ROUNDING


@lru_cache(maxsize=2048)
def _best_contrast(mark: Mark, paints: Paints, ground: Rgb) -> float:
    """The best contrast of any paint; 0 without paints."""
    inks = _inks(mark, paints)
    return _best(inks, ground)[0] if inks else 0.0


def _icon(sight: Sight, mark: Mark, index: int) -> Iterator[FaceFinding]:
    drawing = sight.scene.drawing
    symbol = drawing.symbol(href(mark.element.attrib).lstrip("#"))
    if symbol is None or mark.alpha < sight.options["faint"]:
        return
    least, box, paints = sight.options["icon"], mark.region().box, _paints(symbol)
    on_face = moved_box(mark.matrix, box)
    if not above(drawing, index, on_face) and stands_out(
        drawing, mark, index, box=on_face, paints=paints, least=least
    ):
        return
    if find_repeat(drawing, mark, index):
        return
    matrix = icon_matrix(mark, symbol)
    step = max(1, len(symbol.edge) // SAMPLES)
    points = [moved(matrix, point) for point in symbol.edge[::step]]
    found = _worst(sight, mark, index=index, box=box, points=points, paints=paints, least=least)
    if found:
        name = icon_name(mark)
        yield _spot(sight, f'the icon "{name}"', least, *found, icon=name)


def _spot(
    sight: Sight, what: str, least: float, ratio: float, ink: Rgb, ground: Rgb, text: str = "", icon: str = ""
) -> FaceFinding:
    message = f"{what} ({show(ink)} on {show(ground)}) has a contrast of {ratio:.1f}, expected {least:g}"
    return sight.spot(
        CODE,
        "warning",
        message,
        hint="darken one or lighten the other; ink_on() picks the better ink",
        text=text,
        icon=icon,
        about=f"{icon or 'text'} {show(ink)}",
        badness=least - ratio,
    )


def _worst(
    sight: Sight, mark: Mark, index: int, box: Box, points: Sequence[Point], paints: Paints, least: float
) -> tuple[float, Rgb, Rgb] | None:
    """The contrast where the ground is at its worst, with ink and ground; None when it is enough."""
    drawing, inks, on_face = sight.scene.drawing, _inks(mark, paints), moved_box(mark.matrix, box)
    below, over = list(drawing.below(index, on_face)), above(drawing, index, on_face)
    ratios: list[tuple[float, Rgb, Rgb]] = []
    known: dict[tuple[tuple[Painted, ...], Veil], tuple[float, Rgb, Rgb]] = {}
    hidden = False
    try:
        for point in points:
            x, y = moved(mark.matrix, point)
            if not mark.shows(x, y):
                continue
            under = tuple(layers_under(drawing, below, x, y))
            veil = veil_at(drawing, over, x, y) if over else ()
            if opacity_of([relative(layer, mark.fades) for layer in veil]) >= HIDDEN:
                hidden = True  # which another check tells
                continue
            if (under, veil) not in known:
                known[under, veil] = _best_of(inks, mark.fades, under, veil)
            ratios.append(known[under, veil])
    except UnknownGroundError:
        ratios = []
    if not ratios and hidden:
        return None
    if not ratios or not inks or mark.hidden:
        sight.unknown += 1
        return None
    ratios.sort()
    worst = ratios[int(len(ratios) * _WORST_SHARE)]
    return worst if worst[0] < least - _ROUNDING else None


def _best_of(
    inks: Sequence[tuple[Rgb, float]], fades: Fades, under: Sequence[Painted], veil: Veil
) -> tuple[float, Rgb, Rgb]:
    """The ink that stands out most from the layers under it, seen through a veil, within faded groups."""
    if not any(layer[2] for layer in (*under, *veil)) and not fades:
        return _best(inks, composed(under), veil)
    ground = on_white((*veil, *under))
    mixed = [on_white((*veil, (ink, alpha, fades), *under)) for ink, alpha in inks]
    return max((contrast(ink, ground), ink, ground) for ink in mixed) if mixed else (0.0, ground, ground)


def _best(inks: Sequence[tuple[Rgb, float]], ground: Rgb, veil: Veil = ()) -> tuple[float, Rgb, Rgb]:
    """The ink that stands out most from `ground`, both seen through `veil`."""
    mixed = [blend_under(veil, over(ink, alpha, ground)) for ink, alpha in inks]
    ground = blend_under(veil, ground)
    return max((contrast(ink, ground), ink, ground) for ink in mixed) if mixed else (0.0, ground, ground)


def _inks(mark: Mark, paints: Paints) -> list[tuple[Rgb, float]]:
    colour = mark.style.get("color", "#000000")
    alpha = mark.alpha * (mark.share("fill-opacity") if mark.element.tag == "text" else 1.0)
    read = [(colour_or_none(colour if paint == "currentColor" else paint), share) for paint, share in paints]
    return [(ink, alpha * share) for ink, share in read if ink is not None]


@lru_cache(maxsize=1024)
def _paints(symbol: Symbol) -> Paints:
    """Every colour an icon is drawn in."""
    found: dict[tuple[str, float], None] = {}
    for mark in symbol.marks:
        for name in ("fill", "stroke"):
            paint = mark.style.get(name, "none")
            if paint != "none":
                found[paint, mark.alpha * mark.share(f"{name}-opacity")] = None
    return tuple(found)
