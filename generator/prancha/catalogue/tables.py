"""Tables of values that a catalogue's items share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prancha.catalogue.data_folder import DataFolder
from prancha.catalogue.document import Path
from prancha.catalogue.findings import Findings


def read_tables(
    tables: Mapping[str, Any],
    path: Path,
    findings: Findings,
    folder: DataFolder,
    languages: Sequence[str],
) -> dict[str, Any]:
    """Return `tables` with each `{from: ...}` among them replaced by the entries of its file."""
    ready: dict[str, Any] = {}
    for name, value in tables.items():
        if isinstance(value, dict) and value.keys() == {"from"}:
            from prancha.catalogue.spreadsheet import read_table  # of no use to most games

            at = (*path, name, "from")
            ready[name] = read_table(value["from"], at, findings, folder, languages)
        else:
            ready[name] = value
    return ready
