"""What the checks of the printed face look at: a game's faces, and what was used to draw them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from generator.fonts import Font, FontBook, FontError
from generator.model.diagnostic import Severity
from generator.model.face import Face
from generator.model.game import Family, Game
from generator.model.units import PT_PER_MM, Mm, Pt
from generator.rules.printed.scene import Mark, Scene, point_size
from generator.rules.printed.transforms import Box, numbers

_WEIGHTS = {"normal": 400, "bold": 700}
_DEEP = frozenset("gjpqyQJçÇ,;()[]{}@$|/_ý")
_TALL_SMALL = frozenset("bdfhijklt")
_ACCENT = 0.24
"""How far an accent stands out from a capital, em."""
_DEPTH = 0.24
"""How far a descender hangs below the baseline, em."""


@dataclass(frozen=True, slots=True)
class Used:
    """What templates read while all faces were drawn.

    `fields` are the names read of each family's items; the rest are names of
    colours, texts, templates and icons.
    """

    fields: Mapping[str, frozenset[str]]
    palette: frozenset[str]
    texts: frozenset[str]
    templates: frozenset[str]
    icons: frozenset[str]


@dataclass(frozen=True, slots=True)
class Printed:
    """A game with its faces.

    `templates` and `icons` are the names in the game's own folder.  `elsewhere`
    are names in its cover, `checked` words of its rules: what is named there is used, too.
    `pixels` gives width and height of a picture, by its href.
    """

    game: Game
    fronts: Mapping[str, Face]
    backs: Mapping[str, Face]
    symbols: Mapping[str, str]
    book: FontBook
    used: Used
    templates: frozenset[str] = frozenset()
    icons: frozenset[str] = frozenset()
    elsewhere: frozenset[str] = frozenset()
    checked: frozenset[str] = frozenset()
    pixels: Callable[[str], tuple[int, int]] = lambda _: (0, 0)

    def faces(self) -> Iterator[Face]:
        """All faces: fronts, then backs."""
        yield from self.fronts.values()
        yield from self.backs.values()


@dataclass(frozen=True, slots=True)
class Spot:
    """One thing a check found, before waivers.

    `item` is `family/id` where it is about one; `about` tells spots of the same
    kind apart from others of the template: of many with the same `about`, the
    one with the highest `badness` is told.
    """

    check: str
    severity: Severity
    message: str
    hint: str = ""
    item: str = ""
    family: str = ""
    template: str = ""
    side: str = ""
    text: str = ""
    icon: str = ""
    about: str = ""
    badness: float = 0.0
    place: Any = None


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text on a face: its size on paper in points, its ink's box in its own space."""

    mark: Mark
    index: int
    text: str
    size: Pt
    weight: int
    box: Box


@dataclass(slots=True)
class Sight:
    """One face as the checks see it, its texts measured; `unknown` counts what they cannot tell."""

    face: Face
    family: Family
    scene: Scene
    printed: Printed
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    unknown: int = 0
    _letters: list[Lettering] | None = None

    def letters(self) -> list[Lettering]:
        """The texts of the face, in painting order."""
        if self._letters is None:
            self._letters = [
                _lettering(mark, index, self.printed.book)
                for index, mark in enumerate(self.scene.marks)
                if mark.element.tag == "text"
            ]
        return self._letters

    def spot(self, check: str, severity: Severity, message: str, **more: Any) -> Spot:
        """A finding about this face."""
        face = self.face
        return Spot(
            check, severity, message, item=face.item, family=self.family.id, template=face.template,
            side=face.side, place=face.place, **more,
        )  # fmt: skip


def in_points(length: Mm) -> Pt:
    """Millimetres as points."""
    return length * PT_PER_MM


def excerpt(text: str, limit: int = 32) -> str:
    """The beginning of a text, in quotes."""
    line = " ".join(text.split())
    return f'"{line}"' if len(line) <= limit else f'"{line[: limit - 1].rstrip()}…"'


def _lettering(mark: Mark, index: int, book: FontBook) -> Lettering:
    style, text = mark.style, " ".join((mark.element.text or "").split())
    weight = style.get("font-weight", "400")
    number = _WEIGHTS.get(weight) or int(weight)
    size = numbers(style.get("font-size", "0") or "0")[0]
    x, y = mark.number("x"), mark.number("y")
    track = numbers(style.get("letter-spacing", "0")) or [0.0]
    width, top, bottom = _ink(text, _font(book, style, number), size, track[0])
    anchor = style.get("text-anchor", "start")
    x -= width / 2 if anchor == "middle" else width if anchor == "end" else 0.0
    return Lettering(
        mark, index, text, in_points(point_size(mark)), number, (x, y - top, x + width, y + bottom)
    )


def _font(book: FontBook, style: Mapping[str, str], weight: int) -> Font | None:
    family = style.get("font-family", "").split(",")[0].strip().strip("'\"")
    try:
        return book.font(family, weight, style.get("font-style", "normal") in ("italic", "oblique"))
    except FontError:
        return None


def _ink(text: str, font: Font | None, size: Mm, track: Mm) -> tuple[Mm, Mm, Mm]:
    """Width of a text, and how far its ink reaches above and below the baseline."""
    if font is None:
        return 0.5 * size * len(text), 0.7 * size, _DEPTH * size
    em = size / font.units_per_em
    run = font.shape(text)
    letters = set(text)
    small = all((c.islower() and c.isascii() and c not in _TALL_SMALL) or c in " .,-" for c in letters)
    top = (font.x_height if small else font.cap_height) * em
    if any(c.isupper() and not c.isascii() and c != "Ç" for c in letters):
        top += _ACCENT * size
    return run.advance * em + track * (len(run.glyphs) - 1), top, _DEPTH * size if letters & _DEEP else 0.0
