"""How CPU seconds grow with the cards of a deck, as an SVG drawing; both axes are logarithmic."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 760.0, 440.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 150.0, 20.0, 56.0
COLOURS = ("#7d8590", "#2471a3", "#b9770e", "#1e8449", "#6c3483", "#5d4037")
OWN_COLOUR, INK, GRID = "#c0392b", "#333333", "#e3e3e3"
APART = 18.0
"""Between the names of two lines, where their lines end close together."""


@dataclass(frozen=True)
class Measured:
    """CPU seconds and peak MiB."""

    seconds: float
    peak: float


@dataclass(frozen=True)
class _Scale:
    """Where numbers stand between `begin` and `end` on the drawing, by their logarithms."""

    low: float
    high: float
    begin: float
    end: float

    def at(self, value: float) -> float:
        share = (math.log10(value) - math.log10(self.low)) / (math.log10(self.high) - math.log10(self.low))
        return self.begin + share * (self.end - self.begin)


def draw(found: Mapping[int, Mapping[str, Measured]], own: str) -> str:
    """The drawing of what each tool took for so many cards; the line of `own` stands out."""
    sizes = sorted(found)
    seconds = [one.seconds for tools in found.values() for one in tools.values()]
    decades = range(math.floor(math.log10(min(seconds))), math.ceil(math.log10(max(seconds))) + 1)
    across = _Scale(sizes[0], sizes[-1], LEFT, WIDTH - RIGHT)
    up = _Scale(10 ** decades[0], 10 ** decades[-1], HEIGHT - BOTTOM, TOP)
    parts = _axes(sizes, decades, across, up)
    colours = iter(COLOURS)
    ends = []
    for name in dict.fromkeys(name for size in sizes for name in found[size]):
        colour = OWN_COLOUR if name == own else next(colours)
        points = [(across.at(k), up.at(found[k][name].seconds)) for k in sizes if name in found[k]]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        width = 3 if name == own else 1.8
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{width}"/>')
        parts += (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{width + 1.5}" fill="{colour}"/>' for x, y in points)
        ends.append((*points[-1], name, colour))
    parts += _names(ends)
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH:g}"'
        f' font-family="system-ui, sans-serif" font-size="13" role="img">\n'
        f"<title>CPU seconds by the number of different cards</title>\n"
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def _axes(sizes: Sequence[int], decades: Sequence[int], across: _Scale, up: _Scale) -> list[str]:
    parts = []
    for decade in decades:
        y = up.at(10**decade)
        parts += (
            f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="{GRID}"/>',
            f'<text x="{LEFT - 10}" y="{y + 4:.1f}" text-anchor="end" fill="{INK}">{10**decade:g} s</text>',
        )
    low = HEIGHT - BOTTOM
    for size in sizes:
        x = across.at(size)
        parts += (
            f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{low}" stroke="{GRID}"/>',
            f'<text x="{x:.1f}" y="{low + 20}" text-anchor="middle" fill="{INK}">{size:,}</text>',
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    what = "different cards, CPU seconds of the whole program"
    return [*parts, f'<text x="{middle}" y="{low + 42}" text-anchor="middle" fill="{INK}">{what}</text>']


def _names(ends: Sequence[tuple[float, float, str, str]]) -> list[str]:
    """Each name behind the last point of its line, moved down where it would stand on another."""
    placed: list[tuple[float, float]] = []
    parts = []
    for x, y, name, colour in sorted(ends, key=lambda end: end[1]):
        base = y + 4
        for other_x, other in placed:
            if abs(other_x - x) < RIGHT and abs(base - other) < APART:
                base = other + APART
        placed.append((x, base))
        weight = ' font-weight="700"' if colour == OWN_COLOUR else ""
        parts.append(f'<text x="{x + 12:.1f}" y="{base:.1f}" fill="{colour}"{weight}>{name}</text>')
    return parts
