"""Rows that tell of many entries of a pack are read in one go, and never of what is not there."""

from __future__ import annotations

from pathlib import Path

from prancha.system.cache import NOTHING, Pack, Row, Store, Table, context_of, table_of

CONTEXT = context_of("test")


class Told(Row, array_like=True):
    """A number of its own."""

    number: int


class Numbers:
    """A table of numbers, whose looks are words."""

    def __init__(self, pack: Pack) -> None:
        self.table: Table[str, Told] = table_of(pack, "rows", of="face", look=str, row=Told)

    def put(self, name: str, told: tuple[int, str]) -> None:
        self.table.put(name, Told(self.table.number_of(told[1]), told[0]))

    def get(self, name: str) -> tuple[int, str] | None:
        row = self.table.get(name)
        return None if row is None else (row.number, self.table.looks[row.look])


def opened(folder: Path) -> tuple[Pack, Numbers]:
    pack = Pack(Store(folder), CONTEXT)
    return pack, Numbers(pack)


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
    table = Numbers(NOTHING)
    table.put("one", (1, "told"))
    assert table.get("one") is None


def test_new_rows_join_the_others(tmp_path: Path) -> None:
    for begin in range(0, 40, 10):
        pack, table = opened(tmp_path)
        for number in range(begin, begin + 10):
            pack.put(f"face{number}", b"x" * 100)
            table.put(str(number), (number, "told"))
        pack.save()
    _, table = opened(tmp_path)
    assert [table.get(str(number)) for number in range(40)] == [(number, "told") for number in range(40)]


def test_what_rows_have_in_common_is_told_once(tmp_path: Path) -> None:
    pack, table = opened(tmp_path)
    for number in range(100):
        pack.put(f"face{number}", b"x" * 100)
        table.put(str(number), (number, "even" if number % 2 == 0 else "odd"))
    pack.save()
    for number, word in ((3, "even"), (4, "neither")):
        pack, table = opened(tmp_path)
        pack.put(f"face{number}", b"y" * 100)
        table.put(str(number), (number, word))
        pack.save()
    pack, table = opened(tmp_path)
    assert table.table.looks == ["even", "odd", "neither"]
    found = [table.get(str(number)) for number in range(6)]
    assert found == [(0, "even"), (1, "odd"), (2, "even"), (3, "even"), (4, "neither"), (5, "odd")]
