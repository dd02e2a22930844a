"""Checks of the printed face: what can be wrong on paper though the catalogue is right.

docs/printed-checks.md lists them.  Every check is a module with its CODE, its OPTIONS and its
rationale as docstring (those of unused names are rows of one table); those of FACES look at one face after
another, those of GAME at all at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.artwork import (
    bare_bleed,
    clipped,
    colour_only,
    contrast,
    covered,
    picture_resolution,
    safe_zone,
    same_text,
    text_size,
    twin_faces,
    unused_field,
)
from prancha.checks.artwork.findings_cache import FindingsCache
from prancha.checks.artwork.lines import lines_of
from prancha.checks.artwork.settings import KEYS, Settings, Waiver, read_settings
from prancha.checks.artwork.subject import FaceFinding, Printed, Sight, Used
from prancha.checks.artwork.unused import UNUSED
from prancha.graphics.scene.scene import SceneMaker, TooManyMarks
from prancha.graphics.svg.errors import DrawingFault
from prancha.model.diagnostic import NOWHERE, Diagnostic, Place
from prancha.model.document import Document
from prancha.model.face import Face
from prancha.model.game import Family
from prancha.system.cache import NOTHING, Pack
from prancha.system.limits import stage, work_on, work_on_each

__all__ = [
    "KEYS",
    "Inspection",
    "Printed",
    "SceneMaker",
    "Used",
    "Waived",
    "codes",
    "explain",
    "inspect",
    "limits",
    "look",
]


class FaceCheck(Protocol):
    """A check of one face after another."""

    CODE: str
    OPTIONS: Mapping[str, Any]
    __doc__: str | None

    def look(self, sight: Sight) -> Iterator[FaceFinding]:
        """Yield what is wrong with a face."""


class GameCheck(Protocol):
    """A check of all faces together."""

    CODE: str
    OPTIONS: Mapping[str, Any]
    __doc__: str | None

    def look(self, printed: Printed, options: Mapping[str, Any], /) -> Iterator[FaceFinding]:
        """Yield what is wrong with a game's faces."""


FACES: tuple[FaceCheck, ...] = (
    text_size,
    safe_zone,
    contrast,
    covered,
    clipped,
    picture_resolution,
    bare_bleed,
)
GAME: tuple[GameCheck, ...] = (
    colour_only, twin_faces, same_text, unused_field, *UNUSED,
)  # fmt: skip
CHECKS: Mapping[str, FaceCheck | GameCheck] = {
    **{check.CODE: check for check in FACES},
    **{check.CODE: check for check in GAME},
}

CODE = "unchecked"
_LISTED = ("unused-icon", "unused-template")
"""Findings about files, which are told in one line with their names."""
_NAMED = 12
_PROSE = frozenset(("id", "says", "source", "why"))


class Waived(Struct, frozen=True):
    """How many findings one waiver covers, and why they are accepted."""

    check: str
    count: int
    why: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place}: waived {self.check} ({self.count}): {self.why}"


class Inspection(Struct, frozen=True):
    """What the checks found, what was waived, and on how many texts and icons contrast cannot be told."""

    findings: tuple[Diagnostic, ...]
    waived: tuple[Waived, ...]
    unknown: int


def codes() -> tuple[str, ...]:
    """The codes of the checks, sorted."""
    return tuple(sorted(CHECKS))


def explain(code: str) -> str:
    """What a check looks at, and why; KeyError when there is none."""
    from inspect import cleandoc  # slow to import, and needed here only

    return cleandoc(CHECKS[code].__doc__ or "")


def inspect(
    printed: Sequence[Printed],
    document: Document | None = None,
    idle: bool = True,
    packs: Sequence[Pack] = (),
) -> Inspection:
    """Run all checks with the settings of a game's rules file on its faces, in one language or several.

    With `idle`, a waiver that covers nothing in any of them is a finding.  `packs`, one for each of
    `printed`, keep what was seen: their context must tell the program and all fonts, icons and pictures.
    """
    settings = _settings(document, printed[0].game.languages)
    named = _named(document)
    spots: dict[FaceFinding, Printed] = {}
    unknown = 0
    for each, pack in zip(printed, packs or [NOTHING] * len(printed), strict=True):
        found, untold = look(each, settings.options, pack)
        stage(each.game.place, "comparing its faces")
        for check in GAME:
            found += check.look(replace(each, checked=named), settings.options[check.CODE])
        for spot in found:
            judged = replace(spot, severity=settings.severities.get(spot.check, spot.severity))
            spots.setdefault(judged, each)
        unknown += untold
    kept, covered = _waive(spots, settings.waivers)
    waivers = list(zip(settings.waivers, covered, strict=True))
    waived = tuple(Waived(w.check, count, w.why, w.place) for w, count in waivers if count)
    unused = (_idle(w) for w, count in waivers if idle and not count)
    return Inspection(tuple(sorted({*settings.wrong, *unused, *_told(kept, spots)})), waived, unknown)


def limits(document: Document | None, languages: Sequence[str]) -> Mapping[str, Mapping[str, Any]]:
    """The limits of every check, as a game's rules file has them."""
    return _settings(document, languages).options


