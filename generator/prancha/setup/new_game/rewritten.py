"""Lists that cannot stand in a game as they are: YAML, tables of Markdown, rows without names of columns."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from prancha.catalogue import read_yaml
from prancha.catalogue.source_files import read_text
from prancha.catalogue.spreadsheet import nameless, slug
from prancha.catalogue.spreadsheet.json_list import BY_ID, OBJECTS, kind_of, lists_in
from prancha.catalogue.spreadsheet.table_columns import split_language
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.setup.new_game.cell_values import CODES, is_number
from prancha.setup.new_game.copy_headings import rank_of
from prancha.setup.new_game.deeper_lists import unwrapped
from prancha.setup.new_game.rows import counted
from prancha.setup.new_game.sideways import names_a_column

YAML = (".yaml", ".yml")
MARKDOWN = (".md", ".markdown")
_KEY = "cards"
"""Under which a list is written anew, where its file cannot be one of a game."""
_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*\Z")
_BAR = re.compile(r"(?<!\\)\|")
_COMMENT = re.compile(r"%%.*?%%")
_WIKI = re.compile(r"(!?)\[\[([^\[\]|\\]+)(?:\\?\|([^\[\]|]+))?\]\]")
"""A link to another note, as Obsidian writes it: to its name, or with other words."""
_EMBEDDED = re.compile(r"!\[[^\[\]]*\]\(([^()\s]+)\)")
"""A picture, of which the name of the file stays."""
_PARTS = frozenset("deck sideboard commander companion maybeboard main mainboard extra side".split())
"""Headings in the list of a deck."""
_PART = re.compile(r"(?::|\(\d+\))\Z")
_COUNTED = re.compile(r"\s*(\d{1,3})\s*[x×]?\s+(\S.*)\Z", re.I)
_SENTENCE = re.compile(r"""[.!?…。！？]["'”’»)]*\Z""")
_NAMES = frozenset("id key code number no nr # notes note comment level set".split())
"""Names of columns besides those that say what a card shows."""
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
COUNTS = "count"
"""The column of copies in a list that does not name it: what is guessed has a bound."""
_LONGEST_NAME = 40
"""Characters of the name of a column."""


def from_yaml(source: Path) -> tuple[str, list[str]]:
    """The list of a YAML file, or the lists below its keys, as JSON; and what its reading told."""
    document = read_yaml(source, source.parent)
    data, _ = unwrapped(document.data)
    whole = _objects(data)
    if isinstance(data, dict) and (lists := lists_in(data)):
        found = {key: _objects(part) if key in lists else part for key, part in data.items()}
    elif whole:
        found = {_KEY: whole}
    else:
        message = "expected a list of components"
        hint = "write each as - name: ..., or by its id as fox: with its keys below"
        raise Failure([Diagnostic(Place(str(source)), "no-items", message, hint=hint)])
    told = [f"line {note.place.line}: {note.message}; {note.hint}" for note in document.notes]
    return json.dumps(found, ensure_ascii=False, indent=1, default=str) + "\n", told


def _objects(value: Any) -> list[Any] | None:
    """Objects as they are listed, or each below its name: `fox: {...}`, `- Fire Bolt: {...}`."""
    kind = kind_of(value)
    if kind == BY_ID:
        pairs = list(value.items())
    elif kind == OBJECTS and all(len(one) == 1 and kind_of(one) == BY_ID for one in value):
        pairs = [pair for one in value for pair in one.items()]
    else:
        return list(value) if kind else None
    plain = all(slug(str(name)) == str(name) for name, _ in pairs)
    return [{"id" if plain else "name": name, **one} for name, one in pairs]


def from_markdown(source: Path) -> tuple[bytes, str]:
    """The first table of a Markdown file as CSV, and what is told of it; raises Failure for none."""
    lines = read_text(source, source.name).splitlines()
    rules = (k for k, line in enumerate(lines) if k and "-" in line and "|" in line and _RULE.match(line))
    tables = [k for k in rules if len(_cells(lines[k])) == len(_cells(lines[k - 1]))]
    if not tables:
        message = "there is no table in it"
        hint = "write one as | name | text | with a line of | --- | --- | below it, or save it as .csv"
        raise Failure([Diagnostic(Place(str(source)), "no-items", message, hint=hint)])
    first = tables[0]
    rows = [_cells(lines[first - 1])]
    rows += [_cells(line) for line in lines[first + 1 : first + 1 + _rows(lines, first)]]
    others = [
        f"that of {', '.join(filter(None, _cells(lines[k - 1])))} in row {k} "
        f"({counted(_rows(lines, k), 'row')})"
        for k in tables[1:]
    ]
    also = f" (not read: {'; '.join(others)})" if others else ""
    raw = "\n".join(lines[first - 1 : first + len(rows)])
    if _WIKI.search(raw) or _COMMENT.search(raw):
        also += ", links to notes as their words and without %%comments%%,"
    return as_csv(rows[0], rows[1:]), f"the first table of the file{also}"


