"""Run all checks of `prancha check` on a game, or return their earlier result while nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from prancha.building.order import Progress, silent
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.face import Ink
from prancha.system.cache import Store, context_of, game_inputs, made_of, program_digest, remember_digests

if TYPE_CHECKING:
    from prancha.checks.artwork import Inspection


R = TypeVar("R")


def cached_result(
    project: Path, name: str, asked: tuple[str, ...], kind: type[R], work: Callable[[], tuple[R, bool]]
) -> R:
    """Return the result of `work` on a game, or the cached one: a value of `kind`, made of plain values.

    `asked` must contain all other inputs besides the program, the game's catalogue and its templates.
    `work` returns its result and whether that may be cached.
    """
    store = Store.usual()
    with remember_digests(store, project):
        key = _result_key(project, name, asked) if store else b""
        kept = made_of(store.get(key), msgspec.json.Decoder(kind).decode) if store else None
        if kept is not None:
            return kept
        found, whole = work()
        # If the game changed meanwhile, the result belongs to neither state.
        if store and whole and _result_key(project, name, asked) == key:
            with suppress(UnicodeEncodeError):  # it names a file with an undecodable name
                store.put(key, msgspec.json.encode(found))
        return found


def _result_key(project: Path, name: str, asked: tuple[str, ...]) -> bytes:
    what, *options = asked
    return context_of(what, program_digest(), name, *options, *game_inputs(project, name))


class Checkup(Struct, frozen=True):
    """Findings, waivers as words, and the number of texts and icons whose contrast cannot be measured.

    `unread` is the number of PDFs of other programs, which no check reads.
    """

    findings: tuple[Diagnostic, ...]
    waived: tuple[str, ...] = ()
    unknown: int = 0
    unread: int = 0


def examine(project: Path, name: str, faces: bool, progress: Progress = silent, ink: Ink = "full") -> Checkup:
    """Check a game's catalogue, and with `faces` what is printed of it in every language, in `ink`.

    If program and files are unchanged since an earlier check, its findings are returned.
    """
    asked = "check", str(faces), ink
    return cached_result(project, name, asked, Checkup, lambda: _examine(project, name, faces, progress, ink))


def _examine(project: Path, name: str, faces: bool, progress: Progress, ink: Ink) -> tuple[Checkup, bool]:
    """The result, and whether the check ran to its end."""
    from prancha.building import game_loading

    try:
        read = game_loading.read_game(project, name)
        findings = (*game_loading.check_rules(read), *game_loading.untranslated(read.game))
    except Failure as failure:
        return Checkup(failure.diagnostics), False
    if not faces:
        return Checkup(findings), True
    from prancha.building import pipeline

    try:
        seen: Inspection = pipeline.inspect_game(read, progress, ink)
    except Failure as failure:
        return Checkup((*findings, *failure.diagnostics)), False
    return Checkup((*findings, *seen.findings), tuple(map(str, seen.waived)), seen.unknown, seen.unread), True
