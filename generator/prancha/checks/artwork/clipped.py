"""Text that a clip cuts away, whole or in part.

A `clip-path` keeps art inside a frame; a text that reaches out of it loses letters, and one outside it is
not printed at all, though a template asked for it.  `error` and `warning` are shares of a text;
a whole letter that is lost is told, too.  Where the same text is drawn again in its place, as for letters in
two colours, what all of them show counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Sight
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.text_marks import Lettering
from prancha.graphics.scene.visibility import ROWS, columns_of, is_same_text
from prancha.model.box import Box
from prancha.model.diagnostic import Severity, excerpt

CODE = "clipped"
OPTIONS: Mapping[str, Any] = {"error": 0.5, "warning": 0.1}


def look(sight: Sight) -> Iterator[FaceFinding]:
    """Yield texts of a face of which clips leave too little."""
    letters = sight.letters()
    for text in letters:
        if text.setting.mark.clips and not is_uncut(text.setting.mark, text.on_face):
            yield from _text(sight, text, [other for other in letters if is_same_text(text, other)])


def is_uncut(mark: Mark, box: Box) -> bool:
    """Return whether clips leave a box of the face whole."""
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return mark.shows(*middle) and not any(clip.crosses(box) for clip in mark.clips)


def _text(sight: Sight, text: Lettering, copies: Sequence[Lettering]) -> Iterator[FaceFinding]:
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
        CODE,
        severity,
        f"{what} of {excerpt(text.text)} is cut away by a clip",
        hint="move it inside the clip-path, make that larger, or draw the text outside the clipped group",
        text=text.text,
        about=f"text {severity}",
        badness=share * len(text.text),
        marks=(("the text", text.number),),
    )
