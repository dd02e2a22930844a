"""What a kit holds and what to buy for it, counted at every step from the catalogue to the PDF."""

from prancha.checks.inventory.comparing import compare
from prancha.checks.inventory.gathering import gather
from prancha.checks.inventory.inventory import FORMATS, Inventory, render
from prancha.checks.inventory.reconciling import reconcile

__all__ = ["FORMATS", "Inventory", "compare", "gather", "reconcile", "render"]
