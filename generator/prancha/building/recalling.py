"""What was found out of a game, told again as long as program and all its files are the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from prancha.system.cache import Store, game_inputs, made_of, program_digest, remember_digests
from prancha.system.cache.pack import context_of

R = TypeVar("R")


def recalled(
    project: Path, name: str, asked: tuple[str, ...], kind: type[R], work: Callable[[], tuple[R, bool]]
) -> R:
    """What `work` finds out of a game, or what it found before: a value of `kind`, made of plain values.

    `asked` must tell all it depends on besides the program, the game's catalogue and its templates.  With the
    value, `work` says whether it may be kept.
    """
    store = Store.usual()
    with remember_digests(store, project):
        key = _key(project, name, asked) if store else b""
        kept = made_of(store.get(key), msgspec.json.Decoder(kind).decode) if store else None
        if kept is not None:
            return kept
        found, whole = work()
        # Of a game that changed meanwhile, what was found is of neither state.
        if store and whole and _key(project, name, asked) == key:
            with suppress(UnicodeEncodeError):  # it names a file whose name is no text
                store.put(key, msgspec.json.encode(found))
        return found


def _key(project: Path, name: str, asked: tuple[str, ...]) -> bytes:
    what, *options = asked
    return context_of(what, program_digest(), name, *options, *game_inputs(project, name))
