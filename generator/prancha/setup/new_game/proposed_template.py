"""A template that shows every field of a list: its parts, and how they share the room."""

# ruff: noqa: E501 - templates read best as they are written

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from prancha.catalogue.splice import quote
from prancha.catalogue.spreadsheet.cells import apply_replacements
from prancha.setup.new_game.list_meanings import TINTS, tint_of
from prancha.setup.new_game.list_sides import FULL_FACE, whole_face
from prancha.setup.new_game.plain_game import GROUND, HEAD, UNIT
from prancha.setup.new_game.proposal import Proposed, with_role
from prancha.setup.new_game.starter_kinds import (
    CARDS,
    Size,
    badge_rows,
    badges,
    foot_height,
    foot_lines,
    needed,
    room,
    with_roles,
)

_HEAD, _BARE_HEAD = 19.5, 8.5
"""mm above the picture of a card with a title, and of one without."""
_BESIDE, _ALONE = 10, 15
"""Largest type of texts beside a title or a picture, and of those that are all there is on a card, pt."""
_LARGE_DISC = 19.0
"""Radius of the disc on a card that has nothing below it, mm."""
_LABELLED = 3
"""Running texts from which on each is called by its name."""


class Disc(Struct, frozen=True):
    """The disc of a small piece: its centre down from the top, a share of the height; radius, of the width."""

    y: float
    radius: float


_DISC = Disc(0.4, 0.22)
"""That of a piece with a name below it."""


def card_template(
    fields: Sequence[Proposed],
    size: Size = CARDS[0],
    ending: str = "",
    ground: str = "paper",
    outliers: bool = False,
) -> str:
    """Return a card: title on a band, art, icon or initial, numbers in badges, texts, short words at the foot.

    `ending` is that of pictures whose names the list has without it.  Texts of `outliers` go on on a second.
    """
    if (face := whole_face(fields)) is not None:
        return HEAD + GROUND.replace("@", ground) + guard(face, FULL_FACE.replace("@", _named(face, ending)))
    title, picture, art = (with_role(fields, role) for role in ("title", "icon", "art"))
    bare = title is None and tinting_field(fields) is None
    head = _BARE_HEAD if bare else _HEAD
    free = room(fields, size) - needed(fields, size, outliers)
    unit = UNIT.replace("@", f"{size.height:g}")
    parts = [HEAD, unit, GROUND.replace("@", ground)]
    if tinting_field(fields) is not None:
        asked = f"item.get('{tint_field(fields)}') or palette.ink"
        parts.append(
            f"{{# The colours are in tables: of the family's file. #}}\n{{% set tint = {asked} %}}\n"
        )
    parts.append(_FRAME)
    raised = ""
    parts += [] if bare else [_band(fields), _title(title)]
    if art is not None:
        high = round(min(max(free + 21, 16.0), size.width * 0.58) * 2) / 2
        parts.append(
            art_band(
                art,
                with_role(fields, "focus"),
                head - 1,
                high=high,
                ending=ending,
                across=size.width - 12,
            )
        )
        if picture is not None:
            parts.append(corner(picture, head + 5))
        elif art.gaps:
            # All below the picture moves up on the cards that have none.
            parts.append(
                "{# Without a picture the rest takes its room. #}\n"
                f"{{% set raised = 0 if '{art.name}' in item else {high + 1.5:g} %}}\n"
            )
            raised = " - raised"
        top = head + high + 1.5
    elif bare and picture is None:
        top = head - 0.5
    else:
        radius = next((radius for radius in (13.0, 10.0, 7.0) if free >= 2 * radius + 2.5), 0.0)
        middle = head + radius
        if not (with_roles(fields, "text") or badges(fields) or foot_lines(fields)):
            radius, middle = _LARGE_DISC, (head + size.height - 6) / 2
        if radius:
            parts.append(disc(picture, title, middle, radius, _colour(fields, "accent")))
        top = head + (2 * radius + 2.5 if radius else -0.5)
    foot = foot_height(fields, size)
    for numbers in badge_rows(fields, size):
        parts.append(_badges(numbers, top + 3.5, raised))
        top += 13
    largest = _ALONE if bare and picture is None and art is None else _BESIDE
    parts.append(_texts(with_roles(fields, "text"), top, foot, largest=largest, raised=raised))
    parts.append(_foot(foot_lines(fields), foot))
    return "".join(parts)


