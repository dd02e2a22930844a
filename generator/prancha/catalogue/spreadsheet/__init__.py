"""Rows of CSV, TSV, XLSX, ODS and JSON files as the raw items and tables of a catalogue."""

from prancha.catalogue.spreadsheet.cell_grid import column_letters, column_names, unnamed_column
from prancha.catalogue.spreadsheet.cell_splice import RowSplice, cell_ways
from prancha.catalogue.spreadsheet.data_reader import inspect_data_file, list_sheets, read_items, read_table
from prancha.catalogue.spreadsheet.data_source import ItemSource, ListRequest, TableSource
from prancha.catalogue.spreadsheet.query import slug

__all__ = [
    "ItemSource",
    "ListRequest",
    "RowSplice",
    "TableSource",
    "cell_ways",
    "column_letters",
    "column_names",
    "inspect_data_file",
    "list_sheets",
    "read_items",
    "read_table",
    "slug",
    "unnamed_column",
]
