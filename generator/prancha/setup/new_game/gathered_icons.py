"""Drawings beside a list that its icons are, in a column or in its texts; and why a column names none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from prancha.model.diagnostic import nearest
from prancha.setup.new_game.column_words import ICONS
from prancha.setup.new_game.icons_at_hand import IconsAtHand
from prancha.setup.new_game.proposal import Proposed
from prancha.setup.new_game.roles import icon_name
from prancha.setup.new_game.rows import listed

_HELP = "prancha help icons tells of them"


def give_drawn_icons(fields: Sequence[Proposed], icons: IconsAtHand) -> None:
    """Make a field the icon whose words are drawings beside the list, or icons and such drawings."""
    for one in fields:
        if one.role in ("line", "icon", "type") and not one.out and one.type == "text":
            words = dict.fromkeys(icon_name(value) for value in one.values)
            drawn = [word for word in words if icons.file(word) is not None]
            if drawn and all(word in icons.known or word in drawn for word in words):
                one.role, one.why = "icon", f"all its words are icons, {len(drawn)} of them beside the list"
                return


def gather_icons(fields: Sequence[Proposed], icons: IconsAtHand) -> Mapping[str, Path]:
    """Where the drawings beside the list go that its icons are, and what each is copied from."""
    column = next((one for one in fields if one.role == "icon" and not one.out), None)
    words = {icon_name(value) for value in column.values} if column else set()
    words = words.union(*(one.icons for one in fields if not one.out))
    files = {word: icons.file(word) for word in sorted(words)}
    return {f"icons/{word}.svg": path for word, path in files.items() if path is not None}


def icons_told(fields: Sequence[Proposed], icons: IconsAtHand, rows: Sequence[str]) -> Iterator[str]:
    """Why a column that is called as icons are is none."""
    if any(one.role == "icon" for one in fields):
        return
    for one in fields:
        if one.name not in ICONS or one.out or one.role not in ("line", "type", "title"):
            continue
        lost = {
            str(value): rows[card] for card, value in enumerate(one.cells)
            if value != "" and not icons.name_of(str(value))
        }  # fmt: skip
        words = {str(value) for value in one.values}
        first = next(iter(lost), "")
        near = nearest(icon_name(first), sorted(icons.names))
        hint = f'did you mean "{near}"?' if near else _HELP
        if not lost:
            yield f'icon: not "{one.heading}" (it is no column of texts)'
        elif len(lost) == len(words) > 1:
            yield f'icon: not "{one.heading}" (none of its {len(words)} words is an icon; {_HELP})'
        else:
            where = listed(list(lost.values()))
            more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
            yield f'icon: not "{one.heading}" ("{first}"{more} is none: {where}; {hint})'
