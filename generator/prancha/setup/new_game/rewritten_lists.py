"""Rewrite lists that a game cannot name as they are: nested, transposed, without names; YAML, Markdown."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from prancha.catalogue import read_yaml
from prancha.catalogue.source_files import read_text
from prancha.catalogue.spreadsheet import column_names, slug, unnamed_column
from prancha.catalogue.spreadsheet.cells import add_markup
from prancha.catalogue.spreadsheet.json_list import BY_ID, OBJECTS, WORDS, find_lists, list_type
from prancha.catalogue.spreadsheet.table_columns import split_language
from prancha.catalogue.yaml_parser import compose
from prancha.model.diagnostic import Diagnostic, Failure, Place, counted
from prancha.setup.new_game.headings import rank_of
from prancha.setup.new_game.list_meanings import CODES, NAMES, counts_up, is_number, names_a_column

HOLD = frozenset(
    "cards containedobjects contents items tiles tokens pieces components entries mainboard karten cartas "
    "cartes carte kaarten tokens hexes counters".split()
)
"""Keys under which components are listed."""
_DEEPEST = 12
_MARKS = {"[b]": "**", "[/b]": "**", "[i]": "*", "[/i]": "*", "[-]": ""}
_MARK = re.compile(r"\[(?:/?[bi]|-|/?u|/?s|/?su[bp]|[0-9a-f]{6})\]", re.I)
"""Marks of Tabletop Simulator in texts: bold, italic, underlined, a colour and its end."""

KeyPath = tuple[str, ...]
_Found = tuple[dict[str, Any], str]
"""One object of a list, and the name of what the list lies in."""


def flatten_json(text: str, file: str) -> tuple[bytes, str] | None:
    """Return the components in `text` that lie deeper than a game can name, as JSON; and notes.

    None where the file is read as it is.  Raises Failure for a saved table whose cards have no names.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    inner, way = unwrap(data)
    if way:
        said = json.dumps(inner, ensure_ascii=False, indent=1) + "\n"
        within = flatten_json(said, file)
        return within or (said.encode(), f'the lists in "{".".join(way)}"')
    shaped, what = _objects_of_shape(data)
    if shaped:
        return _written(shaped), what
    lists: dict[KeyPath, list[_Found]] = {}
    words: dict[KeyPath, int] = {}
    for path, found in _parts_below(data, (), ""):
        if isinstance(found, int):
            words[path] = words.get(path, 0) + found
        else:
            lists.setdefault(path, []).append(found)
    path = _chosen(lists)
    if not path:
        return None
    chosen, where = lists[path], ".".join(path)
    objects = [one for one, _ in chosen]
    if any("Nickname" in one for one in objects):
        return _written(_of_table(objects, file)), (
            f'the names and descriptions in "{where}", of a table saved by Tabletop Simulator,'
        )
    owners, owner = {named for _, named in chosen}, path[-2]
    counts = {other: len(found) for other, found in lists.items()} | words
    also = [
        f'"{".".join(other)}" ({counted(count, "entry")})'
        for other, count in counts.items()
        if path[: len(other)] != other and other[: len(path)] != path
    ]
    told = f'the objects of "{where}"'
    told += f" (not those of {', '.join(also)}; put all into one list to print them)" if also else ""
    if len(owners) > 1 and all(owners) and not any(owner in one for one in objects):
        told += f', each with the name of its "{owner}"'
        objects = [{**one, owner: named} for one, named in chosen]
    return _written(objects), told


def unwrap(data: Any) -> tuple[Any, KeyPath]:
    """Return what holds lists of components within objects of one key, and those keys."""
    way: KeyPath = ()
    while isinstance(data, dict) and len(data) == 1:
        ((key, inner),) = data.items()
        sizes = [len(inner[name]) for name, kind in find_lists(inner).items() if kind == BY_ID]
        if max(sizes, default=0) < 2:
            break
        data, way = inner, (*way, key)
    return data, way


def _objects_of_shape(data: Any) -> tuple[list[dict[str, Any]], str]:
    """Return the objects of a list in another shape than one object each, and what it was; [] for none."""
    records = data.get("records") if isinstance(data, dict) else data
    if isinstance(records, list) and records and all(map(_is_record, records)):
        return [one["fields"] for one in records], "the fields of the records that Airtable exported"
    if columns := _columns(data):
        return columns, "lists of one length, a column each,"
    if isinstance(data, dict) and isinstance(data.get("columns"), list) and _is_table(data.get("data")):
        return _objects_of_shape([data["columns"], *data["data"]])  # as pandas splits a table
    if _is_table(data) and len(data) > 1 and all(isinstance(cell, str) for cell in data[0]):
        width = max(map(len, data))
        names = column_names(data[0], [unnamed_column(at) for at in range(width)], width)
        return [dict(zip(names, row, strict=False)) for row in data[1:]], "rows below the names of columns"
    if not isinstance(data, dict) or len(data) < 2:
        return [], ""
    parts = list(data.values())
    if all(isinstance(part, dict) and part and all(map(str.isdigit, part)) for part in parts):
        at = dict.fromkeys(key for part in parts for key in part)
        cards = [{name: part.get(key) for name, part in data.items()} for key in at]
        return cards, "columns with rows by number"
    if all(isinstance(part, str) for part in parts) and not any(map(names_a_column, map(str, data))):
        return [{"name": str(name), "text": text} for name, text in data.items()], "texts by their names"
    return [], ""


