"""Rows that tell of many entries of a pack are read in one go, and never of what is not there."""

from __future__ import annotations

from pathlib import Path

from prancha.system.cache import NOTHING, Pack, Store, Table, context_of, table_of

CONTEXT = context_of("test")


def opened(folder: Path) -> tuple[Pack, Table[tuple[int, str]]]:
    pack = Pack(Store(folder), CONTEXT)
    return pack, table_of(pack, "rows", of="face", kind=tuple[int, str])


def test_rows_are_kept_with_their_entries(tmp_path: Path) -> None:
    pack, table = opened(tmp_path)
    for number in range(3):
        pack.put(f"face{number}", b"x" * 100)
        table.put(str(number), (number, "told"))
    pack.save()
    _, table = opened(tmp_path)
    assert [table.get(str(number)) for number in range(4)] == [(0, "told"), (1, "told"), (2, "told"), None]


def test_a_row_of_an_entry_that_went_is_none_and_goes(tmp_path: Path) -> None:
    pack, table = opened(tmp_path)
    table.put("gone", (1, "told"))
    pack.save()
    assert opened(tmp_path)[1].get("gone") is None


def test_entries_whose_rows_are_read_count_as_used(tmp_path: Path) -> None:
    pack, table = opened(tmp_path)
    pack.put("facea", b"a" * 3_000_000)
    pack.put("other", b"b" * 3_000_000)
    table.put("a", (1, "told"))
    pack.save()
    pack, table = opened(tmp_path)
    table.get("a")
    pack.put("new", b"c" * 3_000_000)
    pack.save()
    assert "facea" in opened(tmp_path)[0]


def test_a_pack_that_forgets_has_no_rows() -> None:
    table = table_of(NOTHING, "rows", of="face", kind=int)
    table.put("one", 1)
    assert table.get("one") is None
