"""Run the checks of single faces: each different face once; findings of earlier builds are reused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import asdict, replace

from prancha.checks.artwork.checks import FACES
from prancha.checks.artwork.subject import FaceFinding, Printed, Sight, find_on
from prancha.graphics.scene.scene import SceneMaker, TooManyMarks
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.face import Face
from prancha.model.game import Family
from prancha.system.cache import NOTHING, Pack, key_of, made_of
from prancha.system.limits import work_on, work_on_each

FoundOnFace: TypeAlias = tuple[list[FaceFinding], int]
"""Findings on a face, and the number of things that cannot be judged."""
_KEPT = msgspec.json.Decoder(tuple[list[dict[str, Any]], int])
_PLACES = ("items", "place", "places")


class FindingsCache:
    """Cache of the findings on single faces, and of the number of things that could not be judged."""

    def __init__(self, pack: Pack, options: Mapping[str, Mapping[str, Any]]) -> None:
        self._pack, self._options = pack, repr(sorted((k, sorted(v.items())) for k, v in options.items()))
        self._heads: dict[tuple[str, str, str], str] = {}

    def key(self, face: Face, family: Family) -> str:
        """The name of a face, of its family and of the limits it is held against."""
        if not self._pack:
            return ""
        kind = family.id, face.side, face.template
        if kind not in self._heads:
            kept = {name: value for name, value in asdict(family).items() if name not in _PLACES}
            self._heads[kind] = key_of("seen", repr(kept), self._options, face.side, face.template)
        return self._heads[kind] + face.digest

    def recall(self, key: str, face: Face) -> FoundOnFace | None:
        """The cached findings of a face, and the number of things that could not be judged."""
        kept = made_of(self._pack.get(key) if key else None, _KEPT.decode)
        if kept is None:
            return None
        spots = [{**spot, "marks": tuple(map(tuple, spot["marks"]))} for spot in kept[0]]
        return [FaceFinding(**spot, item=face.item, place=face.place) for spot in spots], kept[1]

    def keep(self, key: str, spots: Sequence[FaceFinding], unknown: int) -> None:
        """Keep what was found on a face."""
        if key:
            trees = [
                {name: value for name, value in asdict(spot).items() if name not in ("item", "place")}
                for spot in spots
            ]
            self._pack.put(key, msgspec.json.encode((trees, unknown)))


CODE = "unchecked"


def look(
    printed: Printed,
    limits: Mapping[str, Mapping[str, Any]],
    pack: Pack = NOTHING,
    scenes: SceneMaker | None = None,
) -> FoundOnFace:
    """The findings on single faces, and the number of things that cannot be judged.

    Faces that print the same are looked at once and told by their items.  `scenes`
    given by a caller that looks at one part of a game after another remember what faces share.
    """
    maker = scenes or SceneMaker(printed.symbols, printed.book, printed.opacity)
    seen: dict[tuple[str, str, str], list[FaceFinding]] = {}
    memory = FindingsCache(pack, limits)
    families = {family.id: family for family in printed.game.families}
    found: list[FaceFinding] = []
    unknown = 0
    for face in work_on_each(printed.faces(), "", "checking faces"):
        family = families[face.item.partition("/")[0]]
        key = (face.digest, family.id, face.side)
        if key in seen:
            found += [replace(spot, item=face.item, place=face.place) for spot in seen[key]]
            continue
        name = memory.key(face, family)
        kept = memory.recall(name, face)
        if kept is None:
            with work_on(face.place, face.item, f"checking its {face.side} ({face.template})"):
                kept = _check_face(face, family, printed, limits, maker)
            memory.keep(name, *kept)
        seen[key], untold = kept
        unknown += untold
        found += seen[key]
    return found, unknown


def _check_face(
    face: Face, family: Family, printed: Printed, limits: Mapping[str, Mapping[str, Any]], maker: SceneMaker
) -> FoundOnFace:
    """Run all checks on one face; returns findings and the number of things that cannot be judged."""
    try:
        sight = Sight(face, family, maker.scene(face.svg), printed)
    except (DrawingFault, TooManyMarks) as problem:
        message = f"it is not checked: {problem.message}"
        unchecked = find_on(face, CODE, "warning", message, hint=problem.hint, about=problem.message)
        return [unchecked], 0
    found: list[FaceFinding] = []
    for check in FACES:
        sight.options = limits[check.CODE]
        found += check.look(sight)
    return found, sight.unknown
