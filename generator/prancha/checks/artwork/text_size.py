"""Text that is too small to read on paper.

A screen magnifies, a table does not: below about 6 points (2.1 mm from line to line, capitals of
1.4 mm) most people cannot read a card at arm's length, and home printers fill the eyes of letters.
The size counts as printed, after every transform.  `error` and `warning` are points: smaller is an
error, or a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Sight
from prancha.model.diagnostic import excerpt

CODE = "text-size"
OPTIONS: Mapping[str, Any] = {"error": 6.0, "warning": 7.0}
ROUNDING = 0.02


def look(sight: Sight) -> Iterator[FaceFinding]:
    """Yield the texts of a face that are below the limits."""
    least, small = sight.options["error"], sight.options["warning"]
    for text in sight.letters():
        size = text.setting.size
        if size >= small - ROUNDING or text.cut_away or not any(c.isalnum() for c in text.text):
            continue
        wrong = size < least - ROUNDING
        yield sight.spot(
            CODE,
            "error" if wrong else "warning",
            f"{excerpt(text.text)} is {size:.1f} pt, expected at least {least if wrong else small:g} pt",
            hint="print it larger, shorten the text, or accept it in rules.yaml: "
            f'waive: [{{check: {CODE}, item: {sight.face.item}, why: "..."}}]',
            text=text.text,
            about="small" if wrong else "smallish",
            badness=-size,
        )
