"""Names that Windows keeps for devices: no file or folder there can be called so, whatever its ending.

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
    """Whether a file or folder `name` would be a device: `con`, `Nul.json`."""
    return name.partition(".")[0].rstrip().casefold() in _DEVICES
