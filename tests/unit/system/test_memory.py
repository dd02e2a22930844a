"""Memory is given back where the C library can, and nothing is said where it cannot."""

from __future__ import annotations

import ctypes
import gc
import weakref

import pytest

from prancha.system.memory import give_back


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
