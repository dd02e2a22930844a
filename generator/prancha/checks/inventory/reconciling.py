"""Designed, drawn, placed, found in the PDF: the same number of every component."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from prancha.checks.inventory.inventory import Inventory
from prancha.model.diagnostic import NOWHERE, Diagnostic, Place


def reconcile(inventory: Inventory, places: Mapping[str, Place]) -> Iterator[Diagnostic]:
    """Yield a finding per component whose counts differ; `places` tells where each item is written."""
    for one in inventory.components:
        if not one.agrees:
            message = (
                f"expected {one.designed} of it at every step, found {one.drawn} drawn, {one.placed} placed "
                f"and {one.found} in the PDF"
            )
            hint = "build the kit again; if it stays so, this is our fault: please send us the catalogue"
            yield Diagnostic(places.get(one.key, NOWHERE), "not-reconciled", message, one.key, hint)
