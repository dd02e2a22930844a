"""An inventory as JSON, for programs of one's own."""

from __future__ import annotations

import json

from msgspec import to_builtins

from prancha.checks.inventory.inventory import Inventory


def write(inventory: Inventory) -> bytes:
    """All parts, under the names of their fields."""
    return (json.dumps(to_builtins(inventory), ensure_ascii=False, indent=1) + "\n").encode()
