"""A template that shows every field a spreadsheet gave."""

# ruff: noqa: E501 - templates read best as they are written

from __future__ import annotations

from collections.abc import Sequence

from generator.starter.drawings import GROUND, HEAD
from generator.starter.proposal import Proposed
from generator.starter.sheet_parts import guarded, text_of, with_role
from generator.starter.sheet_pictures import art_band, corner, disc, small_art, small_picture

_BADGES = 5
_LINE = 3.4
"""mm from one line of short words to the next."""
_ROW, _ROW_CHARACTERS = 3.0, 36
"""mm and characters of a row of running text at 7 points."""
_CHARACTERS = 48
"""Characters on such a line."""


def card_template(fields: Sequence[Proposed]) -> str:
    """Return a card: title on a band, icon or initial, numbers in badges, texts, a line of short words."""
    title, picture = with_role(fields, "title"), with_role(fields, "icon")
    texts = [one for one in fields if one.role == "text"]
    numbers = [one for one in fields if one.role == "number"]
    badges, rest = numbers[:_BADGES], numbers[_BADGES:]
    lines = [one for one in fields if one.role in ("line", "flag")] + rest
    foot = 6.4 + _LINE * len(_packed(lines)) if lines else 6.5
    room, rows = 88 - foot - (13 if badges else 0), sum(_rows(one) for one in texts)
    parts = [HEAD, GROUND.replace("@", "paper"), _FRAME, _title(title)]
    art = with_role(fields, "art")
    if art is not None:
        high = _high(room, rows)
        parts.append(art_band(art, with_role(fields, "focus"), high))
        if picture is not None:
            parts.append(corner(picture))
        top = 19.5 + high + 1.5
    else:
        radius = _radius(room, rows)
        middle = 19.5 + radius
        if radius:
            parts.append(disc(picture, title, middle, radius))
        top = middle + radius + (2.5 if radius else -0.5)
    if badges:
        parts.append(_badges(badges, top + 3.5))
        top += 13
    parts.append(_texts(texts, top, foot))
    parts.append(_lines(lines, foot))
    return "".join(parts)


def piece_template(fields: Sequence[Proposed]) -> str:
    """Return a small piece: icon or initial, name, and up to two numbers."""
    title, art = with_role(fields, "title"), with_role(fields, "art")
    numbers = [one for one in fields if one.role == "number"][:2]
    picture = (
        small_picture(with_role(fields, "icon"), title)
        if art is None
        else small_art(art, with_role(fields, "focus"))
    )
    parts = [HEAD, GROUND.replace("@", "paper"), _RIM, picture]
    if title is not None:
        drawn = (
            f"{{{{ paragraph({text_of(title)}, width * 0.2, height * 0.63, width * 0.6, height * 0.16, size=width * 0.24, "
            "min=4, font='title', weight=700, align='center', valign='middle', fill=palette.ink) }}\n"
        )
        parts.append(guarded(title, drawn))
    for one, share in zip(numbers, (0.2, 0.8), strict=False):
        drawn = (
            f"{{{{ label({text_of(one)}, width * {share}, height * 0.47, size=width * 0.26, min=5, width=width * 0.2, "
            "font='title', weight=700, align='center', fill=palette.ink) }}\n"
        )
        parts.append(guarded(one, drawn))
    return "".join(parts)


_FRAME = """\
<path d="{{ shape(-safe) }}" fill="none" stroke="{{ palette.ink }}" stroke-width="0.5"/>
<rect x="6" y="6" width="{{ width - 12 }}" height="11" rx="2" fill="{{ palette.ink }}"/>
"""
_RIM = """\
<path d="{{ shape(-1.5) }}" fill="none" stroke="{{ palette.accent }}" stroke-width="0.8"/>
<circle cx="{{ width / 2 }}" cy="{{ height * 0.4 }}" r="{{ width * 0.22 }}" fill="{{ palette.pale }}"/>
"""


def _title(title: Proposed | None) -> str:
    if title is None:
        return ""
    drawn = (
        f"{{{{ paragraph({text_of(title)}, 8, 7, width - 16, 9, size=13, min=5, font='title', weight=700, "
        "align='center', valign='middle', fill=palette.paper) }}\n"
    )
    return guarded(title, drawn)


def _radius(room: float, rows: int) -> float:
    """Return the radius of the picture that leaves `rows` of text their place, 0 for no picture."""
    needed = rows * _ROW
    return next((radius for radius in (13.0, 10.0, 7.0) if room - 22 - 2 * radius >= needed), 0.0)


