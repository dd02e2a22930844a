"""The layouts and looks that come with the program: `layouts.toml`, `looks.toml` and drawings beside them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import Struct, convert

from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.units import Mm
from prancha.system.program_folders import TEMPLATES

LAYOUTS = TEMPLATES / "_layouts"
SHAPES = ("portrait", "landscape", "square")
_SQUARE = 1.12
"""Up to this proportion of its sides a component takes the square drawing."""


class Layout(Struct, frozen=True):
    """A layout: what it is called, what for, and whether the backs have a drawing of their own."""

    name: str
    title: str
    about: str
    back: bool = False

    def drawing(self, width: Mm, height: Mm, side: str = "front") -> Path:
        """The drawing for components of a size: portrait, landscape or square, whichever is nearest."""
        shape = (
            "portrait" if height > width * _SQUARE else "landscape" if width > height * _SQUARE else "square"
        )
        stem = f"{shape}-back" if side == "back" else shape
        return LAYOUTS / self.name / f"{stem}.svg"


class Look(Struct, frozen=True):
    """Colours by their names in drawings, fonts by role, and the manner of frames.

    `tints` are grounds for kinds of cards, on which `bright` is read.  `weights` are those of the fonts,
    `corners` and `lines` factors for round corners and line widths, and `frame` the ornament it wants.
    """

    name: str
    title: str
    palette: Mapping[str, str]
    tints: tuple[str, ...]
    fonts: Mapping[str, str]
    weights: Mapping[str, int]
    corners: float = 1.0
    lines: float = 1.0
    frame: str = "plain"


@lru_cache(maxsize=1)
def layouts() -> Mapping[str, Layout]:
    """All layouts by name, in the order in which they are shown."""
    return {name: convert({"name": name, **one}, Layout) for name, one in _read("layouts.toml").items()}


@lru_cache(maxsize=1)
def looks() -> Mapping[str, Look]:
    """All looks by name, in the order in which they are shown."""
    return {name: convert({"name": name, **one}, Look) for name, one in _read("looks.toml").items()}


def find_layout(name: str) -> Layout:
    """The layout of a name.  Raises Failure."""
    if name not in layouts():
        message = f'there is no layout "{name}"'
        hint = suggestion(name, layouts())
        raise Failure([Diagnostic(Place(""), "unknown-layout", message, hint=hint)])
    return layouts()[name]


def find_look(name: str) -> Look:
    """The look of a name.  Raises Failure."""
    if name not in looks():
        message = f'there is no look "{name}"'
        hint = suggestion(name, looks())
        raise Failure([Diagnostic(Place(""), "unknown-look", message, hint=hint)])
    return looks()[name]


def _read(file: str) -> dict[str, dict[str, object]]:
    return tomllib.loads((LAYOUTS / file).read_text(encoding="utf-8"))
