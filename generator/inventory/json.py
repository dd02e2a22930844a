"""An inventory as JSON, for programs of one's own."""

from __future__ import annotations

import json
from dataclasses import asdict

from generator.inventory.inventory import Inventory


def write(inventory: Inventory) -> bytes:
    """All parts, under the names of their fields."""
    return (json.dumps(asdict(inventory), ensure_ascii=False, indent=1) + "\n").encode()