def _is_record(value: Any) -> bool:
    """Return whether a value is a record of Airtable, whose columns stand in `fields`."""
    keys = {"id", "createdTime", "fields"}
    return isinstance(value, dict) and keys >= value.keys() and isinstance(value.get("fields"), dict)


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, list) and row for row in value)


def _columns(data: Any) -> list[dict[str, Any]]:
    """Return the objects of a table whose columns are lists: `{"Name": [...], "Text": [...]}`; else none."""
    lists = data.values() if isinstance(data, dict) else ()
    if len(lists) < 2 or not all(isinstance(one, list) and one for one in lists):
        return []
    if not any(names_a_column(str(name)) for name in data):
        return []  # lists of cards may have one length by chance
    plain = not any(isinstance(cell, dict | list) for one in lists for cell in one)
    if not plain or len({len(one) for one in lists}) > 1:
        return []
    return [dict(zip(data, row, strict=True)) for row in zip(*lists, strict=True)]


def _parts_below(value: Any, path: KeyPath, owner: str) -> Iterator[tuple[KeyPath, _Found | int]]:
    """Yield each object of each list, and how long lists of words are, with the keys that lead there."""
    if len(path) > _DEEPEST:
        return
    if isinstance(value, list):
        if list_type(value) == WORDS:
            yield path, len(value)
        for one in value:
            if isinstance(one, dict):
                yield path, (one, owner)
                yield from _parts_below(one, path, owner)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _parts_below(part, (*path, key), _name(value))


def _chosen(lists: Mapping[KeyPath, Sequence[_Found]]) -> KeyPath:
    """Return the keys of the longest list of components that lies deep; () where one stands at the top."""
    held = {path for path in lists if path and path[-1].casefold() in HOLD}
    several = {path for path in held if len(lists[path]) > 1}
    top = {path for path in lists if len(path) < 2}
    if several & top:
        return ()
    alone = all(len(lists[path]) < 2 for path in top)
    deep = [
        path
        for path in lists
        if len(path) > 1
        and (path in held or alone)
        and all(_name(one) or "Nickname" in one for one, _ in lists[path])
        and not any(path[:size] in several for size in range(len(path)))
    ]
    best = max(deep, key=lambda path: len(lists[path]), default=())
    return best if best and len(lists[best]) > 1 else ()


def _name(value: Mapping[str, Any]) -> str:
    named = (part for key, part in value.items() if key.casefold() in NAMES and isinstance(part, str))
    return next((part for part in named if part.strip()), "")


def _of_table(objects: Sequence[Mapping[str, Any]], file: str) -> list[dict[str, Any]]:
    """Return the objects of a saved table that have names; raises Failure where none has."""
    cards = Counter(
        (
            one["Nickname"],
            _MARK.sub(lambda mark: _MARKS.get(mark[0].casefold(), ""), str(one.get("Description") or "")),
        )
        for one in objects
        if one.get("Nickname")
    )
    if not cards:
        message = "the cards of this saved table have no names, and their faces are pictures on the web"
        hint = "write a table of their names and texts, and save it as .csv"
        raise Failure([Diagnostic(Place(file), "no-items", message, hint=hint)])
    return [{"name": name, "text": text, "copies": count} for (name, text), count in cards.items()]


def _written(objects: Sequence[Mapping[str, Any]]) -> bytes:
    return (json.dumps({_KEY: objects}, ensure_ascii=False, indent=1) + "\n").encode()


