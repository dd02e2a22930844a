"""Arguments that several commands take, and their types."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path


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


def add_games(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name games and their project."""
    parser.add_argument(
        "games", nargs="*", default=[], metavar="GAME", help="folder names in components/ (default: all)"
    )
    add_project(parser)


def add_project(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the project."""
    parser.add_argument(
        "--project",
        type=Path,
        metavar="DIR",
        help="folder with components/ and templates/ (default: this one, or the nearest above it)",
    )
