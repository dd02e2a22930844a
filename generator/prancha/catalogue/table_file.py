"""Read table.yaml: the set-ups of a game, each number of players with what it inherits from others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from prancha.catalogue.file_keys import CounterFile, PlaceFile, SeatFile, TableFile
from prancha.catalogue.translations import Translations
from prancha.catalogue.validation import Keys
from prancha.catalogue.validation_messages import validate
from prancha.catalogue.yaml_document import Findings, KeyPath, describe, read_length, read_sides
from prancha.model.box import Point
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Family, Game, Item
from prancha.model.play_table import Counter, PlayTable, Seat, Setup, SetupPlace, Space
from prancha.model.table_layout import turned
from prancha.model.units import Mm
from prancha.model.values import MISSING, enter, freeze, is_list, own, plain

EACH = "each"
"""The value of `seat` for a place that every seat has."""
SEAT = "{seat}"
"""The placeholder for the id of the seat, in ids and filters."""
LARGEST: Mm = 10_000.0
"""The longest side of a table."""
Written = tuple[Any, KeyPath]
"""A value of a key and its path in the file."""


def read_table_file(findings: Findings, game: Game) -> PlayTable | None:
    """Return the table in the document of `findings`; None after reporting that it cannot be read."""
    file = validate(TableFile, findings)
    if file is None:
        return None
    return _TableReader(findings, file, game).read()


def check_keys(findings: Findings) -> list[Diagnostic]:
    """Return what is wrong with the keys and types of table.yaml, or that it is a family."""
    data = findings.document.data
    family = {"template", "stock", "kind", "outline"} & data.keys() if isinstance(data, dict) else ()
    if family:
        message = "table.yaml holds the set-ups of a game, but this file is a family"
        findings.error((), "bad-file-name", message, "rename the family and its file, in game.yaml too")
    else:
        validate(TableFile, findings)
    return findings.found


class _Merged:
    """The keys of a place, counter or set-up that several parts of the file give, the last one first."""

    def __init__(self, model: type[Keys], path: KeyPath) -> None:
        self._model, self.path = model, path
        self._written: dict[str, Written] = {}

    def add(self, given: Keys, path: KeyPath) -> None:
        for name in given.written:
            self._written[name] = (getattr(given, name), (*path, name.rstrip("_")))

    def get(self, name: str) -> Any:
        return self._written[name][0] if name in self._written else getattr(self._model, name)

    def at(self, name: str) -> KeyPath:
        """The path of a key, or of the whole where it is not written."""
        return self._written[name][1] if name in self._written else self.path

    def __contains__(self, name: str) -> bool:
        return name in self._written

    @property
    def names(self) -> Iterable[str]:
        return self._written


class _Draft:
    """A set-up while it inherits: its seats, places and counters by name."""

    def __init__(self) -> None:
        self.seats: Written | None = None
        self.parts: dict[str, dict[str, _Merged]] = {"lay": {}, "counters": {}}

    def add(self, given: Any, path: KeyPath) -> None:
        if given.seats:
            self.seats = given.seats, (*path, "seats")
        for kind, model in (("lay", PlaceFile), ("counters", CounterFile)):
            for name, one in getattr(given, kind).items():
                at = (*path, kind, name)
                if one is None:
                    self.parts[kind].pop(name, None)
                    continue
                self.parts[kind].setdefault(name, _Merged(model, at)).add(one, at)


class _TableReader:
    def __init__(self, findings: Findings, file: TableFile, game: Game) -> None:
        self._findings, self._file, self._game = findings, file, game
        self._families = {family.id: family for family in game.families}
        self._items = {item.key: item for family in game.families for item in family.items}
        self._translations = Translations(findings, game.languages)
        self._height: Mm = 0.0
        self._width: Mm = 0.0

    def read(self) -> PlayTable | None:
        sides = read_sides(self._findings, ("size",), self._file.size)
        if sides is None:
            return None
        self._width, self._height = sides
        if not 100 <= min(sides) <= max(sides) <= LARGEST:
            message = f'a table of "{self._file.size}" is none'
            hint = f"write size: 900 x 900 mm, at most {LARGEST:g} mm long"
            self._findings.error(("size",), "out-of-range", message, hint)
            return None
        boxed = [self._family(("box", k), name) for k, name in enumerate(self._file.box)]
        numbers = self._numbers()
        setups = tuple(self._setup(players, self._draft(players)) for players in numbers)
        return PlayTable(
            self._width,
            self._height,
            setups=setups,
            spaces=self._spaces(),
            boxed=frozenset(one.id for one in boxed if one is not None),
            place=self._findings.document.place(),
            scene=self._scene(numbers),
        )

    def _numbers(self) -> Sequence[int]:
        """The numbers of players that have a set-up: those of the game, or those of this file."""
        known = sorted(set(self._game.players))
        for players in self._file.players:
            if known and players not in known:
                message = f"the game is not for {players} players"
                hint = f"game.yaml says players: {known}; add it there, or delete this set-up"
                self._findings.error(("players", players), "bad-value", message, hint, key=True)
        return known or sorted(self._file.players) or [max(1, len(self._file.seats))]

    def _draft(self, players: int, seen: tuple[int, ...] = ()) -> _Draft:
        given = self._file.players.get(players)
        if given is None or given.like is None:
            made = _Draft()
            made.add(self._file, ())
        else:
            path = ("players", players, "like")
            if given.like in (*seen, players):
                message = f"the set-up for {players} begins with itself"
                self._findings.error(path, "bad-value", message, "let like: name another number of players")
                return _Draft()
            if given.like not in self._file.players:
                message = f"there is no set-up for {given.like} players to begin with"
                hint = suggestion(str(given.like), map(str, self._file.players))
                self._findings.error(path, "bad-value", message, hint)
            made = self._draft(given.like, (*seen, players))
        if given is not None:
            made.add(given, ("players", players))
        return made

    def _scene(self, numbers: Sequence[int]) -> Setup | None:
        """The scene, which begins with the set-up for the fewest players if it does not say `like`."""
        given = self._file.scene
        if given is None:
            return None
        players = given.like or numbers[0]
        if players not in numbers:
            message = f"there is no set-up for {players} players to begin with"
            hint = f"it has set-ups for {', '.join(map(str, numbers))}"
            self._findings.error(("scene", "like"), "bad-value", message, hint)
            return None
        draft = self._draft(players)
        draft.add(given, ("scene",))
        return replace(self._setup(players, draft), place=self._findings.document.place(("scene",)))

    def _setup(self, players: int, draft: _Draft) -> Setup:
        seats = self._seats(players, draft.seats)
        places = [
            place
            for name, merged in draft.parts["lay"].items()
            for place in self._places(name, merged, seats)
        ]
        counters = [
            counter
            for name, merged in draft.parts["counters"].items()
            for counter in self._counters(name, merged, seats)
        ]
        self._check_on(places)
        at = ("players", players) if players in self._file.players else ()
        return Setup(
            players,
            seats,
            places=tuple(places),
            counters=tuple(counters),
            place=self._findings.document.place(at),
        )

    # Seats.

    def _seats(self, players: int, written: Written | None) -> tuple[Seat, ...]:
        """The seats of the players: the first of those that are written, or numbered ones."""
        listed, path = written or ([str(k + 1) for k in range(players)], ())
        ids: list[str] = []
        files: list[SeatFile] = []
        for number, one in enumerate(listed):
            one = {"id": str(plain(one))} if isinstance(one, str | int) else one
            file = validate(SeatFile, self._findings, one, (*path, number))
            if file is None:
                return ()
            if file.id in ids:
                self._findings.error((*path, number), "duplicate-id", f'the seat "{file.id}" is there twice')
            ids.append(file.id)
            files.append(file)
        if len(files) < players:
            message = f"there are {len(files)} seats for {players} players"
            self._findings.error(path, "bad-value", message, "name a seat for each player")
        files = files[:players]
        usual = usual_seats(len(files), self._width, self._height)
        seats = []
        for number, (file, (x, y, angle)) in enumerate(zip(files, usual, strict=True)):
            if file.at is not None:
                x, y = self._point((*path, number, "at"), file.at) or (x, y)
            seats.append(Seat(file.id, x, y, float(plain(file.angle)) if file.angle is not None else angle))
        return tuple(seats)

    def _at_seats(self, merged: _Merged, seats: Sequence[Seat]) -> Iterator[Seat | None]:
        """The seats that have a place or counter; None for a common one."""
        named = merged.get("seat")
        if named is None:
            yield None
            return
        if named == [EACH]:
            yield from seats
            return
        known = {seat.id: seat for seat in seats}
        for name in named:
            if name in known:
                yield known[name]
            else:
                hint = suggestion(name, [*known, EACH])
                self._findings.error(merged.at("seat"), "unknown-seat", f'there is no seat "{name}"', hint)

    # Places.

    def _places(self, name: str, merged: _Merged, seats: Sequence[Seat]) -> Iterator[SetupPlace]:
        common = self._common(name, merged)
        for seat in self._at_seats(merged, seats):
            choice = self._choice(merged, seat)
            if choice is None:
                continue
            title = common.title or self._family_title(choice)
            place = replace(common, choice=choice, title=title, spaces=self._spaces_of(merged, seat))
            yield place if seat is None else _seated(place, seat)

    def _common(self, name: str, merged: _Merged) -> SetupPlace:
        """The place without its choice of items, before it is moved to a seat."""
        at = merged.get("at")
        on = merged.get("on")
        if at is not None and on is not None:
            message = f'"{name}" lies at a point and on "{on}"'
            self._findings.error(merged.at("at"), "bad-value", message, "keep one of them")
        elif at is None and on is None and merged.get("as_") != "hand":
            message = f'"{name}" has no place: neither "at" nor "on"'
            self._findings.error(
                merged.path, "missing-key", message, "add at: [0 mm, 0 mm], from the middle", key=True
            )
        if merged.get("as_") == "hand" and merged.get("seat") is None:
            message = f'"{name}" is a hand of nobody'
            self._findings.error(merged.path, "missing-key", message, "add seat: each", key=True)
        gap = read_length(self._findings, merged.at("gap"), merged.get("gap"), -200, 1000)
        x, y = (self._point(merged.at("at"), at) if at is not None else None) or (0.0, 0.0)
        return SetupPlace(
            name,
            self._translations.text(merged.at("title"), merged.get("title"), optional=True),
            (),
            self._findings.document.place(merged.path, key=True),
            listed=merged.get("items") is not None,
            count=merged.get("count"),
            each=merged.get("each"),
            form=merged.get("as_"),
            columns=merged.get("columns") or 0,
            rows=merged.get("rows") or 0,
            gap=gap or 0.0,
            x=x,
            y=y,
            angle=float(plain(merged.get("angle"))),
            turned=plain(merged.get("turned")),
            face_down=merged.get("face") == "down",
            down=frozenset(map(plain, merged.get("down"))),
            shuffled=merged.get("shuffled"),
            on=on or "",
            places=MappingProxyType(
                {each.rstrip("_"): self._findings.document.place(merged.at(each)) for each in merged.names}
            ),
        )

    def _spaces_of(self, merged: _Merged, seat: Seat | None) -> tuple[Space, ...]:
        """The spaces of a place, which may be written by seat."""
        written, path = merged.get("spaces"), merged.at("spaces")
        if isinstance(written, dict):
            if seat is None or seat.id not in written:
                message = (
                    f'there are no spaces for the seat "{seat.id}"' if seat else "spaces by seat need a seat"
                )
                self._findings.error(
                    path, "unknown-seat", message, "write spaces: {blue: [1, 2], red: [8, 9]}"
                )
                return ()
            written, path = written[seat.id], (*path, seat.id)
        listed = written if isinstance(written, list) else [] if written is None else [written]
        found: list[Space] = []
        for one in map(plain, listed):
            if isinstance(one, str) or (isinstance(one, int) and not isinstance(one, bool) and one > 0):
                found.append(one)
            else:
                message = f"{describe(one)} is not a space"
                self._findings.error(path, "wrong-type", message, "write numbers from 1, or names")
        return tuple(found)

    def _choice(self, merged: _Merged, seat: Seat | None) -> tuple[str, ...] | None:
        """The keys of the items that may lie at a place; None after reporting what is wrong."""
        names = merged.get("family")
        families = [self._family(merged.at("family"), name) for name in names or ()]
        if any(family is None for family in families):
            return None
        known = [family for family in families if family is not None]
        listed = merged.get("items")
        if listed is not None:
            return self._listed(merged, [self._seated_name(one, seat) for one in listed], known)
        if not known:
            message = f'"{merged.path[-1]}" does not say what lies there'
            self._findings.error(merged.path, "missing-key", message, "add family: or items:", key=True)
            return None
        every = items = [item for family in known for item in family.items if item.copies]
        for field, wanted in merged.get("where").items():
            path = (*merged.at("where"), field)
            unless = isinstance(wanted, dict) and wanted.keys() == {"not"}
            values = wanted["not"] if unless else wanted
            values = values if is_list(values) else [values]
            found = [self._with_value(every, str(field), value, seat) for value in values]
            for value, having in zip(values, found, strict=True):
                if not having:
                    self._report_value(path, every, self._seated_name(value, seat), names)
            chosen = {item.key for having in found for item in having}
            items = [
                item
                for item in items
                if _value(item, str(field)) is not MISSING and (item.key in chosen) is not unless
            ]
            if not all(found):
                return None
            if not items:
                message = f"nothing of {', '.join(names)} has all that where: asks for"
                self._findings.error(path, "unknown-item", message, "ask for less, or in several places")
                return None
        return tuple(item.key for item in items)

    def _report_value(self, path: KeyPath, items: Sequence[Item], wanted: Any, names: Sequence[str]) -> None:
        """Report a value of `where` that no item has."""
        field = str(path[-1])
        message = f"nothing of {', '.join(names)} has {field} {describe(wanted)}"
        values = {str(value) for item in items if (value := _value(item, field)) is not MISSING}
        hint = suggestion(str(wanted), values) if values else f'no item has a field "{field}"'
        self._findings.error(path, "unknown-item", message, hint)

    def _listed(self, merged: _Merged, names: Sequence[Any], families: Sequence[Family]) -> tuple[str, ...]:
        found = []
        for number, name in enumerate(names):
            name = str(plain(name))
            keys = [name] if "/" in name else [f"{family.id}/{name}" for family in families]
            key = next((key for key in keys if key in self._items), None)
            if key is None:
                known = [item.id for family in families for item in family.items] or list(self._items)
                hint = suggestion(name, known)
                if not families and "/" not in name:
                    hint = "write family: beside it, or family/id"
                message = f'there is no item "{name}"'
                self._findings.error((*merged.at("items"), number), "unknown-item", message, hint)
                continue
            found.append(key)
        return tuple(found)

    def _with_value(self, items: Sequence[Item], field: str, wanted: Any, seat: Seat | None) -> list[Item]:
        """Return the items whose field has a value; a seat called 1 is meant by the number 1, too."""
        accepted = {freeze(plain(self._seated_name(wanted, seat)))}
        if seat is not None and wanted == SEAT and seat.id.isdecimal():
            accepted.add(int(seat.id))
        return [
            item
            for item in items
            if (value := _value(item, field)) is not MISSING and freeze(plain(value)) in accepted
        ]

    def _seated_name(self, value: Any, seat: Seat | None) -> Any:
        return value.replace(SEAT, seat.id) if seat is not None and isinstance(value, str) else value

    def _check_on(self, places: Sequence[SetupPlace]) -> None:
        """Report places on what is neither a place of this set-up nor an item."""
        names = {place.name for place in places}
        for place in places:
            if place.on and place.on not in names and place.on not in self._items:
                message, hint = (
                    f'"{place.on}" is neither a place nor an item',
                    suggestion(place.on, [*names, *self._items]),
                )
                self._findings.found.append(
                    Diagnostic(place.where("on"), "unknown-place", message, hint=hint)
                )

    def _family_title(self, choice: Sequence[str]) -> Mapping[str, str]:
        names = {key.partition("/")[0] for key in choice}
        return self._families[next(iter(names))].title if len(names) == 1 else MappingProxyType({})

    def _family(self, path: KeyPath, name: str) -> Family | None:
        if name not in self._families:
            message, hint = f'there is no family "{name}"', suggestion(name, self._families)
            self._findings.error(path, "unknown-family", message, hint)
        return self._families.get(name)

    # Counters, spaces and lengths.

    def _counters(self, name: str, merged: _Merged, seats: Sequence[Seat]) -> Iterator[Counter]:
        at = merged.get("at")
        x, y = (self._point(merged.at("at"), at) if at is not None else None) or (0.0, 0.0)
        title = self._translations.text(merged.at("title"), merged.get("title"), optional=True)
        low, start, high = (merged.get(key) for key in ("low", "start", "high"))
        if (low is not None and start < low) or (high is not None and start > high):
            message = f'"{name}" starts at {start}, outside its limits'
            self._findings.error(merged.at("start"), "out-of-range", message, "correct start:, low: or high:")
        shown = title or MappingProxyType(dict.fromkeys(self._game.languages, name))
        for seat in self._at_seats(merged, seats):
            one = Counter(name, shown, start=plain(start), low=low, high=high, x=x, y=y)
            if seat is not None:
                right, down = turned((x, y), seat.angle)
                one = replace(one, x=seat.x + right, y=seat.y + down, angle=seat.angle, seat=seat.id)
            yield one

    def _spaces(self) -> Mapping[str, Mapping[str, Point]]:
        found: dict[str, Mapping[str, Point]] = {}
        for key, named in self._file.spaces.items():
            if key not in self._items:
                message, hint = f'there is no item "{key}"', suggestion(key, self._items)
                self._findings.error(("spaces", key), "unknown-item", message, hint, key=True)
                continue
            outline = self._families[self._items[key].family].outline
            points = {}
            for name, written in named.items():
                path = ("spaces", key, name)
                point = self._point(path, written)
                if point is None:
                    continue
                if not (0 <= point[0] <= outline.width and 0 <= point[1] <= outline.height):
                    message = (
                        f'the space "{name}" lies outside {key}, {outline.width:g} x {outline.height:g} mm'
                    )
                    hint = "measure from its upper left corner, without bleed"
                    self._findings.error(path, "out-of-range", message, hint)
                points[str(name)] = point
            found[key] = MappingProxyType(points)
        return MappingProxyType(found)

    def _point(self, path: KeyPath, written: Sequence[str]) -> Point | None:
        x, y = (
            read_length(self._findings, (*path, k), each, -LARGEST, LARGEST) for k, each in enumerate(written)
        )
        return None if x is None or y is None else (x, y)


def _value(item: Item, path: str) -> Any:
    """The value of a field, a dotted path within it, or MISSING."""
    first, *rest = path.split(".")
    value = own(item, first)
    for step in rest:
        value = enter(value, step) if value is not MISSING else MISSING
    return value


def _seated(place: SetupPlace, seat: Seat) -> SetupPlace:
    """The place as one of a seat: its point is relative to the seat, its angle to the player's view."""
    if place.on:
        return replace(place, angle=place.angle + seat.angle, seat=seat.id)
    x, y = turned((place.x, place.y), seat.angle)
    return replace(place, x=seat.x + x, y=seat.y + y, angle=place.angle + seat.angle, seat=seat.id)


def usual_seats(count: int, width: Mm, height: Mm) -> list[tuple[Mm, Mm, float]]:
    """Return points and angles of seats around a table, the first at the bottom, the others clockwise."""
    sides = [round(4 * k / count) % 4 for k in range(count)]
    found = []
    for number, side in enumerate(sides):
        share = (sides[: number + 1].count(side)) / (sides.count(side) + 1)
        along = {
            0: width * (0.5 - share),
            1: height * (0.5 - share),
            2: width * (share - 0.5),
            3: height * (share - 0.5),
        }
        x, y = {
            0: (along[0], height / 2),
            1: (-width / 2, along[1]),
            2: (along[2], -height / 2),
            3: (width / 2, along[3]),
        }[side]
        found.append((x, y, 90.0 * side))
    return found