_DOCUMENT = re.compile(r"^---(?:[ \t][^\n]*)?$\n?", re.M)
_KEY = "cards"
"""Under which a list is written anew, where its file cannot be one of a game."""
_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*\Z")
_HEADING = re.compile(r"#{1,6}\s+(.*?)[\s#]*\Z")
_BAR = re.compile(r"(?<!\\)\|")
_COMMENT = re.compile(r"%%.*?%%")
_WIKI = re.compile(r"(!?)\[\[([^\[\]|\\]+)(?:\\?\|([^\[\]|]+))?\]\]")
"""A link to another note, as Obsidian writes it: to its name, or with other words."""
_EMBEDDED = re.compile(r"!\[[^\[\]]*\]\(([^()\s]+)\)")
"""A picture, of which the name of the file stays."""
_BESIDE = re.compile(r"(?<!!)\[([^\[\]]+)\]\((?!https?:|mailto:)[^()]*\)")
"""A link to a file beside it, as Notion writes one to a page of a table."""
_PARTS = frozenset("deck sideboard commander companion maybeboard main mainboard extra side".split())
"""Headings in the list of a deck."""
_PART = re.compile(r"(?::|\(\d+\))\Z")
_COUNTED = re.compile(r"\s*(\d{1,3})\s*[x×]?\s+(\S.*)\Z", re.I)
_SENTENCE = re.compile(r"""[.!?…。！？]["'”’»)]*\Z""")
_NAMES = frozenset("id key code number no nr # notes note comment level set".split())
"""Names of columns besides those that say what a card shows."""
YEAR = re.compile(r"(?:19|20)\d\d\Z")
COUNTS = "count"
"""The column of copies in a list that does not name it: what is guessed has a bound."""
_MOST_WORDS = 3
"""Maximum number of words in a heading: a longer cell above cells of as many words is the first of them."""
LONGEST_NAME = 40
"""Characters of the name of a column."""


def from_yaml(source: Path) -> tuple[str, list[str]]:
    """Return the list of a YAML file, or the lists below its keys, as JSON; and notes."""
    text = read_text(source, source.name)
    ends = [found.start() for found in _DOCUMENT.finditer(text)]
    if [end for end in ends if text[:end].strip()]:
        # Each document is read on its own lines.
        parts = [(begin, text[begin:end]) for begin, end in zip([0, *ends], [*ends, None], strict=True)]
        read = [compose("\n" * text.count("\n", 0, at) + part, source.name)[0] for at, part in parts]
        cards = [one for each in read if each for one in (each if isinstance(each, list) else [each])]
        said = json.dumps(cards, ensure_ascii=False, indent=1, default=str)
        return said + "\n", [f"its {len([one for one in read if one])} documents are one list"]
    document = read_yaml(source, source.parent)
    data, _ = unwrap(document.data)
    shaped, _ = _objects_of_shape(data)
    whole: list[Any] | None = shaped or _objects(data)
    if isinstance(data, dict) and not shaped and (lists := find_lists(data)):
        found: dict[Any, Any] = {key: _objects(part) if key in lists else part for key, part in data.items()}
    elif whole:
        found = {_KEY: whole}
    else:
        message = "expected a list of components"
        hint = "write each as - name: ..., or by its id as fox: with its keys below"
        raise Failure([Diagnostic(Place(str(source)), "no-items", message, hint=hint)])
    told = [f"line {note.place.line}: {note.message}; {note.hint}" for note in document.notes]
    return json.dumps(found, ensure_ascii=False, indent=1, default=str) + "\n", told


def _objects(value: Any) -> list[Any] | None:
    """Return objects as they are listed, or each below its name: `fox: {...}`, `- Fire Bolt: {...}`."""
    kind = list_type(value)
    if kind == BY_ID:
        pairs = list(value.items())
    elif kind == OBJECTS and all(len(one) == 1 and list_type(one) == BY_ID for one in value):
        pairs = [pair for one in value for pair in one.items()]
    else:
        return list(value) if kind else None
    plain = all(slug(str(name)) == str(name) for name, _ in pairs)
    return [{"id" if plain else "name": name, **one} for name, one in pairs]


def from_markdown(source: Path) -> list[tuple[str, list[list[str]], str]]:
    """Return the tables of a Markdown file: name, rows, and notes of each; raises Failure for none."""
    lines = read_text(source, source.name).splitlines()
    rules = (k for k, line in enumerate(lines) if k and "-" in line and "|" in line and _RULE.match(line))
    at = [k for k in rules if len(_cells(lines[k])) == len(_cells(lines[k - 1]))]
    if not at:
        message = "there is no table in it"
        hint = "write one as | name | text | with a line of | --- | --- | below it, or save it as .csv"
        raise Failure([Diagnostic(Place(str(source)), "no-items", message, hint=hint)])
    tables: list[tuple[str, list[list[str]], str]] = []
    end = 0
    for number, rule in enumerate(at, 1):
        headings = [found[1] for line in lines[end : rule - 1] if (found := _HEADING.match(line))]
        end = rule + 1 + _rows(lines, rule)
        rows = [_cells(line) for line in (lines[rule - 1], *lines[rule + 1 : end])]
        raw = "\n".join(lines[rule - 1 : end])
        links = _WIKI.search(raw) or _COMMENT.search(raw)
        also = ", links to notes as their words and without %%comments%%," if links else ""
        name = headings[-1] if headings else f"table {number}"
        taken = [one for one, _, _ in tables]
        tables.append((name if name not in taken else f"{name} {number}", rows, also))
    return tables


