"""The sample kit, built once for all faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from sample_kit import Kits, build_kits, write_sample


@pytest.fixture(scope="session")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Kits:
    return build_kits(tmp_path_factory.mktemp("mostra"))


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sample(tmp_path_factory.mktemp("sample"))
