"""Parts of a proposed template: the text of a field, the picture, the colour of the band."""

# ruff: noqa: E501 - templates read best as they are written

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from msgspec import Struct

from prancha.catalogue.splice import quote
from prancha.catalogue.spreadsheet.cells import apply_replacements
from prancha.setup.new_game.cell_values import TINTS, tint_of
from prancha.setup.new_game.proposal import Proposed


def with_role(fields: Sequence[Proposed], role: str) -> Proposed | None:
    """Return the first field of a role; None when there is none."""
    return next((one for one in fields if one.role == role and not one.out), None)


def text_of(one: Proposed) -> str:
    """Return the words of a field as the calls that draw text want them."""
    if one.type == "list":
        return f"item.{one.name}|join({_joint(one)})"
    if one.type == "boolean":
        return f"('{{check}}' if item.{one.name} else '{{cross}}')"
    return f"item.{one.name}" + (" ~ ''" if one.type in ("auto", "whole", "number") else "")


def or_nothing(one: Proposed, words: str) -> str:
    """Return `words`, or no words on the cards whose cell is empty."""
    return f"({words} if '{one.name}' in item else '')" if one.gaps else f"({words})"


def guard(one: Proposed, drawn: str) -> str:
    """Return what draws a field, left out on the cards whose cell is empty."""
    return f"{{% if '{one.name}' in item %}}\n{drawn}{{% endif %}}\n" if one.gaps else drawn


def _joint(one: Proposed) -> str:
    return "'\\n'" if one.role == "text" else "', '"


class Disc(Struct, frozen=True):
    """The disc of a small piece: its centre down from the top, a share of the height; radius, of the width."""

    y: float
    radius: float


def art_band(art: Proposed, focus: Proposed | None, top: float, high: float, ending: str) -> str:
    """Return the picture across the card from `top`, the edge of its box in ink."""
    box = f"6, {top:g} * u, width - 12, {high:g} * u"
    ground = '<rect x="6" y="{{ @ * u }}" width="{{ width - 12 }}" height="{{ # * u }}" fill="{{ palette.ink }}"/>\n'
    drawn = (
        f"{ground.replace('@', f'{top:g}').replace('#', f'{high:g}') if art.dark else ''}"
        f"{{{{ art({_named(art, ending)}, {box}{_focus(focus)}) }}}}\n"
        f'<rect x="6" y="{{{{ {top:g} * u }}}}" width="{{{{ width - 12 }}}}" height="{{{{ {high:g} * u }}}}" fill="none" '
        'stroke="{{ palette.ink }}" stroke-width="0.4"/>\n'
    )
    return guard(art, drawn)


def _focus(focus: Proposed | None) -> str:
    return "" if focus is None else f", focus=item.get('{focus.name}')"


def _named(art: Proposed, ending: str) -> str:
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
    if picture is not None:
        drawn = f"{{{{ icon({icon_of(picture)}, width / 2, {y:g} * u, {radius * 1.4:g} * u, fill={_over(picture, fill)}) }}}}\n"
        return ground + guard(picture, drawn)
    if not _has_initials(title):
        return ground + f"{{{{ icon('star', width / 2, {y:g} * u, {radius * 1.4:g} * u, fill={fill}) }}}}\n"
    note = "{# No column names icons: the first letter stands in. Try icon('star', ...) here, or add a column. #}\n"
    size = radius * 2.9
    drawn = (
        f"{{{{ label(({text_of(title)})[:1]|upper, width / 2, {y + size * 0.12:.4g} * u, size={size:.3g} * u, min=5, "
        f"width={radius * 1.5:g} * u, font='title', weight=700, align='center', fill={fill}) }}}}\n"
    )
    return ground + note + guard(title, drawn)


def _has_initials(title: Proposed | None) -> TypeGuard[Proposed]:
    """Return whether each title begins with a letter or a digit, which can stand for it."""
    return title is not None and not title.plain and all(str(one)[:1].isalnum() for one in title.values)


def small_picture(picture: Proposed | None, title: Proposed | None, disc: Disc) -> str:
    """Return the icon of a small piece, or its first letter."""
    box = f"width / 2, height * {disc.y:g}, width * {round(disc.radius * 18 / 11, 3):g}"
    if picture is not None:
        return guard(
            picture,
            f"{{{{ icon({icon_of(picture)}, {box}, fill={_over(picture)}) }}}}\n",
        )
    if not _has_initials(title):
        return f"{{{{ icon('star', {box}, fill=palette.accent) }}}}\n"
    drawn = (
        f"{{{{ label(({text_of(title)})[:1]|upper, width / 2, height * {disc.y + 0.1:g}, size=width * 0.8, min=5, width=width * 0.4, "
        "font='title', weight=700, align='center', fill=palette.accent) }}\n"
    )
    return guard(title, drawn)


TABLE = "tints"


def tinting_field(fields: Sequence[Proposed]) -> Proposed | None:
    """Return the field whose words tint the card; None where none does."""
    return with_role(fields, "colour") or with_role(fields, "type")


def tint_field(fields: Sequence[Proposed]) -> str:
    """Return a name for the field of a card's colour that no column has."""
    taken = {one.name for one in fields}
    return next(name for name in ("tint", "band_tint", "tint_of_the_band") if name not in taken)


def tint_of_card(fields: Sequence[Proposed]) -> str:
    """Return the line of a template that sets `tint`; "" where no field tints the card."""
    if tinting_field(fields) is None:
        return ""
    asked = f"item.get('{tint_field(fields)}') or palette.ink"
    return f"{{# The colours are in tables: of the family's file. #}}\n{{% set tint = {asked} %}}\n"


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