def _rows(lines: Sequence[str], rule: int) -> int:
    """Return how many rows a table has below its `rule`."""
    return next((k for k, line in enumerate(lines[rule + 1 :]) if "|" not in line), len(lines) - rule - 1)


def _cells(line: str) -> list[str]:
    inner = _COMMENT.sub("", line)
    inner = _WIKI.sub(lambda found: found[3] or found[2], _EMBEDDED.sub(r"\1", inner))
    inner = _BESIDE.sub(r"\1", inner).strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.strip().replace("\\|", "|") for cell in _BAR.split(inner)]


def as_csv(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bytes:
    """Return the rows below `header` as the bytes of a CSV file."""
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\n").writerows([header, *rows])
    return stream.getvalue().encode()


def with_names(rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]] | None:
    """Return names for the columns of `rows`, whose first is a card; None where it is a header.

    Lines such as `4 Lightning Bolt` become a number of copies and a name; where they are numbered from 1, a
    number and a name.
    """
    header, below = rows[0], rows[1:]
    if max(map(len, rows)) == 1:
        counted = _counted([row[0].strip() for row in rows if row])
        if counted:
            return counted
        if below and (_SENTENCE.search(header[0].strip()) or len(header[0]) > LONGEST_NAME):
            return ["text"], [list(row) for row in rows]
        return None
    doubtful = doubtful_names(header, below) and _has_values(header, below)
    if not doubtful and not _has_numbers(header, below):
        return None
    named = next((k for k, cell in enumerate(header) if cell.strip() and not is_number(cell.strip())), 0)
    names = ["name" if k == named else unnamed_column(k) for k in range(max(map(len, rows)))]
    return names, [list(row) for row in rows]


def _counted(lines: Sequence[str]) -> tuple[list[str], list[list[str]]] | None:
    """Parse lines that count cards, with the heading above them if there is one; None for others.

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


def doubtful_names(header: Sequence[Any], below: Sequence[Sequence[Any]]) -> bool:
    """Return whether a first row may be a card: no word names a column or stands above numbers."""
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


def _has_values(header: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row has a word that occurs again below, or a sentence or many words as below.

    A header that is there again says nothing.
    """
    plain = [cell.strip() for cell in header]
    others = [row for row in below if [cell.strip() for cell in row] != plain]
    for index, cell in enumerate(plain):
        if cell and cell in _column(others, index):
            return True
        column = _column(below, index)
        words = sorted(len(one.split()) for one in column)
        long = len(cell.split()) > _MOST_WORDS and not names_a_column(cell.split()[0])
        if long and words and words[len(words) // 2] >= _MOST_WORDS:
            return True
        sentences = sum(bool(_SENTENCE.search(one)) for one in column)
        if _SENTENCE.search(cell) and len(cell.split()) > 1 and 2 * sentences >= max(1, len(column)):
            return True
    return False


def _column(rows: Sequence[Sequence[Any]], index: int) -> list[str]:
    """Return the non-empty cells of a column."""
    cells = (str(row[index]).strip() for row in rows if index < len(row))
    return [cell for cell in cells if cell]


def _has_numbers(header: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row has numbers where the others have them, none a year or ordinal."""
    found = []
    for index, cell in enumerate(header):
        column = _column(below, index)
        if is_number(cell.strip()) and column and all(map(is_number, column)):
            found.append((cell.strip(), column))
    if len(found) == 1:
        cell, column = found[0]
        return not YEAR.match(cell) or any(map(YEAR.match, column))
    numbers = [float(cell.replace(",", ".")) for cell, _ in found]
    return bool(found) and not counts_up(numbers)


_LEAST = 2


def turn_upright(
    header: Sequence[Any], rows: Sequence[Sequence[Any]]
) -> tuple[list[str], list[list[str]]] | None:
    """Return a transposed list with a row for each card; None for a list that has them.

    It lies on its side where the first column has words that name columns, each once, and the first row
    has none.
    """
    labels = [str(row[0]).strip() if row else "" for row in rows]
    across = [str(cell).strip() for cell in header[1:]]
    known = sum(map(names_a_column, labels))
    if len(across) < _LEAST or known < _LEAST or "" in labels or len(set(labels)) < len(labels):
        return None
    if known * 2 < len(labels) or any(map(names_a_column, across)):
        return None
    columns = list(zip_longest(*(map(as_text, row) for row in (header, *rows)), fillvalue=""))
    names = [columns[0][0].strip() or "Name", *columns[0][1:]]
    return names, [list(column) for column in columns[1:] if any(column)]


def as_text(cell: Any) -> str:
    """Return a cell as a table of text has it."""
    return ("TRUE" if cell else "FALSE") if isinstance(cell, bool) else str(add_markup(cell))
