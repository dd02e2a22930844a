"""Rows of CSV, TSV, XLSX, ODS and JSON files as the raw items and tables of a catalogue."""

from prancha.catalogue.spreadsheet.cell_grid import headings, letters, nameless
from prancha.catalogue.spreadsheet.cell_splice import cell_ways
from prancha.catalogue.spreadsheet.data_reader import look, read_items, read_table, sheets_of
from prancha.catalogue.spreadsheet.data_source import ItemSource, TableSource
from prancha.catalogue.spreadsheet.query import slug

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
