"""Rows that were read in an earlier run, in batches: of a long list only what changed is read anew."""

from __future__ import annotations

from typing import Any

from msgspec import MsgspecError, Struct, msgpack

from prancha.catalogue.document import Path
from prancha.catalogue.spreadsheet.cells import CellError
from prancha.catalogue.spreadsheet.columns import ColumnTarget
from prancha.catalogue.spreadsheet.records import Records, fill_records
from prancha.catalogue.spreadsheet.totals import called_totals
from prancha.model.written import WrittenFloat, WrittenInt
from prancha.system.cache import KeptParts, context_of

LEAST = 1_000
"""Rows of a list that is worth it."""
BATCH = 200
_INT, _FLOAT = 1, 2

Rows = list[tuple[int, list[Any]]]


class _Batch(Struct, frozen=True, array_like=True):
    """What became of rows none of whose cells is wrong, and what those are called that may be totals."""

    numbers: list[int]
    items: list[dict[str, Any]]
    called: dict[int, str]


def fill_kept(
    records: Records, rows: Rows, targets: list[ColumnTarget], reading: str, parts: KeptParts
) -> dict[int, list[tuple[Path, CellError]]]:
    """As `fill_records`; `reading` tells all that a row is read by besides its cells and its number.

    Batches with a wrong cell are read each time, so that it is told.
    """
    context = context_of(reading)
    wrong: dict[int, list[tuple[Path, CellError]]] = {}
    called: dict[int, str] = {}
    for at in range(0, len(rows), BATCH):
        source = context + msgpack.encode(rows[at : at + BATCH])
        known = parts.find(source)
        if known is not None:
            _add(records, _READER.decode(known), called)
            continue
        fresh = Records(records.grid, targets)
        found = fill_records(fresh, rows[at : at + BATCH], targets)
        items, numbers = fresh.data["items"], fresh.numbers
        batch = _Batch(numbers, items, called_totals(numbers, items))
        if found:
            wrong |= found
        else:
            _keep(parts, source, batch)
        _add(records, batch, called)
    records.called = called
    parts.save()
    return wrong


def _add(records: Records, batch: _Batch, called: dict[int, str]) -> None:
    records.data["items"] += batch.items
    records.numbers += batch.numbers
    called |= batch.called


def _keep(parts: KeptParts, source: bytes, batch: _Batch) -> None:
    try:
        part = _WRITER.encode(batch)
    except (MsgspecError, OverflowError):  # a number too large for it
        return
    parts.put(source, part)


def _written(value: Any) -> msgpack.Ext:
    """A number with its written form."""
    if isinstance(value, WrittenInt):
        return msgpack.Ext(_INT, msgpack.encode((int(value), value.written)))
    if isinstance(value, WrittenFloat):
        return msgpack.Ext(_FLOAT, msgpack.encode((float(value), value.written)))
    raise TypeError(f"a cell gives no {type(value).__name__}")


def _read(code: int, data: memoryview) -> WrittenInt | WrittenFloat:
    number, written = msgpack.decode(data)
    return WrittenInt(number, written) if code == _INT else WrittenFloat(number, written)


_WRITER = msgpack.Encoder(enc_hook=_written)
_READER = msgpack.Decoder(_Batch, ext_hook=_read)
