"""The parser of arguments: what was mistyped is told briefly, with what was most likely meant."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
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
    """A parser whose messages stay short, whatever was typed; `whole` gives one with all commands."""

    whole: Callable[[], argparse.ArgumentParser] | None = None

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line; exits."""
        from prancha.cli.reporters.condense import brief

        super().error(plain(brief(_with_nearest(message, self._known()))))

    def _known(self) -> Mapping[str, list[str]]:
        """The options that could be meant, with the commands that have them."""
        whole = self if self.whole is None else self.whole()
        choices = [action.choices for action in whole._actions if isinstance(action.choices, dict)]
        parsers = {"": whole} | {name: parser for each in choices for name, parser in each.items()}
        known: dict[str, list[str]] = {}
        for command, parser in parsers.items():
            for option in (option for action in parser._actions for option in action.option_strings):
                known.setdefault(option, []).append(command)
        return known


def _listed_words(message: str) -> list[str]:
    """The words that argparse lists as possible."""
    return re.findall(r"'?([\w-]+)'?(?:, |\))", message.partition("(choose from ")[2])


def _with_nearest(message: str, known: Mapping[str, Sequence[str]]) -> str:
    """A message of argparse, with the nearest command, option or word where one was mistyped."""
    from prancha.model.diagnostic import nearest

    strange = re.search(r"unrecognized arguments: (--[\w-]+)", message)
    if strange and strange[1] in _UNNAMED:
        return f"{message}; {_UNNAMED[strange[1]]}"
    if strange and strange[1] in known:
        having = ", ".join(filter(None, known[strange[1]]))
        return f"{message}; it is an option of {having or 'prancha alone'}"
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
