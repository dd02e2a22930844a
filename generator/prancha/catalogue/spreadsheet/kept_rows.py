"""Rows that were read in an earlier run, in batches: of a long list only what changed is read anew."""

from __future__ import annotations

from typing import Any

from msgspec import MsgspecError, Struct, msgpack

from prancha.catalogue.document import Path
from prancha.catalogue.items import PlainItems
from prancha.catalogue.plain_items import plain_items
from prancha.catalogue.spreadsheet.cells import CellError
from prancha.catalogue.spreadsheet.columns import ColumnTarget
from prancha.catalogue.spreadsheet.records import Records, fill_records
from prancha.catalogue.spreadsheet.stretches import StretchedRows
from prancha.catalogue.spreadsheet.totals import called_totals
from prancha.model.written import WrittenFloat, WrittenInt
from prancha.system.cache import KeptParts, context_of

_INT, _FLOAT = 1, 2


class _Batch(Struct, frozen=True, array_like=True):
    """What became of rows none of whose cells is wrong, and what those are called that may be totals.

    Their numbers count from the first row of their stretch.
    """

    numbers: list[int]
    items: list[dict[str, Any]]
    called: dict[int, str]
    plain: PlainItems | None


def fill_kept(
    records: Records, rows: StretchedRows, targets: list[ColumnTarget], reading: str
) -> dict[int, list[tuple[Path, CellError]]]:
    """As `fill_records`; `reading` tells all that a row is read by besides its cells and its number.

    Stretches with a wrong cell are read each time, so that it is told.
    """
    context, parts = context_of(reading), rows.parts
    wrong: dict[int, list[tuple[Path, CellError]]] = {}
    called: dict[int, str] = {}
    for stretch in rows.stretches:
        source = context + stretch.cut.digest
        known = parts.find(source)
        if known is not None:
            _add(records, _READER.decode(known), called, stretch.first)
            continue
        fresh = Records(records.grid, targets)
        found = fill_records(fresh, stretch.rows(), targets)
        items, numbers = fresh.data["items"], [number - stretch.first for number in fresh.numbers]
        batch = _Batch(numbers, items, called_totals(numbers, items), plain_items(items))
        if found:
            wrong |= found
        else:
            _keep(parts, source, batch)
        _add(records, batch, called, stretch.first)
    records.called = called
    parts.save()
    return wrong


def _add(records: Records, batch: _Batch, called: dict[int, str], before: int) -> None:
    """Take rows that others stand `before`."""
    if batch.plain is not None:
        records.plain[len(records.numbers)] = batch.plain
    records.data["items"] += batch.items
    records.numbers += [before + number for number in batch.numbers]
    called.update((before + number, name) for number, name in batch.called.items())


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
