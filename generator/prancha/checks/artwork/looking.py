"""Run the checks of single faces: each different face once; findings of earlier builds are reused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import asdict, replace

from prancha.checks.artwork.checks import FACES
from prancha.checks.artwork.subject import FaceFinding, Printed, Sight
from prancha.graphics.scene.scene import SceneMaker, TooManyMarks
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.graphics.svg.template_marks import DRAWING
from prancha.model.face import Face
from prancha.model.game import Family
from prancha.system.cache import NOTHING, Pack, key_of, made_of
from prancha.system.limits import work_on, work_on_each

_PLACES = ("items", "place", "places")
_NOTHING = msgspec.json.encode(((), 0))
"""The usual result: no findings, nothing unknown."""
_SPARE = 1000
"""Faces with nothing on them that are not there this time are kept beside as many as are, and these."""


class _Quiet:
    """Digests of faces of one kind without findings, in one entry of a pack."""

    def __init__(self, pack: Pack, name: str) -> None:
        self._pack, self._name = pack, name
        self.digests = made_of(pack.get(name), msgspec.msgpack.Decoder(set[str]).decode) or set()
        self.new: set[str] = set()
        self.looked = 0

    def finish(self) -> None:
        """Put the digests into the pack, before it is saved."""
        if self.new:
            most = 2 * (self.looked + len(self.new)) + _SPARE
            kept = self.new if len(self.digests) > most else self.digests | self.new
            self._pack.put(self._name, msgspec.msgpack.encode(sorted(kept)))


class FindingsCache:
    """Cache of the findings on single faces, and of the number of things that could not be judged."""

    def __init__(self, pack: Pack, options: Mapping[str, Mapping[str, Any]]) -> None:
        self._pack, self._options = pack, repr(sorted((k, sorted(v.items())) for k, v in options.items()))
        self._heads: dict[tuple[str, str, str], str] = {}
        self._quiet: dict[tuple[str, str, str], _Quiet] = {}

    def quiet(self, face: Face, family: Family) -> bool:
        """Return whether a face is known to have no findings."""
        kind = family.id, face.side, face.template
        if kind not in self._quiet:
            self._quiet[kind] = self._quiet_of(self.key(face, family).removesuffix(face.digest))
        quiet = self._quiet[kind]
        quiet.looked += 1
        return face.digest in quiet.digests

    def _quiet_of(self, head: str) -> _Quiet:
        name = f"quiet {head}"
        found = self._pack.tables.get(name)
        if not isinstance(found, _Quiet):
            found = _Quiet(self._pack, name)
            if self._pack.lasts:
                self._pack.tables[name] = found
        return found

    def key(self, face: Face, family: Family) -> str:
        """The name of a face, of its family and of the limits it is held against."""
        if not self._pack:
            return ""
        kind = family.id, face.side, face.template
        if kind not in self._heads:
            kept = {name: value for name, value in asdict(family).items() if name not in _PLACES}
            self._heads[kind] = key_of("seen", repr(kept), self._options, face.side, face.template)
        return self._heads[kind] + face.digest

    def recall(self, key: str, face: Face) -> tuple[list[FaceFinding], int] | None:
        """The cached findings of a face, and the number of things that could not be judged."""
        data = self._pack.get(key) if key else None
        if data is None:
            return None
        if data == _NOTHING:
            self._note_quiet(face)
            return [], 0
        kept = made_of(data, msgspec.json.Decoder(tuple[list[dict[str, Any]], int]).decode)
        if kept is None:
            return None
        spots, unknown = kept
        return [
            FaceFinding(
                **{**spot, "marks": tuple(map(tuple, spot["marks"]))}, item=face.item, place=face.place
            )
            for spot in spots
        ], unknown

    def keep(self, key: str, face: Face, spots: Sequence[FaceFinding], unknown: int) -> None:
        """Keep what was found on a face."""
        if not key:
            return
        if not spots and not unknown and self._pack.lasts:
            self._note_quiet(face)
            return
        trees = [
            {name: value for name, value in asdict(spot).items() if name not in ("item", "place")}
            for spot in spots
        ]
        self._pack.put(key, msgspec.json.encode((trees, unknown)))

    def _note_quiet(self, face: Face) -> None:
        kind = face.item.partition("/")[0], face.side, face.template
        self._quiet[kind].new.add(face.digest)


CODE = "unchecked"
FoundOnFace: TypeAlias = tuple[list[FaceFinding], int]
"""Findings on a face, and the number of things that cannot be judged."""
Seen: TypeAlias = dict[tuple[str, str, str], FoundOnFace]
"""The same of each face, by its digest, family and side."""


def look(
    printed: Printed,
    limits: Mapping[str, Mapping[str, Any]],
    pack: Pack = NOTHING,
    scenes: SceneMaker | None = None,
    others: Seen | None = None,
) -> tuple[list[FaceFinding], int]:
    """The findings on single faces, and the number of things that cannot be judged.

    Faces that print the same are looked at once and told by their items.  `scenes`
    given by a caller that looks at one part of a game after another remember what faces share.
    `others` is what was seen in languages whose letters are the same, and takes what is seen in this one.
    """
    maker = scenes or SceneMaker(printed.symbols, printed.book, printed.opacity)
    seen: dict[tuple[str, str, str], list[FaceFinding]] = {}
    memory = FindingsCache(pack, limits)
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
            kept = _found_in_other_language(face, key, others)
            if kept is None:
                with work_on(face.place, face.item, f"checking its {face.side} ({face.template})"):
                    kept = _check_face(face, family, printed, limits, maker)
            memory.keep(name, face, *kept)
        seen[key], untold = kept
        if others is not None and _is_same_in_all_languages(face):
            others.setdefault(key, kept)
        unknown += untold
        found += seen[key]
    return found, unknown


def _found_in_other_language(
    face: Face, key: tuple[str, str, str], others: Seen | None
) -> FoundOnFace | None:
    """The findings on the same face in another language."""
    if others is None or key not in others:
        return None
    spots, untold = others[key]
    return [replace(spot, item=face.item, place=face.place) for spot in spots], untold


def _is_same_in_all_languages(face: Face) -> bool:
    """Whether a face is the same to everybody: it asks for no language, and holds no drawing that may."""
    return "systemLanguage" not in face.svg and DRAWING not in face.svg


def _check_face(
    face: Face,
    family: Family,
    printed: Printed,
    limits: Mapping[str, Mapping[str, Any]],
    maker: SceneMaker,
) -> tuple[list[FaceFinding], int]:
    """Run all checks on one face; returns findings and the number of things that cannot be judged."""
    try:
        sight = Sight(face, family, maker.scene(face.svg), printed)
    except (DrawingFault, TooManyMarks) as problem:
        unchecked = FaceFinding(
            CODE,
            "warning",
            message=f"it is not checked: {problem.message}",
            hint=problem.hint,
            item=face.item,
            family=family.id,
            template=face.template,
            side=face.side,
            about=problem.message,
            place=face.place,
        )
        return [unchecked], 0
    found: list[FaceFinding] = []
    for check in FACES:
        sight.options = limits[check.CODE]
        found += check.look(sight)
    return found, sight.unknown
