"""Placement in millimetres: grids, nesting, duplex, folding, poster split, marks, cut plan; pure, no PDF."""

from prancha.sheets.cut_lines import contours
from prancha.sheets.cut_plan import cut_plan
from prancha.sheets.impose import impose

__all__ = ["contours", "cut_length", "cut_plan", "impose"]
