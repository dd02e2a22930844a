"""The colour of a card's band by the words of a field, worked out of the list: no translation changes it."""

from __future__ import annotations

from collections.abc import Sequence

from prancha.catalogue.splice import quoted
from prancha.catalogue.spreadsheet.cells import replaced
from prancha.setup.new_game.cell_values import TINTS, tint_of
from prancha.setup.new_game.proposal import Proposed
from prancha.setup.new_game.sheet_parts import with_role

TABLE = "tints"


def tinted(fields: Sequence[Proposed]) -> Proposed | None:
    """The field whose words tint the card; None where none does."""
    return with_role(fields, "colour") or with_role(fields, "type")


def tint_field(fields: Sequence[Proposed]) -> str:
    """The name of the field that holds a card's colour, unlike any of the list."""
    taken = {one.name for one in fields}
    return next(name for name in ("tint", "band_tint", "tint_of_the_band") if name not in taken)


def tint_of_card(fields: Sequence[Proposed]) -> str:
    """The line of a template that sets `tint`; "" where no field tints the card."""
    if tinted(fields) is None:
        return ""
    asked = f"item.get('{tint_field(fields)}') or palette.ink"
    return f"{{# The colours are in tables: of the family's file. #}}\n{{% set tint = {asked} %}}\n"


def worked_out(fields: Sequence[Proposed], names: Sequence[str]) -> str:
    """The key `fields:` of a list with the columns `names`; "" where it has nothing to work out."""
    one = tinted(fields)
    if one is None or not any(name in one.columns for name in names):
        return ""
    return f'fields: {{{tint_field(fields)}: "get(tables.{TABLE}, {one.name}, null)"}}\n'


def tint_table(fields: Sequence[Proposed]) -> str:
    """The key `tables:` of the family, with a colour for each word; "" where no field tints the card."""
    one = tinted(fields)
    if one is None:
        return ""
    written = replaced(one.replace, one.plain)
    words = list(dict.fromkeys(map(str, one.values)))
    tints = {
        word: tint_of(word) if one.role == "colour" else TINTS[k % len(TINTS)] for k, word in enumerate(words)
    }
    lines = (f'    {quoted(written(word))}: "{tint}"\n' for word, tint in tints.items())
    called = f"a colour for each {one.name}"
    return f"tables:\n  {TABLE}:                           # {called}\n{''.join(lines)}"
