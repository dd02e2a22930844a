"""What was kept later lies over what it was kept beside, and over nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.system.cache import Pack, Store, settle_cache

CONTEXT = b"c" * 32


def opened(folder: Path) -> Pack:
    return Pack(Store(folder), CONTEXT)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    pack = opened(tmp_path)
    for number in range(9):
        pack.put(f"face{number}", b"first" * 99)
    pack.put("list", b"first")
    pack.save()
    return tmp_path


def test_what_is_new_lies_over_what_was_there(kept: Path) -> None:
    pack = opened(kept)
    pack.put("list", b"later")
    pack.save()
    assert len(list(kept.iterdir())) == 2
    assert [opened(kept).get(name) for name in ("list", "face3")] == [b"later", b"first" * 99]


def test_what_is_new_does_not_lie_over_what_another_build_wrote_meanwhile(kept: Path) -> None:
    """The list of the one build would be taken for that of the faces of the other."""
    late, anew = opened(kept), opened(kept)
    for number in range(9):
        anew.put(f"face{number}", b"other" * 99)
    anew.put("list", b"other")
    anew.save()
    late.put("list", b"later")
    late.save()
    assert len(list(kept.iterdir())) == 2
    assert [opened(kept).get(name) for name in ("list", "face3")] == [b"other", b"other" * 99]


def test_what_lies_over_nothing_is_left_out(kept: Path) -> None:
    pack = opened(kept)
    pack.put("list", b"later")
    pack.save()
    Store(kept).drop(CONTEXT)
    assert opened(kept).empty


def test_a_settled_pack_is_small_and_loses_nothing(tmp_path: Path) -> None:
    """A page loads it, and has it in memory; a user's cache drops what no build asked for."""
    settle_cache(tmp_path)
    try:
        for name in ("one", "other"):
            pack = opened(tmp_path)
            pack.put(name, name.encode() * 500_000)
            pack.add({f"{name} more": b"more" * 500_000})
            pack.save()
        pack = opened(tmp_path)
        assert pack.get("one") == b"one" * 500_000
        assert pack.get("one more") == pack.get("other more") == b"more" * 500_000
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 50_000
    finally:
        settle_cache(None)
