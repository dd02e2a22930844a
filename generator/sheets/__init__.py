"""Placement in millimetres: grids, nesting, duplex, folding, poster split, marks, cut plan; pure, no PDF."""

from generator.sheets.contours import contours
from generator.sheets.cuts import cut_length
from generator.sheets.impose import impose
from generator.sheets.plan import cut_plan

__all__ = ["contours", "cut_length", "cut_plan", "impose"]
