from __future__ import annotations

from typing import Any

import pytest
from faces_made import Look, Set, Written

from prancha.checks.artwork import inspect
from prancha.model.diagnostic import Diagnostic


@pytest.fixture
def look() -> Look:
    """What one check finds on one front (or several), with other settings."""

    def run(code: str, fronts: Any, settings: Any = None, **more: Any) -> list[Diagnostic]:
        drawn = fronts if isinstance(fronts, dict) else {"a": fronts}
        seen = inspect([Set(drawn, **more).printed()], Written(settings or {}))
        return [finding for finding in seen.findings if finding.code == code]

    return run