def _rows(lines: Sequence[str], rule: int) -> int:
    """How many rows a table has below its `rule`."""
    return next((k for k, line in enumerate(lines[rule + 1 :]) if "|" not in line), len(lines) - rule - 1)


def _cells(line: str) -> list[str]:
    inner = _COMMENT.sub("", line)
    inner = _WIKI.sub(lambda found: found[3] or found[2], _EMBEDDED.sub(r"\1", inner))
    inner = inner.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.strip().replace("\\|", "|") for cell in _BAR.split(inner)]


def as_csv(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bytes:
    """The rows below `header` as the bytes of a CSV file."""
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\n").writerows([header, *rows])
    return stream.getvalue().encode()


def with_names(rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]] | None:
    """Names for the columns of `rows`, whose first is a card and no header; None where it is one.

    Lines such as `4 Lightning Bolt` become a number of copies and a name; where they are numbered from 1, a
    number and a name.
    """
    header, below = rows[0], rows[1:]
    if max(map(len, rows)) == 1:
        counted = _counted([row[0].strip() for row in rows if row])
        if counted:
            return counted
        if below and (_SENTENCE.search(header[0].strip()) or len(header[0]) > _LONGEST_NAME):
            return ["text"], [list(row) for row in rows]
        return None
    if not _is_card(header, below):
        return None
    named = next((k for k, cell in enumerate(header) if cell.strip() and not is_number(cell.strip())), 0)
    names = ["name" if k == named else nameless(k) for k in range(max(map(len, rows)))]
    return names, [list(row) for row in rows]


def _counted(lines: Sequence[str]) -> tuple[list[str], list[list[str]]] | None:
    """Lines that count cards, with the heading they stand below where there are any; None for others.

    Among lines most of which count, one that does not is a card.
    """
    rows, part = [], ""
    for line in lines:
        found = _COUNTED.match(line)
        if found:
            rows.append([found[1], found[2].strip(), part])
        elif line.casefold().rstrip(":") in _PARTS or line.startswith(("//", "#")) or _PART.search(line):
            part = line.lstrip("/# ").rstrip(":")
        else:
            rows.append(["1", line, part])
    counting = sum(map(bool, map(_COUNTED.match, lines)))
    if 2 * counting <= len(rows):
        return None
    first = "number" if all(int(row[0]) == at for at, row in enumerate(rows, 1)) else COUNTS
    if not any(row[2] for row in rows):
        return [first, "name"], [row[:2] for row in rows]
    return [first, "name", "part"], rows


def _is_card(header: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the first row is no names of columns but what the others are."""
    if doubtful_names(header, below) and (_says_again(header, below) or _has_sentence(header, below)):
        return True
    return _has_numbers(header, below)


def doubtful_names(header: Sequence[Any], below: Sequence[Sequence[Any]]) -> bool:
    """Whether a first row may be a card: none of its words names columns, and none stands over numbers."""
    for index, cell in enumerate(header):
        name = str(cell).strip()
        words = name.split()
        if names_a_column(name) or (len(words) == 2 and any(map(names_a_column, words))):
            return False
        if rank_of(name) or name.casefold() in _NAMES or split_language(name, CODES)[1]:
            return False
        column = _column(below, index)
        if name and not is_number(name) and column and all(map(is_number, column)):
            return False
    return any(any(str(cell).strip() for cell in row) for row in below)


def _says_again(header: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a word of the first row stands below itself, though not as the names of columns once more."""
    others = [row for row in below if [cell.strip() for cell in row] != [cell.strip() for cell in header]]
    return any(cell.strip() in _column(others, k) for k, cell in enumerate(header) if cell.strip())


def _has_sentence(header: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a cell of the first row is a sentence of several words, as half of those below it are."""
    for index, cell in enumerate(header):
        column = _column(below, index)
        sentences = sum(bool(_SENTENCE.search(one)) for one in column)
        if _SENTENCE.search(cell.strip()) and len(cell.split()) > 1 and 2 * sentences >= max(1, len(column)):
            return True
    return False


def _column(rows: Sequence[Sequence[Any]], index: int) -> list[str]:
    """The cells of a column that hold anything."""
    cells = (str(row[index]).strip() for row in rows if index < len(row))
    return [cell for cell in cells if cell]


def _has_numbers(header: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the first row has numbers where the others have them, and those are no years or ordinals."""
    found = []
    for index, cell in enumerate(header):
        column = _column(below, index)
        if is_number(cell.strip()) and column and all(map(is_number, column)):
            found.append((cell.strip(), column))
    if len(found) == 1:
        cell, column = found[0]
        return not _YEAR.match(cell) or any(map(_YEAR.match, column))
    numbers = [float(cell.replace(",", ".")) for cell, _ in found]
    counted = all(after == before + 1 for before, after in pairwise(numbers))
    return bool(found) and not counted
