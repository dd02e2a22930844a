"""The components of an inventory as CSV (RFC 4180), one row each, with the ink of each."""

from __future__ import annotations

import csv
import io

from prancha.checks.inventory.inking import COLOURS
from prancha.checks.inventory.inventory import Inventory
from prancha.checks.inventory.tables import COMPONENTS, component, safe


def write(inventory: Inventory) -> bytes:
    """UTF-8 with a byte order mark, which spreadsheets need to read accents."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow((*COMPONENTS, *(f"{colour}, A4 pages" for colour in COLOURS)))
    writer.writerows([*map(safe, component(one)), *one.ink] for one in inventory.components)
    return b"\xef\xbb\xbf" + text.getvalue().encode()
