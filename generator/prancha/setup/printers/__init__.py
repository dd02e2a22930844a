"""Printers the user calibrated: kept in the user's configuration folder, whole or not at all."""

from prancha.setup.printers.folder import config_folder
from prancha.setup.printers.printers_file import (
    find,
    format_printer,
    format_values,
    keep,
    load,
    remove,
    with_readings,
)
from prancha.setup.printers.readings import reading

__all__ = [
    "config_folder",
    "find",
    "format_printer",
    "format_values",
    "keep",
    "load",
    "reading",
    "remove",
    "with_readings",
]
