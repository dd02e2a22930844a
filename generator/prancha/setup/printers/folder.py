"""Where the user's configuration is."""

from __future__ import annotations

from pathlib import Path

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system import environment
from prancha.system.user_folders import user_folder


def config_folder() -> Path:
    """The user's configuration folder for this program; nothing is made here.

    PRANCHA_CONFIG names another; otherwise it is where the system keeps such things.  Raises
    Failure for a user without a home, such as a service, and for a name that is no folder's.
    """
    try:
        named = environment.config_named()
    except environment.VariableError as problem:
        raise environment.failure([problem]) from None
    if named:
        return Path(named).absolute()
    try:
        return user_folder("config")
    except RuntimeError:
        hint = "set PRANCHA_CONFIG to a folder"
        raise Failure(
            [Diagnostic(Place(""), "no-config", "there is no home folder to keep printers in", hint=hint)]
        ) from None
