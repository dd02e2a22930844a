"""A game that is there already: a family more for it, or what is new in the list of one it has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.setup.new_game.copies import NONE
from prancha.setup.new_game.listed import Listed, read_list
from prancha.setup.new_game.proposal import fields_of, id_pattern
from prancha.setup.new_game.roles import Wishes, give_roles
from prancha.setup.new_game.wording import in_languages, scalar

_FAMILIES = re.compile(r"(?m)^families: *\[([^\]\n]*)\]")
_PALETTE = re.compile(r"(?m)^palette:[ \t]*(\{)?[^\n]*\n")
_TOLD = 5


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


def compared(source: Path, copy: Path, sheet: str, update: str = "") -> list[str]:
    """What the list `source` has that its `copy` in a game has not, and the other way round.

    With it comes how to take it over: by the command `update`, where there is one.
    """
    new, old = read_list(source, copy.stem, sheet), read_list(copy, copy.stem)
    lines = _columns(old, new)
    before, after = _by_name(old), _by_name(new)
    lines += _told("new", [name for name in after if name not in before])
    lines += _told("gone", [name for name in before if name not in after])
    changed = [
        f"{name} ({', '.join(_differences(before[name], row))})"
        for name, row in after.items()
        if name in before and _differences(before[name], row)
    ]
    lines += _told("changed", changed)
    if not lines:
        return [f"nothing is new in {source}"]
    taken = f"copy {source} over {copy.as_posix()}, and build"
    if new.rewritten:
        taken = f"{copy.as_posix()} was made of it; write the same there, and build"
    return [*lines, f"to take it over: {update or taken}"]


def _columns(old: Listed, new: Listed) -> list[str]:
    fresh = [name for name in new.names if name and name not in old.names]
    lost = [name for name in old.names if name and name not in new.names]
    return _told("new column", fresh) + _told("column gone", lost)


def _by_name(listed: Listed) -> dict[str, dict[str, Any]]:
    """The rows by what tells them apart, else by their number."""
    fields = fields_of(listed.names, listed.rows, ("en",), listed.called)
    give_roles(fields, (), Wishes(copies=NONE))
    pattern, heading = id_pattern(fields, len(listed.rows))
    own = heading in listed.names and "{row}" not in pattern
    at = listed.names.index(heading) if own else -1
    return {
        (str(row[at]) if own else f"row {number}"): dict(zip(listed.names, row, strict=False))
        for number, row in enumerate(listed.rows, 2)
    }


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    both = [name for name in new if name and name in old]
    return [
        f"{name}: {_short(old[name])} -> {_short(new[name])}"
        for name in both
        if str(old[name]) != str(new[name])
    ]


def _short(value: Any) -> str:
    text = " ".join(str(value).split()) or "nothing"
    return text if len(text) <= 24 else f"{text[:23]}…"


def _told(what: str, names: Sequence[str]) -> list[str]:
    if not names:
        return []
    more = f", and {len(names) - _TOLD} more" if len(names) > _TOLD else ""
    return [f"{what}: {', '.join(names[:_TOLD])}{more}"]
