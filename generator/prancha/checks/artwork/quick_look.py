"""Whether all texts of a face pass every check, as on nearly all faces: told by boxes around texts set alike.

A box around several texts that lies in the safe zone, on one ground that contrasts, and under nothing, tells
that of each of them.  Where boxes do not tell it, the checks look text by text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

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

    Their places and contents are those `words` of a face.  After the `last` only texts are painted.
    """

    setting: Setting
    index: int
    words: slice
    last: bool


def texts_pass(sight: Sight, limits: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether no check finds anything on the texts of a face, and all of them can tell."""
    drawing, book, words = sight.scene.drawing, sight.printed.book, sight.scene.words
    blocks = drawing.once(("blocks", book), lambda: _blocks(drawing, book))
    if blocks is None:
        return False
    zone, found = safe_zone.zone_of(sight.face.outline, sight.family.safe), list[Box]()
    for block in blocks:
        setting = block.setting
        if setting.size < limits[text_size.CODE]["warning"]:
            return False
        boxes, least = setting.boxes(words[block.words]), contrast.least_of(setting, limits[contrast.CODE])
        passes = partial(_passes, drawing, block, zone, least)
        # An icon among the words is in the box around all, but not in theirs.
        if not (block.last and passes(_around(boxes))) and not all(map(passes, boxes)):
            return False
        found += boxes
    return next(touching(sorted(found, key=_top)), None) is None


def _passes(drawing: MarkedDrawing, block: _Block, zone: safe_zone.Zone, least: float, box: Box) -> bool:
    """Whether all of a box on the face is where texts of a block pass."""
    return (
        zone.contains(box)
        and not above(drawing, block.index, box)
        and contrast.stands_out(drawing, block.setting.mark, block.index, box, least)
    )


def _blocks(drawing: MarkedDrawing, book: FontBook) -> list[_Block] | None:
    """The texts of a drawing; None where one needs a closer look on every face."""
    blocks: list[_Block] = []
    level, count = -1, len(drawing.sorted().others)
    for index, mark in drawing.sorted().texts:
        number, before = drawing.words.get(index), level
        if number is None or mark.clips:
            return None
        begin, level = 3 * number, drawing.level(index)
        last = blocks[-1] if blocks else None
        if last is not None and last.setting.mark is mark and level == before and last.words.stop == begin:
            blocks[-1] = replace(last, words=slice(last.words.start, begin + 3))
        else:
            blocks.append(_Block(setting_of(mark, book), index, slice(begin, begin + 3), level == count))
    return blocks


def _around(boxes: list[Box]) -> Box:
    """The box around some boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _top(box: Box) -> float:
    return box[1]
