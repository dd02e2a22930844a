"""Types of arguments that several commands take."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def whole_number(least: int, most: int, called: str = "number") -> Callable[[str], int]:
    """Return what reads a whole number from `least` to `most`, which messages call a `called`."""

    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f'"{text}" is not a {called} from {least} to {most}')
        return int(text)

    return read


def names(text: str) -> tuple[str, ...]:
    """Return names separated by commas."""
    found = tuple(name.strip() for name in text.split(",") if name.strip())
    if not found:
        raise argparse.ArgumentTypeError("give one or more names, separated by commas: cards,tokens")
    return found
