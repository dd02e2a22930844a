"""The checks of single faces: each different face is looked at once, and what was seen is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.artwork.checks import FACES
from prancha.checks.artwork.findings_cache import FindingsCache
from prancha.checks.artwork.quick_look import texts_pass
from prancha.checks.artwork.subject import FaceFinding, Printed, Sight
from prancha.graphics.scene.scene import SceneMaker
from prancha.graphics.scene.walk import TooManyMarks
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.shared import DRAWING
from prancha.model.face import Face
from prancha.model.game import Family
from prancha.system.cache import NOTHING, Pack
from prancha.system.limits import work_on, work_on_each

CODE = "unchecked"
FoundOnFace: TypeAlias = tuple[list[FaceFinding], int]
"""What is wrong on a face, and how many things cannot be told."""
Seen: TypeAlias = dict[tuple[str, str, str], FoundOnFace]
"""The same of each face, by its digest, family and side."""


def look(
    printed: Printed,
    limits: Mapping[str, Mapping[str, Any]],
    pack: Pack = NOTHING,
    scenes: SceneMaker | None = None,
    others: Seen | None = None,
) -> tuple[list[FaceFinding], int]:
    """What is wrong on single faces, and how many things cannot be told.

    Faces that print the same are looked at once and told by their items.  `scenes`
    given by a caller that looks at one part of a game after another remember what faces share.
    `others` is what was seen in languages whose letters are the same, and takes what is seen in this one.
    """
    maker = scenes or SceneMaker(printed.symbols, printed.book, printed.opacity)
    seen: dict[tuple[str, str, str], list[FaceFinding]] = {}
    memory, checks = FindingsCache(pack, limits), _Checks(limits)
    families = {family.id: family for family in printed.game.families}
    found: list[FaceFinding] = []
    unknown = 0
    for face in work_on_each(printed.faces(), "", "checking faces"):
        family = families[face.item.partition("/")[0]]
        if memory.quiet(face, family):
            continue
        key = (face.digest, family.id, face.side)
        if key in seen:
            found += [replace(spot, item=face.item, place=face.place) for spot in seen[key]]
            continue
        name = memory.key(face, family)
        kept = memory.recall(name, face)
        if kept is None:
            kept = _told_before(face, key, others)
            if kept is None:
                with work_on(face.place, face.item, f"checking its {face.side} ({face.template})"):
                    kept = _seen(face, family, printed, checks, maker)
            memory.keep(name, face, *kept)
        seen[key], untold = kept
        if others is not None and _reads_nowhere_else(face):
            others.setdefault(key, kept)
        unknown += untold
        found += seen[key]
    return found, unknown


def _told_before(face: Face, key: tuple[str, str, str], others: Seen | None) -> FoundOnFace | None:
    """What was seen on the same face in another language."""
    if others is None or key not in others:
        return None
    spots, untold = others[key]
    return [replace(spot, item=face.item, place=face.place) for spot in spots], untold


def _reads_nowhere_else(face: Face) -> bool:
    """Whether a face is the same to everybody: it asks for no language, and holds no drawing that may."""
    return "systemLanguage" not in face.svg and DRAWING not in face.svg


def _seen(
    face: Face, family: Family, printed: Printed, checks: _Checks, maker: SceneMaker
) -> tuple[list[FaceFinding], int]:
    """What is wrong on one face, and how many things cannot be told."""
    try:
        sight = Sight(face, family, maker.scene(face.svg), printed)
    except (DrawingFault, TooManyMarks) as problem:
        unchecked = FaceFinding(
            CODE, "warning", message=f"it is not checked: {problem.message}", hint=problem.hint,
            item=face.item, family=family.id,
            template=face.template, side=face.side, about=problem.message, place=face.place,
        )  # fmt: skip
        return [unchecked], 0
    sight.passed = texts_pass(sight, checks.limits)
    # What is left to look at is then the same on all faces that share the drawing.
    found = sight.of_drawing(checks.look) if sight.passed else [*checks.look(sight)]
    return found, sight.unknown


class _Checks(Struct, frozen=True, eq=False):
    """All checks of single faces, with their `limits`."""

    limits: Mapping[str, Mapping[str, Any]]

    def look(self, sight: Sight) -> Iterator[FaceFinding]:
        """What they find on a face."""
        for check in FACES:
            sight.options = self.limits[check.CODE]
            yield from check.look(sight)
