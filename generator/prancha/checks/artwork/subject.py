"""The input of the checks of printed faces: faces of a game, their words, and what drew them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.scene import FaceScene
from prancha.graphics.scene.text_marks import Lettering, letters_of
from prancha.graphics.scene.visibility import above
from prancha.model.diagnostic import Place, Severity
from prancha.model.face import Face, Ink
from prancha.model.game import Family, Game
from prancha.system.cache import NOTHING, Pack, made_of

_WORDS = re.compile(r">([^<>#=\"]*[^<>#=\"\s])</")
"""Words, but for those that could be taken for a colour."""
_NAME = "words"
_HELD = 10_000
_HERE: dict[str, bytes] = {}
"""By the digests of drawings: a process that checks a game save after save looks at each once."""


class KnownWords:
    """The digests of words by those of faces, in one entry of a pack, or of this process where none is."""

    def __init__(self, pack: Pack = NOTHING) -> None:
        kept = made_of(pack.get(_NAME), msgspec.msgpack.Decoder(dict[str, bytes]).decode)
        self._pack, self._grown = pack, False
        self._before = _HERE if kept is None else kept
        self._now: dict[str, bytes] = {}

    def of(self, face: Face) -> bytes:
        """A digest of the words of a face."""
        found = self._before.get(face.digest)
        if found is None:
            self._grown = True
            words = "\n".join(_WORDS.findall(face.svg))
            found = blake2b(words.encode(), digest_size=16).digest()
            if len(_HERE) >= _HELD:
                _HERE.clear()
            self._before[face.digest] = _HERE[face.digest] = found
        self._now[face.digest] = found
        return found

    def finish(self) -> None:
        """Put the digests of the faces used into the pack, before it is saved."""
        if self._grown:
            self._pack.put(_NAME, msgspec.msgpack.encode(self._now))


def words_of(pack: Pack) -> KnownWords:
    """The known words of a pack, shared by all users of the pack."""
    found = pack.tables.get(_NAME) if pack.lasts else None
    if not isinstance(found, KnownWords):
        found = KnownWords(pack)
        if pack.lasts:
            pack.tables[_NAME] = found
    return found


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
    words: KnownWords = field(default_factory=KnownWords)

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


class Sight(Struct):
    """One face with its texts measured; `unknown` counts what checks cannot judge."""

    face: Face
    family: Family
    scene: FaceScene
    printed: Printed
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    unknown: int = 0
    _letters: list[Lettering] | None = None
    _over: list[tuple[int, ...]] | None = None

    def letters(self) -> list[Lettering]:
        """The texts of the face, in painting order."""
        if self._letters is None:
            # Languages share drawings, and have fonts of their own.
            self._letters = letters_of(self.scene.drawing, self.scene.words, self.printed.book)
        return self._letters

    def over(self) -> list[tuple[int, ...]]:
        """For each text, the indices of later marks that may reach into its box."""
        if self._over is None:
            drawing = self.scene.drawing
            self._over = [above(drawing, text.number, text.on_face) for text in self.letters()]
        return self._over

    def of_drawing(self, look: Callable[[Sight], Iterator[FaceFinding]]) -> list[FaceFinding]:
        """Findings of `look` that depend on the drawing alone; computed once for faces that share it."""
        face = self.face
        key = look, self.family.id, face.side, face.template, face.outline

        def find() -> tuple[list[FaceFinding], int]:
            before = self.unknown
            found = list(look(self))
            told, self.unknown = self.unknown - before, before
            return found, told

        spots, unknown = self.scene.drawing.once(key, find)
        self.unknown += unknown
        return [replace(spot, item=face.item, place=face.place) for spot in spots] if spots else []

    def spot(self, check: str, severity: Severity, message: str, **more: Any) -> FaceFinding:
        """A finding about this face."""
        face = self.face
        return FaceFinding(
            check,
            severity,
            message,
            item=face.item,
            family=self.family.id,
            template=face.template,
            side=face.side,
            place=face.place,
            **more,
        )
