"""The cells of the matrix: which values of the axes stand together, and the drawing of each cell.

All pairs of values stand together in a few hundred cells that have a value of every axis.  Such a cell is
refused as soon as one of its ten features is; so 2,000 more have three values that are not neutral, drawn by
lot.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tests.matrix.axes import (
    ANCHORED,
    CLIP,
    EFFECT,
    GROUP,
    IN_STYLE,
    LANGUAGE,
    PAINT,
    SCALE,
    SPELLING,
    TARGET,
    TEXT,
    TRANSFORM,
    Scale,
)  # fmt: skip

SEED, TRIPLES = 32, 2000
SIDE = 20.0
"""The size of a cell, mm."""
AXES: Mapping[str, Sequence[str]] = {
    "paint": [*PAINT],
    "target": [*TARGET],
    "effect": [*EFFECT],
    "transform": [*TRANSFORM],
    "clip": [*CLIP],
    "group": GROUP,
    "scale": [*SCALE],
    "text": [*TEXT],
    "language": [*LANGUAGE],
    "spelling": [*SPELLING],
}
NEUTRAL = tuple(values[0] for values in AXES.values())
_LENGTH = re.compile(r"~(-?[\d.]+)")
_SHADOW = re.compile(r'filter="drop-shadow\([^"]*"')
_URL = re.compile(r"url\(#(\w+)\)")


class Cell(NamedTuple):
    """A value of each axis, by name."""

    paint: str
    target: str
    effect: str
    transform: str
    clip: str
    group: str
    scale: str
    text: str
    language: str
    spelling: str

    @property
    def name(self) -> str:
        """The values that are not neutral."""
        return "+".join(v for v, usual in zip(self, NEUTRAL, strict=True) if v != usual) or "neutral"

    @property
    def on_paper(self) -> bool:
        """Whether it has lengths on paper: a millimetre in a template is a unit there."""
        return self.effect == "shadow-mm"

    def svg(self, plain: bool = False) -> str:
        """The drawing; a `plain` one looks the same and is spelled as every renderer reads it."""
        return _Drawing(self, plain).whole()

    def inline(self, plain: bool = False) -> str:
        """The drawing as part of a template; `plain` with lengths on paper in units."""
        drawing = _Drawing(self, plain, template=True)
        return drawing.root() if plain or SCALE[self.scale].box != SCALE["1"].box else drawing.content()


@cache
def cells() -> Sequence[Cell]:
    """All cells, those of the pairs first."""
    return (*pairs(), *_triples())


def sample(share: int = 10) -> Sequence[int]:
    """The numbers of one cell in so many, drawn by lot."""
    count = len(cells())
    return sorted(random.Random(SEED).sample(range(count), count // share))


def pairs() -> Sequence[Cell]:
    """Cells in which every two values of different axes stand together at least once."""
    lot = random.Random(SEED)
    axes = list(AXES.values())
    missing = {
        ((a, x), (b, y)) for a, b in combinations(range(len(axes)), 2) for x in axes[a] for y in axes[b]
    }
    found = []
    for first in sorted(missing):
        if first not in missing:
            continue
        row = dict(first)
        for axis in lot.sample(range(len(axes)), len(axes)):
            if axis not in row:
                values = lot.sample(axes[axis], len(axes[axis]))
                row[axis] = max(values, key=lambda value: len(_with(row, axis, value) & missing))
        missing -= {pair for axis, value in row.items() for pair in _with(row, axis, value)}
        found.append(Cell(*(row[axis] for axis in range(len(axes)))))
    return found


def _with(row: Mapping[int, str], axis: int, value: str) -> set[tuple[tuple[int, str], ...]]:
    """The pairs that a value makes with those of a row."""
    return {tuple(sorted(((axis, value), other))) for other in row.items() if other[0] != axis}


def _triples() -> Iterator[Cell]:
    lot = random.Random(SEED)
    seen: set[Cell] = set()
    while len(seen) < TRIPLES:
        row = dict(zip(AXES, NEUTRAL, strict=True))
        for axis in lot.sample(list(AXES), 3):
            row[axis] = lot.choice(AXES[axis][1:])
        cell = Cell(**row)
        if cell not in seen:
            seen.add(cell)
            yield cell


def _shadow() -> str:
    """The shadow of .6mm and 2pt in a template's units, of parts whose colours resvg reads rightly."""
    moved = f'dx=".6" dy="{2 * 25.4 / 72:g}"'
    return (
        '<filter id="shadow" color-interpolation-filters="sRGB" x="-1" y="-1" width="3" height="3">\n'
        f'<feOffset in="SourceAlpha" {moved} result="moved"/>\n<feFlood flood-color="#145a32"/>\n'
        '<feComposite in2="moved" operator="in"/>\n'
        '<feMerge>\n<feMergeNode/>\n<feMergeNode in="SourceGraphic"/>\n</feMerge>\n</filter>'
    )


