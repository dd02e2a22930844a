"""Notes that Anki has exported as text: lines with `#` tell how to read those below them."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence

_SIGNS = {"tab": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|", "colon": ":"}
_HEAD = re.compile(
    r"#(separator|html|columns|tags|notetype|deck|(?:guid|notetype|deck|tags) column):(.*)\Z", re.I
)
_SIDES = ("Front", "Back")
"""The fields of a basic note; those after them are numbered."""
_BLOCK = re.compile(r"(?:<br ?/?>)?<(?:div|p)(?: [^<>]*)?>", re.I)
_END = re.compile(r"</(?:div|p)>|\[sound:[^\[\]]*\]|</?(?:span|font)(?: [^<>]*)?>", re.I)


def read_notes(text: str) -> tuple[list[str], list[list[str]]] | None:
    """Return the names of the fields and the notes in `text`; None where Anki has not written it.

    What only Anki needs is left out: the ids of notes, and the names of their types.
    """
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    head: dict[str, str] = {}
    for line in lines:
        found = _HEAD.match(line.rstrip("\r\n"))
        if not found:
            break
        head[found[1].casefold()] = found[2]
    if "separator" not in head:
        return None
    sign = _SIGNS.get(head["separator"].strip().casefold(), head["separator"][:1])
    if not sign or sign in '"\r\n':
        return None
    try:
        rows = [row for row in csv.reader(lines[len(head) :], delimiter=sign, strict=True) if any(row)]
    except csv.Error:
        return None  # it is told where the file is read
    if not rows:
        return None
    width = max(map(len, rows))
    names = _names(head, width, sign)
    kept = [at for at in range(width) if names[at]]
    is_html = head.get("html", "").strip().casefold() == "true"
    whole = [[*row, *[""] * (width - len(row))] for row in rows]
    return [names[at] for at in kept], [[_plain(row[at], is_html) for at in kept] for row in whole]


def _names(head: Mapping[str, str], width: int, sign: str) -> Sequence[str]:
    """Return the names of all columns, "" for those that only Anki needs."""
    own: dict[int, str] = {}
    for key, name in (("guid", ""), ("notetype", ""), ("deck", "Deck"), ("tags", "Tags")):
        number = head.get(f"{key} column", "").strip()
        if number.isdecimal():
            own[int(number) - 1] = name
    given = head.get("columns", "").split(sign) if "columns" in head else []
    fields = [at for at in range(width) if at not in own]
    sides = _SIDES if len(fields) > 1 else ("Text",)
    called = {at: sides[k] if k < len(sides) else f"Field {k + 1}" for k, at in enumerate(fields)}
    called |= {at: name.strip() for at, name in enumerate(given) if at in called and name.strip()}
    return [{**called, **own}[at] for at in range(width)]


def _plain(cell: str, is_html: bool) -> str:
    return _END.sub("", _BLOCK.sub("<br>", cell)).strip().removeprefix("<br>") if is_html else cell
