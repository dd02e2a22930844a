"""Printers the user calibrated: kept in the user's configuration folder, whole or not at all."""

from generator.printers.folder import config_folder
from generator.printers.readings import reading
from generator.printers.shelf import described, find, keep, load, made, remove, told

__all__ = ["config_folder", "described", "find", "keep", "load", "made", "reading", "remove", "told"]
