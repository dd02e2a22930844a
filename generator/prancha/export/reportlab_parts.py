"""The parts of ReportLab in use, imported without what only games with pictures need."""

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec

__all__ = ["Canvas", "pdfdoc"]


def _put_off(package: str, name: str) -> None:
    """Load a module lazily, on first use, by the recipe of importlib's documentation.

    The package must hold the module, else `from package import name` asks it whether it is loaded.
    """
    spec = find_spec(f"{package}.{name}")
    if spec is None or spec.loader is None or spec.name in sys.modules:
        return
    spec.loader = LazyLoader(spec.loader)
    module = sys.modules[spec.name] = module_from_spec(spec)
    setattr(sys.modules[package], name, module)
    spec.loader.exec_module(module)


_put_off("PIL", "Image")

from reportlab.pdfbase import pdfdoc  # noqa: E402 (after what it imports is put off)
from reportlab.pdfgen.canvas import Canvas  # noqa: E402 (the same)
