"""What was guessed of a list, and why: one line for each guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from prancha.setup.new_game.kinds import StarterKind
from prancha.setup.new_game.proposal import Proposed
from prancha.setup.new_game.sizes import Size, needed, sizes_of

_WORDS = {
    "title": "title", "copies": "copies", "type": "type", "colour": "colour", "icon": "icon", "art": "art",
}  # fmt: skip


def guessed(
    fields: Sequence[Proposed], languages: Sequence[str], pattern: str, of: str, kind: StarterKind,
    size: Size, told: Sequence[str], asked: bool = False,
) -> list[str]:  # fmt: skip
    """Return the lines, what is printed before what is left out; `asked` says who chose the languages."""
    lines = []
    for role, word in _WORDS.items():
        found = [one for one in fields if one.role == role and not one.out]
        lines += [f'{word}: "{one.heading}" ({one.why})' for one in found]
        if role == "copies" and not found and not any(line.startswith("copies") for line in told):
            lines.append("copies: one of each (no column says how many; --copies COLUMN names one)")
    lines.append(_id_line(pattern, of))
    lines += [f'id: not "{one.heading}" ({why})' for one in fields if (why := _no_id(one, of))]
    if len(languages) > 1:
        why = "asked for" if asked else "from the names of columns"
        lines.append(f"languages: {', '.join(languages)} ({why}; the first is printed)")
    if size != sizes_of(kind)[0]:
        lines.append(_size_line(fields, size))
    lines += told
    renamed = [one for one in fields if one.name.endswith(("_2", "_3")) and not one.out]
    lines += [f'field: "{one.heading}" is item.{one.name} in the template' for one in renamed]
    lines += [f'left out: "{name}" ({one.out})' for one in fields if one.out for name in one.columns]
    return lines


def _id_line(pattern: str, of: str) -> str:
    if not pattern:
        return f'id: "{of}" (its name says so, and all differ)'
    if of and "{row}" not in pattern:
        return f'id: "{of}" (made of its words, which all differ)'
    if of:
        return f'id: "{of}" and the number of the row (its words alone do not tell the cards apart)'
    return "id: the number of the row (no column tells the cards apart; --id COLUMN names one)"


def _no_id(one: Proposed, of: str) -> str:
    """Why a column that is called id does not tell the cards apart; "" for any other."""
    if one.name != "id" or one.heading == of:
        return ""
    twice = next((word for word, count in Counter(map(str, one.values)).items() if count > 1), None)
    if twice is not None:
        return f'"{twice}" is there more than once'
    return "some of its cells are empty" if one.gaps else "another was asked for"


def _size_line(fields: Sequence[Proposed], size: Size) -> str:
    called = f" ({size.name})" if size.name else ""
    small = f", type down to {size.least:g} pt" if size.least < 6 else ""
    longest = max(
        (sum(len(str(one.cells[k])) for one in _texts(fields)) for k in range(_count(fields))), default=0
    )
    why = (
        f"a card has {longest} characters of text"
        if longest and needed(fields, size)
        else "the words need it"
    )
    return f"size: {size.width:g} x {size.height:g} mm{called}{small} ({why})"


def _texts(fields: Sequence[Proposed]) -> list[Proposed]:
    return [one for one in fields if one.role == "text" and not one.out]


def _count(fields: Sequence[Proposed]) -> int:
    return len(fields[0].cells) if fields else 0
