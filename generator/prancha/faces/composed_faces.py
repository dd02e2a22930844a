"""Compose faces into a larger drawing, such as a page of a cover, and find which face drew what in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from prancha.faces.template_shapes import path
from prancha.model.box import Point
from prancha.model.face import Face, Side
from prancha.model.game import Family
from prancha.model.units import Mm
from prancha.model.units import number as _n

_ID = re.compile(r"""(?<![\w-])id=(["'])(.+?)\1""")


class PlacedFace(Struct, frozen=True):
    """A face whose origin lies at (x, y), turned by `angle` degrees, `scale` times as large.

    It is cut to `clip`, a ring of corners in its own mm, where that is given.
    """

    face: Face
    x: Mm
    y: Mm
    scale: float = 1.0
    angle: float = 0.0
    clip: tuple[Point, ...] = ()


SetLeaflet: TypeAlias = Callable[
    [Family, Mapping[str, Face], Mapping[str, Face]], Mapping[Side, Sequence[PlacedFace]]
]
"""Sets a leaflet: what lies on either side of it, given all other fronts and backs; it raises Failure."""


class DrawnPart(Struct, frozen=True):
    """The characters of a drawing, from `start` up to `end`, that are a face; its ids have a `prefix`."""

    start: int
    end: int
    face: Face
    prefix: str


def elements_of(svg: str, prefix: str = "") -> str:
    """The elements of a face with ids prefixed, so that two faces can share a drawing."""
    inner = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    ids = sorted(_ids(inner), key=len, reverse=True) if prefix else ()
    if not ids:
        return inner
    own = "|".join(map(re.escape, ids))
    inner = _ID.sub(lambda found: f"id={found[1]}{prefix}{found[2]}{found[1]}", inner)
    return re.sub(
        rf"""(href=["']#|url\(["']?#)({own})(?=["')])""", lambda found: f"{found[1]}{prefix}{found[2]}", inner
    )


def _ids(inner: str) -> set[str]:
    return {found[2] for found in _ID.finditer(inner)}


def compose(placed: Iterable[PlacedFace]) -> tuple[str, tuple[DrawnPart, ...]]:
    """The drawing of faces at their places, and the characters of each; ids that clash are renamed."""
    written: list[str] = []
    parts: list[DrawnPart] = []
    taken: set[str] = set()
    length = 0
    for number, one in enumerate(placed):
        plain = elements_of(one.face.svg)
        own = _ids(plain)
        prefix = f"part{number}-" if own & taken else ""
        inner = elements_of(one.face.svg, prefix) if prefix else plain
        taken |= {f"{prefix}{name}" for name in own}
        move = f"translate({_n(one.x)} {_n(one.y)})"
        move += f" rotate({_n(one.angle)})" if one.angle else ""
        move += f" scale({one.scale:.5f})" if one.scale != 1.0 else ""
        head, foot = f'<g transform="{move}">', "</g>"
        if one.clip:
            name = f"part{number}-edge"
            taken.add(name)
            head += f'<clipPath id="{name}"><path d="{path(one.clip)}"/></clipPath>'
            head, foot = f'{head}<g clip-path="url(#{name})">', f"</g>{foot}"
        start = length + len(head)
        parts.append(DrawnPart(start, start + len(inner), one.face, prefix))
        written += (head, inner, foot)
        length = start + len(inner) + len(foot)
    return "".join(written), tuple(parts)


def part_at(parts: Sequence[DrawnPart], svg: str, offset: int) -> tuple[Face, int] | None:
    """The face that has character `offset` of a composed document, and which character of its own it is."""
    begin = svg.index(">") + 1
    for part in parts:
        start = begin + part.start
        if start <= offset < begin + part.end:
            renamed = svg.count(part.prefix, start, offset) * len(part.prefix) if part.prefix else 0
            return part.face, part.face.svg.index(">") + 1 + offset - start - renamed
    return None