def piece_template(fields: Sequence[Proposed], ending: str = "") -> str:
    """Return a small piece: art, icon or initial, name, and up to two numbers."""
    title, art = with_role(fields, "title"), with_role(fields, "art")
    numbers = badges(fields)[:2]
    disc = _DISC if title is not None else Disc(0.5, 0.22 if numbers else 0.32)
    picture = (
        small_picture(with_role(fields, "icon"), title, disc)
        if art is None
        else small_art(art, with_role(fields, "focus"), ending, disc)
    )
    shown = with_role(fields, "icon") if art is None else art
    parts = [HEAD, GROUND.replace("@", "paper"), _rim(disc, ground_of(shown)), picture]
    if title is not None:
        drawn = (
            f"{{{{ paragraph({text_of(title)}, width * 0.2, height * 0.63, width * 0.6, height * 0.16, size=width * 0.24, "
            "min=6, font='title', weight=700, align='center', valign='middle', fill=palette.ink) }}\n"
        )
        parts.append(guard(title, drawn))
    for one, share in zip(numbers, (0.2, 0.8), strict=False):
        drawn = (
            f"{{{{ label({text_of(one)}, width * {share}, height * {disc.y + 0.07:g}, size=width * 0.26, min=6, width=width * 0.16, "
            "font='title', weight=700, align='center', fill=palette.ink) }}\n"
        )
        parts.append(guard(one, drawn))
    return "".join(parts)


def _rim(disc: Disc, ground: str) -> str:
    return (
        '<path d="{{ shape(-1.5) }}" fill="none" stroke="{{ palette.accent }}" stroke-width="0.8"/>\n'
        f'<circle cx="{{{{ width / 2 }}}}" cy="{{{{ height * {disc.y:g} }}}}" r="{{{{ width * {disc.radius:g} }}}}" '
        f'fill="{{{{ {ground} }}}}"/>\n'
    )


def _colour(fields: Sequence[Proposed], name: str) -> str:
    return "tint" if tinting_field(fields) is not None else f"palette.{name}"


_FRAME = '<path d="{{ shape(-safe) }}" fill="none" stroke="{{ palette.ink }}" stroke-width="0.5"/>\n'


def _band(fields: Sequence[Proposed]) -> str:
    """Return the band on which the title stands."""
    return f'<rect x="6" y="{{{{ 6 * u }}}}" width="{{{{ width - 12 }}}}" height="{{{{ 11 * u }}}}" rx="2" fill="{{{{ {_colour(fields, "ink")} }}}}"/>\n'


def _title(title: Proposed | None) -> str:
    if title is None:
        return ""
    drawn = (
        f"{{{{ paragraph({text_of(title)}, 8, 7 * u, width - 16, 9 * u, size=13, min=6, font='title', weight=700, "
        "align='center', valign='middle', fill=palette.paper) }}\n"
    )
    return guard(title, drawn)


def _down(y: float, raised: str) -> str:
    """Return how far below the top edge a part stands, in millimetres."""
    return f"({y:g}{raised}) * u" if raised else f"{y:g} * u"


def _badges(numbers: Sequence[Proposed], y: float, raised: str) -> str:
    """Return numbers side by side, each with its word below."""
    pitch = f"(width - 12) / {len(numbers)}"
    parts = []
    for number, one in enumerate(numbers):
        x = f"6 + {pitch} * {number + 0.5:g}"
        drawn = (
            f'<circle cx="{{{{ {x} }}}}" cy="{{{{ {_down(y, raised)} }}}}" r="{{{{ 4 * u }}}}" fill="{{{{ palette.accent }}}}"/>\n'
            f"{{{{ label({text_of(one)}, {x}, {_down(y + 1.5, raised)}, size=12, min=6, width=6.5 * u, font='title', weight=700, "
            "align='center', fill=palette.paper) }}\n"
        )
        if one.label:
            drawn += (
                f"{{{{ paragraph(texts.{one.name}, 6 + {pitch} * {number}, {_down(y + 4.4, raised)}, {pitch} - 0.4, 4.4 * u, size=7, "
                "min=6, leading=1, align='center', fill=palette.ink) }}\n"
            )
        parts.append(guard(one, drawn))
    return "".join(parts)


def _texts(texts: Sequence[Proposed], top: float, foot: float, largest: float, raised: str) -> str:
    """Return the running texts of a card in one box, where a long one takes the room of a short one."""
    if not texts:
        return ""
    box = (
        f"7, {_down(top, raised)}, width - 14, height - {_down(top + foot + 0.8, raised)}, size={largest:g}, min=6, align='center', "
        "valign='middle', fill=palette.ink"
    )
    if len(texts) == 1:
        return guard(texts[0], f"{{{{ paragraph({text_of(texts[0])}, {box}) }}}}\n")
    called = len(texts) >= _LABELLED
    parts = [
        or_nothing(
            one, (f"'**' ~ texts.{one.name} ~ '** ' ~ " if called and one.label else "") + _grouped(one)
        )
        for one in texts
    ]
    return f"{{{{ paragraph([{', '.join(parts)}]|select|join('\\n'), {box}) }}}}\n"


def _grouped(one: Proposed) -> str:
    words = text_of(one)
    return f"({words})" if "|" in words or "~" in words else words


