"""Pictures of set-ups: the table laid out as table.yaml says, seen from above, with its labels.

Lengths are millimetres, of the table where a name says so and else of the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from prancha.book.book_blocks import Inline, SetupPicture
from prancha.book.book_style import BookStyle, TextLook
from prancha.book.strips import FacePart, Part, Strip, moved, stacked
from prancha.book.text_strips import CODE, TextFlow
from prancha.model.box import Box, Point, area, enclose, overlap_area
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.face import Face
from prancha.model.game import Family, Game
from prancha.model.outline import rectangle
from prancha.model.play_table import SetupPlace
from prancha.model.rulebook import Tag
from prancha.model.table_layout import (
    Drawn,
    LaidPiece,
    LaidTable,
    flat_panel,
    lay_out,
    turned,
)
from prancha.model.units import Mm
from prancha.system.words import words

_MARGIN: Mm = 1.0
"""The margin around all pieces and labels."""
_STEP: Mm = 0.18
"""The distance between a piece of a pile and the one on it."""
_PILE: Mm = 1.0
"""The greatest distance between the lowest and the topmost piece of a pile."""
SHARED = 0.3
"""The distance between pieces of several places on one space, in sizes of a piece."""
_LABEL = 0.72
"""The size of labels, in sizes of running text."""
_SLACK: Mm = 0.1
_WORSE = 10.0
"""The cost of each mm² of a label on another one; a whole piece that is hidden costs 1."""
_ROUND = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_STEPS = 3
"""The number of distances, in lines, at which a label is tried."""
_BAND: tuple[Mm, Mm] = (9.0, 6.0)
"""The widest empty bands across and down, on the page."""
_PASSES = 12
_AIR: Mm = 0.5
"""The gap between a label and a piece."""
_LINE: Mm = 0.3
"""The width of a line from a label to a piece, which is filled and has a rim."""
SHARE, ASKED_SHARE = 0.7, 0.86
"""The greatest height of a picture, in heights of a page, and of one whose width is asked for.

