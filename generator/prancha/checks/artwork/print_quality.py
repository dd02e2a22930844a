"""Checks of texts and pictures that do not print well: too small, too coarse, cut away by a clip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Sight, small_check
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.text_marks import Lettering
from prancha.graphics.scene.visibility import ROWS, columns_of, is_same_text
from prancha.graphics.svg.matrix import scale_of
from prancha.graphics.svg.svg_markup import href
from prancha.model.box import Box
from prancha.model.diagnostic import Severity, excerpt

ROUNDING = 0.02
AT_SHOPS: Mapping[str, Any] = {"error": 150.0, "warning": 300.0}
"""Default limits of pictures for orders at a print shop."""
MM_PER_INCH = 25.4


@small_check("text-size", error=6.0, warning=7.0)
def text_size(sight: Sight) -> Iterator[FaceFinding]:
    """Text that is too small to read on paper.

    A screen magnifies, a table does not: below about 6 points (2.1 mm from line to line, capitals of
    1.4 mm) most people cannot read a card at arm's length, and home printers fill the eyes of letters.
    The size counts as printed, after every transform.  `error` and `warning` are points: smaller is an
    error, or a warning.
    """
    least, small = sight.options["error"], sight.options["warning"]
    for text in sight.letters:
        size = text.setting.size
        if size >= small - ROUNDING or text.cut_away or not any(c.isalnum() for c in text.text):
            continue
        wrong = size < least - ROUNDING
        yield sight.spot(
            "text-size",
            "error" if wrong else "warning",
            f"{excerpt(text.text)} is {size:.1f} pt, expected at least {least if wrong else small:g} pt",
            hint="print it larger, shorten the text, or accept it in rules.yaml: "
            f'waive: [{{check: text-size, item: {sight.face.item}, why: "..."}}]',
            text=text.text,
            about="small" if wrong else "smallish",
            badness=-size,
        )


@small_check("clipped", error=0.5, warning=0.1)
def clipped(sight: Sight) -> Iterator[FaceFinding]:
    """Text that a clip cuts away, whole or in part.

    A `clip-path` keeps art inside a frame; a text that reaches out of it loses letters, and one outside it is
    not printed at all, though a template asked for it.  `error` and `warning` are shares of a text;
    a whole letter that is lost is told, too.  Where the same text is drawn again in its place, as for letters
    in two colours, what all of them show counts.
    """
    letters = sight.letters
    for text in letters:
        if text.setting.mark.clips and not is_uncut(text.setting.mark, text.on_face):
            yield from _clipped_text(sight, text, [other for other in letters if is_same_text(text, other)])


def is_uncut(mark: Mark, box: Box) -> bool:
    """Return whether clips leave a box of the face whole."""
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return mark.shows(*middle) and not any(clip.crosses(box) for clip in mark.clips)


def _clipped_text(sight: Sight, text: Lettering, copies: Sequence[Lettering]) -> Iterator[FaceFinding]:
    """`copies` are all drawings of this text in its place, itself included."""
    columns = columns_of(text)
    lost = [
        sum(not any(copy.setting.mark.shows(*point) for copy in copies) for point in column)
        for column in columns.points
    ]
    share = sum(lost) / (len(lost) * ROWS)
    if share < sight.options["warning"] and not columns.whole_letter(lost):
        return
    severity: Severity = "error" if share >= sight.options["error"] else "warning"
    what = "all" if share > 0.99 else f"{share:.0%}"
    yield sight.spot(
        "clipped",
        severity,
        f"{what} of {excerpt(text.text)} is cut away by a clip",
        hint="move it inside the clip-path, make that larger, or draw the text outside the clipped group",
        text=text.text,
        about=f"text {severity}",
        badness=share * len(text.text),
        marks=(("the text", text.number),),
    )


@small_check("picture-resolution", error=0.0, warning=300.0)
def picture_resolution(sight: Sight) -> Iterator[FaceFinding]:
    """A picture with too few pixels for its size on paper.

    Print wants 300 pixels to the inch; at half of that the pixels themselves are seen.  `warning` and
    `error` are pixels per inch, along the direction that has fewer.  At home nothing is an error unless
    `error` is set; for a print shop or a press it is 150.
    """
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
                        f"checks: {{picture-resolution: {{error: {limit}}}}}"
                    )
                elif ppi < AT_SHOPS["error"] - 1:
                    hint += (
                        "; print shops, --pdfx and --strict refuse it unless rules.yaml sets other limits: "
                        f"checks: {{picture-resolution: {{error: {limit}, warning: {limit}}}}}"
                    )
                yield sight.spot(
                    "picture-resolution",
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
