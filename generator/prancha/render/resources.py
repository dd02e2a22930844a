"""What faces share in one document: icons, gradients, transparencies, pictures, glyphs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from prancha.graphics.fonts import Font
from prancha.model.face import Glyphs, Resource

_LAST = "\U0010ffff"
"""No text comes after it."""


class FontVariant(Struct, frozen=True):
    """A font as a document has it: with glyphs that are `wider` by so many font units."""

    font: Font
    wider: int = 0

    @property
    def key(self) -> str:
        """Its name in a PDF."""
        return f"{self.font.key}w{self.wider}" if self.wider else self.font.key


class PrintedWord(Struct, frozen=True, eq=False):
    """A word as it is printed: its glyphs, each with the text it stands for."""

    cut: FontVariant
    word: str
    glyphs: tuple[tuple[int, str], ...]


class DocumentResources:
    """Collects each shared resource once, under a name derived from its content.

    Names never depend on the order of drawing, so faces drawn in several
    processes name the same thing alike.  The document has what finished faces need: what was
    made for one that was then drawn in another way is in none.
    """

    def __init__(self) -> None:
        self._resources: dict[str, Resource] = {}
        self._cuts: dict[str, FontVariant] = {}
        self._texts: dict[str, dict[int, str]] = {}
        self.touched: set[str] = set()
        self.spoken: set[PrintedWord] = set()
        self._needed: set[str] = set()
        self._printed: set[PrintedWord] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._resources

    def keep(self, resource: Resource) -> str:
        """Store a resource under its name, which is returned."""
        self._resources.setdefault(resource.name, resource)
        self.touched.add(resource.name)
        return resource.name

    def __getitem__(self, name: str) -> Resource:
        return self._resources[name]

    def begin(self) -> None:
        """Start a face: `touched` are the resources, `spoken` the words it needs."""
        self.touched, self.spoken = set(), set()

    def end(self) -> None:
        """End a face that is drawn: the document needs what the face needs."""
        self.need(self.touched)
        new = self.spoken - self._printed
        for word in new:
            self.use(word.cut, word.glyphs)
        self._printed |= new

    def need(self, names: Iterable[str]) -> None:
        """Let the document have resources that a finished face needs."""
        self._needed.update(names)

    def use(self, cut: FontVariant, glyphs: Iterable[tuple[int, str]]) -> None:
        """Remember that glyphs of a font are printed, and what text each stands for."""
        self._cuts.setdefault(cut.key, cut)
        texts = self._texts.setdefault(cut.key, {})
        for gid, text in glyphs:
            if text < texts.get(gid, _LAST):
                texts[gid] = text

    @property
    def resources(self) -> tuple[Resource, ...]:
        """All that finished faces need, in the order of their names."""
        return tuple(self._resources[name] for name in sorted(self._needed))

    @property
    def glyphs(self) -> Mapping[str, Glyphs]:
        """Per font key, which glyphs were used for which text."""
        found = {}
        for key, texts in sorted(self._texts.items()):
            font, wider = self._cuts[key].font, self._cuts[key].wider
            found[key] = Glyphs(font.family, font.weight, font.italic, dict(texts), wider)
        return found
