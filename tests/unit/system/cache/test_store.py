"""Entries of the cache come back as they were put, or not at all."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from prancha.cli.command_line import main
from prancha.system.cache import Pack, Store, cache_folder, clear, context_of, digest_of, usage

KEY, OTHER = context_of("a"), context_of("b")


def entry(folder: Path) -> Path:
    (path,) = folder.glob("*.prancha")
    return path


def test_what_was_put_comes_back(tmp_path: Path) -> None:
    store = Store(tmp_path / "new")
    assert store.get(KEY) is None
    store.put(KEY, b"bytes")
    assert (store.get(KEY), store.get(OTHER)) == (b"bytes", None)
    assert [p.suffix for p in (tmp_path / "new").iterdir()] == [".prancha"]


@pytest.mark.parametrize("damage", [
    lambda data: data[:-1], lambda data: b"", lambda data: data + b"x", lambda data: data[:40],
    lambda data: data[:-3] + b"X" + data[-2:], lambda data: data.replace(b"cache 2", b"cache 0"),
])  # fmt: skip
def test_a_damaged_entry_is_none_and_goes(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    store = Store(tmp_path)
    store.put(KEY, b"some bytes")
    path = entry(tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    assert store.get(KEY) is None
    assert not path.exists()


def test_swapped_entries_are_noticed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(KEY, b"one")
    store.put(OTHER, b"two")
    one, two = (tmp_path / f"{key.hex()}.prancha" for key in (KEY, OTHER))
    data = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(data)
    assert (store.get(KEY), store.get(OTHER)) == (None, None)


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRANCHA_CACHE_MB", "1")
    store = Store(tmp_path)
    keys = [context_of(str(k)) for k in range(5)]
    for k, key in enumerate(keys[:4]):
        store.put(key, bytes(240_000))
        os.utime(tmp_path / f"{key.hex()}.prancha", (k, k))
    assert store.get(keys[0]) is not None
    store.put(keys[4], bytes(240_000))
    assert [store.get(key) is not None for key in keys] == [True, False, True, True, True]
    assert usage(tmp_path).size <= 1_000_000


def test_the_folder_is_not_listed_at_every_small_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRANCHA_CACHE_MB", "1")
    listed: list[Path] = []
    monkeypatch.setattr("prancha.system.cache.store.trim", listed.append)
    for k in range(100):
        Store(tmp_path).put(context_of(str(k)), bytes(300))
    assert 2 <= len(listed) <= 4  # at the first, and after every 64th of the limit
    monkeypatch.setenv("PRANCHA_CACHE_MB", "0")
    Store(tmp_path).put(KEY, b"bytes")
    Store(tmp_path).put(OTHER, b"bytes")
    assert len(listed) >= 4


def test_what_a_killed_build_left_goes_and_what_another_is_writing_does_not(tmp_path: Path) -> None:
    left, written = (tmp_path / f"{'ab' * 32}.{number}.part" for number in (7, 8))
    for path in (left, written):
        path.write_bytes(b"half")
    os.utime(left, (time.time() - 7200,) * 2)
    Store(tmp_path).put(KEY, b"bytes")
    assert sorted(tmp_path.iterdir()) == sorted([entry(tmp_path), written])


def test_a_cache_that_cannot_be_written_is_only_slow(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    store = Store(tmp_path / "file")
    store.put(KEY, b"bytes")
    assert store.get(KEY) is None


def test_a_pack_keeps_what_is_used_and_what_is_new(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = Pack(store, KEY)
    for name in ("a", "b", "c"):
        first.put(name, name.encode() * 400_000)
    first.save()
    again = Pack(store, KEY)
    assert again.get("b") == b"b" * 400_000
    assert not again.grown
    again.put("d", b"d")
    again.save()
    last = Pack(store, KEY)
    assert [last.get(name) is not None for name in "abcd"] == [True, True, True, True]
    assert last.get("d") == b"d"


def test_little_that_is_new_is_written_beside_the_rest(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = Pack(store, KEY)
    first.put("a", b"a" * 400_000)
    first.save()
    (large,) = tmp_path.iterdir()
    before = large.read_bytes()
    for name in "bcd":
        pack = Pack(store, KEY)
        pack.put(name, name.encode() * 30_000)
        pack.put("a", b"new") if name == "d" else None
        pack.save()
    assert large.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 2
    pack = Pack(store, KEY)
    assert [pack.get(name) for name in "abcd"] == [b"new", *(name.encode() * 30_000 for name in "bcd")]
    pack.put("e", b"e" * 30_000)
    pack.save()
    assert [path.name for path in tmp_path.iterdir()] == [large.name]
    whole = Pack(store, KEY)
    assert [len(whole.get(name) or b"") for name in "abcde"] == [3, *[30_000] * 4]


def test_a_pack_does_not_grow_without_end(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for k in range(12):
        pack = Pack(store, KEY)
        pack.put(f"n{k}", bytes(300_000))
        pack.save()
    assert usage(tmp_path).size < 2_500_000
    assert Pack(store, KEY).get("n11") is not None


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PRANCHA_CACHE", "off")
    assert cache_folder() is None
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("PRANCHA_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "prancha"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == Path.home() / ".cache" / "prancha"
    monkeypatch.setattr("sys.platform", "darwin")
    assert cache_folder() == Path.home() / "Library" / "Caches" / "prancha"


def test_info_and_clear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cache", "info"]) == 0
    assert capsys.readouterr().out == "no cache: PRANCHA_CACHE is off, or there is no home folder\n"
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path))
    Store(tmp_path).put(KEY, bytes(200_000))
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["cache", "info"]) == 0
    assert capsys.readouterr().out == f"{tmp_path}: 1 entries, 0.2 of 256 MB\n"
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out == f"{tmp_path}: 1 entries, 0.2 MB removed\n"
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]
    assert clear(tmp_path / "none").entries == 0


def test_a_digest_tells_names_contents_and_folders(tmp_path: Path) -> None:
    seen = {digest_of([tmp_path])}
    for change in (
        lambda: (tmp_path / "a").write_text("x"),
        lambda: (tmp_path / "a").write_text("y"),
        lambda: (tmp_path / "a").rename(tmp_path / "b"),
        lambda: (tmp_path / "c").mkdir(),
        lambda: (tmp_path / "b").rename(tmp_path / "c" / "b"),
    ):
        change()
        seen.add(digest_of([tmp_path]))
    assert len(seen) == 5, "an empty folder is nothing"
    (tmp_path / "loop").symlink_to(tmp_path)
    assert digest_of([tmp_path]) == digest_of([tmp_path])
