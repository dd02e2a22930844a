"""Sheets to files: the only stage that writes points, PDFs and manifests."""

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec


def _import_lazily(name: str) -> None:
    """Load a module when something of it is first used, by the recipe of importlib's documentation."""
    spec = find_spec(name)
    if spec is None or spec.loader is None or name in sys.modules:
        return
    spec.loader = LazyLoader(spec.loader)
    module = sys.modules[name] = module_from_spec(spec)
    package, _, own = name.rpartition(".")
    setattr(sys.modules[package], own, module)  # `from PIL import Image` asks the package
    spec.loader.exec_module(module)


# ReportLab imports Pillow, which a kit without pictures does not need.
_import_lazily("PIL.Image")
