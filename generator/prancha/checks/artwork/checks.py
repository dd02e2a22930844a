"""The checks of printed faces, by their codes: those of one face after another, and those of all at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from prancha.checks.artwork import bare_bleed, colour_only, contrast, covered, folds, safe_zone
from prancha.checks.artwork.forgotten_data import UNUSED, same_text, twin_faces, unused_field
from prancha.checks.artwork.print_quality import clipped, picture_resolution, text_size
from prancha.checks.artwork.subject import FaceFinding, Printed, Sight


class Check(Protocol):
    """A check of printed faces: its code, its options with their usual values, and its rationale."""

    CODE: str
    OPTIONS: Mapping[str, Any]
    __doc__: str | None


class FaceCheck(Check, Protocol):
    """A check of one face after another."""

    def look(self, sight: Sight) -> Iterator[FaceFinding]:
        """Yield what is wrong with a face."""


class GameCheck(Check, Protocol):
    """A check of all faces together."""

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
GAME: tuple[GameCheck, ...] = (colour_only, twin_faces, same_text, unused_field, folds, *UNUSED)
CHECKS: Mapping[str, Check] = {check.CODE: check for check in (*FACES, *GAME)}
