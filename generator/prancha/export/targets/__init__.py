"""Every target of an export: a module with its `TARGET`, or with `TARGETS` that differ by their data."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from prancha.export.target import Target

_MODULES = (
    "images", "gallery", "contact_sheet", "sprites", "rulebook",
    "tts", "vtt", "pcio", "tabletop_club", "cgs", "playground", "tabletopia", "screentop",
    "silhouette", "cricut", "scanncut", "lightburn", "glowforge", "svg", "dxf",
    "tgc", "mpc", "print_shops",
)  # fmt: skip


def load_targets() -> Mapping[str, Target]:
    """The targets by name, in the order they are listed."""
    modules = (import_module(f"{__name__}.{name}") for name in _MODULES)
    found = (getattr(module, "TARGETS", None) or (module.TARGET,) for module in modules)
    return {target.name: target for targets in found for target in targets}
