"""What faces share in one document: icons, gradients, transparencies, pictures, glyphs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from generator.fonts import Font
from generator.model.art import Glyphs, Resource

Spoken: TypeAlias = tuple[str, str, bool, bool]
"""A word as it is printed: the key of its font, its letters, whether from right to left, whether spaced."""


class Shelf:
    """Collects each shared resource once, under a name derived from its content.

    Names never depend on the order of drawing, so faces drawn in several
    processes name the same thing alike.
    """

    def __init__(self) -> None:
        self._resources: dict[str, Resource] = {}
        self._fonts: dict[str, Font] = {}
        self._texts: dict[str, dict[int, str]] = {}
        self._glyphs: dict[Spoken, list[tuple[Font, int, str]]] = {}
        self.touched: set[str] = set()
        self.spoken: set[Spoken] = set()

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

    def glyphs_of(self, spoken: Spoken) -> list[tuple[Font, int, str]]:
        """The glyphs of a word, as they were used."""
        return self._glyphs[spoken]

    def use_word(self, font: Font, word: str, rtl: bool, apart: bool, glyphs: list[tuple[int, str]]) -> None:
        """Remember that the glyphs of `word` are printed, each with the text it stands for."""
        self._glyphs[font.key, word, rtl, apart] = [(font, gid, text) for gid, text in glyphs]
        for gid, text in glyphs:
            self.use(font, gid, text)

    def use(self, font: Font, gid: int, text: str) -> None:
        """Remember that `gid` of `font` is printed and stands for `text`."""
        key = font.key
        if key not in self._fonts:
            self._fonts[key] = font
            self._texts[key] = {}
        texts = self._texts[key]
        if text < texts.get(gid, "\U0010ffff"):
            texts[gid] = text

    @property
    def resources(self) -> tuple[Resource, ...]:
        """All resources in the order of their names."""
        return tuple(self._resources[name] for name in sorted(self._resources))

    @property
    def glyphs(self) -> Mapping[str, Glyphs]:
        """Per font key, which glyphs were used for which text."""
        return {
            key: Glyphs(
                self._fonts[key].family, self._fonts[key].weight, self._fonts[key].italic, dict(texts)
            )
            for key, texts in sorted(self._texts.items())
        }
