"""Lay a set-up out: which piece lies where on the table, how it is turned, which face is up.

The same game, number of players and seed always give the same pieces.  Rooms, the studio's table and
pictures take the positions of pieces from here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from types import MappingProxyType

from msgspec import Struct

from prancha.model.box import Box, Point, bounds
from prancha.model.component_kinds import KINDS
from prancha.model.diagnostic import Diagnostic, counted, suggestion
from prancha.model.game import Family, Game
from prancha.model.outline import Net, Outline, Panel
from prancha.model.play_table import Counter, PlayTable, Seat, Setup, SetupPlace
from prancha.model.units import Mm

Drawn = Mapping[str, Sequence[Point]]
"""The middles of the spaces that boards (`family/id`) draw, in mm of their trim boxes, in drawing order."""
PieceId = tuple[str, int]
"""The key of an item and the number of the copy, from 1."""
Position = tuple[Mm, Mm, float]
"""A middle and an angle."""
_FAN_STEP, _FAN_MOST = 6.0, 60.0
"""Degrees between neighbours of a fan, and between its ends at most."""


class LaidPiece(Struct, frozen=True):
    """A piece on the table: (x, y) is the middle of its flat side, `width` x `height` before it is turned.

    `place` is the key of its place, `position` the number of the position there and `order` that of the
    piece, from 0.  `seat` is the id of the player in whose hand it is, or whose place it is.
    """

    key: str
    copy: int
    place: str
    position: int
    order: int
    x: Mm
    y: Mm
    angle: float
    up: bool
    width: Mm
    height: Mm
    seat: str = ""

    @property
    def box(self) -> Box:
        """The upright box around it."""
        return box_around((self.x, self.y, self.angle), self.width, self.height)


class LaidPlace(Struct, frozen=True):
    """A place as it was laid out: its positions, and the upright box around all of them."""

    place: SetupPlace
    positions: tuple[Position, ...]
    box: Box
    count: int


class LaidTable(Struct, frozen=True):
    """A set-up laid out; `pieces` are in painting order, what lies below first.

    `reached` are the pieces that this set-up lays or might have laid with another seed, `faults` what is
    wrong with it; what is left out for a fault is not among the pieces.
    """

    table: PlayTable
    setup: Setup
    pieces: tuple[LaidPiece, ...]
    places: tuple[LaidPlace, ...]
    reached: frozenset[PieceId]
    faults: tuple[Diagnostic, ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the players."""
        return self.setup.seats

    @property
    def counters(self) -> tuple[Counter, ...]:
        """The counters of the set-up."""
        return self.setup.counters


def lay_out(
    game: Game, players: int | None = None, seed: int = 1, drawn: Drawn | None = MappingProxyType({})
) -> LaidTable:
    """Lay the set-up for so many players out, None for the fewest, or the scene; KeyError for others.

    `drawn` are the spaces of boards; for None they are not known yet, and pieces on numbered spaces lie in
    the middle of their board.
    """
    table = game.play_table
    if table is None:
        raise KeyError(players)
    return _Laying(game, table, table.setup(players), seed, drawn).lay()


def flat_panel(net: Net | None, kind: str) -> Panel | None:
    """The panel that a folded piece shows when it is laid flat on a table: a front, or the first side.

    None for pieces that lie flat as they are printed.
    """
    if net is None or not net.panels or not (kind and KINDS[kind].stands_as):
        return None
    return next((panel for panel in net.panels if panel.name == "front"), net.panels[0])


def flat_size(outline: Outline, net: Net | None = None, kind: str = "") -> tuple[Mm, Mm]:
    """Width and height of a piece on the table; of folded ones those of the panel that is seen."""
    panel = flat_panel(net, kind)
    return (panel.width, panel.height) if panel is not None else (outline.width, outline.height)


