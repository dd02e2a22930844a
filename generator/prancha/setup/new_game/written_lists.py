"""Lists that are no tables: cards written by hand, such as `Fox: Draw a card.`, and notes of Anki."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence

from prancha.setup.new_game.list_meanings import names_a_column

_PARTED = re.compile(r"(?P<name>[^:–—]{1,40}?)\s*(?::\s|\s[–—-]\s)\s*(?P<text>\S.*)\Z")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)\Z")
_HEADING = re.compile(r"(#{1,6})\s+(.*?)[\s#]*\Z")
_STARS = re.compile(r"(\*\*|__|\*|_)(.+?)\1\Z")
_COLON = re.compile(r"(\*\*|__)([^*_\n]+):\1")
"""A colon that is bold with the name before it."""
_MOST = 0.8
"""Least share of lines of one form in a written list."""
_LONGEST = 40
"""Maximum length of a name."""
_COUNT = re.compile(r"(\d{1,3})\s*[x×]\s+|[x×]\s*(\d{1,3})\s+", re.I)
Table = list[list[str]]
"""Rows below the names of their columns."""


def read_written(text: str) -> tuple[Table, str] | None:
    """Return the cards that a text writes, and how it writes them; None for a text that lists none."""
    text = _COLON.sub(r"\1\2\1:", text)
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    for read, how in (
        (_below_headings, "headings with texts below them"),
        (_bullets, "the entries of a list"),
        (_parted, "lines of a name and a text"),
        (_paragraphs, "names with texts below them"),
    ):
        if rows := read(lines):
            counts = [_COUNT.match(row[0]) for row in rows]
            names = ["name", "text"] if any(row[1] for row in rows) else ["name"]
            rows = [row[: len(names)] for row in rows]
            if any(counts):
                numbers = [(found[1] or found[2]) if found else "1" for found in counts]
                plain = [[_COUNT.sub("", row[0], count=1), *row[1:]] for row in rows]
                names, rows = [*names, "copies"], [[*row, n] for row, n in zip(plain, numbers, strict=True)]
            return [names, *rows], how
    return None


def _plain(name: str) -> str:
    """Return a name without the stars or the colon around it."""
    bare = name.strip().rstrip(":").strip()
    found = _STARS.match(bare)
    return found[2].strip().rstrip(":") if found else bare


def _below_headings(lines: Sequence[str]) -> Table:
    """Return the headings of the deepest level that occurs twice, each with what stands below."""
    found = [(at, head) for at, line in enumerate(lines) if (head := _HEADING.match(line))]
    levels = [len(head[1]) for _, head in found]
    level = max((one for one in levels if levels.count(one) > 1), default=0)
    rows = []
    ends = [*(at for at, _ in found[1:]), len(lines)]
    for (at, head), end in zip(found, ends, strict=False):
        below = "\n".join(filter(None, lines[at + 1 : end]))
        if len(head[1]) == level and len(head[2]) <= _LONGEST and below:
            rows.append([_plain(head[2]), below])
    return rows if len(rows) > 1 and len(rows) >= _MOST * levels.count(level) else []


def _bullets(lines: Sequence[str]) -> Table:
    """Return the entries of a list, which all have a name before a colon or dash, or are names alone."""
    entries = [found[1] for line in lines if (found := _BULLET.match(line))]
    others = [line for line in lines if line.strip() and not _BULLET.match(line) and not _HEADING.match(line)]
    if len(entries) < 2 or len(entries) < _MOST * (len(entries) + len(others)):
        return []
    parted = [_PARTED.match(entry) for entry in entries]
    if all(parted):
        return [[_plain(found["name"]), found["text"]] for found in parted if found]
    return [[_plain(entry), ""] for entry in entries] if max(map(len, entries)) <= _LONGEST else []


def _parted(lines: Sequence[str]) -> Table:
    """Return lines that part a name from a text."""
    filled = [line for line in lines if line.strip() and not _HEADING.match(line)]
    found = [_PARTED.match(line.strip()) for line in filled]
    if len(filled) < 2 or not all(found):
        return []
    rows = [[_plain(one["name"]), one["text"]] for one in found if one]
    return [] if names_a_column(rows[0][0]) or len({row[0] for row in rows}) < len(rows) else rows


def _paragraphs(lines: Sequence[str]) -> Table:
    """Return paragraphs that begin with a short line, the name, and go on below it."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            blocks[-1].append(line.strip())
        elif blocks[-1]:
            blocks.append([])
    blocks = [block for block in blocks if block]
    below = [line for block in blocks for line in block[1:]]
    if 2 * sum(line[0].isdigit() for line in below) > len(below):
        return []  # lines that count cards, below the parts of a deck
    fit = all(len(block) > 1 and len(block[0]) <= _LONGEST and not block[0].endswith(".") for block in blocks)
    return [[_plain(block[0]), "\n".join(block[1:])] for block in blocks] if len(blocks) > 1 and fit else []


_SIGNS = {"tab": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|", "colon": ":"}
_ANKI_HEAD = re.compile(
    r"#(separator|html|columns|tags|notetype|deck|(?:guid|notetype|deck|tags) column):(.*)\Z", re.I
)
_SIDES = ("Front", "Back")
"""The fields of a basic note; those after them are numbered."""
_HTML_BLOCK = re.compile(r"(?:<br ?/?>)?<(?:div|p)(?: [^<>]*)?>", re.I)
_HTML_END = re.compile(r"</(?:div|p)>|\[sound:[^\[\]]*\]|</?(?:span|font)(?: [^<>]*)?>", re.I)


def read_notes(text: str) -> tuple[list[str], list[list[str]]] | None:
    """Return the names of the fields and the notes in `text`; None where Anki has not written it.

    What only Anki needs is left out: the ids of notes, and the names of their types.
    """
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    head: dict[str, str] = {}
    for line in lines:
        found = _ANKI_HEAD.match(line.rstrip("\r\n"))
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
    names = _field_names(head, width, sign)
    kept = [at for at in range(width) if names[at]]
    is_html = head.get("html", "").strip().casefold() == "true"
    whole = [[*row, *[""] * (width - len(row))] for row in rows]
    return [names[at] for at in kept], [[_plain_cell(row[at], is_html) for at in kept] for row in whole]


def _field_names(head: Mapping[str, str], width: int, sign: str) -> Sequence[str]:
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


def _plain_cell(cell: str, is_html: bool) -> str:
    return _HTML_END.sub("", _HTML_BLOCK.sub("<br>", cell)).strip().removeprefix("<br>") if is_html else cell
