"""Fonts of other scripts, for tests: subsets beside their licences in tests/fonts."""

from __future__ import annotations

from pathlib import Path

from prancha.graphics.fonts import FontBook

HOME = Path(__file__).parents[2]
BOOK = FontBook([HOME, Path(__file__).parents[3] / "templates" / "_library"])
ROLES = {"body": "Alegreya Sans", "arabic": "Noto Sans Arabic"}
FAMILIES = ("Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "BIZ UDGothic")
FALLBACK = {"body": FAMILIES}
