"""Components of one family that differ by colour only, in colours that fall together.

One man in twelve sees red and green less apart, and many kits are printed without colour.  Two
components whose drawings are the same but for their colours must stay apart for protan, deutan and
tritan eyes and in greyscale, by a CIEDE2000 difference of at least `least`; a symbol, a pattern or
a name on them is the better remedy.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from itertools import combinations
from typing import Any, TypeVar

from prancha.checks.artwork.subject import FaceFinding, Printed
from prancha.checks.artwork.vision import EYES, colour_difference
from prancha.graphics.scene.colours import parse_colour
from prancha.model.face import Face
from prancha.model.game import Family

CODE = "colour-only"
OPTIONS: Mapping[str, Any] = {"least": 10.0}
_COLOUR = re.compile(r'#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b|(?<=(?:fill|olor|roke)=")[a-z]{3,12}(?=")')


def look(printed: Printed, options: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Yield each pair that someone takes for the same, at its second item."""
    for family in printed.game.families:
        for alike in _alike(printed, family):
            for first, second in combinations(alike, 2):
                spot = _pair(family, first, second, options["least"])
                if spot:
                    yield spot


_Look = tuple[int, tuple[str, ...]]
_T = TypeVar("_T")


def _alike(printed: Printed, family: Family) -> Iterator[list[_Look]]:
    """Items of a family (by their number) with their colours, where all else on both sides is the same."""
    groups: dict[tuple[bytes, ...], dict[tuple[str, ...], _Look]] = {}
    for number, faces in _same_words(printed, family):
        seen = [_once(_COLOURED, face, _coloured) for face in faces]
        colours = tuple(colour for _, found in seen for colour in found)
        alike = groups.setdefault(tuple(rest for rest, _ in seen), {})
        alike.setdefault(colours, (number, colours))
    yield from (list(group.values()) for group in groups.values() if len(group) > 1)


def _same_words(printed: Printed, family: Family) -> Iterator[tuple[int, list[Face]]]:
    """Items (by their number) whose words another one shares, with their faces: this is quickly told."""
    sides = [side for side in (printed.fronts, printed.backs) if side]
    drawn = [[side[item.key] for side in sides if item.key in side] for item in family.items]
    words = [tuple(map(printed.words.of, faces)) for faces in drawn]
    count = Counter(words)
    for number, faces in enumerate(drawn):
        if count[words[number]] > 1:
            yield number, faces


def _coloured(svg: str) -> tuple[bytes, tuple[str, ...]]:
    """A digest of a drawing but for its colours, and these."""
    return _digest(_COLOUR.sub("#", svg)), tuple(_COLOUR.findall(svg))


def _digest(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16).digest()


_COLOURED: dict[str, tuple[bytes, tuple[str, ...]]] = {}
"""By the digests of drawings: a process that checks a game save after save looks at each once."""
_HELD = 10_000


def _once(known: dict[str, _T], face: Face, look: Callable[[str], _T]) -> _T:
    if face.digest not in known:
        if len(known) >= _HELD:
            known.clear()
        known[face.digest] = look(face.svg)
    return known[face.digest]


def _pair(family: Family, first: _Look, second: _Look, least: float) -> FaceFinding | None:
    pairs = {(a, b) for a, b in zip(first[1], second[1], strict=True) if a != b}
    read = [(parse_colour(a), parse_colour(b)) for a, b in pairs]
    known = [(a, b) for a, b in read if a is not None and b is not None]
    differences = {eyes: max((colour_difference(a, b, eyes) for a, b in known), default=0.0) for eyes in EYES}
    lost = [eyes for eyes in EYES if differences[eyes] < least]
    if not lost or len(known) < len(pairs):
        return None
    one, other = family.items[first[0]], family.items[second[0]]
    worst = min(differences.values())
    return FaceFinding(
        CODE, "warning",
        f'"{one.id}" and "{other.id}" differ by colour only, and look the same to {" and ".join(lost)} '
        f"(difference {worst:.1f}, expected {least:g})",
        hint="give each a symbol, a pattern or a name, or colours of different lightness",
        item=other.key, family=family.id, template=family.template, about=f"{one.id}/{other.id}",
        badness=-worst, place=other.place,
    )  # fmt: skip
