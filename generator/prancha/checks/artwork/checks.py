"""The checks of printed faces, by their codes: those of one face after another, and those of all at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from prancha.checks.artwork import (
    bare_bleed,
    clipped,
    colour_only,
    contrast,
    covered,
    folds,
    picture_resolution,
    safe_zone,
    same_text,
    text_size,
    twin_faces,
    unused_field,
)
from prancha.checks.artwork.subject import FaceFinding, Printed, Sight
from prancha.checks.artwork.unused import UNUSED


class FaceCheck(Protocol):
    """A check of one face after another."""

    CODE: str
    OPTIONS: Mapping[str, Any]
    __doc__: str | None

    def look(self, sight: Sight) -> Iterator[FaceFinding]:
        """Yield what is wrong with a face."""


class GameCheck(Protocol):
    """A check of all faces together."""

    CODE: str
    OPTIONS: Mapping[str, Any]
    __doc__: str | None

    def look(self, printed: Printed, options: Mapping[str, Any], /) -> Iterator[FaceFinding]:
        """Yield what is wrong with a game's faces."""


FACES: tuple[FaceCheck, ...] = (
    text_size,
    safe_zone,
    contrast,
    covered,
    clipped,
    picture_resolution,
    bare_bleed,
)
GAME: tuple[GameCheck, ...] = (
    colour_only,
    twin_faces,
    same_text,
    unused_field,
    folds,
    *UNUSED,
)
CHECKS: Mapping[str, FaceCheck | GameCheck] = {
    **{check.CODE: check for check in FACES},
    **{check.CODE: check for check in GAME},
}


def codes() -> tuple[str, ...]:
    """The codes of the checks, sorted."""
    return tuple(sorted(CHECKS))


def explain(code: str) -> str:
    """The rationale of a check; KeyError when there is none."""
    from inspect import cleandoc  # slow to import, and needed here only

    return cleandoc(CHECKS[code].__doc__ or "")
