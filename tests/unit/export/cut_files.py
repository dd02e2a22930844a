"""Reads cut files, SVG by its path data and DXF by its group codes, with nothing of what wrote them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

Point = tuple[float, float]
STEPS = 64
_TOKEN = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?")
_SVG = "{http://www.w3.org/2000/svg}"


@dataclass
class Line:
    """Corners on the way, curves in many of them, in mm from the upper left corner of the sheet."""

    points: list[Point]
    closed: bool


@dataclass
class CutFile:
    """A drawing: its size in mm, and its lines by the id of their layer, in the order of the file."""

    width: float
    height: float
    layers: dict[str, list[Line]] = field(default_factory=dict)
    marks: dict[str, Line] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)


def read_svg(path: Path) -> CutFile:
    """An SVG whose user unit is the millimetre."""
    root = ElementTree.parse(path).getroot()
    x, y, w, h = map(float, root.attrib["viewBox"].split())
    width, height = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    assert (w, h) == (width, height), "a unit is no millimetre"
    found = CutFile(width, height)
    for group in root.iter(f"{_SVG}g"):
        lines = found.layers.setdefault(group.attrib["id"], [])
        found.colours[group.attrib["id"]] = group.attrib["stroke"]
        assert group.attrib["fill"] == "none"
        for shape in group:
            line = _rect(shape.attrib) if shape.tag == f"{_SVG}rect" else _path(shape.attrib["d"])
            line.points = [(px - x, py - y) for px, py in line.points]
            lines.append(line)
            if shape.attrib["id"].startswith("regmark"):
                found.marks[shape.attrib["id"]] = line
    return found


def _rect(told: dict[str, str]) -> Line:
    x, y, w, h = (float(told[key]) for key in ("x", "y", "width", "height"))
    return Line([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], True)


def _path(data: str) -> Line:
    tokens = _TOKEN.findall(data)
    points: list[Point] = []
    at = 0
    while at < len(tokens):
        word = tokens[at]
        count = {"M": 2, "L": 2, "C": 6, "Z": 0}[word]
        numbers = [float(t) for t in tokens[at + 1 : at + 1 + count]]
        assert word != "M" or not points, "a path is one line"
        assert word != "Z" or at == len(tokens) - 1
        if word in "ML":
            points.append((numbers[0], numbers[1]))
        elif word == "C":
            points += _bezier(points[-1], numbers)
        at += count + 1
    return Line(points, tokens[-1] == "Z")


def _bezier(start: Point, n: list[float]) -> list[Point]:
    """De Casteljau."""
    found = []
    for k in range(1, STEPS + 1):
        row = [start, (n[0], n[1]), (n[2], n[3]), (n[4], n[5])]
        while len(row) > 1:
            row = [
                (a[0] + (b[0] - a[0]) * k / STEPS, a[1] + (b[1] - a[1]) * k / STEPS) for a, b in pairwise(row)
            ]
        found.append(row[0])
    return found


def read_dxf(path: Path, height: float) -> CutFile:
    """The LWPOLYLINEs and LINEs of an ASCII DXF, turned to y down on a sheet of `height`."""
    rows = path.read_text("ascii").splitlines()
    pairs = [(int(code), value.strip()) for code, value in zip(rows[::2], rows[1::2], strict=True)]
    units = pairs[pairs.index((9, "$INSUNITS")) + 1]
    assert units == (70, "4"), "not in millimetres"
    start = pairs.index((2, "ENTITIES"))
    found = CutFile(0, height)
    entity: list[tuple[int, str]] = []
    for pair in pairs[start + 1 :]:
        if pair[0] == 0:
            _entity(entity, found)
            entity = []
            if pair[1] == "ENDSEC":
                break
        entity.append(pair)
    return found


def _entity(tags: list[tuple[int, str]], found: CutFile) -> None:
    if not tags:
        return
    told = dict(tags)
    kind, layer = told[0], told[8]
    if kind == "LINE":
        points = [(float(told[10]), float(told[20])), (float(told[11]), float(told[21]))]
        closed = False
    else:
        assert kind == "LWPOLYLINE", kind
        closed = bool(int(told[70]) & 1)
        corners: list[list[float]] = []
        for code, value in tags:
            if code == 10:
                corners.append([float(value), 0.0, 0.0])
            elif code in (20, 42) and corners:
                corners[-1][1 if code == 20 else 2] = float(value)
        assert len(corners) == int(told[90])
        points = []
        for k, (x, y, bulge) in enumerate(corners):
            points.append((x, y))
            if bulge and (closed or k < len(corners) - 1):
                points += _arc((x, y), corners[(k + 1) % len(corners)], bulge)
    found.layers.setdefault(layer, []).append(Line([(x, found.height - y) for x, y in points], closed))


def _arc(start: Point, end: list[float], bulge: float) -> list[Point]:
    """Points within an arc: with complex numbers, its centre lies off the chord by (1 - b^2) / 4b of it."""
    a, b = complex(*start), complex(end[0], end[1])
    centre = (a + b) / 2 + (b - a) * 1j * (1 - bulge * bulge) / (4 * bulge)
    angle = 4 * math.atan(bulge)
    turns = (complex(math.cos(angle * k / STEPS), math.sin(angle * k / STEPS)) for k in range(1, STEPS))
    return [((p := centre + (a - centre) * turn).real, p.imag) for turn in turns]
