"""Entries that are not saved yet: where they lie, and what becomes of them."""

import os
from pathlib import Path
from typing import Any

import pytest

from prancha.system.cache import Pack, Store
from prancha.system.cache.pack import BATCH, NewEntries

KEY = b"k" * 32
LARGE = {str(k): bytes([k]) * (BATCH // 2) for k in range(7)}


class Full:
    """A file that has room for ten more bytes."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, data: bytes) -> int:
        written: int = self._file.write(data[:10])
        return written


def test_many_are_read_back_from_a_file_that_nobody_sees(tmp_path: Path) -> None:
    entries = NewEntries(Store(tmp_path / "cache"))
    entries.update(LARGE)
    entries.put("1", b"later")
    assert {name: entries.get(name) for name in LARGE} == {**LARGE, "1": b"later"}
    assert entries.lengths() == {**dict.fromkeys(LARGE, BATCH // 2), "1": 5}
    assert entries.get("none") is None
    assert sum(map(len, entries._waiting.values())) <= BATCH
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_pack_saves_what_lies_in_a_file_and_still_reads_it(tmp_path: Path) -> None:
    pack = Pack(Store(tmp_path), KEY)
    pack.add(LARGE)
    pack.save()
    assert not pack.grown
    assert [pack.get(name) for name in LARGE] == list(LARGE.values())
    assert [Pack(Store(tmp_path), KEY).get(name) for name in LARGE] == list(LARGE.values())


def test_where_no_file_can_be_made_they_stay_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    entries = NewEntries(Store(tmp_path / "file"))
    entries.update(LARGE)
    assert entries.take() == LARGE
    assert not entries


def test_a_full_disk_keeps_what_was_written_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = NewEntries(Store(tmp_path))
    entries.update(LARGE)
    monkeypatch.setattr(entries, "_file", Full(entries._file))
    more = {name + "more": data for name, data in LARGE.items()}
    entries.update(more)
    assert entries.take() == LARGE | more


def test_what_is_not_what_was_written_is_no_entry(tmp_path: Path) -> None:
    entries = NewEntries(Store(tmp_path))
    entries.update(LARGE)
    assert entries._file is not None
    entries._file.seek(5)
    entries._file.write(b"\xff")
    with pytest.raises(OSError, match="not what is read back"):
        entries.get("0")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_writes_nothing_into_the_file_of_its_parent(tmp_path: Path) -> None:
    entries = NewEntries(Store(tmp_path))
    entries.update(LARGE)
    child = os.fork()
    if not child:
        entries.update({name + "more": data for name, data in LARGE.items()})
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    entries.update({name + "own": data for name, data in LARGE.items()})
    assert [entries.get(name + "own") for name in LARGE] == list(LARGE.values())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_reads_without_moving_its_parent(tmp_path: Path) -> None:
    entries = NewEntries(Store(tmp_path))
    entries.update(LARGE)
    entries.update({f"{name}{k}": data for name, data in LARGE.items() for k in range(9)})
    children = []
    for _ in range(2):
        child = os.fork()
        if not child:
            same = all(entries.get(name) == data for _ in range(300) for name, data in LARGE.items())
            os._exit(0 if same else 1)
        children.append(child)
    for _ in range(300):
        assert all(entries.get(name) == data for name, data in LARGE.items())
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
