"""A picture with too few pixels for its size on paper.

Print wants 300 pixels to the inch; at half of that the pixels themselves are seen.  `warning` and
`error` are pixels per inch, along the direction that has fewer.  At home nothing is an error unless
`error` is set; for a print shop or a press it is 150.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Sight
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.svg.matrix import scale_of
from prancha.graphics.svg.svg_markup import href

CODE = "picture-resolution"
OPTIONS: Mapping[str, Any] = {"error": 0.0, "warning": 300.0}
AT_SHOPS: Mapping[str, Any] = {**OPTIONS, "error": 150.0}
"""Default limits for orders at a print shop."""
MM_PER_INCH = 25.4


def look(sight: Sight) -> Iterator[FaceFinding]:
    """Yield the pictures of a face that are too coarse."""
    for _, mark in sight.scene.drawing.sorted().others:
        if mark.element.tag == "image":
            name = href(mark.element.attrib)
            pixels = sight.printed.pixels(name)
            if pixels is None:
                continue  # a drawing has none, and is sharp at any size
            ppi = _resolution(mark, *pixels)
            if ppi < sight.options["warning"] - 1:
                wrong = ppi < sight.options["error"] - 1
                shown = "an embedded picture" if name.startswith("data:") else f'the picture "{name}"'
                limit = max(1, int(ppi))
                hint = "use a larger file, or print it smaller"
                if wrong:
                    hint += (
                        "; build --draft prints it all the same, and rules.yaml sets other limits: "
                        f"checks: {{{CODE}: {{error: {limit}}}}}"
                    )
                elif ppi < AT_SHOPS["error"] - 1:
                    hint += (
                        "; print shops, --pdfx and --strict refuse it unless rules.yaml sets other limits: "
                        f"checks: {{{CODE}: {{error: {limit}, warning: {limit}}}}}"
                    )
                yield sight.spot(
                    CODE,
                    "error" if wrong else "warning",
                    f"{shown} prints at {ppi:.0f} pixels per inch, expected {sight.options['warning']:g}",
                    hint=hint,
                    about=name[:80],
                    badness=-ppi,
                )


def _resolution(mark: Mark, columns: float, rows: float) -> float:
    """Pixels per inch on paper, where they are fewest."""
    width, height = mark.number("width", columns), mark.number("height", rows)
    across, down = columns / max(width, 1e-6), rows / max(height, 1e-6)
    fitting = mark.element.get("preserveAspectRatio", "xMidYMid meet")
    # "meet" keeps the whole picture in its frame, so the tighter side sets the scale; "slice" the other.
    per_mm = min(across, down) if fitting == "none" or "slice" in fitting else max(across, down)
    return per_mm * MM_PER_INCH / max(scale_of(mark.matrix), 1e-9)
