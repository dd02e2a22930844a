"""Memory is given back where the C library can, and nothing is said where it cannot."""

from __future__ import annotations

import ctypes
import gc
import weakref
from pathlib import Path

import pytest

from prancha.cli import command_line
from prancha.system.processes import give_back


class _Circle:
    """Something that only the search for cycles frees."""

    def __init__(self) -> None:
        self.own = self


@pytest.mark.parametrize("library", [ctypes.CDLL, lambda _: object()])
def test_circles_are_freed_with_and_without_a_library(
    library: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ctypes, "CDLL", library)
    gc.disable()
    try:
        seen = weakref.ref(_Circle())
        assert seen() is not None
        give_back()
        assert seen() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("command", "called"),
    [
        (["studio", "--no-open"], "prancha.studio.studio_server.run_studio"),
        (["build", "--watch"], "prancha.building.incremental.watch"),
    ],
)
def test_commands_that_stay_look_for_cycles(
    command: list[str], called: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = []
    monkeypatch.setattr(called, lambda *_, **__: looking.append(gc.isenabled()))
    (tmp_path / "components").mkdir()
    before = gc.get_threshold()
    gc.disable()
    try:
        assert command_line.main([*command, "--project", str(tmp_path)]) == 0
    finally:
        gc.set_threshold(*before)
        gc.enable()
    assert looking == [True]
