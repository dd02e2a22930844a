"""Which sheet of a workbook is read: the one that is asked for, or the first that its author sees."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from prancha.catalogue.spreadsheet.grid import unreadable
from prancha.model.diagnostic import Diagnostic, Place, suggestion


class WorkbookSheet(Struct, frozen=True):
    """A sheet with rows: its name, its position in the file (from 0), and whether it is shown."""

    name: str
    position: int
    visible: bool


def choose(
    sheets: Sequence[WorkbookSheet], asked: str | int | None, file: str
) -> tuple[WorkbookSheet, tuple[Diagnostic, ...]]:
    """The sheet called or numbered `asked`, or the first visible one, and what is told of the choice.

    Raises Failure for a sheet that is not there, and for a number that hidden sheets make unclear.
    """
    if isinstance(asked, str):
        found = next((sheet for sheet in sheets if sheet.name == asked), None)
        if found is None:
            message = f'there is no sheet "{asked}" in the file'
            hint = suggestion(asked, [sheet.name for sheet in sheets])
            raise unreadable(Place(file), "no-sheet", message, hint)
        return found, ()
    if asked is not None:
        return _numbered(sheets, asked, file), ()
    visible = [sheet for sheet in sheets if sheet.visible] or list(sheets)
    if not visible:
        raise unreadable(Place(file), "no-sheet", "the file has no sheet with rows", "save it as .csv")
    chosen = visible[0]
    others = [f'"{one.name}"' + ("" if one.visible else " (hidden)") for one in sheets if one is not chosen]
    if not others:
        return chosen, ()
    message = f'the sheet "{chosen.name}" is read; the file also has {", ".join(others)}'
    hint = f'say which is meant: sheet: "{chosen.name}"'
    return chosen, (
        Diagnostic(Place(file), "several-sheets", message=message, item="", hint=hint, severity="warning"),
    )


def _numbered(sheets: Sequence[WorkbookSheet], number: int, file: str) -> WorkbookSheet:
    if number > len(sheets):
        message = f"there is no sheet number {number} in the file; it has {len(sheets)}"
        raise unreadable(Place(file), "no-sheet", message)
    found = sheets[number - 1]
    if any(not sheet.visible for sheet in sheets[:number]):
        message = f'sheet number {number} is "{found.name}" only if hidden sheets are counted'
        raise unreadable(Place(file), "no-sheet", message, f'write its name: sheet: "{found.name}"')
    return found
