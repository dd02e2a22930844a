"""The parser of arguments: what was mistyped is told briefly, with what was most likely meant."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import NoReturn

from prancha.cli.output import plain

# argparse asks for a translation of each of its words, a search in the file system every time (a tenth of
# `--help`); what it says stands beside messages of ours, which are English.
setattr(argparse, "_", lambda words: words)  # noqa: B010 (mypy knows no such name)

_UNNAMED = dict.fromkeys(("--game", "--games"), "games stand without --game: prancha build GAME")
"""Options that people expect, and what is written instead."""
_MEANT = {
    "print": "build",
    "pdf": "build",
    "make": "build",
    "view": "studio",
    "show": "studio",
    "init": "new",
}
"""Commands of other programs, and ours."""


class ArgumentParser(argparse.ArgumentParser):
    """A parser whose messages stay short, whatever was typed."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line; exits."""
        from prancha.cli.reporters.condense import brief

        super().error(plain(brief(_with_nearest(message, self._known()))))

    def _known(self) -> list[str]:
        """The options that could be meant, of all commands."""
        choices = [action.choices for action in self._actions if isinstance(action.choices, dict)]
        parsers = [self, *(parser for each in choices for parser in each.values())]
        return [name for parser in parsers for action in parser._actions for name in action.option_strings]


def _listed_words(message: str) -> list[str]:
    """The words that argparse lists as possible."""
    return re.findall(r"'?([\w-]+)'?(?:, |\))", message.partition("(choose from ")[2])


def _with_nearest(message: str, known: Sequence[str]) -> str:
    """A message of argparse, with the nearest command, option or word where one was mistyped."""
    from prancha.model.diagnostic import nearest

    strange = re.search(r"unrecognized arguments: (--[\w-]+)", message)
    if strange and strange[1] in _UNNAMED:
        return f"{message}; {_UNNAMED[strange[1]]}"
    other = re.search(r"invalid choice: '(\w+)'", message)
    if other and other[1] in _MEANT and _MEANT[other[1]] in _listed_words(message):
        return f'{message.partition(" (choose from ")[0]}; did you mean "{_MEANT[other[1]]}"?'
    found = re.search(r"(?:invalid choice: '|unrecognized arguments: )([^'\s=]+)", message)
    listed = _listed_words(message)
    near = nearest(found[1], listed or known) if found else ""
    if not near:
        return message
    plain_message = message.partition(" (choose from ")[0]
    return f'{plain_message}; did you mean "{near}"?'
