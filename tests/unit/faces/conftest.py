"""The small deck that every test of faces draws."""

from __future__ import annotations

from pathlib import Path

import pytest
from deck import Deck
from drawing_deck import drawing_deck


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Deck:
    monkeypatch.chdir(tmp_path)
    return Deck(tmp_path)


@pytest.fixture
def sheet(deck: Deck) -> Deck:
    """A deck whose template is a drawing."""
    return drawing_deck(deck)
