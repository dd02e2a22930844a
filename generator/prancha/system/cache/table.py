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
        read: dict[str, R] = {} if data is None else msgspec.msgpack.decode(data, type=rows)
        self._before = {name: row for name, row in read.items() if pack.stays(of + name)}
        self._rows: dict[str, R] = {}
        self._used: list[str] = []

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
        self._pack.use([self._of + name for name in self._used])
        if self._rows:
            rows = self._before | {n: row for n, row in self._rows.items() if self._of + n in self._pack}
            self._pack.put(self._name, msgspec.msgpack.encode(rows))


def table_of(pack: Pack, name: str, of: str, kind: type[R]) -> Table[R]:
    """The table of this name in a pack: there is one, however many ask for it."""
    table = pack.tables.get(name)
    if table is None:
        table = pack.tables[name] = Table(pack, name, of, kind)
    assert isinstance(table, Table)
    return table
