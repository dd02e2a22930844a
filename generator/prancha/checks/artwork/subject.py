"""The input of the checks of printed faces: faces of a game, and what drew them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.scene import FaceScene
from prancha.graphics.scene.text_marks import Lettering, letters_of
from prancha.graphics.scene.visibility import above
from prancha.model.box import Box, enclose
from prancha.model.diagnostic import Place, Severity
from prancha.model.face import Face, Ink
from prancha.model.game import Family, Game


class Used(Struct, frozen=True):
    """Names that templates read while faces were drawn.

    `fields` are the names read of each family's items; the rest are names of
    colours, texts, keywords, templates and icons.
    """

    fields: Mapping[str, frozenset[str]] = MappingProxyType({})
    palette: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    templates: frozenset[str] = frozenset()
    icons: frozenset[str] = frozenset()


class Printed(Struct, frozen=True):
    """A game with its faces.

    `templates` and `icons` are the names in the game's own folder.  `elsewhere`
    are names in its cover, `checked` words of its rules: what is named there is used, too.
    `pixels` gives width and height of a picture, by its href, `opacity` what shows through it; None for a
    drawing.  `where` finds the line of a template that wrote a character of a face's SVG, if it can be told;
    of faces in less `ink`, which are not as templates drew them, it cannot.
    """

    game: Game
    fronts: Mapping[str, Face]
    backs: Mapping[str, Face]
    symbols: Mapping[str, str]
    book: FontBook
    used: Used = Used()
    templates: frozenset[str] = frozenset()
    icons: frozenset[str] = frozenset()
    elsewhere: frozenset[str] = frozenset()
    checked: frozenset[str] = frozenset()
    pixels: Callable[[str], tuple[float, float] | None] = lambda _: (0, 0)
    opacity: Callable[[str], Opacity | None] = lambda _: None
    where: Callable[[Face, int], Place | None] = lambda *_: None
    ink: Ink = "full"

    def faces(self) -> Iterator[Face]:
        """All faces: fronts, then backs."""
        yield from self.fronts.values()
        yield from self.backs.values()


class FaceFinding(Struct, frozen=True):
    """One thing a check found, before waivers.

    `item` is `family/id` where it is about one; `about` tells spots of the same
    kind apart from others of the template: of many with the same `about`, the
    one with the highest `badness` is told.  `marks` are marks of the face by number, with what each is
    called: the lines of the template that draw them are told.
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
    marks: tuple[tuple[str, int], ...] = ()


def find_on(face: Face, check: str, severity: Severity, message: str, **more: Any) -> FaceFinding:
    """A finding about a face."""
    return FaceFinding(
        check,
        severity,
        message,
        item=face.item,
        family=face.item.partition("/")[0],
        template=face.template,
        side=face.side,
        place=face.place,
        **more,
    )


def around(texts: Sequence[Lettering]) -> Box:
    """The box around the ink of some texts on the face."""
    return texts[0].on_face if len(texts) == 1 else enclose([text.on_face for text in texts])


class Sight(Struct, dict=True):
    """One face with its texts measured; `unknown` counts what checks cannot judge."""

    face: Face
    family: Family
    scene: FaceScene
    printed: Printed
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    unknown: int = 0

    @cached_property
    def letters(self) -> list[Lettering]:
        """The texts of the face, in painting order."""
        # Languages share drawings, and have fonts of their own.
        return letters_of(self.scene.drawing, self.scene.words, self.printed.book)

    @cached_property
    def over(self) -> list[tuple[int, ...]]:
        """For each text, the indices of later marks that may reach into its box."""
        drawing = self.scene.drawing
        found: list[tuple[int, ...]] = []
        for block in self.blocks:
            # Where nothing reaches into the box around some texts, nothing reaches into theirs.
            if above(drawing, block[0].number, around(block)):
                found += [above(drawing, text.number, text.on_face) for text in block]
            else:
                found += [()] * len(block)
        return found

    @cached_property
    def blocks(self) -> list[list[Lettering]]:
        """The texts of the face in order: together those that are set alike and follow each other."""
        runs = groupby(enumerate(self.letters), lambda at: (id(at[1].setting), at[1].number - at[0]))
        return [[text for _, text in run] for _, run in runs]

    def spot(self, check: str, severity: Severity, message: str, **more: Any) -> FaceFinding:
        """A finding about this face."""
        return find_on(self.face, check, severity, message, **more)


class SmallCheck:
    """A check that is no module of its own: its code, its options with their usual values, its rationale."""

    def __init__(
        self,
        code: str,
        options: Mapping[str, Any],
        why: str | None,
        look: Callable[..., Iterator[FaceFinding]],
    ) -> None:
        self.CODE, self.OPTIONS, self.__doc__, self.look = code, options, why, look


def small_check(code: str, **options: Any) -> Callable[[Callable[..., Iterator[FaceFinding]]], SmallCheck]:
    """Decorator: make a check of a function whose docstring is the rationale."""
    return lambda look: SmallCheck(code, options, look.__doc__, look)
