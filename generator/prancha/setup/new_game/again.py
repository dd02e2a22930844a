"""A game that is there already: the game.yaml of one that gets another family."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.setup.new_game.wording import in_languages, scalar

_FAMILIES = re.compile(r"(?m)^families: *\[([^\]\n]*)\]")
_PALETTE = re.compile(r"(?m)^palette:[ \t]*(\{)?[^\n]*\n")


def grown(
    path: Path, family: str, texts: Mapping[str, str], languages: Sequence[str], palette: Mapping[str, str]
) -> str:
    """The game.yaml at `path` with one family more, and what its template needs; raises Failure.

    That are words it prints, `texts`, and colours it names, `palette`.
    """
    text = path.read_text(encoding="utf-8")
    found = _FAMILIES.search(text)
    if found is None:
        message = "its families: are not in one line, where another could be added"
        hint = f"write families: [..., {family}] there, and try again"
        raise Failure([Diagnostic(Place(path.as_posix()), "not-written", message, hint=hint)])
    listed = f"{found[1].strip()}, {family}" if found[1].strip() else family
    text = f"{text[: found.start()]}families: [{listed}]{text[found.end() :]}"
    text = _coloured(text, palette)
    missing = {name: word for name, word in texts.items() if not re.search(rf"(?m)^  {name}:", text)}
    lines = "".join(
        f"  {scalar(name)}: {in_languages({'en': word}, languages)}\n" for name, word in missing.items()
    )
    if not lines:
        return text
    there = re.search(r"(?m)^texts:[ \t]*(#.*)?\n", text)
    if there:
        return text[: there.end()] + lines + text[there.end() :]
    return f"{text.rstrip()}\ntexts:\n{lines}"


def _coloured(text: str, palette: Mapping[str, str]) -> str:
    """The game.yaml `text` with those colours of `palette` that it has not."""
    found = _PALETTE.search(text)
    there = re.compile(r"(?m)(?:^  |[{,] *)([A-Za-z_]\w*):")
    known = set(there.findall(text[found.start() :])) if found else set()
    missing = {name: colour for name, colour in palette.items() if name not in known}
    if not missing:
        return text
    if found and found[1]:
        flow = "".join(f'{name}: "{colour}", ' for name, colour in missing.items())
        return text[: found.end(1)] + flow + text[found.end(1) :]
    lines = "".join(f'  {name}: "{colour}"\n' for name, colour in missing.items())
    if found:
        return text[: found.end()] + lines + text[found.end() :]
    return f"{text.rstrip()}\npalette:\n{lines}"
