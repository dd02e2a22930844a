"""The layouts and looks that come with the program: `layouts.toml`, `looks.toml` and drawings beside them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, convert

from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.units import Mm
from prancha.system.program_folders import TEMPLATES

T = TypeVar("T")
LAYOUTS = TEMPLATES / "_layouts"
PLAIN_LOOK = "parchment"
SHAPES = ("portrait", "landscape", "square")
_SQUARE = 1.12
"""The largest proportion of two sides with which a component takes the square drawing."""


class Layout(Struct, frozen=True):
    """A layout: its name and title, what it is for, and whether it has a drawing for backs."""

    name: str
    title: str
    about: str
    back: bool = False

    def drawing(self, width: Mm, height: Mm, side: str = "front") -> Path:
        """Return the drawing for components of a size: portrait, landscape or square, the nearest one."""
        shape = (
            "portrait" if height > width * _SQUARE else "landscape" if width > height * _SQUARE else "square"
        )
        stem = f"{shape}-back" if side == "back" else shape
        return LAYOUTS / self.name / f"{stem}.svg"


class Look(Struct, frozen=True):
    """Colours by their names in drawings, fonts by role, and the style of frames.

    `tints` are backgrounds for kinds of cards, on which text in `bright` is legible.  `weights` are those of
    the fonts, `corners` and `lines` are factors for the radii of corners and for line widths, and `frame`
    names the ornaments that are kept.
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
    """Return all layouts by name, in the order in which they are shown."""
    return {name: convert({"name": name, **one}, Layout) for name, one in _read("layouts.toml").items()}


@lru_cache(maxsize=1)
def looks() -> Mapping[str, Look]:
    """Return all looks by name, in the order in which they are shown."""
    return {name: convert({"name": name, **one}, Look) for name, one in _read("looks.toml").items()}


def find_layout(name: str) -> Layout:
    """Return the layout of a name.  Raises Failure."""
    return _find("layout", "unknown-layout", name, layouts())


def find_look(name: str) -> Look:
    """Return the look of a name.  Raises Failure."""
    return _find("look", "unknown-look", name, looks())


def _find(kind: str, code: str, name: str, known: Mapping[str, T]) -> T:
    if name not in known:
        message = f'there is no {kind} "{name}"'
        raise Failure([Diagnostic(Place(""), code, message, hint=suggestion(name, known))])
    return known[name]


def _read(file: str) -> dict[str, dict[str, object]]:
    return tomllib.loads((LAYOUTS / file).read_text(encoding="utf-8"))
