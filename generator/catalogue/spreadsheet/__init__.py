"""Rows of CSV, TSV, XLSX, ODS and JSON files as the raw items and tables of a catalogue."""

from generator.catalogue.spreadsheet.folder import DataFolder
from generator.catalogue.spreadsheet.reading import read_items, read_tables

__all__ = ["DataFolder", "read_items", "read_tables"]
