"""The next studio of a project listens where the last one did, for the pages of the last one."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from prancha.studio.studio_server import OLDEST, KeptAddress, keep_address, read_address

ADDRESS = KeptAddress(45678, "s" * 32)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PRANCHA_CACHE", raising=False)
    return tmp_path


def kept(home: Path) -> Path:
    [path] = (home / "cache" / "prancha" / "studio").iterdir()
    return path


def test_it_is_kept_for_the_project_and_the_user_alone(home: Path) -> None:
    keep_address(home, ADDRESS)
    keep_address(home, ADDRESS)
    assert read_address(home) == ADDRESS
    assert read_address(home / "other") != ADDRESS
    assert kept(home).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"port": 80, "secret": "%s"}' % ("s" * 32), '{"port": 45678, "secret": "s"}']
)
def test_what_is_damaged_is_not_used(home: Path, content: str) -> None:
    keep_address(home, ADDRESS)
    kept(home).write_text(content)
    found = read_address(home)
    assert found.port == 0
    assert len(found.secret) == 32
    assert found.secret != ADDRESS.secret


def test_what_others_could_read_is_no_secret(home: Path) -> None:
    keep_address(home, ADDRESS)
    kept(home).chmod(0o644)
    assert read_address(home).secret != ADDRESS.secret


def test_an_old_one_is_not_used(home: Path) -> None:
    keep_address(home, ADDRESS)
    long_ago = time.time() - OLDEST - 60
    os.utime(kept(home), (long_ago, long_ago))
    assert read_address(home).secret != ADDRESS.secret


def test_without_a_cache_of_the_user_nothing_is_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRANCHA_CACHE", "off")
    keep_address(home, ADDRESS)
    assert not (home / "cache").exists()
    assert read_address(home).port == 0
