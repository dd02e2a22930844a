"""A difference as Markdown, such as the comment on a pull request, with pictures in files of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from prancha.changes.difference import Change, Difference
from prancha.changes.text_report import details, findings, headline, heads, totals

MOST = 60_000
"""Characters: GitHub takes 65,536 for a comment, and refuses one that has more."""
OPEN = 8
"""More changes than this are folded together."""

Pictures = Mapping[tuple[str, str, str], str]
"""(game, key, side) -> the address of a picture."""


def as_markdown(differences: Sequence[Difference], pictures: Pictures) -> str:
    """Totals, then each change with its pictures; what would be too long for a comment is counted."""
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
    yield f"### {_plain(new.title)}: {_code(old.name)} → {_code(new.name)}"
    if difference.empty:
        yield "No difference."
        return
    yield "\n".join(f"- {line}" for line in totals(difference))
    first = "\n".join(f"- {_code(line)}" for line in heads(difference))
    if first:
        yield first
    folded = len(difference.changes) > OPEN
    for change in difference.changes:
        yield _change(new.game, change, pictures, folded)
    rules = list(findings(difference))
    if rules:
        yield "#### Rule findings\n\n" + "\n".join(f"- {_code(line)}" for line in rules)


def _change(game: str, change: Change, pictures: Pictures, folded: bool) -> str:
    lines = [f"- {_code(line)}" for line in details(change)]
    shown = [(face.side, pictures.get((game, change.key, face.side))) for face in change.faces]
    drawn = [f"![{_plain(change.key)}, {side}, before and after]({at})" for side, at in shown if at]
    body = "\n\n".join(part for part in ("\n".join(lines), *drawn) if part)
    if folded:
        head = _plain(headline(change))
        return f"<details><summary>{head}</summary>\n\n{body}\n\n</details>" if body else f"- {head}"
    return f"#### {_plain(headline(change))}" + (f"\n\n{body}" if body else "")


def _code(text: str) -> str:
    """A value as it stands: in code no sign is markup and no `@name` calls anybody."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def _plain(text: str) -> str:
    """Words of a catalogue that are no markup."""
    return re.sub(r"([\\`*_{}\[\]()#+!|~@])", r"\\\1", text.replace("&", "&amp;").replace("<", "&lt;"))
