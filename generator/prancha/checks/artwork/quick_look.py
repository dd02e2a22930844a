"""Whether all texts of a face pass every check, as on nearly all faces: told by boxes around texts set alike.

A box around several texts that lies in the safe zone, on one ground that contrasts, and under nothing, tells
that of each of them.  Where boxes do not tell it, the checks look text by text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.artwork import contrast, safe_zone, text_size
from prancha.checks.artwork.overprint import touching
from prancha.checks.artwork.subject import Sight
from prancha.graphics.fonts import FontBook
from prancha.graphics.scene.ground import plain_ground
from prancha.graphics.scene.split_face import MarkedDrawing
from prancha.graphics.scene.text_marks import Setting, setting_of
from prancha.graphics.scene.visibility import above
from prancha.model.box import Box, enclose, meet


class _Block(Struct, frozen=True):
    """Texts set alike that follow each other, the first being mark `index`.

    Their places and contents are those `words` of a face.
    """

    setting: Setting
    index: int
    words: slice


_Placed: TypeAlias = tuple[_Block, float, list[Box]]
"""Texts set alike, the contrast they must have, and the boxes of each on a face."""


def texts_pass(sight: Sight, limits: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether no check finds anything on the texts of a face, and all of them can tell."""
    drawing, book, words = sight.scene.drawing, sight.printed.book, sight.scene.words
    groups = drawing.once(("groups", book), lambda: _groups(drawing, book))
    if groups is None:
        return False
    zone, found = safe_zone.zone_of(sight.face.outline, sight.family.safe), list[Box]()
    for group in tuple(groups):
        placed: list[_Placed] = []
        for block in group:
            setting = block.setting
            if setting.size < limits[text_size.CODE]["warning"]:
                return False
            least = contrast.least_of(setting, limits[contrast.CODE])
            placed.append((block, least, boxes := setting.boxes(words[block.words])))
            found += boxes
        if _pass_together(drawing, zone, placed):
            continue
        if len(group) > 1:
            # On other faces of the drawing they would hardly pass together, either.
            at = groups.index(group)
            groups[at : at + 1] = [[block] for block in group]
            if all(_pass_together(drawing, zone, [one]) or _pass(drawing, zone, one) for one in placed):
                continue
            return False
        if not _pass(drawing, zone, placed[0]):
            return False
    return next(touching(sorted(found, key=_top)), None) is None


def _pass_together(drawing: MarkedDrawing, zone: safe_zone.Zone, placed: Sequence[_Placed]) -> bool:
    """Whether the box around texts that nothing else is painted between tells that all of them pass."""
    index = placed[0][0].index
    around = enclose([box for _, _, boxes in placed for box in boxes])
    ground = plain_ground(drawing, index, around) if zone.contains(around) else None
    if ground is None:
        return False
    for block, least, _ in placed:
        if not contrast.stands_out_on(block.setting.mark, ground, least):
            return False
    # An icon among the words is in the box around all, but not in theirs.
    for veil in [drawing.marks[number].box() for number in above(drawing, index, around)]:
        for _, _, boxes in placed:
            if any(meet(box, veil) and above(drawing, index, box) for box in boxes):
                return False
    return True


def _pass(drawing: MarkedDrawing, zone: safe_zone.Zone, placed: _Placed) -> bool:
    """Whether texts set alike pass one by one that did not by the box around them."""
    block, least, boxes = placed
    return len(boxes) > 1 and all(
        zone.contains(box)
        and not above(drawing, block.index, box)
        and contrast.stands_out(drawing, block.setting.mark, block.index, box, least)
        for box in boxes
    )


def _groups(drawing: MarkedDrawing, book: FontBook) -> list[list[_Block]] | None:
    """The texts of a drawing, those together that nothing else is painted between.

    None where one needs a closer look on every face.
    """
    groups: list[list[_Block]] = []
    level, last = -1, None
    for count, (index, mark) in enumerate(drawing.sorted().texts):
        number, before = drawing.words.get(index), level
        if number is None or mark.clips:
            return None
        begin, level = 3 * number, index - count
        if level != before:
            groups.append([])
        elif last is not None and last.setting.mark is mark and last.words.stop == begin:
            last = groups[-1][-1] = replace(last, words=slice(last.words.start, begin + 3))
            continue
        last = _Block(setting_of(mark, book), index, slice(begin, begin + 3))
        groups[-1].append(last)
    return groups


def _top(box: Box) -> float:
    return box[1]
