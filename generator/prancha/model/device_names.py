"""Names reserved for devices on Windows: no file or folder may have them, with any extension.

A project is copied from one system to another, so such names are refused on all of them.
Source: Microsoft, "Naming Files, Paths, and Namespaces".
"""

from __future__ import annotations

HINT = "choose another name: Windows keeps this one for a device, so the project could not be copied there"
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
)


def is_device(name: str) -> bool:
    """Return whether `name` is reserved on Windows, such as `con` or `Nul.json`."""
    return name.partition(".")[0].rstrip().casefold() in _DEVICES
