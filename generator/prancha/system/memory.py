"""Memory that nobody uses, given back to the system."""

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
