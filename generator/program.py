"""The program `prancha`, as it is installed."""

from __future__ import annotations

import gc
import sys

from generator.supervision import supervised


def main() -> int:
    """Run the command line in a supervised process; returns the exit code."""
    try:
        return supervised(_commands, alone="--debug" in sys.argv)
    finally:
        gc.freeze()  # Python looks for cycles once more on its way out, among all that is left


def _commands() -> int:
    from generator import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
