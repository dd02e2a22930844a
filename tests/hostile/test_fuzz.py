"""Mutated files of every kind: no traceback, no hang, every message with its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fuzzing import fuzz

slow = pytest.mark.slow
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the alarm is one of POSIX")

KINDS = (
    ("yaml", 150, 10_000),
    ("svg", 100, 5_000),
    ("image", 60, 3_000),
    ("font", 60, 3_000),
    ("csv", 100, 3_000),
    ("xlsx", 60, 3_000),
)


@pytest.mark.parametrize(
    ("kind", "times"),
    [(kind, short) for kind, short, _ in KINDS]
    + [pytest.param(kind, long, marks=slow) for kind, _, long in KINDS],
)
def test_a_mutated_file_is_read_or_refused(kind: str, times: int, tmp_path: Path) -> None:
    refused = fuzz(kind, times, 1, tmp_path / "project")
    assert times // 20 < refused < times  # else the changes were all too large, or too small
