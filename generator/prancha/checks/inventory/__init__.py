"""Contents of a kit and what to buy for it, counted at every step from catalogue to PDF."""

from prancha.checks.inventory.gathering import compare, gather, reconcile
from prancha.checks.inventory.inventory import FORMATS, Inventory, render

__all__ = ["FORMATS", "Inventory", "compare", "gather", "reconcile", "render"]
