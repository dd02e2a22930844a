"""The small deck that every test of faces draws."""

from __future__ import annotations

from pathlib import Path

import pytest
from deck import Deck


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Deck:
    monkeypatch.chdir(tmp_path)
    return Deck(tmp_path)