def _foot(lines: Sequence[Proposed], foot: float) -> str:
    """Return short words at the foot, each with its name where there is more than one."""
    if not lines:
        return ""
    rule = f"{{{{ height - {foot - 1:g} * u }}}}"
    parts = [
        or_nothing(
            one, (f"texts.{one.name} ~ ': ' ~ " if len(lines) > 1 and one.label else "") + _grouped(one)
        )
        for one in lines
    ]
    return (
        f'<line x1="8" x2="{{{{ width - 8 }}}}" y1="{rule}" y2="{rule}" stroke="{{{{ palette.ink }}}}" '
        'stroke-width="0.25"/>\n'
        f"{{{{ paragraph([{', '.join(parts)}]|select|join('  ·  '), 8, height - {foot - 1.6:g} * u, width - 16, {foot - 6.4:g} * u, "
        "size=7, min=6, align='center', valign='middle', fill=palette.ink) }}\n"
    )


def text_of(one: Proposed) -> str:
    """Return the words of a field as the calls that draw text want them."""
    if one.type == "list":
        joint = "\\n" if one.role == "text" else ", "
        joined = f"item.{one.name}|join('{joint}')"
        if all(isinstance(value, list) for value in one.values):
            return joined
        return f"({joined} if item.{one.name} is sequence and item.{one.name} is not string else item.{one.name} ~ '')"
    if one.type == "boolean":
        return f"('{{check}}' if item.{one.name} else '{{cross}}')"
    return f"item.{one.name}" + (" ~ ''" if one.type in ("auto", "whole", "number") else "")


def or_nothing(one: Proposed, words: str) -> str:
    """Return `words`, or no words on the cards whose cell is empty."""
    return f"({words} if '{one.name}' in item else '')" if one.gaps else f"({words})"


def guard(one: Proposed, drawn: str) -> str:
    """Return what draws a field, left out on the cards whose cell is empty."""
    return f"{{% if '{one.name}' in item %}}\n{drawn}{{% endif %}}\n" if one.gaps else drawn


_CUT, _SQUARE = 0.75, 1.25
"""Share of a picture's height below which a band cuts heads off, and height over width of square ones."""


def art_band(
    art: Proposed, focus: Proposed | None, top: float, high: float, ending: str, across: float
) -> str:
    """Return the picture across the card from `top`, the edge of its box, `across` mm, in ink.

    Square pictures show whole, as icons must, and of tall ones the top.
    """
    cut = focus is None and art.tallest > 0 and high / across / art.tallest < _CUT
    whole = cut and art.tallest <= _SQUARE
    kept = ", fit='fit'" if whole else ", focus='top'" if cut else _focus(focus)
    box = f"6, {top:g} * u, width - 12, {high:g} * u"
    ground = (
        '<rect x="6" y="{{ @ * u }}" width="{{ width - 12 }}" height="{{ # * u }}" fill="{{ palette.% }}"/>\n'
    )
    ground = ground.replace("%", "ink" if art.dark else "pale")
    drawn = (
        f"{ground.replace('@', f'{top:g}').replace('#', f'{high:g}') if art.dark or whole else ''}"
        f"{{{{ art({_named(art, ending)}, {box}{kept}) }}}}\n"
        f'<rect x="6" y="{{{{ {top:g} * u }}}}" width="{{{{ width - 12 }}}}" height="{{{{ {high:g} * u }}}}" fill="none" '
        'stroke="{{ palette.ink }}" stroke-width="0.4"/>\n'
    )
    return guard(art, drawn)


def _focus(focus: Proposed | None) -> str:
    return "" if focus is None else f", focus=item.get('{focus.name}')"


def _named(art: Proposed, ending: str) -> str:
    if art.several:
        return f"item.{art.name}[0]"
    return f"item.{art.name} ~ '{ending}'" if ending else f"item.{art.name}"


def icon_of(picture: Proposed) -> str:
    """Return the name of an icon, written as its file is where the list does not."""
    words = {str(value) for value in picture.values}
    small = "|lower" if any(word != word.lower() for word in words) else ""
    signs = "".join(f"|replace('{sign}', '-')" for sign in " _" if any(sign in word for word in words))
    return f"item.{picture.name}{small}{signs}"


def ground_of(picture: Proposed | None) -> str:
    """Return the colour below a picture: dark where its drawings are pale."""
    return "palette.ink" if picture is not None and picture.dark else "palette.pale"


def _over(picture: Proposed, fill: str = "palette.accent") -> str:
    """Return the colour of an icon on its ground."""
    return "palette.paper" if picture.dark else fill


