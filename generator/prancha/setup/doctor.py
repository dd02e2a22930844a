"""Check the installation: Python, packages, filters, fonts, and how to repair what is missing."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import PackageNotFoundError, version

from msgspec import Struct

from prancha import __version__
from prancha.graphics.fonts import FontBook, FontError
from prancha.system import program_folders

PACKAGES = ("reportlab", "Jinja2", "PyYAML", "pillow", "pikepdf", "uharfbuzz")


class Finding(Struct, frozen=True):
    """One thing that was checked; `remedy` says what to do when it is not `fine`."""

    fine: bool
    text: str
    remedy: str = ""


def examine() -> tuple[Finding, ...]:
    """Check Python, the packages, what draws filters, and the shipped fonts."""
    fine = sys.version_info >= (3, 11)
    text = f"prancha {__version__} on Python {platform.python_version()}"
    found = [Finding(fine, text, "" if fine else "prancha needs Python 3.11 or newer")]
    for name in PACKAGES:
        try:
            found.append(Finding(True, f"{name} {version(name)}"))
        except PackageNotFoundError:
            found.append(Finding(False, f"{name} is not installed", f"run: pip install {name.lower()}"))
    try:
        text = f"resvg-py {version('resvg-py')}: shadows and blurs are printed as pictures"
    except PackageNotFoundError:  # optional: its absence is not a fault
        text = "shadows and blurs are refused; with prancha[effects] they are printed as pictures"
    return (*found, Finding(True, text), _fonts())


def _fonts() -> Finding:
    book = FontBook([program_folders.TEMPLATES / "_library"])
    try:
        count = sum(bool(book.font(f, book.weights(f)[0]).shape("ação").advance) for f in book.families())
    except FontError as problem:
        return Finding(False, problem.message, "install prancha again")
    if not count:
        return Finding(False, f"no fonts in {program_folders.TEMPLATES}", "install prancha again")
    return Finding(True, f"{count} font families shipped")
