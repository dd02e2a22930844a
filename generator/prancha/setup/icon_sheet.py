"""The icons at hand by words, and sheets of them to look at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from prancha.building.selection import choose_paper
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.faces import FaceMaker
from prancha.faces.placed_icons import IconSet
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.units import Mm
from prancha.render import render
from prancha.setup.calibration import empty_game
from prancha.system import program_folders
from prancha.system.atomic_files import write_whole

TEMPLATE = "_library/icon_sheet.svg.j2"
CELL: tuple[Mm, Mm] = (20.0, 20.0)
"""The least width of an icon with its name, and the height of a row."""
MARGIN: Mm = 12.0
_HEAD: Mm = 14.0
_RENAMED = re.compile(r"([a-z0-9-]+)\s+\(([a-z0-9-]+)\)")
"""In the credits: a name, and what its maker calls it."""


def find_icons(project: Path, words: Sequence[str]) -> tuple[str, ...]:
    """Names of icons, sorted, that have any of `words` in them, or in their maker's name; all without words.

    Raises Failure where there is none.
    """
    libraries = [folder / "icons" for folder in program_folders.libraries(project)]
    credits = (libraries[-1] / "CREDITS.md").read_text(encoding="utf-8")
    makers = dict(_RENAMED.findall(credits))
    names = IconSet(libraries).names()
    wanted = [word.lower() for word in words]
    found = tuple(
        name
        for name in names
        if not wanted or any(word in name or word in makers.get(name, "") for word in wanted)
    )
    if not found:
        message = f"no icon is called {' or '.join(words)}"
        hint = f"{suggestion(wanted[0], names)}\nall of them: prancha icons"
        raise Failure([Diagnostic(Place(""), "no-icon", message, hint=hint)])
    return found


def write_icon_sheet(project: Path, names: Sequence[str], paper_name: str, out: Path | None) -> Path:
    """Write `icons.pdf` with all `names`, by rows; returns the file.  Raises Failure."""
    paper = choose_paper(project, paper_name)
    across = int((paper.width - 2 * MARGIN) / CELL[0])
    rows = int((paper.height - 2 * MARGIN - _HEAD) / CELL[1])
    library = program_folders.libraries(project)[0]
    folders = (library, library.parent, program_folders.TEMPLATES)
    book = FontBook((program_folders.TEMPLATES / "_library",))
    maker = FaceMaker(empty_game(TEMPLATE), "en", folders, book)
    parts = [names[at : at + across * rows] for at in range(0, len(names), across * rows)]
    faces = [
        maker.page(
            TEMPLATE,
            paper.width,
            paper.height,
            names=part,
            across=across,
            cell=((paper.width - 2 * MARGIN) / across, CELL[1]),
            margin=MARGIN,
            head=_HEAD,
            number=number,
            numbers=len(parts),
            count=len(names),
        )
        for number, part in enumerate(parts, 1)
    ]
    pages = [PdfPage(paper.width, paper.height, faces=((face.digest, 0.0, 0.0),)) for face in faces]
    about = About("Icons of prancha", lang="en", subject="every icon with its name")
    path = (out or project / "output") / "icons.pdf"
    write_whole(path, write_pdf(pages, render(faces, maker.symbols, book, folders), book, about, "none"))
    return path
