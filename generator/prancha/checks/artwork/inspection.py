"""Run all checks on the faces of a game and report findings at the template lines that draw them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.artwork.checks import CHECKS, GAME
from prancha.checks.artwork.looking import look
from prancha.checks.artwork.print_quality import AT_SHOPS, picture_resolution
from prancha.checks.artwork.settings import Settings, Waived, unused_waiver, waive
from prancha.checks.artwork.subject import FaceFinding, Printed
from prancha.graphics.scene.scene import KEY, SceneMaker
from prancha.graphics.scene.split_face import MarkedDrawing
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.template_marks import DRAWING
from prancha.model.diagnostic import NOWHERE, Diagnostic, Document
from prancha.system.cache import NOTHING, Pack
from prancha.system.limits import stage

_TAG = re.compile(
    rf'<(?!use href="#{DRAWING}[^>]*>)(?:{"|".join(("g", "text", "use", "image", *SHAPES))})(?=[\s/>])'
)
"""Of what may be plain: a drawing must not become another kind by being numbered."""


def lines_of(printed: Printed, spot: FaceFinding) -> str:
    """The template lines that draw the marks of a finding, as text for a message; "" if unknown.

    Templates are drawn once more for it, so ask for what is told to the user only.
    """
    faces = printed.fronts if spot.side == "front" else printed.backs
    face = faces.get(spot.item)
    if face is None or not spot.marks:
        return ""
    numbered = _TAG.sub(lambda found: f'{found[0]} {KEY}="{found.start()}"', face.svg)
    marks = SceneMaker(printed.symbols, printed.book).scene(numbered).drawing.marks
    group_findings = []
    for name, number in spot.marks:
        at = marks[number].element.get(KEY) if number < len(marks) else None
        place = printed.where(face, int(at)) if at is not None else None
        if place is not None:
            group_findings.append(f"{name}: {place.file}:{place.line}")
    return f" ({', '.join(group_findings)})" if group_findings else ""


_LISTED = ("unused-icon", "unused-template")
"""Findings about files, which are told in one line with their names."""
_NAMED = 12


def group_findings(
    spots: Iterable[FaceFinding], seen_on: Mapping[FaceFinding, Printed]
) -> Iterator[Diagnostic]:
    """Group equal findings; report the worst, with the number of the others."""
    groups: dict[tuple[str, ...], list[FaceFinding]] = {}
    for spot in spots:
        about = "" if spot.check in (*_LISTED, picture_resolution.CODE) else spot.about
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
        place, message = worst.place or NOWHERE, f"{where}{worst.message}{lines}{more}"
        yield Diagnostic(place, worst.check, message, worst.item, worst.hint, severity=worst.severity)


_PROSE = frozenset(("id", "says", "source", "why"))


class Inspection(Struct, frozen=True):
    """Findings, waivers, and the number of texts and icons whose contrast is unknown.

    `unread` is the number of PDFs of other programs, which no check reads.
    """

    findings: tuple[Diagnostic, ...]
    waived: tuple[Waived, ...]
    unknown: int
    unread: int = 0


def inspect(
    printed: Sequence[Printed],
    document: Document | None = None,
    idle: bool = True,
    packs: Sequence[Pack] = (),
    shop: bool = False,
) -> Inspection:
    """Run all checks with the settings of a game's rules file on its faces, in one language or several.

    With `idle`, a waiver that covers nothing in any of them is a finding.  `packs`, one for each of
    `printed`, keep what was seen: their context must tell the program and all fonts, icons and pictures.
    What a `shop` prints has its limits for pictures.
    """
    settings = _settings(document, printed[0].game.languages, shop)
    named = _named(document)
    known: dict[tuple[str, ...], MarkedDrawing] | None = {} if len(printed) > 1 else None
    spots: dict[FaceFinding, Printed] = {}
    unknown = 0
    scenes: SceneMaker | None = None
    for each, pack in zip(printed, packs or [NOTHING] * len(printed), strict=True):
        scenes = SceneMaker(each.symbols, each.book, each.opacity, known, scenes)
        found, untold = look(each, settings.options, pack, scenes)
        stage(each.game.place, "comparing its faces")
        shown = replace(each, checked=named)
        for check in GAME:
            found += check.look(shown, settings.options[check.CODE])
        for spot in found:
            judged = replace(spot, severity=settings.severities.get(spot.check, spot.severity))
            spots.setdefault(judged, each)
        unknown += untold
    kept, covered = waive(spots, settings.waivers)
    waivers = list(zip(settings.waivers, covered, strict=True))
    waived = tuple(Waived(w.check, count, w.why, w.place) for w, count in waivers if count)
    unused = (unused_waiver(w) for w, count in waivers if idle and not count)
    return Inspection(
        tuple(sorted({*settings.wrong, *unused, *group_findings(kept, spots)})), waived, unknown
    )


def limits(document: Document | None, languages: Sequence[str]) -> Mapping[str, Mapping[str, Any]]:
    """The limits of every check, as a game's rules file has them."""
    return _settings(document, languages).options


def picture_limits(
    document: Document | None, languages: Sequence[str], shop: bool = False
) -> tuple[float, float]:
    """Pixels per inch below which a picture is an error, and a warning; 0 where the game accepts any."""
    settings = _settings(document, languages, shop)
    options, code = settings.options[picture_resolution.CODE], picture_resolution.CODE
    accepted = settings.severities.get(code) == "warning" or any(w.check == code for w in settings.waivers)
    return 0.0 if accepted else float(options["error"]), float(options["warning"])


def _settings(document: Document | None, languages: Sequence[str], shop: bool = False) -> Settings:
    known = {code: check.OPTIONS for code, check in CHECKS.items()}
    if shop:
        known[picture_resolution.CODE] = AT_SHOPS
    return Settings(document, known, languages)


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
