"""Changed files of every kind: no traceback, no hang, every message with its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fuzzed_kinds import KINDS
from fuzzing import fuzz

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the alarm is one of POSIX")
FEW = 8
"""Of each kind in every run."""
MANY = 700


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_file_is_read_or_refused(kind: str, tmp_path: Path) -> None:
    fuzz(kind, FEW, 1, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_changed_files_are_read_or_refused(kind: str, tmp_path: Path) -> None:
    refused = fuzz(kind, MANY, 2, tmp_path)
    assert MANY // 100 < refused < MANY  # else the changes were all too small, or too large
