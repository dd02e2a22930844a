"""What is told of many entries of a pack, in one of them: a deck's rows are read in one go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prancha.system.cache.pack import Pack
from prancha.system.cache.store import made_of


class Row(Struct, array_like=True):
    """What is told of one entry: the number of its look, to which kinds of rows add what is its own."""

    look: int


L = TypeVar("L")
R = TypeVar("R", bound=Row)

LATER = "-later"
"""What the name of the rows ends with that are newer than the rest."""
SHARE = 8
"""How many times as many rows as are newer must be there for these to be written alone."""


class Table(Generic[L, R]):
    """Rows by name, kept under `name` in `pack` and with it; each tells of the entry `of` + its own name.

    What rows have in common is their look, frozen and told once: a deck has tens of thousands of rows and
    some hundred looks.
    An entry whose row was asked for counts as used; a row of an entry that is there no more is dropped.
    Rows that are newer than the rest are kept beside it, as long as they are few: after one changed card
    the others are not written again.
    """

    def __init__(self, pack: Pack, name: str, of: str, look: type[L], row: type[R]) -> None:
        self._pack, self._name, self._of = pack, name, of
        self.looks: list[L] = []
        """By their numbers."""
        self._first: dict[str, R] = self._read(name, look, row)
        self._later: dict[str, R] = self._read(name + LATER, look, row)
        self._before = self._first | self._later if self._later else self._first
        self._numbers: dict[L, int] = {}
        self._rows: dict[str, R] = {}
        self._asked: list[str] = []

    def _read(self, name: str, look: type[L], row: type[R]) -> dict[str, R]:
        """The rows that are kept under a name, of entries that are there; their looks join the others."""
        kind = tuple[list[look], dict[str, row]]  # type: ignore[valid-type]  # a value here, for msgspec
        read: dict[str, R]
        looks, read = made_of(self._pack.get(name), msgspec.msgpack.Decoder(kind).decode) or ([], {})
        if any(not 0 <= row.look < len(looks) for row in read.values()):
            return {}
        gone = self._pack.lacking(self._entries(read))
        if gone:
            read = {each: row for each, row in read.items() if self._of + each not in gone}
        if self.looks:
            read = {each: replace(row, look=len(self.looks) + row.look) for each, row in read.items()}
        self.looks += looks
        return read

    def _entries(self, names: Iterable[str]) -> Iterable[str]:
        """The entries that rows of these names tell of."""
        return map(self._of.__add__, names) if self._of else names

    def kept(self, name: str) -> R | None:
        """The row of an entry that was there when the pack was opened: it stays readable."""
        row = self._before.get(name)
        if row is not None:
            self._asked.append(name)
        return row

    def get(self, name: str) -> R | None:
        """The row of an entry that is kept, or was put since."""
        return self._rows.get(name) or self.kept(name)

    def number_of(self, look: L) -> int:
        """The number of a look, which from now on is one of `looks`."""
        if not self._numbers:
            self._numbers = {known: number for number, known in enumerate(self.looks)}
        number = self._numbers.setdefault(look, len(self.looks))
        if number == len(self.looks):
            self.looks.append(look)
        return number

    def put(self, name: str, row: R) -> None:
        """Tell of an entry."""
        if self._pack.lasts:
            self._rows[name] = row

    def finish(self) -> None:
        """Put the rows into the pack, which is about to be saved."""
        self._pack.use(self._entries(self._asked))
        if not self._rows:
            return
        new = {name: row for name, row in self._rows.items() if self._of + name in self._pack}
        later = self._later | new
        if SHARE * len(later) > len(self._first):
            self._write(self._name, self._before | new)
            later = {}
        self._write(self._name + LATER, later)

    def _write(self, name: str, rows: dict[str, R]) -> None:
        """Put rows into the pack with the looks that they have."""
        numbers: dict[L, int] = {}
        told = {
            each: replace(row, look=numbers.setdefault(self.looks[row.look], len(numbers)))
            for each, row in rows.items()
        }
        self._pack.put(name, msgspec.msgpack.encode((list(numbers), told)))


def table_of(pack: Pack, name: str, of: str, look: type[L], row: type[R]) -> Table[L, R]:
    """The table of this name in a pack: there is one, however many ask for it."""
    table = pack.tables.get(name)
    if table is None:
        table = pack.tables[name] = Table(pack, name, of, look, row)
    assert isinstance(table, Table)
    return table
