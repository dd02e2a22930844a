"""Placement in millimetres: grids, nesting, duplex, poster split, marks; pure, no PDF."""

from generator.sheets.cuts import cut_length
from generator.sheets.impose import impose

__all__ = ["cut_length", "impose"]
