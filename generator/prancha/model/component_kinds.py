"""Component kinds with an outline and folds of their own: one row a kind.

A row says which sizes a family gives, how the net is made of them, what holds where the family is silent,
and what a table makes of the piece.  `prancha new --kind` begins a family of each (`drawn_kinds.toml`), and
`templates/_library/kinds/` draws it; its title is in the section `new_game` of the words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

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
    """The form of an entry of a list in an item: keys with values, and with `plain` a text or number.

    An entry has at most one key of `one_of`, and if it is a mapping at least one.
    """

    keys: Mapping[str, Literal["words", "share", "colour"]]
    plain: bool = True
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


def _die(sizes: KindSizes) -> Net:
    from prancha.model.folded_nets import die

    return die(sizes.sides, sizes.width)


def _standee(sizes: KindSizes) -> Net:
    from prancha.model.folded_nets import standee

    return standee(sizes.width, sizes.height, sizes.foot)


def _tent(sizes: KindSizes) -> Net:
    from prancha.model.folded_nets import tent

    return tent(sizes.width, sizes.height)


def _spinner(sizes: KindSizes) -> Net:
    from prancha.model.outline import Net, circle

    return Net(circle(sizes.width))


def _pointer(sizes: KindSizes) -> Net:
    from prancha.model.outline import Net
    from prancha.model.outline_shapes import pointer

    return Net(pointer(sizes.width))


def _screen(sizes: KindSizes) -> Net:
    from prancha.model.folded_nets import screen

    return screen(sizes.width, sizes.height, sizes.wing)


def _tuck_box(sizes: KindSizes) -> Net:
    from prancha.model.folded_nets import tuck_box

    return tuck_box(sizes.width, sizes.height, sizes.depth)


def _score_pad(sizes: KindSizes) -> Net:
    from prancha.model.outline import Net, rectangle

    return Net(rectangle(sizes.width, sizes.height))


def _leaflet(sizes: KindSizes) -> Net:
    from prancha.model.folded_nets import leaflet

    return leaflet(sizes.width, sizes.height)


KINDS: Mapping[str, ComponentKind] = {
    "die": ComponentKind(
        _die,
        "one",
        sides=(6, 4, 8, 12),
        lists={"faces": ListEntry({"words": "words"}, one_of=("words",))},
        make=("cut", "fold", "glue"),
        safe="1 mm",
        gutter="4 mm",
        stands_as="die",
    ),
    "standee": ComponentKind(
        _standee,
        "two",
        lengths={"foot": lambda _: "8 mm"},
        make=("cut", "fold", "glue"),
        stands_as="standee",
    ),
    "tent": ComponentKind(_tent, "two", make=("cut", "fold"), stands_as="standee"),
    "spinner": ComponentKind(
        _spinner,
        "one",
        lists={
            "sectors": ListEntry(
                {"value": "words", "words": "words", "share": "share", "fill": "colour"},
                one_of=("value", "words"),
            )
        },
        gutter="4 mm",
    ),
    "pointer": ComponentKind(_pointer, "one", safe="0 mm", gutter="4 mm"),
    "screen": ComponentKind(
        _screen,
        "two",
        lengths={"wing": lambda width: f"{width / 2:g} mm"},
        lists={"text": ListEntry({})},
        make=("cut", "fold"),
        back="text",
    ),
    "tuck-box": ComponentKind(
        _tuck_box,
        "held",
        keys=("holds", "thickness", "slack", "sleeves"),
        needs=("holds",),
        make=("cut", "fold", "glue"),
        gutter="4 mm",
    ),
    "score-pad": ComponentKind(_score_pad, "two", lists={"rows": ListEntry({})}, stock="paper"),
    "leaflet": ComponentKind(
        _leaflet,
        "two",
        lists={"pages": ListEntry({"title": "words", "text": "words"}, plain=False)},
        stock="paper",
        make=("cut", "fold"),
        back="always",
    ),
}
