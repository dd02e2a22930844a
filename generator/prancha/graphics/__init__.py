"""Drawings, fonts and pictures: what draws a face and what checks it read them by the same code."""
