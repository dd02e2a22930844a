"""What a kit holds and what to buy for it, counted at every step from the catalogue to the PDF."""

from generator.inventory.comparing import compare
from generator.inventory.gathering import gather
from generator.inventory.inventory import FORMATS, Inventory, render
from generator.inventory.reconciling import reconcile

__all__ = ["FORMATS", "Inventory", "compare", "gather", "reconcile", "render"]
