"""What a kit holds and what to buy for it, counted at every step from the catalogue to the PDF."""

from prancha.checks.inventory.comparing import compare
from prancha.checks.inventory.formats import FORMATS, render
from prancha.checks.inventory.gathering import gather, reconcile
from prancha.checks.inventory.inventory import Inventory

__all__ = ["FORMATS", "Inventory", "compare", "gather", "reconcile", "render"]