def _high(room: float, rows: int) -> float:
    """Return the height of the art that leaves `rows` of text their place."""
    needed = rows * _ROW
    return next((high for high in (36.0, 31.0, 26.0, 21.0) if room - 22 - high >= needed), 16.0)


def _rows(one: Proposed) -> int:
    """Return how many rows of small type the longest text of a field takes."""
    longest = max((str(value) for value in one.values), key=len)
    return sum(len(part) // _ROW_CHARACTERS + 1 for part in longest.split("\n"))


def _badges(badges: Sequence[Proposed], y: float) -> str:
    """Return numbers side by side, each with its word below."""
    parts = [
        f"{{% set at = spread({len(badges)}, {_first(len(badges))}, width - {_first(len(badges))}) %}}\n"
    ]
    for number, one in enumerate(badges):
        x = f"at[{number}]"
        drawn = (
            f'<circle cx="{{{{ n({x}) }}}}" cy="{y}" r="4" fill="{{{{ palette.accent }}}}"/>\n'
            f"{{{{ label({text_of(one)}, {x}, {y + 1.5:g}, size=12, min=5, width=6.5, font='title', weight=700, "
            "align='center', fill=palette.paper) }}\n"
            f"{{{{ label(texts.{one.name}, {x}, {y + 6.8:g}, size=7, min=6, width={_pitch(len(badges))}, "
            "align='center', fill=palette.ink) }}\n"
        )
        parts.append(guarded(one, drawn))
    return "".join(parts)


def _first(count: int) -> float:
    return {1: 31.5, 2: 20, 3: 14, 4: 12}.get(count, 11)


def _pitch(count: int) -> float:
    return {1: 44, 2: 22, 3: 17, 4: 13}.get(count, 10.4)


def _texts(texts: Sequence[Proposed], top: float, foot: float) -> str:
    """Return running texts below each other, as high as each is long."""
    if not texts:
        return ""
    lengths = [_rows(one) for one in texts]
    parts, share = [], 0.0
    for one, length in zip(texts, lengths, strict=True):
        y, part = share / sum(lengths), length / sum(lengths)
        room = f"(height - {top + foot:g})"
        drawn = (
            f"{{{{ paragraph({text_of(one)}, 7, {top:g} + {room} * {y:.3g}, width - 14, {room} * {part:.3g} - 0.8, "
            "size=10, min=6, align='center', valign='middle', fill=palette.ink) }}\n"
        )
        parts.append(guarded(one, drawn))
        share += length
    return "".join(parts)


def _lines(lines: Sequence[Proposed], foot: float) -> str:
    """Return short words at the foot, each with its name where there is more than one."""
    if not lines:
        return ""
    rule = f"{{{{ height - {foot - 1:g} }}}}"
    parts = [
        f'<line x1="8" x2="{{{{ width - 8 }}}}" y1="{rule}" y2="{rule}" stroke="{{{{ palette.ink }}}}" '
        'stroke-width="0.25"/>\n'
    ]
    for number, row in enumerate(_packed(lines)):
        y = foot - 4.0 - _LINE * number
        whole = sum(map(_length, row))
        start = 0.0
        for one in row:
            share = _length(one) / whole
            word = f"texts.{one.name} ~ ': ' ~ " if len(lines) > 1 else ""
            value = f"({text_of(one)})"
            if one.type == "boolean":
                word, value = (
                    f"texts.{one.name} ~ ' ' ~ ",
                    f"('{{check}}' if item.{one.name} else '{{cross}}')",
                )
            drawn = (
                f"{{{{ label({word}{value}, 8 + (width - 16) * {start + share / 2:.3g}, height - {y:g}, size=7, "
                f"min=6, width={47 * share - 1:.3g}, align='center', fill=palette.ink) }}}}\n"
            )
            parts.append(guarded(one, drawn))
            start += share
    return "".join(parts)


def _packed(lines: Sequence[Proposed]) -> list[list[Proposed]]:
    """Return the fields of each line, as many as can be read side by side."""
    rows: list[list[Proposed]] = []
    for one in lines:
        if rows and sum(map(_length, rows[-1])) + _length(one) <= _CHARACTERS:
            rows[-1].append(one)
        else:
            rows.append([one])
    return rows


def _length(one: Proposed) -> int:
    return len(one.label) + 4 + max(len(str(value)) for value in one.values)
