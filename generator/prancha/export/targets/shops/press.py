"""The colours of the PDFs of print shops: what the shop asks for, or what was asked for instead."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from prancha.export.colour import read_profile, shipped_profile
from prancha.model.press import USUAL_LIMIT, Press, Standard
from prancha.model.service import Service

_STANDARDS: Mapping[str, Standard] = {"PDF/X-1a:2003": "x1a", "PDF/X-4": "x4"}


def press_for(service: Service, colour: str, profile: str) -> Press | None:
    """The inks of a print shop; None for colours of the screen.

    `colour` is "rgb", "cmyk" or "" for what the shop asks for; `profile` a file, "" for FOGRA39.  Raises
    Failure for a profile that is none.
    """
    if (colour or service.colour) != "cmyk":
        return None
    inks = read_profile(Path(profile)) if profile else shipped_profile()
    return Press(inks, service.ink or USUAL_LIMIT, None, _STANDARDS.get(service.standard, ""))


def told_colour(service: Service, colour: str) -> str:
    """What to tell of files in another colour than the service asks for; "" where there is nothing."""
    if service.colour == "cmyk" and colour == "rgb":
        ink = f" of at most {service.ink} % ink" if service.ink else ""
        return f"{service.title} asks for CMYK{ink}; these files are RGB, and their ink is not limited"
    return ""
