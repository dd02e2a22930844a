"""Every target of an export, as `module:NAME` of a `Target`, or of some that differ by their data."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from prancha.export.target import Target

_TARGETS = (
    "picture_files:IMAGES", "gallery:TARGET", "overviews:CONTACT", "overviews:SPRITES",
    "picture_files:RULEBOOK",
    "tts:TARGET", "rooms:VTT", "rooms:PCIO", "tabletop_club:TARGET", "cgs:TARGET", "playground:TARGET",
    "uploads:TABLETOPIA", "uploads:SCREENTOP",
    "silhouette:TARGET", "cricut:TARGET", "scanncut:TARGET", "lightburn:TARGET", "glowforge:TARGET",
    "svg:TARGET", "dxf:TARGET",
    "print_shops:TGC", "mpc:TARGETS", "print_shops:TARGETS",
)  # fmt: skip


def load_targets() -> Mapping[str, Target]:
    """The targets by name, in the order they are listed."""
    found: dict[str, Target] = {}
    for entry in _TARGETS:
        module, _, name = entry.partition(":")
        value = getattr(import_module(f"{__name__}.{module}"), name)
        found.update({one.name: one for one in (value if isinstance(value, tuple) else (value,))})
    return found
