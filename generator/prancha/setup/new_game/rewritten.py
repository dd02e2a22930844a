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
from prancha.catalogue.spreadsheet import nameless, slug
from prancha.catalogue.text_file import read_text
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.setup.new_game.cell_values import is_number

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
_COUNTED = re.compile(r"\s*(\d{1,3})\s*[x×]?\s+(\S.*)\Z", re.I)
_SENTENCE = re.compile(r"""[.!?…。！？]["'”’»)]*\Z""")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
COUNTS = "count"
"""The column of copies in a list that does not name it: what is guessed has a bound."""
_LONGEST_NAME = 40
"""Characters of the name of a column."""


def from_yaml(source: Path) -> bytes:
    """The list in a YAML file as JSON: of objects, of objects by their ids, or the longest under a key."""
    data = read_yaml(source, source.parent).data
    found = _objects(data)
    if found is None and isinstance(data, dict):
        lists = [one for one in map(_objects, data.values()) if one is not None]
        found = max(lists, key=len, default=None)
    if not found:
        message = "expected a list of components"
        hint = "write each as - name: ..., or by its id as fox: with its keys below"
        raise Failure([Diagnostic(Place(str(source)), "no-items", message, hint=hint)])
    return (json.dumps({_KEY: found}, ensure_ascii=False, indent=1, default=str) + "\n").encode()


def _objects(value: Any) -> list[dict[str, Any]] | None:
    """Objects as they are listed, or each below its name: `fox: {...}`, `- Fire Bolt: {...}`."""
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        if not all(len(one) == 1 and isinstance(next(iter(one.values())), dict) for one in value):
            return value
        pairs = [pair for one in value for pair in one.items()]
    elif isinstance(value, dict) and value and all(isinstance(one, dict) for one in value.values()):
        pairs = list(value.items())
    else:
        return None
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
    for line in lines[first + 1 :]:
        if "|" not in line:
            break
        rows.append(_cells(line))
    others = [f"that of {', '.join(filter(None, _cells(lines[k - 1])))} in row {k}" for k in tables[1:]]
    also = f" (not read: {'; '.join(others)})" if others else ""
    raw = "\n".join(lines[first - 1 : first + len(rows)])
    if _WIKI.search(raw) or _COMMENT.search(raw):
        also += ", links to notes as their words and without %%comments%%,"
    return as_csv(rows[0], rows[1:]), f"the first table of the file{also}"


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
    """Lines that count cards, with the heading they stand below where there are any; None for others."""
    rows, part = [], ""
    for line in lines:
        found = _COUNTED.match(line)
        if found:
            rows.append([found[1], found[2].strip(), part])
        elif line.casefold().rstrip(":") in _PARTS or line.startswith(("//", "#")):
            part = line.lstrip("/# ").rstrip(":")
        else:
            return None
    if not rows:
        return None
    first = "number" if all(int(row[0]) == at for at, row in enumerate(rows, 1)) else COUNTS
    if not any(row[2] for row in rows):
        return [first, "name"], [row[:2] for row in rows]
    return [first, "name", "part"], rows


def _is_card(header: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the first row has numbers where the others have them, and those are no years or ordinals."""
    found = []
    for index, cell in enumerate(header):
        column = [row[index].strip() for row in below if index < len(row) and row[index].strip()]
        if is_number(cell.strip()) and column and all(map(is_number, column)):
            found.append((cell.strip(), column))
    if len(found) == 1:
        cell, column = found[0]
        return not _YEAR.match(cell) or any(map(_YEAR.match, column))
    numbers = [float(cell.replace(",", ".")) for cell, _ in found]
    counted = all(after == before + 1 for before, after in pairwise(numbers))
    return bool(found) and not counted
