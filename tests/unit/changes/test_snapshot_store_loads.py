"""Comparing two states is small work: what renders is not loaded, and known files are not read again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from prancha.changes import snapshot_store
from prancha.changes.snapshot_store import States
from prancha.system.cache import Store, context_of, program_digest
from tests.unit.changes.states import card, state

_LOADED = (
    "import sys, prancha.changes.snapshot_store; print([n for n in sys.modules if 'prancha.render' in n])"
)


def test_what_renders_is_not_loaded() -> None:
    told = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def test_the_files_of_the_program_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def known(*_: object) -> States:
        program_digest.cache_clear()
        program_digest()
        return States({"lume": state(card("owl"))}, complete=True)

    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(snapshot_store, "states_at", known)
    snapshot_store.pair_states(tmp_path, (), "v1", "v2")
    assert Store.usual().get(context_of("files", str(tmp_path.resolve()))) is not None