class _Drawing:
    """Writes one cell."""

    def __init__(self, cell: Cell, plain: bool, template: bool = False) -> None:
        self._cell, self._plain, self._template = cell, plain, template
        self._scale: Scale = SCALE[cell.scale]
        self._group = "attribute" if plain and cell.group in ("style", "class") else cell.group
        self._rules: list[str] = []
        values = (PAINT[cell.paint], EFFECT[cell.effect], TRANSFORM[cell.transform], CLIP[cell.clip])
        self._defs = [self._of(value.plain_defs, value.defs) for value in values]
        paint, *others = (dict(self._of(value.plain, value.properties)) for value in values)
        self._paint = {
            name.replace("paint", TARGET[cell.target].paints): word for name, word in paint.items()
        }
        self._effects = {name: word for one in others for name, word in one.items()}
        self._words = dict(self._of(TEXT[cell.text].plain, TEXT[cell.text].properties))
        if plain:
            self._words.pop("text-transform", None)

    def _of(self, plain, usual):  # type: ignore[no-untyped-def]
        return plain if self._plain and plain is not None else usual

    def whole(self) -> str:
        return self.root('xmlns="http://www.w3.org/2000/svg"')

    def root(self, head: str = 'width="20" height="20"') -> str:
        box = SCALE["1"].box if self._scale.inner else self._scale.box
        return f'<svg {head} viewBox="{box}">\n{self.content()}\n</svg>'

    def content(self) -> str:
        """What stands in the root."""
        body = self._body()
        defs = "\n".join(part for part in (*self._defs, TARGET[self._cell.target].defs) if part)
        parts = []
        if self._rules:
            parts.append("<style>\n" + "\n".join(self._rules) + "\n</style>")
        if defs:
            parts.append(f"<defs>\n{defs}\n</defs>")
        parts += ['<path fill="#f6ecc9" d="M~0 ~0H~10V~20H~0z"/>', body]
        content = "\n".join(parts)
        if self._scale.inner:
            aspect = f'preserveAspectRatio="{self._scale.aspect}"'
            content = f'<svg width="20" height="20" viewBox="{self._scale.box}" {aspect}>\n{content}\n</svg>'
        return self._spelled(_LENGTH.sub(self._length, content))

    def _length(self, found: re.Match[str]) -> str:
        return f"{float(found[1]) * self._scale.units:.6g}"

    def _spelled(self, content: str) -> str:
        """References as the cell spells them, and, for the reference of a template, lengths in its units."""
        cell = self._cell
        if not self._plain and cell.spelling != "plain":
            fallback = cell.spelling == "fallback"
            content = _URL.sub(
                lambda found: SPELLING["plain" if fallback and found[1] != "paint" else cell.spelling].format(
                    found[1]
                ),
                content,
            )
        if self._plain and self._template:
            content = _SHADOW.sub('filter="url(#shadow)"', content)
            content = f"{_shadow()}\n{content}" if self._cell.on_paper else content
        return content

    def _body(self) -> str:
        cell = self._cell
        target = TARGET[cell.target]
        inside = self._group in ("g", "use")
        painted = {} if inside else {**self._paint, **(self._words if target.text else {})}
        effects = {} if inside else self._effects
        markup = target.markup.replace("{p}{b}", self._props({**painted, **effects}, "all"))
        markup = markup.replace("{p}", self._props(painted, "words"))
        markup = markup.replace("{b}", self._props(effects, "around"))
        if target.text:
            markup = self._text(markup, "3")
        elif cell.text != "none" or cell.language != "none":
            own = "" if inside else self._props({"fill": "#1b2631", **self._words, **effects}, "beside")
            text = '<text x="~{x}" y="~17" font-family="{font}" font-size="~5"{l}' + own + ">{words}</text>"
            markup += "\n" + self._text(text, "2")
        if cell.effect == "group-opacity":
            markup += '\n<circle cx="~14" cy="~9" r="~4" fill="#e67e22"/>'
        if inside:
            every = self._props({**self._paint, **self._words, **self._effects}, "all")
            if self._group == "use":
                self._defs.append(f'<g id="object">\n{markup}\n</g>')
                markup = f'<use href="#object"{every}/>'
            else:
                markup = f"<g{every}>\n{markup}\n</g>"
        return f'<g opacity=".5">\n{markup}\n</g>' if cell.effect == "group-opacity" else markup

    def _text(self, markup: str, x: str) -> str:
        cell = self._cell
        language, value = LANGUAGE[cell.language], TEXT[cell.text]
        written, printed = language.case(cell.text)
        own = dict(value.attributes)
        if language.lang and not self._plain:
            own["xml:lang"] = language.lang
        start = ANCHORED.get(cell.text, x)
        if cell.target == "tspan" or "x" not in own:
            markup = markup.replace("{x}", start)
        else:
            markup = markup.replace('x="~{x}" ', "")
        if cell.target != "tspan" and "y" in own:
            markup = re.sub(r' y="~\d+"', "", markup, count=1)
        attributes = "".join(f' {name}="{word}"' for name, word in own.items())
        return (
            markup.replace("{l}", attributes)
            .replace("{font}", language.font)
            .replace("{words}", printed if self._plain else written)
        )

    def _props(self, properties: Mapping[str, str], rule: str) -> str:
        """Properties in the way of the cell's group; those of a class are kept as a rule."""
        styled = self._group in ("style", "class")
        attributes, styles = {}, {}
        for name, word in properties.items():
            if name == "css-transform":
                if styled:
                    styles["transform"] = word
            elif name in IN_STYLE or (styled and name != "transform"):
                styles[name] = word
            elif not (styled and name == "transform"):
                attributes[name] = word.replace("px", "") if name == "transform-origin" else word
        text = "".join(f' {name}="{word}"' for name, word in attributes.items())
        style = ";".join(f"{name}:{word}" for name, word in styles.items())
        if style and self._group == "class":
            self._rules.append(f".{rule}{{{style}}}")
            return f'{text} class="{rule}"'
        return f'{text} style="{style}"' if style else text
