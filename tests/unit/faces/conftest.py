"""The desk every test of faces works on."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import Desk


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    return Desk(tmp_path)
