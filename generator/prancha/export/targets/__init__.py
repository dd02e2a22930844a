"""Every target of an export, one module each, with its `TARGET`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from prancha.export.target import Target

_MODULES = (
    "images", "gallery", "contact_sheet", "sprites", "rulebook",
    "silhouette", "cricut", "scanncut", "lightburn", "glowforge", "svg", "dxf",
)  # fmt: skip


def load_targets() -> Mapping[str, Target]:
    """The targets by name, in the order they are listed."""
    modules = (import_module(f"{__name__}.{name}") for name in _MODULES)
    return {module.TARGET.name: module.TARGET for module in modules}