def corner(picture: Proposed, y: float) -> str:
    """Return the icon on a disc in the corner of the picture, at `y`."""
    drawn = (
        f'<circle cx="{{{{ width - 12 }}}}" cy="{{{{ {y:g} * u }}}}" r="4.5" fill="{{{{ {ground_of(picture)} }}}}" '
        'stroke="{{ palette.ink }}" stroke-width="0.4"/>\n'
        f"{{{{ icon({icon_of(picture)}, width - 12, {y:g} * u, 6, fill={_over(picture)}) }}}}\n"
    )
    return guard(picture, drawn)


def small_art(art: Proposed, focus: Proposed | None, ending: str, disc: Disc) -> str:
    """Return the picture in the disc of a small piece."""
    radius, across = disc.radius, f"width * {2 * disc.radius:g}"
    box = f"width * {0.5 - radius:g}, height * {disc.y:g} - width * {radius:g}, {across}, {across}"
    clip = f"rounded({box}, width * {radius:g})"
    return guard(art, f"{{{{ art({_named(art, ending)}, {box}{_focus(focus)}, clip={clip}) }}}}\n")


def disc(
    picture: Proposed | None, title: Proposed | None, y: float, radius: float, fill: str = "palette.accent"
) -> str:
    """Return the icon, or the first letter of the title, on a disc."""
    ground = (
        f'<circle cx="{{{{ width / 2 }}}}" cy="{{{{ {y:g} * u }}}}" r="{{{{ {radius:g} * u }}}}" '
        f'fill="{{{{ {ground_of(picture)} }}}}"/>\n'
    )
    size = radius * 2.9
    letter = f"{y + size * 0.12:.4g} * u, size={size:.3g} * u, min=6, width={radius * 1.5:g} * u"
    note = "{# No column names icons: the first letter stands in. Try icon('star', ...) here, or add a column. #}\n"
    box = f"width / 2, {y:g} * u, {radius * 1.4:g} * u"
    return ground + _emblem(picture, title, box, letter, fill=fill, note=note)


def small_picture(picture: Proposed | None, title: Proposed | None, disc: Disc) -> str:
    """Return the icon of a small piece, or its first letter."""
    box = f"width / 2, height * {disc.y:g}, width * {round(disc.radius * 18 / 11, 3):g}"
    return _emblem(
        picture, title, box, f"height * {disc.y + 0.1:g}, size=width * 0.8, min=6, width=width * 0.4"
    )


def _emblem(
    picture: Proposed | None,
    title: Proposed | None,
    box: str,
    letter: str,
    fill: str = "palette.accent",
    note: str = "",
) -> str:
    """Return the icon in `box`, or the first letter of the title at `letter`, or a star."""
    if picture is not None:
        return guard(picture, f"{{{{ icon({icon_of(picture)}, {box}, fill={_over(picture, fill)}) }}}}\n")
    # Each title begins with a letter or a digit, which can stand for it.
    written = apply_replacements(title.replace) if title is not None else str
    if title is None or title.plain or not all(written(str(one))[:1].isalnum() for one in title.values):
        return f"{{{{ icon('star', {box}, fill={fill}) }}}}\n"
    drawn = (
        f"{{{{ label(({text_of(title)})[:1]|upper, width / 2, {letter}, font='title', weight=700, "
        f"align='center', fill={fill}) }}}}\n"
    )
    return note + guard(title, drawn)


TABLE = "tints"


def tinting_field(fields: Sequence[Proposed]) -> Proposed | None:
    """Return the field whose words tint the card; None where none does."""
    return with_role(fields, "colour") or with_role(fields, "type")


def tint_field(fields: Sequence[Proposed]) -> str:
    """Return a name for the field of a card's colour that no column has."""
    taken = {one.name for one in fields}
    return next(name for name in ("tint", "band_tint", "tint_of_the_band") if name not in taken)


def fields_key(fields: Sequence[Proposed], names: Sequence[str]) -> str:
    """Return the key `fields:` of a list with the columns `names`; "" for nothing to compute."""
    one = tinting_field(fields)
    if one is None or not any(name in one.columns for name in names):
        return ""
    return f'fields: {{{tint_field(fields)}: "get(tables.{TABLE}, {one.name}, null)"}}\n'


def tint_table(fields: Sequence[Proposed]) -> str:
    """Return the key `tables:` of the family, a colour for each word; "" where no field tints the card."""
    one = tinting_field(fields)
    if one is None:
        return ""
    written = apply_replacements(one.replace, one.plain)
    words = list(dict.fromkeys(map(str, one.values)))
    tints = {
        word: tint_of(word) if one.role == "colour" else TINTS[k % len(TINTS)] for k, word in enumerate(words)
    }
    lines = (f'    {quote(written(word))}: "{tint}"\n' for word, tint in tints.items())
    called = f"a colour for each {one.name}"
    return f"tables:\n  {TABLE}:                           # {called}\n{''.join(lines)}"
