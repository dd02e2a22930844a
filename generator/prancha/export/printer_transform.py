"""Pages made for one printer, so that what comes out lies where it was designed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from prancha.export.pdf import PdfPage
from prancha.model.printer import Printer


def pages_for(printer: Printer | None, pages: Sequence[PdfPage], backs: bool = False) -> list[PdfPage]:
    """`pages` as they are to be sent to `printer`; with `backs` all of them are backs.

    Elsewhere a page is a back when its sheet says so and it has no paper of its own.
    """
    if printer is None:
        return list(pages)
    made = []
    for page in pages:
        back = backs or (page.sheet is not None and page.sheet.side == "back" and not page.apart)
        matrix = printer.makes_up(page.width, page.height, "back" if back else "front")
        made.append(replace(page, matrix=matrix, upright=True))
    return made