def turned(point: Point, angle: float) -> Point:
    """The point turned about the origin, in degrees clockwise."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos


def box_around(at: Position, width: Mm, height: Mm) -> Box:
    """The upright box around a rectangle whose middle and angle are given."""
    x, y, angle = at
    corners = [turned((side * width / 2, end * height / 2), angle) for side in (-1, 1) for end in (-1, 1)]
    left, top, right, bottom = bounds(corners)
    return x + left, y + top, x + right, y + bottom


class _Laying:
    """Lays one set-up out: first every place takes its pieces, then they get their positions."""

    def __init__(self, game: Game, table: PlayTable, setup: Setup, seed: int, drawn: Drawn | None) -> None:
        self._table, self._setup, self._seed, self._drawn = table, setup, seed, drawn
        self._copies = {item.key: item.copies for family in game.families for item in family.items}
        self._families = {item.key: family for family in game.families for item in family.items}
        self._taken: dict[PieceId, SetupPlace] = {}
        self._reached: set[PieceId] = set()
        self._chosen: dict[str, list[PieceId]] = {}
        self._known: dict[str, tuple[Position, ...]] = {}
        self._open: list[str] = []
        self._places = {place.key: place for place in setup.places}
        self._faults: list[Diagnostic] = []

    def lay(self) -> LaidTable:
        # Pieces that are named must not be drawn by others, whatever the seed.
        for place in sorted(self._setup.places, key=lambda one: not one.listed):
            self._chosen[place.key] = self._listed(place) if place.listed else self._drawn_from_box(place)
        pieces: list[LaidPiece] = []
        places: list[LaidPlace] = []
        for place in self._setup.places:
            laid = list(self._laid(place))
            # The first piece of a stack lies on top; of a row, later ones may overlap earlier ones.
            pieces += sorted(laid, key=lambda one: (one.position, -one.order))
            width, height = self._cell(place)
            positions = self._positions(place)
            corners = [box_around(at, width, height) for at in positions or ((place.x, place.y, 0.0),)]
            around = bounds([point for box in corners for point in (box[:2], box[2:])])
            places.append(LaidPlace(place, positions, around, len(laid)))
        return LaidTable(
            self._table,
            self._setup,
            pieces=tuple(pieces),
            places=tuple(places),
            reached=frozenset(self._reached),
            faults=tuple(dict.fromkeys(self._faults)),
        )

    # What lies where.

    def _listed(self, place: SetupPlace) -> list[PieceId]:
        found = []
        for key in place.choice:
            free = next(self._left(key), None)
            if free is None:
                self._report_lack(place, key)
                continue
            found.append(free)
            self._take(free, place)
        return self._shuffled(place, found, "order") if place.shuffled else found

    def _drawn_from_box(self, place: SetupPlace) -> list[PieceId]:
        left = [piece for key in dict.fromkeys(place.choice) for piece in self._left(key)]
        if place.shuffled:
            left = self._shuffled(place, left, "order")
            self._reached.update(left)
        if place.count is not None and place.count > len(left):
            players = counted(self._setup.players, "player")
            message = f'"{place.key}" takes {place.count} pieces for {players}, but the box holds {len(left)}'
            where = (
                " that are not laid elsewhere"
                if any(key in self._taken_keys() for key in place.choice)
                else ""
            )
            hint = f"lower count:, or raise copies: of {', '.join(self._names(place))}"
            self._report(place, "count", "too-few-pieces", message + where, hint)
        found = left[: place.count]
        for piece in found:
            self._take(piece, place)
        return found

    def _left(self, key: str) -> Iterator[PieceId]:
        for copy in range(1, self._copies.get(key, 0) + 1):
            if (key, copy) not in self._taken:
                yield key, copy

    def _take(self, piece: PieceId, place: SetupPlace) -> None:
        self._taken[piece] = place
        self._reached.add(piece)

    def _taken_keys(self) -> set[str]:
        return {key for key, _ in self._taken}

    def _names(self, place: SetupPlace) -> list[str]:
        return list(dict.fromkeys(key.partition("/")[0] for key in place.choice))

    def _shuffled(self, place: SetupPlace, pieces: Sequence[PieceId], what: str) -> list[PieceId]:
        """The pieces in an order that the seed decides; a new piece does not move the others."""
        return sorted(pieces, key=lambda piece: self._chance(place, piece, what))

    def _chance(self, place: SetupPlace, piece: PieceId, what: str) -> bytes:
        told = f"{self._seed}\0{place.key}\0{what}\0{piece[0]}\0{piece[1]}"
        return blake2b(told.encode(), digest_size=8).digest()

    # Where it lies.

    def _laid(self, place: SetupPlace) -> Iterator[LaidPiece]:
        positions = self._positions(place)
        pieces = self._chosen[place.key]
        each = self._each(place, len(pieces))
        if not positions:
            return
        room = len(positions) * each
        if len(pieces) > room:
            message = f'"{place.key}" has {counted(len(pieces), "piece")} and room for {room}'
            hint = "give it a count:, more columns:, rows: or spaces:, or each: for several on one position"
            self._report(place, "spaces" if place.spaces else "as", "too-many-pieces", message, hint)
        for order, (key, copy) in enumerate(pieces[:room]):
            position = order // each
            x, y, angle = positions[position]
            family = self._families[key]
            width, height = _size(family)
            if place.turned:
                steps = 360 // place.turned
                angle += place.turned * (int.from_bytes(self._chance(place, (key, copy), "turn")) % steps)
            yield LaidPiece(
                key,
                copy,
                place=place.key,
                position=position,
                order=order,
                x=round(x, 3),
                y=round(y, 3),
                angle=round(angle % 360, 3),
                up=not (place.face_down or position + 1 in place.down),
                width=width,
                height=height,
                seat=place.seat,
            )

    def _each(self, place: SetupPlace, pieces: int) -> int:
        usual = max(1, pieces) if place.form in ("stack", "bag") and not place.on else 1
        return place.each or usual

    def _positions(self, place: SetupPlace) -> tuple[Position, ...]:
        if place.key not in self._known:
            self._open.append(place.key)
            found = tuple(self._positions_on(place) if place.on else self._own_positions(place))
            self._open.pop()
            self._known[place.key] = found
        return self._known[place.key]

    def _own_positions(self, place: SetupPlace) -> Iterator[Position]:
        for x, y, angle in self._form(place):
            right, down = turned((x, y), place.angle)
            yield place.x + right, place.y + down, place.angle + angle

    def _form(self, place: SetupPlace) -> Iterator[Position]:
        """The positions of a place about its middle, before it is turned."""
        pieces = len(self._chosen[place.key])
        count = -(-pieces // self._each(place, pieces))
        width, height = self._cell(place)
        if place.form in ("stack", "bag"):
            yield 0.0, 0.0, 0.0
        elif place.form in ("fan", "hand"):
            step = min(_FAN_STEP, _FAN_MOST / max(1, count - 1))
            radius = 2.5 * height
            for number in range(count):
                lean = step * (number - (count - 1) / 2)
                x, y = turned((0.0, -radius), lean)
                yield x, y + radius, lean
        else:
            columns = {"row": count, "column": 1}.get(place.form, place.columns or count)
            rows = place.rows or -(-count // max(1, columns))
            for number in range(columns * rows if place.rows else count):
                row, column = divmod(number, max(1, columns))
                yield (
                    (column - (columns - 1) / 2) * (width + place.gap),
                    (row - (rows - 1) / 2) * (height + place.gap),
                    0.0,
                )

    def _positions_on(self, place: SetupPlace) -> Iterator[Position]:
        other = self._places.get(f"{place.on}@{place.seat}") or self._places.get(place.on)
        if other is None:
            yield from self._on_board(place)
            return
        if other.key in self._open:
            message = f'"{place.key}" lies on "{other.key}", which lies on it in turn'
            self._report(place, "on", "bad-value", message, "let one of them lie at: a point of the table")
            return
        there = self._positions(other)
        for space in place.spaces or range(1, len(there) + 1):
            if isinstance(space, int) and space <= len(there):
                x, y, angle = there[space - 1]
                yield x, y, angle + place.angle
            else:
                hint = f"its positions are numbered from 1 to {len(there)}"
                self._report(
                    place, "spaces", "unknown-space", f'"{other.key}" has no position "{space}"', hint
                )

    def _on_board(self, place: SetupPlace) -> Iterator[Position]:
        board = place.on
        at = self._board(board)
        if at is None:
            message = f'"{place.key}" lies on {board}, which this set-up does not lay'
            self._report(place, "on", "unknown-space", message, f"add a place with items: [{board}]")
            return
        outline = self._families[board].outline
        named = self._table.spaces.get(board, {})
        drawn = None if self._drawn is None else self._drawn.get(board, ())
        unknown = []
        for space in place.spaces or range(1, len(drawn or ()) + 1):
            point: Point | None = named.get(str(space))
            if point is None and isinstance(space, int):
                if drawn is None:
                    point = (outline.width / 2, outline.height / 2)
                elif space <= len(drawn):
                    point = drawn[space - 1]
            if point is None:
                unknown.append(space)
                continue
            x, y, angle = at
            right, down = turned((point[0] - outline.width / 2, point[1] - outline.height / 2), angle)
            yield x + right, y + down, angle + place.angle
        if unknown or (drawn is not None and not place.spaces and not drawn):
            self._report_space(place, board, unknown, list(named), drawn)

    def _board(self, key: str) -> Position | None:
        """Return the position of the first copy of a board; None where none is laid."""
        for place in self._setup.places:
            pieces = self._chosen[place.key]
            if (key, 1) in pieces and place.key not in self._open:
                number = pieces.index((key, 1)) // self._each(place, len(pieces))
                there = self._positions(place)
                return there[number] if number < len(there) else None
        return None

    def _cell(self, place: SetupPlace) -> tuple[Mm, Mm]:
        """Width and height of the largest piece that may lie on a position."""
        sizes = [_size(self._families[key]) for key in set(place.choice) if key in self._families]
        return max((one[0] for one in sizes), default=0.0), max((one[1] for one in sizes), default=0.0)

    # What is wrong.

    def _report(self, place: SetupPlace, name: str, code: str, message: str, hint: str) -> None:
        item = place.choice[0] if len(set(place.choice)) == 1 else ""
        self._faults.append(Diagnostic(place.where(name), code, message, item, hint))

    def _report_lack(self, place: SetupPlace, key: str) -> None:
        copies, players = self._copies.get(key, 0), counted(self._setup.players, "player")
        laid = list(dict.fromkeys(one.key for (name, _), one in self._taken.items() if name == key))
        there = f"; laid already: {', '.join(laid)}" if laid else ""
        message = f"{key} is laid {copies + 1} times for {players}, but the box holds {copies}{there}"
        self._report(place, "items", "laid-twice", message, "take it out of one place, or raise its copies:")

    def _report_space(
        self,
        place: SetupPlace,
        board: str,
        unknown: Sequence[int | str],
        named: Sequence[str],
        drawn: Sequence[Point] | None,
    ) -> None:
        what = "spaces" if not unknown else f'space "{unknown[0]}"'
        more = f" (and {len(unknown) - 1} more)" if len(unknown) > 1 else ""
        numbers = f"it draws spaces 1 to {len(drawn)}" if drawn else "it draws none"
        near = suggestion(str(unknown[0]), named) if unknown and named else ""
        hint = "; ".join(filter(None, (numbers, near, f"name others under spaces: {{{board}: ...}}")))
        self._report(place, "spaces", "unknown-space", f"{board} has no {what}{more}", hint)


def _size(family: Family) -> tuple[Mm, Mm]:
    return flat_size(family.outline, family.net, family.kind)
