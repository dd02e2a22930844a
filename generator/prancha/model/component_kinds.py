"""Component kinds with an outline and folds of their own: one row a kind.

A row says which sizes a family gives, how the net is made of them, what holds where the family is silent,
and what a table makes of the piece.  `prancha new --kind` begins a family of each (`drawn_kinds.toml`), and
`templates/_library/kinds/` draws it; its title is in the section `new_game` of the words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from prancha.model.game import Finishing, Stock
    from prancha.model.outline import Net
    from prancha.model.units import Mm


class KindSizes(Struct, frozen=True):
    """The sizes of one piece, in mm: of the finished piece, and of the parts that its kind has."""

    width: Mm
    height: Mm
    depth: Mm = 0.0
    sides: int = 0
    foot: Mm = 0.0
    wing: Mm = 0.0


class ListEntry(Struct, frozen=True):
    """The form of an entry of a list in an item: a text or number, or keys with values.

    An entry has at most one key of `one_of`, and if it is a mapping at least one.
    """

    keys: Mapping[str, Literal["words", "share", "colour"]]
    one_of: tuple[str, ...] = ()


class ComponentKind(Struct, frozen=True):
    """One kind: its net, the keys it alone takes, and what holds where its family says nothing."""

    net: Callable[[KindSizes], Net]
    size: Literal["one", "two", "held"]
    """What a family writes as `size`: one length, two, or nothing, since the families it holds decide."""
    sides: tuple[int, ...] = ()
    """How many sides it may have, the usual number first; () for a kind without `sides`."""
    lengths: Mapping[str, Callable[[Mm], str]] = {}
    """Keys for parts of it, with the usual length for a piece of this width."""
    keys: tuple[str, ...] = ()
    """Further keys."""
    needs: tuple[str, ...] = ()
    lists: Mapping[str, ListEntry] = {}
    """Fields of its items that the library draws as lists."""
    stock: Stock = "card"
    make: tuple[Finishing, ...] = ("cut",)
    safe: str = "3 mm"
    gutter: str = "0 mm"
    back: Literal["always", "text", "never"] = "never"
    """When its own template draws a back, too: for "text", where an item has one."""
    stands_as: Literal["die", "standee", ""] = ""
    """Its form on a virtual table once folded; "" for pieces that lie flat."""

    @property
    def own_keys(self) -> tuple[str, ...]:
        """The keys of a family file that this kind takes and flat families do not."""
        return (*(("sides",) if self.sides else ()), *self.lengths, *self.keys)


def _nets() -> Any:
    """Import the makers of nets, which few commands need."""
    from prancha.model import folded_nets

    return folded_nets


LEAFLET = "leaflet"
"""The kind whose pages are made of Markdown, by the layouter of rulebooks, unless it has a template."""

KINDS: Mapping[str, ComponentKind] = {
    "die": ComponentKind(
        lambda one: _nets().die(one.sides, one.width),
        "one",
        sides=(6, 4, 8, 12),
        lists={"faces": ListEntry({"words": "words"}, one_of=("words",))},
        make=("cut", "fold", "glue"),
        safe="1 mm",
        gutter="4 mm",
        stands_as="die",
    ),
    "standee": ComponentKind(
        lambda one: _nets().standee(one.width, one.height, one.foot),
        "two",
        lengths={"foot": lambda _: "8 mm"},
        make=("cut", "fold", "glue"),
        stands_as="standee",
    ),
    "tent": ComponentKind(
        lambda one: _nets().tent(one.width, one.height), "two", make=("cut", "fold"), stands_as="standee"
    ),
    "spinner": ComponentKind(
        lambda one: _nets().spinner(one.width),
        "one",
        lists={
            "sectors": ListEntry(
                {"value": "words", "words": "words", "share": "share", "fill": "colour"},
                one_of=("value", "words"),
            )
        },
        gutter="4 mm",
    ),
    "pointer": ComponentKind(lambda one: _nets().pointer(one.width), "one", safe="0 mm", gutter="4 mm"),
    "screen": ComponentKind(
        lambda one: _nets().screen(one.width, one.height, one.wing),
        "two",
        lengths={"wing": lambda width: f"{width / 2:g} mm"},
        lists={"text": ListEntry({})},
        make=("cut", "fold"),
        back="text",
    ),
    "tuck-box": ComponentKind(
        lambda one: _nets().tuck_box(one.width, one.height, one.depth),
        "held",
        keys=("holds", "thickness", "slack", "sleeves"),
        needs=("holds",),
        make=("cut", "fold", "glue"),
        gutter="4 mm",
    ),
    "score-pad": ComponentKind(
        lambda one: _nets().score_pad(one.width, one.height),
        "two",
        lists={"rows": ListEntry({})},
        stock="paper",
    ),
    LEAFLET: ComponentKind(
        lambda one: _nets().leaflet(one.width, one.height),
        "two",
        keys=("book",),
        stock="paper",
        make=("cut", "fold"),
        back="always",
    ),
}
