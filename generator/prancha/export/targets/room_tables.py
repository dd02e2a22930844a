"""Set-ups in rooms of a browser: holders, pieces and counters of a laid table, in units of the room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from prancha.export.targets.designs import TableDesign, slug
from prancha.model.box import Box, bounds, distance, overlap_area
from prancha.model.play_table import SetupPlace
from prancha.model.table_layout import LaidPiece, LaidPlace, LaidTable, box_around
from prancha.model.units import Mm

WIDTH, HEIGHT = 1600, 1000
HAND_TOP = 820
"""The strip below holds the hand alone."""
EDGE, GAP, RIM, LABEL, BUTTON = 20, 24, 4, 22, 36
"""Units: around all, between piles, of a pile around its pieces, above and below a pile."""
LETTER = 9
"""Units of a letter of a label, generously: labels are set in 16 pixels."""
COUNTER = (112, 50)
"""Width and height of a counter with its title and buttons."""
_WORSE, _FAR = 10.0, 6.0
"""What a square unit of a label on another one costs, and a unit of its distance; on a piece it is 1."""
_STEPS = 4
"""Distances, in lines, at which a label is tried."""
_STRIP = 240
"""Width of the strip at the left with what stays in the box."""
MOST_UNITS = 160 / 88


class RoomPile(Struct, frozen=True):
    """All pieces of a family at a place, `room` wide with its title; a board is alone there, and fixed."""

    id: str
    family: str
    title: str
    x: int
    y: int
    width: int
    height: int
    room: int
    board: bool
    designs: tuple[TableDesign, ...]


class RoomHolder(Struct, frozen=True):
    """The holder of a stack; `deck` is that of its first piece, and a shuffled one has a button."""

    id: str
    title: str
    x: int
    y: int
    width: int
    height: int
    deck: str
    shuffles: bool


class RoomPiece(Struct, frozen=True):
    """A copy of a design: its upper left corner before it is turned, in the room or in its holder."""

    pile: RoomPile
    design: str
    copy: int
    x: int
    y: int
    z: int
    angle: float
    up: bool
    holder: str = ""


class RoomText(Struct, frozen=True):
    """A label, or with a `start` a counter."""

    id: str
    text: str
    x: int
    y: int
    width: int
    start: int | None = None


class RoomTable(Struct, frozen=True):
    """A set-up in a room; `homes` is where each deck (by the id of its pile) belongs."""

    holders: tuple[RoomHolder, ...]
    pieces: tuple[RoomPiece, ...]
    texts: tuple[RoomText, ...]
    homes: Mapping[str, str]


def _id_of(kind: str, key: str) -> str:
    """Return the id of a place or counter; no name has the _ before its seat, or the . behind it."""
    return f"{kind}-{key.replace('@', '_')}"


def _around_holder(holder: RoomHolder) -> Box:
    """The box of a holder with its button below."""
    button = BUTTON if holder.shuffles else 0
    return holder.x, holder.y, holder.x + holder.width, holder.y + holder.height + button


def text_width(text: str) -> int:
    """Return the width in units at which a label shows all of its text."""
    return LETTER * len(text) + 2 * RIM


def units_for(laid: LaidTable, is_all_laid: bool) -> float:
    """Units per mm, so that the whole table with its hands fits beside the strip of what is in the box."""
    left, top, right, bottom = _around(laid)
    *_, across, down = _free(is_all_laid)
    return min(MOST_UNITS, across / (right - left), down / (bottom - top))


def _free(is_all_laid: bool) -> tuple[int, int, int, int]:
    """The part of the room for the table: its corner, width and height, with no strip where all is laid."""
    strip = 0 if is_all_laid else _STRIP + EDGE
    return EDGE + strip, EDGE + LABEL, WIDTH - 2 * EDGE - strip, HAND_TOP - 2 * EDGE - LABEL


def _around(laid: LaidTable) -> tuple[Mm, Mm, Mm, Mm]:
    wide, high = laid.table.width / 2, laid.table.height / 2
    held = [one.box for one in laid.pieces]
    corners = [(-wide, -high), (wide, high), *((box[k], box[k + 1]) for box in held for k in (0, 2))]
    return bounds(corners)


def _not_laid(pile: RoomPile, laid: set[tuple[str, int]]) -> Iterator[tuple[TableDesign, int]]:
    """Yield designs and numbers of the copies of a family that no place takes."""
    for design in pile.designs:
        for copy in range(1, design.copies + 1):
            if (f"{pile.family}/{design.item}", copy) not in laid:
                yield design, copy


def set_table(laid: LaidTable, piles: Sequence[RoomPile], lang: str, units: float) -> RoomTable:
    """Place the pieces of `piles` as they are laid out; what is left stays at the left, as in the box."""
    return _Setting(laid, piles, lang, units).table()


def _placed(labels: Sequence[tuple[RoomText, Box]], taken: Sequence[Box]) -> Iterator[RoomText]:
    """Set each label beside the box it is about, where it lies on nothing that is `taken` and no label.

    Where nothing is free, it lies where it hides least.
    """
    found: list[Box] = []
    for text, about in labels:

        def cost(box: Box, about: Box = about) -> float:
            hidden = sum(overlap_area(box, one) for one in taken)
            return (
                hidden
                + _WORSE * sum(overlap_area(box, one) for one in found)
                + _FAR * max(0.0, distance(box, about))
            )

        boxes = [*_beside(about, text.width)]
        best = boxes[min(range(len(boxes)), key=lambda k: (round(cost(boxes[k]), 3), k))]
        found.append(best)
        yield replace(text, x=int(best[0]), y=int(best[1]))


def _beside(about: Box, width: int) -> Iterator[Box]:
    """Yield boxes for a label around a box, the best ones first: above, below, beside, then farther away."""
    left, top, right, bottom = (int(value) for value in about)
    for step in range(_STEPS):
        away = step * LABEL
        spots = [(x, y) for y in (top - LABEL - away, bottom + away) for x in (left, right - width)]
        spots += [
            (x, y) for x in (right + RIM + away, left - width - RIM - away) for y in (top, bottom - LABEL)
        ]
        for x, y in spots:
            corner = min(max(0, x), WIDTH - width), min(max(0, y), HAND_TOP - LABEL)
            yield (*corner, corner[0] + width, corner[1] + LABEL)


class _Setting:
    def __init__(self, laid: LaidTable, piles: Sequence[RoomPile], lang: str, units: float) -> None:
        self._laid, self._piles, self._lang, self._units = laid, piles, lang, units
        self._by_family = {pile.family: pile for pile in piles}
        left, top, right, bottom = _around(laid)
        kept = {(piece.key, piece.copy) for piece in laid.pieces}
        self._boxed = {pile.id: [*_not_laid(pile, kept)] for pile in piles}
        x, y, across, down = _free(not any(self._boxed.values()))
        # The table lies in the middle of what is free.
        self._origin = (
            x + (across - (right - left) * units) / 2 - left * units,
            y + (down - (bottom - top) * units) / 2 - top * units,
        )
        self._holders: list[RoomHolder] = []
        self._pieces: list[RoomPiece] = []
        self._counters: list[RoomText] = []
        self._labels: list[tuple[RoomText, Box]] = []
        self._homes: dict[str, str] = {}

    def table(self) -> RoomTable:
        pieces: dict[str, list[LaidPiece]] = {}
        for piece in self._laid.pieces:
            if piece.key.partition("/")[0] in self._by_family:
                pieces.setdefault(piece.place, []).append(piece)
        for place in self._laid.places:
            self._place(place, pieces.get(place.place.key, []))
        self._box()
        for counter in self._laid.counters:
            title = self._name(counter.title, counter.seat)
            x, y = self._point(counter.x, counter.y)
            name, width = _id_of("counter", counter.key), text_width(title)
            self._counters.append(RoomText(name, title, x, y, width=width, start=counter.start))
        texts = (*_placed(self._labels, [*self._taken()]), *self._counters)
        return RoomTable(tuple(self._holders), tuple(self._pieces), texts, self._homes)

    def _point(self, x: Mm, y: Mm) -> tuple[int, int]:
        right, down = self._origin
        return round(right + x * self._units), round(down + y * self._units)

    def _name(self, title: Mapping[str, str], seat: str) -> str:
        return " · ".join(filter(None, (title.get(self._lang, ""), seat)))

    def _place(self, place: LaidPlace, pieces: Sequence[LaidPiece]) -> None:
        one = place.place
        if not pieces:
            return
        title = self._name(one.title, one.seat)
        stacked = one.form in ("stack", "bag", "hand") and not one.on
        if stacked and (len(pieces) > 1 or one.form != "stack"):
            self._stack(one, title, pieces)
            return
        if len(pieces) > 1 and not one.on:
            about = (*self._point(*place.box[:2]), *self._point(*place.box[2:]))
            self._label(_id_of("label", one.key), title, about)
        for piece in pieces:
            self._add(piece, *self._point(piece.x, piece.y), piece.angle, piece.up)

    def _stack(self, place: SetupPlace, title: str, pieces: Sequence[LaidPiece]) -> None:
        """Place pieces in a holder, the first on top; what is in a hand or bag lies face down."""
        size = max(one.width for one in pieces), max(one.height for one in pieces)
        left, top, right, bottom = box_around((place.x, place.y, place.angle), *size)
        x, y = self._point(left, top)
        wide, high = round((right - left) * self._units), round((bottom - top) * self._units)
        holder = RoomHolder(
            _id_of("place", place.key),
            title,
            x=x - RIM,
            y=y - RIM,
            width=wide + 2 * RIM,
            height=high + 2 * RIM,
            deck=self._by_family[pieces[0].key.partition("/")[0]].id,
            shuffles=place.shuffled and place.form != "hand",
        )
        self._hold(holder)
        hidden = place.form in ("bag", "hand")
        for piece in pieces:
            angle = place.angle % 360 if place.form == "hand" else piece.angle
            up = piece.up and not hidden
            self._add(piece, wide // 2 + RIM, high // 2 + RIM, angle, up=up, holder=holder.id)

    def _hold(self, holder: RoomHolder) -> None:
        self._holders.append(holder)
        self._homes.setdefault(holder.deck, holder.id)
        self._label(f"{holder.id}.label", holder.title, _around_holder(holder))

    def _label(self, name: str, title: str, about: Box) -> None:
        self._labels.append((RoomText(name, title, 0, 0, width=text_width(title)), about))

    def _taken(self) -> Iterator[Box]:
        """Yield the boxes that a label may not lie on."""
        yield from map(_around_holder, self._holders)
        for counter in self._counters:
            wide = max(counter.width, COUNTER[0])
            yield counter.x, counter.y, counter.x + wide, counter.y + COUNTER[1]
        for piece in self._pieces:
            if not piece.holder:
                width, height = piece.pile.width, piece.pile.height
                yield box_around((piece.x + width / 2, piece.y + height / 2, piece.angle), width, height)

    def _add(self, piece: LaidPiece, x: int, y: int, angle: float, up: bool, holder: str = "") -> None:
        family, _, item = piece.key.partition("/")
        pile = self._by_family[family]
        self._pieces.append(
            RoomPiece(
                pile,
                slug(item),
                copy=piece.copy,
                x=x - pile.width // 2,
                y=y - pile.height // 2,
                z=len(self._pieces) + 1,
                angle=angle,
                up=up,
                holder=holder,
            )
        )

    def _box(self) -> None:
        """Place what no place takes, face down, in rows of the strip at the left."""
        x, y, tall = EDGE, EDGE + LABEL, 0
        for pile in self._piles:
            left = self._boxed[pile.id]
            if not left:
                continue
            wide, high = pile.width + 2 * RIM, pile.height + 2 * RIM
            room = max(wide, text_width(pile.title))
            if x > EDGE and x + room > EDGE + _STRIP:
                x, y, tall = EDGE, y + tall + GAP, 0
            if y + high > HAND_TOP:  # they lie on each other rather than beyond the room
                x, y, tall = EDGE + 3 * len(self._holders), EDGE + LABEL + 5 * len(self._holders), 0
            holder = RoomHolder(
                f"{pile.id}-pile", pile.title, x, y, width=wide, height=high, deck=pile.id, shuffles=False
            )
            self._hold(holder)
            for design, copy in left:
                z = len(self._pieces) + 1
                self._pieces.append(
                    RoomPiece(pile, design.id, copy, x=RIM, y=RIM, z=z, angle=0.0, up=False, holder=holder.id)
                )
            x, tall = x + room + GAP, max(tall, high + LABEL)
