"""Rows of CSV, TSV, XLSX, ODS and JSON files as the raw items and tables of a catalogue."""

from generator.catalogue.spreadsheet.folder import DataFolder, RefusedFileError
from generator.catalogue.spreadsheet.grid import letters
from generator.catalogue.spreadsheet.query import slug
from generator.catalogue.spreadsheet.reading import look, read_items, read_tables
from generator.catalogue.spreadsheet.source_schema import ItemSource, TableSource

__all__ = [
    "DataFolder",
    "ItemSource",
    "RefusedFileError",
    "TableSource",
    "letters",
    "look",
    "read_items",
    "read_tables",
    "slug",
]
