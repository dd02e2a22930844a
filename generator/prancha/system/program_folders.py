"""Folders of files shipped with the program, and of what it stores for its user."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

import prancha
from prancha.system.environment import system_folder

_PACKAGE = Path(prancha.__file__).resolve().parent
_MAC = {"cache": "Caches", "config": "Application Support"}
_WINDOWS = {"cache": ("LOCALAPPDATA", "Local"), "config": ("APPDATA", "Roaming")}
_ELSEWHERE = {"cache": ("XDG_CACHE_HOME", ".cache"), "config": ("XDG_CONFIG_HOME", ".config")}


def _shipped_root() -> Path:
    packed = _PACKAGE / "_shipped"
    return packed if packed.is_dir() else _PACKAGE.parents[1]


TEMPLATES = _shipped_root() / "templates"
SHEETS = _shipped_root() / "components" / "_sheets"
DOCS = _shipped_root() / "docs"
RULES = _shipped_root() / "components" / "_rules"
EXAMPLES = {where: _shipped_root() / where / "_examples" for where in ("components", "templates")}
"""Folders of the complete games that `new --like` starts from."""


def libraries(project: Path) -> tuple[Path, ...]:
    """Folders of shared icons and fonts: the project's own before the shipped one."""
    return (project / "templates" / "_library", TEMPLATES / "_library")


def user_folder(kind: Literal["cache", "config"]) -> Path:
    """This program's folder of a kind; nothing is made here.  Raises RuntimeError for a user without a home,
    and VariableError for a variable that can name no folder."""
    if sys.platform == "darwin":
        usual = Path.home() / "Library" / _MAC[kind]
    elif os.name == "nt":
        variable, name = _WINDOWS[kind]
        given = system_folder(variable)
        usual = Path(given) if given else Path.home() / "AppData" / name
    else:
        variable, name = _ELSEWHERE[kind]
        named = Path(system_folder(variable))
        # A relative one is to be ignored (XDG Base Directory Specification).
        usual = named if named.is_absolute() else Path.home() / name
    return usual / "prancha"
