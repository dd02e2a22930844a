"""Fonts by the names that other programs write: in any capitals, and as PostScript names."""

from __future__ import annotations

import re
from collections.abc import Collection

_STYLES = {
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "roman": 400, "book": 400, "medium": 500,
    "semibold": 600, "demibold": 600, "bold": 700, "extrabold": 800, "black": 900, "heavy": 900,
}  # fmt: skip


def named_font(families: str, known: Collection[str]) -> tuple[str, int, bool] | None:
    """The first family of a CSS list that is among `known`, with the weight and slope its name says.

    `AlegreyaSans-BoldItalic` is the family Alegreya Sans, 700, italic; None when none is known.
    """
    plain = {re.sub(r"\W", "", name).lower(): name for name in known}
    for name in (each.strip().strip("'\"").strip() for each in families.split(",")):
        if name in known:
            return name, 400, False
        stem, _, style = name.partition("-")
        for each, rest in ((name, ""), (stem, style.lower())):
            found = plain.get(re.sub(r"\W", "", each).lower())
            if found:
                upright = rest.replace("italic", "").replace("oblique", "")
                return found, _STYLES.get(upright, 400), upright != rest
    return None
