"""Files are read once, and again when they are others."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from prancha.system.cache import Store, inputs
from prancha.system.cache.inputs import file_digest, remember_digests


@pytest.fixture(autouse=True)
def _new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "_known", {})
    monkeypatch.setattr(inputs, "_there", set())


def old(path: Path, text: str) -> str:
    """A file whose times are long past, as far as they can be set."""
    path.write_text(text)
    os.utime(path, ns=(10**18, 10**18))
    return str(path)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of a minute from now: what was written a moment ago is no longer young."""
    now = time.time_ns
    monkeypatch.setattr(inputs.time, "time_ns", lambda: now() + 60_000_000_000)


def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is opened from now on."""
    paths: list[str] = []
    real = open

    def noting(path: str, *more: Any) -> Any:
        paths.append(path)
        return real(path, *more)

    monkeypatch.setattr("builtins.open", noting)
    return paths


@pytest.mark.skipif(os.name != "posix", reason="ctime is the time of birth there")
def test_what_an_earlier_run_read_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: None
) -> None:
    store, file = Store(tmp_path / "cache"), old(tmp_path / "a.yaml", "one")
    with remember_digests(store, tmp_path):
        first = file_digest(file)
    inputs._known.clear()
    with remember_digests(store, tmp_path):
        seen = opened(monkeypatch)
        assert file_digest(file) == first
        assert seen == []


def test_a_file_with_its_old_time_and_size_is_read_again(tmp_path: Path, later: None) -> None:
    store, file = Store(tmp_path / "cache"), old(tmp_path / "a.yaml", "one")
    with remember_digests(store, tmp_path):
        first = file_digest(file)
    old(tmp_path / "a.yaml", "two")
    inputs._known.clear()
    with remember_digests(store, tmp_path):
        assert file_digest(file) != first


def test_a_young_file_is_not_remembered(tmp_path: Path) -> None:
    file = old(tmp_path / "a.yaml", "one")
    file_digest(file)
    assert inputs._known == {}


def test_files_that_are_gone_are_forgotten(tmp_path: Path, later: None) -> None:
    store = Store(tmp_path / "cache")
    file, other = old(tmp_path / "a.yaml", "one"), old(tmp_path / "b.yaml", "two")
    with remember_digests(store, tmp_path):
        file_digest(file)
        file_digest(other)
    Path(file).unlink()
    inputs._known.clear()
    inputs._there.clear()
    Path(other).write_text("three")
    with remember_digests(store, tmp_path):
        file_digest(other)
    inputs._known.clear()
    with remember_digests(store, tmp_path):
        assert list(inputs._known) == [other]