def picture_limits(document: Document | None, languages: Sequence[str]) -> tuple[float, float]:
    """Pixels per inch below which a picture is an error, and a warning; 0 where the game accepts any."""
    settings = _settings(document, languages)
    options, code = settings.options[picture_resolution.CODE], picture_resolution.CODE
    accepted = settings.severities.get(code) == "warning" or any(w.check == code for w in settings.waivers)
    return 0.0 if accepted else float(options["error"]), float(options["warning"])


def _settings(document: Document | None, languages: Sequence[str]) -> Settings:
    return read_settings(document, {code: check.OPTIONS for code, check in CHECKS.items()}, languages)


def look(
    printed: Printed,
    limits: Mapping[str, Mapping[str, Any]],
    pack: Pack = NOTHING,
    scenes: SceneMaker | None = None,
) -> tuple[list[FaceFinding], int]:
    """What is wrong on single faces, and how many things cannot be told.

    Faces that print the same are looked at once and told by their items.  `scenes`
    given by a caller that looks at one part of a game after another remember what faces share.
    """
    maker = scenes or SceneMaker(printed.symbols, printed.book, printed.opacity)
    seen: dict[tuple[str, str, str], list[FaceFinding]] = {}
    memory = FindingsCache(pack, limits)
    found: list[FaceFinding] = []
    unknown = 0
    for face in work_on_each(printed.faces(), "", "checking faces"):
        family = printed.game.family(face.item.partition("/")[0])
        key = (face.digest, family.id, face.side)
        if key in seen:
            found += [replace(spot, item=face.item, place=face.place) for spot in seen[key]]
            continue
        name = memory.key(face, family)
        kept = memory.recall(name, face)
        if kept is not None:
            seen[key] = kept[0]
            unknown += kept[1]
            found += kept[0]
            continue
        with work_on(face.place, face.item, f"checking its {face.side} ({face.template})"):
            seen[key], untold = _seen(face, family, printed, limits, maker)
        unknown += untold
        memory.keep(name, seen[key], untold)
        found += seen[key]
    return found, unknown


def _seen(
    face: Face, family: Family, printed: Printed, limits: Mapping[str, Mapping[str, Any]], maker: SceneMaker
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
    found: list[FaceFinding] = []
    for check in FACES:
        sight.options = limits[check.CODE]
        found += check.look(sight)
    return found, sight.unknown


def _named(document: Document | None) -> frozenset[str]:
    """Every word in the rules' own terms, their prose left out: fields that a rule looks at."""
    rules = (
        document.data.get("rules") if document is not None and isinstance(document.data, Mapping) else None
    )
    found: set[str] = set()
    waiting = [
        value
        for rule in rules or ()
        if isinstance(rule, Mapping)
        for key, value in rule.items()
        if key not in _PROSE
    ]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.update(re.findall(r"[\w-]+", value))
        elif isinstance(value, Mapping):
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple):
            waiting += value
    return frozenset(found)


def _waive(spots: Iterable[FaceFinding], waivers: tuple[Waiver, ...]) -> tuple[list[FaceFinding], list[int]]:
    """The findings that no waiver covers, and how many each waiver does."""
    kept, counts = [], [0] * len(waivers)
    for spot in spots:
        covering = [k for k, waiver in enumerate(waivers) if waiver.covers(spot)]
        for k in covering[:1]:
            counts[k] += 1
        if not covering:
            kept.append(spot)
    return kept, counts


def _idle(waiver: Waiver) -> Diagnostic:
    return Diagnostic(
        waiver.place, "unused-waiver",
        message=f"nothing is found that this waiver of {waiver.check} covers", item="",
        hint="remove it, or correct what it selects", severity="warning",
    )  # fmt: skip


def _told(spots: Iterable[FaceFinding], seen_on: Mapping[FaceFinding, Printed]) -> Iterator[Diagnostic]:
    """Findings; of the same one on many components the worst is told, with the number of the others."""
    groups: dict[tuple[str, ...], list[FaceFinding]] = {}
    for spot in spots:
        about = "" if spot.check in _LISTED else spot.about
        template = "" if spot.check in _LISTED else spot.template
        key = (spot.check, spot.severity, spot.family, template, spot.side, about)
        groups.setdefault(key, []).append(spot)
    for group in groups.values():
        worst = max(group, key=lambda spot: spot.badness)
        others, here = len({spot.item for spot in group} - {worst.item}), len(group) - 1
        more = f" (and {others} more)" if others else f" (and {here} more on it)" if here else ""
        if worst.check in _LISTED and here:
            names = sorted(spot.about for spot in group if spot is not worst)
            more = f" (and {here} more: {', '.join(names[:_NAMED])}{', ...' if here > _NAMED else ''})"
        printed = seen_on[worst]
        ink = "" if printed.ink == "full" else f", {printed.ink} ink"
        where = f"{worst.template}, {worst.side}{ink}: " if worst.side else ""
        lines = lines_of(printed, worst)
        yield Diagnostic(
            worst.place or NOWHERE, worst.check, message=f"{where}{worst.message}{lines}{more}",
            item=worst.item,
            hint=worst.hint, severity=worst.severity,
        )  # fmt: skip
