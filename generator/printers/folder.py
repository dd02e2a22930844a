"""Where the user's configuration is."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from generator.model.diagnostic import Diagnostic, Failure, Place


def config_folder() -> Path:
    """The user's configuration folder for this program; nothing is made here.

    PRANCHA_CONFIG names another; otherwise it is where the system keeps such things.  Raises
    Failure for a user without a home, such as a service.
    """
    named = os.environ.get("PRANCHA_CONFIG", "")
    if named:
        return Path(named).absolute()
    try:
        return _usual() / "prancha"
    except RuntimeError:
        hint = "set PRANCHA_CONFIG to a folder"
        raise Failure(
            [Diagnostic(Place(""), "no-config", "there is no home folder to keep printers in", hint=hint)]
        ) from None


def _usual() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if os.name == "nt":
        roaming = os.environ.get("APPDATA", "")
        return Path(roaming) if roaming else Path.home() / "AppData" / "Roaming"
    named = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    # A relative one is to be ignored (XDG Base Directory Specification).
    return named if named.is_absolute() else Path.home() / ".config"
