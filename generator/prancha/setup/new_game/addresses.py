"""Addresses on the web behind words, as Notion and Airtable export links: `Owl (https://...)`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from prancha.catalogue.spreadsheet.cells import replaced
from prancha.setup.new_game.cell_values import texts_in
from prancha.setup.new_game.proposal import Proposed

_BEHIND = re.compile(r"(?<=[^\s\]])\s*\(https?://[^()\s]+\)", re.I)


def leave_out_addresses(fields: Sequence[Proposed]) -> list[str]:
    """Let the fields print the words alone; returns what is told of it."""
    told = []
    for one in fields:
        found = [each[0] for cell in one.values for text in texts_in(cell) for each in _BEHIND.finditer(text)]
        if not found:
            continue
        new = dict.fromkeys(found, "")
        one.replace.update(new)
        change = replaced(new)
        one.cells = [_changed(cell, change) for cell in one.cells]
        count = f"{len(found)} addresses" if len(found) > 1 else "an address"
        told.append(f'left out of "{one.heading}": {count} on the web (the words before them stay)')
    return told


def _changed(cell: Any, change: Any) -> Any:
    if isinstance(cell, list):
        return [_changed(part, change) for part in cell]
    return change(cell) if isinstance(cell, str) else cell
