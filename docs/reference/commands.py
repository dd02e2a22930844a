"""The command line, from its parser."""

import argparse
from collections.abc import Iterator

from prancha.cli.command_line import _parser


def commands() -> str:
    """The page on commands and options."""
    parser = _parser()
    lines = [
        "# Command line",
        "",
        "Made by `make reference` from the program's own parser; `prancha COMMAND --help` says the same.",
        "Exit codes: 0 fine, 1 findings or bad input, 2 wrong usage, 3 our own fault, 130 interrupted.",
    ]
    for name, said, one in _all(parser, "prancha"):
        lines += ["", f"## {name}", ""]
        if said:
            lines += [f"{said[0].upper()}{said[1:]}.", ""]
        rows = [_row(action) for action in one._actions if _shown(action)]
        lines += ["| | | |", "|---|---|---|", *rows] if rows else []
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _all(parser: argparse.ArgumentParser, name: str) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {each.dest: each.help or "" for each in action._choices_actions}
            for word, one in action.choices.items():
                if not any(isinstance(inner, argparse._SubParsersAction) for inner in one._actions):
                    yield f"{name} {word}", helps.get(word, ""), one
                yield from _all(one, f"{name} {word}")


def _shown(action: argparse.Action) -> bool:
    return action.help != argparse.SUPPRESS and not isinstance(
        action, argparse._HelpAction | argparse._SubParsersAction
    )


def _row(action: argparse.Action) -> str:
    named = f"`{action.metavar or action.dest}`".replace("|", "\\|")
    names = ", ".join(f"`{flag}`" for flag in action.option_strings) or named
    takes = ""
    if action.option_strings and action.nargs != 0:
        takes = " \\| ".join(map(str, action.choices)) if action.choices else str(action.metavar or "")
    elif not action.option_strings and action.choices:
        takes = ", ".join(map(str, action.choices))
    said = (action.help or "").replace("%(default)s", str(action.default))
    return f"| {names} | {takes} | {said} |"
