"""What is told of many entries of a pack, in one of them: a deck's rows are read in one go."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from prancha.system.cache.pack import Pack

R = TypeVar("R")

LATER = "-later"
"""What the name of the rows ends with that are newer than the rest."""
SHARE = 8
"""How many times as many rows as are newer must be there for these to be written alone."""


class Table(Generic[R]):
    """Rows by name, kept under `name` in `pack` and with it; each tells of the entry `of` + its own name.

    An entry whose row was asked for counts as used; a row of an entry that is there no more is dropped.
    Rows that are newer than the rest are kept beside it, as long as they are few: after one changed card
    the others are not written again.
    """

    def __init__(self, pack: Pack, name: str, of: str, kind: type[R]) -> None:
        self._pack, self._name, self._of = pack, name, of
        self._later: dict[str, R] = self._read(name + LATER, kind)
        self._first: dict[str, R] = self._read(name, kind)
        self._before = self._first | self._later
        self._rows: dict[str, R] = {}
        self._used: list[str] = []

    def _read(self, name: str, kind: type[R]) -> dict[str, R]:
        """The rows that are kept under a name, of entries that are there."""
        data = self._pack.get(name)
        if data is None:
            return {}
        rows = dict[str, kind]  # type: ignore[valid-type]  # the type is a value here, for msgspec
        read: dict[str, R] = msgspec.msgpack.decode(data, type=rows)
        of = self._of
        for gone in self._pack.lacking({of + each for each in read} if of else read.keys()):
            del read[gone[len(of) :]]
        return read

    def kept(self, name: str) -> R | None:
        """The row of an entry that was there when the pack was opened: it stays readable."""
        row = self._before.get(name)
        if row is not None:
            self._used.append(name)
        return row

    def get(self, name: str) -> R | None:
        """The row of an entry that is kept, or was put since."""
        return self._rows.get(name) or self.kept(name)

    def put(self, name: str, row: R) -> None:
        """Tell of an entry."""
        if self._pack.lasts:
            self._rows[name] = row

    def finish(self) -> None:
        """Put the rows into the pack, which is about to be saved."""
        self._pack.use(self._of + name for name in self._used)
        if not self._rows:
            return
        new = {name: row for name, row in self._rows.items() if self._of + name in self._pack}
        later = self._later | new
        if SHARE * len(later) > len(self._first):
            self._pack.put(self._name, msgspec.msgpack.encode(self._before | new))
            later = {}
        self._pack.put(self._name + LATER, msgspec.msgpack.encode(later))


def table_of(pack: Pack, name: str, of: str, kind: type[R]) -> Table[R]:
    """The table of this name in a pack: there is one, however many ask for it."""
    table = pack.tables.get(name)
    if table is None:
        table = pack.tables[name] = Table(pack, name, of, kind)
    assert isinstance(table, Table)
    return table
