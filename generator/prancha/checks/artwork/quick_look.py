"""Whether all texts of a face pass every check, as on nearly all faces: told by boxes around texts set alike.

A box around several texts that lies in the safe zone, on one ground that contrasts, and under nothing, tells
that of each of them; where it does not, each box is asked.  Where that tells nothing, the checks look closer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from prancha.checks.artwork import contrast, safe_zone, text_size
from prancha.checks.artwork.overprint import touching
from prancha.checks.artwork.subject import Sight
from prancha.graphics.fonts import FontBook
from prancha.graphics.scene.drawing import MarkedDrawing
from prancha.graphics.scene.lettering import Setting, setting_of
from prancha.graphics.scene.veil import above
from prancha.graphics.svg.matrix import Box


class _Block(Struct, frozen=True):
    """Texts set alike that follow each other, the first being mark `index`.

    Their places and contents are those `words` of a face.
    """

    setting: Setting
    index: int
    words: slice


def texts_pass(sight: Sight, limits: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether no check finds anything on the texts of a face, and all of them can tell."""
    drawing, book, words = sight.scene.drawing, sight.printed.book, sight.scene.words
    blocks = drawing.once(("blocks", book), lambda: _blocks(drawing, book))
    if blocks is None:
        return False
    zone, found = safe_zone.zone_of(sight.face.outline, sight.family.safe), list[Box]()
    for block in blocks:
        setting, index = block.setting, block.index
        if setting.size < limits[text_size.CODE]["warning"]:
            return False
        mark, least = setting.mark, contrast.least_of(setting, limits[contrast.CODE])
        boxes = setting.boxes(words[block.words])
        # An icon among the words is in the box around all, but not in theirs.
        for asked in ([_around(boxes)], boxes) if len(boxes) > 1 else (boxes,):
            if all(
                zone.contains(box)
                and not above(drawing, index, box)
                and contrast.stands_out(drawing, mark, index, box, least)
                for box in asked
            ):
                break
        else:
            return False
        found += boxes
    return next(touching(sorted(found, key=_top)), None) is None


def _blocks(drawing: MarkedDrawing, book: FontBook) -> list[_Block] | None:
    """The texts of a drawing; None where one needs a closer look on every face."""
    blocks: list[_Block] = []
    level = -1
    for index, mark in drawing.sorted().texts:
        number, before = drawing.words.get(index), level
        if number is None or mark.clips:
            return None
        begin, level = 3 * number, drawing.level(index)
        last = blocks[-1] if blocks else None
        if last is not None and last.setting.mark is mark and level == before and last.words.stop == begin:
            blocks[-1] = _Block(last.setting, last.index, slice(last.words.start, begin + 3))
        else:
            blocks.append(_Block(setting_of(mark, book), index, slice(begin, begin + 3)))
    return blocks


def _around(boxes: list[Box]) -> Box:
    """The box around some boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _top(box: Box) -> float:
    return box[1]
