"""What is told of many entries of a pack, in one of them: a deck's rows are read in one go."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from prancha.system.cache.pack import Pack

R = TypeVar("R")


class Table(Generic[R]):
    """Rows by name, kept under `name` in `pack` and with it; each tells of the entry `of` + its own name.

    An entry whose row was asked for counts as used; a row of an entry that is there no more is dropped.
    """

    def __init__(self, pack: Pack, name: str, of: str, kind: type[R]) -> None:
        self._pack, self._name, self._of = pack, name, of
        data = pack.get(name)
        rows = dict[str, kind]  # type: ignore[valid-type]  # the type is a value here, for msgspec
        self._rows: dict[str, R] = {} if data is None else msgspec.msgpack.decode(data, type=rows)
        self._grown = False
        self._used: list[str] = []

    def get(self, name: str) -> R | None:
        """The row of an entry that is kept."""
        row = self._rows.get(name)
        if row is None:
            return None
        entry = self._of + name
        if entry not in self._pack:
            return None
        self._used.append(entry)
        return row

    def put(self, name: str, row: R) -> None:
        """Tell of an entry."""
        if self._pack.lasts:
            self._rows[name] = row
            self._grown = True

    def finish(self) -> None:
        """Put the rows into the pack, which is about to be saved."""
        self._pack.use(self._used)
        self._used.clear()
        if self._grown:
            rows = {name: row for name, row in self._rows.items() if self._of + name in self._pack}
            self._pack.put(self._name, msgspec.msgpack.encode(rows))
            self._grown = False


def table_of(pack: Pack, name: str, of: str, kind: type[R]) -> Table[R]:
    """The table of this name in a pack: there is one, however many ask for it."""
    table = pack.tables.get(name)
    if table is None:
        table = pack.tables[name] = Table(pack, name, of, kind)
    assert isinstance(table, Table)
    return table
