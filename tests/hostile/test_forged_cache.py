"""An entry of the cache that is whole, but not what the program keeps there, is as good as none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from running import INNOCENT, run_here

from prancha.system.cache import Store

COMMANDS = (
    ("build", "gift", "--no-cover", "--out", "out"),
    ("check", "gift"),
    ("snapshot", "now", "gift", "--replace"),
    ("diff", "now", "gift"),
    ("manifest", "gift"),
)


def results(project: Path) -> Sequence[tuple[int, bytes]]:
    """Exit codes, and the PDF."""
    shutil.rmtree(project / "out", ignore_errors=True)
    codes = [run_here(project, command)[0] for command in COMMANDS]
    return [(code, path.read_bytes()) for code in codes for path in (project / "out/gift").glob("*.pdf")]


@pytest.mark.skipif(os.name == "nt", reason="remembers no digests there")
@pytest.mark.parametrize("payload", [b"", msgspec.msgpack.encode([1, {"a": [2]}])])
def test_a_forged_entry_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, payload: bytes) -> None:
    project = Path(shutil.copytree(INNOCENT, tmp_path / "project"))
    wanted = results(project)
    assert {code for code, _ in wanted} == {0}
    folder = tmp_path / "cache"
    monkeypatch.setenv("PRANCHA_CACHE", str(folder))
    results(project)
    keys = sorted(path.stem for path in folder.glob("*.prancha"))
    assert len(keys) > 6
    for key in keys:
        Store(folder).put(bytes.fromhex(key), payload)
        assert results(project) == wanted, key
