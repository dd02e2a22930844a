"""Report a difference as text, as JSON, or as Markdown for a comment on a pull request."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import to_builtins

from prancha.changes.difference import ABSENT, Change, Difference, FieldChange, find_stale, group_stale
from prancha.changes.snapshot import ItemState
from prancha.model.diagnostic import counted
from prancha.system.words import words

SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": ">", "renamed": "?"}
LONGEST = 120
"""Characters of a value that are shown."""
WIDEST = 200
"""Characters of a finding that are shown."""


def as_text(difference: Difference) -> str:
    """Return the difference as lines for a terminal; an unchanged game takes one."""
    old, new = difference.old, difference.new
    head = f"{new.title}: {old.name} -> {new.name}"
    if difference.is_empty:
        return f"{head}: no difference"
    lines = [head, *(f"  {line}" for line in game_lines(difference))]
    for change in difference.changes:
        lines.append(f"  {SIGNS[change.kind]} {headline(change)}")
        lines += [f"      {line}" for line in details(change)]
    lines += [f"  {line}" for line in book_lines(difference)]
    lines += [f"  {line}" for line in totals(difference)]
    lines += [f"    {line}" for line in finding_changes(difference)]
    return "\n".join(lines)


def game_lines(difference: Difference) -> Iterator[str]:
    """Return the changes of the game and its families, before those of components."""
    if difference.whole_game:
        yield whole_game_line(difference)
    yield from (f"game {format_change(change)}" for change in difference.values)
    for name, changes in difference.families.items():
        yield from (f"family {name}: {format_change(change)}" for change in changes)


def whole_game_line(difference: Difference) -> str:
    """Return the line for a game that is new or gone."""
    pieces = counted(max(difference.old.copies, difference.new.copies), "piece")
    return f"game {difference.new.game} {difference.whole_game}, {pieces}"


def book_lines(difference: Difference) -> Iterator[str]:
    """Return the changes of the rulebook, a line for each paragraph."""
    yield from (f"rulebook ({change.lang}) {change.line}" for change in difference.books)


def headline(change: Change) -> str:
    """Return one line: what happened to which design."""
    before, after = change.copies
    old_key = change.old.key if change.old else ""
    match change.kind:
        case "added":
            return f"{change.key} added, {counted(after, 'copy')}"
        case "removed":
            return f"{change.key} removed, {counted(before, 'copy')}"
        case "moved":
            return f"{old_key} moved to {change.key}"
        case "renamed":
            return f"{old_key} may have been renamed to {change.key}: {_likely_rename(change)}"
    return f"{change.key} changed"


def details(change: Change) -> list[str]:
    """Return the differences of a design that is in both states, and its notes."""
    noted = [f"note: {_cut(note, WIDEST)}".replace("\n", "\\n") for note in change.notes]
    if change.old is None or change.new is None:
        return noted
    before, after = change.copies
    lines = [f"copies: {before} -> {after}"] if before != after else []
    lines += [format_change(field) for field in change.fields]
    lines += [
        f"{one.path} may be stale in {', '.join(one.stale)}: it changed in {', '.join(one.changed)} alone"
        for one in find_stale(change)
    ]
    for face in change.faces:
        what = "looks different" if face.old and face.new else ("is new" if face.new else "is gone")
        lines.append(f"{face.side} {what} ({', '.join(face.languages)})")
    if change.is_unexplained:
        lines.append("no field of it changed: see template, fonts, icons, pictures and shared values")
    return lines + noted


def format_change(change: FieldChange) -> str:
    """Return `points: 4 -> 5`."""
    return f"{change.path}: {format_value(change.old)} -> {format_value(change.new)}"


def format_value(value: Any) -> str:
    """Return a value as a user would write it, cut when it is long."""
    if value is ABSENT:
        return "(none)"
    text = value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)
    text = text.replace("\n", "\\n")
    return _cut(text, LONGEST)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def totals(difference: Difference) -> Iterator[str]:
    """Return pieces, designs and findings before and after."""
    old, new = difference.old, difference.new
    yield f"pieces {old.copies} -> {new.copies}, designs {len(old.items)} -> {len(new.items)}"
    yield f"rule findings {len(old.findings)} -> {len(new.findings)}"
    yield from stale_lines(difference.changes, new.languages)


_MOST_NAMED = 5
"""Designs that a line on stale translations names."""


def stale_lines(changes: Sequence[Change], languages: Sequence[str], lang: str = "en") -> Iterator[str]:
    """Yield a line in `lang` for the designs whose texts changed in some of `languages` alone."""
    texts = words(lang, "stale")
    for one in group_stale(changes, languages):
        names = [_name(item, (*one.changed, *one.stale)) for item in one.items]
        shown = ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")
        line = texts["one"] if len(names) == 1 else texts["several"]
        changed, stale = ", ".join(one.changed), ", ".join(one.stale)
        yield line.format(count=len(names), changed=changed, stale=stale, names=shown)


def _name(item: ItemState, languages: Sequence[str]) -> str:
    """Return what a design is called, in the first of `languages` that has a name; else its id."""
    name = item.fields.get("name", item.fields.get("title"))
    if isinstance(name, Mapping):
        name = next((name[each] for each in languages if name.get(each)), "")
    return name if isinstance(name, str) and name.strip() else item.id


def finding_changes(difference: Difference) -> Iterator[str]:
    """Return findings that are gone, and those that are new."""
    gone, come = _findings(difference.old.findings, difference.new.findings)
    yield from (f"- {_cut(finding, WIDEST)}" for finding in gone)
    yield from (f"+ {_cut(finding, WIDEST)}" for finding in come)


def _findings(old: Sequence[str], new: Sequence[str]) -> tuple[list[str], list[str]]:
    before, after = Counter(old), Counter(new)
    return sorted((before - after).elements()), sorted((after - before).elements())


def as_json(differences: Sequence[Difference]) -> str:
    """Return all differences as one JSON document, a list of games."""
    return json.dumps([_tree(one) for one in differences], ensure_ascii=False, indent=1)


def _tree(difference: Difference) -> dict[str, Any]:
    old, new = difference.old, difference.new
    gone, come = _findings(old.findings, new.findings)
    return {
        "game": new.game,
        "old": old.name,
        "new": new.name,
        "whole": difference.whole_game or None,
        "changes": [_change(change) for change in difference.changes],
        "families": {name: [_field(c) for c in changes] for name, changes in difference.families.items()},
        "values": [_field(change) for change in difference.values],
        "rulebook": [to_builtins(change) for change in difference.books],
        "pieces": [old.copies, new.copies],
        "designs": [len(old.items), len(new.items)],
        "findings": {"old": len(old.findings), "new": len(new.findings), "gone": gone, "come": come},
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "old": _key(change.old),
        "new": _key(change.new),
        "copies": list(change.copies),
        "fields": [_field(field) for field in change.fields],
        "faces": [{"side": f.side, "languages": list(f.languages)} for f in change.faces],
        "stale": [
            {"path": one.path, "changed": list(one.changed), "stale": list(one.stale)}
            for one in find_stale(change)
        ],
        "unexplained": change.is_unexplained,
        "notes": list(change.notes),
    }


def _key(item: ItemState | None) -> str | None:
    return item.key if item else None


def _field(change: FieldChange) -> dict[str, Any]:
    """Return a change of a field; an absent value has no entry, a null has one."""
    entry: dict[str, Any] = {"path": change.path}
    if change.old is not ABSENT:
        entry["old"] = change.old
    if change.new is not ABSENT:
        entry["new"] = change.new
    return entry


def _likely_rename(change: Change) -> str:
    return "they look different, but their fields are alike" if change.faces else "they look the same"


MOST = 60_000
"""Characters: GitHub takes 65,536 for a comment, and refuses one that has more."""
OPEN = 8
"""More changes than this are folded together."""

Pictures = Mapping[tuple[str, str, str], str]
"""(game, key, side) -> the address of a picture."""


def as_markdown(differences: Sequence[Difference], pictures: Pictures) -> str:
    """Return totals, then each change with its pictures; what is too long for a comment is counted."""
    parts = [part for one in differences for part in _game(one, pictures)]
    told: list[str] = []
    left = MOST
    for k, part in enumerate(parts):
        left -= len(part) + 2
        if left < 0:
            rest = sum(part.startswith("#### ") or "<summary>" in part for part in parts[k:])
            told.append(f"… and {rest} more changes, which are too many for one page.")
            break
        told.append(part)
    return "\n\n".join(told)


def _game(difference: Difference, pictures: Pictures) -> Iterator[str]:
    old, new = difference.old, difference.new
    yield f"### {_escaped(new.title)}: {_code(old.name)} → {_code(new.name)}"
    if difference.is_empty:
        yield "No difference."
        return
    yield "\n".join(f"- {line}" for line in totals(difference))
    first = "\n".join(f"- {_code(line)}" for line in game_lines(difference))
    if first:
        yield first
    folded = len(difference.changes) > OPEN
    for change in difference.changes:
        yield _markdown_change(new.game, change, pictures, folded)
    for lang, changes in groupby(difference.books, lambda change: change.lang):
        lines = [f"- {_code(change.line)}" for change in changes]
        head, body = f"Rulebook ({lang}), {counted(len(lines), 'change')}", "\n".join(lines)
        if len(lines) > OPEN:
            yield f"<details><summary>{head}</summary>\n\n{body}\n\n</details>"
        else:
            yield f"#### {head}\n\n{body}"
    rules = list(finding_changes(difference))
    if rules:
        yield "#### Rule findings\n\n" + "\n".join(f"- {_code(line)}" for line in rules)


def _markdown_change(game: str, change: Change, pictures: Pictures, folded: bool) -> str:
    lines = [f"- {_code(line)}" for line in details(change)]
    shown = [(face.side, pictures.get((game, change.key, face.side))) for face in change.faces]
    drawn = [f"![{_escaped(change.key)}, {side}, before and after]({at})" for side, at in shown if at]
    body = "\n\n".join(part for part in ("\n".join(lines), *drawn) if part)
    if folded:
        head = _escaped(headline(change))
        return f"<details><summary>{head}</summary>\n\n{body}\n\n</details>" if body else f"- {head}"
    return f"#### {_escaped(headline(change))}" + (f"\n\n{body}" if body else "")


def _code(text: str) -> str:
    """Return a value as inline code, where no sign is markup and no `@name` notifies anybody."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def _escaped(text: str) -> str:
    """Return words of a catalogue with markup escaped."""
    return re.sub(r"([\\`*_{}\[\]()#+!|~@])", r"\\\1", text.replace("&", "&amp;").replace("<", "&lt;"))
