"""Rows of CSV, TSV, XLSX, ODS and JSON files as the raw items and tables of a catalogue."""

from prancha.catalogue.spreadsheet.cell_splice import cell_ways
from prancha.catalogue.spreadsheet.grid import letters
from prancha.catalogue.spreadsheet.headings import headings, nameless
from prancha.catalogue.spreadsheet.query import slug
from prancha.catalogue.spreadsheet.reading import look, read_items, read_table, sheets_of
from prancha.catalogue.spreadsheet.source_schema import ItemSource, TableSource

__all__ = [
    "ItemSource",
    "TableSource",
    "cell_ways",
    "headings",
    "letters",
    "look",
    "nameless",
    "read_items",
    "read_table",
    "sheets_of",
    "slug",
]
