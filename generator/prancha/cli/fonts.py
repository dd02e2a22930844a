"""The command of fonts: font add."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from prancha.cli.output import FINE, say, say_slow

WEIGHTS = "400,700"


def add_commands(commands: Any, project: Callable[[argparse.ArgumentParser], None]) -> None:
    """Add the commands; `project` adds the option that names the project."""
    font = commands.add_parser("font", help="add a font of a file, or an installed one, to a project")
    actions = font.add_subparsers(title="actions", metavar="ACTION", required=True)
    adding = actions.add_parser(
        "add", help="put a font where games look for it, as static TrueType files",
        epilog='Such as: prancha font add "Noto Sans Georgian"; or: prancha font add Downloads/Lora.ttf',
    )  # fmt: skip
    adding.add_argument(
        "fonts", nargs="+", metavar="FILE|FAMILY",
        help="a .ttf, .otf, .ttc or .woff file, or an installed family (such as Debian's fonts-noto-core)",
    )  # fmt: skip
    adding.add_argument("--game", default="", metavar="GAME", help="for this game alone (default: for all)")
    adding.add_argument("--face", default="", metavar="NAME", help="the family to take out of a collection")
    adding.add_argument(
        "--weights", type=_weights, default=WEIGHTS, metavar="N[,N]",
        help=f"weights of a family or a variable font, 1 to 999 (default: {WEIGHTS})",
    )  # fmt: skip
    project(adding)
    adding.set_defaults(run=_add)


def _weights(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and 1 <= int(part) <= 999 for part in parts):
        raise argparse.ArgumentTypeError(f'"{text}" is no list of weights; write 400,700')
    return tuple(sorted({int(part) for part in parts}))


def _add(options: argparse.Namespace) -> int:
    from prancha.setup.font_adding import add_font

    for wanted in options.fonts:
        added = add_font(
            options.project, wanted, game=options.game, face=options.face, weights=options.weights,
            slow=say_slow,
        )  # fmt: skip
        for path in added.files:
            say(path.as_posix())
        for note in added.notes:
            say(f"note: {note}")
    say("now name it in game.yaml, behind what it has, and build:")
    for game, line in added.lines.items():
        say(f"    components/{game}/game.yaml: {line}")
    return FINE
