"""What goes to a worker and comes back: plain data, no code."""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from prancha.building.order import Order
from prancha.model.game import Game


class Task(Struct, frozen=True):
    """Faces to draw: those of the items `keys` of a `game`, packed, in one language.

    `game` and `program` are empty where workers have them already.  `limits` are those of the checks of
    printed faces, None for no checks.  `context` tells the files that faces are drawn from, `program`
    what draws them: a worker that sees others must not draw.
    """

    order: Order
    game: bytes
    lang: str
    keys: tuple[str, ...]
    limits: Mapping[str, Mapping[str, Any]] | None
    context: bytes
    program: bytes


class Result(Struct, frozen=True):
    """Entries for the pack, and the seconds each family took; or in which way the worker is a `mismatch`."""

    entries: Mapping[str, bytes] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    mismatch: str = ""


def pack_game(game: Game) -> bytes:
    """A game as bytes that `unpack_game` reads; only ever from this program to its own workers."""
    out = io.BytesIO()
    pickler = pickle.Pickler(out, pickle.HIGHEST_PROTOCOL)
    # Read-only mappings, which pickle does not know.
    pickler.dispatch_table = copyreg.dispatch_table | {MappingProxyType: lambda view: (_view, (dict(view),))}
    pickler.dump(game)
    return out.getvalue()


def unpack_game(data: bytes) -> Game:
    """The game in `data`."""
    game: Game = pickle.loads(data)
    return game


def _view(values: dict[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(values)
