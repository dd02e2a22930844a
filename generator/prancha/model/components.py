"""All components of a kit, each once: what pictures, virtual tables and print shops are made of.

Sheets tell where copies lie on paper; here there is no paper.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from prancha.model.face import Side
from prancha.model.net import Net
from prancha.model.outline import Outline, Point
from prancha.model.units import Mm


class ComponentFace(Struct, frozen=True):
    """One side of a component.

    `digest` names its art in a portfolio.  `bleed` is what its art has of its own, in mm; 0 where the
    template draws none.  `words` are what is printed on it, in the order it is drawn, for
    who does not see it.  `spaces` are the middles of the equal spaces of a board, in mm of its trim box.
    """

    digest: str
    outline: Outline
    bleed: Mm
    side: Side
    words: str
    spaces: tuple[Point, ...] = ()


class Component(Struct, frozen=True):
    """One design and how many pieces of it a kit holds; `title` is its name, or its id where it has none."""

    family: str
    id: str
    title: str
    copies: int
    front: ComponentFace
    back: ComponentFace | None

    @property
    def key(self) -> str:
        """`family/id`, unique within a game."""
        return f"{self.family}/{self.id}"

    @property
    def faces(self) -> tuple[ComponentFace, ...]:
        """Front, and back where there is one."""
        return (self.front,) if self.back is None else (self.front, self.back)


class ComponentFamily(Struct, frozen=True):
    """Components of one size and outline, in the order of the catalogue.

    `kind` is that of folded and other special components (`die`, `tuck-box`), "" for flat ones; `net` has
    the folds and panels of those that are folded.
    """

    id: str
    title: str
    stock: str
    kind: str
    outline: Outline
    bleed: Mm
    safe: Mm
    components: tuple[Component, ...]
    net: Net | None = None

    @property
    def copies(self) -> int:
        """How many pieces of this family one kit holds."""
        return sum(one.copies for one in self.components)

    @property
    def common_back(self) -> ComponentFace | None:
        """The back that all components share; None where they have none, or several."""
        backs = {one.back.digest: one.back for one in self.components if one.back is not None}
        every = all(one.back is not None for one in self.components)
        return next(iter(backs.values())) if every and len(backs) == 1 else None


class ComponentKit(Struct, frozen=True):
    """A game in one language: its families in order; components without copies are left out.

    `licences` are the licence in every language of the game.
    """

    game: str
    title: str
    subtitle: str
    lang: str
    revision: str
    licence: str
    licences: Mapping[str, str]
    families: tuple[ComponentFamily, ...]

    @property
    def components(self) -> tuple[Component, ...]:
        """Those of all families, in order."""
        return tuple(one for family in self.families for one in family.components)

    def family(self, name: str) -> ComponentFamily:
        """The family called `name`; KeyError when there is none."""
        for family in self.families:
            if family.id == name:
                return family
        raise KeyError(name)
