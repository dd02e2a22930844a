"""Memory that nobody uses, looked for and given back to the system."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress


def give_back() -> None:
    """Give back what is free: a C library keeps it for the next time, which may be hours away.

    Where the library knows no such call, only what Python itself can free is freed.
    """
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def look_for_cycles() -> None:
    """Let Python look for what only refers to itself, in a process that stays, but not in what it loaded.

    Seldom enough to cost little, often enough that what each save leaves behind never adds up.
    """
    gc.freeze()
    gc.set_threshold(50_000, 5, 10)
    gc.enable()