Its heading and caption stand with it.
"""


class DrawnKit(Struct, frozen=True):
    """A game in one language, and the faces of its components by key.

    `spaces` gives the spaces that boards draw, which are looked for only where a book shows a set-up.
    """

    game: Game
    lang: str
    fronts: Mapping[str, Face]
    backs: Mapping[str, Face]
    spaces: Callable[[], Drawn]


class _Label(Struct, frozen=True):
    """A text about what lies in `box`, on the side `first` of it where there is room.

    What lies on a board or a grid is told beside that, outside `board`, and a line leads there.
    """

    text: str
    box: Box
    first: int
    board: Box
    bold: bool = False


class SetupPictures:
    """Makes strips of set-ups; faults of table.yaml are added to `found`."""

    def __init__(self, kit: DrawnKit, style: BookStyle, text: TextFlow, found: list[Diagnostic]) -> None:
        self._kit, self._style, self._text, self._found = kit, style, text, found
        self._families: dict[str, Family] = {one.id: one for one in kit.game.families}
        self._words = words(kit.lang, "rulebook")

    def strips(self, block: SetupPicture, width: Mm, tag: Tag, x: Mm) -> list[Strip]:
        """A picture in the middle of `width`, and its caption."""
        laid = lay_out(self._kit.game, block.players, drawn=self._kit.spaces())
        if laid.faults or not laid.pieces:
            nothing = Diagnostic(block.place, CODE, "this set-up lays nothing", hint="add places to lay:")
            self._found += [one for one in laid.faults or (nothing,) if one not in self._found]
            return []
        style = self._style
        most = min(block.width or width, width) - 2 * _MARGIN
        share = ASKED_SHARE if block.width else SHARE
        pieces, scale = _fitted(laid.pieces, (most, (style.bottom - style.top) * share))
        left, top, right, _ = enclose(one.box for one in pieces)
        depths = _depths(pieces, scale)
        figure = Tag("Figure", tag, alt=block.alt)
        # The upper left corner of the pieces is the origin; labels may reach beyond them.
        placed = [
            self._part(one, scale, (left, top), depth, figure)
            for one, depth in zip(pieces, depths, strict=True)
        ]
        taken = [_seen(one.box, scale, (left, top), depth) for one, depth in zip(pieces, depths, strict=True)]
        extent = (right - left) * scale
        limits = (extent - width) / 2 + _MARGIN, (extent + width) / 2 - _MARGIN
        labels = self._placed(
            self._labels(laid, pieces, taken) if block.is_labelled else (),
            taken,
            limits,
            figure=figure,
            place=block.place,
        )
        shown = enclose([*taken, *(box for _, box in labels)])
        shift = x + (width - extent) / 2, _MARGIN - shown[1]
        parts = moved([*placed, *(part for texts, _ in labels for part in texts)], *shift)
        height = shown[3] - shown[1] + 2 * _MARGIN
        wide = shown[2] - shown[0] + 2 * _MARGIN
        shows = (block.key, shift[0] + shown[0] - _MARGIN, wide)
        caption = self._text.lines(
            block.caption, width, style.caption, tag=Tag("Caption", figure), place=block.place, x=x
        )
        told = [Strip(high, line, block.place, kept=True) for high, line in caption]
        return [Strip(height, tuple(parts), block.place, shows=shows), *told]

    # --- pieces

    def _part(self, piece: LaidPiece, scale: float, origin: Point, depth: Mm, figure: Tag) -> FacePart:
        """A piece at its place and angle; `depth` is how far it is moved for what lies on it in its pile."""
        family = self._families[piece.key.partition("/")[0]]
        panel = flat_panel(family.net, family.kind)
        front = self._kit.fronts[piece.key]
        face: Face | None = front
        if not piece.up and panel is None:
            face = self._kit.backs.get(piece.key) if family.back is not None else None
        outline = face.outline if face is not None else front.outline
        middle: Point = (outline.width / 2, outline.height / 2)
        clip: tuple[Point, ...] = ()
        angle = piece.angle
        if panel is not None:
            middle, angle = (panel.x, panel.y), angle - panel.turn
            sides = [(a * panel.width / 2, b * panel.height / 2) for a, b in _ROUND]
            around = [turned(one, panel.turn) for one in sides]
            clip = panel.corners or tuple((panel.x + right, panel.y + down) for right, down in around)
        right, down = turned((middle[0] * scale, middle[1] * scale), angle)
        return FacePart(
            (piece.x - origin[0]) * scale + depth - right,
            (piece.y - origin[1]) * scale + depth - down,
            scale=scale,
            digest=face.digest if face is not None else "",
            outline=outline,
            tag=figure,
            angle=angle,
            clip=clip,
        )

    # --- labels

    def _labels(self, laid: LaidTable, pieces: Sequence[LaidPiece], seen: Sequence[Box]) -> Iterator[_Label]:
        """Yield the labels of seats and places; of the places that each seat has, those of the first one."""
        lang = self._kit.lang
        lies: dict[str, list[tuple[LaidPiece, Box]]] = {}
        for piece, box in zip(pieces, seen, strict=True):
            lies.setdefault(piece.place, []).append((piece, box))
        for number, seat in enumerate(laid.seats, 1):
            near = [one.place for one in laid.places if one.place.seat == seat.id and not one.place.on]
            own = [box for place in near for _, box in lies.get(place.key, ())]
            if own and len(laid.seats) > 1:
                text = self._kit.game.texts.get(seat.id, {}).get(lang, self._words["seat"].format(number))
                around = enclose(own)
                yield _Label(text, around, round(seat.angle / 90) % 4, around, bold=True)
        told = set()
        for place in (one.place for one in laid.places):
            title, own_pieces = place.title.get(lang, ""), lies.get(place.key, ())
            if not title or not own_pieces or place.name in told:
                continue
            told.add(place.name)
            piles = Counter(piece.position for piece, _ in own_pieces)
            each = min(piles.values())
            text = f"{title} × {each}" if each > 1 else title
            boxes = [box for _, box in own_pieces]
            boards = [box for one, box in zip(pieces, seen, strict=True) if _is_on(place, one)]
            box = boxes[0] if boards else enclose(boxes)
            yield _Label(text, box, 0, enclose([box, *boards]))

    def _placed(
        self,
        labels: Iterable[_Label],
        pieces: list[Box],
        limits: tuple[Mm, Mm],
        figure: Tag,
        place: Place,
    ) -> list[tuple[list[Part], Box]]:
        """Set labels beside what they are about, where they lie on no piece and on no other label.

        Between the `limits` across the page.  One without free room lies on a plate, where it hides least.
        """
        body = self._style.body
        look = TextLook(body.size * _LABEL, 1.15, body.font, fill=body.fill)
        found: list[tuple[list[Part], Box]] = []
        for label in labels:
            said = (Inline(label.text, bold=label.bold, place=place),)
            most = limits[1] - limits[0] - 2 * _AIR
            wide = min(self._text.width(said, look, place) + _SLACK, most)
            lines = self._text.lines(said, wide, look, figure, place)
            high = sum(height for height, _ in lines)
            others = [box for _, box in found]

            def cost(box: Box, others: list[Box] = others) -> float:
                hidden = sum(overlap_area(box, one) / area(one) for one in pieces)
                return hidden + _WORSE * sum(overlap_area(box, one) for one in others)

            def costs(box: Box, label: _Label = label, others: list[Box] = others) -> tuple[float, float]:
                line = _line(label, box) or (0.0, 0.0, 0.0, 0.0)
                crossed = sum(overlap_area(line, one) for one in others)
                return cost(box) + _WORSE * crossed, line[2] - line[0] + line[3] - line[1]

            box = min(_beside(label, wide, high, limits), key=costs)
            if line := _line(label, box):
                found.append(([_blank(line, figure)], line))
            plate = [_blank(box, figure)] if cost(box) > 0 else []
            found.append(([*plate, *stacked(lines, box[0] + _AIR, box[1])], box))
        return found


def _is_on(place: SetupPlace, piece: LaidPiece) -> bool:
    """Return whether a place of the set-up names this piece, or the place where it lies, as what it is on."""
    return place.on in (piece.key, piece.place.partition("@")[0])


def _blank(box: Box, figure: Tag) -> FacePart:
    outline = rectangle(box[2] - box[0], box[3] - box[1])
    return FacePart(box[0], box[1], scale=1.0, digest="", outline=outline, tag=figure)


def _line(label: _Label, box: Box) -> Box | None:
    """The line from a text in `box` to what it is about on a board, straight across or down."""
    left, top, right, bottom = label.box
    if label.board == label.box:
        return None
    x = min(max((box[0] + box[2]) / 2, left), right) - _LINE / 2
    y = min(max((box[1] + box[3]) / 2, top), bottom) - _LINE / 2
    ways = (
        (box[2], y, left, y + _LINE),
        (right, y, box[0], y + _LINE),
        (x, box[3], x + _LINE, top),
        (x, bottom, x + _LINE, box[1]),
    )
    return next((one for one in ways if one[0] < one[2] and one[1] < one[3]), None)


def _beside(label: _Label, width: Mm, height: Mm, limits: tuple[Mm, Mm]) -> list[Box]:
    """Boxes for a text of this size around what it is about, the best ones first."""
    left, top, right, bottom = label.box
    west, north, east, south = label.board
    wide = width + 2 * _AIR
    across = [(left + right - wide) / 2, left, right - wide]
    down = [(top + bottom - height) / 2, top, bottom - height]
    sides = [
        [(x, south + _AIR) for x in across],
        [(west - wide, y) for y in down],
        [(x, north - height - _AIR) for x in across],
        [(east, y) for y in down],
    ]
    ordered = [sides[label.first], *(sides[k] for k in (0, 2, 3, 1) if k != label.first)]
    away = ((0, 1), (-1, 0), (0, -1), (1, 0))
    ways = [away[label.first], *(away[k] for k in (0, 2, 3, 1) if k != label.first)]
    boxes = []
    for step in range(_STEPS):
        for side, (right_by, down_by) in zip(ordered, ways, strict=True):
            for x, y in side:
                inside = min(max(x + right_by * step * height, limits[0]), limits[1] - wide)
                upper = y + down_by * step * height
                boxes.append((inside, upper, inside + wide, upper + height))
    return boxes


def _fitted(pieces: Sequence[LaidPiece], room: tuple[Mm, Mm]) -> tuple[tuple[LaidPiece, ...], float]:
    """The pieces with the empty bands between them narrowed, and the scale at which they fill the room.

    Bands keep their width where that is less than `_BAND` on the page, which depends on the scale in turn.
    """
    fitted, scale = tuple(pieces), 0.0
    for _ in range(_PASSES):
        left, top, right, bottom = enclose(one.box for one in fitted)
        found = min(1.0, room[0] / (right - left), room[1] / (bottom - top))
        if found <= scale * 1.001:
            break
        scale = found
        across = _narrowed([(one.box[0], one.box[2]) for one in pieces], _BAND[0] / scale)
        down = _narrowed([(one.box[1], one.box[3]) for one in pieces], _BAND[1] / scale)
        fitted = tuple(
            replace(one, x=one.x - x, y=one.y - y) for one, x, y in zip(pieces, across, down, strict=True)
        )
    left, top, right, bottom = enclose(one.box for one in fitted)
    return fitted, min(1.0, room[0] / (right - left), room[1] / (bottom - top))


def _narrowed(spans: Sequence[tuple[Mm, Mm]], band: Mm) -> list[Mm]:
    """The way back of each span so that nothing empty between them is wider than `band`."""
    moved = [0.0] * len(spans)
    reach, back = min(start for start, _ in spans), 0.0
    for number in sorted(range(len(spans)), key=lambda k: spans[k]):
        start, end = spans[number]
        back += max(0.0, start - reach - band)
        reach = max(reach, end)
        moved[number] = back
    return moved


def _depths(pieces: Sequence[LaidPiece], scale: float) -> list[Mm]:
    """The width in mm by which each piece, in painting order, is seen under those that lie on it."""
    piles = [(one.x, one.y, one.width, one.height) for one in pieces]
    places: dict[tuple[Mm, ...], set[str]] = {}
    for one, pile in zip(pieces, piles, strict=True):
        places.setdefault(pile, set()).add(one.place)
    counts = Counter(piles)
    above = dict(counts)
    found = []
    for pile in piles:
        above[pile] -= 1
        step = min(_STEP, _PILE / max(1, counts[pile] - 1))
        if len(places[pile]) > 1:
            step = max(step, SHARED * min(pile[2:]) * scale)
        found.append(above[pile] * step)
    return found


def _seen(box: Box, scale: float, origin: Point, depth: Mm) -> Box:
    """A box of the table in mm of the page, for a piece that lies `depth` beside its place."""
    left, top, right, bottom = box
    x, y = origin
    return (
        (left - x) * scale + depth,
        (top - y) * scale + depth,
        (right - x) * scale + depth,
        (bottom - y) * scale + depth,
    )
