"""A drawn game as the components that exports are made of, with the spaces of its boards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.building.step_values import DrawnGame
from prancha.faces import Drawn
from prancha.graphics.fonts import FontBook
from prancha.graphics.scene.ground import closed
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.scene import SceneMaker
from prancha.graphics.svg.matrix import moved
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.svg_markup import parse
from prancha.model.box import Point
from prancha.model.face import REVISION_MARK, Face
from prancha.model.game import THICKNESS, Family, Game, Item
from prancha.model.kit_components import Component, ComponentFace, ComponentFamily, ComponentKit
from prancha.model.localised_text import resolve_texts
from prancha.model.outline import Net, Outline
from prancha.model.units import Mm

BOARD: Mm = 100.0
"""Longer side of the smallest board."""
FEWEST = 5
"""Number of equal shapes that are spaces; fewer are ornaments or headings."""
SMALLEST: Mm = 8.0
"""Shorter side of the smallest space."""
ALIKE = 0.75
"""Minimum size of a space relative to those that fill most of a board; smaller shapes are ornaments."""
_SAME: Mm = 0.1
_TITLES = ("title", "name")
"""Fields that name a component, in order of preference."""


class _Form(Struct, frozen=True):
    """A closed shape on a face: the centre of its box, and its corners relative to that."""

    middle: Point
    corners: tuple[Point, ...]
    width: Mm
    height: Mm


class Spaces:
    """Finds the spaces of the boards of a game."""

    def __init__(self, symbols: Mapping[str, str], book: FontBook) -> None:
        self._scenes = SceneMaker(symbols, book)
        self._known: dict[str, tuple[Point, ...]] = {}

    def on(self, svg: str, family: Family) -> tuple[Point, ...]:
        """Centres of the spaces on a face of `family` in drawing order; () if it is no board."""
        outline = family.outline
        if family.stock != "board" or max(outline.width, outline.height) < BOARD:
            return ()
        if svg not in self._known:
            marks = self._scenes.scene(svg).drawing.marks
            self._known[svg] = found_spaces([form for mark in marks for form in _as_form(mark, outline)])
        return self._known[svg]


def found_spaces(forms: Sequence[_Form]) -> tuple[Point, ...]:
    """Centres of the forms that are spaces, the largest group of equal ones first."""
    groups: list[list[_Form]] = []
    for form in forms:
        for group in groups:
            if _is_same_form(group[0], form):
                group.append(form)
                break
        else:
            groups.append([form])
    groups = sorted(
        (group for group in groups if len(group) >= FEWEST), key=lambda group: -len(group) * _area(group[0])
    )
    found: list[_Form] = []
    for group in groups:
        if not found or _area(group[0]) > _area(found[0]) * ALIKE:
            found += [
                form
                for form in _without_overlaps(group)
                if not any(_overlaps(form, other) for other in found)
            ]
    return tuple((round(form.middle[0], 3), round(form.middle[1], 3)) for form in found)


def _area(form: _Form) -> float:
    return form.width * form.height


def _as_form(mark: Mark, outline: Outline) -> Iterator[_Form]:
    """The form of a mark, if it may be a space."""
    if mark.tag not in SHAPES or mark.hidden or not closed(mark):
        return
    rings = mark.region().rings
    if len(rings) != 1:
        return
    points = [moved(mark.matrix, point) for point in rings[0]]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    wide, high = right - left, bottom - top
    within = left >= 0 and top >= 0 and right <= outline.width and bottom <= outline.height
    # A shape that fills most of a side is background, not one of many.
    if not within or min(wide, high) < SMALLEST or (wide > outline.width / 2 and high > outline.height / 2):
        return
    x, y = (left + right) / 2, (top + bottom) / 2
    yield _Form((x, y), tuple((px - x, py - y) for px, py in points), wide, high)


def _is_same_form(one: _Form, other: _Form) -> bool:
    """Return whether two forms are equal without rotation or scaling."""
    if abs(one.width - other.width) > _SAME or abs(one.height - other.height) > _SAME:
        return False
    return len(one.corners) == len(other.corners) and all(
        math.dist(a, b) <= _SAME for a, b in zip(one.corners, other.corners, strict=True)
    )


def _without_overlaps(group: Sequence[_Form]) -> list[_Form]:
    """Forms of a group that do not overlap an earlier one."""
    kept: list[_Form] = []
    for form in group:
        if not any(_overlaps(form, other) for other in kept):
            kept.append(form)
    return kept


def _overlaps(one: _Form, other: _Form) -> bool:
    """Return whether two forms overlap: their centres are closer than the width of the narrower one."""
    narrow = min(one.width, one.height, other.width, other.height)
    return math.dist(one.middle, other.middle) < 0.9 * narrow


def spaces_of_boards(game: Game, drawn: Drawn, book: FontBook) -> Mapping[str, tuple[Point, ...]]:
    """The middles of the spaces of the boards on which set-ups lay pieces, by `family/id`."""
    table, found = game.play_table, Spaces(drawn.symbols, book)
    boards = {place.on for setup in table.moments for place in setup.places} if table is not None else set()
    items = [(item, family) for family in game.families for item in family.items if item.key in boards]
    spaces = {item.key: found.on(drawn.fronts[item.key].svg, family) for item, family in items}
    return {key: points for key, points in spaces.items() if points}


def component_kit(game: Game, drawing: DrawnGame, lang: str) -> ComponentKit:
    """The components of `game` that have copies, in `lang`, as they were drawn."""
    families = (_family(family, game, drawing, lang) for family in game.families)

    def text(value: object, lang: str = lang) -> str:
        return str(resolve_texts(value, lang, game.languages) or "")

    return ComponentKit(
        game.id,
        game.title,
        subtitle=text(game.subtitle),
        lang=lang,
        revision=game.revision,
        licence=text(game.licence),
        licences={one: text(game.licence, one) for one in game.languages},
        families=tuple(family for family in families if family.components),
    )


def _family(family: Family, game: Game, drawing: DrawnGame, lang: str) -> ComponentFamily:
    drawn = drawing.toned
    spaces = Spaces(drawing.maker.symbols, drawing.book)
    components = tuple(
        Component(
            family.id,
            item.id,
            title=_title(item, game, lang),
            copies=item.copies,
            front=_face(drawn.fronts[item.key], family, spaces),
            back=_face(drawn.backs[item.key], family, spaces) if family.back is not None else None,
        )
        for item in family.items
        if item.copies
    )
    return ComponentFamily(
        family.id,
        family.title[lang],
        stock=family.stock,
        kind=family.kind,
        outline=family.outline,
        bleed=family.bleed,
        safe=family.safe,
        thickness=game.stocks.get(family.stock, THICKNESS[family.stock]),
        components=components,
        net=_net(family),
    )


def _title(item: Item, game: Game, lang: str) -> str:
    for name in _TITLES:
        text = resolve_texts(item.fields.get(name), lang, game.languages)
        if isinstance(text, str) and text.strip():
            return " ".join(text.split())
    return item.id


def _net(family: Family) -> Net | None:
    """Folds of a family; for a stand-up with its own template those given by its items' `foot`."""
    if family.net is not None or not {"fold", "glue"} <= set(family.make):
        return family.net
    feet = {item.fields.get("foot") for item in family.items}
    foot = feet.pop() if len(feet) == 1 else None
    tall = family.outline.height / 2
    if not isinstance(foot, int | float) or not 0 < foot < tall or not family.outline.is_box:
        return None
    from prancha.model.folded_nets import standee

    return standee(family.outline.width, tall - foot, float(foot))


def _face(face: Face, family: Family, spaces: Spaces) -> ComponentFace:
    return ComponentFace(
        face.digest,
        face.outline,
        bleed=family.bleed,
        side=face.side,
        words=printed_words(face.svg),
        spaces=spaces.on(face.svg, family),
    )


def printed_words(svg: str) -> str:
    """Words of a face in drawing order, without its revision mark."""
    if "<text" not in svg:
        return ""
    found: list[str] = []
    _gather(parse(svg), found)
    return " ".join("".join(found).split())


def _gather(element: Element, found: list[str]) -> None:
    if element.get("id") == REVISION_MARK:
        return
    if element.tag.rpartition("}")[2] == "text":
        words = "".join(element.itertext())
        # Text that continues in the same line already ends with a space.
        found.append(words if words.endswith(" ") else words + " ")
        return
    for child in element:
        _gather(child, found)
